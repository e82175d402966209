//! A sensible player, without any search.

use super::appraisal::{Appraisal, beaters, trumps};
use crate::bid::Bid;
use crate::contract::Contract;
use crate::declaration::Declaration;
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
    let score = |tile: Tile| match sight.table().first() {
        None => lead_score(sight, &contract, tile),
        Some(lead) => follow_score(sight, &contract, *lead, tile),
    };
    sight.legal().iter().max_by_key(|tile| score(*tile))
}

/// Draw trumps while they are out and ours are higher, then walk what nobody can beat, then lead low and without
/// count. Defenders leave trumps alone.
fn lead_score(sight: &Sight, contract: &Contract, tile: Tile) -> i32 {
    let declaration = contract.declaration;
    let ours = contract.bidder.team() == sight.seat().team();
    let unseen = TileSet::ALL - sight.seen();
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

/// Throw count on a trick that the partner has, take it as cheaply as possible where that is worth it, else duck with
/// the least.
fn follow_score(sight: &Sight, contract: &Contract, lead: Tile, tile: Tile) -> i32 {
    let declaration = contract.declaration;
    let table = sight.table();
    let winner = declaration.winner(table).unwrap_or(0);
    let best = declaration.strength(lead, table[winner]);
    let seat = (0..winner).fold(sight.leader(), |seat, _| contract.after(seat));
    let partner = seat == sight.seat().partner();
    let last = table.len() + 1 == declaration.trick_size();
    let unseen = TileSet::ALL - sight.seen();
    let strength = declaration.strength(lead, tile);
    let count = i32::from(tile.count());
    // What it would be worth to keep: trumps and tiles that lead their suit.
    let trump = trumps(declaration).contains(tile);
    let keep = i32::from(declaration.strength(tile, tile)) + if trump { 12 } else { 0 };
    let beaten = |own: u8| !last && unseen.iter().any(|other| declaration.strength(lead, other) > own);
    if declaration == Declaration::Nello {
        let bidder = sight.seat() == contract.bidder;
        let wins = strength > best;
        // The bidder gets rid of its highest tile that loses; the others stay below it.
        return if bidder && wins {
            -i32::from(strength)
        } else if bidder {
            50 + keep
        } else {
            -keep
        };
    }
    let takes = strength > best;
    if partner && !takes {
        return if beaten(best) { 20 - count - keep } else { 100 + 4 * count - keep };
    }
    if takes {
        let on_table: u8 = table.iter().map(|tile| tile.count()).sum();
        let worth = 4 * i32::from(on_table) + if last { 4 * count } else { 0 };
        let risk = if beaten(strength) { 30 + 4 * count } else { 0 };
        let over_partner = if partner { 60 } else { 0 };
        return 60 + worth - risk - over_partner - keep / 2;
    }
    -4 * count - keep
}
