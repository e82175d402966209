//! One file, one writer, any number of readers.

mod append;
mod backup;
mod conduct;
mod directory;
mod events;
mod examine;
mod gathering;
mod learning;
mod packing;
mod request;
mod rows;
mod schema;
mod truncation;
mod wal_checkpointer;
mod writer;

use std::path::Path;
use std::time::{Duration, Instant};

use ledger::{PlayerId, Receipt, Stream};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions as _, Connection as _, SqliteConnection, SqlitePool};
use tokio::sync::{Mutex, mpsc, oneshot};

use self::directory::{Change, Secret};
use self::packing::Finished;
use self::request::{Request, Write, Written};
use self::wal_checkpointer::WalCheckpointer;
use crate::append::Append;
use crate::archive::{Directory, Learning, Store, StoreFuture, secret_name};
use crate::checkpoint::Checkpoint;
use crate::conduct::{Block, Complaint};
use crate::cursor::{Cursor, Page, StoredEvent, StoredGame};
use crate::defect::Defect;
use crate::error::StoreError;
use crate::learning::{JudgedEntry, PlayedEntry, PlayedPlace, PracticeRecord, ProfileSnapshot};
use crate::note::{Note, Pruned, expired};
use crate::pack::Pack;
use crate::player::PlayerRecord;
use crate::random::random_bytes;
use crate::rows::Shape;
use crate::sanction::Sanction;
use crate::table::{PlayerGame, TableEntry, TableFilter, TableUpdate};
use protocol::Code;
use protocol::GameId;

pub use self::backup::Restored;

/// How many notes are removed in one transaction, so that other writes do not wait long.
const PRUNED_AT_ONCE: u32 = 1000;

/// How many finished games are looked up at once to pack their logs.
const PACKED_AT_ONCE: u32 = 100;

/// Pages of the write-ahead log, 64 MiB, after which a commit runs a checkpoint by itself. Before that checkpoints run beside
/// the writes ([`wal_checkpointer`]).
const CHECKPOINT_PAGES: &str = "16384";

/// The page cache of the writer, in KiB, which SQLite wants negative: an append changes pages at random places of two indexes,
/// and thousands of games are played at once.
const WRITER_CACHE: &str = "-8192";

/// How a file is used; the defaults suit a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SqliteSettings {
    /// At most this many writes are committed together; at least 1.
    pub group: usize,
    /// The longest that a commit waits for others to join it, while many games append; zero never waits.
    pub gather: Duration,
    /// At most this many writes are queued, further callers wait; at least 1.
    pub queue: usize,
    /// How many reads run at once; at least 1.
    pub readers: u32,
    /// How long to wait for another program that writes to the file.
    pub timeout: Duration,
    /// The largest size of the file; `None` leaves it to the disk.
    pub max_bytes: Option<u64>,
}

impl Default for SqliteSettings {
    fn default() -> Self {
        let (gather, timeout) = (Duration::from_millis(8), Duration::from_secs(5));
        Self { group: 128, gather, queue: 1024, readers: 4, timeout, max_bytes: None }
    }
}

/// A store in one SQLite file, in WAL mode and with `synchronous=FULL`: an acknowledged write survives a power cut.
///
/// All writes go through one task, which commits those in its queue together and then acknowledges each. While many games
/// append, it waits for more appends, at most [`SqliteSettings::gather`]: a commit costs about the same for one as for ten. More
/// than one process may use the file; they take turns.
#[derive(Debug)]
pub struct Sqlite {
    /// `None` where the file was opened to be read only.
    writer: Option<mpsc::Sender<Request>>,
    readers: SqlitePool,
    /// The last finished game that was looked at to pack its log.
    packed_to: Mutex<Finished>,
}

