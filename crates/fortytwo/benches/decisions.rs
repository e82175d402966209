//! `cargo bench -p fortytwo --bench decisions [hands]`: what single figures of docs/forty-two-ai.md are made of, the work
//! of the solver on 1,000 deals, what the review of a hand takes, and how long each decision of four strong bots takes. By
//! the clock, so keep the machine quiet; `wasm_move.mjs` does the same in WebAssembly.
#![allow(clippy::print_stdout, reason = "it prints what it measured")]

use std::time::{Duration, Instant};

use fortytwo::{
    Bot, BySeat, Declaration, GameReview, HandInPlay, HouseRules, Layout, ReviewStudy, Seat, Skill, Solver,
    Stake, Team, deal, play_hand,
};

const DEALS: u32 = 1_000;

fn main() {
    // Cargo adds `--bench`.
    let hands = std::env::args().skip(1).find_map(|word| word.parse().ok()).unwrap_or(20);
    deals();
    reviews();
    if hands > 0 {
        decisions(hands);
    }
}

fn deals() {
    let mut solver = Solver::new();
    let started = Instant::now();
    for seed in 0..DEALS {
        let declaration = Declaration::ALL[seed as usize % 9];
        let layout = Layout::deal(declaration, Seat::ALL[seed as usize % 4], deal(seed)).expect("a deal");
        solver.value(&layout, Stake::Points, Team::Even);
    }
    let spent = started.elapsed();
    let (rate, plays) = (f64::from(DEALS) / spent.as_secs_f64(), solver.nodes() / u64::from(DEALS));
    println!(
        "{DEALS} deals: {:.3} s, {rate:.0} a second, {plays} plays searched a deal",
        spent.as_secs_f64()
    );
}

/// Both views of every choice, as the server and the command line look at them.
fn reviews() {
    const HANDS: u32 = 20;
    let (mut solver, mut choices, mut spent) = (Solver::new(), 0, Duration::ZERO);
    for seed in 0..HANDS {
        let mut bots = BySeat(Seat::ALL.map(|_| Bot::new(Skill::Heuristic, seed.into())));
        let record = play_hand(deal(seed), Seat::ALL[3], HouseRules::default(), &mut bots).expect("a deal");
        let started = Instant::now();
        let Some(mut study) = ReviewStudy::new(seed, &record, &mut solver).expect("played by the rules")
        else {
            continue;
        };
        while study.step(GameReview::DEALS, &mut solver).expect("played by the rules") {}
        spent += started.elapsed();
        choices += study.total();
    }
    let (deals, seconds) = (GameReview::DEALS, spent.as_secs_f64());
    println!("{choices} choices of {HANDS} hands reviewed over {deals} deals each: {seconds:.2} s");
}

fn decisions(hands: u32) {
    let mut times = Vec::new();
    for seed in 0..hands {
        let dealer = Seat::ALL[seed as usize % 4];
        let mut hand = HandInPlay::new(deal(seed), dealer, HouseRules::default()).expect("a deal");
        let mut bots = BySeat(Seat::ALL.map(|_| Bot::new(Skill::Strong, seed.into())));
        loop {
            let started = Instant::now();
            let more = hand.step(&mut bots).expect("bots keep to the rules");
            if !more {
                break;
            }
            times.push(started.elapsed());
        }
    }
    times.sort();
    let ms = |time: Duration| 1_000.0 * time.as_secs_f64();
    let at = |hundredth: usize| {
        let place = (times.len() * hundredth / 100).min(times.len().saturating_sub(1));
        times.get(place).copied().map_or(0.0, ms)
    };
    let mean = times.iter().copied().map(ms).sum::<f64>() / times.len() as f64;
    println!(
        "{} decisions of {hands} hands: mean {mean:.1} ms, median {:.1}, 95% {:.1}, longest {:.1}",
        times.len(),
        at(50),
        at(95),
        at(100)
    );
}
