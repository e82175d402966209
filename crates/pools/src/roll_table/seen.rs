use ledger::{Log, Seat, link};
use serde::Serialize;
use serde_json::{Map, Value};

use super::{RollTable, TableEvent};

/// One event of a table as a seat, or a spectator, may know it: kind and payload.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "RollTableSeen"))]
pub struct Seen {
    /// The kind; `ROLL_HIDDEN` stands for a roll of which nothing but its seat may be known.
    pub t: String,
    /// The rest.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub p: Map<String, Value>,
}

/// The history of a table as one seat, or a spectator, may know it. Ids and chains are not told, because few dice can be
/// found by trying all faces.
///
/// # Errors
///
/// If an event cannot be written as JSON.
pub fn seen(log: &Log<RollTable>, viewer: Option<Seat>) -> Result<Vec<Seen>, serde_json::Error> {
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
    pub fn seen_by(&self, viewer: Option<Seat>) -> Result<Seen, serde_json::Error> {
        match self {
            Self::DiceRolled { seat, hidden: true, .. }
            | Self::CheckRolled { seat, hidden: true, .. }
            | Self::ContestRolled { seat, hidden: true, .. }
            | Self::AttackRolled { seat, hidden: true, .. }
                if !may_see_hidden(*seat, viewer) =>
            {
                Ok(Seen {
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
            | Self::RollRevealed { .. } => link::to_pair(self).map(|(t, p)| Seen { t, p }),
        }
    }
}
