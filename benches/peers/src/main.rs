//! Dicee beside the published engines for the same game, in one run: `cargo run --release`.
//!
//! Every comparison first checks that the engines agree on the answer, then takes the best of several
//! rounds, with the engines taking turns so that a busy machine disturbs all of them alike.

use std::hint::black_box;
use std::time::{Duration, Instant};

use chance::SeededChance;
use dicee::{DiceConfig, SolvedGame, Outlook, Position, RollsLeft, Rules, TurnAnalysis, play_optimal_games};
use rand::SeedableRng;
use yahtzee_engine::{Game, OptimalBot, State};
use yatzy_solver::{TurnModel, Variant};

fn main() {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    println!("threads: {threads}\n");
    let american = Variant::american();
    let yatzy = yatzy_solver::Solver::build(&american);
    let mut yahtzee = yahtzee_engine::Solver::new();
    yahtzee.solve();
    let joker = SolvedGame::solve(Rules::JokerRules);
    let forced = SolvedGame::solve(Rules::ForcedDicee);
    agree("yatzy-solver", joker.expected_score(), yatzy.state_value(&yatzy_solver::State::new()));
    agree("yahtzee-engine", forced.expected_score(), yahtzee.value(State::START));

    solve(&american);
    turn(&joker, &yatzy, &mut yahtzee);
    simulate(&joker, &yatzy, yahtzee);
}

fn solve(american: &Variant) {
    heading("whole-game solve, all threads");
    let model = TurnModel::new(american);
    let mut rows = [
        Row::new("dicee, f64", || drop(black_box(SolvedGame::solve_values(Rules::JokerRules, |_| {})))),
        Row::new("dicee, f64, with standard deviation", || drop(black_box(SolvedGame::solve(Rules::JokerRules)))),
        Row::new("yatzy-solver 1.0.0, f64", || drop(black_box(model.solve::<f64>()))),
        Row::new("yahtzee-engine 0.1.0, f64", || {
            let mut solver = yahtzee_engine::Solver::new();
            solver.solve();
            drop(black_box(solver));
        }),
    ];
    compare(&mut rows, 5, 1);
}

fn turn(joker: &SolvedGame, yatzy: &yatzy_solver::Solver, yahtzee: &mut yahtzee_engine::Solver) {
    heading("one roll on an empty card, two rolls left: every option valued");
    let roll = DiceConfig::from_dice(&[1, 2, 4, 5, 5]).expect("five faces");
    let dice = yatzy_solver::Dice::from_faces(&[1, 2, 4, 5, 5]).expect("five faces");
    let situation = yatzy.variant().start_turn(&yatzy_solver::State::new(), dice).expect("a fresh turn");
    let theirs = yahtzee_engine::Dice::from_faces([1, 2, 4, 5, 5]).expect("five faces");
    let analyse = || {
        let position = black_box(Position::START);
        TurnAnalysis::new(Rules::JokerRules, position, Outlook::Game(joker), roll, RollsLeft::AFTER_FIRST)
    };
    let best = yatzy.option_values(&situation).expect("a legal situation");
    let best = best.iter().map(|option| option.value).fold(f64::NEG_INFINITY, f64::max);
    agree("best option", analyse().expected_value(), best);
    let mut rows = [
        Row::new("dicee, ranked, with exact odds of every box", || drop(black_box(analyse()))),
        Row::new("yatzy-solver 1.0.0", || drop(black_box(yatzy.option_values(black_box(&situation))))),
        Row::new("yahtzee-engine 0.1.0, best action only", || {
            black_box(yahtzee.best_action(black_box(State::START), theirs, 2));
        }),
    ];
    compare(&mut rows, 7, 2000);
}

fn simulate(joker: &SolvedGame, yatzy: &yatzy_solver::Solver, solver: yahtzee_engine::Solver) {
    const GAMES: u64 = 1 << 15;
    heading("optimal games on one core: 32768 of them (2048 for yahtzee-engine, scaled)");
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("one thread");
    let luck = SeededChance::from_seed(1);
    let mut bot = OptimalBot::from_solver(solver);
    let mut rows = [
        Row::new("dicee", || drop(black_box(play_optimal_games(joker, &luck, 0..GAMES)))),
        Row::new("yatzy-solver 1.0.0", || drop(black_box(pool.install(|| yatzy.simulate_optimal(GAMES, 1, false))))),
        Row::scaled("yahtzee-engine 0.1.0", GAMES as u32 / 2048, || {
            let mut rng = rand::rngs::StdRng::seed_from_u64(1);
            for _ in 0..2048 {
                let mut game = Game::new(1);
                black_box(yahtzee_engine::play_game(&mut game, &mut [&mut bot], &mut rng).expect("bots play legally"));
            }
        }),
    ];
    compare(&mut rows, 3, 1);
    for row in &rows {
        println!("  {:<46} {:>10.0} games/s", row.name, GAMES as f64 / row.best.as_secs_f64());
    }
}

/// One engine's way of doing the work, and its best time so far.
struct Row<'a> {
    name: &'static str,
    work: Box<dyn FnMut() + 'a>,
    /// How often the work would have to be done for the full job.
    scale: u32,
    best: Duration,
}

impl<'a> Row<'a> {
    fn new(name: &'static str, work: impl FnMut() + 'a) -> Self {
        Self::scaled(name, 1, work)
    }

    fn scaled(name: &'static str, scale: u32, work: impl FnMut() + 'a) -> Self {
        Self { name, work: Box::new(work), scale, best: Duration::MAX }
    }
}

/// Runs all rows `rounds` times, each `repeats` times in a row, and prints the best times and the ratios.
fn compare(rows: &mut [Row<'_>], rounds: u32, repeats: u32) {
    for _ in 0..rounds {
        for row in rows.iter_mut() {
            let started = Instant::now();
            for _ in 0..repeats {
                (row.work)();
            }
            row.best = row.best.min(started.elapsed() / repeats * row.scale);
        }
    }
    let ours = rows[0].best.as_secs_f64();
    for row in rows.iter() {
        let ratio = row.best.as_secs_f64() / ours;
        println!("  {:<46} {:>12} {ratio:>8.1}x", row.name, format!("{:.3?}", row.best));
    }
}

fn heading(text: &str) {
    println!("\n{text}");
}

fn agree(what: &str, ours: f64, theirs: f64) {
    assert!((ours - theirs).abs() < 1e-6, "{what}: {ours} against {theirs}");
    println!("{what} agrees: {ours:.9} and {theirs:.9}");
}
