//! Makes `crates/coach/src/quantile_table.rs`, the scores that bots reach, on standard output:
//!
//! ```sh
//! cargo run --release -p coach --example quantiles > quantile_table.rs
//! ```
//!
//! The seed is fixed, so the file comes out the same every time. Progress goes to standard error.
#![allow(clippy::print_stdout, reason = "the file is the output")]

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use chance::SeededChance;
use dicee::{Bot, Rules, SolvedGame, play_optimal_games};

const SEED: u64 = 1;
/// The scores between two hundred equal shares of the games.
const STEPS: usize = 200;
/// Played by each bot under each rules.
const GAMES: u64 = 400_000;

fn main() {
    let started = Instant::now();
    println!("// Made by `cargo run --release -p coach --example quantiles`; do not edit by hand.");
    println!();
    println!("use dicee::{{Bot, Rules}};");
    println!();
    println!("use crate::sample::Sample;");
    println!();
    println!("/// Simulated games, by rules and then by bot, strongest first.");
    println!("#[rustfmt::skip]");
    println!("pub(crate) static SAMPLES: [Sample; {}] = [", Rules::ALL.len() * Bot::ALL.len());
    for rules in Rules::ALL {
        let table = SolvedGame::solve_values(rules, |_| {});
        for (bot, scores) in Bot::ALL.into_iter().zip(all_scores(&table)) {
            print_sample(rules, bot, &scores);
        }
        eprintln!("{rules}: done after {:.0} s", started.elapsed().as_secs_f64());
    }
    println!("];");
}

/// The scores of every bot, each ascending; the bots share the cores.
fn all_scores(table: &SolvedGame) -> Vec<Vec<u16>> {
    let next = AtomicUsize::new(0);
    let scores = Mutex::new(vec![Vec::new(); Bot::ALL.len()]);
    let work = || {
        while let Some(&bot) = Bot::ALL.get(next.fetch_add(1, Ordering::Relaxed)) {
            let mut mine = play(bot, table);
            mine.sort_unstable();
            let place = Bot::ALL.iter().position(|&other| other == bot).expect("taken from this list");
            scores.lock().expect("no worker panics while it holds the lock")[place] = mine;
            eprintln!("{}: {bot} has played", table.rules());
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    scores.into_inner().expect("every worker has ended")
}

/// The same games as `dicee simulate --seed 1`.
fn play(bot: Bot, table: &SolvedGame) -> Vec<u16> {
    let luck = SeededChance::from_seed(SEED);
    if bot == Bot::Optimal {
        let cards = play_optimal_games(table, &luck, 0..GAMES);
        return cards.iter().map(|card| card.grand_total()).collect();
    }
    let play = |game: u64| {
        let mut mind = luck.stream(game | 1 << 63);
        bot.play(table, &mut luck.stream(game), &mut mind).card().grand_total()
    };
    (0..GAMES).map(play).collect()
}

fn print_sample(rules: Rules, bot: Bot, scores: &[u16]) {
    let games = scores.len();
    let mean = scores.iter().map(|&score| f64::from(score)).sum::<f64>() / games as f64;
    println!("    Sample {{");
    println!("        rules: Rules::{rules:?}, bot: Bot::{bot:?}, games: {games}, mean: {mean:.3},");
    println!("        quantiles: [");
    let quantiles: Vec<String> = (1..STEPS).map(|step| scores[games * step / STEPS].to_string()).collect();
    for line in quantiles.chunks(20) {
        println!("            {},", line.join(", "));
    }
    println!("        ],");
    println!("    }},");
}
