//! Graceful shutdown: work in progress may finish, within a time limit.

use std::time::Duration;

use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tokio_util::task::task_tracker::TrackedFuture;

/// The shutdown of a server; clones refer to the same server.
///
/// Work that must end properly runs [tracked](Self::track), and also waits for [`begun`](Self::begun): a socket then closes with
/// 1001. Work that has not ended in time is [`cut`](Self::cut).
#[derive(Clone, Debug, Default)]
pub(crate) struct Drain {
    begun: CancellationToken,
    cut: CancellationToken,
    under_way: TaskTracker,
}

impl Drain {
    /// Nothing new is taken from now on.
    pub(crate) fn begin(&self) {
        self.begun.cancel();
    }

    pub(crate) fn has_begun(&self) -> bool {
        self.begun.is_cancelled()
    }

    /// Completes when shutdown begins.
    pub(crate) async fn begun(&self) {
        self.begun.cancelled().await;
    }

    /// Completes when the time to end properly is over.
    pub(crate) async fn cut(&self) {
        self.cut.cancelled().await;
    }

    /// Something that the end waits for.
    pub(crate) fn track<F: Future>(&self, work: F) -> TrackedFuture<F> {
        self.under_way.track_future(work)
    }

    /// How many tracked pieces of work have not ended.
    pub(crate) fn under_way(&self) -> usize {
        self.under_way.len()
    }

    /// Waits until all tracked work has ended, at most for this time; then cuts the rest and returns its number.
    pub(crate) async fn finish(&self, limit: Duration) -> usize {
        self.begin();
        self.under_way.close();
        let in_time = tokio::time::timeout(limit, self.under_way.wait()).await;
        let left = if in_time.is_ok() { 0 } else { self.under_way.len() };
        self.cut.cancel();
        left
    }

    /// Cuts everything when it is dropped, as when the future of the server is dropped.
    pub(crate) fn cut_on_drop(&self) -> impl Drop + use<> {
        CutOnDrop(self.clone())
    }
}

struct CutOnDrop(Drain);

impl Drop for CutOnDrop {
    fn drop(&mut self) {
        self.0.begun.cancel();
        self.0.cut.cancel();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn work_that_says_goodbye_is_waited_for() {
        let drain = Drain::default();
        let work = tokio::spawn(drain.track({
            let drain = drain.clone();
            async move { drain.begun().await }
        }));
        assert_eq!((drain.has_begun(), drain.under_way()), (false, 1));
        assert_eq!(drain.finish(Duration::from_secs(60)).await, 0);
        assert!(drain.has_begun());
        work.await.unwrap();
    }

    #[tokio::test(start_paused = true)]
    async fn work_that_does_not_end_is_cut() {
        let drain = Drain::default();
        let work = tokio::spawn(drain.track({
            let drain = drain.clone();
            async move { drain.cut().await }
        }));
        assert_eq!(drain.finish(Duration::from_secs(60)).await, 1);
        work.await.unwrap();
    }

    #[tokio::test]
    async fn dropping_the_guard_cuts() {
        let drain = Drain::default();
        drop(drain.cut_on_drop());
        drain.begun().await;
        drain.cut().await;
    }
}
