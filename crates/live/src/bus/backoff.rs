use std::time::Duration;

use uuid::Uuid;

/// How long to wait before the next attempt: longer each time, and never the same for two nodes, so that they do not
/// all come at once when Redis is back.
#[derive(Debug)]
pub(super) struct Backoff {
    ceiling: Duration,
}

const SHORTEST: Duration = Duration::from_millis(100);
const LONGEST: Duration = Duration::from_secs(5);

impl Backoff {
    pub(super) const fn new() -> Self {
        Self { ceiling: SHORTEST }
    }

    /// From half the ceiling to all of it.
    pub(super) fn next(&mut self) -> Duration {
        let half = self.ceiling / 2;
        self.ceiling = (self.ceiling * 2).min(LONGEST);
        // The one source of randomness at hand; its last eight bytes hold 62 bits of it.
        let (_, random) = Uuid::new_v4().as_u64_pair();
        half + half.mul_f64(f64::from(u32::try_from(random & 0xffff).unwrap_or(0)) / 65_536.0)
    }

    /// All went well for a while.
    pub(super) fn reset(&mut self) {
        *self = Self::new();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_grow_to_a_bound_and_differ() {
        let mut backoff = Backoff::new();
        let waits: Vec<_> = (0..20).map(|_| backoff.next()).collect();
        for (attempt, wait) in waits.iter().enumerate() {
            let ceiling = LONGEST.min(SHORTEST * 2_u32.saturating_pow(u32::try_from(attempt).unwrap()));
            assert!(*wait >= ceiling / 2 && *wait <= ceiling, "{attempt}: {wait:?} of {ceiling:?}");
        }
        let mut last = waits[10..].to_vec();
        last.dedup();
        assert!(last.len() > 5, "{last:?}");
        backoff.reset();
        assert!(backoff.next() <= SHORTEST);
    }
}
