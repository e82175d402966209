//! What the strong player says and names: whatever serves it best in the match.

use chance::Chance;

use super::appraisal::Appraisal;
use super::belief::logistic;
use super::heuristic;
use super::inference::Inference;
use super::rollout::Rollout;
use super::standing::Standing;
use crate::bid::Bid;
use crate::contract::{Contract, Tally, may_declare};
use crate::declaration::Declaration;
use crate::seat::{BySeat, Seat};
use crate::sight::Sight;
use crate::solver::{Goal, Layout, Solver, Stake};
use crate::tile_set::TileSet;

/// Worlds solved for a bid, for bids above the lowest, and for anything else; the trumps looked at for a call and for a
/// declaration.
const WORLDS: usize = 64;
const JUMP_WORLDS: usize = 40;
const OTHER_WORLDS: usize = 32;
const CALL_TRUMPS: usize = 2;
const NAME_TRUMPS: usize = 4;
/// After so many worlds a bid is given up that is made in less than this share of them.
const GIVEN_UP: [(usize, f64); 2] = [(16, 0.45), (32, 0.6)];
/// What a hand must look like to be worth a search: for trumps, for nello, and for sevens.
const LEAST_POINTS: f64 = 27.0;
const LEAST_NELLO: f64 = 18.0;
const LEAST_SEVENS: f64 = 14.0;

/// How often a bid of marks is made, and one that the dealer was forced to.
const MARKS: f64 = 0.55;
const FORCED: f64 = 0.4;
/// No bid is made that is made less often.
const HOPELESS: f64 = 0.3;
/// How much likelier a bid must be than the partner's to take it away.
const OVER_PARTNER: f64 = 0.05;
/// How often a hand is won that an opponent took away with a higher bid.
const BEATEN: f64 = 0.49;

/// A bid that a strong player thought about.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prospect {
    /// What it could say.
    pub bid: Bid,
    /// What it would name; after a splash or plunge its partner names something.
    pub declaration: Declaration,
    /// The share of the worlds it imagined in which the bid is made with all tiles face up.
    pub face_up: f64,
    /// The same when everybody plays by rule of thumb.
    pub by_thumb: f64,
    /// The chance that it gives the bid at the table.
    pub chance: f64,
}

/// The call with the best outlook: a bid, or `None` to pass.
pub(super) fn bid(sight: &Sight, legal: &[Bid], luck: &mut impl Chance, solver: &mut Solver) -> Option<Bid> {
    let must = sight.auction().check_pass(sight.rules()).is_err();
    let mut outlook = Outlook::new(sight, luck, solver)?;
    let mut offers = outlook.offers(legal, must);
    // What is seldom made is worth no look at what a pass is worth.
    offers.retain(|offer| must || offer.chance >= HOPELESS);
    if offers.is_empty() {
        return None;
    }
    let standing = Standing::new(sight);
    // Whatever is best must be said where a pass is not allowed.
    let pass = if must { f64::NEG_INFINITY } else { outlook.passing(&standing) };
    let rivals = outlook.rivals();
    if !rivals.is_empty() {
        offers.extend(outlook.jumps(legal, &offers));
    }
    let mut best = (None, pass);
    for Prospect { bid, chance, .. } in offers {
        let kept = outlook.unbeaten(&rivals, bid);
        let value = kept * standing.value(bid.marks(), chance) + (1.0 - kept) * standing.value(1, BEATEN);
        if value > best.1 {
            best = (Some(bid), value);
        }
    }
    best.0
}

/// The bids that are worth a thought.
pub(super) fn prospects(
    sight: &Sight,
    legal: &[Bid],
    luck: &mut impl Chance,
    solver: &mut Solver,
) -> Vec<Prospect> {
    let must = sight.auction().check_pass(sight.rules()).is_err();
    Outlook::new(sight, luck, solver).map_or_else(Vec::new, |mut outlook| outlook.offers(legal, must))
}

