use serde::{Deserialize, Serialize};

/// Where a game stands (data contract 4.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum GameStatus {
    /// Not started.
    Waiting,
    /// Going on.
    Active,
    /// Played to its end.
    Completed,
    /// Ended before that.
    Abandoned,
}
