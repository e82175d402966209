use fortytwo::{
    Bid, Choice, DealCheck, Declaration, DeclarationOdds, Event, HandOdds, Layout, Moment, PlayOdds, Seat,
    Share, Team, Tile, TileOdds, TileValue, check_deals,
};
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
    /// What.
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

/// One choice of a finished hand, and what was worth what by what its seat could know.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LookBackEntry {
    /// Who chose.
    pub seat: Seat,
    /// What kind of choice it was.
    pub kind: LookBackKind,
    /// The bid, for a call that was no pass.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bid: Option<Bid>,
    /// What was named, for a declaration.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub declaration: Option<Declaration>,
    /// The tile, for a play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tile: Option<Tile>,
    /// Every legal play; empty for calls and declarations.
    pub plays: Vec<TileOdds>,
    /// Every declaration that could be named; empty for plays.
    pub hand: Vec<DeclarationOdds>,
}

/// What was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum LookBackKind {
    /// A bid or a pass.
    Call,
    /// Trumps, or a special contract.
    Declaration,
    /// A tile.
    Play,
}

impl LookBackEntry {
    pub(crate) fn new(moment: &Moment, plays: &[PlayOdds], hand: &[HandOdds]) -> Self {
        let (kind, bid, declaration, tile) = match moment.choice {
            Choice::Call(bid) => (LookBackKind::Call, bid, None, None),
            Choice::Declaration(declaration) => (LookBackKind::Declaration, None, Some(declaration), None),
            Choice::Play(tile) => (LookBackKind::Play, None, None, Some(tile)),
        };
        Self {
            seat: moment.sight.seat(),
            kind,
            bid,
            declaration,
            tile,
            plays: plays.iter().map(TileOdds::from).collect(),
            hand: hand.iter().map(DeclarationOdds::from).collect(),
        }
    }
}

/// What four hands are worth to the bidders under one declaration, all tiles face up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SolvedDeal {
    /// What is named.
    pub declaration: Declaration,
    /// Points of the bidders; tricks of the bidders in nello and sevens.
    pub value: u8,
    /// Whether the bidders take every trick; in nello, none.
    pub all: bool,
}

/// A solved position, all tiles face up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PositionAnswer {
    /// Whose turn it is.
    pub turn: Seat,
    /// Whose points are counted.
    pub team: Team,
    /// What both teams take together from here on.
    pub total: u8,
    /// What each legal tile leaves the bidders from here on.
    pub plays: Vec<TileValue>,
}

impl PositionAnswer {
    pub(crate) fn new(layout: &Layout, team: Team, total: u8, plays: Vec<(Tile, u8)>) -> Self {
        let plays = plays.into_iter().map(|(tile, value)| TileValue { tile, value }).collect();
        Self { turn: layout.turn(), team, total, plays }
    }
}

/// A deal that is as wished, and why it was taken.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FoundDeal {
    /// The seed of the deal.
    pub seed: u32,
    /// What to name.
    pub declaration: Declaration,
    /// Points of the seat's team, all tiles face up; absent where only tricks count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<u8>,
    /// For a close one, in how many deals 30 is made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub makes: Option<Share>,
}
