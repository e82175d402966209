//! Checkpoints the write-ahead log (WAL) beside the writes.
//!
//! SQLite would run the checkpoint at the end of a commit, and all writes behind that one would wait for thousands of pages to
//! reach the disk. Here a second connection runs passive checkpoints while commits go on, and the writer one for what came
//! meanwhile. Then all pages are in the file, and the next commit starts the WAL over.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use sqlx::{Connection as _, SqliteConnection};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use crate::error::StoreError;

/// Pages of the WAL between two checkpoints, about 16 MiB: a page that was written ten times is copied once.
const PAGES: usize = 4096;
/// Pages that a commit adds to the WAL, and that each write in it adds beyond those.
const PAGES_OF_COMMIT: usize = 3;
const PAGES_OF_WRITE: usize = 3;

/// Checkpoints in a row beside the writes: the second copies what came during the first, which is little.
const PASSES: u32 = 2;

/// The task that runs checkpoints, and what the writer knows of it.
#[derive(Debug)]
pub(super) struct WalCheckpointer {
    ask: mpsc::Sender<()>,
    /// Whether all but the last few pages are in the file.
    done: Arc<AtomicBool>,
    task: JoinHandle<()>,
    /// Pages that came since it was last asked, about.
    pages: usize,
}

impl WalCheckpointer {
    pub(super) fn start(connection: SqliteConnection) -> Self {
        let (ask, asked) = mpsc::channel(1);
        let done = Arc::new(AtomicBool::new(false));
        let task = tokio::spawn(checkpoint_when_asked(connection, asked, Arc::clone(&done)));
        Self { ask, done, task, pages: 0 }
    }

    /// The writer has committed so many writes, and has answered their callers.
    pub(super) async fn committed(&mut self, writes: usize, writer: &mut SqliteConnection) {
        self.pages += PAGES_OF_COMMIT + PAGES_OF_WRITE * writes;
        if self.done.swap(false, Relaxed) {
            // If that fails the WAL grows on until the next checkpoint.
            let _ = checkpoint(writer).await;
        }
        if self.pages >= PAGES && self.ask.try_send(()).is_ok() {
            self.pages = 0;
        }
    }

    /// Ends, so that the writer's connection is the last to close.
    pub(super) async fn close(self) {
        drop(self.ask);
        let _ = self.task.await;
    }
}

async fn checkpoint_when_asked(
    mut connection: SqliteConnection,
    mut asked: mpsc::Receiver<()>,
    done: Arc<AtomicBool>,
) {
    while asked.recv().await.is_some() {
        let mut all = true;
        for _ in 0..PASSES {
            all &= checkpoint(&mut connection).await.is_ok();
        }
        done.store(all, Relaxed);
    }
    let _ = connection.close().await;
}

/// Copies the pages that no reader needs any more to the file, without waiting for anybody.
async fn checkpoint(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").execute(connection).await?;
    Ok(())
}
