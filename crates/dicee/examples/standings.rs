//! Counts the final scores of every bot under all rules, and writes them down as curves:
//!
//! ```sh
//! cargo run --release -p dicee --features parallel --example standings > crates/coach/src/curves.rs
//! ```
//!
//! The bots that overlook options take minutes, so all cores are used.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "the table is the output, progress goes beside it"
)]

use std::time::Instant;

use dicee::{Bot, Policy, Position, Rules, ScoreDistribution, SolvedGame};

/// The greatest error of a curve at any score: a twentieth of a percentage point.
const TOLERANCE: f64 = 0.0005;

fn main() {
    let started = Instant::now();
    println!(
        "// Made by `cargo run --release -p dicee --features parallel --example standings`; do not edit by hand."
    );
    println!();
    println!("use dicee::{{Bot, Rules}};");
    println!();
    println!("use crate::curve::Curve;");
    println!();
    println!("/// The final scores of whole games, by rules and then by bot, strongest first.");
    println!("#[rustfmt::skip]");
    println!("pub(crate) static CURVES: [Curve; {}] = [", Rules::ALL.len() * Bot::ALL.len());
    for rules in Rules::ALL {
        let table = SolvedGame::solve_values(rules, |_| {});
        for bot in Bot::ALL {
            let scores = ScoreDistribution::before_turn(&Policy::of_bot(bot, &table), Position::START);
            print_curve(rules, bot, &scores);
            eprintln!("{rules} {bot}: done after {:.0} s", started.elapsed().as_secs_f64());
        }
    }
    println!("];");
}

fn print_curve(rules: Rules, bot: Bot, scores: &ScoreDistribution) {
    println!("    Curve {{");
    println!("        rules: Rules::{rules:?}, bot: Bot::{bot:?}, mean: {:.4},", scores.mean());
    println!("        knots: &[");
    for line in scores.to_curve(TOLERANCE).chunks(24) {
        let bytes: Vec<String> = line.iter().map(u8::to_string).collect();
        println!("            {},", bytes.join(", "));
    }
    println!("        ],");
    println!("    }},");
}
