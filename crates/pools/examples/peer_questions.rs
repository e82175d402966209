//! The questions of `benches/pools`, asked of this crate: seconds and the answer as JSON, as its `peer.py` prints them.
#![allow(clippy::print_stdout, reason = "printing is what it is for")]

use std::hint::black_box;
use std::time::Instant;

use pools::{
    Aliases, ContestOdds, ContestedOutcome, DiceSystem, Expression, ExtendedOdds, ExtendedTerms, Fraction,
    JointOdds, PoolOdds, Side,
};

fn main() {
    let question = std::env::args().nth(1).unwrap_or_default();
    let system = DiceSystem::standard();
    let pool = |dice| PoolOdds::new(&system, system.pool("pool", black_box(dice)).expect("a small pool"));
    let joint = |dice| JointOdds::new(&system, system.pool("pool", black_box(dice)).expect("a small pool"));
    let contest = |first, second| ContestOdds::new(&pool(first), &pool(second));
    let extended = |dice, target, rounds| {
        let terms = ExtendedTerms::new(&system, black_box(dice), target, rounds).expect("a short check");
        ExtendedOdds::new(&terms).expect("a short check")
    };
    let expression = |text: &str| {
        let expression = Expression::parse(black_box(text), &Aliases::default()).expect("an expression");
        expression.net_odds().expect("few dice")
    };
    // A small question of the same kind goes before, as for the peer.
    let (seconds, answer): (f64, Fraction) = match question.as_str() {
        "joint" => {
            black_box(joint(3));
            let (seconds, odds) = timed(|| joint(200));
            (seconds, odds.probability(60, 20))
        }
        "contest" => {
            black_box(contest(2, 3));
            let (seconds, odds) = timed(|| contest(20, 20));
            assert!(!odds.outcomes().probability(&ContestedOutcome::Tie).is_zero());
            (seconds, odds.wins(Side::Initiator))
        }
        "extended" => {
            black_box(extended(2, 3, 2));
            let (seconds, odds) = timed(|| extended(6, 20, 8));
            (seconds, odds.success())
        }
        "keep" => {
            black_box(expression("3d10kh2"));
            let (seconds, odds) = timed(|| expression("10d10kh5"));
            (seconds, odds.reaches(40))
        }
        "explode" => {
            black_box(expression("2d6!6:2"));
            let (seconds, odds) = timed(|| expression("20d6!6:10"));
            (seconds, odds.reaches(80))
        }
        "double" => {
            black_box(expression("3d10>=7ds10"));
            let (seconds, odds) = timed(|| expression("40d10>=7ds10"));
            (seconds, odds.reaches(20))
        }
        "reroll" => {
            black_box(expression("3d6ro1kh2"));
            let (seconds, odds) = timed(|| expression("12d6ro1kh8"));
            (seconds, odds.reaches(35))
        }
        "opposed" => {
            let ask =
                |first: &str, second: &str| ContestOdds::of_net(&expression(first), &expression(second));
            black_box(ask("3d6>=5", "2d6>=5"));
            let (seconds, odds) = timed(|| ask("30d6>=5", "24d6>=5"));
            (seconds, odds.wins(Side::Initiator))
        }
        "wild" => {
            black_box(expression("max(2d8!!8:2, 2d6!!6:2)"));
            let (seconds, odds) = timed(|| expression("max(10d8!!8:10, 10d6!!6:10)"));
            (seconds, odds.reaches(60))
        }
        other => panic!("expected one of the questions of benches/pools/run.py, got {other:?}"),
    };
    println!("{{\"seconds\": {seconds}, \"answer\": \"{answer}\"}}");
}

fn timed<T>(ask: impl FnOnce() -> T) -> (f64, T) {
    let started = Instant::now();
    let answer = black_box(ask());
    (started.elapsed().as_secs_f64(), answer)
}
