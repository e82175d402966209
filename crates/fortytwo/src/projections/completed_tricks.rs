use serde::{Deserialize, Serialize};

use super::{Play, Projection, Trick};
use crate::event::Event;
use crate::seat::Seat;

/// A trick that was turned over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "FortyTwoCompletedTrick"))]
pub struct CompletedTrick {
    /// The lead first.
    pub plays: Vec<Play>,
    /// Who won it.
    pub winner: Seat,
    /// Its points.
    pub points: u8,
}

/// The tricks of this hand so far; none once it is scored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CompletedTricks {
    tricks: Vec<CompletedTrick>,
    on_table: Trick,
}

impl CompletedTricks {
    /// In the order of play.
    #[must_use]
    pub fn tricks(&self) -> &[CompletedTrick] {
        &self.tricks
    }
}

impl Projection for CompletedTricks {
    fn fold(&mut self, event: &Event) {
        match *event {
            Event::TrickCompleted { winner, points } => {
                let plays = self.on_table.plays().to_vec();
                self.tricks.push(CompletedTrick { plays, winner, points });
            }
            Event::TrumpSelected { .. } | Event::HandScored { .. } | Event::GameStarted { .. } => {
                self.tricks.clear();
            }
            _ => {}
        }
        self.on_table.fold(event);
    }
}
