//! Targets against brute force in endgames, the published chances, and the policy for the expected score.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::HashMap;
use std::ops::ControlFlow;

use chance::SeededChance;
use dicee::{
    BestReply, Category, CategorySet, DiceConfig, DiceeBox, KeepPattern, PartialDice, Policy, Position,
    RollsLeft, Rules, ScoreDistribution, SolvedGame, TargetChances, TransitionTable,
};

use crate::random_position::any_position;

/// The highest chance from the definition: every roll, every keep, every legal box.
fn naive(rules: Rules, position: Position, wanted: u16, known: &mut HashMap<(Position, u16), f64>) -> f64 {
    if wanted == 0 || position.is_full() {
        return f64::from(u8::from(wanted == 0));
    }
    if let Some(&chance) = known.get(&(position, wanted)) {
        return chance;
    }
    let table = TransitionTable::global();
    let mut worth: Vec<f64> = DiceConfig::iter_all()
        .map(|roll| {
            let outcomes = position.open().iter().filter_map(|c| position.score(rules, roll, c).ok());
            let after = outcomes.map(|o| naive(rules, o.next, wanted.saturating_sub(o.points()), known));
            after.fold(0.0, f64::max)
        })
        .collect();
    for _ in 0..2 {
        let keeps: Vec<f64> = PartialDice::iter_all()
            .map(|partial| table.expected_value(partial, |roll| worth[roll.to_index().as_usize()]))
            .collect();
        worth = DiceConfig::iter_all()
            .map(|roll| {
                let valid = KeepPattern::iter_valid_for(roll).map(|keep| keeps[keep.to_index().as_usize()]);
                valid.fold(0.0, f64::max)
            })
            .collect();
    }
    let chance = table.expected_value(PartialDice::reroll_all(), |roll| worth[roll.to_index().as_usize()]);
    known.insert((position, wanted), chance);
    chance
}

#[test]
fn endgames_of_all_rules_equal_brute_force() {
    let mut luck = SeededChance::from_seed(23);
    for rules in Rules::ALL {
        for boxes in [1, 1, 2, 2, 3] {
            let position = any_position(&mut luck, boxes);
            let chances = TargetChances::solve_from(rules, position, 250, |_| {}).unwrap();
            let wanted = if boxes == 3 { vec![60] } else { vec![1, 5, 25, 40, 77, 150] };
            for wanted in wanted {
                let expected = naive(rules, position, wanted, &mut HashMap::new());
                let chance = chances.chance(position, wanted).unwrap();
                assert!(
                    (chance - expected).abs() < 1e-7,
                    "{rules} {position:?} {wanted}: {chance} {expected}"
                );
            }
        }
    }
}

#[test]
fn chances_fall_with_the_target_and_beat_the_expected_score_policy() {
    let mut luck = SeededChance::from_seed(29);
    for rules in [Rules::JokerRules, Rules::Classic] {
        let table = SolvedGame::solve_values(rules, |_| {});
        for boxes in [4, 6] {
            let position = any_position(&mut luck, boxes);
            let chances = TargetChances::solve_from(rules, position, 400, |_| {}).unwrap();
            let scores = ScoreDistribution::before_turn(&Policy::Expected(&table), position);
            let mut last = 1.0;
            for wanted in 0..=400 {
                let chance = chances.chance(position, wanted).unwrap();
                assert!(chance <= last, "{rules} {position:?} {wanted}");
                assert!(chance >= scores.at_least(wanted) - 1e-7, "{rules} {position:?} {wanted}");
                last = chance;
            }
        }
    }
}

#[test]
fn the_best_option_of_every_roll_averages_to_the_chance_of_the_position() {
    let mut luck = SeededChance::from_seed(31);
    let rules = Rules::ForcedDicee;
    let position = any_position(&mut luck, 4);
    let chances = TargetChances::solve_from(rules, position, 120, |_| {}).unwrap();
    for wanted in [30, 60, 120] {
        let best = |roll| chances.options(position, wanted, roll, RollsLeft::AFTER_FIRST).unwrap()[0].chance;
        let mean = TransitionTable::global().expected_value(PartialDice::reroll_all(), best);
        assert!((mean - chances.chance(position, wanted).unwrap()).abs() < 1e-7, "{wanted}");
    }
}