impl Sqlite {
    /// Opens a file, creates it if there is none, and migrates its schema. Must be called within a tokio runtime, on
    /// which the writer runs.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if it cannot be opened, [`StoreError::Corrupt`] if it is no database,
    /// [`StoreError::Foreign`] if it belongs to another program, [`StoreError::NewerSchema`] if a newer version of
    /// this program migrated it.
    pub async fn open(file: &Path, settings: SqliteSettings) -> Result<Self, StoreError> {
        open(file, settings).await.map_err(|error| error.at(file.display()))
    }

    /// Opens a file to read it only, while another program may write to it. Nothing is created and nothing is migrated;
    /// every write is refused.
    ///
    /// # Errors
    ///
    /// As [`Sqlite::open`]; [`StoreError::Malformed`] if its schema is older than this program.
    pub async fn open_to_read(file: &Path) -> Result<Self, StoreError> {
        let options = SqliteConnectOptions::new()
            .filename(file)
            .read_only(true)
            .busy_timeout(SqliteSettings::default().timeout)
            .pragma("query_only", "ON")
            .disable_statement_logging();
        let open = async {
            let mut connection = SqliteConnection::connect_with(&options).await?;
            schema::recognise(&mut connection).await?;
            schema::require_newest(&mut connection).await?;
            connection.close().await?;
            let readers = SqlitePoolOptions::new().max_connections(2).connect_with(options).await?;
            Ok(Self { writer: None, readers, packed_to: Mutex::default() })
        };
        open.await.map_err(|error: StoreError| error.at(file.display()))
    }

    /// Defects that the database itself finds: damaged pages and indexes, dangling references, versions that do not match the
    /// number of events, and remains of erased players. Another program may write meanwhile.
    ///
    /// # Errors
    ///
    /// As every read.
    pub async fn examine(&self) -> Result<Vec<Defect>, StoreError> {
        examine::examine(&self.readers).await
    }

    /// All tables, and the rows in them.
    pub(crate) async fn rows(&self) -> Result<(rows::SqliteRows<'_>, Vec<Shape>), StoreError> {
        Ok((rows::SqliteRows(&self.readers), rows::shapes(&self.readers).await?))
    }

    /// Queues a write and waits until it is committed.
    async fn write(&self, write: Write) -> Result<Written, StoreError> {
        self.queue(write).await?.await.map_err(|_| StoreError::closed())?
    }

    /// Queues a write; its result comes when it is committed.
    async fn queue(
        &self,
        write: Write,
    ) -> Result<oneshot::Receiver<Result<Written, StoreError>>, StoreError> {
        let (reply, result) = oneshot::channel();
        let Some(writer) = &self.writer else {
            let reason = String::from("it was opened to be read only");
            return Err(StoreError::Unavailable { reason });
        };
        writer.send(Request { write, reply }).await.map_err(|_| StoreError::closed())?;
        Ok(result)
    }

    async fn change(&self, change: Change) -> Result<u64, StoreError> {
        Ok(self.write(Write::Directory(change)).await?.rows())
    }

    async fn prune(&self, now: u64) -> Result<Pruned, StoreError> {
        let mut pruned = Pruned::default();
        for (stream, last) in expired(now) {
            loop {
                let removed = self.write(Write::Prune { stream, last, limit: PRUNED_AT_ONCE }).await?.rows();
                pruned.count(stream, removed);
                if removed < u64::from(PRUNED_AT_ONCE) {
                    break;
                }
            }
        }
        Ok(pruned)
    }

    async fn pack(&self, before: u64) -> Result<u64, StoreError> {
        // One at a time; a game that could not be packed is looked at again when the file is opened again.
        let mut packed_to = self.packed_to.lock().await;
        let mut packed = 0;
        loop {
            let games = packing::finished(&self.readers, &packed_to, before, PACKED_AT_ONCE).await?;
            let Some(last) = games.last() else { return Ok(packed) };
            for finished in &games {
                let game = finished.game()?;
                let rows = packing::rows(&self.readers, &game).await?;
                let pack = tokio::task::spawn_blocking(|| Pack::of(rows)).await.ok().flatten();
                if let Some(pack) = pack {
                    packed += self.write(Write::Pack(game, pack)).await?.rows();
                }
            }
            *packed_to = last.clone();
        }
    }

