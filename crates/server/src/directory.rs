//! Who plays, which tables are open, and the secrets that all nodes share: one promise, three stores.
//!
//! A [`Directory`] stands beside the [`Store`](crate::Store) and is kept by the same [`Memory`](crate::Memory),
//! [`Sqlite`](crate::Sqlite) and [`Postgres`](crate::Postgres). It holds what must not be in the history of a game,
//! because it changes or because it can be erased:
//!
//! * [`Person`]s: a name to show and the hash of a device's secret, and nothing else. Games know people by id alone,
//!   so that erasing a person leaves every game as it was and nobody behind the id.
//! * [`TableEntry`]s: the index of the lobby. It is never the truth about a game; the events are.
//! * The games that somebody sat down to.
//! * Keys: secrets that are made once for a database, so that its nodes agree on them with no configuration.
//!
//! What all of them promise, and `tests/stores` checks for each:
//!
//! * [`Directory::key`] gives everybody the same secret, also those who ask at once.
//! * A [`Code`] belongs to one table; of those who ask for it at once, one gets it.
//! * Whoever was erased has neither a name nor a secret, and never gets one again.
//!
//! ```
//! # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
//! use server::{Directory as _, Memory, Person};
//!
//! let directory = Memory::default();
//! let id = "3f2504e0-4f89-41d3-9a0c-0305e82c3301".parse().unwrap();
//! directory.register(Person::new(id, "Ann", [7; 32], 1_700_000_000_000)).await?;
//! assert_eq!(directory.person(id).await?.unwrap().name(), "Ann");
//! assert!(directory.erase(id, 1_700_000_000_001).await?);
//! assert_eq!(directory.person(id).await?.unwrap().secret_hash, None);
//! # Ok::<(), server::StoreError>(()) }).unwrap();
//! ```

mod code;
mod memory;
mod person;
mod postgres;
mod sqlite;
mod table;

use std::fmt::Debug;

use dicee::PlayerId;

pub use code::Code;
pub(crate) use memory::Shelf;
pub use person::Person;
pub(crate) use sqlite::{Change, perform};
pub use table::{TableEntry, TableStatus};

use crate::store::{Answer, GameId, Kind, Store, StoreError};

/// Keeps people, tables and keys; see the top of this file for what is promised.
///
/// Every method can fail with [`StoreError::Unavailable`] and its relatives, when the store itself is in trouble.
/// Times are milliseconds since 1970.
pub trait Directory: Debug + Send + Sync {
    /// The secret of this name: made from the operating system's randomness when it is first asked for, and the same
    /// for everybody who shares the database from then on.
    fn key<'a>(&'a self, name: &'a str) -> Answer<'a, [u8; 32]>;

    /// Enters a person; the same person again changes nothing.
    ///
    /// # Errors
    ///
    /// [`StoreError::Taken`] if the id belongs to somebody else.
    fn register(&self, person: Person) -> Answer<'_, ()>;

    /// A person, erased or not; `None` if there never was one.
    fn person(&self, id: PlayerId) -> Answer<'_, Option<Person>>;

    /// Gives a person another name; `false` if there is no such person, or not any more.
    fn rename<'a>(&'a self, id: PlayerId, display_name: &'a str) -> Answer<'a, bool>;

    /// Blanks the name and the secret of a person for ever; `false` if there is no such person, or not any more.
    fn erase(&self, id: PlayerId, now: u64) -> Answer<'_, bool>;

    /// Enters a table; the same table again changes nothing.
    ///
    /// # Errors
    ///
    /// [`StoreError::Taken`] if the code, or the game, belongs to another table.
    fn open_table(&self, table: TableEntry) -> Answer<'_, ()>;

    /// The table of a game.
    fn table<'a>(&'a self, game: &'a GameId) -> Answer<'a, Option<TableEntry>>;

    /// The table with this code.
    fn table_by_code<'a>(&'a self, code: &'a Code) -> Answer<'a, Option<TableEntry>>;

    /// Says how a table stands since `updated_at`, which should be the time of the event that changed it: what comes
    /// late is left out, and a game that began never waits again. `false` if nothing changed.
    fn update_table<'a>(
        &'a self,
        game: &'a GameId,
        status: TableStatus,
        free_seats: u8,
        updated_at: u64,
    ) -> Answer<'a, bool>;

    /// At most `limit` tables that are public, wait for players and have a free seat, the newest first.
    fn open_tables<'a>(&'a self, kind: Option<&'a Kind>, limit: u32) -> Answer<'a, Vec<TableEntry>>;

    /// Remembers that somebody sat down; only the first time counts.
    fn took_seat<'a>(&'a self, player: PlayerId, game: &'a GameId, at: u64) -> Answer<'a, ()>;

    /// At most `limit` games that a person sat down to, the newest first. A game without a history is left out.
    fn games_of(&self, player: PlayerId, limit: u32) -> Answer<'_, Vec<SatDown>>;
}

/// That somebody sat down to a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SatDown {
    /// The game.
    pub game: GameId,
    /// Which game it is.
    pub kind: Kind,
    /// When, in milliseconds since 1970.
    pub at: u64,
}

/// A store with its directory: what a server keeps everything in.
pub trait Archive: Store + Directory {}

impl<T: Store + Directory> Archive for T {}

/// 32 bytes that nobody can guess.
pub(crate) fn random() -> Result<[u8; 32], StoreError> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|error| StoreError::Unavailable {
        reason: format!("the operating system gave no random bytes: {error}"),
        source: None,
    })?;
    Ok(bytes)
}
