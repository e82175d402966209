//! Games over HTTP: commands, and what is answered.

use coach::{GameReport, WinCurve};
use dicee::{DiceeCommand, GameStatus, PlayerId};
use fortytwo::GameReview;
use pools::{ExtendedCommand, TableCommand, TableReport};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::ids::{Code, CommandId, GameId, GameKind};
use crate::state::{GameState, ShownEvent};

/// `POST /api/v1/games/{id}/commands`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CommandRequest {
    /// Names the command for its sender: sent again under the same name, it is carried out once.
    pub command_id: CommandId,
    /// Only if the game is still at this version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(range(max = ledger::LARGEST_EXACT)))]
    pub expected_version: Option<u64>,
    /// What to do: an object with a `type`. Each game reads its own commands.
    #[cfg_attr(feature = "schema", schemars(with = "GameCommand"))]
    pub command: Map<String, Value>,
}

/// A command of any game, for clients that write one. Which of them a game takes depends on its kind, so a server reads
/// the command of its game and not this.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum GameCommand {
    /// Of the dice game.
    Dicee(DiceeCommand),
    /// About seats, in all other games.
    Seat(SeatCommand),
    /// Of Forty-Two.
    Fortytwo(fortytwo::Command),
    /// Of an extended check.
    ExtendedCheck(ExtendedCommand),
    /// Of a shared roll log.
    RollTable(TableCommand),
}

impl GameCommand {
    /// As it stands in a [`CommandRequest`].
    #[must_use]
    pub fn to_object(&self) -> Map<String, Value> {
        match serde_json::to_value(self) {
            Ok(Value::Object(fields)) => fields,
            Ok(_) | Err(_) => Map::new(),
        }
    }
}

/// What players say about seats, in all games but the dice game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum SeatCommand {
    /// Takes a seat.
    Sit {
        /// Which one; any free one when left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<u8>,
    },
    /// Gives the seat up.
    Stand {},
}

/// What a command brought about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CommandResponse {
    /// The command.
    pub command_id: CommandId,
    /// The version after it.
    pub version: u64,
    /// Whether it had been carried out before.
    pub repeated: bool,
    /// Its events, as the sender may know them.
    pub events: Vec<ShownEvent>,
    /// True: a request that fails is answered with an `ErrorResponse`.
    pub success: bool,
}

/// A game that was opened, or at which the caller sat down.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OpenedResponse {
    /// The game.
    pub game_id: GameId,
    /// For others, to sit down as well.
    pub code: Code,
    /// How it stands.
    pub game_state: GameState,
    /// True: a request that fails is answered with an `ErrorResponse`.
    pub success: bool,
}

/// `GET /api/v1/games`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GamesResponse {
    /// The newest first.
    pub games: Vec<OpenTable>,
    /// True: a request that fails is answered with an `ErrorResponse`.
    pub success: bool,
}

/// A table at which anybody may sit down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OpenTable {
    /// The game.
    pub game_id: GameId,
    /// Which game it is.
    pub kind: GameKind,
    /// Its short code.
    pub code: Code,
    /// Who opened it.
    pub host_player_id: PlayerId,
    /// The display name.
    pub host_name: String,
    /// How many seats it has, taken or not.
    pub seats: u8,
    /// How many people may still sit down.
    pub free_seats: u8,
    /// Whether hints and analysis are given there, to everybody or to nobody.
    pub coach: bool,
    /// What was chosen when it was opened, as in the request: `settings`, `bots`, `house` and the like.
    pub options: Map<String, Value>,
    /// When it was opened, in ISO 8601.
    pub created_at: String,
}

/// `GET /api/v1/games/code/{code}`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FoundTable {
    /// The game.
    pub game_id: GameId,
    /// Which game it is.
    pub kind: GameKind,
    /// Its short code.
    pub code: Code,
    /// Who opened it.
    pub host_player_id: PlayerId,
    /// The display name.
    pub host_name: String,
    /// Where it stands.
    pub status: GameStatus,
    /// Whether it is listed.
    pub public: bool,
    /// Whether hints and analysis are given there, to everybody or to nobody.
    pub coach: bool,
    /// How many seats it has, taken or not.
    pub seats: u8,
    /// How many people may still sit down.
    pub free_seats: u8,
    /// What was chosen when it was opened, as in the request.
    pub options: Map<String, Value>,
    /// The caller's seat; null where they have none.
    pub you: Option<u8>,
    /// Whether the caller could sit down now. Anybody may watch.
    pub can_sit: bool,
    /// True: a request that fails is answered with an `ErrorResponse`.
    pub success: bool,
}

/// `GET /api/v1/games/{id}/events`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EventsResponse {
    /// How many events there are in all: what to ask for next time.
    pub version: u64,
    /// Those since the version that was asked for, as the caller may know them.
    pub events: Vec<ShownEvent>,
    /// True: a request that fails is answered with an `ErrorResponse`.
    pub success: bool,
}

/// `GET /api/v1/games/{id}/report`
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReportResponse {
    /// The game.
    pub game_id: GameId,
    /// What was well played, what was not, and what was luck.
    pub report: Report,
    /// True: a request that fails is answered with an `ErrorResponse`.
    pub success: bool,
}

/// `GET /api/v1/games/{id}/link`: a game that is over, for the fragment of an address.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LinkResponse {
    /// The game.
    pub game_id: GameId,
    /// Which game it is.
    pub kind: GameKind,
    /// The parameters: `g=...`, or `g1=...&g2=...` where it is long.
    pub link: String,
    /// True: a request that fails is answered with an `ErrorResponse`.
    pub success: bool,
}

/// What was well played, by `kind`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Report {
    /// Of a dice game.
    Dicee {
        /// Everybody who played.
        players: Vec<PlayerReport>,
        /// Everybody's chance to win after every roll and decision, and the roll that decided it; absent for one player.
        #[serde(rename = "winCurve", skip_serializing_if = "Option::is_none")]
        win_curve: Option<WinCurve>,
    },
    /// Of a game of Forty-Two.
    Fortytwo(GameReview),
    /// Of a roll table, at any time: how lucky everybody was.
    RollTable(TableReport),
    /// Of a game that a server registered beside those of this repository.
    #[serde(untagged)]
    #[cfg_attr(feature = "schema", schemars(skip))]
    Other(Map<String, Value>),
}

/// How one player of a dice game played.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayerReport {
    /// The player.
    pub player_id: PlayerId,
    /// The report.
    pub report: GameReport,
}

/// `GET /api/v1/games/{id}/log`: a history as it is stored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LogResponse {
    /// Which game it is.
    pub kind: GameKind,
    /// The events in their envelopes.
    pub events: Vec<Map<String, Value>>,
}
