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

impl Checkpoint {
    /// Of nothing: written to see whether the store can be written.
    pub(crate) fn probe() -> Self {
        Self { projection: "probe".into(), revision: 0, cursor: Cursor::START, state: Value::Null }
    }
}
