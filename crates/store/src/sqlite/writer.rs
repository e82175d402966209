//! The one task that writes: it commits queued writes in groups, and acknowledges each after the commit.

use std::time::Duration;

use ledger::{Receipt, Stream};
use sqlx::{AssertSqlSafe, Connection as _, Row as _, SqliteConnection};
use tokio::sync::{mpsc, oneshot};

use super::directory::{self, Change};
use super::gathering::Gathering;
use super::{SqliteSettings, append, events};
use crate::append::Append;
use crate::checkpoint::Checkpoint;
use crate::error::StoreError;
use crate::note::Note;

/// A write, and who waits for it.
#[derive(Debug)]
pub(super) struct Request {
    pub(super) write: Write,
    pub(super) reply: oneshot::Sender<Result<Written, StoreError>>,
}

impl Request {
    const fn append(&self) -> Option<&Append> {
        if let Write::Append(append) = &self.write { Some(append) } else { None }
    }
}

#[derive(Debug)]
pub(super) enum Write {
    Append(Append),
    Note(Vec<Note>),
    /// Remove at most so many notes of a stream that are not younger than `last`.
    Prune {
        stream: Stream,
        last: u64,
        limit: u32,
    },
    Save(Checkpoint),
    /// Change the directory.
    Directory(Change),
    /// Merge the write-ahead log into the file and cut it off, so that nothing erased is left in it.
    Truncate,
    /// Commit what is queued, then accept no more.
    Close,
}

#[derive(Clone, Debug)]
pub(super) enum Written {
    Appended(Receipt),
    /// The number of changed rows.
    Rows(u64),
}

impl Written {
    pub(super) const fn rows(&self) -> u64 {
        match self {
            Self::Appended(_) => 0,
            Self::Rows(rows) => *rows,
        }
    }
}

/// Writes until every sender is gone.
pub(super) async fn run(
    mut connection: SqliteConnection,
    mut queue: mpsc::Receiver<Request>,
    settings: SqliteSettings,
) {
    let group = settings.group.max(1);
    let mut requests = Vec::with_capacity(group);
    let mut closing = Vec::new();
    let mut gathering = Gathering::new(settings.gather);
    while queue.recv_many(&mut requests, group).await > 0 {
        let only_appends = requests.iter().all(|request| request.append().is_some());
        if only_appends && requests.len() < group && gathering.is_worth_it(requests.len()) {
            tokio::time::sleep(settings.gather).await;
            while requests.len() < group
                && let Ok(request) = queue.try_recv()
            {
                requests.push(request);
            }
        }
        gathering.note(requests.iter().filter_map(Request::append).map(Append::game));
        if requests.iter().any(|request| matches!(request.write, Write::Close)) {
            queue.close();
            closing.extend(requests.extract_if(.., |request| matches!(request.write, Write::Close)));
        }
        let truncations: Vec<Request> =
            requests.extract_if(.., |request| matches!(request.write, Write::Truncate)).collect();
        write(&mut connection, std::mem::take(&mut requests)).await;
        if !truncations.is_empty() {
            let truncated = truncate(&mut connection, settings.timeout).await;
            for request in truncations {
                let _ = request.reply.send(truncated.clone().map(|()| Written::Rows(0)));
            }
        }
    }
    let closed = connection.close().await;
    for request in closing {
        let result = match &closed {
            Ok(()) => Ok(Written::Rows(0)),
            Err(error) => Err(StoreError::Unavailable { reason: error.to_string() }),
        };
        let _ = request.reply.send(result);
    }
}

/// Readers that are in the middle of something keep the log; they are short, so it is tried again. It does not wait for one
/// that takes longer, such as a backup: all writes would wait as well. Everything is erased in the file then; the log
/// goes with the next truncation, or with the server.
async fn truncate(connection: &mut SqliteConnection, timeout: Duration) -> Result<(), StoreError> {
    const ATTEMPTS: u32 = 25;
    const PAUSE: Duration = Duration::from_millis(20);
    set_timeout(connection, Duration::ZERO).await?;
    let mut truncated = Ok(false);
    for _ in 0..ATTEMPTS {
        truncated = try_truncate(connection).await;
        if !matches!(truncated, Ok(false)) {
            break;
        }
        tokio::time::sleep(PAUSE).await;
    }
    set_timeout(connection, timeout).await?;
    truncated.map(drop)
}

