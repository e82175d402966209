//! The threads that simulations run on.

use std::sync::Arc;
use std::thread::available_parallelism;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The threads for long work, and how many simulations may use them at a time.
#[derive(Debug)]
pub(crate) struct Simulator {
    /// Absent where the system gives no threads; then there are no simulations.
    pool: Option<rayon::ThreadPool>,
    places: Arc<Semaphore>,
}

impl Default for Simulator {
    /// Takes at most four fifths of the cores, but at least one.
    fn default() -> Self {
        let cores = available_parallelism().map_or(1, usize::from);
        let threads = (cores * 4 / 5).max(1);
        let pool = live::background_pool("simulation", threads);
        Self { pool: pool.ok(), places: Arc::new(Semaphore::new(threads)) }
    }
}

impl Simulator {
    /// A place for one simulation, if one is free; it is free again when the permit is dropped.
    pub(crate) fn place(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.places).try_acquire_owned().ok()
    }

    /// Runs long work as soon as a thread is free.
    pub(crate) fn spawn(&self, work: impl FnOnce() + Send + 'static) {
        if let Some(pool) = &self.pool {
            pool.spawn(work);
        }
    }
}
