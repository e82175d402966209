use ledger::{Log, Seat, SeenEvent};
use serde_json::Map;

use super::{RollTable, TableEvent};

/// The history of a table as one seat, or a spectator, may know it. Ids and chains are not told, because few dice can be
/// found by trying all faces.
///
/// # Errors
///
/// If an event cannot be written as JSON.
pub fn seen(log: &Log<RollTable>, viewer: Option<Seat>) -> Result<Vec<SeenEvent>, serde_json::Error> {
    log.events().map(|event| event.seen_by(viewer)).collect()
}

/// Whether this viewer may know a hidden roll of a seat: the one decision, for events and for views.
pub(super) fn may_see_hidden(seat: u8, viewer: Option<Seat>) -> bool {
    viewer == Some(Seat(seat))
}

impl TableEvent {
    /// The event as one seat, or a spectator, may know it: a hidden roll of another seat is a `ROLL_HIDDEN` with nothing
    /// but that seat, for ever; once it is revealed, `ROLL_REVEALED` brings the roll itself.
    ///
    /// # Errors
    ///
    /// If it cannot be written as JSON.
    pub fn seen_by(&self, viewer: Option<Seat>) -> Result<SeenEvent, serde_json::Error> {
        match self {
            Self::DiceRolled { seat, hidden: true, .. }
            | Self::CheckRolled { seat, hidden: true, .. }
            | Self::ContestRolled { seat, hidden: true, .. }
            | Self::AttackRolled { seat, hidden: true, .. }
                if !may_see_hidden(*seat, viewer) =>
            {
                Ok(SeenEvent {
                    t: "ROLL_HIDDEN".to_owned(),
                    p: Map::from_iter([("seat".to_owned(), (*seat).into())]),
                })
            }
            Self::DiceRolled { .. }
            | Self::CheckRolled { .. }
            | Self::ContestRolled { .. }
            | Self::AttackRolled { .. }
            | Self::CheckStarted { .. }
            | Self::RoundRolled { .. }
            | Self::TableSet { .. }
            | Self::RollRevealed { .. } => SeenEvent::whole(self),
        }
    }
}
