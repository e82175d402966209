//! Authentication: device secrets, the tokens they are exchanged for, and the extractors of handlers.
//!
//! There are no passwords. A device that registers gets a [`DeviceSecret`], which is stored here as a hash. It exchanges
//! the secret for a token that is valid for an hour and names the player. Tokens are JSON Web Tokens signed with
//! HMAC-SHA-256 under the key `tokens` of the [`Directory`], so every node of one database accepts the
//! tokens of all of them.
//!
//! [`Identity::verify`] checks the token alone. [`Identity::recognise`] also checks that the player is neither erased nor
//! banned: tokens of such a player are refused at once on the node that was asked, and on the others when its hint comes
//! ([`Identity::follow`]), or within [`TRUSTED_FOR`] where the hint is lost.

mod caller;
mod secret;
mod token;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use dicee::PlayerId;
use live::{Bus, NodeHint};
use prometheus_client::metrics::counter::Counter;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::Instant;

pub(crate) use caller::{Caller, MaybeCaller, MaybeErased, Operator, OperatorToken, bearer};
pub(crate) use secret::{DeviceSecret, same};
pub(crate) use token::Token;

use crate::clock::now;
use crate::error::ApiError;
use store::{Directory, Sanction, StoreError};

/// How long the look-up of a player is cached.
const TRUSTED_FOR: Duration = Duration::from_secs(60);

/// After lost hints the cache is cleared, and no more often than this: each clearing means a question to the directory for
/// everybody who is here.
const BETWEEN_DOUBTS: Duration = Duration::from_secs(10);

/// How many players are cached; beyond that the cache is cleared.
const REMEMBERED: usize = 50_000;

/// The name of the key in the directory.
const KEY: &str = "tokens";

/// Issues and verifies tokens. Clones share their state.
#[derive(Clone, Debug)]
pub(crate) struct Identity(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    key: token::Key,
    directory: Arc<dyn Directory>,
    seen: Mutex<HashMap<PlayerId, Standing>>,
    /// Look-ups that the cache answered, and those that went to the directory.
    hits: Counter,
    misses: Counter,
}

/// The cached look-up of a player, in milliseconds since 1970.
#[derive(Clone, Copy, Debug)]
enum Standing {
    /// Present at that time.
    There { at: u64 },
    /// Banned at that time, as far as was known. Never overwritten by a look-up that began before.
    Banned { at: u64 },
    /// Erased on this node. Never overwritten by a look-up that began before.
    Gone,
    /// Signed out on another node at that time: erased or banned, or about to be. For a while the directory is asked every
    /// time, because a look-up may have begun before.
    Doubtful { at: u64 },
}

/// Why the token of an erased player is refused.
const ERASED: ApiError = ApiError::Unauthorized { problem: "it belongs to a player who was erased" };
/// Why the token of a banned player is refused, and no other one issued.
pub(crate) const BANNED: ApiError = ApiError::Unauthorized { problem: "the operator banned its player" };

impl Identity {
    /// With the key of this directory.
    ///
    /// # Errors
    ///
    /// [`StoreError`] if the directory fails.
    pub(crate) async fn open(directory: Arc<dyn Directory>) -> Result<Self, StoreError> {
        let key = directory.key(KEY).await?;
        Ok(Self::with_key(key, directory))
    }

    pub(crate) fn with_key(key: [u8; 32], directory: Arc<dyn Directory>) -> Self {
        let (key, seen) = (token::Key::new(key), Mutex::default());
        let (hits, misses) = (Counter::default(), Counter::default());
        Self(Arc::new(Inner { key, directory, seen, hits, misses }))
    }

    /// How many look-ups of players the cache answered, and how many went to the directory.
    pub(crate) fn lookups(&self) -> (u64, u64) {
        (self.0.hits.get(), self.0.misses.get())
    }

    /// A token for this player, valid for an hour; `now` in milliseconds since 1970.
    pub(crate) fn issue(&self, player: PlayerId, now: u64) -> Token {
        Token::issue(&self.0.key, player, now)
    }

    /// The player whom a token names.
    ///
    /// # Errors
    ///
    /// [`ApiError::Unauthorized`] if it was not issued here, [`ApiError::SessionExpired`] if it has expired.
    pub(crate) fn verify(&self, token: &str, now: u64) -> Result<PlayerId, ApiError> {
        token::verify(&self.0.key, token, now)
    }

    /// When a token ends, in milliseconds since 1970; `None` if it is none of ours or over.
    pub(crate) fn ends_at(&self, token: &str, now: u64) -> Option<u64> {
        token::verify_until(&self.0.key, token, now).ok().map(|(_, ends_at)| ends_at)
    }

