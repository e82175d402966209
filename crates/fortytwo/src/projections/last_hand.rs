use super::{CompletedTrick, CompletedTricks, Projection};
use crate::contract::Tally;
use crate::event::Event;

/// The hand as people remember it: its points and tricks, until the next deal. The state of play,
/// [`Teams`](super::Teams) and [`CompletedTricks`], forgets them as soon as the hand is scored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LastHand {
    tally: Tally,
    tricks: CompletedTricks,
}

impl LastHand {
    /// Points and tricks of this hand, or of the one just scored.
    #[must_use]
    pub const fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Its tricks, in the order of play.
    #[must_use]
    pub fn tricks(&self) -> &[CompletedTrick] {
        self.tricks.tricks()
    }
}

impl Projection for LastHand {
    fn fold(&mut self, event: &Event) {
        match *event {
            Event::HandScored { .. } => return,
            Event::GameStarted { .. } | Event::RedealInitiated { .. } => *self = Self::default(),
            Event::TrickCompleted { winner, points } => {
                self.tally = self.tally.with_trick(winner.team(), points);
            }
            _ => {}
        }
        self.tricks.fold(event);
    }
}
