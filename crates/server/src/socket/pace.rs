use std::time::Duration;

use live::TokenBucket;
use tokio::time::Instant;

use super::send::CloseReason;

/// Messages in a row, and how fast the right to another one comes back.
pub(super) const BURST: u32 = 60;
const PACE: Duration = Duration::from_millis(50);
/// Messages that cannot be read, after which the socket ends.
const MOST_BAD: u32 = 20;

/// Limits what one socket may send: a token bucket, and a count of unreadable messages.
#[derive(Debug)]
pub(super) struct Pace {
    since: Instant,
    messages: TokenBucket,
    bad: u32,
}

impl Pace {
    pub(super) fn new() -> Self {
        Self { since: Instant::now(), messages: TokenBucket::default(), bad: 0 }
    }

    /// Takes a token for a message.
    pub(super) fn admit(&mut self) -> Result<(), CloseReason> {
        self.messages.take(PACE, PACE * BURST, self.since.elapsed()).map_err(|_| CloseReason::Resync)
    }

    /// Counts a message that could not be read.
    pub(super) fn count_bad(&mut self) -> Result<(), CloseReason> {
        self.bad += 1;
        if self.bad >= MOST_BAD { Err(CloseReason::Policy) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn messages_come_in_bursts_and_then_slowly() {
        let mut pace = Pace::new();
        assert!((0..BURST).all(|_| pace.admit().is_ok()));
        assert_eq!(pace.admit(), Err(CloseReason::Resync));
    }

    #[tokio::test]
    async fn twenty_unreadable_messages_end_a_socket() {
        let mut pace = Pace::new();
        assert!((1..MOST_BAD).all(|_| pace.count_bad().is_ok()));
        assert_eq!(pace.count_bad(), Err(CloseReason::Policy));
    }
}
