//! Playing to have the highest score of many, measured: how many points the best reply makes, and how much more often it wins
//! than expected-score play, among players of different strength.
//!
//! ```sh
//! cargo run --release -p dicee --features parallel --example tournament -- joker_rules 2 10000
//! ```
//!
//! Numbers are players in all, and names those bots whose distribution the others have (all of them where none is named).
//! Each pair takes most of a minute on 16 cores, and at most 3 GiB.
#![allow(clippy::print_stdout, reason = "the figures are the output")]

use chance::{SeededChance, Summary};
use dicee::{BestReply, Bot, CategorySet, Policy, Position, Rules, ScoreDistribution, SolvedGame};
use rayon::prelude::*;

/// Games that a reply is played for its mean and deviation.
const GAMES: u64 = 100_000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let rules: Rules = arguments.next().map_or(Ok(Rules::JokerRules), |name| name.parse())?;
    let (mut sizes, mut bots) = (Vec::new(), Vec::new());
    for argument in arguments {
        match argument.parse() {
            Ok(players) => sizes.push(players),
            Err(_) => bots.push(argument.parse::<Bot>()?),
        }
    }
    if bots.is_empty() {
        bots.extend([Bot::Optimal, Bot::Expert, Bot::Skilled, Bot::Greedy]);
    }
    let game = SolvedGame::solve_values(rules, |_| {});
    let usual = ScoreDistribution::before_turn(&Policy::Expected(&game), Position::START);
    println!("{rules}: expected-score play {}", spread(usual.mean(), usual.standard_deviation()));
    for bot in bots {
        let others = ScoreDistribution::before_turn(&Policy::of_bot(bot, &game), Position::START);
        println!(
            "{bot}: {}; the best of 15 has {:.0}, of 10,000 {:.0}",
            spread(others.mean(), others.standard_deviation()),
            mean_of_best(15, &others),
            mean_of_best(10_000, &others)
        );
        for &players in &sizes {
            reply(&game, players, &others, &usual)?;
        }
    }
    Ok(())
}

fn reply(
    game: &SolvedGame,
    players: u32,
    others: &ScoreDistribution,
    usual: &ScoreDistribution,
) -> Result<(), Box<dyn std::error::Error>> {
    let worth = BestReply::worth_among(players, others);
    let of = |score: u16| worth[usize::from(score.min(BestReply::HIGHEST))];
    let reply = BestReply::solve(game.rules(), CategorySet::ALL, &worth, |_| {});
    let share = reply.share(Position::START, 0)?;
    let before: f64 = usual.iter().map(|(score, chance)| chance * of(score)).sum();
    println!(
        "  the best reply among {players} wins {:.4}% instead of {:.4}%, {:+.1}%",
        100.0 * share,
        100.0 * before,
        100.0 * (share / before - 1.0)
    );
    for (name, then) in [("equals for points", Some(game)), ("the chance alone", None)] {
        let luck = SeededChance::from_seed(17);
        let scores: Vec<u16> = (0..GAMES)
            .into_par_iter()
            .map(|number| reply.play_game(then, &mut luck.stream(number)).grand_total())
            .collect();
        let points: Summary = scores.iter().map(|score| f64::from(*score)).collect();
        let won = scores.iter().map(|score| of(*score)).sum::<f64>() / GAMES as f64;
        println!(
            "    {name}: {} points, wins {:.4}%, over {GAMES} games",
            spread(points.mean(), points.standard_deviation()),
            100.0 * won
        );
    }
    Ok(())
}

fn spread(mean: f64, deviation: f64) -> String {
    format!("{mean:.2} +- {deviation:.2}")
}

/// What the highest score of so many has on average.
fn mean_of_best(players: i32, scores: &ScoreDistribution) -> f64 {
    (0..scores.highest()).map(|score| 1.0 - (1.0 - scores.at_least(score + 1)).powi(players)).sum()
}
