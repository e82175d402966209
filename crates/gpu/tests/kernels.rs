//! The arithmetic of the kernels on the CPU against the solvers, and the GPU against both where there is one.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use chance::SeededChance;
use dicee::layout::{AimedTurn, Layout};
use dicee::{
    Bot, Category, CategorySet, Counted, DiceeBox, KeepPattern, Position, RollsLeft, Rules, Scenario,
    SolvedGame, Tally, TargetChances, TurnStart,
};
use gpu::emulate::Emulator;
use gpu::{Gpu, GpuError};

/// The device, or a word about the test that is skipped.
fn device(test: &str) -> Option<Gpu> {
    match Gpu::open() {
        Ok(gpu) => Some(gpu),
        Err(error) => {
            eprintln!("{test} skipped: {error}");
            None
        }
    }
}

#[test]
fn the_kernels_compute_the_values_of_the_solver() {
    for rules in [Rules::Standard, Rules::JokerRules, Rules::ForcedDicee, Rules::Classic] {
        let game = SolvedGame::solve_values(rules, |_| {});
        let layout = Layout::new(rules);
        let values = layout.values(&game);
        let first = layout.levels[1] as usize;
        let last = layout.positions.len() - 1;
        let emulator = Emulator::new(layout);
        for number in (first..last).step_by(2503).chain([last]) {
            let value = emulator.value(number, &values);
            assert!((value - values[number]).abs() < 1e-10, "{rules} {number}: {value} {}", values[number]);
        }
    }
}

#[test]
fn the_kernels_compute_the_chances_of_the_target_solver_bit_by_bit() {
    use Category::*;
    let open = CategorySet::from_slice(&[Twos, Sixes, FullHouse, Dicee, Chance]);
    for rules in [Rules::ForcedDicee, Rules::Standard] {
        let position = Position::new(open, 30, DiceeBox::Open).unwrap();
        let chances = TargetChances::solve_from(rules, position, 300, |_| {}).unwrap();
        let layout = Layout::new(rules);
        let positions = layout.positions.clone();
        let rows = layout.open.clone();
        let emulator = Emulator::new(layout);
        let inside = |number: &usize| rows[usize::from(positions[*number].0)] & !open.bits() == 0;
        let numbers: Vec<usize> = (0..positions.len()).filter(inside).collect();
        for &number in numbers.iter().step_by(17) {
            let (row, upper) = positions[number];
            if rows[usize::from(row)] == 0 {
                continue;
            }
            for need in [1, 7, 35, 60, 101, 180, 300] {
                let whole = chances.whole(row.into(), upper, need);
                assert_eq!(emulator.chance(number, need, &chances), whole, "{rules} {number} {need}");
            }
        }
    }
}

#[test]
fn without_a_gpu_the_error_says_so() {
    if gpu::is_available() {
        assert!(Gpu::open().is_ok());
        return;
    }
    let error = Gpu::open().unwrap_err();
    assert!(matches!(error, GpuError::NoDriver | GpuError::NoCompiler | GpuError::NoDevice), "{error}");
    assert!(error.to_string().starts_with("no GPU: "));
}

#[test]
fn the_gpu_solves_plays_and_counts_as_the_cpu_does() {
    let Some(gpu) = device("the_gpu_solves_plays_and_counts_as_the_cpu_does") else { return };
    let rules = Rules::JokerRules;
    let game = SolvedGame::solve_values(rules, |_| {});
    let solved = gpu.solve(rules).unwrap().result;
    let layout = Layout::new(rules);
    for (mine, theirs) in layout.values(&game).iter().zip(layout.values(&solved)) {
        assert!((mine - theirs).abs() < 1e-9);
    }
    let players = gpu.players(&game).unwrap();
    let tally = gpu.play(&players, 5, 100..3100).unwrap().result;
    assert_eq!(tally, Tally::of_games(Bot::Optimal, &game, &SeededChance::from_seed(5), 100..3100));
    let scenario = Scenario {
        rules,
        position: Position::START,
        start: TurnStart::Kept {
            keep: KeepPattern::from_faces(&[6]).unwrap(),
            rolls_left: RollsLeft::AFTER_FIRST,
        },
        counted: Counted::Achieved(Category::FourOfKind),
    };
    let turn = AimedTurn::new(&scenario).unwrap();
    let successes = gpu.trials(&turn, 5, 50..20_050).unwrap().result;
    let cpu = scenario.run(None, &SeededChance::from_seed(5), 50..20_050);
    assert!((successes as f64 / 20_000.0 - cpu.mean()).abs() < 1e-12);
    let chances = gpu.targets(rules).unwrap().result;
    let best = chances.chance(Position::START, 254).unwrap();
    assert!((best - 0.507_705_898).abs() < 1e-7);
}
