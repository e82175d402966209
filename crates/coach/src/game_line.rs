use dicee::{GameId, Rules};
use serde::{Deserialize, Serialize};

/// A game that counted, in a line.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct GameLine {
    /// Which game.
    pub id: GameId,
    /// When it ended, in milliseconds since 1970.
    pub finished_at: u64,
    /// The rules.
    pub rules: Rules,
    /// The final score.
    pub score: u16,
    /// What the rolls changed, together.
    pub luck: f64,
    /// What the player's own decisions gave away; where some were aided, scaled up to a whole game.
    pub loss: f64,
    /// The player's own decisions.
    pub decisions: u32,
    /// How many of them were the best there was.
    pub optimal: u32,
}
