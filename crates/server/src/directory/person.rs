use std::fmt;

use dicee::PlayerId;

/// Somebody who plays: all that is known about them.
#[derive(Clone, PartialEq, Eq)]
pub struct Person {
    /// How games know them.
    pub id: PlayerId,
    /// What others see; empty once they are erased.
    pub display_name: String,
    /// The hash of the secret that their device holds; absent once they are erased.
    pub secret_hash: Option<[u8; 32]>,
    /// When they came, in milliseconds since 1970.
    pub created_at: u64,
    /// When they were erased.
    pub erased_at: Option<u64>,
}

impl Person {
    /// Somebody new.
    #[must_use]
    pub fn new(
        id: PlayerId,
        display_name: impl Into<String>,
        secret_hash: [u8; 32],
        created_at: u64,
    ) -> Self {
        let (display_name, secret_hash) = (display_name.into(), Some(secret_hash));
        Self { id, display_name, secret_hash, created_at, erased_at: None }
    }

    /// The name to show, also of somebody who was erased.
    #[must_use]
    pub fn name(&self) -> &str {
        if self.is_erased() { "Former player" } else { &self.display_name }
    }

    /// Whether only the id is left.
    #[must_use]
    pub const fn is_erased(&self) -> bool {
        self.erased_at.is_some()
    }

    /// What remains of them at `now`.
    pub(super) fn erased(&self, now: u64) -> Self {
        Self {
            id: self.id,
            display_name: String::new(),
            secret_hash: None,
            created_at: self.created_at,
            erased_at: Some(now),
        }
    }
}

impl fmt::Debug for Person {
    /// Without the name and the hash, so that neither slips into a log.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Person")
            .field("id", &self.id)
            .field("created_at", &self.created_at)
            .field("erased_at", &self.erased_at)
            .finish_non_exhaustive()
    }
}
