use std::sync::Arc;
use std::thread;

use tokio::sync::Semaphore;

/// Reports that may be at work or wait: each holds a copy of its game.
const MOST_REPORTS: usize = 100;

/// Runs work that takes long and that somebody waits for: a few at once, in the order in which they were asked for, so
/// that half of the cores are left to moves and to bots.
#[derive(Debug)]
pub(crate) struct LongWork {
    places: Arc<Semaphore>,
    reports: Arc<Semaphore>,
}

impl Default for LongWork {
    fn default() -> Self {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        Self::at_once((cores / 2).max(1), MOST_REPORTS)
    }
}

impl LongWork {
    fn at_once(places: usize, reports: usize) -> Self {
        Self { places: Arc::new(Semaphore::new(places)), reports: Arc::new(Semaphore::new(reports)) }
    }

    /// Runs the work on a blocking thread as soon as there is a place. The caller bounds how much of it waits.
    pub(crate) fn run(&self, work: impl FnOnce() + Send + 'static) {
        let places = Arc::clone(&self.places);
        tokio::spawn(async move {
            // Nobody closes it.
            let Ok(_place) = places.acquire_owned().await else { return };
            // Work that panicked has no answer, and gives its place back.
            let _ = tokio::task::spawn_blocking(work).await;
        });
    }

    /// The same for a report. Anybody may ask for one as often as the limits of clients allow, so it is dropped where too many
    /// of them wait, also of clients who are gone.
    pub(crate) fn run_report(&self, report: impl FnOnce() + Send + 'static) {
        let Ok(admitted) = Arc::clone(&self.reports).try_acquire_owned() else { return };
        self.run(move || {
            report();
            drop(admitted);
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
        let (work, running) = (LongWork::at_once(2, 1), Arc::new(AtomicUsize::new(0)));
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

    #[tokio::test]
    async fn so_many_reports_wait_and_no_more() {
        let work = LongWork::at_once(1, 3);
        let (hold, held) = std::sync::mpsc::channel::<()>();
        let (done, mut finished) = mpsc::unbounded_channel();
        // It ends when this test lets it.
        work.run(move || {
            let _ = held.recv();
        });
        for number in 0..10 {
            let done = done.clone();
            work.run_report(move || done.send(number).unwrap());
        }
        drop(hold);
        for number in 0..3 {
            assert_eq!(finished.recv().await, Some(number));
        }
        // There is room again, also after one that failed.
        for _ in 0..3 {
            work.run_report(|| panic!("this report fails"));
        }
        testbed::eventually("the places are free", async || {
            (work.reports.available_permits() == 3).then_some(())
        })
        .await;
        let last = done.clone();
        work.run_report(move || last.send(10).unwrap());
        assert_eq!(finished.recv().await, Some(10), "of the first ten three were taken");
    }
}
