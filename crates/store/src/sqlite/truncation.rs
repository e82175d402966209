//! Cuts off the write-ahead log after an erasure, so that nothing erased is left in it.
//!
//! A reader in the middle of something keeps the log. Writes do not wait for it: the truncation stays owed, and is tried again
//! between commits and while nobody writes. Readers are short, so that is soon; only a backup takes longer.

use std::time::Duration;

use sqlx::{AssertSqlSafe, Row as _, SqliteConnection};
use tokio::time::Instant;

use super::request::{Request, Written};
use crate::error::StoreError;

/// How long an erasure waits for it. Later it is still owed, but everything is erased in the file.
const WAITED_FOR: Duration = Duration::from_millis(500);
/// How often it is tried while an erasure waits, and after that: each attempt copies the log to the file.
const OFTEN: Duration = Duration::from_millis(20);
const SELDOM: Duration = Duration::from_secs(1);

/// Whether the log has to be cut off, and who waits for it.
#[derive(Debug)]
pub(super) struct Truncation {
    /// How long other statements of the connection wait for other programs.
    timeout: Duration,
    /// When it is tried next; `None` where nothing is owed.
    due: Option<Instant>,
    /// Until when those who wait are not answered.
    patience: Instant,
    waiting: Vec<Request>,
}

impl Truncation {
    pub(super) fn new(timeout: Duration) -> Self {
        Self { timeout, due: None, patience: Instant::now(), waiting: Vec::new() }
    }

    /// When it is to be tried, if it is owed.
    pub(super) const fn due(&self) -> Option<Instant> {
        self.due
    }

    /// Something was erased.
    pub(super) fn owe(&mut self) {
        self.due = Some(Instant::now());
    }

    /// These wait until it is done, within bounds.
    pub(super) fn wait(&mut self, requests: Vec<Request>) {
        if requests.is_empty() {
            return;
        }
        let now = Instant::now();
        if self.waiting.is_empty() {
            self.patience = now + WAITED_FOR;
        }
        self.waiting.extend(requests);
        self.due = self.due.map(|_| now);
    }

    /// Tries it if it is owed and time to, and answers those who wait.
    pub(super) async fn try_when_due(&mut self, connection: &mut SqliteConnection) {
        let truncated = match self.due {
            None => Ok(true),
            Some(due) if due > Instant::now() => return,
            Some(_) => truncate(connection, self.timeout).await,
        };
        self.tried(truncated, Instant::now());
    }

    fn tried(&mut self, truncated: Result<bool, StoreError>, now: Instant) {
        let (done, patient) = (matches!(truncated, Ok(true)), now < self.patience);
        self.due = (!done).then(|| now + if patient { OFTEN } else { SELDOM });
        if done || truncated.is_err() || !patient {
            for request in self.waiting.drain(..) {
                let _ = request.reply.send(truncated.clone().map(|_| Written::Rows(0)));
            }
        }
    }

    /// Those who still wait when the store closes: the last connection merges the log into the file and removes it.
    pub(super) fn into_waiting(self) -> Vec<Request> {
        self.waiting
    }
}

/// Merges the log into the file and cuts it off; `false` if somebody reads it.
async fn truncate(connection: &mut SqliteConnection, timeout: Duration) -> Result<bool, StoreError> {
    set_timeout(connection, Duration::ZERO).await?;
    let truncated = sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").fetch_one(&mut *connection).await;
    set_timeout(connection, timeout).await?;
    Ok(truncated?.try_get::<i64, _>(0)? == 0)
}

/// How long statements wait for other programs that use the file.
async fn set_timeout(connection: &mut SqliteConnection, timeout: Duration) -> Result<(), StoreError> {
    let sql = AssertSqlSafe(format!("PRAGMA busy_timeout = {}", timeout.as_millis()));
    sqlx::query(sql).persistent(false).execute(connection).await?;
    Ok(())
}
