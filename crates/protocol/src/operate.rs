//! For those who run a server: health and behaviour.

use dicee::PlayerId;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::error::ErrorCode;

/// `GET /api/v1/operator/behaviour`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct BehaviourResponse {
    /// Those who are flagged first, then by the number of their decisions; at most 1000.
    pub players: Vec<PlayerBehaviour>,
    /// How many players there are, shown or not.
    pub total: usize,
    /// True: a request that fails is answered with an `ErrorResponse`.
    pub success: bool,
}

/// How one player plays.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PlayerBehaviour {
    /// The player.
    pub player_id: PlayerId,
    /// Finished games.
    pub games: u64,
    /// Their decisions.
    pub decisions: u64,
    /// How many of them were the best there was, from 0 to 1.
    pub optimal_share: f64,
    /// From the roll to the decision.
    pub mean_decision_ms: f64,
    /// How many of them took less than 100 ms, from 0 to 1.
    pub instant_share: f64,
    /// What machines do.
    pub signs: Signs,
    /// Whether two signs are there.
    pub flagged: bool,
}

/// What machines do; each takes at least 50 decisions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Signs {
    /// More than 98% of the decisions were the best there was.
    pub always_optimal: bool,
    /// They took less than 100 ms on average.
    pub instant_decisions: bool,
    /// Their times differ by less than a tenth of their mean.
    pub even_pace: bool,
}

/// A note in the telemetry of a game: somebody tried what is not theirs to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RefusedCommand {
    /// `refused_command`.
    pub event_type: String,
    /// The player who tried.
    pub player_id: PlayerId,
    /// The name of the command, as the sender wrote it.
    pub command: String,
    /// The reason.
    pub error_code: ErrorCode,
    /// Where the game was.
    pub version: u64,
    /// Milliseconds since 1970.
    pub timestamp: u64,
    /// The trace of the request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trace_id: Option<Uuid>,
}

impl RefusedCommand {
    /// A note about this command.
    #[must_use]
    pub fn new(
        player_id: PlayerId,
        command: String,
        error_code: ErrorCode,
        version: u64,
        timestamp: u64,
        trace_id: Option<Uuid>,
    ) -> Self {
        let event_type = String::from("refused_command");
        Self { event_type, player_id, command, error_code, version, timestamp, trace_id }
    }
}

/// `GET /health/live`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LiveResponse {
    /// `ok`.
    pub status: String,
    /// Of the program.
    pub version: String,
    /// In seconds.
    pub uptime: u64,
}

/// `GET /health/ready`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReadyResponse {
    /// Whether requests are taken.
    pub status: Readiness,
    /// Of the program.
    pub version: String,
    /// What the server needs, and how that goes.
    pub dependencies: Dependencies,
}

/// Whether requests are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Readiness {
    /// Yes.
    Ready,
    /// Yes, without the other nodes.
    Degraded,
    /// No: the store does not answer.
    Unavailable,
    /// No: the server shuts down.
    Draining,
}

/// What the server needs, and how that goes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Dependencies {
    /// Where games are kept.
    pub store: StoreHealth,
    /// The way to the other nodes.
    pub redis: RedisHealth,
    /// The solved game.
    pub engine: EngineHealth,
}

/// How the store is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StoreHealth {
    /// Whether it answers.
    pub state: StoreState,
    /// `memory`, `sqlite` or `postgres`.
    pub kind: String,
}

/// Whether the store answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum StoreState {
    /// Yes.
    Connected,
    /// No.
    Unreachable,
}

/// How the way to the other nodes is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RedisHealth {
    /// Whether they are reachable.
    pub state: LinkState,
}

/// Whether the other nodes are reachable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum LinkState {
    /// There are none.
    Off,
    /// Yes.
    Connected,
    /// No: slower, and still right.
    Degraded,
}

/// How the engine is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EngineHealth {
    /// Whether the game is solved.
    pub state: EngineState,
    /// Whether there is a GPU that `dicee solve`, `simulate` and `target` can use on this machine.
    pub gpu_available: bool,
}

/// Whether the game is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum EngineState {
    /// Yes.
    Loaded,
    /// Not yet: advice looks one turn ahead.
    Loading,
}
