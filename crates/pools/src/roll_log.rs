use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use crate::provider::as_text;

/// Labels of rolls. The word before the colon is the kind, by which the log can be filtered.
pub mod labels {
    /// An attack.
    pub const COMBAT_ATTACK: &str = "Combat:Attack";
    /// Damage.
    pub const COMBAT_DAMAGE: &str = "Combat:Damage";
    /// Keeping one's nerve in combat.
    pub const COMBAT_RESOLVE: &str = "Combat:Resolve";
    /// The kind of all skill checks.
    pub const SKILL: &str = "Skill:";
    /// The kind of all rolls in a dialogue.
    pub const DIALOGUE: &str = "Dialogue:";
    /// The kind of all crafting rolls.
    pub const CRAFTING: &str = "Crafting:";

    /// The label of a skill check.
    #[must_use]
    pub fn skill(skill: &str) -> String {
        format!("{SKILL}{skill}")
    }

    /// The label of a roll in a dialogue.
    #[must_use]
    pub fn dialogue(kind: &str) -> String {
        format!("{DIALOGUE}{kind}")
    }

    /// The label of a crafting roll.
    #[must_use]
    pub fn crafting(kind: &str) -> String {
        format!("{CRAFTING}{kind}")
    }
}

/// One roll, as it is remembered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RollEntry {
    /// Its number in the log, from 1.
    pub roll_id: u64,
    /// When, in milliseconds since 1970, as the caller said: there is no clock in here.
    pub timestamp: u64,
    /// The seed of the dice.
    #[serde(with = "as_text")]
    pub seed: u64,
    /// The words of that seed's stream that had been drawn before, so that the roll can be made again.
    pub drawn: u64,
    /// How many dice.
    pub pool_size: u32,
    /// The faces.
    pub results: Vec<u8>,
    /// Net successes.
    pub net_successes: u32,
    /// What it was for, such as `Combat:Attack`.
    pub context: String,
    /// Who rolled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub actor_id: Option<String>,
    /// Against whom.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target_id: Option<String>,
    /// Whether it was a fumble.
    pub is_fumble: bool,
    /// Whether it was a critical roll.
    pub is_critical_success: bool,
}

/// The last rolls, oldest first; the oldest go when it is full.
#[derive(Clone, Debug)]
pub struct RollLog {
    entries: VecDeque<RollEntry>,
    capacity: usize,
    /// Rolls logged so far, forgotten ones included.
    count: u64,
}

impl RollLog {
    /// How many rolls are remembered unless said otherwise.
    pub const CAPACITY: usize = 10_000;

    /// A log that remembers so many rolls.
    #[must_use]
    pub const fn with_capacity(capacity: usize) -> Self {
        Self { entries: VecDeque::new(), capacity, count: 0 }
    }

    /// Remembers a roll and gives it its number.
    pub fn log(&mut self, mut entry: RollEntry) -> u64 {
        self.count += 1;
        entry.roll_id = self.count;
        self.entries.push_back(entry);
        while self.entries.len() > self.capacity {
            self.entries.pop_front();
        }
        self.count
    }

    /// The last `count` rolls, oldest first.
    pub fn history(&self, count: usize) -> impl Iterator<Item = &RollEntry> {
        self.entries.iter().skip(self.entries.len().saturating_sub(count))
    }

    /// The rolls whose label starts like this, oldest first.
    pub fn by_context<'a>(&'a self, prefix: &'a str) -> impl Iterator<Item = &'a RollEntry> {
        self.entries.iter().filter(move |entry| entry.context.starts_with(prefix))
    }

    /// Forgets all rolls; numbers go on.
    pub fn clear(&mut self) {
        self.entries.clear();
    }
}

impl Default for RollLog {
    fn default() -> Self {
        Self::with_capacity(Self::CAPACITY)
    }
}
