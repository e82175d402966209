//! What to practise: the puzzle of the day, drills, siblings of mistakes, and the deck that repeats them.

mod day;
mod deck;
mod drill;
mod exercise;
mod puzzle;

pub use day::Day;
pub use deck::{Deck, DeckCard};
pub use drill::{DrillRequest, drill, siblings, training};
pub use exercise::{Answer, Exercise};
pub use puzzle::{Puzzle, Tries};
