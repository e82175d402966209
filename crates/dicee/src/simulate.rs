use std::ops::Range;

use chance::{Chance, SeededChance};

use crate::category::Category;
use crate::config::DiceConfig;
use crate::distribution::TurnStart;
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
        play_optimal_turn(table, &mut card, luck);
    }
    card
}

/// Plays one turn on a card as the table says.
///
/// # Panics
///
/// Panics if the card is full.
pub fn play_optimal_turn(table: &SolvedGame, card: &mut Scorecard, luck: &mut impl Chance) {
    let turn = solve_turn(table, card.position());
    play_solved_turn(table, &turn, card, luck);
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
                    play_solved_turn(table, &turn, card, luck);
                }
            }
        }
        cards.extend(tables.into_iter().map(|(card, _)| card));
    }
    cards
}

/// Plays games on from a moment as the table says: the points to come of each. Game number `n` takes its dice from stream
/// `n` of `luck`.
pub(crate) fn play_on(
    table: &SolvedGame,
    luck: &SeededChance,
    position: Position,
    start: TurnStart,
    games: Range<u64>,
) -> Vec<u16> {
    let first = TurnValues::solve(table.rules(), position, Outlook::Game(table), RollsLeft::MAX);
    let mut tables: Vec<(Position, u16, SeededChance)> = games
        .map(|number| {
            let mut luck = luck.stream(number);
            let rolled = start.roll(&mut luck);
            let (next, points) = finish_turn(table, &first, position, rolled, &mut luck);
            (next, points, luck)
        })
        .collect();
    let mut order: Vec<(Position, usize)> = Vec::with_capacity(tables.len());
    for _ in 1..position.open().len() {
        order.clear();
        order.extend(tables.iter().enumerate().map(|(game, (position, ..))| (*position, game)));
        order.sort_unstable_by_key(|(position, game)| (position.future_key(), *game));
        for group in order.chunk_by(|a, b| a.0.future_key() == b.0.future_key()) {
            let turn = solve_turn(table, group[0].0);
            for &(_, game) in group {
                let (position, points, luck) = &mut tables[game];
                let rolled = TurnStart::Fresh.roll(luck);
                let (next, more) = finish_turn(table, &turn, *position, rolled, luck);
                *position = next;
                *points += more;
            }
        }
    }
    tables.into_iter().map(|(_, points, _)| points).collect()
}

fn solve_turn(table: &SolvedGame, position: Position) -> TurnValues {
    TurnValues::solve(table.rules(), position, Outlook::Game(table), RollsLeft::AFTER_FIRST)
}

fn play_solved_turn(table: &SolvedGame, turn: &TurnValues, card: &mut Scorecard, luck: &mut impl Chance) {
    let rolled = TurnStart::Fresh.roll(luck);
    let (roll, category) = decide_turn(table, turn, card.position(), rolled, luck);
    card.score(table.rules(), roll, category).expect("the category is allowed");
}

/// Plays a turn to its end: the position after it, and the points it brought.
fn finish_turn(
    table: &SolvedGame,
    turn: &TurnValues,
    position: Position,
    rolled: (DiceConfig, RollsLeft),
    luck: &mut impl Chance,
) -> (Position, u16) {
    let (roll, category) = decide_turn(table, turn, position, rolled, luck);
    let outcome = position.score(table.rules(), roll, category).expect("the category is allowed");
    (outcome.next, outcome.points())
}

/// The last roll of a turn, and the box for it.
fn decide_turn(
    table: &SolvedGame,
    turn: &TurnValues,
    position: Position,
    rolled: (DiceConfig, RollsLeft),
    luck: &mut impl Chance,
) -> (DiceConfig, Category) {
    let roll = turn.play(rolled, luck);
    let rules = table.rules();
    let scores = rules.allowed(position.open(), position.dicee_box(), roll).iter().filter_map(|category| {
        let outcome = position.score(rules, roll, category).ok()?;
        Some((category, f64::from(outcome.points()) + table.value(outcome.next)))
    });
    let (category, _) = scores
        .reduce(|best, rival| if rival.1 > best.1 { rival } else { best })
        .expect("some open box is always allowed");
    (roll, category)
}
