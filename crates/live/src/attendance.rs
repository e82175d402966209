use std::collections::HashMap;

use ledger::PlayerId;
use tokio::time::Instant;

/// Which of the people at a table are there, and since when the others are away.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Attendance {
    /// By the monotonic clock of this node; `None` for those who are there.
    people: HashMap<PlayerId, Option<Instant>>,
}

impl Attendance {
    /// Of these people; `None` stands for being there.
    pub fn new(people: impl IntoIterator<Item = (PlayerId, Option<Instant>)>) -> Self {
        Self { people: people.into_iter().collect() }
    }

    /// Since when a player is away, by the monotonic clock of this node; `None` if they are there, or not of this table.
    #[must_use]
    pub fn away_since(&self, player: PlayerId) -> Option<Instant> {
        self.people.get(&player).copied().flatten()
    }

    /// Whether anybody is there.
    #[must_use]
    pub fn anybody(&self) -> bool {
        self.people.values().any(Option::is_none)
    }
}
