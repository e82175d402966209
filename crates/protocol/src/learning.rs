//! What a player's games teach, over HTTP: skill, patterns, decisions, the practice deck. All of it is for the player alone.

use coach::{
    DeckCard, FortyTwoMistake, FortyTwoPatterns, FortyTwoSkill, GameLine, Mistake, Moment, Origin, Patterns,
    Skill, Suggestions,
};
use dicee::PlayerId;
use fortytwo::JudgedHand;
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
    /// Forty-Two; absent before the first game of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forty_two: Option<FortyTwoStanding>,
    /// True: a request that fails is answered with an `ErrorResponse`.
    pub success: bool,
}

/// How well a player plays Forty-Two at live tables.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct FortyTwoStanding {
    /// How well.
    pub skill: FortyTwoSkill,
    /// Hands that did not count: the table or a hint helped with more than half of their choices.
    pub set_aside: u32,
    /// Finished games whose hands are not judged yet, of the next ten thousand events. A hand takes up to a second.
    pub waiting: u32,
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
    /// Where the marks go in Forty-Two, and what of it is a habit; absent before the first hand that was judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forty_two: Option<FortyTwoPatterns>,
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
    /// Choices of Forty-Two that cost more marks than was asked for, the newest first, at most `limit`. Of the last 200 that cost
    /// at least a tenth of a mark.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forty_two: Vec<FortyTwoMistake>,
    /// True: a request that fails is answered with an `ErrorResponse`.
    pub success: bool,
}

/// `GET /api/v1/players/{id}/hands`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct HandsResponse {
    /// Who.
    pub player_id: PlayerId,
    /// The last 400 hands of Forty-Two that were played at live tables, oldest first: what a profile counts.
    pub hands: Vec<LiveHand>,
    /// Finished games whose hands are not judged yet, of the next ten thousand events.
    pub waiting: u32,
    /// True: a request that fails is answered with an `ErrorResponse`.
    pub success: bool,
}

/// A judged hand of a live table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct LiveHand {
    /// The game.
    pub game_id: GameId,
    /// When the game ended, in milliseconds since 1970.
    pub finished_at: u64,
    /// What its choices gave away.
    pub hand: JudgedHand,
}

/// A note in the telemetry of a game of seats: a player asked for a hint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct HintAsked {
    /// `hint_requested`.
    pub event_type: String,
    /// Who asked.
    pub player_id: PlayerId,
    /// Where the game was.
    pub version: u64,
    /// Milliseconds since 1970.
    pub timestamp: u64,
}

impl HintAsked {
    /// The type of these notes.
    pub const NAME: &'static str = "hint_requested";

    /// A note about a hint.
    #[must_use]
    pub fn new(player_id: PlayerId, version: u64, timestamp: u64) -> Self {
        Self { event_type: Self::NAME.to_owned(), player_id, version, timestamp }
    }
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
