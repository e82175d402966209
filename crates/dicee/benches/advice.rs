//! `cargo bench -p dicee --bench advice`: what words cost on top of numbers; the figures of docs/advice.md.
#![allow(missing_docs, reason = "criterion's macros make public functions")]

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use dicee::{
    Action, Advisor, Audience, Category, CategorySet, DiceeBox, ExplanationDepth, Outlook, Position,
    RollsLeft, Rules, SkillLevel, SolvedGame, TurnAnalysis,
};

fn words(c: &mut Criterion) {
    let table = SolvedGame::solve_values(Rules::JokerRules, |_| {});
    let outlook = Outlook::Game(&table);
    let late = CategorySet::ALL.without(Category::Dicee).without(Category::Fives);
    let late = Position::new(late, 15, DiceeBox::Fifty).expect("three fives and a Dicee");
    let audience = Audience { level: SkillLevel::Beginner, depth: ExplanationDepth::Detailed };
    for (card, position) in [("empty card", Position::START), ("card with jokers", late)] {
        let mut group = c.benchmark_group(card);
        let rolls = RollsLeft::AFTER_FIRST;
        let dice = [1, 5, 2, 5, 4];
        let advisor =
            Advisor::new(Rules::JokerRules, position, outlook, dice, rolls).expect("a roll on a card");
        let roll = advisor.analysis().roll;
        group.bench_function("analysis", |b| {
            b.iter(|| TurnAnalysis::new(Rules::JokerRules, black_box(position), outlook, roll, rolls));
        });
        group.bench_function("recommendation from it", |b| b.iter(|| advisor.recommend(black_box(audience))));
        group.bench_function("probability vector from it", |b| {
            b.iter(|| advisor.probabilities(black_box(0.0)))
        });
        let chosen = Action::Score(Category::Chance);
        group.bench_function("evaluation from it", |b| {
            b.iter(|| advisor.evaluate(black_box(chosen), audience))
        });
        group.finish();
    }
}

criterion_group!(benches, words);
criterion_main!(benches);
