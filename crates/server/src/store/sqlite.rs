//! One file, one writer, any number of readers.

mod schema;
mod writer;

use std::path::Path;
use std::time::{Duration, Instant};

use ledger::{Receipt, Stream};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions as _, Connection as _, Row as _, SqliteConnection, SqlitePool};
use tokio::sync::{mpsc, oneshot};

pub(crate) use self::writer::Work;
use self::writer::{Done, Job};
use super::append::Append;
use super::cursor::{Cursor, Page, Recorded};
use super::decode::{ask, count, json, name};
use super::error::StoreError;
use super::name::GameId;
use super::note::{Note, Pruned, due, stream_name};
use super::projection::Checkpoint;
use super::{Answer, Store, StoredEvent, StoredGame};

/// How many notes are removed at once, so that nobody waits long behind them.
const PRUNED_AT_ONCE: u32 = 1000;

/// How a file is used; the defaults suit a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SqliteSettings {
    /// At most this many writes are committed together; at least 1.
    pub group: usize,
    /// At most this many writes wait for their turn, further ones wait outside; at least 1.
    pub queue: usize,
    /// How many reads run at once; at least 1.
    pub readers: u32,
    /// How long to wait for another program that writes to the file.
    pub patience: Duration,
    /// The file may not grow past this; `None` leaves it to the disk.
    pub max_bytes: Option<u64>,
}

impl Default for SqliteSettings {
    fn default() -> Self {
        Self { group: 128, queue: 1024, readers: 4, patience: Duration::from_secs(5), max_bytes: None }
    }
}

/// A store in one SQLite file, in WAL mode and with `synchronous=FULL`: what was answered survives a power cut.
///
/// All writes go through one task, which commits those that wait together and then answers each. More than one
/// process may use the file; they take turns.
#[derive(Debug)]
pub struct Sqlite {
    jobs: mpsc::Sender<Job>,
    pub(crate) readers: SqlitePool,
}

impl Sqlite {
    /// Opens a file, makes it if there is none, and brings its schema up to date. Must be called within a tokio
    /// runtime, on which the writer lives.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if it cannot be opened, [`StoreError::Corrupt`] if it is no database,
    /// [`StoreError::Foreign`] if it is one of another program, [`StoreError::NewerSchema`] if a newer version of
    /// this program made it.
    pub async fn open(file: &Path, settings: SqliteSettings) -> Result<Self, StoreError> {
        open(file, settings).await.map_err(|error| error.at(file.display()))
    }

    /// Hands a piece of work to the writer and waits until it is committed.
    pub(crate) async fn write(&self, work: Work) -> Result<Done, StoreError> {
        let (reply, answer) = oneshot::channel();
        self.jobs.send(Job { work, reply }).await.map_err(|_| StoreError::closed())?;
        answer.await.map_err(|_| StoreError::closed())?
    }

    async fn prune(&self, now: u64) -> Result<Pruned, StoreError> {
        let mut pruned = Pruned::default();
        for (stream, last) in due(now) {
            loop {
                let removed = self.write(Work::Prune { stream, last, limit: PRUNED_AT_ONCE }).await?.rows();
                pruned.count(stream, removed);
                if removed < u64::from(PRUNED_AT_ONCE) {
                    break;
                }
            }
        }
        Ok(pruned)
    }

    async fn follow(&self, after: Cursor, limit: u32) -> Result<Page, StoreError> {
        let sql = "SELECT position, game, kind, envelope FROM events JOIN games ON games.id = events.game
                   WHERE position > ? ORDER BY position LIMIT ?";
        let after_position = ask(after.position);
        let rows = sqlx::query(sql).bind(after_position).bind(limit).fetch_all(&self.readers).await?;
        let mut page = Page { events: Vec::with_capacity(rows.len()), next: after };
        for row in rows {
            page.next = Cursor { transaction: 0, position: count(row.try_get("position")?)? };
            page.events.push(Recorded {
                game: name(row.try_get("game")?)?,
                kind: name(row.try_get("kind")?)?,
                event: json(row.try_get("envelope")?)?,
            });
        }
        Ok(page)
    }
}

async fn open(file: &Path, settings: SqliteSettings) -> Result<Sqlite, StoreError> {
    let options = SqliteConnectOptions::new()
        .filename(file)
        .busy_timeout(settings.patience)
        .disable_statement_logging();
    make_private(file);
    // Looked at before anything is changed: the file may not be ours.
    let mut connection = SqliteConnection::connect_with(&options.clone().create_if_missing(true)).await?;
    schema::recognise(&mut connection).await?;
    connection.close().await?;

    let writing = options
        .clone()
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        // What was erased is overwritten, not just let go.
        .pragma("secure_delete", "ON");
    let mut connection = connect_in_turn(&writing, settings.patience).await?;
    schema::migrate(&mut connection).await?;
    if let Some(bytes) = settings.max_bytes {
        schema::limit(&mut connection, bytes).await?;
    }
    let readers = SqlitePoolOptions::new()
        .max_connections(settings.readers.max(1))
        .connect_with(options.pragma("query_only", "ON"))
        .await?;
    let (jobs, waiting) = mpsc::channel(settings.queue.max(1));
    tokio::spawn(writer::run(connection, waiting, settings.group.max(1)));
    Ok(Sqlite { jobs, readers })
}

