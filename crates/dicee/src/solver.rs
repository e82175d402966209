//! From the value of a finished turn to the value of everything before it.

mod game;
pub(crate) mod simd;
mod solved_game_file;
mod turn;

pub(crate) use game::{ALL_POINTS, ROW, RowIndex, SolvedRows, map};
pub use game::{SolveProgress, SolvedGame};
pub use solved_game_file::SolvedGameError;

pub use turn::{Outlook, TurnValues};
