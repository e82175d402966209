//! What a player's games teach, over HTTP: skill, patterns, decisions, the practice deck. All of it is for the player alone.

use coach::{DeckCard, GameLine, Mistake, Moment, Origin, Patterns, Skill, Suggestions};
use dicee::PlayerId;
use serde::{Deserialize, Serialize};

use crate::ids::GameId;

/// `GET /api/v1/players/{id}/skill`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SkillResponse {
    /// The player.
    pub player_id: PlayerId,
    /// How well the player plays.
    pub skill: Skill,
    /// What follows from it: what to show and what to practise.
    pub suggestions: Suggestions,
    /// The last 200 games that counted, oldest first.
    pub games: Vec<GameLine>,
    /// How many games did not count: practice, unfinished, or mostly after hints.
    pub set_aside: u32,
    /// True: a request that fails is answered with an `ErrorResponse`.
    pub success: bool,
}

/// `GET /api/v1/players/{id}/patterns`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PatternsResponse {
    /// The player.
    pub player_id: PlayerId,
    /// Where the points go, and what of it is a habit.
    pub patterns: Patterns,
    /// True: a request that fails is answered with an `ErrorResponse`.
    pub success: bool,
}

/// `GET /api/v1/players/{id}/decisions`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct DecisionsResponse {
    /// The player.
    pub player_id: PlayerId,
    /// The decisions, the newest first. Of the last 200 that cost at least 0.05 points.
    pub decisions: Vec<Mistake>,
    /// How many of those cost more than was asked for; `decisions` may hold fewer.
    pub total: u32,
    /// True: a request that fails is answered with an `ErrorResponse`.
    pub success: bool,
}

/// `GET /api/v1/players/{id}/deck` and `POST /api/v1/players/{id}/deck`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct DeckResponse {
    /// The player.
    pub player_id: PlayerId,
    /// Mistakes to repeat until they are none, oldest first.
    pub cards: Vec<DeckCard>,
    /// The keys of those that are due today (UTC), longest waiting first.
    pub due: Vec<String>,
    /// True: a request that fails is answered with an `ErrorResponse`.
    pub success: bool,
}

/// `POST /api/v1/players/{id}/deck`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DeckAnswerRequest {
    /// The key of a card in the deck.
    #[cfg_attr(feature = "schema", schemars(length(min = 1, max = 400)))]
    pub key: String,
    /// Whether it was solved.
    pub solved: bool,
}

/// `POST /api/v1/players/{id}/privacy`
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PrivacyRequest {
    /// Whether others do not see the player's results.
    pub results_hidden: bool,
}

/// What others see of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PrivacyResponse {
    /// The player.
    pub player_id: PlayerId,
    /// Whether others do not see the player's results.
    pub results_hidden: bool,
    /// True: a request that fails is answered with an `ErrorResponse`.
    pub success: bool,
}

/// `POST /api/v1/players/{id}/games`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UploadRequest {
    /// Games that were played on a device: 1 to 20.
    #[serde(deserialize_with = "chance::objects")]
    #[cfg_attr(feature = "schema", schemars(length(min = 1, max = 20)))]
    pub games: Vec<UploadedGame>,
}

/// A finished dice game of a device.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UploadedGame {
    /// The whole game as the parameters of a link: `g=...`.
    pub link: String,
    /// Where the player sat, from 0.
    pub seat: u8,
    /// When it ended, in milliseconds since 1970.
    pub finished_at: u64,
    /// Where its dice came from; drawn by the app when left out. Only those count.
    #[serde(default)]
    pub origin: Origin,
    /// Decisions after a hint or by the clock; none when left out.
    #[serde(default, deserialize_with = "chance::objects")]
    #[cfg_attr(feature = "schema", schemars(length(max = 39)))]
    pub aided: Vec<Moment>,
}

/// The games of a device that were sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct UploadResponse {
    /// The player.
    pub player_id: PlayerId,
    /// In the order in which they were sent.
    pub games: Vec<UploadedResult>,
    /// True: a request that fails is answered with an `ErrorResponse`.
    pub success: bool,
}

/// What became of a game of a device.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct UploadedResult {
    /// The game.
    pub game_id: GameId,
    /// False if it was kept before; then nothing changes.
    pub new: bool,
    /// Where its dice came from, for what the game itself shows. Only `drawn` counts.
    pub origin: Origin,
}
