use std::sync::{Arc, OnceLock};

use super::event::TableEvent;
use super::outcome::{RollOutcome, Words};
use super::view::TableResult;
use crate::{DiceSystem, Ranked};

/// A roll as it happened, and what it makes, which is worked out when somebody first looks.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) seat: u8,
    pub(super) words: Words,
    outcome: RollOutcome,
    result: OnceLock<TableResult>,
}

impl Entry {
    pub(super) const fn new(seat: u8, words: Words, outcome: RollOutcome) -> Self {
        Self { seat, words, outcome, result: OnceLock::new() }
    }

    /// A roll by the system of the table, and whether it is hidden; `None` for events that are none, and for rounds, which
    /// need their check.
    pub(super) fn of(event: &TableEvent, system: &Arc<DiceSystem>) -> Option<(Self, bool)> {
        let system = Arc::clone(system);
        let (seat, words, hidden, outcome) = match event.clone() {
            TableEvent::DiceRolled { seat, expression, faces, total, label, actor, target, hidden } => {
                let outcome = RollOutcome::Expression { expression, faces, total };
                (seat, Words { label, actor, target }, hidden, outcome)
            }
            TableEvent::CheckRolled { seat, difficulty, dice, label, actor, target, hidden } => (
                seat,
                Words { label, actor, target },
                hidden,
                RollOutcome::Check { difficulty, dice, system },
            ),
            TableEvent::ContestRolled { seat, initiator, defender, label, actor, target, hidden } => {
                let outcome = RollOutcome::Contest { initiator, defender, system };
                (seat, Words { label, actor, target }, hidden, outcome)
            }
            TableEvent::AttackRolled {
                seat,
                damage,
                armour,
                attack,
                damage_dice,
                label,
                actor,
                target,
                hidden,
            } => {
                let outcome = RollOutcome::Attack { damage, armour, attack, damage_dice, system };
                (seat, Words { label, actor, target }, hidden, outcome)
            }
            TableEvent::CheckStarted { .. }
            | TableEvent::RoundRolled { .. }
            | TableEvent::TableSet { .. }
            | TableEvent::RollRevealed { .. } => return None,
        };
        Some((Self::new(seat, words, outcome), hidden))
    }

    /// The event that it came from, if it was hidden; rounds never are.
    pub(super) fn as_hidden(&self) -> Option<TableEvent> {
        if matches!(self.outcome, RollOutcome::Round { .. }) {
            return None;
        }
        Some(self.outcome.clone().into_event(self.seat, self.words.clone(), true))
    }

    /// How it ranks among all that could have come, where that is known.
    pub(super) fn rank(&self) -> Option<Ranked> {
        self.outcome.rank()
    }

    /// What it makes.
    pub(super) fn result(&self) -> TableResult {
        self.result.get_or_init(|| TableResult::of(&self.outcome)).clone()
    }
}

impl PartialEq for Entry {
    fn eq(&self, other: &Self) -> bool {
        (self.seat, &self.words, &self.outcome) == (other.seat, &other.words, &other.outcome)
    }
}
