//! A sensible player, without any search.

use super::appraisal::{Appraisal, beaters, trumps};
use crate::bid::Bid;
use crate::contract::Contract;
use crate::declaration::Declaration;
use crate::seat::Seat;
use crate::sight::Sight;
use crate::tile::Tile;
use crate::tile_set::TileSet;

/// What a hand must look like for a bid of 30, for one mark, and for two.
const THIRTY: f64 = 32.0;
const ONE_MARK: f64 = 39.5;
const TWO_MARKS: f64 = 46.0;

/// The lowest bid that outbids the others, as long as the hand carries it; never over its partner.
pub(super) fn bid(sight: &Sight, legal: &[Bid]) -> Option<Bid> {
    let best = Appraisal::best(sight.hand(), straight())?;
    if sight.auction().high().is_some_and(|(seat, _)| seat == sight.seat().partner()) {
        return None;
    }
    let carried = |bid: &Bid| match bid {
        Bid::Points(points) => best.points >= THIRTY + 0.6 * f64::from(points.get() - 30),
        Bid::Marks(marks) if marks.get() == 1 => best.points >= ONE_MARK,
        Bid::Marks(marks) => marks.get() == 2 && best.points >= TWO_MARKS,
        Bid::Splash(_) | Bid::Plunge(_) => false,
    };
    let two: Option<Bid> = "M2".parse().ok().filter(|bid| legal.contains(bid) && carried(bid));
    two.or_else(|| legal.iter().copied().find(carried))
}

/// What looks best, special contracts only when they look nearly sure.
pub(super) fn declare(hand: TileSet, legal: &[Declaration]) -> Declaration {
    let straight: Vec<Declaration> = legal.iter().copied().filter(|d| !d.is_special()).collect();
    let special: Vec<Declaration> = legal.iter().copied().filter(|d| d.is_special()).collect();
    let plain = Appraisal::best(hand, &straight);
    let bold = Appraisal::best(hand, &special).filter(|appraisal| appraisal.points >= 38.0);
    let best = match (plain, bold) {
        (Some(plain), Some(bold)) if bold.points > plain.points => Some(bold),
        (plain, bold) => plain.or(bold),
    };
    best.map_or(Declaration::NoTrump, |best| best.declaration)
}

pub(super) const fn straight() -> &'static [Declaration] {
    Declaration::ALL.split_at(9).0
}

/// The play that scores highest by the rules of thumb below.
pub(super) fn play(sight: &Sight) -> Option<Tile> {
    let contract = sight.contract()?;
    let (hand, seen, leader, table) = (sight.legal(), sight.seen(), sight.leader(), sight.table());
    Turn { contract: &contract, seat: sight.seat(), hand, seen, leader, table }.play()
}

/// A seat's turn to play, as far as the rules of thumb look at it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn<'a> {
    pub(super) contract: &'a Contract,
    pub(super) seat: Seat,
    /// The own tiles, or those of them that may be played.
    pub(super) hand: TileSet,
    /// The own tiles and all that were played.
    pub(super) seen: TileSet,
    /// Who led, or leads.
    pub(super) leader: Seat,
    pub(super) table: &'a [Tile],
}

impl Turn<'_> {
    /// The play that scores highest; `None` without a tile.
    pub(super) fn play(&self) -> Option<Tile> {
        let legal = self.contract.declaration.legal(self.table.first().copied(), self.hand);
        if legal.len() <= 1 {
            return legal.first();
        }
        match self.table.first() {
            None => legal.iter().max_by_key(|tile| self.lead_score(*tile)),
            Some(&lead) => {
                let trick = self.trick(lead);
                legal.iter().max_by_key(|tile| self.follow_score(&trick, *tile))
            }
        }
    }

    /// Draw trumps while they are out and ours are higher, then walk what nobody can beat, then lead low and without
    /// count. Defenders leave trumps alone.
    fn lead_score(&self, tile: Tile) -> i32 {
        let declaration = self.contract.declaration;
        let ours = self.contract.bidder.team() == self.seat.team();
        let unseen = TileSet::ALL - self.seen;
        let trumps = trumps(declaration);
        let count = i32::from(tile.count());
        let strength = i32::from(declaration.strength(tile, tile));
        if declaration == Declaration::Nello {
            // The bidder leads what is surely beaten; the others lead low, to leave the bidder above them.
            return -strength * 4 - i32::from(tile.high().get());
        }
        let above = beaters(declaration, tile) & unseen;
        if trumps.contains(tile) {
            let out = (trumps & unseen).len();
            return match (ours, out, above.is_empty()) {
                (true, 1.., true) => 200 + strength,
                (true, 1.., false) => 20 - count - strength,
                (true, 0, _) => 40 + strength,
                (false, _, true) => 30,
                (false, _, false) => -50 - count,
            };
        }
        let by_suit = above - trumps;
        if by_suit.is_empty() {
            // Only a trump can take it.
            let sure = (trumps & unseen).is_empty();
            return if sure { 120 + 3 * count } else { 80 - 2 * count } + strength;
        }
        let low = 12 - i32::from(tile.pips());
        low - 4 * count
    }

    fn trick(&self, lead: Tile) -> TrickSoFar {
        let (declaration, table) = (self.contract.declaration, self.table);
        let winner = declaration.winner(table).unwrap_or(0);
        let holder = (0..winner).fold(self.leader, |seat, _| self.contract.after(seat));
        let last = table.len() + 1 == declaration.trick_size();
        let unseen = if last { TileSet::EMPTY } else { TileSet::ALL - self.seen };
        TrickSoFar {
            lead,
            best: declaration.strength(lead, table[winner]),
            partner: holder == self.seat.partner(),
            last,
            to_come: unseen.iter().map(|other| declaration.strength(lead, other)).max().unwrap_or(0),
            count: table.iter().map(|tile| i32::from(tile.count())).sum(),
        }
    }

    /// Throw count on a trick that the partner has, take it as cheaply as possible where that is worth it, else duck
    /// with the least.
    fn follow_score(&self, trick: &TrickSoFar, tile: Tile) -> i32 {
        let declaration = self.contract.declaration;
        let &TrickSoFar { lead, best, partner, last, to_come, count: on_table } = trick;
        let strength = declaration.strength(lead, tile);
        let count = i32::from(tile.count());
        // What it would be worth to keep: trumps and tiles that lead their suit.
        let trump = trumps(declaration).contains(tile);
        let keep = i32::from(declaration.strength(tile, tile)) + if trump { 12 } else { 0 };
        let takes = strength > best;
        if declaration == Declaration::Nello {
            let bidder = self.seat == self.contract.bidder;
            // The bidder gets rid of its highest tile that loses; the others stay below it.
            return if bidder && takes {
                -i32::from(strength)
            } else if bidder {
                50 + keep
            } else {
                -keep
            };
        }
        if partner && !takes {
            return if to_come > best { 20 - count - keep } else { 100 + 4 * count - keep };
        }
        if takes {
            let worth = 4 * on_table + if last { 4 * count } else { 0 };
            let risk = if to_come > strength { 30 + 4 * count } else { 0 };
            let over_partner = if partner { 60 } else { 0 };
            return 60 + worth - risk - over_partner - keep / 2;
        }
        -4 * count - keep
    }
}

/// What lies on the table before a seat follows.
struct TrickSoFar {
    lead: Tile,
    /// The strength of the tile that holds the trick, and whether it is the partner's.
    best: u8,
    partner: bool,
    /// Whether nobody plays after this seat.
    last: bool,
    /// The strongest tile that may still be played to it.
    to_come: u8,
    count: i32,
}
