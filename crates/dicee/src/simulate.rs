//! Games that are played as a solved game says.

mod cup;
mod turns;

use std::ops::Range;

use chance::{Chance, SeededChance};

use crate::category::Category;
use crate::config::ConfigIndex;
use crate::distribution::TurnStart;
use crate::keep::KeepPattern;
use crate::position::Position;
use crate::rolls_left::RollsLeft;
use crate::rules::Rules;
use crate::scorecard::Scorecard;
use crate::solver::{Outlook, SolvedGame, TurnValues};
pub(crate) use cup::Cup;
pub(crate) use turns::best_score;
use turns::{LANES, Turns};

/// Games that are played side by side: enough to meet the same positions often, few enough for the cache.
const SIDE_BY_SIDE: usize = 1 << 16;

/// Plays one game as the solved game says, with dice from `luck`, and returns the full card.
///
/// ```no_run
/// use chance::SeededChance;
/// use dicee::{SolvedGame, Rules, play_optimal_game};
///
/// let solved = SolvedGame::solve(Rules::Standard);
/// let card = play_optimal_game(&solved, &mut SeededChance::from_seed(1));
/// assert_eq!(card.turns_completed(), 13);
/// ```
pub fn play_optimal_game(solved: &SolvedGame, luck: &mut impl Chance) -> Scorecard {
    let mut card = Scorecard::default();
    for _ in 0..Category::COUNT {
        play_optimal_turn(solved, &mut card, luck);
    }
    card
}

/// Plays one turn on a card as the solved game says.
///
/// # Panics
///
/// Panics if the card is full.
pub fn play_optimal_turn(solved: &SolvedGame, card: &mut Scorecard, luck: &mut impl Chance) {
    let turn =
        TurnValues::solve(solved.rules(), card.position(), Outlook::Game(solved), RollsLeft::AFTER_FIRST);
    let roll = turn.play(TurnStart::Fresh.roll(luck), luck);
    let (category, _) = best_score(solved, card.position(), roll.to_index());
    card.score(solved.rules(), roll, category).expect("the box is allowed");
}

/// Plays many games as the solved game says; game number `n` takes its dice from stream `n` of `luck`, so it is
/// the same game whatever range it is played in.
///
/// The games go turn by turn, sorted by position, so that a position many of them share is solved once, and eight
/// positions side by side.
#[must_use]
pub fn play_optimal_games(solved: &SolvedGame, luck: &SeededChance, games: Range<u64>) -> Vec<Scorecard> {
    let mut cards = Vec::new();
    let mut round = Round::new(solved, luck);
    for first in games.clone().step_by(SIDE_BY_SIDE) {
        let numbers = first..games.end.min(first.saturating_add(SIDE_BY_SIDE as u64));
        let game = |number| Game::new(Position::START, Scorecard::default(), Cup::new(number));
        let mut games: Vec<Game> = numbers.map(game).collect();
        for _ in 0..Category::COUNT {
            round.take_turns(&mut games);
        }
        cards.extend(games.into_iter().map(|game| game.card));
    }
    cards
}

/// Plays games on from a moment as the solved game says: the points to come of each. Game number `n` takes its dice from stream
/// `n` of `luck`.
pub(crate) fn play_on(
    solved: &SolvedGame,
    luck: &SeededChance,
    position: Position,
    start: TurnStart,
    games: Range<u64>,
) -> Vec<u16> {
    let first = TurnValues::solve(solved.rules(), position, Outlook::Game(solved), RollsLeft::MAX);
    let mut games: Vec<Game> = games
        .map(|number| {
            let mut luck = luck.stream(number);
            let rolled = start.roll(&mut luck);
            let roll = first.play(rolled, &mut luck).to_index();
            let cup = Cup::after(number, luck.save().drawn);
            let mut game = Game::new(position, Scorecard::default(), cup);
            game.score(solved.rules(), roll, best_score(solved, position, roll).0);
            game
        })
        .collect();
    let mut round = Round::new(solved, luck);
    for _ in 1..position.open().len() {
        round.take_turns(&mut games);
    }
    games.into_iter().map(|game| game.points).collect()
}

