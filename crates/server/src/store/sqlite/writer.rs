//! The one task that writes: it commits what waits together, and answers after the commit.

use ledger::{Receipt, Stream};
use sqlx::{Connection as _, Row as _, SqliteConnection};
use tokio::sync::{mpsc, oneshot};

use super::super::append::Append;
use super::super::decode::{ask, count};
use super::super::error::StoreError;
use super::super::note::{Note, stream_name};
use super::super::projection::Checkpoint;
use crate::directory::{self, Change};

/// A piece of work, and who waits for it.
#[derive(Debug)]
pub(super) struct Job {
    pub(super) work: Work,
    pub(super) reply: oneshot::Sender<Result<Done, StoreError>>,
}

#[derive(Debug)]
pub(crate) enum Work {
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
    /// Do what waits, then take no more.
    Close,
}

#[derive(Clone, Debug)]
pub(crate) enum Done {
    Appended(Receipt),
    /// So many rows were changed.
    Changed(u64),
}

impl Done {
    pub(crate) const fn rows(&self) -> u64 {
        match self {
            Self::Appended(_) => 0,
            Self::Changed(rows) => *rows,
        }
    }
}

/// Writes until nobody can send any more.
pub(super) async fn run(mut connection: SqliteConnection, mut waiting: mpsc::Receiver<Job>, group: usize) {
    let mut jobs = Vec::with_capacity(group);
    let mut closing = Vec::new();
    while waiting.recv_many(&mut jobs, group).await > 0 {
        if jobs.iter().any(|job| matches!(job.work, Work::Close)) {
            waiting.close();
            closing.extend(jobs.extract_if(.., |job| matches!(job.work, Work::Close)));
        }
        write(&mut connection, std::mem::take(&mut jobs)).await;
    }
    let closed = connection.close().await;
    for job in closing {
        let answer = match &closed {
            Ok(()) => Ok(Done::Changed(0)),
            Err(error) => Err(StoreError::Unavailable { reason: error.to_string(), source: None }),
        };
        let _ = job.reply.send(answer);
    }
}

/// Writes a group in one transaction and answers each; if that fails, each in its own, so that only those get an error
/// who brought it about. When the file is locked by others all of them get it at once: each would wait as long again.
/// Whoever is gone by then gets the answer when the same command comes again.
async fn write(connection: &mut SqliteConnection, jobs: Vec<Job>) {
    if jobs.is_empty() {
        return;
    }
    if jobs.len() > 1 {
        match commit(connection, &jobs).await {
            Ok(answers) => return answer(jobs, answers),
            Err(busy @ StoreError::Busy(_)) => {
                roll_back(connection).await;
                let answers = vec![Err(busy); jobs.len()];
                return answer(jobs, answers);
            }
            Err(_) => roll_back(connection).await,
        }
    }
    for job in jobs {
        let one = std::slice::from_ref(&job);
        match commit(connection, one).await {
            Ok(answers) => answer(vec![job], answers),
            Err(error) => {
                roll_back(connection).await;
                let _ = job.reply.send(Err(error));
            }
        }
    }
}

fn answer(jobs: Vec<Job>, answers: Vec<Result<Done, StoreError>>) {
    for (job, answer) in jobs.into_iter().zip(answers) {
        let _ = job.reply.send(answer);
    }
}

/// Does all of it, or fails and has done nothing. The answers may be given now: it is on the disk.
async fn commit(
    connection: &mut SqliteConnection,
    jobs: &[Job],
) -> Result<Vec<Result<Done, StoreError>>, StoreError> {
    // IMMEDIATE: what is read below is still so when it is written, whoever else uses the file.
    sqlx::query("BEGIN IMMEDIATE").execute(&mut *connection).await?;
    let mut answers = Vec::with_capacity(jobs.len());
    for job in jobs {
        match perform(connection, &job.work).await {
            // It was refused before anything was written; the others go on.
            Err(refusal) if refusal.is_refusal() => answers.push(Err(refusal)),
            Err(error) => return Err(error),
            Ok(done) => answers.push(Ok(done)),
        }
    }
    sqlx::query("COMMIT").execute(&mut *connection).await?;
    Ok(answers)
}