#[test]
fn playing_for_a_target_reaches_it_with_the_chance_that_was_promised() {
    let mut luck = SeededChance::from_seed(37);
    let rules = Rules::JokerRules;
    let table = SolvedGame::solve_values(rules, |_| {});
    for points in [40, 90] {
        let position = any_position(&mut luck, 4);
        let chances = TargetChances::solve_from(rules, position, points, |_| {}).unwrap();
        let policy = Policy::Target { chances: &chances, points, then: &table };
        let scores = ScoreDistribution::before_turn(&policy, position);
        let promised = chances.chance(position, points).unwrap();
        assert!((scores.at_least(points) - promised).abs() < 1e-7, "{position:?} {points}");
        let usual = ScoreDistribution::before_turn(&Policy::Expected(&table), position);
        assert!(scores.mean() <= usual.mean() + 1e-9);
    }
}

#[test]
fn one_turn_alone_is_solved_as_with_all_that_follow() {
    let mut luck = SeededChance::from_seed(12);
    for rules in Rules::ALL {
        let position = any_position(&mut luck, 4);
        let all = TargetChances::solve_from(rules, position, 150, |_| {}).unwrap();
        let turn = TargetChances::solve_turn(rules, position.open(), 150, |_| ControlFlow::Continue(()));
        let turn = turn.unwrap().unwrap();
        assert!(turn.bytes() < all.bytes(), "{} {}", turn.bytes(), all.bytes());
        let alone = TargetChances::solve_turn_of(rules, position, 150, |_| ControlFlow::Continue(()));
        let alone = alone.unwrap().unwrap();
        assert!(alone.bytes() <= turn.bytes(), "{} {}", alone.bytes(), turn.bytes());
        let roll = DiceConfig::from_dice(&[6, 6, 4, 4, 1]).unwrap();
        for points in [0, 20, 45, 80, 150] {
            assert_eq!(turn.chance(position, points), all.chance(position, points));
            for rolls_left in RollsLeft::iter_all() {
                let of = |chances: &TargetChances| chances.options(position, points, roll, rolls_left);
                assert_eq!(of(&turn), of(&all), "{rules} {position:?} {points}");
                assert_eq!(of(&alone), of(&all), "{rules} {position:?} {points}");
            }
        }
        // Later turns are forgotten, and say so.
        let later = Position::new(CategorySet::EMPTY.with(Category::Chance), 0, DiceeBox::Zero).unwrap();
        assert_eq!(turn.chance(later, 5).unwrap_err().field(), "open");
        let broken_off = TargetChances::solve_turn(rules, position.open(), 150, |_| ControlFlow::Break(()));
        assert_eq!(broken_off, Ok(None));
    }
}

#[test]
fn one_position_alone_is_solved_without_those_it_cannot_reach() {
    let open = CategorySet::from_slice(&[Category::Fives, Category::Sixes, Category::Chance]);
    let position = |upper, holds| Position::new(open, upper, holds).unwrap();
    let asked = position(20, DiceeBox::Fifty);
    let go_on = |_| ControlFlow::Continue(());
    for rules in Rules::ALL {
        let alone = TargetChances::solve_turn_of(rules, asked, 120, go_on).unwrap().unwrap();
        let turn = TargetChances::solve_turn(rules, open, 120, go_on).unwrap().unwrap();
        assert!(2 * alone.bytes() < turn.bytes(), "{rules}: {} {}", alone.bytes(), turn.bytes());
        assert_eq!(alone.chance(asked, 80), turn.chance(asked, 80));
        assert!(turn.chance(position(21, DiceeBox::Fifty), 80).is_ok());
        assert!(alone.chance(position(21, DiceeBox::Fifty), 80).is_err());
        // Where nothing follows from it, both fillings of the Dicee box are one.
        assert_eq!(alone.chance(position(20, DiceeBox::Zero), 80).is_err(), rules != Rules::Classic);
    }
}

