//! Hints between nodes.
//!
//! Several nodes share one store, and any of them may move any game. A [`NodeHint`] tells the others that something
//! happened. Moves, names, blocks and closed tables are then read from the store, so such a hint may be lost, come twice or
//! come late, and a node without hints is slower and still right. Presence, chat, and what rooms relay to each other are not
//! stored: they are acted on as they come, and so is the erasure of a player, whose sockets end at once. Anyone who can
//! write to Redis can disconnect players, speak in their names, and make bots play for them, but cannot make a move or see
//! hidden information.
//!
//! * [`Bus::local`] is the bus of one node: nobody else is there.
//! * [`Bus::redis`] carries hints over one Redis channel, with one connection to publish and one to subscribe. It connects
//!   by itself, again and again, and says in [`Bus::state`] and [`Bus::degraded_reason`] how that goes.
//!
//! While Redis answers, it also holds the budgets that all nodes share for one client; see [`Bus::spend`].
//!
//! ```
//! # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
//! use live::{Bus, BusState, NodeHint};
//!
//! let bus = Bus::local();
//! let mut others = bus.subscribe();
//! bus.publish(NodeHint::WhoIsThere { game: "game-1".parse()? });
//! assert!(others.try_recv().is_err(), "a node does not receive its own hints");
//! assert_eq!(bus.state(), BusState::Off);
//! # Ok::<(), chance::InputError>(()) }).unwrap();
//! ```

mod backoff;
mod budget;
mod hint;
mod redis;

use std::fmt::Debug;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::broadcast;

use self::redis::Redis;
pub use self::redis::{BusError, RedisSettings};
pub use hint::NodeHint;

/// How many hints a slow subscriber may be behind before it loses some.
const BEHIND: usize = 1024;

/// Publishes and receives hints; clones share one connection. See the top of this file.
#[derive(Clone, Debug)]
pub struct Bus {
    received: broadcast::Sender<NodeHint>,
    carrier: BusCarrier,
}

/// How hints get to the other nodes.
#[derive(Clone, Debug)]
enum BusCarrier {
    /// There are none.
    Nobody,
    Redis(Arc<Redis>),
    Other(Arc<dyn Carrier>),
}

/// Carries hints to other nodes by other means than Redis, as a simulation does. See [`Bus::over`].
pub trait Carrier: Debug + Send + Sync {
    /// Publishes a hint to the other nodes, some time soon or never. Must not wait.
    fn publish(&self, hint: NodeHint);

    /// The state of the connection now.
    fn state(&self) -> BusState;
}

/// Whether hints get through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BusState {
    /// There are no other nodes.
    Off,
    /// Hints are sent and received.
    Connected,
    /// Hints get lost; [`Bus::degraded_reason`] says why.
    Degraded,
}

/// What went through a bus since it was made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BusCounts {
    /// Hints that Redis took.
    pub sent: u64,
    /// Hints that were given up: the queue was full, or Redis was away.
    pub dropped: u64,
    /// Hints of other nodes.
    pub received: u64,
    /// Messages that could not be read, such as those of a newer version.
    pub garbled: u64,
    /// Connections that were lost.
    pub lost: u64,
}

impl Bus {
    /// For a node that is alone: nothing is sent or received.
    #[must_use]
    pub fn local() -> Self {
        Self { received: broadcast::Sender::new(1), carrier: BusCarrier::Nobody }
    }

    /// Over Redis (5 or newer). Returns at once and connects in the background, so it must be called inside a tokio
    /// runtime. The connections end with the last clone.
    ///
    /// # Errors
    ///
    /// If the address cannot be one of Redis; a Redis that does not answer is no error, see [`Bus::state`].
    pub fn redis(settings: RedisSettings) -> Result<Self, BusError> {
        let received = broadcast::Sender::new(BEHIND);
        let redis = Redis::start(settings, received.clone())?;
        Ok(Self { received, carrier: BusCarrier::Redis(Arc::new(redis)) })
    }

    /// Over a carrier of another kind; what is sent into the second half is what this node receives.
    #[must_use]
    pub fn over(carrier: Arc<dyn Carrier>) -> (Self, broadcast::Sender<NodeHint>) {
        let received = broadcast::Sender::new(BEHIND);
        (Self { received: received.clone(), carrier: BusCarrier::Other(carrier) }, received)
    }

    fn redis_carrier(&self) -> Option<&Redis> {
        match &self.carrier {
            BusCarrier::Redis(redis) => Some(redis),
            BusCarrier::Nobody | BusCarrier::Other(_) => None,
        }
    }

    /// Pings the Redis at this URL; its certificate may be signed by one of `authorities`. Without a timeout: the caller
    /// sets one.
    ///
    /// # Errors
    ///
    /// [`BusError`] if the address cannot be used, or Redis does not answer.
    pub async fn ping(url: &str, authorities: Option<&[u8]>) -> Result<(), BusError> {
        redis::ping(url, authorities).await
    }

    /// Publishes a hint to the other nodes, in the background. Never waits and never fails: when the queue is full, hints are
    /// dropped and counted, and the others get [`NodeHint::Missed`] when there is room again.
    pub fn publish(&self, hint: NodeHint) {
        match &self.carrier {
            BusCarrier::Nobody => {}
            BusCarrier::Redis(redis) => redis.publish(hint),
            BusCarrier::Other(carrier) => carrier.publish(hint),
        }
    }

    /// Subscribes to the hints of the other nodes. A slow subscriber gets
    /// [`Lagged`](broadcast::error::RecvError::Lagged), which means the same as [`NodeHint::Missed`].
    #[must_use]
    pub fn subscribe(&self) -> broadcast::Receiver<NodeHint> {
        self.received.subscribe()
    }

    /// The state of the connection now.
    #[must_use]
    pub fn state(&self) -> BusState {
        match &self.carrier {
            BusCarrier::Nobody => BusState::Off,
            BusCarrier::Redis(redis) if redis.degraded_reason().is_none() => BusState::Connected,
            BusCarrier::Redis(_) => BusState::Degraded,
            BusCarrier::Other(carrier) => carrier.state(),
        }
    }

    /// Why it is [`Degraded`](BusState::Degraded), in a few words without any address or password.
    #[must_use]
    pub fn degraded_reason(&self) -> Option<String> {
        self.redis_carrier()?.degraded_reason()
    }

    /// Waits until everything published so far was sent or given up, at most for `limit`; for a node that is about
    /// to end.
    pub async fn flush(&self, limit: Duration) {
        if let Some(redis) = self.redis_carrier() {
            redis.flush(limit).await;
        }
    }

    /// What went through.
    #[must_use]
    pub fn counts(&self) -> BusCounts {
        self.redis_carrier().map(Redis::counts).unwrap_or_default()
    }

    /// Takes one token out of the bucket `key` that all nodes share: `Ok` if one was left, else how long to wait; `None`
    /// if Redis cannot say so at once. The bucket holds `window / pace` tokens, and gets one back every `pace`.
    pub async fn spend(&self, key: &str, pace: Duration, window: Duration) -> Option<Result<(), Duration>> {
        self.redis_carrier()?.spend(key, pace, window).await
    }
}
