use fortytwo::{Bid, Declaration, Layout, Seat, Share, Team, Tile, TileValue};
use serde::Serialize;

/// What a bot does, as a command of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "FortyTwoBotMove"))]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum BotMove {
    /// It bids.
    PlaceBid {
        /// Its seat.
        player: Seat,
        /// The bid.
        bid: Bid,
    },
    /// It passes.
    Pass {
        /// Its seat.
        player: Seat,
    },
    /// It names trumps, or a special contract.
    SelectTrump {
        /// Its seat.
        player: Seat,
        /// What it names.
        trump: Declaration,
    },
    /// It plays a tile.
    PlayDomino {
        /// Its seat.
        player: Seat,
        /// The tile.
        domino: Tile,
    },
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
