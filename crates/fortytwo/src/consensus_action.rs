use serde::{Deserialize, Serialize};

/// What the seats of a hand agree to, together, before it happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "FortyTwoConsensusAction"))]
#[serde(rename_all = "kebab-case")]
pub enum ConsensusAction {
    /// To turn the full trick over.
    CompleteTrick,
    /// To count the decided hand.
    ScoreHand,
}

impl ConsensusAction {
    /// Both.
    pub const ALL: [Self; 2] = [Self::CompleteTrick, Self::ScoreHand];
}
