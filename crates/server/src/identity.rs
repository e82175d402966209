//! Authentication: device secrets, the tokens they are exchanged for, and the extractors of handlers.
//!
//! There are no passwords. A device that registers gets a [`DeviceSecret`], which is stored here as a hash. It exchanges
//! the secret for a token that is valid for an hour and names the player. Tokens are JSON Web Tokens signed with
//! HMAC-SHA-256 under the key `tokens` of the [`Directory`], so every node of one database accepts the
//! tokens of all of them.
//!
//! [`Identity::verify`] checks the token alone. [`Identity::recognise`] also checks that the player is not erased: tokens
//! of an erased player are refused at once on the node that erased them, and within [`TRUSTED_FOR`] on the others.

mod caller;
mod secret;
mod token;

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use dicee::PlayerId;
use prometheus_client::metrics::counter::Counter;

pub(crate) use caller::{Caller, MaybeCaller, Operator, OperatorToken, bearer};
pub(crate) use secret::{DeviceSecret, same};
pub(crate) use token::Token;

use crate::error::ApiError;
use store::Directory;
use store::StoreError;

/// How long the look-up of a player is cached.
const TRUSTED_FOR: Duration = Duration::from_secs(60);

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
    /// Erased on this node. Never overwritten by a look-up that began before.
    Gone,
}

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

    /// The player whom a token names, if not erased.
    ///
    /// # Errors
    ///
    /// As [`Self::verify`]; [`ApiError::Unauthorized`] too if the player was erased; and the error of the
    /// directory if it fails, unless the player is cached: players may go on watching a live game.
    pub(crate) async fn recognise(&self, token: &str, now: u64) -> Result<PlayerId, ApiError> {
        let player = self.verify(token, now)?;
        self.check_there(player, now).await.map(|()| player)
    }

    /// Whether a player is still there; as [`Self::recognise`] for somebody who is known already.
    pub(crate) async fn check_there(&self, player: PlayerId, now: u64) -> Result<(), ApiError> {
        let erased = ApiError::Unauthorized { problem: "it belongs to a player who was erased" };
        let before = self.seen().get(&player).copied();
        let cached = match before {
            Some(Standing::Gone) => Some(Err(erased.clone())),
            Some(Standing::There { at }) if now.abs_diff(at) < millis(TRUSTED_FOR) => Some(Ok(())),
            Some(Standing::There { .. }) | None => None,
        };
        if let Some(answer) = cached {
            self.0.hits.inc();
            return answer;
        }
        self.0.misses.inc();
        match self.0.directory.player(player).await {
            Ok(Some(person)) if !person.is_erased() => self.there(player, now).then_some(()).ok_or(erased),
            // A token is only ever issued to somebody who is registered.
            Ok(_) => Err(erased),
            Err(error) if error.is_temporary() && before.is_some() => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Refuses this player from now on. To be called after erasing.
    pub(crate) fn forget(&self, player: PlayerId) {
        let mut seen = self.seen();
        make_room(&mut seen);
        seen.insert(player, Standing::Gone);
    }

    /// Caches a look-up; `false` if the player was erased meanwhile.
    fn there(&self, player: PlayerId, at: u64) -> bool {
        let mut seen = self.seen();
        make_room(&mut seen);
        match seen.entry(player) {
            Entry::Occupied(known) if matches!(known.get(), Standing::Gone) => false,
            entry @ (Entry::Occupied(_) | Entry::Vacant(_)) => {
                entry.insert_entry(Standing::There { at });
                true
            }
        }
    }

    /// Nothing under the lock panics, so a poisoned lock still guards a valid state.
    fn seen(&self) -> MutexGuard<'_, HashMap<PlayerId, Standing>> {
        self.0.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn make_room(seen: &mut HashMap<PlayerId, Standing>) {
    // The directory knows who is erased, so clearing the cache costs a look-up and nothing else.
    if seen.len() >= REMEMBERED {
        seen.clear();
    }
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
        assert!(!identity.there(ann, NOW));
        let token = identity.issue(ann, NOW).text;
        assert!(identity.recognise(&token, NOW).await.is_err());
    }
}
