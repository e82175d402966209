//! A few threads for work that takes long, so that it never delays a short request.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::error::ApiError;

/// How many pieces of long work run at once.
const WORKERS: usize = 2;

/// How long a request waits for a worker.
const TIMEOUT: Duration = Duration::from_secs(5);

/// The workers of this server.
#[derive(Debug)]
pub(crate) struct Workers(Arc<Semaphore>);

/// One worker, taken until it is dropped.
#[derive(Debug)]
pub(crate) struct Worker {
    _permit: OwnedSemaphorePermit,
}

impl Workers {
    pub(crate) fn new() -> Self {
        Self(Arc::new(Semaphore::new(WORKERS)))
    }

    /// Waits for a free worker, for a while.
    pub(crate) async fn acquire(&self) -> Result<Worker, ApiError> {
        let free = Arc::clone(&self.0).acquire_owned();
        let permit = tokio::time::timeout(TIMEOUT, free).await.map_err(|_| ApiError::Timeout)?;
        permit.map(|permit| Worker { _permit: permit }).map_err(|_| ApiError::Internal)
    }

    /// Waits for a free worker without a limit, for work without a deadline.
    pub(crate) async fn wait(&self) -> Worker {
        let permit = Arc::clone(&self.0).acquire_owned().await;
        Worker { _permit: permit.expect("the semaphore is never closed") }
    }
}

impl Worker {
    /// Runs the work on a blocking thread. The worker is taken until the work is done, also when the client that asked
    /// for it has disconnected.
    pub(crate) async fn run_blocking<T: Send + 'static>(
        self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let running = tokio::task::spawn_blocking(move || {
            let done = work();
            drop(self);
            done
        });
        running.await.map_err(|_| ApiError::Internal)
    }
}
