use super::Projection;
use crate::event::Event;
use crate::seat::{BySeat, Seat};
use crate::tile_set::TileSet;

/// The tiles that each seat still holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hands(BySeat<TileSet>);

impl Hands {
    /// The tiles of a seat.
    #[must_use]
    pub fn of_seat(&self, seat: Seat) -> TileSet {
        self.0[seat]
    }

    /// By seat.
    #[must_use]
    pub const fn by_seat(&self) -> BySeat<TileSet> {
        self.0
    }
}

impl Projection for Hands {
    fn fold(&mut self, event: &Event) {
        match event {
            Event::HandsDealt { hands } => self.0 = *hands,
            Event::DominoPlayed { player, domino } => self.0[*player] = self.0[*player].without(*domino),
            Event::GameStarted { .. } | Event::RedealInitiated { .. } => *self = Self::default(),
            _ => {}
        }
    }
}
