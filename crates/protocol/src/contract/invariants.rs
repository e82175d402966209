//! The safety invariants of the data contract, section 10: what holds of everything that this crate computes. A violation is
//! a bug or damaged data.
//!
//! 10.1.2 is none: categories overlap, so their chances may add up to more than one. 10.2.4 is about the solver, not about
//! anything that is written: a test proves it.

use std::collections::HashSet;

use dicee::{
    Category, ComputationMethod, DiceeGame, DiceeView, Findings, GameStatus, ProbabilityVector, Quality,
    ScorecardData, Violation,
};
use ledger::Log;

use super::event::{EventBody, GameEvent, ScoreDecision};

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
    found.check((difference < Quality::NOTHING) == (quality == Quality::Optimal), || {
        Violation::new(
            "10.6.2",
            format!("decisionQuality: expected optimal exactly for a difference of 0, got {difference}"),
        )
    });
    found.into_vec()
}

/// 8.4, 10.1 and 10.2 of what every box can bring.
#[must_use]
pub fn of_probabilities(vector: &ProbabilityVector) -> Vec<Violation> {
    let mut found = Findings::default();
    for (&category, entry) in &vector.categories {
        let chance = entry.probability;
        found.check((0.0..=1.0).contains(&chance), || {
            Violation::new("10.1.1", format!("{category}: expected a probability from 0 to 1, got {chance}"))
        });
        let value = entry.expected_value;
        found.check(value >= 0.0, || {
            Violation::new("10.2.1", format!("{category}: expected no negative value, got {value}"))
        });
        let (least, most, fixed) = bounds(category);
        let within = |value: f64| (least..=most).contains(&value);
        let now = if fixed { value <= 0.0 || value >= most } else { true };
        found.check(within(value) && now && entry.future_ev.is_none_or(within), || {
            Violation::new("10.2.2", format!("{category}: no expected value of it is {value} now"))
        });
        found.check(value <= vector.optimal_ev + TOLERANCE, || {
            Violation::new(
                "10.2.3",
                format!("{category}: {value} is more than the optimum {}", vector.optimal_ev),
            )
        });
    }
    found.check(vector.computation_method != ComputationMethod::Exact || vector.confidence >= 1.0, || {
        Violation::new(
            "10.1.3",
            format!("confidence: expected 1 for an exact computation, got {}", vector.confidence),
        )
    });
    let optimal = vector.categories.get(&vector.optimal_category);
    found.check(
        optimal.is_some_and(|entry| (entry.expected_value - vector.optimal_ev).abs() <= TOLERANCE),
        || {
            Violation::new(
                "8.4",
                format!("optimalCategory: {} is not worth {}", vector.optimal_category, vector.optimal_ev),
            )
        },
    );
    found.into_vec()
}

/// The tolerance of the contract.
const TOLERANCE: f64 = 0.01;

/// The least and the most that a box can bring, and whether there is nothing between.
const fn bounds(category: Category) -> (f64, f64, bool) {
    match category {
        Category::Ones => (0.0, 5.0, false),
        Category::Twos => (0.0, 10.0, false),
        Category::Threes => (0.0, 15.0, false),
        Category::Fours => (0.0, 20.0, false),
        Category::Fives => (0.0, 25.0, false),
        Category::Sixes | Category::ThreeOfKind | Category::FourOfKind => (0.0, 30.0, false),
        Category::FullHouse => (0.0, 25.0, true),
        Category::SmallStraight => (0.0, 30.0, true),
        Category::LargeStraight => (0.0, 40.0, true),
        Category::Dicee => (0.0, 50.0, true),
        Category::Chance => (5.0, 30.0, false),
    }
}
