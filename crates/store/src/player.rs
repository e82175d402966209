use std::fmt;

use ledger::PlayerId;

use crate::error::StoreError;

/// All that is stored about a player.
#[derive(Clone, PartialEq, Eq)]
pub struct PlayerRecord {
    /// The id that games refer to.
    pub id: PlayerId,
    /// The name that others see; empty once erased.
    pub display_name: String,
    /// The hash of the device secret; `None` once erased.
    pub secret_hash: Option<[u8; 32]>,
    /// When the player registered, in milliseconds since 1970.
    pub created_at: u64,
    /// Whether others do not see the results.
    pub results_hidden: bool,
    /// When the player was erased.
    pub erased_at: Option<u64>,
}

impl PlayerRecord {
    /// A new player.
    #[must_use]
    pub fn new(
        id: PlayerId,
        display_name: impl Into<String>,
        secret_hash: [u8; 32],
        created_at: u64,
    ) -> Self {
        let (display_name, secret_hash) = (display_name.into(), Some(secret_hash));
        Self { id, display_name, secret_hash, created_at, results_hidden: false, erased_at: None }
    }

    /// The name to show; a fixed text for an erased player.
    #[must_use]
    pub fn name(&self) -> &str {
        if self.is_erased() { "Former player" } else { &self.display_name }
    }

    /// Whether only the id is left.
    #[must_use]
    pub const fn is_erased(&self) -> bool {
        self.erased_at.is_some()
    }

    /// Refuses `self` if `known`, which has the same id, is another player. A repeated registration is the same.
    pub(crate) fn check_against(&self, known: &Self) -> Result<(), StoreError> {
        if self.secret_hash == known.secret_hash {
            return Ok(());
        }
        Err(StoreError::Taken { field: "playerId", value: self.id.to_string() })
    }

    /// The record after erasing it at `now`.
    pub(crate) fn erased(&self, now: u64) -> Self {
        Self {
            id: self.id,
            display_name: String::new(),
            secret_hash: None,
            created_at: self.created_at,
            results_hidden: false,
            erased_at: Some(now),
        }
    }
}

impl fmt::Debug for PlayerRecord {
    /// Without the name and the hash, so that neither is logged.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PlayerRecord")
            .field("id", &self.id)
            .field("created_at", &self.created_at)
            .field("erased_at", &self.erased_at)
            .finish_non_exhaustive()
    }
}