    /// Unpacks every log.
    pub(crate) async fn unpack_all(&self) -> Result<(), StoreError> {
        loop {
            let games = packing::packed(&self.readers, PACKED_AT_ONCE).await?;
            if games.is_empty() {
                return Ok(());
            }
            for game in games {
                self.write(Write::Unpack(game)).await?;
            }
        }
    }

    async fn key(&self, name: &str) -> Result<[u8; 32], StoreError> {
        if let Some(secret) = directory::key(&self.readers, name).await? {
            return Ok(secret);
        }
        self.keep_key(name, random_bytes()?).await
    }

    async fn keep_key(&self, name: &str, secret: [u8; 32]) -> Result<[u8; 32], StoreError> {
        // Of concurrent callers only the first writes; all others read what it wrote.
        if self.change(Change::Key { name: name.to_owned(), secret: Secret(secret) }).await? > 0 {
            return Ok(secret);
        }
        directory::key(&self.readers, name).await?.ok_or_else(|| StoreError::corrupt("a key is gone"))
    }
}

async fn open(file: &Path, settings: SqliteSettings) -> Result<Sqlite, StoreError> {
    let options =
        SqliteConnectOptions::new().filename(file).busy_timeout(settings.timeout).disable_statement_logging();
    create_private(file);
    // Before anything is changed: the file may belong to another program.
    let mut connection = SqliteConnection::connect_with(&options.clone().create_if_missing(true)).await?;
    schema::recognise(&mut connection).await?;
    connection.close().await?;

    let writing = options
        .clone()
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .pragma("wal_autocheckpoint", CHECKPOINT_PAGES)
        .pragma("cache_size", WRITER_CACHE)
        // Erased data is overwritten, not just unlinked.
        .pragma("secure_delete", "ON");
    let mut connection = connect_in_turn(&writing, settings.timeout).await?;
    schema::migrate(&mut connection).await?;
    if let Some(bytes) = settings.max_bytes {
        schema::limit(&mut connection, bytes).await?;
    }
    append::prepare(&mut connection).await?;
    let checkpointer =
        SqliteConnection::connect_with(&options.clone().synchronous(SqliteSynchronous::Full)).await?;
    let readers = SqlitePoolOptions::new()
        .max_connections(settings.readers.max(1))
        // A connection to a file does not go away by itself, and asking costs as much as a small read.
        .test_before_acquire(false)
        .connect_with(options.pragma("query_only", "ON"))
        .await?;
    let (writer, queue) = mpsc::channel(settings.queue.max(1));
    tokio::spawn(writer::run(connection, WalCheckpointer::start(checkpointer), queue, settings));
    Ok(Sqlite { writer: Some(writer), readers, packed_to: Mutex::default() })
}

/// Creates a new file that only its owner can read: it holds the keys that sign tokens and seed dice. SQLite gives the
/// files beside it the same mode. An existing file keeps its mode; if it cannot be created, opening it says why.
fn create_private(file: &Path) {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let _ = options.open(file);
}

