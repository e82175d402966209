//! Win chances against simulated games, and the small table against the exact distributions.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use chance::{Chance as _, SeededChance};
use dicee::{
    Bot, Counted, DiceConfig, Policy, PolicyMap, Position, RollsLeft, Rules, Scenario, ScoreDistribution,
    ScoreOutlook, SolvedGame, TurnStart, play_optimal_games, win_chances_of,
};

use crate::random_position::any_position;

fn any_start(luck: &mut SeededChance) -> TurnStart {
    match luck.below(2) {
        0 => TurnStart::Fresh,
        _ => {
            let roll = DiceConfig::from_dice(&std::array::from_fn(|_| luck.die())).unwrap();
            TurnStart::Rolled { roll, rolls_left: RollsLeft::parse(i64::from(luck.below(3))).unwrap() }
        }
    }
}

/// Plays this many games to the end and compares the wins with the chances.
fn against_simulation(players: usize, games: u64, seed: u64) {
    let rules = Rules::JokerRules;
    let table = SolvedGame::solve_values(rules, |_| {});
    let mut luck = SeededChance::from_seed(seed);
    let boxes = 2 + luck.below(4) as usize;
    let seats: Vec<(Position, TurnStart, u16)> = (0..players)
        .map(|player| {
            // The first player's turn is in progress.
            let start = if player == 0 { any_start(&mut luck) } else { TurnStart::Fresh };
            (any_position(&mut luck, boxes), start, u16::try_from(150 + luck.below(20)).unwrap())
        })
        .collect();
    let policy = Policy::Expected(&table);
    let finals: Vec<ScoreDistribution> = seats
        .iter()
        .map(|&(position, start, points)| ScoreDistribution::new(&policy, position, start).plus(points))
        .collect();
    let chances = win_chances_of(&finals);
    let scores: Vec<Vec<u16>> = (0..)
        .zip(&seats)
        .map(|(player, &(position, start, points))| {
            let scenario = Scenario { rules, position, start, counted: Counted::Points(Bot::Optimal) };
            let luck = SeededChance::from_seed(1000 + player);
            let to_come = scenario.points(Bot::Optimal, &table, &luck, 0..games);
            to_come.into_iter().map(|more| more + points).collect()
        })
        .collect();
    let mut shares = vec![0.0; players];
    for game in 0..usize::try_from(games).unwrap() {
        let best = scores.iter().map(|scores| scores[game]).max().unwrap();
        let winners: Vec<usize> = (0..players).filter(|&player| scores[player][game] == best).collect();
        for &player in &winners {
            shares[player] += 1.0 / winners.len() as f64;
        }
    }
    for (chance, wins) in chances.iter().zip(shares) {
        let share = wins / games as f64;
        let sigma = (chance.share * (1.0 - chance.share) / games as f64).sqrt();
        assert!((share - chance.share).abs() <= 4.0 * sigma + 1e-9, "{share} instead of {}", chance.share);
    }
    assert!((chances.iter().map(|chance| chance.share).sum::<f64>() - 1.0).abs() < 1e-9);
}

#[test]
fn chances_agree_with_simulated_games_of_two_to_eight_players() {
    for (players, seed) in [(2, 1), (3, 2), (8, 3)] {
        against_simulation(players, 3000, seed);
    }
}

#[test]
#[ignore = "plays a million games for each of three tables: minutes"]
fn chances_agree_with_a_million_simulated_games() {
    for (players, seed) in [(2, 11), (4, 12), (8, 13)] {
        against_simulation(players, 1_000_000, seed);
    }
}

/// The worst error of a win chance against one opponent, by the number of open boxes.
fn outlook_errors(rules: Rules, positions: usize, seed: u64) -> Vec<f64> {
    let table = SolvedGame::solve_values(rules, |_| {});
    let outlook = ScoreOutlook::new(&table, |_| {});
    assert!(outlook.bytes() < 64 << 20, "{} bytes", outlook.bytes());
    let policy = Policy::Expected(&table);
    let mut luck = SeededChance::from_seed(seed);
    let mut worst = vec![0.0f64; 14];
    for _ in 0..positions {
        let boxes = 1 + luck.below(9) as usize;
        let position = any_position(&mut luck, boxes);
        let start = any_start(&mut luck);
        let exact = ScoreDistribution::new(&policy, position, start);
        let quick = outlook.scores(&table, position, start);
        // An opponent who is finished, at every score that matters: nothing averages the error out.
        for goal in exact.lowest()..=exact.highest() {
            let error = (exact.beaten_by(goal) - quick.beaten_by(goal)).abs();
            worst[boxes] = worst[boxes].max(error);
        }
    }
    worst
}

#[test]
#[ignore = "makes the table of all positions: a quarter of a minute"]
fn the_small_table_is_exact_to_five_boxes_and_within_half_a_point_beyond() {
    let worst = outlook_errors(Rules::JokerRules, 40, 5);
    assert!(worst[..=ScoreOutlook::EXACT].iter().all(|&error| error < 1e-6), "{worst:?}");
    assert!(worst.iter().all(|&error| error < 0.005), "{worst:?}");
}

#[test]
#[ignore = "a thousand positions: minutes"]
fn the_small_table_holds_its_promise_on_a_thousand_positions() {
    let worst = outlook_errors(Rules::Standard, 1000, 6);
    assert!(worst[..=ScoreOutlook::EXACT].iter().all(|&error| error < 1e-6), "{worst:?}");
    assert!(worst.iter().all(|&error| error < 0.005), "{worst:?}");
}

#[test]
#[ignore = "writes down every decision of perfect play: a quarter of a minute"]
fn looked_up_games_are_the_games_that_are_worked_out() {
    let table = SolvedGame::solve_values(Rules::Classic, |_| {});
    let policy = PolicyMap::new(&table);
    let luck = SeededChance::from_seed(7);
    // Enough games to meet options that tie but for rounding.
    assert_eq!(policy.play_games(&luck, 5..3005), play_optimal_games(&table, &luck, 5..3005));
}
