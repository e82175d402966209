use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use chance::ServerSeed;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;
use uuid::Uuid;

use crate::clock::Clock;
use crate::entropy::Entropy;

/// What all games of a node have at hand: time, randomness, secrets, and the pace of bots.
pub(crate) struct NodeContext {
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) entropy: Arc<dyn Entropy>,
    pub(crate) bot_delay: Duration,
    /// What the secrets of games are made from; the same on every node.
    pub(crate) secret_key: [u8; 32],
    /// Makes the bots of this process unpredictable.
    pub(crate) bot_key: u64,
}

/// What a game has at hand beside its own state: `services` of its own, and those of the node.
///
/// Everything that is not a fold of events comes from here, so that a test can hand in its own time and luck.
#[derive(Debug)]
pub struct Context<S> {
    services: Arc<S>,
    node: Arc<NodeContext>,
}

impl<S> Context<S> {
    pub(crate) fn new(services: Arc<S>, node: Arc<NodeContext>) -> Self {
        Self { services, node }
    }

    /// What games of this kind share.
    #[must_use]
    pub fn services(&self) -> &S {
        &self.services
    }

    /// The same, for work on another thread.
    #[must_use]
    pub fn share_services(&self) -> Arc<S> {
        Arc::clone(&self.services)
    }

    /// Wall time, in milliseconds since 1970.
    #[must_use]
    pub fn now(&self) -> u64 {
        self.node.clock.now()
    }

    /// A fresh random UUID.
    #[must_use]
    pub fn uuid(&self) -> Uuid {
        self.node.entropy.uuid()
    }

    /// Random bytes and luck.
    #[must_use]
    pub fn entropy(&self) -> &dyn Entropy {
        &*self.node.entropy
    }

    /// How long a bot seems to think.
    #[must_use]
    pub fn bot_delay(&self) -> Duration {
        self.node.bot_delay
    }

    /// A seed for the bots of a game at this version; different in every process.
    #[must_use]
    pub fn bot_seed(&self, version: u64) -> u64 {
        self.node.bot_key ^ version
    }

    /// The secret seed of a game: the same on every node, and unknown to everybody until it is revealed.
    #[must_use]
    pub fn game_secret(&self, game: &str) -> ServerSeed {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.node.secret_key).expect("any length is a key");
        mac.update(game.as_bytes());
        ServerSeed::from_bytes(mac.finalize().into_bytes().into())
    }
}

impl<S> Clone for Context<S> {
    fn clone(&self) -> Self {
        Self { services: Arc::clone(&self.services), node: Arc::clone(&self.node) }
    }
}

/// Without the keys.
impl fmt::Debug for NodeContext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { clock, entropy, bot_delay, .. } = self;
        f.debug_struct("NodeContext")
            .field("clock", clock)
            .field("entropy", entropy)
            .field("bot_delay", bot_delay)
            .finish_non_exhaustive()
    }
}
