//! The one task that writes: it commits queued writes in groups, and acknowledges each after the commit.

use sqlx::{Connection as _, SqliteConnection};
use tokio::sync::mpsc;

use super::directory;
use super::gathering::Gathering;
use super::request::{Request, Write, Written};
use super::truncation::Truncation;
use super::wal_checkpointer::WalCheckpointer;
use super::{SqliteSettings, append, events, packing};
use crate::append::Append;
use crate::error::StoreError;

/// Writes until every sender is gone.
pub(super) async fn run(
    mut connection: SqliteConnection,
    mut checkpointer: WalCheckpointer,
    mut queue: mpsc::Receiver<Request>,
    settings: SqliteSettings,
) {
    let group = settings.group.max(1);
    let mut requests = Vec::with_capacity(group);
    let mut closing = Vec::new();
    let mut gathering = Gathering::new(settings.gather);
    let mut truncation = Truncation::new(settings.timeout);
    loop {
        let receiving = queue.recv_many(&mut requests, group);
        let received = match truncation.due() {
            None => Ok(receiving.await),
            Some(due) => tokio::time::timeout_at(due, receiving).await,
        };
        match received {
            Ok(0) => break,
            Ok(_) => {}
            // Nobody writes.
            Err(_) => {
                truncation.try_when_due(&mut connection).await;
                continue;
            }
        }
        let only_appends = requests.iter().all(|request| request.append().is_some());
        if only_appends
            && requests.len() < group
            && let Some(wait) = gathering.wait(requests.len())
        {
            tokio::time::sleep(wait).await;
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
        let writes = requests.len();
        let erased = write(&mut connection, std::mem::take(&mut requests)).await;
        checkpointer.committed(writes, &mut connection).await;
        // Also where the one who erased waits no more.
        if erased {
            truncation.owe();
        }
        truncation.wait(truncations);
        truncation.try_when_due(&mut connection).await;
    }
    checkpointer.close().await;
    let closed = connection.close().await;
    closing.extend(truncation.into_waiting());
    for request in closing {
        let result = match &closed {
            Ok(()) => Ok(Written::Rows(0)),
            Err(error) => Err(StoreError::Unavailable { reason: error.to_string() }),
        };
        let _ = request.reply.send(result);
    }
}

/// Writes a group in one transaction and acknowledges each write. If the group fails, each write gets a transaction of
/// its own, so that only the culprit gets the error. If the file is locked by another program all fail at once: each
/// would wait as long again. A caller that is gone gets its receipt when it repeats the command.
///
/// Returns whether somebody was erased: not where they had been before.
async fn write(connection: &mut SqliteConnection, requests: Vec<Request>) -> bool {
    if requests.is_empty() {
        return false;
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
    let mut erased = false;
    for request in requests {
        match commit(connection, std::slice::from_ref(&request)).await {
            Ok(results) => erased |= reply(vec![request], results),
            Err(error) => {
                roll_back(connection).await;
                let _ = request.reply.send(Err(error));
            }
        }
    }
    erased
}

/// Whether somebody was erased.
fn reply(requests: Vec<Request>, results: Vec<Result<Written, StoreError>>) -> bool {
    let mut erased = false;
    for (request, result) in requests.into_iter().zip(results) {
        erased |= request.erases() && result.as_ref().is_ok_and(|written| written.rows() > 0);
        let _ = request.reply.send(result);
    }
    erased
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
    if let [request] = requests
        && request.write.is_one_statement()
    {
        return Ok(vec![Ok(perform(connection, &request.write).await?)]);
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
        Write::Pack(game, pack) => packing::replace_rows(connection, game, pack).await?,
        Write::Unpack(game) => packing::restore(connection, game).await?,
        // Appends are written by their runs.
        Write::Append(_) | Write::Truncate | Write::Close => 0,
    };
    Ok(Written::Rows(rows))
}
