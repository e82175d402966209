//! Requests and responses (RFC-003 6 and 11) and the messages of a live table (RFC-003 7). Unknown fields are refused.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

use super::event::GameEvent;
use super::scorecard::ScorecardData;
pub use super::simulation::{CategoryTally, SimulationRequest, SimulationResponse};
pub use super::verification::{ExactProbability, Verification, VerificationRequest, VerificationResponse};
use crate::advice::{
    DecisionEvaluation, DecisionRecommendation, ExplanationDepth, ProbabilityVector, SkillLevel,
};
use crate::category::Category;
use crate::dice::{Dice, KeptMask};
use crate::game::{GameId, GameMode, GameStatus, PlayerId, Severity, TurnView};
use crate::rules::Rules;

/// How a caller wants probabilities computed. Exact answers take microseconds, so that is what everybody gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
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
    #[serde(deserialize_with = "super::object")]
    pub current_scorecard: ScorecardData,
    /// The rules; `standard` when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules_variant: Option<Rules>,
    /// What the others have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opponent_scores: Option<Vec<u16>>,
    /// Whom answers are written for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skill_level: Option<SkillLevel>,
    /// How to compute.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub computation_method: Option<RequestedMethod>,
    /// How long it may take.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_computation_time_ms: Option<u64>,
}

/// The answer to a [`ProbabilityRequest`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct ProbabilityResponse {
    /// What every box can bring when the rest of the turn is played for it.
    pub probabilities: ProbabilityVector,
    /// The chance of scoring more than 0 in each open box when the dice of `keptMask` are kept; with all five kept or no
    /// roll left, of the dice as they stand.
    pub kept_odds: BTreeMap<Category, ExactProbability>,
    /// The request.
    pub request_id: Uuid,
    /// How long it took.
    pub computation_time_ms: f64,
    /// Whether it was remembered.
    pub cache_hit: bool,
    /// True: a request that fails is answered with an [`ErrorResponse`].
    pub success: bool,
}

/// `POST /api/v1/stats/recommendation`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
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
    #[serde(deserialize_with = "super::object")]
    pub current_scorecard: ScorecardData,
    /// The rules; `standard` when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules_variant: Option<Rules>,
    /// What the others have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
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
    /// What the player did lately.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recent_decisions: Option<Vec<GameEvent>>,
}

/// The answer to a [`RecommendationRequest`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct RecommendationResponse {
    /// What to do.
    pub recommendation: DecisionRecommendation,
    /// What every box can bring.
    pub probabilities: ProbabilityVector,
    /// The request.
    pub request_id: Uuid,
    /// How long it took.
    pub computation_time_ms: f64,
    /// True: a request that fails is answered with an [`ErrorResponse`].
    pub success: bool,
}

/// `POST /api/v1/stats/evaluate`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct EvaluationRequest {
    /// What lay on the table.
    #[serde(deserialize_with = "super::object")]
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct EvaluatedState {
    /// The dice.
    pub dice_result: Dice,
    /// Which roll of the turn it was, 1 to 3.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 3)))]
    pub roll_number: u8,
    /// The open boxes.
    pub available_categories: Vec<Category>,
    /// The card.
    #[serde(deserialize_with = "super::object")]
    pub scorecard: ScorecardData,
    /// The rules; `standard` when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules_variant: Option<Rules>,
}

/// The answer to an [`EvaluationRequest`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct EvaluationResponse {
    /// The grade.
    #[serde(flatten)]
    pub evaluation: DecisionEvaluation,
    /// The request.
    pub request_id: Uuid,
    /// True: a request that fails is answered with an [`ErrorResponse`].
    pub success: bool,
}

