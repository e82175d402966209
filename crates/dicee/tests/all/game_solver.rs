//! The whole-game solver against a plain recursion, and the invariants its values must have.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::HashMap;

use chance::{Chance as _, SeededChance};
use dicee::{
    DiceConfig, KeepPattern, Outlook, PartialDice, Position, RollsLeft, Rules, SolvedGame, TransitionTable,
    TurnAnalysis, TurnValues, play_optimal_game, play_optimal_games,
};

use crate::random_position::any_position;

const CLASSIC_SEAL: [u8; 8] = [47, 166, 158, 144, 194, 186, 43, 24];

/// Expected points to come, straight from the definition: every roll, every keep, every legal box.
fn naive(rules: Rules, position: Position, known: &mut HashMap<Position, f64>) -> f64 {
    if position.is_full() {
        return 0.0;
    }
    if let Some(&value) = known.get(&position) {
        return value;
    }
    let table = TransitionTable::global();
    let mut worth: Vec<f64> = DiceConfig::iter_all()
        .map(|roll| {
            let outcomes = position.open().iter().filter_map(|c| position.score(rules, roll, c).ok());
            outcomes
                .map(|outcome| f64::from(outcome.points()) + naive(rules, outcome.next, known))
                .fold(f64::NEG_INFINITY, f64::max)
        })
        .collect();
    for _ in 0..2 {
        let keeps: Vec<f64> = PartialDice::iter_all()
            .map(|partial| table.expected_value(partial, |roll| worth[roll.to_index().as_usize()]))
            .collect();
        worth = DiceConfig::iter_all()
            .map(|roll| {
                let valid = KeepPattern::iter_valid_for(roll).map(|keep| keeps[keep.to_index().as_usize()]);
                valid.fold(f64::NEG_INFINITY, f64::max)
            })
            .collect();
    }
    let value = table.expected_value(PartialDice::reroll_all(), |roll| worth[roll.to_index().as_usize()]);
    known.insert(position, value);
    value
}

#[test]
fn endgames_of_all_rules_equal_the_plain_recursion() {
    let mut luck = SeededChance::from_seed(5);
    for rules in Rules::ALL {
        let table = SolvedGame::solve_values(rules, |_| {});
        let mut known = HashMap::new();
        for boxes in [1, 1, 1, 1, 2, 2, 2, 3] {
            let position = any_position(&mut luck, boxes);
            let expected = naive(rules, position, &mut known);
            assert!((table.value(position) - expected).abs() < 1e-9, "{rules} {position:?}");
        }
        for (position, expected) in known {
            assert!((table.value(position) - expected).abs() < 1e-9, "{rules} {position:?}");
        }
    }
}

#[test]
fn values_of_the_game_horizon_obey_their_invariants() {
    let mut luck = SeededChance::from_seed(6);
    let rules = Rules::JokerRules;
    let table = SolvedGame::solve(rules);
    let outlook = Outlook::Game(&table);
    for _ in 0..300 {
        let boxes = luck.below(13) as usize + 1;
        let position = any_position(&mut luck, boxes);
        let turn = TurnValues::solve(rules, position, outlook, RollsLeft::MAX);
        // Before the turn, all three rolls are left and nothing is kept.
        let before = turn.keep_value(KeepPattern::NOTHING.to_index(), RollsLeft::MAX);
        assert!((before - table.value(position)).abs() < 1e-9, "{position:?}");
        let dice = std::array::from_fn(|_| luck.die());
        let roll = DiceConfig::from_dice(&dice).unwrap();
        // More rolls never hurt.
        let values: Vec<f64> = RollsLeft::iter_all().map(|rolls| turn.value(roll, rolls)).collect();
        assert!(values.is_sorted_by(|a, b| *a <= b + 1e-9), "{position:?} {roll}: {values:?}");
        // The best option is worth what the roll is worth, and nothing is negative (data contract 10.2).
        for (rolls, value) in RollsLeft::iter_all().zip(values) {
            let analysis = TurnAnalysis::from_values(rules, position, outlook, roll, rolls, &turn);
            assert!((analysis.expected_value() - value).abs() < 1e-9);
            assert!(analysis.options.iter().all(|option| option.value >= 0.0 && option.loss >= 0.0));
            for entry in &analysis.categories {
                assert!((0.0..=1.0).contains(&entry.probability.value()));
                assert!((0.0..=50.0).contains(&entry.expected_score));
            }
        }
    }
}

#[test]
fn progress_runs_from_nothing_to_everything() {
    let mut reports = Vec::new();
    let table = SolvedGame::solve_values(Rules::Classic, |progress| reports.push(progress));
    assert!(reports.len() > 10);
    assert!(reports.is_sorted_by_key(|progress| progress.done));
    let last = reports.last().unwrap();
    assert_eq!(last.done, last.total);
    // The last eight bytes seal every value: the same on every machine, vector width and number of threads.
    let bytes = table.to_bytes();
    assert_eq!(bytes[bytes.len() - 8..], CLASSIC_SEAL);
    assert_eq!(SolvedGame::from_bytes(&bytes), Ok(table));
}

#[test]
fn many_games_side_by_side_are_the_same_games_one_by_one() {
    let table = SolvedGame::solve_values(Rules::ForcedDicee, |_| {});
    let luck = SeededChance::from_seed(7);
    let together = play_optimal_games(&table, &luck, 100..160);
    for (number, card) in (100..160).zip(together) {
        assert_eq!(play_optimal_game(&table, &mut luck.stream(number)), card, "game {number}");
    }
}
