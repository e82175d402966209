use super::Bot;
use crate::auction::{Auction, AuctionEnd};
use crate::contract::{Contract, Outcome, Tally};
use crate::error::InputError;
use crate::house::HouseRules;
use crate::seat::{BySeat, ByTeam, Seat, Team};
use crate::sight::Sight;
use crate::tile::Tile;
use crate::tile_set::TileSet;

/// A hand that was played: the deal, what was said and named, and every tile in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandRecord {
    /// Who dealt.
    pub dealer: Seat,
    /// The tiles of each seat before the first trick.
    pub hands: BySeat<TileSet>,
    /// What was said.
    pub auction: Auction,
    /// What was played for; `None` when all passed.
    pub contract: Option<Contract>,
    /// The tiles in the order in which they were played.
    pub plays: Vec<Tile>,
    /// What each team won.
    pub tally: Tally,
}

impl HandRecord {
    /// Who gets how many marks; nobody when all passed or the hand was not played to its decision.
    #[must_use]
    pub fn award(&self) -> Option<(Team, u8)> {
        let contract = self.contract?;
        contract.award(contract.outcome(&self.tally))
    }
}

/// Plays one hand with four bots, until it is decided. Each of them is shown its own seat's [`Sight`] alone.
///
/// # Errors
///
/// [`InputError`] if the hands are not a deal.
pub fn play_hand(
    hands: BySeat<TileSet>,
    dealer: Seat,
    rules: HouseRules,
    bots: &mut BySeat<Bot>,
) -> Result<HandRecord, InputError> {
    let mut sights = Vec::with_capacity(4);
    for (seat, hand) in hands.iter() {
        sights.push(Sight::new(seat, dealer, *hand)?.at_table(rules, ByTeam::default()));
    }
    let public = |sights: &[Sight]| sights[0].clone();
    while let Some(seat) = sights[0].auction().next() {
        let call = bots[seat].bid(&sights[seat.index()]);
        for sight in &mut sights {
            sight.hear(call)?;
        }
    }
    let mut record = HandRecord {
        dealer,
        hands,
        auction: *sights[0].auction(),
        contract: None,
        plays: Vec::new(),
        tally: Tally::default(),
    };
    if record.auction.end() == Some(AuctionEnd::AllPassed) {
        return Ok(record);
    }
    while let Some(seat) = public(&sights).declarer() {
        let named = bots[seat].declare(&sights[seat.index()]);
        let declaration = named.ok_or_else(|| InputError::new("trump", "a declaration", "none"))?;
        for sight in &mut sights {
            sight.hear_declaration(declaration)?;
        }
    }
    record.contract = sights[0].contract();
    while let (Some(seat), Some(contract)) = (sights[0].player(), sights[0].contract()) {
        if sights[0].table().is_empty() && contract.outcome(sights[0].tally()) != Outcome::Live {
            break;
        }
        let played = bots[seat].play(&sights[seat.index()]);
        let tile = played.ok_or_else(|| InputError::new("play", "a tile", "none"))?;
        for sight in &mut sights {
            sight.see(tile)?;
        }
        record.plays.push(tile);
    }
    record.tally = *sights[0].tally();
    Ok(record)
}
