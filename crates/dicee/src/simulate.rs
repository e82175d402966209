use std::ops::Range;

use chance::{Chance, SeededChance};

use crate::category::Category;
use crate::keep::KeepPattern;
use crate::position::Position;
use crate::rolls_left::RollsLeft;
use crate::scorecard::Scorecard;
use crate::solver::{Outlook, SolvedGame, TurnValues};

/// Games that are played side by side: enough to meet the same positions often, few enough for the cache.
const SIDE_BY_SIDE: usize = 1 << 16;

/// Plays one game as the table says, with dice from `luck`, and returns the full card.
///
/// ```no_run
/// use chance::SeededChance;
/// use dicee::{SolvedGame, Rules, play_optimal_game};
///
/// let table = SolvedGame::solve(Rules::Standard);
/// let card = play_optimal_game(&table, &mut SeededChance::from_seed(1));
/// assert_eq!(card.turns_completed(), 13);
/// ```
pub fn play_optimal_game(table: &SolvedGame, luck: &mut impl Chance) -> Scorecard {
    let mut card = Scorecard::default();
    for _ in 0..Category::COUNT {
        let turn = solve_turn(table, card.position());
        play_turn(table, &turn, &mut card, luck);
    }
    card
}

/// Plays many games as the table says; game number `n` takes its dice from stream `n` of `luck`, so it is
/// the same game whatever range it is played in.
///
/// The games go turn by turn, sorted by position, so that a position many of them share is solved once.
#[must_use]
pub fn play_optimal_games(table: &SolvedGame, luck: &SeededChance, games: Range<u64>) -> Vec<Scorecard> {
    let mut cards = Vec::new();
    for first in games.clone().step_by(SIDE_BY_SIDE) {
        let numbers = first..games.end.min(first.saturating_add(SIDE_BY_SIDE as u64));
        let mut tables: Vec<(Scorecard, SeededChance)> =
            numbers.map(|number| (Scorecard::default(), luck.stream(number))).collect();
        let mut order: Vec<(Position, usize)> = Vec::with_capacity(tables.len());
        for _ in 0..Category::COUNT {
            order.clear();
            order.extend(tables.iter().enumerate().map(|(game, (card, _))| (card.position(), game)));
            order.sort_unstable_by_key(|(position, game)| (position.future_key(), *game));
            for group in order.chunk_by(|a, b| a.0.future_key() == b.0.future_key()) {
                let turn = solve_turn(table, group[0].0);
                for &(_, game) in group {
                    let (card, luck) = &mut tables[game];
                    play_turn(table, &turn, card, luck);
                }
            }
        }
        cards.extend(tables.into_iter().map(|(card, _)| card));
    }
    cards
}

fn solve_turn(table: &SolvedGame, position: Position) -> TurnValues {
    TurnValues::solve(table.rules(), position, Outlook::Game(table), RollsLeft::AFTER_FIRST)
}

fn play_turn(table: &SolvedGame, turn: &TurnValues, card: &mut Scorecard, luck: &mut impl Chance) {
    let mut roll = KeepPattern::NOTHING.complete(luck);
    let mut left = RollsLeft::AFTER_FIRST;
    while let Some(after) = left.after_roll() {
        let (keep, _) = turn.best_keep(roll, left);
        if keep == roll.to_index().keep_all() {
            break;
        }
        roll = KeepPattern::from_index(keep).complete(luck);
        left = after;
    }
    let (rules, position) = (table.rules(), card.position());
    let scores = rules.allowed(position.open(), position.dicee_box(), roll).iter().filter_map(|category| {
        let outcome = position.score(rules, roll, category).ok()?;
        Some((category, f64::from(outcome.points()) + table.value(outcome.next)))
    });
    let (category, _) = scores
        .reduce(|best, rival| if rival.1 > best.1 { rival } else { best })
        .expect("some open box is always allowed");
    card.score(rules, roll, category).expect("the category is allowed");
}