/// Switching a new file to a write-ahead log needs exclusive access, and SQLite does not wait for that by itself.
async fn connect_in_turn(
    options: &SqliteConnectOptions,
    timeout: Duration,
) -> Result<SqliteConnection, StoreError> {
    let deadline = Instant::now() + timeout;
    loop {
        match SqliteConnection::connect_with(options).await.map_err(StoreError::from) {
            Err(StoreError::Busy(_)) if Instant::now() < deadline => {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            connected => return connected,
        }
    }
}

impl Store for Sqlite {
    fn append(&self, append: Append) -> StoreFuture<'_, Receipt> {
        Box::pin(async move { Ok(self.write(Write::Append(append)).await?.receipt()) })
    }

    fn append_in_turn(&self, appends: Vec<Append>) -> StoreFuture<'_, Vec<Receipt>> {
        Box::pin(async move {
            let mut waiting = Vec::with_capacity(appends.len());
            for append in appends {
                waiting.push(self.queue(Write::Append(append)).await?);
            }
            let mut receipts = Vec::with_capacity(waiting.len());
            for result in waiting {
                receipts.push(result.await.map_err(|_| StoreError::closed())??.receipt());
            }
            Ok(receipts)
        })
    }

    fn game<'a>(&'a self, game: &'a GameId) -> StoreFuture<'a, Option<StoredGame>> {
        Box::pin(events::game(&self.readers, game))
    }

    fn read<'a>(&'a self, game: &'a GameId, since: u64) -> StoreFuture<'a, Vec<StoredEvent>> {
        Box::pin(events::read(&self.readers, game, since))
    }

    fn games<'a>(&'a self, after: Option<&'a GameId>, limit: u32) -> StoreFuture<'a, Vec<StoredGame>> {
        Box::pin(events::games(&self.readers, after, limit))
    }

    fn follow(&self, after: Cursor, limit: u32) -> StoreFuture<'_, Page> {
        Box::pin(packing::follow(&self.readers, after, limit, ""))
    }

    fn follow_only<'a>(&'a self, after: Cursor, limit: u32, text: &'a str) -> StoreFuture<'a, Page> {
        Box::pin(packing::follow(&self.readers, after, limit, text))
    }

    fn note(&self, notes: Vec<Note>) -> StoreFuture<'_, ()> {
        Box::pin(async move { self.write(Write::Note(notes)).await.map(drop) })
    }

    fn notes_after<'a>(
        &'a self,
        game: &'a GameId,
        stream: Stream,
        after: u64,
        limit: u32,
    ) -> StoreFuture<'a, Vec<(u64, Note)>> {
        Box::pin(events::notes_after(&self.readers, game, stream, after, limit))
    }

    fn count_notes<'a>(&'a self, game: &'a GameId, stream: Stream) -> StoreFuture<'a, u64> {
        Box::pin(events::count_notes(&self.readers, game, stream))
    }

    fn prune(&self, now: u64) -> StoreFuture<'_, Pruned> {
        Box::pin(self.prune(now))
    }

    fn pack(&self, before: u64) -> StoreFuture<'_, u64> {
        Box::pin(self.pack(before))
    }

    fn checkpoint<'a>(&'a self, projection: &'a str) -> StoreFuture<'a, Option<Checkpoint>> {
        Box::pin(events::checkpoint(&self.readers, projection))
    }

    fn save_checkpoint(&self, checkpoint: Checkpoint) -> StoreFuture<'_, ()> {
        Box::pin(async move { self.write(Write::Save(checkpoint)).await.map(drop) })
    }

    fn ready(&self) -> StoreFuture<'_, ()> {
        // Writing a row again passes the writer, its transaction and the disk.
        Box::pin(async move { self.write(Write::Save(Checkpoint::probe())).await.map(drop) })
    }

    fn close(&self) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            // The readers go first: the last connection to close merges the log into the file.
            self.readers.close().await;
            if self.writer.is_none() {
                return Ok(());
            }
            self.write(Write::Close).await.map(drop)
        })
    }
}

impl Directory for Sqlite {
    fn key<'a>(&'a self, name: &'a str) -> StoreFuture<'a, [u8; 32]> {
        Box::pin(self.key(name))
    }

    fn keep_game_secret<'a>(&'a self, game: &'a GameId, secret: [u8; 32]) -> StoreFuture<'a, [u8; 32]> {
        Box::pin(async move { self.keep_key(&secret_name(game), secret).await })
    }

    fn game_secret<'a>(&'a self, game: &'a GameId) -> StoreFuture<'a, Option<[u8; 32]>> {
        Box::pin(async move { directory::key(&self.readers, &secret_name(game)).await })
    }

