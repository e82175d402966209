use serde::{Deserialize, Serialize};

use super::StoredEvent;
use super::name::{GameId, Kind};

/// A place in the history of all games: everything up to it was met.
///
/// It belongs to the store it came from. The position alone would not do: of two transactions that run at once the
/// one with the higher positions may commit first, and the other would never be met.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cursor {
    /// The transaction that wrote the event; always 0 where there is one writer.
    pub(super) transaction: u64,
    /// Where the event is among all.
    pub(super) position: u64,
}

impl Cursor {
    /// Before the first event.
    pub const START: Self = Self { transaction: 0, position: 0 };
}

/// An event of some game.
#[derive(Clone, Debug, PartialEq)]
pub struct Recorded {
    /// The game.
    pub game: GameId,
    /// Which game it is.
    pub kind: Kind,
    /// The event.
    pub event: StoredEvent,
}

/// Some events of all games, and where to go on.
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    /// The events, those of a game in their order.
    pub events: Vec<Recorded>,
    /// Where the next page begins; where this one began if there was nothing.
    pub next: Cursor,
}
