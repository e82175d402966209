use serde::{Deserialize, Serialize};

use super::Projection;
use crate::event::Event;
use crate::seat::Seat;
use crate::tile::Tile;

/// A tile and who played it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "FortyTwoPlay"))]
pub struct Play {
    /// The seat.
    pub player: Seat,
    /// The tile.
    pub domino: Tile,
}

/// The trick on the table, the lead first. Empty between tricks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trick(Vec<Play>);

impl Trick {
    /// In the order of play.
    #[must_use]
    pub fn plays(&self) -> &[Play] {
        &self.0
    }

    /// The tiles in the order of play.
    #[must_use]
    pub fn tiles(&self) -> Vec<Tile> {
        self.0.iter().map(|play| play.domino).collect()
    }

    /// The tile that fixes what follows.
    #[must_use]
    pub fn lead(&self) -> Option<Tile> {
        self.0.first().map(|play| play.domino)
    }
}

impl Projection for Trick {
    fn fold(&mut self, event: &Event) {
        match *event {
            Event::DominoPlayed { player, domino } => self.0.push(Play { player, domino }),
            Event::TrickCompleted { .. }
            | Event::TrumpSelected { .. }
            | Event::GameStarted { .. }
            | Event::RedealInitiated { .. } => self.0.clear(),
            _ => {}
        }
    }
}
