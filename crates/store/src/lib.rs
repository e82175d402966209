//! Keeps the events of all games, the players and the open tables: one trait, three stores.
//!
//! An [`Archive`] is a [`Store`] of events, a [`Directory`] of data that must not be part of a game's history because it
//! changes or can be erased, and the learning data of players ([`Learning`]).
//!
//! * [`Memory`] lasts as long as the process.
//! * [`Sqlite`] is one file and needs nothing else; one writer commits many appends at once.
//! * [`Postgres`] is shared by several nodes; any of them may append to any game.
//!
//! A [`Store`] is independent of the games. It keeps [`ledger::Envelope`]s with any JSON as payload, and preserves the order of
//! events and fields, so that a [`ledger::Log`] can be read back and verified. Domain events are kept for ever.
//! Analysis and telemetry are [`Note`]s: they go through a [`NoteQueue`], which drops instead of delaying a move, and
//! [`Store::prune`] removes them when they expire. A [`Projection`] is a fold over all games with a [`Checkpoint`].
//!
//! [`Sqlite::back_up`] copies a file under load, [`migrate`] moves one to PostgreSQL, and an [`Inventory`] proves that two
//! stores hold the same data; [`ledger::check_chain`], [`Sqlite::examine`] and [`compare_with_rebuild`] find damage.
//!
//! Every store promises the following, which `conformance` (feature `conformance`) checks:
//!
//! * An [`Append`] is stored completely or not at all, and acknowledged only once it is durable.
//! * Optimistic concurrency: if the expected version is not the actual one, the result is a [`StoreError::Conflict`] with the
//!   actual version.
//! * Idempotence: a repeated command returns its first receipt and changes nothing.
//! * [`Store::follow`] returns every event of every game once, those of a game in order, while others write.
//! * [`Directory::key`] returns the same secret to all callers, also to concurrent ones.
//! * A [`Code`] belongs to one table; of concurrent requests for it, one succeeds.
//! * An erased player has neither a name nor a secret, and never gets one again; their learning data is removed, and nothing
//!   is stored about them afterwards.
//!
//! ```
//! # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
//! use ledger::{CommandKey, Seat};
//! use store::{Append, Cursor, Directory as _, Memory, PlayerRecord, Store as _};
//!
//! let archive = Memory::default();
//! let create = Append::new("game-1".parse()?, "dicee".parse()?, 0, CommandKey::new(Seat(0), "create"), vec![])?;
//! assert!(!archive.append(create.clone()).await?.repeated);
//! assert!(archive.append(create).await?.repeated);
//! assert!(archive.follow(Cursor::START, 100).await?.events.is_empty());
//!
//! let id = "3f2504e0-4f89-41d3-9a0c-0305e82c3301".parse().unwrap();
//! archive.register(PlayerRecord::new(id, "Ann", [7; 32], 1_700_000_000_000)).await?;
//! assert!(archive.erase(id, 1_700_000_000_001).await?);
//! assert_eq!(archive.player(id).await?.unwrap().secret_hash, None);
//! # Ok::<(), store::StoreError>(()) }).unwrap();
//! ```

mod append;
mod archive;
mod checkpoint;
mod conduct;
#[cfg(feature = "conformance")]
pub mod conformance;
mod cursor;
mod decode;
mod defect;
mod error;
mod file_lock;
mod learning;
mod memory;
mod migrate;
mod note;
mod pack;
mod player;
mod postgres;
mod projection;
mod queue;
mod random;
mod rows;
mod sanction;
mod schema_version;
mod sqlite;
mod stored_row;
mod table;

pub use append::Append;
pub use archive::{Archive, Directory, Learning, Store, StoreFuture};
pub use checkpoint::Checkpoint;
pub use conduct::{Block, Complaint};
pub use cursor::{Cursor, Page, Recorded, StoredEvent, StoredGame};
pub use defect::Defect;
pub use error::{Cause, StoreError};
pub use file_lock::FileLock;
pub use learning::{JudgedEntry, PlayedEntry, PlayedPlace, PracticeRecord, ProfileSnapshot};
pub use memory::Memory;
pub use migrate::migrate;
pub use note::{Note, Pruned};
pub use player::PlayerRecord;
pub use postgres::{Postgres, PostgresSettings};
pub use projection::{Projection, catch_up, compare_with_rebuild};
pub use protocol::{Code, GameId, GameKind as Kind};
pub use queue::NoteQueue;
pub use random::random_bytes;
pub use rows::{Inventory, RowDigest};
pub use sanction::Sanction;
pub use sqlite::{Restored, Sqlite, SqliteSettings};
pub use table::{PlayerGame, TableEntry, TableFilter, TableOrder, TableStatus, TableUpdate};
