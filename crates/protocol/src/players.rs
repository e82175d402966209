//! Players over HTTP: registration, tokens, names, profiles, and what the law gives everybody.

use coach::{Deck, FortyTwoSkill, PlayedGameData};
use dicee::PlayerId;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::ids::{GameId, GameKind};
use crate::learning::LiveHand;

/// `POST /api/v1/players`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RegisterRequest {
    /// What others see; a friendly default when left out.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(length(min = 1, max = crate::LONGEST_DISPLAY_NAME)))]
    pub display_name: Option<String>,
}

/// A new player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct RegisterResponse {
    /// The player.
    pub player_id: PlayerId,
    /// What others see.
    pub display_name: String,
    /// To be kept by the device: it is not shown again, and tokens are given out for it.
    pub device_secret: String,
    /// Good for an hour.
    pub token: String,
    /// When the token ends, in ISO 8601.
    pub expires_at: String,
    /// True: a request that fails is answered with an `ErrorResponse`.
    pub success: bool,
}

/// `POST /api/v1/players/{id}/token`
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TokenRequest {
    /// What the device was given when the player was registered.
    pub device_secret: String,
}

impl std::fmt::Debug for TokenRequest {
    /// Without the secret.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("TokenRequest")
    }
}

/// A new device secret in the place of the old one.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SecretResponse {
    /// The secret; the old one is good for nothing from now on.
    pub device_secret: String,
    /// A token.
    pub token: String,
    /// When it ends, in ISO 8601.
    pub expires_at: String,
    /// True: a request that fails is answered with an `ErrorResponse`.
    pub success: bool,
}

impl std::fmt::Debug for SecretResponse {
    /// Without the secret and the token, so that neither is logged.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SecretResponse")
    }
}

/// Another token.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct TokenResponse {
    /// The token.
    pub token: String,
    /// When it ends, in ISO 8601.
    pub expires_at: String,
    /// True: a request that fails is answered with an `ErrorResponse`.
    pub success: bool,
}

/// `PATCH /api/v1/players/{id}`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RenameRequest {
    /// What others see from now on.
    #[cfg_attr(feature = "schema", schemars(length(min = 1, max = crate::LONGEST_DISPLAY_NAME)))]
    pub display_name: String,
}

/// A player with their new name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PlayerResponse {
    /// The player.
    pub player_id: PlayerId,
    /// What others see.
    pub display_name: String,
    /// True: a request that fails is answered with an `ErrorResponse`.
    pub success: bool,
}

/// `GET /api/v1/players/{id}/profile`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ProfileResponse {
    /// The player.
    pub player_id: PlayerId,
    /// What others see.
    pub display_name: String,
    /// When the player was registered, in ISO 8601: for the player alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub created_at: Option<String>,
    /// Whether the player hides the results; then all fields below are absent, but for the player.
    pub results_hidden: bool,
    /// All games that the player sat down to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games_played: Option<u32>,
    /// Of the newest 200, those that were played to the end; so are the results below.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games_finished: Option<u32>,
    /// Their dice games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dicee: Option<DiceeResults>,
    /// Their games of Forty-Two.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fortytwo: Option<FortyTwoResults>,
    /// True: a request that fails is answered with an `ErrorResponse`.
    pub success: bool,
}

/// `GET /api/v1/players/{id}/export`: all that is kept about a player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ExportResponse {
    /// When this was put together, in ISO 8601.
    pub exported_at: String,
    /// The player.
    pub person: ExportedPerson,
    /// The newest first.
    pub games: Vec<ExportedGame>,
    /// Dice games from which was learned how the player plays, oldest first; those that their devices sent too.
    pub played: Vec<PlayedGameData>,
    /// Hands of Forty-Two from which was learned how the player plays, oldest first.
    #[serde(default)]
    pub hands: Vec<LiveHand>,
    /// What the player practises; absent before the first time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deck: Option<Deck>,
    /// What was computed about the player's decisions, and what their devices sent: kept for 90 and 30 days.
    pub notes: Vec<ExportedNote>,
    /// True: a request that fails is answered with an `ErrorResponse`.
    pub success: bool,
}

/// What is known about a player. The device's secret is kept as a hash, from which nothing can be read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ExportedPerson {
    /// The player.
    pub player_id: PlayerId,
    /// What others see.
    pub display_name: String,
    /// In ISO 8601.
    pub created_at: String,
    /// Whether others do not see the results.
    pub results_hidden: bool,
}

/// A game that a player sat down to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ExportedGame {
    /// The game.
    pub game_id: GameId,
    /// Which game it is.
    pub kind: GameKind,
    /// When the player sat down, in ISO 8601.
    pub sat_at: String,
    /// From 0; absent if the player stood up again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
    /// Whether it was played to its end, and the player stayed.
    pub finished: bool,
    /// The player's points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<u16>,
    /// Whether the player won; absent where nobody can, or nobody has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub won: Option<bool>,
}

/// Something that was noted about a player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ExportedNote {
    /// The game.
    pub game_id: GameId,
    /// `analysis` or `telemetry`.
    pub stream: String,
    /// In ISO 8601.
    pub noted_at: String,
    /// What was noted, as it is kept.
    pub body: Value,
}

/// A player's dice games.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct DiceeResults {
    /// Played to the end.
    pub games_finished: u32,
    /// The most points in one of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best_score: Option<u16>,
    /// Their points on average.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean_score: Option<f64>,
    /// Those against others that were won, alone or with somebody else.
    pub games_won: u32,
    /// How good the decisions were: for the player alone, and as soon as the game is solved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decisions: Option<Decisions>,
}

/// How good decisions were.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Decisions {
    /// In how many finished games, the newest.
    pub games: u32,
    /// All of them.
    pub total: u32,
    /// Points given away, on average over all decisions.
    pub average_loss: f64,
    /// How many earned each grade.
    pub by_quality: ByQuality,
}

/// How many decisions earned each grade.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ByQuality {
    /// The best there was.
    pub optimal: u32,
    /// Excellent.
    pub excellent: u32,
    /// Good.
    pub good: u32,
    /// Acceptable.
    pub acceptable: u32,
    /// Suboptimal.
    pub suboptimal: u32,
    /// Poor.
    pub poor: u32,
}

/// A player's games of Forty-Two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct FortyTwoResults {
    /// Played to the end.
    pub games_finished: u32,
    /// Won by the player's team.
    pub games_won: u32,
    /// How well the player plays, by all hands that were judged: for the player alone, once there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skill: Option<FortyTwoSkill>,
}