/// What makes the bid most often.
pub(super) fn declare(
    sight: &Sight,
    legal: &[Declaration],
    luck: &mut impl Chance,
    solver: &mut Solver,
) -> Declaration {
    let fallback = heuristic::declare(sight.hand(), legal);
    let (Some(mut outlook), Some((bidder, bid))) =
        (Outlook::new(sight, luck, solver), sight.auction().high())
    else {
        return fallback;
    };
    let special = legal.iter().copied().filter(|declaration| declaration.is_special());
    let plain = trumps(sight.hand(), NAME_TRUMPS).into_iter().map(|look| look.declaration);
    let mut best = (fallback, 0.0);
    for declaration in plain.chain(special) {
        let contract = Contract { bidder, bid, declaration };
        let look = outlook.look(false, |_| contract);
        let value = chance(bid, declaration, look) + 1e-3 * look.by_thumb;
        if value > best.1 {
            best = (declaration, value);
        }
    }
    best.0
}

/// Trumps, or none, those first that look best.
fn trumps(hand: TileSet, number: usize) -> Vec<Appraisal> {
    let look = |declaration: &Declaration| Appraisal::new(hand, *declaration);
    let mut all: Vec<Appraisal> = heuristic::straight().iter().map(look).collect();
    all.sort_by(|one, other| other.points.total_cmp(&one.points));
    all.truncate(number);
    all
}

/// What looks best to this hand.
fn likely(hand: TileSet) -> Declaration {
    Appraisal::best(hand, heuristic::straight()).map_or(Declaration::NoTrump, |best| best.declaration)
}

/// What contracts come to in some worlds, each with its weight.
struct Outlook<'a> {
    sight: &'a Sight,
    solver: &'a mut Solver,
    worlds: Vec<(BySeat<TileSet>, f64)>,
}

/// The share of worlds in which a contract is made.
#[derive(Clone, Copy, Debug, Default)]
struct Look {
    face_up: f64,
    by_thumb: f64,
}

impl<'a> Outlook<'a> {
    fn new(sight: &'a Sight, luck: &mut impl Chance, solver: &'a mut Solver) -> Option<Self> {
        Some(Self { sight, solver, worlds: Inference::new(sight).ok()?.sample(WORLDS, luck) })
    }

    /// The bids that this hand can be thought to make: the lowest, two marks, and those that lead to a special contract.
    fn offers(&mut self, legal: &[Bid], must: bool) -> Vec<Prospect> {
        let (hand, rules) = (self.sight.hand(), self.sight.rules());
        let mut offers = Vec::new();
        let marks: Vec<Bid> =
            legal.iter().copied().filter(|bid| matches!(bid, Bid::Marks(_))).take(2).collect();
        for (declaration, least) in [(Declaration::Nello, LEAST_NELLO), (Declaration::Sevens, LEAST_SEVENS)] {
            let Some(&lowest) = marks.first().filter(|bid| may_declare(rules, **bid, declaration)) else {
                continue;
            };
            if Appraisal::new(hand, declaration).points >= least {
                let offer = self.offer(lowest, declaration);
                offers.extend(marks.iter().map(|&bid| Prospect { bid, ..offer }));
            }
        }
        if let Some(bid) = legal.iter().copied().find(|bid| bid.is_partners()) {
            offers.push(self.offer(bid, Declaration::NoTrump));
        }
        let lowest = legal.iter().copied().find(|bid| !bid.is_partners());
        let two = marks.iter().copied().find(|bid| bid.marks() == 2 && Some(*bid) != lowest);
        for Appraisal { declaration, points } in trumps(hand, CALL_TRUMPS) {
            if must || points >= LEAST_POINTS {
                let lowest = lowest.map(|bid| self.offer(bid, declaration));
                let two = two.map(|bid| self.offer(bid, declaration));
                let all = two.map_or(0.0, |two| two.chance);
                // Less than all tricks is at least as likely as all of them.
                offers.extend(lowest.map(|offer| Prospect { chance: offer.chance.max(all), ..offer }));
                offers.extend(two);
            }
        }
        offers
    }

