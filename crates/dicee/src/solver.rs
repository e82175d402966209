//! From the value of a finished turn to the value of everything before it.

mod game;
mod simd;
mod solved_game_file;
mod turn;

pub use game::{SolveProgress, SolvedGame};
pub use solved_game_file::SolvedGameError;

pub use turn::{Outlook, TurnValues};
