//! `cargo bench -p dicee --features parallel --bench engine`: the figures of docs/benchmarks.md.
#![allow(missing_docs, reason = "criterion's macros make public functions")]

use std::hint::black_box;

use chance::SeededChance;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use dicee::{
    DiceConfig, Outlook, Position, RollsLeft, Rules, SolvedGame, TransitionTable, TurnAnalysis, TurnValues,
    play_optimal_games,
};

fn transitions(c: &mut Criterion) {
    c.bench_function("transition table, all 4368 transitions", |b| b.iter(TransitionTable::compute));
}

fn turns(c: &mut Criterion) {
    let table = SolvedGame::solve_values(Rules::Standard, |_| {});
    let roll = DiceConfig::parse(&[1, 2, 4, 5, 5]).expect("five faces");
    let mut group = c.benchmark_group("one turn on an empty card, two rolls left");
    for (name, outlook) in [("turn", Outlook::Turn), ("game", Outlook::Game(&table))] {
        group.bench_function(format!("{name} horizon: all keeps of all rolls valued"), |b| {
            b.iter(|| {
                let position = black_box(Position::START);
                TurnValues::solve(Rules::Standard, position, outlook, RollsLeft::AFTER_FIRST)
            });
        });
        group.bench_function(format!("{name} horizon: one roll analysed, ranked, with odds"), |b| {
            b.iter(|| {
                let position = black_box(Position::START);
                TurnAnalysis::new(Rules::Standard, position, outlook, roll, RollsLeft::AFTER_FIRST)
            });
        });
    }
}

fn games(c: &mut Criterion) {
    let mut group = c.benchmark_group("whole game solved, all threads");
    group.sample_size(10);
    for rules in Rules::ALL {
        group.bench_function(format!("{rules}: values"), |b| {
            b.iter(|| SolvedGame::solve_values(rules, |_| {}))
        });
    }
    group.bench_function("standard: values and standard deviation", |b| {
        b.iter(|| SolvedGame::solve(Rules::Standard))
    });
    group.finish();
}

fn simulation(c: &mut Criterion) {
    const GAMES: u64 = 1 << 15;
    let table = SolvedGame::solve_values(Rules::Standard, |_| {});
    let mut group = c.benchmark_group("optimal games on one core");
    group.sample_size(10).throughput(Throughput::Elements(GAMES));
    group.bench_function("32768 games", |b| {
        b.iter(|| play_optimal_games(&table, &SeededChance::from_seed(1), 0..GAMES));
    });
    group.finish();
}

criterion_group!(benches, transitions, turns, games, simulation);
criterion_main!(benches);
