//! Measures CPU and GPU beside each other, and checks that they agree:
//!
//! ```sh
//! cargo run --release -p gpu --example measure -- --rules joker_rules > results.json
//! ```
#![allow(clippy::print_stdout, reason = "the results are the output")]

use std::time::Instant;

use chance::SeededChance;
use dicee::layout::AimedTurn;
use dicee::{
    Category, Counted, KeepPattern, PolicyMap, Position, RollsLeft, Rules, Scenario, SolvedGame, Tally,
    TargetChances, TurnStart,
};
use gpu::Gpu;
use rayon::prelude::*;
use serde_json::json;

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let rules: Rules =
        std::env::args().skip_while(|arg| arg != "--rules").nth(1).unwrap_or("joker_rules".into()).parse()?;
    let quick = std::env::args().any(|arg| arg == "--quick");
    let gpu = Gpu::open()?;
    println!(
        "{}",
        json!({"device": gpu.name(), "compile_ms": gpu.compile_ms(), "rules": rules, "threads": rayon::current_num_threads()})
    );
    let (game, cpu_solve_ms) = timed(|| SolvedGame::solve_values(rules, |_| {}));
    solve(&gpu, &game, cpu_solve_ms)?;
    turns(&gpu)?;
    games(&gpu, &game)?;
    targets(&gpu, rules, quick)
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let started = Instant::now();
    let result = work();
    (result, started.elapsed().as_secs_f64() * 1000.0)
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn solve(gpu: &Gpu, game: &SolvedGame, cpu_ms: f64) -> Result<(), Failure> {
    gpu.solve(game.rules())?;
    let solved = gpu.solve(game.rules())?;
    let times = gpu.time_solves(game.rules(), 21)?;
    let kernel_ms = median(times.clone());
    println!(
        "{}",
        json!({
            "what": "whole-game solve",
            "cpu_ms": cpu_ms, "kernel_ms_median": kernel_ms, "kernel_ms_all": times, "timing": solved.timing,
            "cpu": game.expected_score(), "gpu": solved.result.expected_score(),
            "apart": (game.expected_score() - solved.result.expected_score()).abs(),
            "ratio": cpu_ms / kernel_ms,
        })
    );
    Ok(())
}

fn turns(gpu: &Gpu) -> Result<(), Failure> {
    let scenario = Scenario {
        rules: Rules::Standard,
        position: Position::START,
        start: TurnStart::Kept {
            keep: KeepPattern::from_faces(&[5, 5])?,
            rolls_left: RollsLeft::AFTER_FIRST,
        },
        counted: Counted::Achieved(Category::FullHouse),
    };
    let turn = AimedTurn::new(&scenario).ok_or("the scenario counts a box")?;
    let trials = 1_000_000;
    let luck = SeededChance::from_seed(2026);
    let (cpu, cpu_ms) = timed(|| scenario.run(None, &luck, 0..trials));
    gpu.trials(&turn, 2026, 0..trials)?;
    let runs: Vec<_> = (0..11).map(|_| gpu.trials(&turn, 2026, 0..trials)).collect::<Result<_, _>>()?;
    let kernel_ms = median(runs.iter().map(|run| run.timing.kernel_ms).collect());
    let share = runs[0].result as f64 / trials as f64;
    println!(
        "{}",
        json!({
            "what": "single-turn trials", "trials": trials, "cpu_1_thread_ms": cpu_ms, "kernel_ms_median": kernel_ms,
            "timing": runs[10].timing, "cpu": cpu.mean(), "gpu": share, "exact": scenario.exact(None),
            "same": (cpu.mean() - share).abs() < 1e-12, "ratio": cpu_ms / kernel_ms,
        })
    );
    Ok(())
}

fn games(gpu: &Gpu, game: &SolvedGame) -> Result<(), Failure> {
    let luck = SeededChance::from_seed(2026);
    let (policy, policy_ms) = timed(|| PolicyMap::new(game));
    let few = 200_000u64;
    let chunks: Vec<u64> = (0..few).step_by(10_000).collect();
    let play = || {
        let tallies: Vec<Tally> = chunks
            .par_iter()
            .map(|&first| {
                let mut tally = Tally::default();
                policy.play_games(&luck, first..first + 10_000).iter().for_each(|card| tally.add(card));
                tally
            })
            .collect();
        tallies.into_iter().reduce(Tally::merge).unwrap_or_default()
    };
    play();
    let (cpu, cpu_ms) = timed(play);
    let (_, one_ms) = timed(|| policy.play_games(&luck, 0..50_000).len());
    let (plain, plain_ms) = timed(|| Tally::of_games(dicee::Bot::Optimal, game, &luck, 0..65_536));
    let mut same_plain = Tally::default();
    policy.play_games(&luck, 0..65_536).iter().for_each(|card| same_plain.add(card));
    let players = gpu.players(game)?;
    let same = gpu.play(&players, 2026, 0..few)?.result == cpu;
    let many = 10_000_000;
    gpu.play(&players, 2026, 0..many)?;
    let run = gpu.play(&players, 2026, 0..many)?;
    println!(
        "{}",
        json!({
            "what": "whole games", "policy_ms": policy_ms, "policy_bytes": policy.bytes(),
            "cpu_games_per_second": few as f64 / cpu_ms * 1000.0,
            "cpu_games_per_second_and_core": 50_000.0 / one_ms * 1000.0,
            "without_policy_per_second_and_core": 65_536.0 / plain_ms * 1000.0,
            "policy_plays_the_same": same_plain == plain,
            "same_games": same, "gpu_games": many, "timing": run.timing, "players": players.timing,
            "gpu_games_per_second": many as f64 / run.timing.kernel_ms * 1000.0,
            "mean": run.result.summary().mean(), "expected": game.expected_score(),
            "standard_deviation": run.result.summary().standard_deviation(),
        })
    );
    Ok(())
}

fn targets(gpu: &Gpu, rules: Rules, quick: bool) -> Result<(), Failure> {
    gpu.targets(rules)?;
    let solved = gpu.targets(rules)?;
    let chances: Vec<f64> = [100, 150, 200, 240, 254, 280, 320, 400, 500]
        .into_iter()
        .map(|points| solved.result.chance(Position::START, points))
        .collect::<Result<_, _>>()?;
    println!("{}", json!({"what": "every target", "timing": solved.timing, "chances": chances}));
    if quick {
        return Ok(());
    }
    let (cpu, cpu_ms) = timed(|| TargetChances::solve(rules, |_| {}));
    println!(
        "{}",
        json!({
            "what": "every target, CPU beside", "cpu_ms": cpu_ms, "cpu_bytes": cpu.bytes(),
            "same_bits": cpu.same_chances(&solved.result), "ratio": cpu_ms / solved.timing.kernel_ms,
        })
    );
    Ok(())
}
