//! Rate limits of clients: token buckets by player, by address or by network.

use std::collections::HashMap;
use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use axum::http::Extensions;
use ledger::PlayerId;
use live::{Bus, TokenBucket};

/// A quota of requests: a token bucket that refills over `window`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Quota {
    times: u32,
    window: Duration,
    whose: Whose,
    /// So many for an address, if that is not the same.
    per_address: Option<u32>,
}

/// Whose budget a request is taken from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Whose {
    /// That of the player of the token, or of the address without one.
    Client,
    /// That of the address, with or without a token.
    Address,
    /// That of the player whose secret is sent, if it is right; otherwise that of the address.
    SecretHolder,
}

impl Quota {
    pub(crate) const fn per_minute(times: u32) -> Self {
        Self { times, window: MINUTE, whose: Whose::Client, per_address: None }
    }

    pub(crate) const fn per_hour(times: u32) -> Self {
        Self { times, window: HOUR, whose: Whose::Client, per_address: None }
    }

    /// The same per address: an operation that issues tokens must not give each token a bucket of its own.
    pub(crate) const fn of_address(self) -> Self {
        Self { whose: Whose::Address, ..self }
    }

    /// The same per player if the secret is right, and per address if it is wrong: people behind one address do not share a limit,
    /// and attempts to guess secrets are limited.
    pub(crate) const fn of_secret_holder(self) -> Self {
        Self { whose: Whose::SecretHolder, ..self }
    }

    /// So many for an address, where many people who share one ask without a token.
    pub(crate) const fn per_address(self, times: u32) -> Self {
        Self { per_address: Some(times), ..self }
    }

    pub(crate) const fn whose(self) -> Whose {
        self.whose
    }

    /// What it is for this client.
    pub(crate) fn of_client(self, client: LimitKey) -> Self {
        let times = match (client, self.per_address) {
            (LimitKey::Address(_), Some(times)) => times,
            (LimitKey::Address(_) | LimitKey::Player(_), _) => self.times,
        };
        Self { times, per_address: None, ..self }
    }

    /// How long one request takes to come back.
    pub(crate) fn pace(self) -> Duration {
        self.window / self.times.max(1)
    }

    /// How long an empty bucket takes to be full.
    pub(crate) const fn window(self) -> Duration {
        self.window
    }
}

/// The client of a request for rate limits: a player if there is a token, else an address. So people who share an address
/// do not share their limits, and changing the address gives a player no further ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum LimitKey {
    /// An IPv4 address, or the network of an IPv6 address, since its holder has all 2^64 addresses of it.
    Address(IpAddr),
    /// The holder of this player's token.
    Player(PlayerId),
}

/// The address of the client, also behind a proxy; see [`Proxies`](crate::proxies::Proxies).
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClientAddress(pub(crate) IpAddr);

/// Remembers when the bucket of every client will be full again, and nothing else about it.
///
/// While Redis answers, all nodes share one budget for a client: the local bucket is asked first, so that a flood does not
/// reach Redis, then the one in Redis. Independent of Redis, this node never admits more than the quota, and
/// no request is refused because Redis is slow or unavailable.
#[derive(Debug)]
pub(crate) struct Limiter {
    buckets: Mutex<Buckets>,
    bus: Bus,
}

#[derive(Debug, Default)]
struct Buckets {
    by_client: HashMap<(LimitKey, &'static str), TokenBucket>,
    /// When full ones were last thrown away.
    swept: Option<Duration>,
}

/// The name of the operation that carries out commands, over HTTP and sockets alike, and how often one player may: once a
/// second, for ever. A thousand times an hour would be reached by a quick player with keeps and hints.
pub(crate) const PLAY: &str = "game_command";
pub(crate) const PLAYING: Quota = Quota::per_hour(3600);

const MINUTE: Duration = Duration::from_secs(60);
const HOUR: Duration = Duration::from_secs(60 * 60);

/// Looking through all buckets takes a millisecond, so a crowd of clients must not make it happen for each of them.
const BETWEEN_SWEEPS: Duration = Duration::from_secs(1);

/// Buckets in memory. When there are as many, all further clients share one.
const BUCKETS: usize = 100_000;

impl LimitKey {
    /// The shared key of all further clients once the table is full.
    const ANYBODY: Self = Self::Address(IpAddr::V4(Ipv4Addr::UNSPECIFIED));

