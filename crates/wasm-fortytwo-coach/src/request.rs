use fortytwo::{Bid, BySeat, Declaration, Seat, Tile, TileSet, Wish};
use serde_json::Value;
use wasm_edge::{Fault, Fields, parsed};

use crate::read::{hands, tiles};

/// Four hands to be valued under every declaration, led by the bidder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "schema",
    derive(serde::Deserialize, schemars::JsonSchema),
    serde(rename_all = "camelCase")
)]
pub struct DealRequest {
    /// Equally many tiles each.
    pub hands: BySeat<TileSet>,
    /// Who bids and leads.
    pub bidder: Seat,
}

impl DealRequest {
    pub(crate) fn read(value: Value) -> Result<Self, Fault> {
        let mut fields = Fields::of("request", value)?;
        let hands = hands("hands", &fields.require("hands")?)?;
        let bidder = fields.number("bidder")?.unwrap_or(Seat::ALL[0]);
        fields.end()?;
        Ok(Self { hands, bidder })
    }
}

/// A position with every tile face up; a trick may be under way.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "schema",
    derive(serde::Deserialize, schemars::JsonSchema),
    serde(rename_all = "camelCase")
)]
pub struct PositionRequest {
    /// What each seat still holds.
    pub hands: BySeat<TileSet>,
    /// What was named.
    pub declaration: Declaration,
    /// Who won the auction.
    pub bidder: Seat,
    /// Who leads, or led, the trick; the bidder if left out.
    #[cfg_attr(feature = "schema", serde(default))]
    pub leader: Option<Seat>,
    /// The tiles of the trick under way, the lead first.
    #[cfg_attr(feature = "schema", serde(default))]
    pub trick: Vec<Tile>,
}

impl PositionRequest {
    pub(crate) fn read(value: Value) -> Result<Self, Fault> {
        let mut fields = Fields::of("request", value)?;
        let hands = hands("hands", &fields.require("hands")?)?;
        let declaration = parsed("declaration", &fields.require("declaration")?)?;
        let bidder = fields.number("bidder")?.unwrap_or(Seat::ALL[0]);
        let leader = fields.number("leader")?;
        let trick = fields.take("trick").map(|trick| tiles("trick", &trick)).transpose()?.unwrap_or_default();
        fields.end()?;
        Ok(Self { hands, declaration, bidder, leader, trick })
    }
}

/// What a deal is looked for by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "schema",
    derive(serde::Deserialize, schemars::JsonSchema),
    serde(rename_all = "lowercase")
)]
pub enum WishName {
    /// The bid can be made, all tiles face up.
    Makeable,
    /// 30 is made in 30 to 70 of a hundred deals that the seat must reckon with.
    Close,
    /// Three doubles, and the partner can take every trick.
    Splash,
    /// Four doubles, and the partner can take every trick.
    Plunge,
    /// Every trick can be lost in nello.
    Nello,
}

/// A deal to look for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "schema",
    derive(serde::Deserialize, schemars::JsonSchema),
    serde(rename_all = "camelCase")
)]
pub struct SearchRequest {
    /// What is wished for.
    pub wish: WishName,
    /// By which seat; 0 if left out.
    #[cfg_attr(feature = "schema", serde(default))]
    pub seat: Option<Seat>,
    /// The bid that is to be makeable; 30 if left out.
    #[cfg_attr(feature = "schema", serde(default))]
    pub bid: Option<Bid>,
    /// The first seed that is looked at; chance if left out.
    #[cfg_attr(feature = "schema", serde(default))]
    pub from: Option<u32>,
}

impl SearchRequest {
    pub(crate) fn read(value: Value) -> Result<Self, Fault> {
        let mut fields = Fields::of("request", value)?;
        let wish = fields.require("wish")?;
        let wish = match wish.as_str() {
            Some("makeable") => WishName::Makeable,
            Some("close") => WishName::Close,
            Some("splash") => WishName::Splash,
            Some("plunge") => WishName::Plunge,
            Some("nello") => WishName::Nello,
            _ => {
                let names = "one of makeable, close, splash, plunge, nello";
                return Err(Fault::input("wish", names, &wish.to_string()));
            }
        };
        let request = Self {
            wish,
            seat: fields.number("seat")?,
            bid: fields.parse("bid")?,
            from: fields.word("from")?,
        };
        fields.end()?;
        Ok(request)
    }

    pub(crate) fn wish(&self) -> Wish {
        match self.wish {
            WishName::Makeable => {
                Wish::Makeable(self.bid.or_else(|| Bid::all().next()).expect("there are bids"))
            }
            WishName::Close => Wish::Close,
            WishName::Splash => Wish::Splash,
            WishName::Plunge => Wish::Plunge,
            WishName::Nello => Wish::Nello,
        }
    }
}