/// `GET /api/v1/games/{gameId}`
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct GameStateResponse {
    /// The game.
    pub game_id: GameId,
    /// Where it stands.
    pub status: GameStatus,
    /// Who plays.
    pub mode: GameMode,
    /// Everybody, in seat order.
    pub players: Vec<PlayerState>,
    /// The turn that is going on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub current_turn: Option<TurnView>,
    /// Everything that happened.
    pub events: Vec<GameEvent>,
    /// When it was opened, in ISO 8601.
    pub created_at: String,
    /// When play began.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub started_at: Option<String>,
    /// When it ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub completed_at: Option<String>,
    /// True: a request that fails is answered with an [`ErrorResponse`].
    pub success: bool,
}

/// Somebody at a table, with the name that the game does not know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct PlayerState {
    /// Who.
    pub player_id: PlayerId,
    /// What they are called.
    pub display_name: String,
    /// Their card.
    pub scorecard: ScorecardData,
    /// Whether it is their turn.
    pub is_current_player: bool,
}

/// The answer to every request that fails (RFC-003 11.3).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct ErrorResponse {
    /// False.
    pub success: bool,
    /// Why.
    pub error: ErrorDetail,
}

/// What went wrong (RFC-003 11.1).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct ErrorDetail {
    /// For machines: `ERR_...`
    pub code: String,
    /// For people.
    pub message: String,
    /// How bad it is.
    pub severity: Severity,
    /// Milliseconds since 1970.
    pub timestamp: u64,
    /// The request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request_id: Option<Uuid>,
    /// What it was part of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trace_id: Option<Uuid>,
    /// What exactly was wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub details: Option<ErrorContext>,
    /// Whether trying again can help.
    pub recoverable: bool,
    /// Seconds to wait before that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_after: Option<u64>,
    /// What to do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suggested_action: Option<String>,
}

/// What exactly was wrong.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct ErrorContext {
    /// The field.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// The rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub constraint: Option<String>,
    /// What was expected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<Value>,
    /// What came.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub actual: Option<Value>,
}

/// What a player's device says at a live table (RFC-003 7).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub enum ClientMessage {
    /// Sits down, or comes back.
    Join {
        /// Who.
        player_id: PlayerId,
        /// The device's version.
        client_version: String,
        /// Whether they were here before.
        reconnect: bool,
    },
    /// Rolls.
    Roll {
        /// What is kept; left out for a first roll.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        kept_mask: Option<KeptMask>,
        /// Whether the analysis is wanted.
        request_probabilities: bool,
    },
    /// Fills a box.
    Score {
        /// Which one.
        category: Category,
    },
    /// Asks for advice.
    RequestHint {
        /// How deep.
        explanation_depth: ExplanationDepth,
    },
    /// Looks at a box.
    Hover {
        /// Which one.
        category: Category,
        /// Since when.
        hover_start_time: u64,
    },
}

/// What a live table says to a player's device (RFC-003 7).
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub enum ServerMessage {
    /// Everything, anew.
    StateUpdate {
        /// The game.
        game_state: Box<GameStateResponse>,
        /// When.
        timestamp: u64,
    },
    /// Dice fell.
    RollResult {
        /// The roll.
        event: Box<GameEvent>,
    },
    /// Somebody else plays.
    TurnChanged {
        /// Who.
        new_player_id: PlayerId,
        /// What they are called.
        player_name: String,
        /// Which of their turns.
        turn_number: u8,
    },
    /// Advice.
    Hint {
        /// What to do.
        recommendation: Box<DecisionRecommendation>,
    },
    /// Something did not happen.
    Error {
        /// For machines.
        error_code: String,
        /// For people.
        message: String,
        /// How bad it is.
        severity: Severity,
        /// Whether trying again can help.
        recoverable: bool,
    },
    /// The line.
    ConnectionStatus {
        /// How it is.
        status: ConnectionStatus,
        /// Why.
        #[serde(skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
}

/// How the line to a table is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub enum ConnectionStatus {
    /// Up.
    Connected,
    /// Coming back.
    Reconnecting,
    /// Gone.
    Disconnected,
}
