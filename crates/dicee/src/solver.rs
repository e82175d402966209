//! From the value of a finished turn to the value of everything before it.

mod choices;
mod game;
mod kernel;
mod points;
mod row_index;
pub(crate) mod simd;
mod solved_game_file;
mod turn;

pub use game::{SolveProgress, SolvedGame};
pub(crate) use game::{SolvedRows, map};
pub(crate) use points::ALL_POINTS;
pub(crate) use row_index::{ROW, RowIndex};
pub use solved_game_file::SolvedGameError;

pub use turn::{Outlook, TurnValues};
