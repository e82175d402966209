use std::collections::BTreeMap;

use dicee::{
    Bot, Category, CompletionReason, Dice, DiceSource, GameMode, Hex, Horizon, KeptMask, PlayerId, Quality,
    ScorecardData, Settings, Severity,
};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::base::BaseGameEvent;

/// A domain event as the contract writes it (data contract 5.2, 5.3, 5.6): the fact, with everything around it that a reader
/// without the history needs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameEvent {
    /// What every event carries.
    #[serde(flatten)]
    pub base: BaseGameEvent,
    /// What happened.
    #[serde(flatten)]
    pub body: EventBody,
}

/// What happened, by kind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "eventType", rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum EventBody {
    /// A game was opened.
    GameCreated(GameCreated),
    /// Somebody took a seat.
    PlayerJoined(PlayerJoined),
    /// A player added a seed to fair dice.
    SeedMixed(SeedMixed),
    /// Play began.
    GameStarted(GameStarted),
    /// Dice fell.
    Roll(Roll),
    /// Dice were put aside.
    Keep(Keep),
    /// A box was filled.
    Score(Box<ScoreDecision>),
    /// The last keep or score was taken back.
    Undo {},
    /// Something went wrong.
    Error(ErrorReport),
    /// A player left.
    GameAbandoned {},
    /// The game ended.
    GameCompleted(GameCompleted),
    /// The secret seed was shown.
    SeedRevealed(SeedRevealed),
}

/// `game_created`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameCreated {
    /// Who plays.
    pub game_mode: GameMode,
    /// Who was there from the start.
    pub player_ids: Vec<PlayerId>,
    /// What was agreed.
    #[serde(deserialize_with = "chance::object")]
    pub settings: Settings,
    /// Who may start it.
    pub host_player_id: PlayerId,
    /// Where the dice come from, where that is promised.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dice: Option<DiceSource>,
}

/// `player_joined`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayerJoined {
    /// How it plays, if it is a bot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot: Option<Bot>,
}

/// `seed_mixed`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeedMixed {
    /// The seed.
    pub client_seed: String,
}

/// `game_started`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameStarted {
    /// Who plays when.
    pub turn_order: Vec<PlayerId>,
    /// The first of them.
    pub first_player_id: PlayerId,
    /// Everybody's card: empty.
    #[serde(deserialize_with = "chance::objects_by_key")]
    pub initial_scorecards: BTreeMap<PlayerId, ScorecardData>,
}

/// Whether a roll opened a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum RollType {
    /// The first of a turn.
    Initial,
    /// The second or third.
    Reroll,
}

/// `roll`. A reroll is a decision: what was kept is graded among everything that could have been done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Roll {
    /// First of the turn, or not.
    pub roll_type: RollType,
    /// What fell.
    pub dice_result: Dice,
    /// What had been kept.
    pub kept_mask: KeptMask,
    /// What lay there before, for a reroll.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pre_roll_dice: Option<Dice>,
    /// The analysis of this roll, where one was made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub analysis_id: Option<Uuid>,
    /// Milliseconds since the event before.
    #[serde(deserialize_with = "milliseconds")]
    pub time_from_previous_action: u64,
    /// Of a reroll: what keeping these dice was worth.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected_value: Option<f64>,
    /// What the best of all options was worth, scoring included.
    #[serde(rename = "optimalEV", default, skip_serializing_if = "Option::is_none")]
    pub optimal_ev: Option<f64>,
    /// Best less chosen, never negative.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ev_difference: Option<f64>,
    /// The grade.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decision_quality: Option<Quality>,
    /// How far ahead the grade looks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub horizon: Option<Horizon>,
}

/// `keep`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Keep {
    /// What is put aside.
    pub kept_mask: KeptMask,
}

/// `score`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScoreDecision {
    /// The box.
    pub chosen_category: Category,
    /// What went into it.
    pub points_earned: u8,
    /// What the choice was worth.
    pub expected_value: f64,
    /// The best box for these dice.
    pub optimal_category: Category,
    /// The dice to keep, where rolling on was better than any box.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub optimal_kept_mask: Option<KeptMask>,
    /// What the best of all options was worth, rolling on included.
    #[serde(rename = "optimalEV")]
    pub optimal_ev: f64,
    /// Best less chosen, never negative.
    pub ev_difference: f64,
    /// The grade.
    pub decision_quality: Quality,
    /// The card before.
    #[serde(deserialize_with = "chance::object")]
    pub previous_scorecard: ScorecardData,
    /// The card after.
    #[serde(deserialize_with = "chance::object")]
    pub updated_scorecard: ScorecardData,
    /// Milliseconds from the last roll.
    #[serde(deserialize_with = "milliseconds")]
    pub time_to_decision: u64,
    /// The boxes that the player looked at, in order; absent where looks were not watched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub categories_considered: Option<Vec<Category>>,
    /// How often they went back to one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub backtrack_count: Option<u32>,
    /// Whether they asked for a hint.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint_requested: Option<bool>,
    /// `true` where the time was over and the table chose: this is nobody's decision.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by_clock: Option<bool>,
    /// Something to learn from it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub learning_tip: Option<String>,
    /// What it was about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub concepts_applied: Option<Vec<String>>,
    /// How far ahead the values look.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub horizon: Option<Horizon>,
}

/// `error`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ErrorReport {
    /// For machines.
    pub error_code: String,
    /// For people.
    pub error_message: String,
    /// How bad it was.
    pub severity: Severity,
    /// What was tried.
    pub failed_action: String,
    /// Whether the game goes on.
    pub recovered: bool,
    /// What was done.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recovery_action: Option<String>,
}

/// `game_completed`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameCompleted {
    /// Everybody's score.
    pub final_scores: BTreeMap<PlayerId, u16>,
    /// Who has most; several in a tie.
    pub winner_ids: Vec<PlayerId>,
    /// Turns by all players together.
    pub total_turns: u32,
    /// From the start to the end.
    #[serde(deserialize_with = "milliseconds")]
    pub game_duration_ms: u64,
    /// Mean time from a roll to what was done with it.
    #[serde(deserialize_with = "milliseconds")]
    pub average_decision_time_ms: u64,
    /// Why it ended.
    pub reason: CompletionReason,
}

/// `seed_revealed`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeedRevealed {
    /// The seed that was promised.
    pub server_seed: Hex,
}

impl EventBody {
    /// The kind, as it stands in `eventType`.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::GameCreated(_) => "game_created",
            Self::PlayerJoined(_) => "player_joined",
            Self::SeedMixed(_) => "seed_mixed",
            Self::GameStarted(_) => "game_started",
            Self::Roll(_) => "roll",
            Self::Keep(_) => "keep",
            Self::Score(_) => "score",
            Self::Undo {} => "undo",
            Self::Error(_) => "error",
            Self::GameAbandoned {} => "game_abandoned",
            Self::GameCompleted(_) => "game_completed",
            Self::SeedRevealed(_) => "seed_revealed",
        }
    }
}

/// The contract says "number", and others write fractions of a millisecond.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a float becomes the nearest integer that there is"
)]
fn milliseconds<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    f64::deserialize(deserializer).map(|time| time.round() as u64)
}
