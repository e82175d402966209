//! The safety invariants of RFC-003 10: what holds of everything that this crate computes. A violation is a bug or
//! damaged data.
//!
//! 10.1.2 is none: categories overlap, so their chances may add up to more than one.

use std::collections::HashSet;

use ledger::Log;

use super::event::{EventBody, GameEvent, ScoreDecision};
use super::scorecard::ScorecardData;
use super::violation::{Findings, Violation};
use crate::game::{DiceeGame, DiceeView, GameStatus};
use crate::grade::Quality;

/// 10.3 and 10.4 of a game as it stands: cards that add up, turns and rolls within bounds, a full card for everybody
/// who stayed to a normal end.
#[must_use]
pub fn of_view(view: &DiceeView) -> Vec<Violation> {
    let mut found = Findings::default();
    for player in &view.players {
        let card = ScorecardData::from(&player.scorecard);
        found.extend(card.violations());
        let complete = view.status != GameStatus::Completed || player.left || card.turns_completed == 13;
        found.check(complete, || {
            let turns = card.turns_completed;
            Violation::new(
                "10.4.4",
                format!("the game is completed, but a card has only {turns} boxes filled"),
            )
        });
    }
    if let Some(turn) = &view.current_turn {
        found.check((1..=13).contains(&turn.turn_number), || {
            Violation::new("10.4.1", format!("turnNumber: expected 1 to 13, got {}", turn.turn_number))
        });
        found.check(turn.roll_number <= 3, || {
            Violation::new("10.4.2", format!("rollNumber: expected at most 3, got {}", turn.roll_number))
        });
    }
    found.into_vec()
}

/// 10.5 of a history: unique ids, no gaps, and a replay that leads to the same state.
#[must_use]
pub fn of_history(events: &[GameEvent], log: &Log<DiceeGame>) -> Vec<Violation> {
    let mut found = Findings::default();
    let mut ids = HashSet::new();
    for event in events {
        found.check(ids.insert(event.base.id), || {
            Violation::at(
                "10.5.1",
                event.base.sequence_number,
                format!("the id {} is not unique", event.base.id),
            )
        });
    }
    for violation in super::integrity::sequence_numbers(events) {
        found.extend([Violation { rule: "10.5.2", ..violation }]);
    }
    found.check(log.state_at(log.version()) == *log.state(), || {
        Violation::new("10.5.3", "replaying the history leads to another state")
    });
    for event in events {
        if let EventBody::Score(score) = &event.body {
            let violations = of_decision(score).into_iter();
            found.extend(violations.map(|violation| Violation {
                sequence_number: Some(event.base.sequence_number),
                ..violation
            }));
        }
    }
    found.into_vec()
}

/// 10.6 of a graded decision: nothing beats the best, and the grade fits the difference.
#[must_use]
pub fn of_decision(score: &ScoreDecision) -> Vec<Violation> {
    let mut found = Findings::default();
    let difference = score.ev_difference;
    found.check(difference >= 0.0, || {
        Violation::new("10.6.1", format!("evDifference: expected at least 0, got {difference}"))
    });
    found.check((score.optimal_ev - score.expected_value - difference).abs() < 1e-6, || {
        let expected = score.optimal_ev - score.expected_value;
        Violation::new("10.6.1", format!("evDifference: expected {expected}, got {difference}"))
    });
    let quality = score.decision_quality;
    found.check(difference > 0.0 || quality == Quality::Optimal, || {
        Violation::new("10.6.2", "decisionQuality: expected optimal for a difference of 0")
    });
    found.into_vec()
}
