use serde::{Deserialize, Serialize};

use crate::bid::Bid;
use crate::declaration::Declaration;
use crate::seat::Seat;
use crate::sight::Sight;
use crate::tile::Tile;
use crate::tile_set::TileSet;

/// What a seat saw when it chose: enough to show the position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "FortyTwoSeen"))]
#[serde(rename_all = "camelCase")]
pub struct Seen {
    /// The seat.
    pub seat: Seat,
    /// The tiles it held.
    pub hand: TileSet,
    /// What was said so far, from the left of the dealer on; null is a pass.
    pub calls: Vec<Option<Bid>>,
    /// Who had the highest bid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bidder: Option<Seat>,
    /// The highest bid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bid: Option<Bid>,
    /// What was named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trump: Option<Declaration>,
    /// The trick on the table, the lead first.
    pub trick: Vec<Tile>,
}

impl Seen {
    pub(super) fn new(sight: &Sight) -> Self {
        let auction = sight.auction();
        let (bidder, bid) = auction.high().unzip();
        Self {
            seat: sight.seat(),
            hand: sight.hand(),
            calls: auction.calls().map(|(_, call)| call).collect(),
            bidder,
            bid,
            trump: sight.contract().map(|contract| contract.declaration),
            trick: sight.table().to_vec(),
        }
    }
}
