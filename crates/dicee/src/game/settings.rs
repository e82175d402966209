use std::fmt;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::rules::Rules;

/// Names a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
pub struct GameId(pub Uuid);

/// Who plays, and to what end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum GameMode {
    /// One player against the card.
    #[default]
    Solo,
    /// Two players or more, people or bots.
    Multiplayer,
    /// One player who learns: like solo, and scores may be taken back unless the settings say otherwise.
    Tutorial,
}

/// What the players agreed on. All of it is in the first event, so that a replay is complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Settings {
    /// The rules; `standard` when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules_variant: Option<Rules>,
    /// Seconds for each turn, from 5 to 86400; none when left out. When they are over the table plays the turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(range(min = 5, max = 86400)))]
    pub time_limit: Option<u32>,
    /// Whether the last keep or score may be taken back until the next roll; when left out, only in tutorials.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub allow_undo: Option<bool>,
    /// How many may sit down in a game of several, people and bots, from 2 to 8; 8 when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(range(min = 2, max = 8)))]
    pub seats: Option<u8>,
}

impl GameId {
    /// The id as it stands in a message that is hashed.
    #[must_use]
    pub fn text(self) -> String {
        self.0.hyphenated().to_string()
    }
}

impl GameMode {
    /// The name on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Solo => "solo",
            Self::Multiplayer => "multiplayer",
            Self::Tutorial => "tutorial",
        }
    }

    /// How many players it takes to start, and how many fit.
    #[must_use]
    pub const fn players(self) -> std::ops::RangeInclusive<usize> {
        match self {
            Self::Solo | Self::Tutorial => 1..=1,
            Self::Multiplayer => 2..=8,
        }
    }
}

impl Settings {
    /// The turn lengths that make sense: from a breath to a day, in seconds.
    pub const TIME_LIMITS: std::ops::RangeInclusive<u32> = 5..=86_400;

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> Rules {
        self.rules_variant.unwrap_or_default()
    }

    /// Whether a keep or score may be taken back in this mode.
    #[must_use]
    pub fn undo(&self, mode: GameMode) -> bool {
        self.allow_undo.unwrap_or(mode == GameMode::Tutorial)
    }

    /// How many players it takes to start in this mode, and how many fit.
    #[must_use]
    pub fn players(&self, mode: GameMode) -> std::ops::RangeInclusive<usize> {
        let (least, most) = mode.players().into_inner();
        least..=self.seats.map_or(most, |seats| usize::from(seats).min(most))
    }

    /// Whether so many seats fit the mode.
    #[must_use]
    pub fn seats_are_valid(&self, mode: GameMode) -> bool {
        self.seats.is_none_or(|seats| mode.players().contains(&usize::from(seats)))
    }

    /// Whether the numbers make sense.
    #[must_use]
    pub fn time_limit_is_valid(&self) -> bool {
        self.time_limit.is_none_or(|seconds| Self::TIME_LIMITS.contains(&seconds))
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
