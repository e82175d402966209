//! What players do about each other: blocking, and telling the operator.

use std::fmt;
use std::str::FromStr;

use dicee::PlayerId;
use serde::{Deserialize, Serialize};

use crate::ids::GameId;

/// `POST /api/v1/players/{id}/block`
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BlockRequest {
    /// Whether the player in the path is blocked from now on.
    pub blocked: bool,
}

/// `POST /api/v1/players/{id}/reports`: tells the operator about another player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ComplaintRequest {
    /// The game at which it happened; both must have a seat there.
    pub game_id: GameId,
    /// What kind of thing.
    pub reason: ComplaintReason,
    /// What happened, in at most 500 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(length(max = 500)))]
    pub text: Option<String>,
}

/// What a player is reported for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum ComplaintReason {
    /// What they wrote.
    Chat,
    /// The display name.
    Name,
    /// That they stall or leave on purpose.
    Stalling,
    /// Anything else.
    Other,
}

/// The operator will see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ComplaintResponse {
    /// Whether it is new: a report that is sent again is kept once.
    pub kept: bool,
    /// True: a request that fails is answered with an `ErrorResponse`.
    pub success: bool,
}

/// `GET /api/v1/operator/reports`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ComplaintsResponse {
    /// The newest first, at most 1000.
    pub reports: Vec<ShownComplaint>,
    /// True: a request that fails is answered with an `ErrorResponse`.
    pub success: bool,
}

/// A report by one player about another, for the operator.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ShownComplaint {
    /// The reporter.
    pub reporter_id: PlayerId,
    /// About whom.
    pub player_id: PlayerId,
    /// The display name.
    pub display_name: String,
    /// At which game.
    pub game_id: GameId,
    /// What kind of thing.
    pub reason: ComplaintReason,
    /// In the words of the reporter.
    pub text: String,
    /// When, in ISO 8601.
    pub reported_at: String,
}

/// `GET /api/v1/operator/sanctions`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SanctionsResponse {
    /// Players who may not sign in or play, the newest first.
    pub banned: Vec<BannedPlayer>,
    /// Tables at which nobody may play, the newest first.
    pub closed: Vec<ClosedTable>,
    /// True: a request that fails is answered with an `ErrorResponse`.
    pub success: bool,
}

/// A player whom the operator banned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BannedPlayer {
    /// The player.
    pub player_id: PlayerId,
    /// The display name.
    pub display_name: String,
    /// Since when, in ISO 8601.
    pub banned_at: String,
}

/// A table that the operator closed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ClosedTable {
    /// Of which game.
    pub game_id: GameId,
    /// Since when, in ISO 8601.
    pub closed_at: String,
}

/// Everybody whom the caller blocked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BlocksResponse {
    /// In the order of their ids.
    pub blocked: Vec<BlockedPlayer>,
    /// True: a request that fails is answered with an `ErrorResponse`.
    pub success: bool,
}

/// Somebody whom the caller blocked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BlockedPlayer {
    /// The player.
    pub player_id: PlayerId,
    /// The display name.
    pub display_name: String,
}

impl ComplaintReason {
    /// As it is written.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Chat => "chat",
            Self::Name => "name",
            Self::Stalling => "stalling",
            Self::Other => "other",
        }
    }
}

/// A reason that is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownReason;

impl fmt::Display for UnknownReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected chat, name, stalling or other")
    }
}

impl FromStr for ComplaintReason {
    type Err = UnknownReason;

    fn from_str(text: &str) -> Result<Self, UnknownReason> {
        [Self::Chat, Self::Name, Self::Stalling, Self::Other]
            .into_iter()
            .find(|reason| reason.as_str() == text)
            .ok_or(UnknownReason)
    }
}
