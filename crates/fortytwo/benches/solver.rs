//! `cargo bench -p fortytwo --bench solver`: the figures of docs/forty-two-ai.md.
#![allow(missing_docs, reason = "criterion's macros make public functions")]

use std::hint::black_box;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use fortytwo::{
    Bot, BySeat, Declaration, Goal, HandInPlay, HouseRules, Layout, Seat, Skill, Solver, Stake, Tally, Team,
    deal,
};

const DEALS: u32 = 360;

/// Random deals: every declaration but the house rules, every leader.
fn layouts() -> Vec<Layout> {
    let layout = |seed: u32| {
        let declaration = Declaration::ALL[seed as usize % 9];
        Layout::deal(declaration, Seat::ALL[seed as usize % 4], deal(seed)).expect("a deal")
    };
    (0..DEALS).map(layout).collect()
}

fn hands(c: &mut Criterion) {
    let layouts = layouts();
    let mut solver = Solver::new();
    let mut group = c.benchmark_group("full deals, one core");
    group.sample_size(10).throughput(Throughput::Elements(DEALS.into()));
    group.bench_function("exact points of 42", |b| {
        b.iter(|| {
            let values = layouts.iter().map(|layout| solver.value(layout, Stake::Points, Team::Even));
            black_box(values.map(u32::from).sum::<u32>())
        });
    });
    group.bench_function("is a bid of 30 made?", |b| {
        b.iter(|| layouts.iter().filter(|layout| solver.makes(layout, goal(layout, "30"))).count());
    });
    group.bench_function("are all seven tricks won?", |b| {
        b.iter(|| layouts.iter().filter(|layout| solver.makes(layout, goal(layout, "M1"))).count());
    });
    group.finish();
}

fn goal(layout: &Layout, bid: &str) -> Goal {
    let bid = bid.parse().expect("a bid");
    let contract = fortytwo::Contract { bidder: layout.bidder(), bid, declaration: layout.declaration() };
    Goal::of(&contract, &Tally::default())
}

fn moves(c: &mut Criterion) {
    let mut group = c.benchmark_group("strong bots");
    group.sample_size(10);
    group.bench_function("10 hands, every decision of four seats", |b| {
        b.iter_batched(
            || BySeat(Seat::ALL.map(|_| Bot::new(Skill::Strong, 1))),
            |mut bots| {
                for seed in 0..10 {
                    let hand = HandInPlay::new(deal(seed), Seat::ALL[0], HouseRules::default());
                    let mut hand = hand.expect("a deal");
                    while hand.step(&mut bots).expect("bots keep to the rules") {}
                }
            },
            BatchSize::PerIteration,
        );
    });
    group.finish();
}

criterion_group!(benches, hands, moves);
criterion_main!(benches);