    /// The player whom a token names, if neither erased nor banned.
    ///
    /// # Errors
    ///
    /// As [`Self::verify`]; [`ApiError::Unauthorized`] too if the player was erased or banned; and the error of the
    /// directory if it fails, unless the player is cached, so that players may continue to watch a live game.
    pub(crate) async fn recognise(&self, token: &str, now: u64) -> Result<PlayerId, ApiError> {
        let player = self.verify(token, now)?;
        self.check_there(player, now).await.map(|()| player)
    }

    /// The player of a token, even if erased: an erasure that failed half-way may be retried.
    ///
    /// # Errors
    ///
    /// As [`Self::recognise`].
    pub(crate) async fn recognise_erased(&self, token: &str, now: u64) -> Result<PlayerId, ApiError> {
        match self.recognise(token, now).await {
            Err(ERASED) => self.verify(token, now),
            known => known,
        }
    }

    /// Checks that a player is neither erased nor banned, like [`Self::recognise`] but without a token.
    pub(crate) async fn check_there(&self, player: PlayerId, now: u64) -> Result<(), ApiError> {
        let before = self.seen().get(&player).copied();
        let cached = match before {
            Some(Standing::Gone) => Some(Err(ERASED)),
            Some(Standing::Banned { at }) if is_fresh(at, now) => Some(Err(BANNED)),
            Some(Standing::There { at }) if is_fresh(at, now) => Some(Ok(())),
            Some(Standing::There { .. } | Standing::Banned { .. } | Standing::Doubtful { .. }) | None => None,
        };
        if let Some(answer) = cached {
            self.0.hits.inc();
            return answer;
        }
        self.0.misses.inc();
        match self.look_up(player, now).await {
            // A token is only ever issued to somebody who is registered.
            Ok(Standing::Gone) => Err(ERASED),
            Ok(found) => self.remember(player, found, now),
            Err(error) if error.is_temporary() && matches!(before, Some(Standing::There { .. })) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Looks up the player's standing in the directory.
    async fn look_up(&self, player: PlayerId, now: u64) -> Result<Standing, StoreError> {
        let person = self.0.directory.player(player).await?;
        if person.is_none_or(|person| person.is_erased()) {
            return Ok(Standing::Gone);
        }
        let banned = self.0.directory.is_sanctioned(Sanction::Banned(player)).await?;
        Ok(if banned { Standing::Banned { at: now } } else { Standing::There { at: now } })
    }

    /// Whether a player may get a token.
    pub(crate) async fn is_banned(&self, player: PlayerId) -> Result<bool, StoreError> {
        self.0.directory.is_sanctioned(Sanction::Banned(player)).await
    }

    /// Refuses this player from now on, or no longer. To be called after the ban was stored or lifted.
    pub(crate) fn note_ban(&self, player: PlayerId, banned: bool, now: u64) {
        let mut seen = self.seen();
        make_room(&mut seen);
        if !banned {
            seen.remove(&player);
        } else if !matches!(seen.get(&player), Some(Standing::Gone)) {
            seen.insert(player, Standing::Banned { at: now });
        }
    }

    /// Refuses this player, who is being erased, from now on.
    pub(crate) fn forget(&self, player: PlayerId) {
        let mut seen = self.seen();
        make_room(&mut seen);
        seen.insert(player, Standing::Gone);
    }

    /// Forgets the cached standing of this player: erasing failed.
    pub(crate) fn look_up_again(&self, player: PlayerId) {
        self.seen().remove(&player);
    }

    /// Caches a look-up. A decision made on this node meanwhile takes precedence, and a doubtful standing is not cached.
    fn remember(&self, player: PlayerId, found: Standing, now: u64) -> Result<(), ApiError> {
        let mut seen = self.seen();
        make_room(&mut seen);
        let decided = match seen.get(&player).copied() {
            Some(Standing::Gone) => Standing::Gone,
            Some(Standing::Banned { at }) if is_fresh(at, now) => Standing::Banned { at },
            Some(Standing::Doubtful { at }) if is_fresh(at, now) => return allowed(found),
            Some(Standing::Banned { .. } | Standing::There { .. } | Standing::Doubtful { .. }) | None => {
                found
            }
        };
        seen.insert(player, decided);
        allowed(decided)
    }

    /// Asks the directory again about players whom other nodes signed out, as long as the bus and this exist.
    pub(crate) fn follow(&self, bus: &Bus) {
        let (identity, mut hints) = (Arc::downgrade(&self.0), bus.subscribe());
        tokio::spawn(async move {
            // When the cache is cleared, if that is due, and before when it is not.
            let (mut due, mut not_before) = (None, Instant::now());
            loop {
                let received = tokio::select! {
                    received = hints.recv() => Some(received),
                    () = tokio::time::sleep_until(due.unwrap_or(not_before)), if due.is_some() => None,
                };
                let Some(identity) = identity.upgrade().map(Self) else { return };
                match received {
                    Some(Ok(NodeHint::Erased { player })) => identity.doubt(player, now()),
                    Some(Ok(NodeHint::Missed) | Err(RecvError::Lagged(_))) => {
                        due.get_or_insert(not_before);
                    }
                    Some(Ok(_)) => {}
                    Some(Err(RecvError::Closed)) => return,
                    None => {
                        identity.doubt_everybody();
                        (due, not_before) = (None, Instant::now() + BETWEEN_DOUBTS);
                    }
                }
            }
        });
    }

    fn doubt(&self, player: PlayerId, now: u64) {
        let mut seen = self.seen();
        make_room(&mut seen);
        if !matches!(seen.get(&player), Some(Standing::Gone)) {
            seen.insert(player, Standing::Doubtful { at: now });
        }
    }

    /// Any player may have been signed out: the directory is asked again about each. While it cannot be asked, players who were
    /// there are admitted, as after [`TRUSTED_FOR`].
    fn doubt_everybody(&self) {
        for standing in self.seen().values_mut() {
            if let Standing::There { at } = standing {
                *at = 0;
            }
        }
    }

    /// Nothing under the lock panics, so a poisoned lock still guards a valid state.
    fn seen(&self) -> MutexGuard<'_, HashMap<PlayerId, Standing>> {
        self.0.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether a player of this standing is admitted.
const fn allowed(standing: Standing) -> Result<(), ApiError> {
    match standing {
        Standing::There { .. } | Standing::Doubtful { .. } => Ok(()),
        Standing::Banned { .. } => Err(BANNED),
        Standing::Gone => Err(ERASED),
    }
}

fn make_room(seen: &mut HashMap<PlayerId, Standing>) {
    // The directory knows who is erased, so clearing the cache costs a look-up and nothing else.
    if seen.len() >= REMEMBERED {
        seen.clear();
    }
}

/// Whether a look-up at that time is still valid.
fn is_fresh(at: u64, now: u64) -> bool {
    now.abs_diff(at) < millis(TRUSTED_FOR)
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use store::Memory;
    use store::PlayerRecord;

    const NOW: u64 = 1_700_000_000_000;

    async fn with_ann() -> (Identity, Arc<Memory>, PlayerId) {
        let directory = Arc::new(Memory::default());
        let ann = "3f2504e0-4f89-41d3-9a0c-0305e82c3301".parse().unwrap();
        directory.register(PlayerRecord::new(ann, "Ann", [1; 32], 0)).await.unwrap();
        (Identity::open(directory.clone()).await.unwrap(), directory, ann)
    }

    #[tokio::test]
    async fn nodes_of_one_directory_take_each_others_tokens_and_no_others() {
        let (one, directory, ann) = with_ann().await;
        let two = Identity::open(directory).await.unwrap();
        let token = one.issue(ann, NOW).text;
        assert_eq!(two.recognise(&token, NOW).await, Ok(ann));
        let (elsewhere, ..) = with_ann().await;
        assert!(matches!(elsewhere.recognise(&token, NOW).await, Err(ApiError::Unauthorized { .. })));
    }

    #[tokio::test]
    async fn the_token_of_somebody_unknown_is_refused() {
        let (identity, ..) = with_ann().await;
        let nobody = "00000000-0000-4000-8000-000000000000".parse().unwrap();
        let token = identity.issue(nobody, NOW).text;
        assert!(matches!(identity.recognise(&token, NOW).await, Err(ApiError::Unauthorized { .. })));
    }

    #[tokio::test]
    async fn the_erased_are_refused_here_at_once_and_elsewhere_within_a_minute() {
        let (here, directory, ann) = with_ann().await;
        let there = Identity::open(directory.clone()).await.unwrap();
        let token = here.issue(ann, NOW).text;
        for node in [&here, &there] {
            assert_eq!(node.recognise(&token, NOW).await, Ok(ann));
        }
        directory.erase(ann, NOW).await.unwrap();
        here.forget(ann);
        assert!(here.recognise(&token, NOW).await.is_err());
        assert_eq!(there.recognise(&token, NOW + 59_999).await, Ok(ann));
        assert!(there.recognise(&token, NOW + 60_000).await.is_err());
    }

    #[tokio::test]
    async fn a_look_up_that_began_before_the_erasure_does_not_bring_anybody_back() {
        let (identity, _, ann) = with_ann().await;
        identity.forget(ann);
        assert_eq!(identity.remember(ann, Standing::There { at: NOW }, NOW), Err(ERASED));
        let token = identity.issue(ann, NOW).text;
        assert!(identity.recognise(&token, NOW).await.is_err());
    }

    /// Carries nothing: hints are put into its other end.
    #[derive(Debug)]
    struct Nowhere;

    impl live::Carrier for Nowhere {
        fn publish(&self, _: NodeHint) {}

        fn state(&self) -> live::BusState {
            live::BusState::Connected
        }
    }

    #[tokio::test(start_paused = true)]
    async fn the_hint_of_another_node_has_the_erased_and_the_banned_refused_at_once() {
        let hints: [fn(PlayerId) -> NodeHint; 2] =
            [|player| NodeHint::Erased { player }, |_| NodeHint::Missed];
        for hint in hints {
            let (identity, directory, ann) = with_ann().await;
            let (bus, received) = Bus::over(Arc::new(Nowhere));
            identity.follow(&bus);
            let (token, now) = (identity.issue(ann, now()).text, now());
            assert_eq!(identity.recognise(&token, now).await, Ok(ann));
            directory.set_sanction(Sanction::Banned(ann), Some(now)).await.unwrap();
            received.send(hint(ann)).unwrap();
            testbed::eventually("the ban is known", async || {
                (identity.recognise(&token, now).await == Err(BANNED)).then_some(())
            })
            .await;
            directory.set_sanction(Sanction::Banned(ann), None).await.unwrap();
            identity.note_ban(ann, false, now);
            assert_eq!(identity.recognise(&token, now).await, Ok(ann));
            directory.erase(ann, now).await.unwrap();
            received.send(hint(ann)).unwrap();
            testbed::eventually("the erasure is known", async || {
                (identity.recognise(&token, now).await == Err(ERASED)).then_some(())
            })
            .await;
        }
    }

    #[tokio::test]
    async fn players_are_admitted_after_lost_hints_while_the_directory_is_away() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("dicee.db");
        let store = Arc::new(store::Sqlite::open(&file, store::SqliteSettings::default()).await.unwrap());
        let ann = PlayerId(uuid::Uuid::from_u128(1));
        store.register(PlayerRecord::new(ann, "Ann", [1; 32], 1)).await.unwrap();
        let identity = Identity::open(store.clone()).await.unwrap();
        let token = identity.issue(ann, NOW).text;
        assert_eq!(identity.recognise(&token, NOW).await, Ok(ann));
        store::Store::close(&*store).await.unwrap();
        identity.doubt_everybody();
        assert_eq!(identity.recognise(&token, NOW).await, Ok(ann));
        assert!(
            identity
                .recognise(&identity.issue(PlayerId(uuid::Uuid::from_u128(2)), NOW).text, NOW)
                .await
                .is_err()
        );
    }

    #[tokio::test]
    async fn a_hint_that_comes_before_the_erasure_is_stored_counts_for_a_minute() {
        let (identity, directory, ann) = with_ann().await;
        let token = identity.issue(ann, NOW).text;
        identity.doubt(ann, NOW);
        assert_eq!(identity.recognise(&token, NOW + 1).await, Ok(ann), "not erased yet");
        directory.erase(ann, NOW + 2).await.unwrap();
        assert_eq!(identity.recognise(&token, NOW + 3).await, Err(ERASED));
    }

    #[tokio::test]
    async fn the_banned_are_refused_here_at_once_and_elsewhere_within_a_minute_until_the_ban_is_lifted() {
        let (here, directory, ann) = with_ann().await;
        let there = Identity::open(directory.clone()).await.unwrap();
        let token = here.issue(ann, NOW).text;
        for node in [&here, &there] {
            assert_eq!(node.recognise(&token, NOW).await, Ok(ann));
        }
        directory.set_sanction(Sanction::Banned(ann), Some(NOW)).await.unwrap();
        here.note_ban(ann, true, NOW);
        assert_eq!(here.recognise(&token, NOW).await, Err(BANNED));
        assert_eq!(here.remember(ann, Standing::There { at: NOW }, NOW), Err(BANNED), "a look-up of before");
        assert_eq!(there.recognise(&token, NOW + 59_999).await, Ok(ann));
        assert_eq!(there.recognise(&token, NOW + 60_000).await, Err(BANNED));
        directory.set_sanction(Sanction::Banned(ann), None).await.unwrap();
        here.note_ban(ann, false, NOW);
        assert_eq!(here.recognise(&token, NOW).await, Ok(ann));
        assert_eq!(there.recognise(&token, NOW + 120_000).await, Ok(ann));
    }
}