    pub(crate) fn at(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V4(address) => Self::Address(IpAddr::V4(address)),
            IpAddr::V6(address) => {
                Self::Address(IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() >> 64 << 64)))
            }
        }
    }

    /// Where a request came from. Without an address (no connection brought it) all share one.
    pub(crate) fn of_address(extensions: &Extensions) -> Self {
        let address = extensions.get::<ClientAddress>();
        address.map_or(Self::ANYBODY, |address| Self::at(address.0))
    }
}

impl fmt::Display for LimitKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Address(address) => address.fmt(f),
            Self::Player(player) => player.fmt(f),
        }
    }
}

impl Limiter {
    /// Shares its budgets with the other nodes of this bus.
    pub(crate) fn new(bus: Bus) -> Self {
        Self { buckets: Mutex::default(), bus }
    }

    /// Takes one request of `client` for `what` out of its budget, `now` counted from any fixed moment.
    ///
    /// # Errors
    ///
    /// How long to wait, if nothing is left of it.
    pub(crate) async fn admit(
        &self,
        client: LimitKey,
        what: &'static str,
        quota: Quota,
        now: Duration,
    ) -> Result<(), Duration> {
        self.take(client, what, quota, now)?;
        let key = format!("{what}:{client}");
        let shared = self.bus.spend(&key, quota.pace(), quota.window()).await;
        let Some(Err(wait)) = shared else { return Ok(()) };
        // The request is refused after all, and the wait that is named must suffice.
        self.put_back(client, what, quota);
        Err(wait)
    }

    /// Takes one request out of the bucket of this node.
    pub(crate) fn take(
        &self,
        client: LimitKey,
        what: &'static str,
        quota: Quota,
        now: Duration,
    ) -> Result<(), Duration> {
        // A thread that panicked here has left nothing half done.
        let Buckets { by_client, swept } = &mut *self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let mut key = (client, what);
        if by_client.len() >= BUCKETS && !by_client.contains_key(&key) {
            if swept.is_none_or(|at| now.saturating_sub(at) >= BETWEEN_SWEEPS) {
                by_client.retain(|_, bucket| !bucket.is_full(now));
                *swept = Some(now);
            }
            if by_client.len() >= BUCKETS {
                key.0 = LimitKey::ANYBODY;
            }
        }
        by_client.entry(key).or_default().take(quota.pace(), quota.window(), now)
    }

    /// Undoes a [`take`](Self::take).
    pub(crate) fn put_back(&self, client: LimitKey, what: &'static str, quota: Quota) {
        let buckets = &mut *self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(bucket) = buckets.by_client.get_mut(&(client, what)) {
            bucket.put_back(quota.pace());
        }
    }
}

impl fmt::Display for Quota {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let while_ = if self.window == HOUR { "an hour" } else { "a minute" };
        write!(f, "{} times {while_}", self.times)?;
        self.per_address.map_or(Ok(()), |times| write!(f, ", an address {times} times"))
    }
}

#[cfg(test)]
mod tests {
    use testbed::{Proxy, RedisServer, eventually};

    use super::*;
    use live::{BusState, RedisSettings};

    const TEN: Quota = Quota::per_minute(10);

    fn client(address: &str) -> LimitKey {
        LimitKey::at(address.parse().unwrap())
    }

