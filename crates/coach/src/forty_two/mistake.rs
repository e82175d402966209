use fortytwo::{Choice, Misplay, Seen};
use serde::{Deserialize, Serialize};

/// A choice that gave marks away.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct FortyTwoMistake {
    /// The game, by the name it was folded under.
    pub game: String,
    /// The hand, the first being 1.
    pub hand: u32,
    /// The trick, the first being 1; absent in the auction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trick: Option<u8>,
    /// What the player did.
    pub chosen: Choice,
    /// What was best.
    pub best: Choice,
    /// Marks given away.
    pub loss: f64,
    /// What it cost with all tiles face up; absent in the auction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub face_up: Option<u8>,
    /// What was wrong.
    pub kind: Misplay,
    /// The position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<Seen>,
}
