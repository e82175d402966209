//! What nodes tell each other: hints, never facts.
//!
//! Several nodes share one store, and any of them may move any game. A [`NodeHint`] tells the others that there is
//! something to look at; the truth is in the store. So a hint may be lost, come twice or come late, and a node without
//! hints is slower and still right.
//!
//! * [`Bus::local`] is the bus of one node: nobody else is there.
//! * [`Bus::redis`] carries hints over one Redis channel, with one connection to speak and one to listen. It connects
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
//! assert!(others.try_recv().is_err(), "a node does not hear itself");
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

/// Speaks to the other nodes; clones share one connection. See the top of this file.
#[derive(Clone, Debug)]
pub struct Bus {
    heard: broadcast::Sender<NodeHint>,
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
    /// Tells the other nodes, some time soon or never. Must not wait.
    fn publish(&self, hint: NodeHint);

    /// How it goes at this moment.
    fn state(&self) -> BusState;
}

/// Whether the nodes hear each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BusState {
    /// There are no other nodes.
    Off,
    /// Hints are sent and heard.
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
    pub heard: u64,
    /// Messages that could not be read, such as those of a newer version.
    pub garbled: u64,
    /// Connections that were lost.
    pub lost: u64,
}

impl Bus {
    /// For a node that is alone: nothing is sent, nothing is heard.
    #[must_use]
    pub fn local() -> Self {
        Self { heard: broadcast::Sender::new(1), carrier: BusCarrier::Nobody }
    }

    /// Over Redis (5 or newer). Returns at once and connects in the background, so it must be called inside a tokio
    /// runtime. The connections end with the last clone.
    ///
    /// # Errors
    ///
    /// If the address cannot be one of Redis; a Redis that does not answer is no error, see [`Bus::state`].
    pub fn redis(settings: RedisSettings) -> Result<Self, BusError> {
        let heard = broadcast::Sender::new(BEHIND);
        let redis = Redis::start(settings, heard.clone())?;
        Ok(Self { heard, carrier: BusCarrier::Redis(Arc::new(redis)) })
    }

    /// Over a carrier of another kind; what is sent into the second half is what this node hears.
    #[must_use]
    pub fn over(carrier: Arc<dyn Carrier>) -> (Self, broadcast::Sender<NodeHint>) {
        let heard = broadcast::Sender::new(BEHIND);
        (Self { heard: heard.clone(), carrier: BusCarrier::Other(carrier) }, heard)
    }

    fn redis_carrier(&self) -> Option<&Redis> {
        match &self.carrier {
            BusCarrier::Redis(redis) => Some(redis),
            BusCarrier::Nobody | BusCarrier::Other(_) => None,
        }
    }

    /// Asks the Redis at this address, whose certificate one of `authorities` may have signed, for a sign of life. Waits as long as it takes: bound it from outside.
    ///
    /// # Errors
    ///
    /// [`BusError`] if the address cannot be used, or Redis does not answer.
    pub async fn ping(url: &str, authorities: Option<&[u8]>) -> Result<(), BusError> {
        redis::ping(url, authorities).await
    }

    /// Tells the other nodes, some time soon. Never waits and never fails: a hint that finds no room is dropped and
    /// counted, and the others are told [`NodeHint::Missed`] when there is room again.
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
        self.heard.subscribe()
    }

    /// How it goes at this moment.
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
