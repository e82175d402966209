//! Questions about one roll (data contract 6). Unknown fields are refused.

use std::collections::BTreeMap;

use dicee::{
    Category, DecisionEvaluation, DecisionRecommendation, Dice, ExplanationDepth, KeptMask,
    ProbabilityVector, Rules, ScorecardData, SkillLevel, TargetReport,
};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::exact_probability::ExactProbability;
use super::score_chance::ScoreChances;
use crate::contract::GameEvent;

/// How a caller wants probabilities computed. Exact answers take microseconds, so that is what everybody gets who does not
/// ask for samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum RequestedMethod {
    /// Counted.
    Exact,
    /// Sampled.
    MonteCarlo,
    /// As is best.
    #[default]
    Auto,
}

/// `POST /api/v1/stats/probabilities`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProbabilityRequest {
    /// The dice.
    pub dice_result: Dice,
    /// What is put aside.
    pub kept_mask: KeptMask,
    /// Rolls still to come, 0 to 2.
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 2)))]
    pub rolls_remaining: u8,
    /// The open boxes.
    pub available_categories: Vec<Category>,
    /// The card.
    #[serde(deserialize_with = "chance::object")]
    pub current_scorecard: ScorecardData,
    /// The rules; `standard` when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules_variant: Option<Rules>,
    /// What the others have. It changes no chance of a box.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opponent_scores: Option<Vec<u16>>,
    /// Whom answers are written for. It changes no chance of a box.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skill_level: Option<SkillLevel>,
    /// How to compute.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub computation_method: Option<RequestedMethod>,
    /// How long it may take.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_computation_time_ms: Option<u64>,
    /// Whether every score of every box is wanted with its chance; false when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub show_distributions: Option<bool>,
}

/// The answer to a [`ProbabilityRequest`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProbabilityResponse {
    /// What every box can bring when the rest of the turn is played for it.
    pub probabilities: ProbabilityVector,
    /// The chance of scoring more than 0 in each open box when the dice of `keptMask` are kept; with all five kept or no
    /// roll left, of the dice as they stand.
    pub kept_odds: BTreeMap<Category, ExactProbability>,
    /// The same when every keep is chosen for the box.
    pub best_odds: BTreeMap<Category, ExactProbability>,
    /// With `showDistributions`: every score of each open box when the dice of `keptMask` are kept and every later keep is
    /// chosen for the highest expected score in that box.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kept_scores: Option<ScoreChances>,
    /// With `showDistributions`: the same when this keep is chosen so as well.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best_scores: Option<ScoreChances>,
    /// With `computationMethod` `monte_carlo`: where the true chance of each box lies, 95 times of 100.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub intervals: Option<BTreeMap<Category, [f64; 2]>>,
    /// The request.
    pub request_id: Uuid,
    /// How long it took.
    pub computation_time_ms: f64,
    /// Whether it was remembered.
    pub cache_hit: bool,
    /// True: a request that fails is answered with an [`ErrorResponse`](crate::ErrorResponse).
    pub success: bool,
}

/// `POST /api/v1/stats/recommendation`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RecommendationRequest {
    /// The dice.
    pub dice_result: Dice,
    /// What is put aside.
    pub kept_mask: KeptMask,
    /// Rolls still to come, 0 to 2.
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 2)))]
    pub rolls_remaining: u8,
    /// The open boxes.
    pub available_categories: Vec<Category>,
    /// The card.
    #[serde(deserialize_with = "chance::object")]
    pub current_scorecard: ScorecardData,
    /// The rules; `standard` when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules_variant: Option<Rules>,
    /// The final scores of up to seven others; the answer then has the chance to win against them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(length(max = 7)))]
    pub opponent_scores: Option<Vec<u16>>,
    /// How to compute.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub computation_method: Option<RequestedMethod>,
    /// How long it may take.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_computation_time_ms: Option<u64>,
    /// Whom the advice is written for.
    pub skill_level: SkillLevel,
    /// Whether other options are wanted.
    pub show_alternatives: bool,
    /// How deep the reasoning goes.
    pub explanation_depth: ExplanationDepth,
    /// What the player did lately: the tip then warns of the mistakes that cost them most, where this roll invites one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recent_decisions: Option<Vec<GameEvent>>,
    /// The points still to come that are wanted at least, up to 511; the answer then has the highest chance to make them
    /// after every option.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 511)))]
    pub target: Option<u16>,
}

/// The answer to a [`RecommendationRequest`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RecommendationResponse {
    /// What to do.
    pub recommendation: DecisionRecommendation,
    /// With `target`: the chance to reach it, and what to do for that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<TargetReport>,
    /// With `opponentScores`, once the game is solved: the chance to win against them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winning: Option<ChanceToWin>,
    /// What every box can bring.
    pub probabilities: ProbabilityVector,
    /// The request.
    pub request_id: Uuid,
    /// How long it took.
    pub computation_time_ms: f64,
    /// True: a request that fails is answered with an [`ErrorResponse`](crate::ErrorResponse).
    pub success: bool,
}

/// The chance to win against scores that stand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChanceToWin {
    /// The expected share of the win: a win shared by two counts half.
    pub probability: f64,
    /// The chance to have more points than everybody else.
    pub alone: f64,
    /// The chance to share the highest score.
    pub shared: f64,
    /// Whether it was counted; with more than eight open boxes a thousand games are played on.
    pub exact: bool,
    /// What it assumes.
    pub basis: String,
}

/// `POST /api/v1/stats/evaluate`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EvaluationRequest {
    /// What lay on the table.
    #[serde(deserialize_with = "chance::object")]
    pub game_state: EvaluatedState,
    /// The box that was scored; absent for a keep.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chosen_category: Option<Category>,
    /// The dice that were kept; absent for a score.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chosen_kept_mask: Option<KeptMask>,
    /// How long the player thought, in milliseconds.
    pub time_to_decision: u64,
    /// Whom the feedback is written for.
    pub skill_level: SkillLevel,
}

/// What lay on the table when a decision was made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EvaluatedState {
    /// The dice.
    pub dice_result: Dice,
    /// Which roll of the turn it was, 1 to 3.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 3)))]
    pub roll_number: u8,
    /// The open boxes.
    pub available_categories: Vec<Category>,
    /// The card.
    #[serde(deserialize_with = "chance::object")]
    pub scorecard: ScorecardData,
    /// The rules; `standard` when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules_variant: Option<Rules>,
}

/// The answer to an [`EvaluationRequest`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EvaluationResponse {
    /// The grade.
    #[serde(flatten)]
    pub evaluation: DecisionEvaluation,
    /// The request.
    pub request_id: Uuid,
    /// True: a request that fails is answered with an [`ErrorResponse`](crate::ErrorResponse).
    pub success: bool,
}
