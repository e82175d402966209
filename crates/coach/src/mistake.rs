use dicee::{GameId, MistakeKind};
use serde::{Deserialize, Serialize};

use crate::decision::Move;
use crate::played::Moment;
use crate::situation::Situation;

/// A decision that cost at least 0.05 points, with all that is needed to play it again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Mistake {
    /// Which game.
    pub game: GameId,
    /// When that game ended, in milliseconds since 1970.
    pub finished_at: u64,
    /// The turn and the roll.
    pub moment: Moment,
    /// The card and the dice.
    pub situation: Situation,
    /// What the player did.
    pub chosen: Move,
    /// What was best.
    pub best: Move,
    /// What it cost.
    pub loss: f64,
    /// What was wrong.
    pub kind: MistakeKind,
}
