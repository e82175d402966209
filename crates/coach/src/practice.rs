//! What to practise: the puzzle of the day, drills, siblings of mistakes, the deck that repeats them, and
//! chances to guess.

mod day;
mod deck;
mod drill;
mod exercise;
mod odds_question;
mod puzzle;

pub use day::Day;
pub use deck::{Deck, DeckCard};
pub use drill::{DrillRequest, drill, siblings, training};
pub use exercise::{Answer, Exercise};
pub use odds_question::OddsQuestion;
pub use puzzle::{Puzzle, Tries};