    fn offer(&mut self, bid: Bid, declaration: Declaration) -> Prospect {
        let bidder = self.sight.seat();
        let look = self.look(!declaration.is_special() && !bid.is_partners(), |world| {
            // After a splash or plunge the partner names what looks best to it.
            let named = if bid.is_partners() { likely(world[bidder.partner()]) } else { declaration };
            Contract { bidder, bid, declaration: named }
        });
        let chance = chance(bid, declaration, look);
        Prospect { bid, declaration, face_up: look.face_up, by_thumb: look.by_thumb, chance }
    }

    /// Higher bids of points than the lowest, which opponents find harder to beat.
    fn jumps(&mut self, legal: &[Bid], offers: &[Prospect]) -> Vec<Prospect> {
        let points = |offer: &&Prospect| matches!(offer.bid, Bid::Points(_)) && offer.chance > 0.5;
        let lowest = offers.iter().filter(points).max_by(|one, other| one.chance.total_cmp(&other.chance));
        let Some(&lowest) = lowest else { return Vec::new() };
        let (bidder, declaration) = (self.sight.seat(), lowest.declaration);
        let contract = Contract { bidder, bid: lowest.bid, declaration };
        let (mut seen, mut taken) = (0.0, Vec::with_capacity(self.worlds.len()));
        for (world, weight) in self.worlds.iter().take(JUMP_WORLDS) {
            let Some(layout) = first_lead(&contract, *world) else { continue };
            seen += weight;
            taken.push((self.solver.value(&layout, Stake::Points, bidder.team()), weight));
        }
        let higher = legal.iter().copied().filter(|bid| matches!(bid, Bid::Points(_)) && *bid != lowest.bid);
        let offer = |bid: Bid| {
            let made = taken.iter().filter(|(points, _)| *points >= bid.value());
            let face_up = (made.map(|(_, weight)| *weight).sum::<f64>() / f64::max(seen, 1e-9)).min(1.0);
            let by_thumb = lowest.by_thumb * face_up / lowest.face_up.max(0.01);
            let chance = chance(bid, declaration, Look { face_up, by_thumb });
            Prospect { bid, declaration, face_up, by_thumb, chance }
        };
        higher.map(offer).collect()
    }

    /// The opponents who are still to speak.
    fn rivals(&self) -> Vec<Seat> {
        let (team, auction) = (self.sight.seat().team(), self.sight.auction());
        let after = auction.next().map_or(auction.dealer(), |seat| seat.left());
        let to_speak = Seat::ALL.map(|seat| after.plus(seat.into())).into_iter();
        let mut to_speak: Vec<Seat> = to_speak.take_while(|seat| *seat != auction.dealer().left()).collect();
        to_speak.retain(|seat| seat.team() != team);
        to_speak
    }

    /// How often none of them bids more, by the look of their hands.
    ///
    /// Three quarters of the hands that `strong1` may hold after another's 30 bid 31, half of them 32 to 35, and a fifth
    /// 37: there is a step where one trick with 10, or with 5, must not be lost any more.
    fn unbeaten(&self, rivals: &[Seat], bid: Bid) -> f64 {
        let Bid::Points(points) = bid else { return 1.0 };
        let needed = match points.get() + 1 {
            ..=31 => 31.0,
            32..=36 => 33.8,
            37..=41 => 36.5,
            _ => 37.5,
        };
        let passes = |hand: TileSet| {
            let look = Appraisal::best(hand, heuristic::straight()).map_or(0.0, |best| best.points);
            1.0 - logistic((look - needed) / 1.5)
        };
        let all_pass =
            |world: &BySeat<TileSet>| rivals.iter().map(|seat| passes(world[*seat])).product::<f64>();
        self.worlds.iter().map(|(world, weight)| weight * all_pass(world)).sum()
    }

    /// The chance to win the match after a pass.
    fn passing(&mut self, standing: &Standing) -> f64 {
        let (sight, auction) = (self.sight, self.sight.auction());
        match auction.high() {
            Some((seat, bid)) if seat == sight.seat().partner() => {
                standing.value(bid.marks(), self.others(seat, bid) + OVER_PARTNER)
            }
            Some((seat, bid)) => standing.value(bid.marks(), 1.0 - self.others(seat, bid)),
            // Who can leave it to a dealer that must bid does well, and whose partner that dealer is badly.
            None if sight.rules().forced_bid => {
                let ours = auction.dealer().team() == sight.seat().team();
                standing.value(1, if ours { FORCED } else { 1.0 - FORCED })
            }
            None => standing.now(),
        }
    }

