use fortytwo::{Bid, BySeat, Declaration, Seat, Tile, TileSet, Wish};
use serde::de::Error as _;
use serde_json::{Error, Value};
use wasm_edge::{Fault, read_fields};

use crate::read::{different, hands};

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
        let (tiles, bidder) = read_fields("request", value, |fields| {
            Ok((fields.take("hands")?, fields.optional("bidder")?.unwrap_or(Seat::ALL[0])))
        })?;
        Ok(Self { hands: hands("hands", &tiles)?, bidder })
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
        let (tiles, mut request) = read_fields("request", value, |fields| {
            let request = Self {
                hands: BySeat::default(),
                declaration: fields.take("declaration")?,
                bidder: fields.optional("bidder")?.unwrap_or(Seat::ALL[0]),
                leader: fields.optional("leader")?,
                trick: fields.or_default("trick")?,
            };
            Ok((fields.take("hands")?, request))
        })?;
        different("trick", &request.trick)?;
        request.hands = hands("hands", &tiles)?;
        Ok(request)
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
        read_fields("request", value, |fields| {
            let wish: String = fields.take("wish")?;
            Ok(Self {
                wish: match wish.as_str() {
                    "makeable" => WishName::Makeable,
                    "close" => WishName::Close,
                    "splash" => WishName::Splash,
                    "plunge" => WishName::Plunge,
                    "nello" => WishName::Nello,
                    other => {
                        let names = "expected one of makeable, close, splash, plunge, nello";
                        return Err(Error::custom(format_args!("wish: unknown variant `{other}`, {names}")));
                    }
                },
                seat: fields.optional("seat")?,
                bid: fields.optional("bid")?,
                from: fields.optional("from")?,
            })
        })
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
