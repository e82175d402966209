//! The strong player of the first release, kept as it was: it imagines worlds, solves them, and does what works in most
//! of them.

use chance::Chance;

use super::appraisal::Appraisal;
use super::belief::Belief;
use super::heuristic;
use crate::bid::Bid;
use crate::contract::{Contract, Tally};
use crate::declaration::Declaration;
use crate::seat::BySeat;
use crate::sight::Sight;
use crate::solver::{Goal, Layout, Solver, Stake};
use crate::tile::Tile;
use crate::tile_set::TileSet;

/// Worlds solved for a bid or a declaration, and the declarations looked at.
const AUCTION_WORLDS: u32 = 24;
const CANDIDATES: usize = 2;
/// Worlds solved for a play, by tricks left, from none to seven.
const PLAY_WORLDS: [u32; 8] = [0, 0, 40, 80, 80, 60, 45, 36];
/// Worlds in which equally good plays are told apart by points.
const TIE_WORLDS: usize = 10;

/// Bids when the bid is made in more than this share of the worlds.
const BID: f64 = 0.68;
/// Takes the bid away from its partner only for this.
const OVER_PARTNER: f64 = 0.85;
/// Bids two marks for this share of worlds with all tricks.
const TWO_MARKS: f64 = 0.95;

pub(super) fn bid(sight: &Sight, legal: &[Bid], luck: &mut impl Chance, solver: &mut Solver) -> Option<Bid> {
    let lowest = *legal.first()?;
    let mut candidates: Vec<Appraisal> =
        heuristic::straight().iter().map(|declaration| Appraisal::new(sight.hand(), *declaration)).collect();
    candidates.sort_by(|one, other| other.points.total_cmp(&one.points));
    // Hands far from any bid are passed without a search.
    if candidates.first().is_none_or(|best| best.points < 27.0) {
        return None;
    }
    let belief = Belief::new(sight).ok()?;
    let worlds: Vec<_> = (0..AUCTION_WORLDS).map(|_| belief.draw(luck)).collect();
    let mut best: Option<Vec<u8>> = None;
    for candidate in candidates.iter().take(CANDIDATES) {
        let mut points: Vec<u8> = worlds
            .iter()
            .filter_map(|world| Layout::deal(candidate.declaration, sight.seat(), *world).ok())
            .map(|layout| solver.value(&layout, Stake::Points, sight.seat().team()))
            .collect();
        points.sort_unstable();
        let reaches = |points: &[u8]| share(points, lowest);
        if best.as_ref().is_none_or(|best| reaches(&points) > reaches(best)) {
            best = Some(points);
        }
    }
    let points = best?;
    let high = sight.auction().high();
    let bar = if high.is_some_and(|(seat, _)| seat == sight.seat().partner()) { OVER_PARTNER } else { BID };
    let two: Option<Bid> = "M2".parse().ok();
    if let Some(two) = two.filter(|two| legal.contains(two))
        && share(&points, two) >= TWO_MARKS
    {
        return Some(two);
    }
    // Never more than it takes: with tiles face up a high bid looks safer than it is at the table.
    (share(&points, lowest) >= bar && !lowest.is_partners()).then_some(lowest)
}

/// How often these points make this bid.
fn share(points: &[u8], bid: Bid) -> f64 {
    let needed = match bid {
        Bid::Points(points) => points.get(),
        Bid::Marks(_) | Bid::Splash(_) | Bid::Plunge(_) => 42,
    };
    points.iter().filter(|points| **points >= needed).count() as f64 / points.len().max(1) as f64
}

pub(super) fn declare(
    sight: &Sight,
    bid: Bid,
    legal: &[Declaration],
    luck: &mut impl Chance,
    solver: &mut Solver,
) -> Declaration {
    let fallback = heuristic::declare(sight.hand(), legal);
    let Ok(belief) = Belief::new(sight) else { return fallback };
    let mut candidates: Vec<Appraisal> =
        legal.iter().map(|declaration| Appraisal::new(sight.hand(), *declaration)).collect();
    candidates.sort_by(|one, other| other.points.total_cmp(&one.points));
    let worlds: Vec<_> = (0..AUCTION_WORLDS).map(|_| belief.draw(luck)).collect();
    let Some((bidder, _)) = sight.auction().high() else { return fallback };
    let mut best = (fallback, (0, 0));
    for candidate in candidates.iter().take(CANDIDATES + 2) {
        let contract = Contract { bidder, bid, declaration: candidate.declaration };
        let goal = Goal::of(&contract, &Tally::default());
        let (mut made, mut points) = (0, 0);
        for world in &worlds {
            let Some(layout) = first_lead(&contract, *world) else { continue };
            if goal.stake == Stake::Points {
                let value = solver.value(&layout, Stake::Points, goal.team);
                made += u32::from(value >= goal.least);
                points += u32::from(value);
            } else {
                made += u32::from(solver.makes(&layout, goal));
            }
        }
        if (made, points) > best.1 {
            best = (candidate.declaration, (made, points));
        }
    }
    best.0
}

fn first_lead(contract: &Contract, mut world: BySeat<TileSet>) -> Option<Layout> {
    if let Some(seat) = contract.sits_out() {
        world[seat] = TileSet::EMPTY;
    }
    Layout::new(contract.declaration, contract.bidder, world, contract.leader(), &[]).ok()
}

/// The play after which the contract is made, or set, in most worlds; among equals the one with the most points.
pub(super) fn play(sight: &Sight, luck: &mut impl Chance, solver: &mut Solver) -> Option<Tile> {
    let contract = sight.contract()?;
    let rule_of_thumb = heuristic::play(sight);
    let goal = Goal::of(&contract, sight.tally());
    let ours = contract.bidder.team() == sight.seat().team();
    let Ok(belief) = Belief::new(sight) else { return rule_of_thumb };
    let legal: Vec<Tile> = sight.legal().iter().collect();
    let mut wins = vec![0u32; legal.len()];
    let mut layouts = Vec::new();
    for _ in 0..PLAY_WORLDS[sight.hand().len().min(7)].max(20) {
        let Ok(layout) = sight.layout(belief.draw(luck)) else { continue };
        for (place, (_, made)) in solver.plays_that_make(&layout, goal).into_iter().enumerate() {
            wins[place] += u32::from(made == ours);
        }
        layouts.push(layout);
    }
    let most = wins.iter().copied().max()?;
    let tied: Vec<usize> = (0..legal.len()).filter(|place| wins[*place] == most).collect();
    if let [only] = tied[..] {
        return Some(legal[only]);
    }
    let mut points = vec![0u32; legal.len()];
    let team = sight.seat().team();
    for layout in layouts.iter().take(TIE_WORLDS) {
        for (place, (_, value)) in solver.plays(layout, goal.stake, team).into_iter().enumerate() {
            points[place] += u32::from(value);
        }
    }
    let nello = contract.declaration == Declaration::Nello;
    let key = |place: &usize| {
        let points = i64::from(points[*place]);
        (if nello { -points } else { points }, Some(legal[*place]) == rule_of_thumb)
    };
    tied.into_iter().max_by_key(key).map(|place| legal[place])
}
