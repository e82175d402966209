//! Where the events of all games are kept: one promise, three stores.
//!
//! A [`Store`] knows no game. It keeps [`ledger::Envelope`]s whose payload is any JSON, in the order and with the
//! fields in which they came, so that a [`ledger::Log`] can be read back and checked.
//!
//! * [`Memory`] forgets everything when the process ends.
//! * [`Sqlite`] is one file and needs nothing else; one writer commits many appends at once.
//! * [`Postgres`] is shared by several nodes; any of them may append to any game.
//!
//! What all of them promise, and `tests/stores` checks for each:
//!
//! * An [`Append`] is there as a whole or not at all, and is answered only once it is durable.
//! * Whoever expects another version than the game has gets a [`StoreError::Conflict`] with the version it has.
//! * The same command sent again gets its first answer, and changes nothing.
//! * [`Store::follow`] meets every event of every game once, those of a game in order, whoever writes meanwhile.
//!
//! Domain events are kept for ever. What is computed from them and what is said about the screen are [`Note`]s: they
//! go through a [`NoteQueue`], which drops rather than delays, and [`Store::prune`] removes them when their time is
//! over. A [`Projection`] is a fold over all games that remembers how far it came.
//!
//! ```
//! # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
//! use server::{Append, Cursor, Memory, Store as _};
//!
//! let store = Memory::default();
//! let nothing_yet = Append::new("game-1".parse()?, "dicee".parse()?, 0, "0:create".parse()?, vec![])?;
//! assert!(!store.append(nothing_yet.clone()).await?.repeated);
//! assert!(store.append(nothing_yet).await?.repeated);
//! assert!(store.follow(Cursor::START, 100).await?.events.is_empty());
//! # Ok::<(), server::StoreError>(()) }).unwrap();
//! ```

mod append;
mod cursor;
pub(crate) mod decode;
mod error;
mod memory;
mod name;
mod note;
mod open;
mod postgres;
mod projection;
mod queue;
mod sqlite;

use std::fmt::Debug;
use std::pin::Pin;

use ledger::{Envelope, Receipt, Stream};
use serde_json::Value;

pub use append::Append;
pub use cursor::{Cursor, Page, Recorded};
pub use error::StoreError;
pub use memory::Memory;
pub(crate) use memory::now;
pub use name::{CommandId, GameId, Kind};
pub use note::{Note, Pruned};
pub(crate) use open::{Opened, open};
pub use postgres::{Postgres, PostgresSettings};
pub use projection::{Checkpoint, Projection, catch_up, rebuild};
pub use queue::NoteQueue;
pub(crate) use sqlite::Work;
pub use sqlite::{Sqlite, SqliteSettings};

/// An event of any game in its envelope.
pub type StoredEvent = Envelope<Value>;

/// What a store answers, some time later.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// A game that a store holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredGame {
    /// Its name.
    pub id: GameId,
    /// Which game it is.
    pub kind: Kind,
    /// How many events it has.
    pub version: u64,
}

/// Keeps events; see the top of this file for what is promised.
///
/// Every method can fail with [`StoreError::Unavailable`] and its relatives, when the store itself is in trouble.
pub trait Store: Debug + Send + Sync {
    /// Appends the events of one command, as a whole or not at all.
    ///
    /// # Errors
    ///
    /// [`StoreError::Conflict`] if the game is not at the expected version, [`StoreError::WrongKind`] if it is
    /// another game. If the store went away meanwhile it is not known whether the events are stored: send the same
    /// command again, and it is stored once.
    fn append(&self, append: Append) -> Answer<'_, Receipt>;

    /// What is known of a game; `None` if nothing is.
    fn game<'a>(&'a self, game: &'a GameId) -> Answer<'a, Option<StoredGame>>;

    /// The events of a game from version `since` on, in order; none if there is no such game.
    fn read<'a>(&'a self, game: &'a GameId, since: u64) -> Answer<'a, Vec<StoredEvent>>;

    /// At most `limit` games in the order of their names, after `after`.
    fn games<'a>(&'a self, after: Option<&'a GameId>, limit: u32) -> Answer<'a, Vec<StoredGame>>;

    /// At most `limit` events of all games after `after`, in an order that is the same for everybody and for ever.
    /// An event may show up some time after its append was answered: in PostgreSQL, when every transaction of the
    /// server that is older has ended.
    fn follow(&self, after: Cursor, limit: u32) -> Answer<'_, Page>;

    /// Keeps notes, for as long as their stream is kept.
    fn note(&self, notes: Vec<Note>) -> Answer<'_, ()>;

    /// The notes on a game in one stream, oldest first; none for [`Stream::Domain`].
    fn notes<'a>(&'a self, game: &'a GameId, stream: Stream) -> Answer<'a, Vec<Note>>;

    /// Removes the notes whose time is over at `now`, in milliseconds since 1970. Events are never removed.
    fn prune(&self, now: u64) -> Answer<'_, Pruned>;

    /// How far a projection came, and what it had become; `None` if it was never saved.
    fn checkpoint<'a>(&'a self, projection: &'a str) -> Answer<'a, Option<Checkpoint>>;

    /// Remembers how far a projection came, and what it had become, in one step.
    fn save_checkpoint(&self, checkpoint: Checkpoint) -> Answer<'_, ()>;

    /// Asks the store for a sign of life.
    fn ready(&self) -> Answer<'_, ()>;

    /// Finishes what was begun and lets go; whatever is asked afterwards may be refused as
    /// [`StoreError::Unavailable`].
    fn close(&self) -> Answer<'_, ()>;
}