    /// How often somebody else makes a bid, who names what looks best.
    fn others(&mut self, bidder: Seat, bid: Bid) -> f64 {
        if !matches!(bid, Bid::Points(_)) {
            return MARKS;
        }
        let look = self.look(false, |world| Contract { bidder, bid, declaration: likely(world[bidder]) });
        // Over all the hands that it may have bid on, not for one that is known: so flatter than `chance`.
        0.2 + 0.3 * look.face_up + 0.25 * look.by_thumb
    }

    /// How often the contract of each world is made in it. A bid is looked at in more worlds, and given up early.
    fn look(&mut self, bid: bool, contract: impl Fn(&BySeat<TileSet>) -> Contract) -> Look {
        let (mut look, mut seen) = (Look::default(), 0.0);
        let most = if bid { WORLDS } else { OTHER_WORLDS };
        for (number, (world, weight)) in self.worlds.iter().take(most).enumerate() {
            if bid && GIVEN_UP.iter().any(|(after, share)| number == *after && look.face_up < share * seen) {
                break;
            }
            let contract = contract(world);
            let Some(layout) = first_lead(&contract, *world) else { continue };
            seen += weight;
            if self.solver.makes(&layout, Goal::of(&contract, &Tally::default())) {
                look.face_up += weight;
            }
            if Rollout::new(contract, *world).makes(self.solver) {
                look.by_thumb += weight;
            }
        }
        // Weights add up to 1 but for what is lost in adding.
        let share = |made: f64| (made / seen.max(f64::MIN_POSITIVE)).min(1.0);
        Look { face_up: share(look.face_up), by_thumb: share(look.by_thumb) }
    }
}

/// The hand before its first lead.
fn first_lead(contract: &Contract, mut world: BySeat<TileSet>) -> Option<Layout> {
    if let Some(seat) = contract.sits_out() {
        world[seat] = TileSet::EMPTY;
    }
    Layout::new(contract.declaration, contract.bidder, world, contract.leader(), &[]).ok()
}

/// The chance to make a bid at the table, from the shares of worlds in which it is made.
///
/// Of bids of points that won the auction against `strong1`, 22 % were made where face up fewer than 60 % of worlds made
/// them, 42 % up to 70 %, 52 % up to 80 %, 57 % up to 90 % and 96 % above (171 hands); the rule of thumb tells more. Of 211
/// nellos 24 % were made where fewer than a tenth of the worlds made them, 41 % up to a fifth, 54 % up to a half, and
/// 84 % above: its defenders do not know where the bidder's low tiles are. Sevens, where few plays are free, are made as
/// often as worlds say (71 of 100 in all). With a splash all tricks were taken in 23 of 100, of which worlds took half.
/// Of other bids that need every trick, what is sure with all tiles face up is sure, and little else is.
fn chance(bid: Bid, declaration: Declaration, look: Look) -> f64 {
    chance_beyond_points(bid, declaration, look.face_up)
        .unwrap_or_else(|| logistic(3.6 * look.face_up + 3.0 * look.by_thumb - 4.6))
}

/// The same for bids of marks and special contracts, of which the share of worlds says all; none for bids of points.
pub(crate) fn chance_beyond_points(bid: Bid, declaration: Declaration, face_up: f64) -> Option<f64> {
    match (declaration, bid) {
        (Declaration::Nello, _) => Some(logistic(5.0 * face_up - 1.3)),
        (Declaration::Sevens, _) => Some(face_up.min(0.95)),
        (_, Bid::Points(_)) => None,
        (_, Bid::Splash(_) | Bid::Plunge(_)) => Some(face_up.powi(2)),
        (_, Bid::Marks(_)) => Some(face_up.powi(6)),
    }
}