async fn roll_back(connection: &mut SqliteConnection) {
    // SQLite has often rolled back by itself; that there is nothing left to roll back is no error.
    let _ = sqlx::query("ROLLBACK").execute(&mut *connection).await;
}

async fn perform(connection: &mut SqliteConnection, work: &Work) -> Result<Done, StoreError> {
    match work {
        Work::Append(request) => append(connection, request).await.map(Done::Appended),
        Work::Note(notes) => {
            for note in notes {
                sqlx::query("INSERT INTO notes (game, stream, timestamp, body) VALUES (?, ?, ?, ?)")
                    .bind(note.game().as_str())
                    .bind(stream_name(note.stream()))
                    .bind(ask(note.timestamp()))
                    .bind(note.body().to_string())
                    .execute(&mut *connection)
                    .await?;
            }
            Ok(Done::Changed(notes.len() as u64))
        }
        Work::Prune { stream, last, limit } => {
            let sql = "DELETE FROM notes WHERE position IN
                (SELECT position FROM notes WHERE stream = ? AND timestamp <= ? LIMIT ?)";
            let query = sqlx::query(sql).bind(stream_name(*stream)).bind(ask(*last)).bind(limit);
            Ok(Done::Changed(query.execute(&mut *connection).await?.rows_affected()))
        }
        Work::Save(checkpoint) => {
            let sql = "INSERT INTO checkpoints (projection, revision, position, state) VALUES (?, ?, ?, ?)
                ON CONFLICT (projection) DO UPDATE
                SET revision = excluded.revision, position = excluded.position, state = excluded.state";
            sqlx::query(sql)
                .bind(&checkpoint.projection)
                .bind(checkpoint.revision)
                .bind(ask(checkpoint.cursor.position))
                .bind(checkpoint.state.to_string())
                .execute(&mut *connection)
                .await?;
            Ok(Done::Changed(1))
        }
        Work::Directory(change) => directory::perform(connection, change).await.map(Done::Changed),
        Work::Close => Ok(Done::Changed(0)),
    }
}

async fn append(connection: &mut SqliteConnection, request: &Append) -> Result<Receipt, StoreError> {
    let sql = "SELECT kind, games.version AS actual, commands.first, commands.version FROM games
        LEFT JOIN commands ON commands.game = games.id AND commands.command = ? WHERE games.id = ?";
    let query = sqlx::query(sql).bind(request.command().as_str()).bind(request.game().as_str());
    let row = query.fetch_optional(&mut *connection).await?;
    let (mut game, mut command) = (None, None);
    if let Some(row) = &row {
        game = Some((row.try_get("kind")?, count(row.try_get("actual")?)?));
        if let Some(first) = row.try_get::<Option<i64>, _>("first")? {
            command = Some((count(first)?, count(row.try_get("version")?)?));
        }
    }
    if let Some(answer) = request.judge(game, command) {
        return answer;
    }
    let envelopes = request.envelopes()?;
    let (expected, version) = (ask(request.expected()), ask(request.version()));
    sqlx::query(
        "INSERT INTO games (id, kind, version) VALUES (?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET version = excluded.version",
    )
    .bind(request.game().as_str())
    .bind(request.kind().as_str())
    .bind(version)
    .execute(&mut *connection)
    .await?;
    for (place, envelope) in (expected..).zip(envelopes) {
        sqlx::query("INSERT INTO events (game, version, envelope) VALUES (?, ?, ?)")
            .bind(request.game().as_str())
            .bind(place)
            .bind(envelope)
            .execute(&mut *connection)
            .await?;
    }
    sqlx::query("INSERT INTO commands (game, command, first, version) VALUES (?, ?, ?, ?)")
        .bind(request.game().as_str())
        .bind(request.command().as_str())
        .bind(expected)
        .bind(version)
        .execute(&mut *connection)
        .await?;
    request.receipt()
}
