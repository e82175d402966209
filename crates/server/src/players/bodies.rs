//! What is asked about players, and what they are answered.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

use super::profile::{DiceeResults, FortyTwoResults};

/// `POST /api/v1/players`
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct RegisterRequest {
    /// What others see; a friendly default when left out.
    #[serde(default)]
    #[schemars(length(min = 1, max = 40))]
    pub(super) display_name: Option<String>,
}

/// A new player.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RegisterResponse {
    pub(super) player_id: Uuid,
    pub(super) display_name: String,
    /// To be kept by the device: it is not shown again, and tokens are given out for it.
    pub(super) device_secret: String,
    /// Good for an hour.
    pub(super) token: String,
    /// When the token ends, in ISO 8601.
    pub(super) expires_at: String,
    pub(super) success: bool,
}

/// `POST /api/v1/players/{id}/token`
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct TokenRequest {
    /// What the device was given when the player was registered.
    pub(super) device_secret: String,
}

impl std::fmt::Debug for TokenRequest {
    /// Without the secret.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("TokenRequest")
    }
}

/// Another token.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TokenResponse {
    pub(super) token: String,
    /// When it ends, in ISO 8601.
    pub(super) expires_at: String,
    pub(super) success: bool,
}

/// `PATCH /api/v1/players/{id}`
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct RenameRequest {
    /// What others see from now on.
    #[schemars(length(min = 1, max = 40))]
    pub(super) display_name: String,
}

/// A player with their new name.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PlayerResponse {
    pub(super) player_id: Uuid,
    pub(super) display_name: String,
    pub(super) success: bool,
}

/// `GET /api/v1/players/{id}/profile`
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ProfileResponse {
    pub(super) player_id: Uuid,
    pub(super) display_name: String,
    /// When the player was registered, in ISO 8601: for the player alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) created_at: Option<String>,
    /// All games that the player sat down to.
    pub(super) games_played: u32,
    /// Of the newest 200, those that were played to the end; so are the results below.
    pub(super) games_finished: u32,
    pub(super) dicee: DiceeResults,
    pub(super) fortytwo: FortyTwoResults,
    pub(super) success: bool,
}

/// `GET /api/v1/players/{id}/export`: all that is kept about a player.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ExportResponse {
    /// When this was put together, in ISO 8601.
    pub(super) exported_at: String,
    pub(super) person: ExportedPerson,
    /// The newest first.
    pub(super) games: Vec<ExportedGame>,
    /// What was computed about the player's decisions, and what their devices told: kept for 90 and 30 days.
    pub(super) notes: Vec<ExportedNote>,
    pub(super) success: bool,
}

/// What is known about a player. The device's secret is kept as a hash, from which nothing can be read.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ExportedPerson {
    pub(super) player_id: Uuid,
    pub(super) display_name: String,
    /// In ISO 8601.
    pub(super) created_at: String,
}

/// A game that a player sat down to.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ExportedGame {
    pub(super) game_id: String,
    pub(super) kind: String,
    /// When the player sat down, in ISO 8601.
    pub(super) sat_at: String,
    /// From 0; absent if the player stood up again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) seat: Option<u8>,
    /// Whether it was played to its end, and the player stayed.
    pub(super) finished: bool,
    /// The player's points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) score: Option<u16>,
    /// Whether the player won; absent where nobody can, or nobody has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) won: Option<bool>,
}

/// Something that was noted about a player.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ExportedNote {
    pub(super) game_id: String,
    /// `analysis` or `telemetry`.
    pub(super) stream: String,
    /// In ISO 8601.
    pub(super) noted_at: String,
    pub(super) body: Value,
}
