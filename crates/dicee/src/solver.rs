//! From the value of a finished turn to the value of everything before it.

mod game;
mod simd;
mod table_file;
mod turn;

pub use game::{GameTable, SolveProgress};
pub use table_file::TableError;

pub use turn::{Outlook, TurnValues};