#[test]
fn targets_beyond_what_was_solved_are_refused() {
    let position = any_position(&mut SeededChance::from_seed(1), 1);
    let error = TargetChances::solve_from(Rules::Classic, position, 512, |_| {}).unwrap_err();
    assert_eq!(error.to_string(), "score: expected a score from 0 to 511, got 512");
    let chances = TargetChances::solve_from(Rules::Classic, position, 20, |_| {}).unwrap();
    assert!(chances.chance(position, 20).is_ok());
    assert!(chances.chance(position, 21).is_err());
}

/// The whole table takes a minute of both cores.
#[test]
#[ignore = "solves every target: half a minute on an idle machine"]
fn whole_games_have_the_reference_chances() {
    let chances = TargetChances::solve(Rules::JokerRules, |_| {});
    for (points, best) in [
        (100, 0.999999748),
        (150, 0.997938171),
        (200, 0.910804604),
        (240, 0.66943427),
        (254, 0.507705898),
        (280, 0.254435583),
        (320, 0.127099315),
        (400, 0.049326961),
        (500, 0.009978057),
    ] {
        let chance = chances.chance(Position::START, points).unwrap();
        assert!((chance - best).abs() < 1e-7, "{points}: {chance} instead of {best}");
    }
}

/// The highest expected worth of the final score from the definition: every roll, every keep, every legal box.
fn naive_worth(
    rules: Rules,
    position: Position,
    scored: u16,
    worth: &[f64],
    known: &mut HashMap<(Position, u16), f64>,
) -> f64 {
    if position.is_full() {
        return worth[usize::from(scored).min(worth.len() - 1)];
    }
    if let Some(&value) = known.get(&(position, scored)) {
        return value;
    }
    let table = TransitionTable::global();
    let mut values: Vec<f64> = DiceConfig::iter_all()
        .map(|roll| {
            let outcomes = position.open().iter().filter_map(|c| position.score(rules, roll, c).ok());
            let after = outcomes.map(|o| naive_worth(rules, o.next, scored + o.points(), worth, known));
            after.fold(0.0, f64::max)
        })
        .collect();
    for _ in 0..2 {
        let keeps: Vec<f64> = PartialDice::iter_all()
            .map(|partial| table.expected_value(partial, |roll| values[roll.to_index().as_usize()]))
            .collect();
        values = DiceConfig::iter_all()
            .map(|roll| {
                let valid = KeepPattern::iter_valid_for(roll).map(|keep| keeps[keep.to_index().as_usize()]);
                valid.fold(0.0, f64::max)
            })
            .collect();
    }
    let value = table.expected_value(PartialDice::reroll_all(), |roll| values[roll.to_index().as_usize()]);
    known.insert((position, scored), value);
    value
}

#[test]
fn the_best_reply_of_an_endgame_is_the_one_of_brute_force() {
    let mut luck = SeededChance::from_seed(31);
    for (rules, boxes) in [(Rules::Classic, 1), (Rules::JokerRules, 1), (Rules::Classic, 2)] {
        let game = SolvedGame::solve_values(rules, |_| {});
        let position = any_position(&mut luck, boxes);
        let usual = ScoreDistribution::before_turn(&Policy::Expected(&game), position);
        for players in [2, 5, 10_000] {
            let others = usual.clone().plus(200);
            let worth = BestReply::worth_among(players, &others);
            let reply = BestReply::solve(rules, position.open(), &worth, |_| {});
            let mut known = HashMap::new();
            for scored in [190, 200, 207] {
                let share = reply.share(position, scored).unwrap();
                let naive = naive_worth(rules, position, scored, &worth, &mut known);
                assert!(
                    (share - naive).abs() < 1e-7,
                    "{rules} {position:?} {players} {scored}: {share} {naive}"
                );
                // Never worse than playing for the expected score.
                let usual: f64 = usual
                    .iter()
                    .map(|(points, chance)| chance * worth[usize::from(points + scored).min(worth.len() - 1)])
                    .sum();
                assert!(share >= usual - 1e-7, "{rules} {position:?} {players} {scored}: {share} {usual}");
            }
        }
    }
}
