use std::sync::Arc;
use std::thread;

use tokio::sync::Semaphore;

/// Runs work that takes long and that somebody waits for: a few at once, in the order in which they were asked for, so
/// that half of the cores are left to moves and to bots.
#[derive(Debug)]
pub(crate) struct LongWork(Arc<Semaphore>);

impl Default for LongWork {
    fn default() -> Self {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        Self::at_once((cores / 2).max(1))
    }
}

impl LongWork {
    fn at_once(places: usize) -> Self {
        Self(Arc::new(Semaphore::new(places)))
    }

    /// Runs the work on a blocking thread as soon as there is a place.
    pub(crate) fn run(&self, work: impl FnOnce() + Send + 'static) {
        let places = Arc::clone(&self.0);
        tokio::spawn(async move {
            // Nobody closes it.
            let Ok(_place) = places.acquire_owned().await else { return };
            // Work that panicked has no answer, and gives its place back.
            let _ = tokio::task::spawn_blocking(work).await;
        });
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

    use tokio::sync::mpsc;

    use super::*;

    #[tokio::test]
    async fn long_work_waits_for_a_place_and_a_panic_gives_it_back() {
        let (work, running) = (LongWork::at_once(2), Arc::new(AtomicUsize::new(0)));
        let (done, mut finished) = mpsc::unbounded_channel();
        work.run(|| panic!("this work fails"));
        for number in 0..10 {
            let (running, done) = (Arc::clone(&running), done.clone());
            work.run(move || {
                let mut most = running.fetch_add(1, SeqCst) + 1;
                for _ in 0..1_000 {
                    thread::yield_now();
                    most = most.max(running.load(SeqCst));
                }
                running.fetch_sub(1, SeqCst);
                done.send((number, most)).unwrap();
            });
        }
        drop(done);
        let mut numbers = Vec::new();
        while let Some((number, most)) = finished.recv().await {
            assert!(most <= 2, "{most} at once");
            numbers.push(number);
        }
        numbers.sort_unstable();
        assert_eq!(numbers, (0..10).collect::<Vec<_>>());
    }
}