    #[test]
    fn a_full_bucket_empties_and_fills_at_its_pace() {
        let (limiter, me, start) = (Limiter::new(Bus::local()), client("192.0.2.1"), Duration::from_secs(5));
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
    fn an_address_may_have_more_than_a_player() {
        let quota = TEN.per_address(30);
        assert_eq!(quota.to_string(), "10 times a minute, an address 30 times");
        let ann = LimitKey::Player(PlayerId(uuid::Uuid::from_u128(1)));
        for (client, times) in [(ann, 10), (client("192.0.2.1"), 30)] {
            let (limiter, quota) = (Limiter::new(Bus::local()), quota.of_client(client));
            assert_eq!(quota.to_string(), format!("{times} times a minute"));
            let taken =
                (0..100).take_while(|_| limiter.take(client, "a", quota, Duration::ZERO).is_ok()).count();
            assert_eq!(taken, times);
        }
    }

    #[test]
    fn buckets_are_per_client_and_path() {
        let limiter = Limiter::new(Bus::local());
        let one = Quota::per_minute(1);
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

    /// Two nodes on one Redis, which wait for it as long as `limit_timeout`.
    async fn two_nodes(redis: std::net::SocketAddr, limit_timeout: Duration) -> [Limiter; 2] {
        let settings = RedisSettings { limit_timeout, ..RedisSettings::at(format!("redis://{redis}")) };
        let nodes = [(), ()].map(|()| Bus::redis(settings.clone()).unwrap());
        for bus in &nodes {
            let connected = async || (bus.state() == BusState::Connected).then_some(());
            eventually("connected", connected).await;
        }
        nodes.map(Limiter::new)
    }

    #[tokio::test]
    async fn nodes_share_the_budget_of_a_client_while_redis_answers() {
        let redis = RedisServer::start();
        let [one, two] = two_nodes(redis.addr(), Duration::from_secs(10)).await;
        let (me, other) = (client("192.0.2.1"), client("2001:db8::1"));
        let ask = async |node: &Limiter, who, what| node.admit(who, what, TEN, Duration::ZERO).await;
        for turn in 0..10 {
            ask([&one, &two][turn % 2], me, "simulate").await.unwrap();
        }
        for node in [&one, &two] {
            let wait = ask(node, me, "simulate").await.unwrap_err();
            assert!(wait > Duration::ZERO && wait <= Duration::from_secs(6), "{wait:?}");
            ask(node, other, "simulate").await.unwrap();
            ask(node, me, "verify").await.unwrap();
        }
    }

    #[tokio::test]
    async fn without_redis_a_node_decides_alone_and_at_once() {
        let redis = RedisServer::start();
        let proxy = Proxy::to(redis.addr()).await;
        let [one, _two] = two_nodes(proxy.addr(), Duration::from_millis(5)).await;
        for (what, stalled) in [("stalled", true), ("cut", false)] {
            if stalled {
                proxy.stall().await
            } else {
                proxy.cut().await
            }
            let before = std::time::Instant::now();
            for _ in 0..10 {
                one.admit(client("192.0.2.1"), what, TEN, Duration::ZERO).await.unwrap();
            }
            one.admit(client("192.0.2.1"), what, TEN, Duration::ZERO).await.unwrap_err();
            assert!(before.elapsed() < Duration::from_secs(1), "{what}: {:?}", before.elapsed());
        }
    }

    #[tokio::test]
    async fn a_request_that_redis_refuses_costs_nothing_here() {
        let limiter = Limiter::new(Bus::local());
        let me = client("192.0.2.1");
        for _ in 0..10 {
            limiter.take(me, "a", TEN, Duration::ZERO).unwrap();
        }
        limiter.put_back(me, "a", TEN);
        limiter.take(me, "a", TEN, Duration::ZERO).unwrap();
        limiter.take(me, "a", TEN, Duration::ZERO).unwrap_err();
    }

    #[test]
    fn memory_is_bounded_and_full_buckets_make_room() {
        let limiter = Limiter::new(Bus::local());
        let one = Quota::per_minute(1);
        let nth = |n: usize| LimitKey::at(IpAddr::V4(Ipv4Addr::from_bits(u32::try_from(n).unwrap() + 1)));
        for n in 0..BUCKETS {
            limiter.take(nth(n), "a", one, Duration::ZERO).unwrap();
        }
        limiter.take(nth(BUCKETS), "a", one, Duration::ZERO).unwrap();
        limiter.take(nth(BUCKETS + 1), "a", one, Duration::ZERO).unwrap_err();
        assert_eq!(limiter.buckets.lock().unwrap().by_client.len(), BUCKETS + 1);
        limiter.take(nth(BUCKETS + 1), "a", one, 2 * MINUTE).unwrap();
        assert_eq!(limiter.buckets.lock().unwrap().by_client.len(), 1);
    }
}
