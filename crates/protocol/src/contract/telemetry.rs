use dicee::{Category, Dice, SkillLevel};
use serde::{Deserialize, Serialize};

use super::base::BaseGameEvent;

/// An event of the telemetry stream (data contract 5.5): how a player looks, guesses and asks. Kept for 30 days.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TelemetryEvent {
    /// What every event carries.
    #[serde(flatten)]
    pub base: BaseGameEvent,
    /// What was seen.
    #[serde(flatten)]
    pub body: TelemetryBody,
}

/// What was seen, by kind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "eventType", rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum TelemetryBody {
    /// A look at a box.
    Hover(Hover),
    /// A guess at a chance.
    Prediction(Prediction),
    /// A question.
    HintRequested(HintRequested),
}

/// `hover`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Hover {
    /// The box.
    pub category_hovered: Category,
    /// For how long, in milliseconds.
    pub hover_duration: u64,
    /// What it would have scored.
    pub would_score: u8,
    /// What it could still bring, when the rest of the turn is played for it.
    #[serde(rename = "currentEV")]
    pub current_ev: f64,
    /// Whether scoring it was best.
    pub is_optimal: bool,
    /// Which look of the turn it was, from 1.
    pub hover_sequence: u32,
}

/// How sure a player says to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum ConfidenceLevel {
    /// Guessing.
    Low,
    /// Estimating.
    Medium,
    /// Knowing.
    High,
}

/// `prediction`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Prediction {
    /// The box.
    pub predicted_category: Category,
    /// What the player said.
    pub predicted_probability: f64,
    /// How sure they were.
    pub confidence_level: ConfidenceLevel,
    /// What is true.
    pub actual_probability: f64,
    /// How far off it was.
    pub accuracy_delta: f64,
    /// Points for it, 0 to 100.
    pub prediction_score: f64,
}

/// What a hint was about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum HintType {
    /// Which box.
    OptimalCategory,
    /// Which dice.
    RerollStrategy,
    /// What the chances are.
    ProbabilityExplanation,
}

/// `hint_requested`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HintRequested {
    /// The dice.
    pub current_dice: Dice,
    /// The open boxes.
    pub available_categories: Vec<Category>,
    /// What it was about.
    pub hint_type: HintType,
    /// What it said.
    pub hint_content: String,
    /// Whom it was written for.
    pub player_skill_level: SkillLevel,
    /// What there is to learn in it.
    pub concepts_introduced: Vec<String>,
}

impl TelemetryBody {
    /// The kind, as it stands in `eventType`.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Hover(_) => "hover",
            Self::Prediction(_) => "prediction",
            Self::HintRequested(_) => "hint_requested",
        }
    }
}

impl HintType {
    /// What there is to learn in such a hint.
    #[must_use]
    pub const fn concepts(self) -> &'static [&'static str] {
        match self {
            Self::OptimalCategory => &["expected_value"],
            Self::RerollStrategy => &["probability", "expected_value"],
            Self::ProbabilityExplanation => &["probability"],
        }
    }
}
