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
    /// What all nodes derive alike comes from it: the luck of bots, the ids of rematches.
    pub(crate) secret_key: [u8; 32],
}

/// What a game has at hand beside its own state: `services` of its own, those of the node, and its secret.
///
/// Everything that is not a fold of events comes from here, so that a test can hand in its own time and luck.
#[derive(Debug)]
pub struct Context<S> {
    services: Arc<S>,
    node: Arc<NodeContext>,
    secret: ServerSeed,
}

impl<S> Context<S> {
    pub(crate) fn new(services: Arc<S>, node: Arc<NodeContext>, secret: ServerSeed) -> Self {
        Self { services, node, secret }
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

    /// A seed for the bots of a game at this version: the same on every node, and unknown to everybody else.
    #[must_use]
    pub fn bot_seed(&self, game: &str, version: u64) -> u64 {
        let digest = self.node.keyed(&format!("bot|{version}|{game}"));
        u64::from_be_bytes(*digest.first_chunk().expect("a digest has 32 bytes"))
    }

    /// The secret seed of this game: 32 random bytes of its own, the same on every node, and unknown to everybody until it
    /// is revealed.
    #[must_use]
    pub const fn game_secret(&self) -> &ServerSeed {
        &self.secret
    }
}

impl NodeContext {
    /// A secret for a new game.
    pub(crate) fn fresh_secret(&self) -> ServerSeed {
        let mut secret = [0; 32];
        self.entropy.fill(&mut secret);
        ServerSeed::from_bytes(secret)
    }

    /// The secret of a game that was begun when secrets were derived from one key; it was promised, so it stays.
    pub(crate) fn derived_secret(&self, game: &str) -> [u8; 32] {
        self.keyed(game)
    }

    /// Names of games have no `|`, so no text stands for two things.
    fn keyed(&self, text: &str) -> [u8; 32] {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.secret_key).expect("any length is a key");
        mac.update(text.as_bytes());
        mac.finalize().into_bytes().into()
    }

    /// An id that follows from a game and a purpose: the same on every node, and unknown to everybody else.
    pub(crate) fn derived_id(&self, purpose: &str, game: &str) -> Uuid {
        let bytes = self.keyed(&format!("{purpose}:{game}"));
        uuid::Builder::from_random_bytes(std::array::from_fn(|place| bytes[place])).into_uuid()
    }
}

impl<S> Clone for Context<S> {
    fn clone(&self) -> Self {
        let Self { services, node, secret } = self;
        Self { services: Arc::clone(services), node: Arc::clone(node), secret: secret.clone() }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::SystemClock;
    use crate::entropy::OsEntropy;

    fn context(key: u8) -> Context<()> {
        let (clock, entropy) = (Arc::new(SystemClock), Arc::new(OsEntropy));
        let node = NodeContext { clock, entropy, bot_delay: Duration::ZERO, secret_key: [key; 32] };
        Context::new(Arc::new(()), Arc::new(node), ServerSeed::from_bytes([0; 32]))
    }

    #[test]
    fn what_a_bot_does_follows_from_no_number_that_everybody_knows() {
        let (one, other) = (context(1), context(2));
        assert_eq!(one.bot_seed("game", 7), context(1).bot_seed("game", 7), "the same on every node");
        assert_ne!(one.bot_seed("game", 7), other.bot_seed("game", 7), "another secret");
        assert_ne!(one.bot_seed("game", 7), one.bot_seed("game", 8), "another version");
        assert_ne!(one.bot_seed("game", 7), one.bot_seed("other", 7), "another game");
    }

    /// Computed once with `openssl dgst -sha256 -mac HMAC -macopt hexkey:0101...01`.
    #[test]
    fn the_secret_of_a_game_of_before_is_what_it_promised() {
        let text: String =
            context(1).node.derived_secret("game").iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(text, "81c17db95b1b05d6ffa1abe3e769c32daa5197fbaaac31b0ce37ef32bc11bf2e");
    }
}