/// A game that waits for its next turn.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    pub(crate) position: Position,
    /// What is written down; a game that is played on from a position begins with nothing.
    pub(crate) card: Scorecard,
    /// All points of the turns since then.
    points: u16,
    pub(crate) cup: Cup,
}

impl Game {
    pub(crate) const fn new(position: Position, card: Scorecard, cup: Cup) -> Self {
        Self { position, card, points: 0, cup }
    }

    /// Scores a roll in a box that is allowed.
    #[inline]
    pub(crate) fn score(&mut self, rules: Rules, roll: ConfigIndex, category: Category) {
        let outcome = self.position.score_allowed(rules, roll, category);
        self.card.enter(category, outcome.scored);
        self.points += outcome.points();
        self.position = outcome.next;
    }
}

/// Many games that take their turns together.
struct Round<'t> {
    solved: &'t SolvedGame,
    luck: &'t SeededChance,
    turns: Box<Turns<'t>>,
    /// The futures of the games and their places, in order.
    order: Vec<u64>,
    spare: Vec<u64>,
}

impl<'t> Round<'t> {
    fn new(solved: &'t SolvedGame, luck: &'t SeededChance) -> Self {
        Self { solved, luck, turns: Turns::new(solved), order: Vec::new(), spare: Vec::new() }
    }

    /// One turn of every game.
    fn take_turns(&mut self, games: &mut [Game]) {
        let place = |key: u64| usize::try_from(key & u64::from(u32::MAX)).expect("fewer games than 2^32");
        self.order.clear();
        let keys =
            (0..).zip(&*games).map(|(place, game)| u64::from(game.position.future_key()) << 32 | place);
        self.order.extend(keys);
        sort_by_future(&mut self.order, &mut self.spare);
        let same: Vec<&[u64]> = self.order.chunk_by(|a, b| a >> 32 == b >> 32).collect();
        for groups in same.chunks(LANES) {
            self.turns.solve(groups.iter().map(|group| games[place(group[0])].position));
            for (lane, group) in groups.iter().enumerate() {
                for &key in *group {
                    take_turn(&self.turns, lane, self.solved.rules(), self.luck, &mut games[place(key)]);
                }
            }
        }
    }
}

/// Sorts by the upper 32 bits, byte by byte; equal ones stay in order. It is faster than comparing, and a fraction of its code.
fn sort_by_future(order: &mut Vec<u64>, spare: &mut Vec<u64>) {
    spare.resize(order.len(), 0);
    for shift in [32, 40, 48, 56] {
        let byte = |key: u64| usize::from((key >> shift).to_le_bytes()[0]);
        let mut places = [0; 256];
        order.iter().for_each(|&key| places[byte(key)] += 1);
        let mut first = 0;
        for place in &mut places {
            first += std::mem::replace(place, first);
        }
        for &key in &*order {
            let place = &mut places[byte(key)];
            spare[*place] = key;
            *place += 1;
        }
        std::mem::swap(order, spare);
    }
}

fn take_turn(turns: &Turns<'_>, lane: usize, rules: Rules, luck: &SeededChance, game: &mut Game) {
    let mut roll = game.cup.roll(luck, KeepPattern::NOTHING.to_index());
    for rolls_left in [2, 1] {
        let keep = turns.best_keep(lane, rolls_left, roll);
        if keep == roll.keep_all() {
            break;
        }
        roll = game.cup.roll(luck, keep);
    }
    let category = turns.best_box(lane, game.position, roll);
    game.score(rules, roll, category);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn futures_are_sorted_and_equal_ones_stay_in_order() {
        let mut luck = SeededChance::from_seed(8);
        let key = |place| u64::from(luck.below(3) << 24 | luck.below(700) << 7) << 32 | place;
        let mut order: Vec<u64> = (0..5000).map(key).collect();
        let mut expected = order.clone();
        expected.sort_unstable();
        sort_by_future(&mut order, &mut vec![1, 2, 3]);
        assert_eq!(order, expected);
        sort_by_future(&mut Vec::new(), &mut order);
    }
}
