use serde_json::Value;

use crate::cursor::Cursor;

/// The state of a projection, and the last event that is in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    /// The name of the projection.
    pub projection: String,
    /// Its revision.
    pub revision: u32,
    /// Every event up to here is in the state.
    pub cursor: Cursor,
    /// The state.
    pub state: Value,
}
