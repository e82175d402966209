use super::Projection;
use crate::event::{Event, PlayerType};
use crate::seat::{BySeat, Seat};

/// Who sits where.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlayerTypes(BySeat<PlayerType>);

impl PlayerTypes {
    /// By seat.
    #[must_use]
    pub const fn by_seat(&self) -> BySeat<PlayerType> {
        self.0
    }

    /// Whether a bot sits here.
    #[must_use]
    pub fn is_ai(&self, seat: Seat) -> bool {
        self.0[seat] == PlayerType::Ai
    }

    /// How many people are at the table.
    #[must_use]
    pub fn people(&self) -> usize {
        self.0.iter().filter(|(_, kind)| **kind == PlayerType::Human).count()
    }
}

impl Projection for PlayerTypes {
    fn fold(&mut self, event: &Event) {
        if let Event::GameStarted { player_types, .. } = event {
            self.0 = *player_types;
        }
    }
}
