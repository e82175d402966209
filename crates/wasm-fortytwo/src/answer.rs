use fortytwo::{DealCheck, Event, Seat, check_deals};
use ledger::SeenEvent;
use serde::Serialize;
use serde_json::{Map, Value};

/// What a command brought about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Receipt {
    /// How many events there are after it.
    pub version: u64,
    /// Whether this is the answer to an earlier sending of the same command.
    pub repeated: bool,
}

/// What a bot will do by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Due {
    /// The seat.
    pub seat: Seat,
    /// The kind.
    pub kind: DueKind,
    /// Milliseconds after the last event.
    pub delay: u32,
}

/// What a bot does by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum DueKind {
    /// It bids, names trumps or plays.
    Turn,
    /// It agrees with the others.
    Agree,
}

/// What is known about the deals of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "result", rename_all = "lowercase")]
pub enum CheckedDeals {
    /// Every deal follows from a seed that everybody may know: practice, or a link of one.
    Seeded {
        /// How many there were.
        deals: u64,
    },
    /// A secret was promised; it is not shown yet.
    Hidden,
    /// Every deal follows from the secret that was promised before the first hand.
    Fair {
        /// How many there were.
        deals: u64,
    },
    /// A deal does not follow from the secret.
    False {
        /// The event, from 1.
        event: u64,
    },
}

impl CheckedDeals {
    /// Deals every hand of these events again.
    pub fn of<'a>(events: impl IntoIterator<Item = &'a Event> + Clone) -> Self {
        match check_deals(events) {
            Ok(DealCheck::Seeded { deals }) => Self::Seeded { deals },
            Ok(DealCheck::NotRevealed) => Self::Hidden,
            Ok(DealCheck::Fair { deals }) => Self::Fair { deals },
            Err(error) => Self::False { event: error.position as u64 + 1 },
        }
    }
}

/// An event of the log: its kind, such as `DOMINO_PLAYED`, and its payload.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayedEvent {
    /// The kind.
    pub t: String,
    /// The rest.
    pub p: Map<String, Value>,
}

impl PlayedEvent {
    /// All of an event; the payload is there also where it is empty.
    pub(crate) fn whole(event: &Event) -> Result<Self, serde_json::Error> {
        let SeenEvent { t, p } = SeenEvent::whole(event)?;
        Ok(Self { t, p })
    }
}

/// One event, as a scrubber needs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HistoryEntry {
    /// How many events there are after it.
    pub version: u64,
    /// What happened, such as `DOMINO_PLAYED`.
    pub kind: &'static str,
    /// Whose choice it was; absent for what the rules did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// The number of the hand, the first being 0.
    pub hand: u32,
    /// Tricks that were turned over in this hand.
    pub trick: u8,
    /// Whether the game can be played on from here: nothing follows by itself.
    pub rests: bool,
}
