//! What calls are worth: the others go on as sensible bots do, and the hand ends as best play of all would end it.

use super::{Worth, sensible, won};
use crate::ai::{Bot, Skill, chance_beyond_points};
use crate::auction::{Auction, AuctionEnd};
use crate::bid::Bid;
use crate::contract::{Contract, declarer};
use crate::declaration::Declaration;
use crate::moment::Choice;
use crate::seat::{BySeat, Seat};
use crate::sight::Sight;
use crate::solver::Solver;
use crate::tile_set::TileSet;

/// How many more bids are made with all tiles face up than at the table, as a multiple of `p (1 - p)`: the 0.68 from which
/// on the strong bot bids counts as one half, and what is sure face up is sure at the table.
const FACE_UP: f64 = 0.18 / (0.68 * 0.32);

/// To pass, to outbid by as little as possible, to bid two marks, and what was said. Other high bids are not asked for:
/// with tiles face up they look safer than they are.
pub(super) fn worth_asking(sight: &Sight, said: Option<Bid>) -> Vec<Choice> {
    let auction = sight.auction();
    let legal = auction.legal_bids(sight.rules(), sight.hand().doubles());
    let lowest = legal.iter().copied().find(|bid| !bid.is_partners());
    let two = legal.iter().copied().find(|bid| matches!(bid, Bid::Marks(_)) && bid.marks() == 2);
    let pass = auction.check_pass(sight.rules()).is_ok();
    let mut calls: Vec<Choice> = pass.then_some(Choice::Call(None)).into_iter().collect();
    for bid in [lowest, two, said].into_iter().flatten() {
        if !calls.contains(&Choice::Call(Some(bid))) {
            calls.push(Choice::Call(Some(bid)));
        }
    }
    calls
}

/// What each call is worth in these worlds. A hand that all pass is worth what both teams can expect of the next one: half
/// a mark.
pub(super) fn add(
    worth: &mut Worth,
    half: usize,
    sight: &Sight,
    worlds: &[BySeat<TileSet>],
    own: &mut Vec<(Bid, Declaration)>,
    solver: &mut Solver,
) {
    for (option, values) in worth {
        let Choice::Call(call) = *option else { continue };
        let (mut sum, mut ours, mut theirs) = (0.0, Stakes::default(), Stakes::default());
        let mut mine = OwnMarks::default();
        for world in worlds {
            let auction = rest_of_auction(sight, call, world);
            let Some(AuctionEnd::Won { bidder, bid }) = auction.end() else {
                sum += 0.5;
                continue;
            };
            let declarer = declarer(bidder, bid);
            let declaration = if declarer == sight.seat() {
                own_declaration(own, sight, bidder, bid, worlds, solver)
            } else {
                let named = sight_after(sight, declarer, &auction, world);
                named.and_then(|other| bot().declare(&other)).unwrap_or(Declaration::NoTrump)
            };
            let won = won(sight, &Contract { bidder, bid, declaration }, world, solver);
            // A hand for several marks is as much worse to lose as it is better to win.
            sum += won - f64::from(bid.marks() - 1) / 2.0;
            if bidder == sight.seat() && !matches!(bid, Bid::Points(_)) {
                mine.add(bid, declaration, won);
                continue;
            }
            let side = if bidder.team() == sight.seat().team() { &mut ours } else { &mut theirs };
            side.marks += f64::from(bid.marks());
            side.won += won;
        }
        let sum = sum - mine.too_good() - ours.too_good() + theirs.too_good();
        values[half] = sum / worlds.len() as f64;
    }
}

/// The marks for which one team bids over all deals, and those of them that this seat's team wins.
#[derive(Clone, Copy, Debug, Default)]
struct Stakes {
    marks: f64,
    won: f64,
}

impl Stakes {
    /// The marks that bidders make with tiles face up and not at the table: none where all is sure.
    fn too_good(self) -> f64 {
        if self.marks > 0.0 { FACE_UP * self.won * (self.marks - self.won) / self.marks } else { 0.0 }
    }
}

/// The hands that the seat plays for marks after one call, of which the strong bot knows how much face up says.
#[derive(Clone, Copy, Debug, Default)]
struct OwnMarks {
    stakes: Stakes,
    contract: Option<(Bid, Declaration)>,
}

impl OwnMarks {
    /// The bid is the call that is looked at, so all hands of it are for one contract.
    fn add(&mut self, bid: Bid, declaration: Declaration, won: f64) {
        self.stakes.marks += f64::from(bid.marks());
        self.stakes.won += won;
        self.contract = Some((bid, declaration));
    }

    fn too_good(self) -> f64 {
        let Self { stakes, contract } = self;
        let at_table = contract
            .and_then(|(bid, declaration)| chance_beyond_points(bid, declaration, stakes.won / stakes.marks));
        at_table.map_or(0.0, |chance| stakes.won - stakes.marks * chance)
    }
}

/// What this seat would name after this bid: what makes it in most of the first deals.
fn own_declaration(
    known: &mut Vec<(Bid, Declaration)>,
    sight: &Sight,
    bidder: Seat,
    bid: Bid,
    worlds: &[BySeat<TileSet>],
    solver: &mut Solver,
) -> Declaration {
    if let Some((_, declaration)) = known.iter().find(|(known, _)| *known == bid) {
        return *declaration;
    }
    let mut best = (Declaration::NoTrump, -1.0);
    for declaration in sensible(sight, bid) {
        let contract = Contract { bidder, bid, declaration };
        let made: f64 = worlds.iter().map(|world| won(sight, &contract, world, solver)).sum();
        if made > best.1 {
            best = (declaration, made);
        }
    }
    known.push((bid, best.0));
    best.0
}

/// The auction in this world when this seat says this.
fn rest_of_auction(sight: &Sight, call: Option<Bid>, world: &BySeat<TileSet>) -> Auction {
    let mut auction = sight.auction().after(call);
    while let Some(next) = auction.next() {
        auction =
            auction.after(sight_after(sight, next, &auction, world).and_then(|other| bot().bid(&other)));
    }
    auction
}

/// What another seat knows in this world after these calls; `None` if its own call cannot have been made there.
fn sight_after(sight: &Sight, seat: Seat, auction: &Auction, world: &BySeat<TileSet>) -> Option<Sight> {
    let other = Sight::new(seat, auction.dealer(), world[seat]).ok()?;
    let mut other = other.at_table(sight.rules(), sight.marks());
    auction.calls().try_for_each(|(_, call)| other.hear(call)).ok()?;
    Some(other)
}

/// How the others are thought to go on.
fn bot() -> Bot {
    Bot::new(Skill::Heuristic, 0)
}
