use std::fmt;

use serde::{Deserialize, Serialize};

use super::Projection;
use crate::event::Event;

/// What the table is doing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "FortyTwoPhase"))]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Waiting for a game.
    #[default]
    Waiting,
    /// Bidding.
    Bidding,
    /// Waiting for trumps to be named.
    TrumpSelection,
    /// Playing tricks.
    Playing,
    /// Waiting to count a decided hand.
    Scoring,
    /// Done.
    GameOver,
}

impl Projection for Phase {
    fn fold(&mut self, event: &Event) {
        *self = match event {
            Event::GameStarted { .. } | Event::AllPlayersPassed { .. } | Event::RedealInitiated { .. } => {
                Self::Bidding
            }
            Event::BiddingCompleted { .. } => Self::TrumpSelection,
            Event::TrumpSelected { .. } => Self::Playing,
            Event::HandReadyForScoring { .. } => Self::Scoring,
            Event::GameEnded { .. } => Self::GameOver,
            _ => return,
        }
    }
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Waiting => "waiting",
            Self::Bidding => "bidding",
            Self::TrumpSelection => "trump_selection",
            Self::Playing => "playing",
            Self::Scoring => "scoring",
            Self::GameOver => "game_over",
        })
    }
}