async fn try_truncate(connection: &mut SqliteConnection) -> Result<bool, StoreError> {
    let row = sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").fetch_one(connection).await?;
    Ok(row.try_get::<i64, _>(0)? == 0)
}

/// How long statements wait for other programs that use the file.
async fn set_timeout(connection: &mut SqliteConnection, timeout: Duration) -> Result<(), StoreError> {
    let sql = AssertSqlSafe(format!("PRAGMA busy_timeout = {}", timeout.as_millis()));
    sqlx::query(sql).persistent(false).execute(connection).await?;
    Ok(())
}

/// Writes a group in one transaction and acknowledges each write. If the group fails, each write gets a transaction of
/// its own, so that only the culprit gets the error. If the file is locked by another program all fail at once: each
/// would wait as long again. A caller that is gone gets its receipt when it repeats the command.
async fn write(connection: &mut SqliteConnection, requests: Vec<Request>) {
    if requests.is_empty() {
        return;
    }
    if requests.len() > 1 {
        match commit(connection, &requests).await {
            Ok(results) => return reply(requests, results),
            Err(busy @ StoreError::Busy(_)) => {
                roll_back(connection).await;
                let results = vec![Err(busy); requests.len()];
                return reply(requests, results);
            }
            Err(_) => roll_back(connection).await,
        }
    }
    for request in requests {
        match commit(connection, std::slice::from_ref(&request)).await {
            Ok(results) => reply(vec![request], results),
            Err(error) => {
                roll_back(connection).await;
                let _ = request.reply.send(Err(error));
            }
        }
    }
}

fn reply(requests: Vec<Request>, results: Vec<Result<Written, StoreError>>) {
    for (request, result) in requests.into_iter().zip(results) {
        let _ = request.reply.send(result);
    }
}

/// Commits all of it, or fails and has changed nothing. The results may be sent afterwards: the group is durable.
async fn commit(
    connection: &mut SqliteConnection,
    requests: &[Request],
) -> Result<Vec<Result<Written, StoreError>>, StoreError> {
    let appends: Vec<&Append> = requests.iter().filter_map(Request::append).collect();
    if appends.len() == requests.len()
        && let Some(appended) = append::append_at_once(connection, &appends).await?
    {
        return Ok(appended.into_iter().map(|result| result.map(Written::Appended)).collect());
    }
    // IMMEDIATE: no other process can write between our reads and our writes.
    sqlx::query("BEGIN IMMEDIATE").execute(&mut *connection).await?;
    let mut results = Vec::with_capacity(requests.len());
    // Appends that follow each other are written in one go.
    for run in requests.chunk_by(|one, next| one.append().is_some() && next.append().is_some()) {
        let appends: Vec<&Append> = run.iter().filter_map(Request::append).collect();
        if !appends.is_empty() {
            let appended = append::append(connection, &appends).await?;
            results.extend(appended.into_iter().map(|result| result.map(Written::Appended)));
            continue;
        }
        for request in run {
            match perform(connection, &request.write).await {
                // It was refused before anything was written; the others go on.
                Err(refusal) if refusal.is_refusal() => results.push(Err(refusal)),
                Err(error) => return Err(error),
                Ok(written) => results.push(Ok(written)),
            }
        }
    }
    sqlx::query("COMMIT").execute(&mut *connection).await?;
    Ok(results)
}

async fn roll_back(connection: &mut SqliteConnection) {
    // SQLite has often rolled back by itself; then there is nothing left to roll back.
    let _ = sqlx::query("ROLLBACK").execute(&mut *connection).await;
}

async fn perform(connection: &mut SqliteConnection, write: &Write) -> Result<Written, StoreError> {
    let rows = match write {
        Write::Note(notes) => events::insert_notes(connection, notes).await?,
        Write::Prune { stream, last, limit } => events::prune(connection, *stream, *last, *limit).await?,
        Write::Save(checkpoint) => events::save_checkpoint(connection, checkpoint).await?,
        Write::Directory(change) => directory::perform(connection, change).await?,
        // Appends are written by their runs.
        Write::Append(_) | Write::Truncate | Write::Close => 0,
    };
    Ok(Written::Rows(rows))
}
