use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::InputError;
use crate::input;

/// How far ahead a choice is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Horizon {
    /// Most points this turn: what a greedy player would do.
    Turn,
    /// Highest expected final score.
    #[default]
    Game,
}

impl Horizon {
    /// The name on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Turn => "turn",
            Self::Game => "game",
        }
    }

    /// The name on a screen.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Turn => "This turn",
            Self::Game => "Whole game",
        }
    }

    /// What values of this horizon count.
    #[must_use]
    pub const fn unit(self) -> &'static str {
        match self {
            Self::Turn => "points this turn",
            Self::Game => "points still to come",
        }
    }

    /// The same where there is little room.
    #[must_use]
    pub const fn short_unit(self) -> &'static str {
        match self {
            Self::Turn => "pts this turn",
            Self::Game => "pts to come",
        }
    }
}

impl fmt::Display for Horizon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Horizon {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        match text {
            "turn" => Ok(Self::Turn),
            "game" => Ok(Self::Game),
            _ => Err(input::unknown_horizon(text)),
        }
    }
}
