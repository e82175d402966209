use std::ops::Range;

use chance::SeededChance;

use crate::branch::settled_uppers;
use crate::category::{Category, CategorySet};
use crate::config::{ConfigIndex, DiceConfig};
use crate::keep::{KeepPattern, keeps_of};
use crate::position::{Position, settled};
use crate::rolls_left::RollsLeft;
use crate::rules::Rules;
use crate::scorecard::Scorecard;
use crate::simulate::{Cup, Game, best_score};
use crate::solver::{Outlook, ROW, RowIndex, SolvedGame, TurnValues, map};

/// Every decision of perfect play, looked up instead of computed: for each position and each roll, which dice to keep
/// with two rolls left and with one, and which box to fill.
///
/// It takes 256 MiB for most rules and a few seconds to make, and plays several times as many games a second as
/// [`play_optimal_games`](crate::play_optimal_games); they are the same games.
#[derive(Clone)]
pub struct PolicyMap {
    rules: Rules,
    /// The number of a position, by row and settled upper subtotal.
    numbers: Vec<[u32; ROW]>,
    moves: Vec<Moves>,
}

/// For each roll: the place of the keep among [`keeps_of`] the roll, with two rolls left and with one, and the box.
type Moves = [[u8; 3]; DiceConfig::COUNT];

/// Games that take their turns together, so that the waits for memory overlap.
const SIDE_BY_SIDE: usize = 64;
/// Rows that are worked out between two moves into the map.
const BATCH: usize = 64;

impl PolicyMap {
    /// Writes down what the solved game says, on the surrounding rayon pool (feature `parallel`).
    #[must_use]
    pub fn new(solved: &SolvedGame) -> Self {
        Self::within(solved, CategorySet::ALL)
    }

    /// The same for cards with no other open boxes than these.
    fn within(solved: &SolvedGame, boxes: CategorySet) -> Self {
        let rules = solved.rules();
        let mut policy = Self { rules, numbers: vec![[0; ROW]; RowIndex::count(rules)], moves: Vec::new() };
        let needed = |row: &RowIndex| !row.open().is_empty() && row.open().bits() & !boxes.bits() == 0;
        let rows: Vec<RowIndex> = RowIndex::all(rules).filter(needed).collect();
        for batch in rows.chunks(BATCH) {
            let solved = map(batch, |&row| {
                settled_uppers(row).map(|upper| (upper, moves(solved, row, upper))).collect::<Vec<_>>()
            });
            for (row, solved) in batch.iter().zip(solved) {
                for (upper, moves) in solved {
                    let number = u32::try_from(policy.moves.len()).expect("fewer positions than 2^32");
                    policy.numbers[row.as_usize()][usize::from(upper)] = number;
                    policy.moves.push(moves);
                }
            }
        }
        policy
    }

    /// The bytes it holds.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of_val(self.numbers.as_slice()) + size_of_val(self.moves.as_slice())
    }

    /// Plays many games; game number `n` takes its dice from stream `n` of `luck`.
    #[must_use]
    pub fn play_games(&self, luck: &SeededChance, games: Range<u64>) -> Vec<Scorecard> {
        self.finish_games(Scorecard::default(), luck, games)
    }

    /// The same, from this card on.
    fn finish_games(&self, card: Scorecard, luck: &SeededChance, games: Range<u64>) -> Vec<Scorecard> {
        let mut cards = Vec::new();
        let mut seats: Vec<Seat> = Vec::with_capacity(SIDE_BY_SIDE);
        for first in games.clone().step_by(SIDE_BY_SIDE) {
            let numbers = first..games.end.min(first.saturating_add(SIDE_BY_SIDE as u64));
            seats.clear();
            seats.extend(numbers.map(|number| Seat::new(Game::new(card.position(), card, Cup::new(number)))));
            for _ in 0..card.open().len() {
                self.take_turns(luck, &mut seats);
            }
            cards.extend(seats.iter().map(|seat| seat.game.card));
        }
        cards
    }

    /// One turn of every game. Looking up and rolling take turns, so that the memory is asked by many games at once.
    fn take_turns(&self, luck: &SeededChance, seats: &mut [Seat]) {
        for seat in seats.iter_mut() {
            seat.moves = self.number(seat.game.position);
            seat.stands = false;
            seat.roll = seat.game.cup.roll(luck, KeepPattern::NOTHING.to_index());
        }
        for choice in 0..2 {
            self.look_up(seats, choice);
            for seat in seats.iter_mut() {
                // All five dice are the first keep of every roll; who keeps them is done.
                seat.stands |= seat.found == 0;
                if !seat.stands {
                    let keep = keeps_of(seat.roll)[usize::from(seat.found)];
                    seat.roll = seat.game.cup.roll(luck, keep);
                }
            }
        }
        self.look_up(seats, 2);
        for seat in seats.iter_mut() {
            seat.game.score(self.rules, seat.roll, Category::ALL[usize::from(seat.found)]);
        }
    }

    fn look_up(&self, seats: &mut [Seat], choice: usize) {
        for seat in seats {
            seat.found = self.moves[seat.moves][seat.roll.as_usize()][choice];
        }
    }

    fn number(&self, position: Position) -> usize {
        let row = RowIndex::of(self.rules, position.open(), position.dicee_box());
        self.numbers[row.as_usize()][usize::from(settled(position.open(), position.upper()))] as usize
    }
}

