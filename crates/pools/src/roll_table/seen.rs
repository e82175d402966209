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

/// The history of a table as one seat, or a spectator, may know it: a hidden roll of another seat is a `ROLL_HIDDEN`
/// with nothing but that seat, and `ROLL_REVEALED` brings the roll itself with it, as `rolled`. Ids and chains are not
/// told, because few dice can be found by trying all faces.
///
/// # Errors
///
/// If an event cannot be written as JSON.
pub fn seen(log: &Log<RollTable>, viewer: Option<Seat>) -> Result<Vec<Seen>, serde_json::Error> {
    seen_since(log, viewer, 0)
}

/// As [`seen`], from this version on.
///
/// # Errors
///
/// As [`seen`].
pub fn seen_since(
    log: &Log<RollTable>,
    viewer: Option<Seat>,
    version: u64,
) -> Result<Vec<Seen>, serde_json::Error> {
    let first = usize::try_from(version).unwrap_or(usize::MAX);
    let rolls: Vec<&TableEvent> = log.events().filter(|event| event.is_roll()).collect();
    let mut roll = 0;
    let mut all = Vec::new();
    for (place, event) in log.events().enumerate() {
        roll += u32::from(event.is_roll());
        if place < first {
            continue;
        }
        all.push(match event {
            TableEvent::RollRevealed { roll } => {
                let mut seen = tell(event)?;
                let shown =
                    rolls.get((*roll as usize).wrapping_sub(1)).map(|shown| tell(shown)).transpose()?;
                seen.p.insert("rolled".into(), serde_json::to_value(shown)?);
                seen
            }
            TableEvent::DiceRolled { seat, .. }
            | TableEvent::CheckRolled { seat, .. }
            | TableEvent::ContestRolled { seat, .. } => {
                if log.state().may_see(roll, viewer) {
                    tell(event)?
                } else {
                    Seen::hidden(*seat)
                }
            }
        });
    }
    Ok(all)
}

fn tell(event: &TableEvent) -> Result<Seen, serde_json::Error> {
    link::to_pair(event).map(|(t, p)| Seen { t, p })
}

impl Seen {
    fn hidden(seat: u8) -> Self {
        Self { t: "ROLL_HIDDEN".to_owned(), p: Map::from_iter([("seat".to_owned(), seat.into())]) }
    }
}
