use std::fmt::Debug;
use std::pin::Pin;

use ledger::{PlayerId, Receipt, Stream};

use crate::append::Append;
use crate::checkpoint::Checkpoint;
use crate::conduct::{Block, Complaint};
use crate::cursor::{Cursor, Page, StoredEvent, StoredGame};
use crate::error::StoreError;
use crate::learning::{JudgedEntry, PlayedEntry, PlayedPlace, PracticeRecord, ProfileSnapshot};
use crate::note::{Note, Pruned};
use crate::player::PlayerRecord;
use crate::sanction::Sanction;
use crate::table::{PlayerGame, TableEntry, TableFilter, TableUpdate};
use protocol::Code;
use protocol::GameId;

/// The pending result of a store operation.
pub type StoreFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// Events, directory and learning data: everything that a server stores.
pub trait Archive: Store + Directory + Learning {}

impl<T: Store + Directory + Learning> Archive for T {}

/// Keeps the events of games; the crate documentation lists the promises.
///
/// Every method can fail with [`StoreError::Unavailable`] and the like when the store itself fails.
pub trait Store: Debug + Send + Sync {
    /// Appends the events of one command, as a whole or not at all.
    ///
    /// # Errors
    ///
    /// [`StoreError::Conflict`] if the game is not at the expected version, [`StoreError::WrongKind`] if it is
    /// another game. If the store became unavailable meanwhile it is not known whether the events are stored: send the
    /// same command again, and it is stored once.
    fn append(&self, append: Append) -> StoreFuture<'_, Receipt>;

    /// Appends one after the other, until one fails. A store that can do so makes them durable together.
    ///
    /// # Errors
    ///
    /// That of the first append that failed; those before it are stored.
    fn append_in_turn(&self, appends: Vec<Append>) -> StoreFuture<'_, Vec<Receipt>> {
        Box::pin(async move {
            let mut receipts = Vec::with_capacity(appends.len());
            for append in appends {
                receipts.push(self.append(append).await?);
            }
            Ok(receipts)
        })
    }

    /// Kind and version of a game; `None` if it is unknown.
    fn game<'a>(&'a self, game: &'a GameId) -> StoreFuture<'a, Option<StoredGame>>;

    /// The events of a game from version `since` on, in order; none if there is no such game.
    fn read<'a>(&'a self, game: &'a GameId, since: u64) -> StoreFuture<'a, Vec<StoredEvent>>;

    /// At most `limit` games in the order of their names, after `after`.
    fn games<'a>(&'a self, after: Option<&'a GameId>, limit: u32) -> StoreFuture<'a, Vec<StoredGame>>;

    /// At most `limit` events of all games after `after`, in an order that is the same for every reader and never
    /// changes. An event may show up some time after its append was acknowledged: in PostgreSQL, when every older
    /// transaction of the server has ended.
    fn follow(&self, after: Cursor, limit: u32) -> StoreFuture<'_, Page>;

    /// As [`follow`](Self::follow), for a reader who wants only events whose stored JSON contains `text`: the store examines
    /// `limit` events and may leave out those that do not, which is much cheaper than reading them. So a page may be empty
    /// before the end; at the end its cursor is `after`.
    fn follow_only<'a>(&'a self, after: Cursor, limit: u32, text: &'a str) -> StoreFuture<'a, Page> {
        let _ = text;
        self.follow(after, limit)
    }

    /// Stores notes until they expire; none about erased players.
    fn note(&self, notes: Vec<Note>) -> StoreFuture<'_, ()>;

    /// The notes on a game in one stream, oldest first; none for [`Stream::Domain`]. All of them at once: for tests and
    /// small games.
    fn notes<'a>(&'a self, game: &'a GameId, stream: Stream) -> StoreFuture<'a, Vec<Note>> {
        Box::pin(async move {
            let (mut notes, mut after) = (Vec::new(), 0);
            loop {
                let page = self.notes_after(game, stream, after, 1000).await?;
                let Some((last, _)) = page.last() else { return Ok(notes) };
                after = *last;
                notes.extend(page.into_iter().map(|(_, note)| note));
            }
        })
    }

    /// At most `limit` notes on a game in one stream, oldest first, each with its position: those whose position is
    /// greater than `after`.
    fn notes_after<'a>(
        &'a self,
        game: &'a GameId,
        stream: Stream,
        after: u64,
        limit: u32,
    ) -> StoreFuture<'a, Vec<(u64, Note)>>;

    /// How many notes there are on a game, without reading them.
    fn count_notes<'a>(&'a self, game: &'a GameId, stream: Stream) -> StoreFuture<'a, u64>;

    /// Removes the notes that are expired at `now`, in milliseconds since 1970. Events are never removed.
    fn prune(&self, now: u64) -> StoreFuture<'_, Pruned>;

    /// Packs the logs of games whose tables are over and did not change since `before` (milliseconds since 1970), if the store
    /// supports it. Returns how many. Packed logs are read, followed and continued as before.
    fn pack(&self, before: u64) -> StoreFuture<'_, u64> {
        let _ = before;
        Box::pin(async { Ok(0) })
    }

    /// The checkpoint of a projection; `None` if it was never saved.
    fn checkpoint<'a>(&'a self, projection: &'a str) -> StoreFuture<'a, Option<Checkpoint>>;

    /// Saves the state and the cursor of a projection together.
    fn save_checkpoint(&self, checkpoint: Checkpoint) -> StoreFuture<'_, ()>;

    /// Checks that the store can be written, by writing to it.
    fn ready(&self) -> StoreFuture<'_, ()>;

    /// Finishes pending work and closes; later requests may be refused as [`StoreError::Unavailable`].
    fn close(&self) -> StoreFuture<'_, ()>;
}

