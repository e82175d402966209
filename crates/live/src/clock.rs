use std::fmt::Debug;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::time::Instant;

/// Wall time, in milliseconds since 1970. Waiting is done on tokio's clock, which a test can pause.
pub trait Clock: Debug + Send + Sync {
    /// The time now.
    fn now(&self) -> u64;
}

/// The clock of the operating system.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

/// Wall time that passes with tokio's clock: where that is paused, games of hours are played in milliseconds.
#[derive(Clone, Copy, Debug)]
pub struct TokioClock {
    start: u64,
    started: Instant,
}

impl Clock for SystemClock {
    fn now(&self) -> u64 {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        milliseconds(since)
    }
}

impl TokioClock {
    /// A clock that shows `start` now.
    #[must_use]
    pub fn starting_at(start: u64) -> Self {
        Self { start, started: Instant::now() }
    }
}

impl Clock for TokioClock {
    fn now(&self) -> u64 {
        later(self.start, self.started.elapsed())
    }
}

/// `at` plus a while.
#[must_use]
pub fn later(at: u64, wait: Duration) -> u64 {
    at.saturating_add(milliseconds(wait))
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn wall_time_passes_with_the_paused_clock() {
        let clock = TokioClock::starting_at(1_000);
        tokio::time::sleep(Duration::from_secs(3600)).await;
        assert_eq!(clock.now(), 1_000 + 3_600_000);
    }
}
