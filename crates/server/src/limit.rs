//! How often one client may ask (RFC-001 10.3).

use std::collections::HashMap;
use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// So many requests a minute: a bucket that holds as many, and fills again at that pace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Quota {
    pub(crate) per_minute: u32,
}

/// Who asks, as far as limits can tell: an IPv4 address, or the network of an IPv6 address, since whoever has one has
/// all 2^64 addresses of it. Headers that a client can write are not looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Client(IpAddr);

/// Remembers when the bucket of every client will be full again, and nothing else about it.
#[derive(Debug, Default)]
pub(crate) struct Limiter {
    buckets: Mutex<Buckets>,
}

#[derive(Debug, Default)]
struct Buckets {
    full_at: HashMap<(Client, &'static str), Duration>,
    /// When full ones were last thrown away.
    swept: Option<Duration>,
}

const MINUTE: Duration = Duration::from_secs(60);

/// Looking through all buckets takes a millisecond, so a crowd of clients must not make it happen for each of them.
const BETWEEN_SWEEPS: Duration = Duration::from_secs(1);

/// Buckets in memory. When there are as many, all further clients share one.
const BUCKETS: usize = 100_000;

impl Client {
    /// Those who come when there is no room for more.
    const ANYBODY: Self = Self(IpAddr::V4(Ipv4Addr::UNSPECIFIED));

    pub(crate) fn at(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V4(address) => Self(IpAddr::V4(address)),
            IpAddr::V6(address) => Self(IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() >> 64 << 64))),
        }
    }
}

impl Limiter {
    /// Takes one request of `client` for `what` out of its bucket, `now` counted from any fixed moment.
    ///
    /// # Errors
    ///
    /// How long to wait, if the bucket is empty.
    pub(crate) fn take(
        &self,
        client: Client,
        what: &'static str,
        quota: Quota,
        now: Duration,
    ) -> Result<(), Duration> {
        // A thread that panicked here has left nothing half done.
        let Buckets { full_at, swept } = &mut *self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let mut key = (client, what);
        if full_at.len() >= BUCKETS && !full_at.contains_key(&key) {
            if swept.is_none_or(|at| now.saturating_sub(at) >= BETWEEN_SWEEPS) {
                full_at.retain(|_, &mut at| at > now);
                *swept = Some(now);
            }
            if full_at.len() >= BUCKETS {
                key.0 = Client::ANYBODY;
            }
        }
        let at = full_at.get(&key).map_or(now, |&at| at.max(now)) + MINUTE / quota.per_minute.max(1);
        let wait = at.saturating_sub(now + MINUTE);
        if wait > Duration::ZERO {
            return Err(wait);
        }
        full_at.insert(key, at);
        Ok(())
    }
}

impl fmt::Display for Quota {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} times a minute", self.per_minute)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEN: Quota = Quota { per_minute: 10 };

    fn client(address: &str) -> Client {
        Client::at(address.parse().unwrap())
    }

    #[test]
    fn a_full_bucket_empties_and_fills_at_its_pace() {
        let (limiter, me, start) = (Limiter::default(), client("192.0.2.1"), Duration::from_secs(5));
        for _ in 0..10 {
            limiter.take(me, "simulate", TEN, start).unwrap();
        }
        assert_eq!(limiter.take(me, "simulate", TEN, start), Err(Duration::from_secs(6)));
        assert_eq!(
            limiter.take(me, "simulate", TEN, start + Duration::from_secs(4)),
            Err(Duration::from_secs(2))
        );
        limiter.take(me, "simulate", TEN, start + Duration::from_secs(6)).unwrap();
        assert!(limiter.take(me, "simulate", TEN, start + Duration::from_secs(6)).is_err());
        let later = start + 3 * MINUTE;
        let taken = (0..20).take_while(|_| limiter.take(me, "simulate", TEN, later).is_ok()).count();
        assert_eq!(taken, 10, "a bucket holds no more than its quota however long it waited");
    }

    #[test]
    fn buckets_are_per_client_and_path() {
        let limiter = Limiter::default();
        let one = Quota { per_minute: 1 };
        let take = |address, what| limiter.take(client(address), what, one, Duration::ZERO);
        take("192.0.2.1", "a").unwrap();
        take("192.0.2.1", "b").unwrap();
        take("192.0.2.2", "a").unwrap();
        take("192.0.2.1", "a").unwrap_err();
        take("::ffff:192.0.2.1", "a").unwrap_err();
        take("2001:db8::1", "a").unwrap();
        take("2001:db8::ffff:2", "a").unwrap_err();
        take("2001:db8:0:1::1", "a").unwrap();
    }

    #[test]
    fn memory_is_bounded_and_full_buckets_make_room() {
        let limiter = Limiter::default();
        let one = Quota { per_minute: 1 };
        let nth = |n: usize| Client::at(IpAddr::V4(Ipv4Addr::from_bits(u32::try_from(n).unwrap() + 1)));
        for n in 0..BUCKETS {
            limiter.take(nth(n), "a", one, Duration::ZERO).unwrap();
        }
        limiter.take(nth(BUCKETS), "a", one, Duration::ZERO).unwrap();
        limiter.take(nth(BUCKETS + 1), "a", one, Duration::ZERO).unwrap_err();
        assert_eq!(limiter.buckets.lock().unwrap().full_at.len(), BUCKETS + 1);
        limiter.take(nth(BUCKETS + 1), "a", one, 2 * MINUTE).unwrap();
        assert_eq!(limiter.buckets.lock().unwrap().full_at.len(), 1);
    }
}
