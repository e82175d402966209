use std::time::Duration;

/// A token bucket. It remembers when it will be full again, and nothing else; times are counted from any fixed moment.
///
/// ```
/// use std::time::Duration;
/// use live::TokenBucket;
///
/// // Three at once, and another one every second.
/// let (mut bucket, second) = (TokenBucket::default(), Duration::from_secs(1));
/// let mut take = |now| bucket.take(second, 3 * second, now);
/// assert!((0..3).all(|_| take(second).is_ok()));
/// assert_eq!(take(second), Err(second));
/// assert!(take(2 * second).is_ok());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TokenBucket {
    full_at: Duration,
}

impl TokenBucket {
    /// Takes a token. One comes back after `pace`, all of them after `window`.
    ///
    /// # Errors
    ///
    /// How long to wait for a token, if none is left.
    pub fn take(&mut self, pace: Duration, window: Duration, now: Duration) -> Result<(), Duration> {
        let full_at = self.full_at.max(now) + pace;
        let wait = full_at.saturating_sub(now + window);
        if wait > Duration::ZERO {
            return Err(wait);
        }
        self.full_at = full_at;
        Ok(())
    }

    /// Puts a token back that was taken at this pace.
    pub fn put_back(&mut self, pace: Duration) {
        self.full_at = self.full_at.saturating_sub(pace);
    }

    /// Whether no token is missing.
    #[must_use]
    pub fn is_full(&self, now: Duration) -> bool {
        self.full_at <= now
    }
}
