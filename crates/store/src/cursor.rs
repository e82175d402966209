use ledger::Envelope;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use protocol::{GameId, GameKind as Kind};

/// An event of any game in its envelope.
pub type StoredEvent = Envelope<Value>;

/// A game that a store holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredGame {
    /// Its name.
    pub id: GameId,
    /// Which game it is.
    pub kind: Kind,
    /// How many events it has.
    pub version: u64,
}

/// A position in the history of all games: a reader has seen every event up to it.
///
/// It is valid only for the store it came from. The position alone is not enough: of two concurrent transactions the
/// one with the higher positions may commit first, and a reader would then miss the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cursor {
    /// The transaction that wrote the event; always 0 where there is one writer.
    pub(crate) transaction: u64,
    /// The position of the event among all events.
    pub(crate) position: u64,
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

/// Some events of all games, and the cursor after them.
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    /// The events, those of a game in their order.
    pub events: Vec<Recorded>,
    /// Where the next page begins; where this one began if it is empty.
    pub next: Cursor,
}
