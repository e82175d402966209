use dicee::{ComputationMethod, DecisionRecommendation, Dice, ProbabilityVector, ScorecardData, SkillLevel};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::base::BaseGameEvent;

/// An event of the analysis stream (data contract 5.4): kept for 90 days, and made again from the game at any time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AnalysisEvent {
    /// What every event carries.
    #[serde(flatten)]
    pub base: BaseGameEvent,
    /// What was computed.
    #[serde(flatten)]
    pub body: AnalysisBody,
}

/// What was computed, by kind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "eventType", rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum AnalysisBody {
    /// A roll was analysed.
    AnalysisComputed(Box<AnalysisComputed>),
    /// Advice was given.
    Recommendation(Box<Recommendation>),
}

/// `analysis_computed`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AnalysisComputed {
    /// Its name, as the roll gives it.
    pub analysis_id: Uuid,
    /// The roll.
    pub source_event_id: Uuid,
    /// What every box can bring.
    pub probabilities: ProbabilityVector,
    /// What to do.
    pub recommendations: Vec<DecisionRecommendation>,
    /// How it was computed.
    pub computation_method: ComputationMethod,
    /// 1 for what is exact.
    pub confidence: f64,
    /// Whether it was remembered.
    pub cache_hit: bool,
}

/// `recommendation`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Recommendation {
    /// What lay on the table.
    pub game_state_snapshot: GameStateSnapshot,
    /// The advice.
    pub recommendation: DecisionRecommendation,
    /// Whom it was written for.
    pub player_skill_level: SkillLevel,
    /// How deep it went.
    pub pedagogy_strategy: String,
}

/// What lay on the table when advice was given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameStateSnapshot {
    /// The dice.
    pub dice_result: Dice,
    /// The card.
    pub scorecard: ScorecardData,
    /// Rolls still to come.
    pub rolls_remaining: u8,
}

impl AnalysisBody {
    /// The kind, as it stands in `eventType`.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::AnalysisComputed(_) => "analysis_computed",
            Self::Recommendation(_) => "recommendation",
        }
    }
}