/// Keeps players, tables and keys beside the events:
///
/// * [`PlayerRecord`]s: only a name and the hash of a device secret. Games refer to players by id, so that
///   erasing a player changes no game, and afterwards no person belongs to the id.
/// * [`TableEntry`]s: the index of the lobby. It may lag behind a game; the events are authoritative.
/// * The games of each player.
/// * Keys: secrets that are generated once for a database, so that its nodes share them without configuration.
/// * The secrets of games, to which games commit at their beginning and which they reveal at their end.
///
/// Every method can fail with [`StoreError::Unavailable`] and the like when the store itself fails. Times are
/// milliseconds since 1970.
pub trait Directory: Debug + Send + Sync {
    /// The secret of this name: generated from the operating system's randomness on first use, and from then on the same for
    /// all nodes of the database.
    fn key<'a>(&'a self, name: &'a str) -> StoreFuture<'a, [u8; 32]>;

    /// Stores the secret of a new game, unless it has one already. Returns the secret of the game, which never changes and is the
    /// same for all nodes.
    fn keep_game_secret<'a>(&'a self, game: &'a GameId, secret: [u8; 32]) -> StoreFuture<'a, [u8; 32]>;

    /// The secret of a game; `None` if none was stored.
    fn game_secret<'a>(&'a self, game: &'a GameId) -> StoreFuture<'a, Option<[u8; 32]>>;

    /// Registers a player; repeating it changes nothing.
    ///
    /// # Errors
    ///
    /// [`StoreError::Taken`] if the id belongs to another player.
    fn register(&self, player: PlayerRecord) -> StoreFuture<'_, ()>;

    /// A player, erased or not; `None` if the id is unknown.
    fn player(&self, id: PlayerId) -> StoreFuture<'_, Option<PlayerRecord>>;

    /// Renames a player; `false` if the player is unknown or erased.
    fn rename<'a>(&'a self, id: PlayerId, display_name: &'a str) -> StoreFuture<'a, bool>;

    /// Sets whether others see the results of a player; `false` if the player is unknown or erased.
    fn hide_results(&self, id: PlayerId, hidden: bool) -> StoreFuture<'_, bool>;

    /// Replaces the secret of a player, if it is still the old one; `false` otherwise.
    fn rotate_secret<'a>(
        &'a self,
        id: PlayerId,
        old: &'a [u8; 32],
        new: &'a [u8; 32],
    ) -> StoreFuture<'a, bool>;

    /// Blanks the name and the secret of a player permanently, and removes the notes about them, their learning data
    /// and the list of their games, so that the id no longer leads to a person; `false` if the player is unknown
    /// or already erased. From then on nothing is stored about them: no seat, no block, no complaint, no ban, no note. The old
    /// data in the files of the store is overwritten as far as the database supports it.
    ///
    /// Notes are found through the seats of the player: do not store a note about a player who never had a seat in its game.
    fn erase(&self, id: PlayerId, now: u64) -> StoreFuture<'_, bool>;

    /// Lists a table; repeating it changes nothing.
    ///
    /// # Errors
    ///
    /// [`StoreError::Taken`] if the code, or the game, belongs to another table.
    fn open_table(&self, table: TableEntry) -> StoreFuture<'_, ()>;

    /// The table of a game.
    fn table<'a>(&'a self, game: &'a GameId) -> StoreFuture<'a, Option<TableEntry>>;

    /// The table with this code.
    fn table_by_code<'a>(&'a self, code: &'a Code) -> StoreFuture<'a, Option<TableEntry>>;

    /// Updates a table to a version of its game. An update of an older version is ignored, and so is an earlier one of the same
    /// version. `false` if nothing changed.
    fn update_table<'a>(&'a self, game: &'a GameId, update: TableUpdate) -> StoreFuture<'a, bool>;

    /// The tables that are public, wait for players, have a free seat and pass the filter, in its order.
    fn open_tables<'a>(&'a self, filter: &'a TableFilter) -> StoreFuture<'a, Vec<TableEntry>>;

    /// Records that a player takes a seat; repeating it changes nothing. `false` if the player is erased.
    fn record_seat<'a>(&'a self, player: PlayerId, game: &'a GameId, at: u64) -> StoreFuture<'a, bool>;

    /// Whether a player took a seat in a game.
    fn has_sat<'a>(&'a self, player: PlayerId, game: &'a GameId) -> StoreFuture<'a, bool>;

    /// At most `limit` games in which a player took a seat, the newest first. A game without events is left out.
    fn games_of(&self, player: PlayerId, limit: u32) -> StoreFuture<'_, Vec<PlayerGame>>;

    /// Records whether a player blocks another; repeating it changes nothing.
    fn set_block(&self, block: Block, blocked: bool) -> StoreFuture<'_, ()>;

    /// The players whom a player blocked, in the order of their ids.
    fn blocks_of(&self, player: PlayerId) -> StoreFuture<'_, Vec<PlayerId>>;

    /// The players who blocked a player, in the order of their ids.
    fn blocked_by(&self, player: PlayerId) -> StoreFuture<'_, Vec<PlayerId>>;

    /// Stores a complaint for the operator, only the first of this reporter about this player and game, and only if the reporter
    /// has fewer than `most`. Returns whether it was stored.
    fn report(&self, complaint: Complaint, most: u32) -> StoreFuture<'_, bool>;

    /// At most `limit` complaints, the newest first.
    fn complaints(&self, limit: u32) -> StoreFuture<'_, Vec<Complaint>>;

    /// Imposes a sanction at this time, or lifts it with `None`; `false` if that changed nothing.
    fn set_sanction(&self, sanction: Sanction, at: Option<u64>) -> StoreFuture<'_, bool>;

    /// Whether a sanction is in force.
    fn is_sanctioned(&self, sanction: Sanction) -> StoreFuture<'_, bool>;

    /// At most `limit` sanctions in force, with their times, the newest first.
    fn sanctions(&self, limit: u32) -> StoreFuture<'_, Vec<(Sanction, u64)>>;
}

