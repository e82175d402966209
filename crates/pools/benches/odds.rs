//! `cargo bench -p pools --bench odds`: the figures of docs/benchmarks.md.
#![allow(missing_docs, reason = "criterion's macros make public functions")]

use std::hint::black_box;

use chance::SeededChance;
use criterion::{Criterion, criterion_group, criterion_main};
use pools::{
    Aliases, Attack, AttackOdds, CheckOdds, ContestOdds, DiceSystem, Expression, ExtendedOdds, ExtendedTerms,
    JointOdds, Pool, PoolOdds,
};

fn pool(dice: i64) -> Pool {
    DiceSystem::standard().pool("pool", dice).expect("a pool of the benchmark")
}

fn pools(c: &mut Criterion) {
    let system = DiceSystem::standard();
    c.bench_function("joint distribution of 200d10", |b| {
        b.iter(|| JointOdds::new(&system, black_box(pool(200))))
    });
    for dice in [6, 20, 200] {
        c.bench_function(&format!("net successes of {dice}d10"), |b| {
            b.iter(|| PoolOdds::new(&system, black_box(pool(dice))))
        });
    }
    c.bench_function("check of 6d10 against 2, all tiers", |b| {
        b.iter(|| CheckOdds::new(&system, black_box(pool(6)), 2))
    });
}

fn meetings(c: &mut Criterion) {
    let system = DiceSystem::standard();
    c.bench_function("contest of 20 against 20, with fumbles", |b| {
        b.iter(|| {
            let side = PoolOdds::new(&system, black_box(pool(20)));
            ContestOdds::new(&side, &PoolOdds::new(&system, black_box(pool(20))))
        });
    });
    let terms = ExtendedTerms::new(&system, 6, 20, 8).expect("terms of the benchmark");
    c.bench_function("extended check of 6d10, target 20, 8 rounds", |b| {
        b.iter(|| ExtendedOdds::new(black_box(&terms)))
    });
    let plan = Attack { pool: 8, damage: 6, armour: 5 }.plan(&system).expect("an attack of the benchmark");
    c.bench_function("attack of 8d10 with 6 damage dice", |b| {
        b.iter(|| AttackOdds::new(&system, black_box(plan)))
    });
}

fn expressions(c: &mut Criterion) {
    for text in ["4d6kh3", "6d10>=8b1", "20d6!", "100d6kh50", "200d10"] {
        let parse = || {
            Expression::parse(black_box(text), &Aliases::default()).expect("an expression of the benchmark")
        };
        let expression = parse();
        c.bench_function(&format!("{text}: odds"), |b| b.iter(|| expression.odds()));
    }
    let text = "4d6kh3 + max(2d8, 3) - if(d20+5>=15, 2d6!!, 0)";
    let parse =
        || Expression::parse(black_box(text), &Aliases::default()).expect("an expression of the benchmark");
    c.bench_function("a long expression: parse", |b| b.iter(parse));
    let (expression, mut luck) = (parse(), SeededChance::from_seed(1));
    c.bench_function("a long expression: roll", |b| b.iter(|| expression.roll(&mut luck)));
}

criterion_group!(benches, pools, meetings, expressions);
criterion_main!(benches);