/// Makes a new file that only its owner can read: the keys are in it, with which tokens are signed and dice are thrown.
/// SQLite gives the files beside it the same rights. One that is there already stays as its owner wants it; and if it
/// cannot be made, opening it says why.
fn make_private(file: &Path) {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let _ = options.open(file);
}

/// Turning a new file into one with a write-ahead log needs it alone, and SQLite does not wait for that by itself.
async fn connect_in_turn(
    options: &SqliteConnectOptions,
    patience: Duration,
) -> Result<SqliteConnection, StoreError> {
    let deadline = Instant::now() + patience;
    loop {
        match SqliteConnection::connect_with(options).await.map_err(StoreError::from) {
            Err(StoreError::Busy(_)) if Instant::now() < deadline => {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            connected => return connected,
        }
    }
}

fn game_of(row: &sqlx::sqlite::SqliteRow) -> Result<StoredGame, StoreError> {
    Ok(StoredGame {
        id: name(row.try_get("id")?)?,
        kind: name(row.try_get("kind")?)?,
        version: count(row.try_get("version")?)?,
    })
}

impl Store for Sqlite {
    fn append(&self, append: Append) -> Answer<'_, Receipt> {
        Box::pin(async move {
            match self.write(Work::Append(append)).await? {
                Done::Appended(receipt) => Ok(receipt),
                Done::Changed(_) => unreachable!("the writer answers an append with its receipt"),
            }
        })
    }

    fn game<'a>(&'a self, game: &'a GameId) -> Answer<'a, Option<StoredGame>> {
        Box::pin(async move {
            let sql = "SELECT id, kind, version FROM games WHERE id = ?";
            let row = sqlx::query(sql).bind(game.as_str()).fetch_optional(&self.readers).await?;
            row.as_ref().map(game_of).transpose()
        })
    }

    fn read<'a>(&'a self, game: &'a GameId, since: u64) -> Answer<'a, Vec<StoredEvent>> {
        Box::pin(async move {
            let sql = "SELECT envelope FROM events WHERE game = ? AND version >= ? ORDER BY version";
            let since = ask(since);
            let rows = sqlx::query(sql).bind(game.as_str()).bind(since).fetch_all(&self.readers).await?;
            rows.iter().map(|row| json(row.try_get("envelope")?)).collect()
        })
    }

    fn games<'a>(&'a self, after: Option<&'a GameId>, limit: u32) -> Answer<'a, Vec<StoredGame>> {
        Box::pin(async move {
            let sql = "SELECT id, kind, version FROM games WHERE id > ? ORDER BY id LIMIT ?";
            let after = after.map_or("", GameId::as_str);
            let rows = sqlx::query(sql).bind(after).bind(limit).fetch_all(&self.readers).await?;
            rows.iter().map(game_of).collect()
        })
    }

    fn follow(&self, after: Cursor, limit: u32) -> Answer<'_, Page> {
        Box::pin(self.follow(after, limit))
    }

    fn note(&self, notes: Vec<Note>) -> Answer<'_, ()> {
        Box::pin(async move { self.write(Work::Note(notes)).await.map(drop) })
    }

    fn notes<'a>(&'a self, game: &'a GameId, stream: Stream) -> Answer<'a, Vec<Note>> {
        Box::pin(async move {
            let sql = "SELECT timestamp, body FROM notes WHERE game = ? AND stream = ? ORDER BY position";
            let query = sqlx::query(sql).bind(game.as_str()).bind(stream_name(stream));
            let rows = query.fetch_all(&self.readers).await?;
            let note = |row: &sqlx::sqlite::SqliteRow| {
                Note::new(
                    game.clone(),
                    stream,
                    count(row.try_get("timestamp")?)?,
                    json(row.try_get("body")?)?,
                )
            };
            rows.iter().map(note).collect()
        })
    }

    fn prune(&self, now: u64) -> Answer<'_, Pruned> {
        Box::pin(self.prune(now))
    }

    fn checkpoint<'a>(&'a self, projection: &'a str) -> Answer<'a, Option<Checkpoint>> {
        Box::pin(async move {
            let sql = "SELECT revision, position, state FROM checkpoints WHERE projection = ?";
            let row = sqlx::query(sql).bind(projection).fetch_optional(&self.readers).await?;
            row.map(|row| {
                Ok(Checkpoint {
                    projection: projection.to_owned(),
                    revision: row.try_get("revision")?,
                    cursor: Cursor { transaction: 0, position: count(row.try_get("position")?)? },
                    state: json(row.try_get("state")?)?,
                })
            })
            .transpose()
        })
    }

    fn save_checkpoint(&self, checkpoint: Checkpoint) -> Answer<'_, ()> {
        Box::pin(async move { self.write(Work::Save(checkpoint)).await.map(drop) })
    }

    fn ready(&self) -> Answer<'_, ()> {
        Box::pin(async move {
            // An empty write passes the writer, its transaction and the file.
            self.write(Work::Note(Vec::new())).await.map(drop)
        })
    }

    fn close(&self) -> Answer<'_, ()> {
        Box::pin(async move {
            // The readers go first: the last connection to close tidies the log into the file.
            self.readers.close().await;
            self.write(Work::Close).await.map(drop)
        })
    }
}