/// Keeps the learning data of players: a projection of the events and of games uploaded by devices.
///
/// Finished games never change, so an entry is written once. Snapshots follow from the entries and can be removed at any
/// time. Nothing is stored about players who are unknown or erased. Every method can fail with
/// [`StoreError::Unavailable`] and the like when the store itself fails.
pub trait Learning: Debug + Send + Sync {
    /// Stores finished games, each once, and removes the snapshots after them. Returns how many were new.
    fn record_played(&self, games: Vec<PlayedEntry>) -> StoreFuture<'_, u64>;

    /// At most `limit` games of a player that ended at `until` or before, in order, after `after`.
    fn played<'a>(
        &'a self,
        player: PlayerId,
        after: Option<&'a PlayedPlace>,
        until: u64,
        limit: u32,
    ) -> StoreFuture<'a, Vec<PlayedEntry>>;

    /// How many games devices uploaded for a player.
    fn count_uploaded(&self, player: PlayerId) -> StoreFuture<'_, u64>;

    /// The last snapshot of this revision whose games ended at `until` or before.
    fn snapshot(
        &self,
        player: PlayerId,
        revision: u32,
        until: u64,
    ) -> StoreFuture<'_, Option<ProfileSnapshot>>;

    /// At most `limit` snapshots of this revision after `after`, in the order of their players and places.
    fn snapshots_after<'a>(
        &'a self,
        revision: u32,
        after: Option<(PlayerId, &'a PlayedPlace)>,
        limit: u32,
    ) -> StoreFuture<'a, Vec<ProfileSnapshot>>;

    /// Stores a snapshot, unless a game was added before its place meanwhile. Returns whether it was stored.
    fn save_snapshot(&self, snapshot: ProfileSnapshot) -> StoreFuture<'_, bool>;

    /// Removes every snapshot, so that all profiles are folded again.
    fn clear_snapshots(&self) -> StoreFuture<'_, ()>;

    /// Stores judgements of finished games, unless the same or a newer revision is stored already. Returns how many were written.
    fn record_judged(&self, games: Vec<JudgedEntry>) -> StoreFuture<'_, u64>;

    /// At most `limit` of these entries of a player, of this revision and of games that ended at `until` or before, in order,
    /// after `after`.
    fn judged<'a>(
        &'a self,
        player: PlayerId,
        revision: u32,
        after: Option<&'a PlayedPlace>,
        until: u64,
        limit: u32,
    ) -> StoreFuture<'a, Vec<JudgedEntry>>;

    /// Whether a judgement of a game is stored, of this revision or a newer one.
    fn has_judged<'a>(&'a self, player: PlayerId, game: &'a GameId, revision: u32) -> StoreFuture<'a, bool>;

    /// The practice data of a player; `None` before the first time.
    fn practice(&self, player: PlayerId) -> StoreFuture<'_, Option<PracticeRecord>>;

    /// Replaces the practice data of a player if it is at this version, 0 before the first time. Returns whether it was replaced.
    fn save_practice(&self, player: PlayerId, expected: u64, body: String) -> StoreFuture<'_, bool>;
}

/// The name of a game's secret among the keys. No other key has a `/` in its name.
pub(crate) fn secret_name(game: &GameId) -> String {
    format!("game/{game}")
}