impl std::fmt::Debug for PolicyMap {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PolicyMap").field("rules", &self.rules).field("bytes", &self.bytes()).finish()
    }
}

/// A game, and what was looked up for it.
struct Seat {
    game: Game,
    moves: usize,
    roll: ConfigIndex,
    found: u8,
    stands: bool,
}

impl Seat {
    fn new(game: Game) -> Self {
        Self { game, moves: 0, roll: DiceConfig::at(0).to_index(), found: 0, stands: false }
    }
}

fn moves(solved: &SolvedGame, row: RowIndex, upper: u8) -> Moves {
    let rules = solved.rules();
    let position = Position::new(row.open(), upper.into(), row.dicee_box()).expect("play can reach it");
    let turn = TurnValues::solve(rules, position, Outlook::Game(solved), RollsLeft::AFTER_FIRST);
    std::array::from_fn(|index| {
        let roll = DiceConfig::at(index);
        let place = |rolls: i64| {
            let (keep, _) = turn.best_keep(roll, RollsLeft::parse(rolls).expect("0 to 3"));
            let place = keeps_of(roll.to_index()).iter().position(|other| *other == keep);
            u8::try_from(place.expect("a keep of the roll")).expect("at most 32 keeps")
        };
        let (category, _) = best_score(solved, position, roll.to_index());
        [place(2), place(1), u8::try_from(category.index()).expect("thirteen boxes")]
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::SolvedRows;
    use crate::{Policy, ScoreDistribution, play_optimal_turn};

    /// Everything is filled but these.
    const OPEN: [Category; 4] = [Category::Threes, Category::FullHouse, Category::Dicee, Category::Chance];

    /// A game with values that nobody solved: a policy is a policy, and this one is there at once.
    fn guessed(rules: Rules) -> SolvedGame {
        let value = |row: usize, _: usize| f64::from(row.count_ones() * 15);
        SolvedRows { rules, value: &value }.into_game()
    }

    fn card() -> Scorecard {
        let boxes = Category::ALL.map(|category| (!OPEN.contains(&category)).then_some(0));
        // Sixes hold 24, so that the bonus is out of reach.
        let mut boxes = boxes;
        boxes[Category::Sixes.index()] = Some(24);
        Scorecard::from_boxes(boxes, 0).unwrap()
    }

    #[test]
    fn looked_up_turns_are_the_turns_that_are_worked_out() {
        for rules in Rules::ALL {
            let solved = guessed(rules);
            let map = PolicyMap::within(&solved, CategorySet::from_slice(&OPEN));
            let luck = SeededChance::from_seed(7);
            // More games than are played side by side.
            let played = map.finish_games(card(), &luck, 5..305);
            assert_eq!(played.len(), 300);
            for (number, played) in (5..).zip(&played) {
                let (mut card, mut luck) = (card(), luck.stream(number));
                OPEN.iter().for_each(|_| play_optimal_turn(&solved, &mut card, &mut luck));
                assert_eq!(card, *played, "{rules} game {number}");
            }
            let mean = ScoreDistribution::before_turn(&Policy::Expected(&solved), card().position()).mean();
            let points = played.iter().map(|card| f64::from(card.grand_total() - 24)).sum::<f64>() / 300.0;
            assert!((points - mean).abs() < 8.0, "{rules}: {points} instead of {mean}");
            assert_eq!(map.finish_games(card(), &luck, 9..9), [], "no games, no cards");
        }
    }

    #[test]
    fn a_map_holds_three_bytes_for_each_position_and_roll_and_a_number_for_each_place() {
        let map = PolicyMap::within(&guessed(Rules::Classic), CategorySet::EMPTY.with(Category::Chance));
        let places = RowIndex::count(Rules::Classic) * ROW * 4;
        // Only chance is open, and the bonus is decided.
        let positions = settled_uppers(RowIndex::of(
            Rules::Classic,
            CategorySet::EMPTY.with(Category::Chance),
            crate::DiceeBox::Zero,
        ))
        .count();
        assert_eq!(map.bytes(), places + positions * 252 * 3);
        assert_eq!(format!("{map:?}"), format!("PolicyMap {{ rules: Classic, bytes: {} }}", map.bytes()));
    }
}
