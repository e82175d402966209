use super::Projection;
use crate::contract::Tally;
use crate::event::Event;
use crate::seat::ByTeam;

/// What each team has: points and tricks of this hand, marks of the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Teams {
    tally: Tally,
    marks: ByTeam<u8>,
}

impl Teams {
    /// Points and tricks of this hand; nothing once it is scored.
    #[must_use]
    pub const fn tally(&self) -> &Tally {
        &self.tally
    }

    /// The marks of the game.
    #[must_use]
    pub const fn marks(&self) -> ByTeam<u8> {
        self.marks
    }
}

impl Projection for Teams {
    fn fold(&mut self, event: &Event) {
        match *event {
            Event::TrickCompleted { winner, points } => {
                self.tally = self.tally.with_trick(winner.team(), points);
            }
            Event::MarksAwarded { team, marks } => self.marks[team] = self.marks[team].saturating_add(marks),
            Event::TrumpSelected { .. } | Event::HandScored { .. } => self.tally = Tally::default(),
            Event::GameStarted { .. } => *self = Self::default(),
            _ => {}
        }
    }
}