    fn register(&self, player: PlayerRecord) -> StoreFuture<'_, ()> {
        Box::pin(async move { self.change(Change::Register(player)).await.map(drop) })
    }

    fn player(&self, id: PlayerId) -> StoreFuture<'_, Option<PlayerRecord>> {
        Box::pin(directory::read_player(&self.readers, id))
    }

    fn rename<'a>(&'a self, id: PlayerId, display_name: &'a str) -> StoreFuture<'a, bool> {
        let display_name = display_name.to_owned();
        Box::pin(async move { Ok(self.change(Change::Rename { id, display_name }).await? > 0) })
    }

    fn hide_results(&self, id: PlayerId, hidden: bool) -> StoreFuture<'_, bool> {
        Box::pin(async move { Ok(self.change(Change::HideResults { id, hidden }).await? > 0) })
    }

    fn rotate_secret<'a>(
        &'a self,
        id: PlayerId,
        old: &'a [u8; 32],
        new: &'a [u8; 32],
    ) -> StoreFuture<'a, bool> {
        let change = Change::RotateSecret { id, old: Secret(*old), new: Secret(*new) };
        Box::pin(async move { Ok(self.change(change).await? > 0) })
    }

    fn erase(&self, id: PlayerId, now: u64) -> StoreFuture<'_, bool> {
        Box::pin(async move {
            let erased = self.change(Change::Erase { id, now }).await? > 0;
            if !erased {
                return Ok(false);
            }
            // What was written before is in the log until it is merged into the file and cut off: now, or as soon as
            // nobody reads the log.
            self.write(Write::Truncate).await?;
            Ok(erased)
        })
    }

    fn open_table(&self, table: TableEntry) -> StoreFuture<'_, ()> {
        Box::pin(async move { self.change(Change::OpenTable(table)).await.map(drop) })
    }

    fn table<'a>(&'a self, game: &'a GameId) -> StoreFuture<'a, Option<TableEntry>> {
        Box::pin(directory::table(&self.readers, game))
    }

    fn table_by_code<'a>(&'a self, code: &'a Code) -> StoreFuture<'a, Option<TableEntry>> {
        Box::pin(directory::table_by_code(&self.readers, code))
    }

    fn update_table<'a>(&'a self, game: &'a GameId, update: TableUpdate) -> StoreFuture<'a, bool> {
        let change = Change::UpdateTable { game: game.clone(), update };
        Box::pin(async move { Ok(self.change(change).await? > 0) })
    }

    fn open_tables<'a>(&'a self, filter: &'a TableFilter) -> StoreFuture<'a, Vec<TableEntry>> {
        Box::pin(directory::open_tables(&self.readers, filter))
    }

    fn record_seat<'a>(&'a self, player: PlayerId, game: &'a GameId, at: u64) -> StoreFuture<'a, bool> {
        let change = Change::RecordSeat { player, game: game.clone(), at };
        Box::pin(async move { Ok(self.change(change).await? > 0) })
    }

    fn has_sat<'a>(&'a self, player: PlayerId, game: &'a GameId) -> StoreFuture<'a, bool> {
        Box::pin(directory::has_sat(&self.readers, player, game))
    }

    fn games_of(&self, player: PlayerId, limit: u32) -> StoreFuture<'_, Vec<PlayerGame>> {
        Box::pin(directory::games_of(&self.readers, player, limit))
    }

    fn set_block(&self, block: Block, blocked: bool) -> StoreFuture<'_, ()> {
        Box::pin(async move { self.change(Change::Block { block, blocked }).await.map(drop) })
    }

    fn blocks_of(&self, player: PlayerId) -> StoreFuture<'_, Vec<PlayerId>> {
        Box::pin(conduct::blocks_of(&self.readers, player))
    }

    fn blocked_by(&self, player: PlayerId) -> StoreFuture<'_, Vec<PlayerId>> {
        Box::pin(conduct::blocked_by(&self.readers, player))
    }

    fn report(&self, complaint: Complaint, most: u32) -> StoreFuture<'_, bool> {
        Box::pin(async move { Ok(self.change(Change::Report { complaint, most }).await? > 0) })
    }

    fn complaints(&self, limit: u32) -> StoreFuture<'_, Vec<Complaint>> {
        Box::pin(conduct::complaints(&self.readers, limit))
    }

    fn set_sanction(&self, sanction: Sanction, at: Option<u64>) -> StoreFuture<'_, bool> {
        Box::pin(async move { Ok(self.change(Change::SetSanction { sanction, at }).await? > 0) })
    }

    fn is_sanctioned(&self, sanction: Sanction) -> StoreFuture<'_, bool> {
        Box::pin(async move { conduct::is_sanctioned(&self.readers, &sanction).await })
    }

    fn sanctions(&self, limit: u32) -> StoreFuture<'_, Vec<(Sanction, u64)>> {
        Box::pin(conduct::sanctions(&self.readers, limit))
    }
}

impl Learning for Sqlite {
    fn record_played(&self, games: Vec<PlayedEntry>) -> StoreFuture<'_, u64> {
        Box::pin(self.change(Change::RecordPlayed(games)))
    }

    fn played<'a>(
        &'a self,
        player: PlayerId,
        after: Option<&'a PlayedPlace>,
        until: u64,
        limit: u32,
    ) -> StoreFuture<'a, Vec<PlayedEntry>> {
        Box::pin(learning::played(&self.readers, player, after, until, limit))
    }

    fn count_uploaded(&self, player: PlayerId) -> StoreFuture<'_, u64> {
        Box::pin(learning::count_uploaded(&self.readers, player))
    }

    fn snapshot(
        &self,
        player: PlayerId,
        revision: u32,
        until: u64,
    ) -> StoreFuture<'_, Option<ProfileSnapshot>> {
        Box::pin(learning::snapshot(&self.readers, player, revision, until))
    }

    fn snapshots_after<'a>(
        &'a self,
        revision: u32,
        after: Option<(PlayerId, &'a PlayedPlace)>,
        limit: u32,
    ) -> StoreFuture<'a, Vec<ProfileSnapshot>> {
        Box::pin(learning::snapshots_after(&self.readers, revision, after, limit))
    }

    fn save_snapshot(&self, snapshot: ProfileSnapshot) -> StoreFuture<'_, bool> {
        Box::pin(async move { Ok(self.change(Change::SaveSnapshot(snapshot)).await? > 0) })
    }

    fn clear_snapshots(&self) -> StoreFuture<'_, ()> {
        Box::pin(async move { self.change(Change::ClearSnapshots).await.map(drop) })
    }

    fn record_judged(&self, games: Vec<JudgedEntry>) -> StoreFuture<'_, u64> {
        Box::pin(self.change(Change::RecordJudged(games)))
    }

    fn judged<'a>(
        &'a self,
        player: PlayerId,
        revision: u32,
        after: Option<&'a PlayedPlace>,
        until: u64,
        limit: u32,
    ) -> StoreFuture<'a, Vec<JudgedEntry>> {
        Box::pin(learning::judged(&self.readers, player, revision, after, until, limit))
    }

    fn has_judged<'a>(&'a self, player: PlayerId, game: &'a GameId, revision: u32) -> StoreFuture<'a, bool> {
        Box::pin(learning::has_judged(&self.readers, player, game, revision))
    }

    fn practice(&self, player: PlayerId) -> StoreFuture<'_, Option<PracticeRecord>> {
        Box::pin(learning::practice(&self.readers, player))
    }

    fn save_practice(&self, player: PlayerId, expected: u64, body: String) -> StoreFuture<'_, bool> {
        let change = Change::SavePractice { player, expected, body };
        Box::pin(async move { Ok(self.change(change).await? > 0) })
    }
}
