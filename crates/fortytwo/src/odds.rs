use chance::{Chance, InputError, Summary};
use serde::Serialize;

use crate::ai::Belief;
use crate::bid::Bid;
use crate::contract::TRICKS;
use crate::declaration::Declaration;
use crate::seat::{BySeat, Seat};
use crate::sight::Sight;
use crate::solver::{Goal, Layout, Solver, Stake};
use crate::tile::Tile;
use crate::tile_set::TileSet;
use crate::world::Worlds;

/// How often something happened in so many independent trials.
///
/// ```
/// use fortytwo::Proportion;
///
/// let half = Proportion { hits: 50, trials: 100 };
/// let (low, high) = half.interval(chance::Summary::Z95);
/// assert!((low - 0.4038).abs() < 1e-4 && (high - 0.5962).abs() < 1e-4);
/// assert!(Proportion { hits: 0, trials: 30 }.interval(chance::Summary::Z95).1 > 0.1);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Proportion {
    /// How often it happened.
    pub hits: u64,
    /// How often it could have.
    pub trials: u64,
}

impl Proportion {
    /// One more trial.
    pub fn add(&mut self, hit: bool) {
        self.hits += u64::from(hit);
        self.trials += 1;
    }

    /// How often it did not happen.
    pub(crate) const fn rest(self) -> Self {
        Self { hits: self.trials - self.hits, trials: self.trials }
    }

    /// From 0 to 1; 0 without trials.
    #[must_use]
    pub fn share(&self) -> f64 {
        if self.trials == 0 { 0.0 } else { self.hits as f64 / self.trials as f64 }
    }

    /// Wilson's score interval of the share, `z` as in [`Summary::Z95`]; from 0 to 1 without trials.
    #[must_use]
    pub fn interval(&self, z: f64) -> (f64, f64) {
        if self.trials == 0 {
            return (0.0, 1.0);
        }
        let (n, p) = (self.trials as f64, self.share());
        let scale = 1.0 + z * z / n;
        let centre = (p + z * z / (2.0 * n)) / scale;
        let reach = z / scale * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
        ((centre - reach).max(0.0), (centre + reach).min(1.0))
    }
}

/// What a hand is worth to its team under one declaration, if it bids and leads.
#[derive(Clone, Debug, PartialEq)]
pub struct HandOdds {
    /// What is named.
    pub declaration: Declaration,
    /// Points of 42; without them in nello and sevens, where only tricks matter.
    pub points: Option<Summary>,
    /// How often each bid is made, lowest first; 42 stands for all tricks, whatever the marks.
    pub bids: Vec<(Bid, Proportion)>,
    /// The bids for which this declaration is the best, and how often it makes them in the worlds of
    /// [`HandStudy::measure`]; empty before that.
    pub best_for: Vec<(Bid, Proportion)>,
}

/// The chance of making each bid with this hand under each of these declarations: in so many random worlds, with best
/// play by everyone, all tiles face up. `solved` is told after each declaration in each world.
///
/// # Errors
///
/// [`InputError`] unless the hand has seven tiles.
pub fn hand_odds(
    hand: TileSet,
    declarations: &[Declaration],
    worlds: u32,
    luck: &mut impl Chance,
    solver: &mut Solver,
    solved: impl FnMut(),
) -> Result<Vec<HandOdds>, InputError> {
    let me = Seat::ALL[0];
    let mut study = HandStudy::new(Sight::new(me, me, hand)?, declarations);
    study.add(worlds, luck, solver, solved)?;
    Ok(study.odds)
}

/// The odds of a seat's seven tiles before trumps are named, for as many worlds as there is time for.
///
/// Before anybody has spoken every deal is as likely as any other; after that they are weighed by how well they fit
/// what was said.
///
/// Each declaration's share is unbiased, but the largest of nine shares is not: it is the largest partly by luck. So
/// [`Self::measure`] takes new worlds for the declarations that came out best.
#[derive(Clone, Debug)]
pub struct HandStudy {
    sight: Sight,
    odds: Vec<HandOdds>,
}

impl HandStudy {
    /// No world yet.
    #[must_use]
    pub fn new(sight: Sight, declarations: &[Declaration]) -> Self {
        let bids: Vec<Bid> =
            Bid::all().filter(|bid| matches!(bid, Bid::Points(_)) || bid.to_string() == "M1").collect();
        let fresh = |&declaration: &Declaration| {
            let special = declaration.is_special();
            let bids = bids.iter().filter(|bid| !special || matches!(bid, Bid::Marks(_)));
            let bids = bids.map(|bid| (*bid, Proportion::default())).collect();
            HandOdds { declaration, points: (!special).then(Summary::default), bids, best_for: Vec::new() }
        };
        Self { sight, odds: declarations.iter().map(fresh).collect() }
    }

    /// So many more worlds. `solved` is told after each declaration in each world.
    ///
    /// # Errors
    ///
    /// [`InputError`] if tiles were played, or what was heard cannot have been said.
    pub fn add(
        &mut self,
        worlds: u32,
        luck: &mut impl Chance,
        solver: &mut Solver,
        mut solved: impl FnMut(),
    ) -> Result<(), InputError> {
        self.look(worlds, luck, solver, &mut solved, false)
    }

    /// So many new worlds for the best declarations alone: the first call chooses, by the worlds that were added, the best
    /// one for bids of points and the best one for all tricks. When a bid has won, the best one makes that bid most often.
    ///
    /// # Errors
    ///
    /// As [`Self::add`].
    pub fn measure(
        &mut self,
        worlds: u32,
        luck: &mut impl Chance,
        solver: &mut Solver,
    ) -> Result<(), InputError> {
        if self.odds.iter().all(|odds| odds.best_for.is_empty()) {
            self.choose(true);
            self.choose(false);
        }
        self.look(worlds, luck, solver, &mut || {}, true)
    }

    fn look(
        &mut self,
        worlds: u32,
        luck: &mut impl Chance,
        solver: &mut Solver,
        solved: &mut dyn FnMut(),
        measuring: bool,
    ) -> Result<(), InputError> {
        let (me, deals) = (self.sight.seat(), AuctionWorlds::new(&self.sight)?);
        for _ in 0..worlds {
            let world = deals.draw(luck);
            for odds in &mut self.odds {
                let bids = if measuring { &mut odds.best_for } else { &mut odds.bids };
                if bids.is_empty() {
                    continue;
                }
                let layout = Layout::deal(odds.declaration, me, world)?;
                let value = match &mut odds.points {
                    Some(points) => {
                        let value = solver.value(&layout, Stake::Points, me.team());
                        if !measuring {
                            points.add(value.into());
                        }
                        value
                    }
                    None => {
                        // In nello the others have to take all seven.
                        let nello = odds.declaration == Declaration::Nello;
                        let team = if nello { me.team().opponents() } else { me.team() };
                        if solver.takes(&layout, Stake::Tricks, team, TRICKS) { 42 } else { 0 }
                    }
                };
                for (bid, made) in bids {
                    made.add(value >= bid.value().min(42));
                }
                solved();
            }
        }
        Ok(())
    }

    /// The best declaration for bids of points, or for all tricks. It is one for all bids of points, so that a higher bid is
    /// never made more often than a lower one.
    fn choose(&mut self, points: bool) {
        let auction = self.sight.auction();
        let won = auction.high().filter(|_| auction.next().is_none()).map(|(_, bid)| bid);
        let wanted = |bid: Bid| matches!(bid, Bid::Points(_)) == points;
        let mut best = None;
        for (place, odds) in self.odds.iter().enumerate() {
            let mut score = 0;
            for (bid, made) in odds.bids.iter().filter(|(bid, _)| wanted(*bid)) {
                // What was bid decides; the others break ties.
                let weight = if won == Some(*bid) { 1 << 32 } else { 1 };
                score += weight * made.hits;
            }
            if odds.bids.iter().any(|(bid, _)| wanted(*bid)) && best.is_none_or(|(_, most)| score > most) {
                best = Some((place, score));
            }
        }
        let Some((place, _)) = best else { return };
        let odds = &mut self.odds[place];
        let bids = odds.bids.iter().filter(|(bid, _)| wanted(*bid));
        odds.best_for.extend(bids.map(|(bid, _)| (*bid, Proportion::default())));
    }

    /// What the worlds so far came to.
    #[must_use]
    pub fn odds(&self) -> &[HandOdds] {
        &self.odds
    }
}

/// The deals that a seat must reckon with before a tile is played.
pub(crate) enum AuctionWorlds<'a> {
    /// Nobody has spoken: every deal is as likely as any other.
    Even(Worlds),
    /// Weighed by how well they fit what was said.
    Told(Belief<'a>),
}

impl<'a> AuctionWorlds<'a> {
    pub(crate) fn new(sight: &'a Sight) -> Result<Self, InputError> {
        let spoken = sight.auction().calls().next().is_some();
        Ok(if spoken { Self::Told(Belief::of_house(sight)?) } else { Self::Even(Worlds::of(sight)?) })
    }

    pub(crate) fn draw(&self, luck: &mut impl Chance) -> BySeat<TileSet> {
        match self {
            Self::Even(worlds) => worlds.draw(luck),
            Self::Told(belief) => belief.draw(luck),
        }
    }
}

/// How often the contract is made after each legal play of a seat. Cheaper than a [`PlayStudy`], which also counts what
/// the seat's team takes; the same luck leads to the same deals.
pub(crate) struct PlayShares<'a> {
    sight: &'a Sight,
    belief: Belief<'a>,
    goal: Option<Goal>,
    shares: Vec<(Tile, Proportion)>,
}

impl<'a> PlayShares<'a> {
    pub(crate) fn new(sight: &'a Sight) -> Result<Self, InputError> {
        let goal = sight.contract().map(|contract| Goal::of(&contract, sight.tally()));
        let shares = sight.legal().iter().map(|tile| (tile, Proportion::default())).collect();
        Ok(Self { sight, belief: Belief::of_house(sight)?, goal, shares })
    }

    /// One more deal.
    pub(crate) fn add(&mut self, luck: &mut impl Chance, solver: &mut Solver) -> Result<(), InputError> {
        let Some(goal) = self.goal else { return Ok(()) };
        let layout = self.sight.layout(self.belief.draw(luck))?;
        for (tile, made) in solver.plays_that_make(&layout, goal) {
            if let Some((_, share)) = self.shares.iter_mut().find(|(other, _)| *other == tile) {
                share.add(made);
            }
        }
        Ok(())
    }

    /// What the deals so far came to.
    pub(crate) fn of(&self, tile: Tile) -> Option<Proportion> {
        self.shares.iter().find(|(other, _)| *other == tile).map(|(_, share)| *share)
    }
}

/// What a play is worth to the seat that makes it.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayOdds {
    /// The tile.
    pub tile: Tile,
    /// How often the contract is made after it.
    pub makes: Proportion,
    /// What the seat's team takes from here on: points, or tricks where only those matter.
    pub takes: Summary,
}

/// The chance that the contract is made after each legal play of a seat, over as many worlds as there is time for. The worlds
/// fit what was seen, and are weighed by how well they fit what was said.
#[derive(Clone, Debug)]
pub struct PlayStudy {
    sight: Sight,
    odds: Vec<PlayOdds>,
}

impl PlayStudy {
    /// No world yet; without plays when it is not the seat's turn.
    #[must_use]
    pub fn new(sight: Sight) -> Self {
        let fresh = |tile| PlayOdds { tile, makes: Proportion::default(), takes: Summary::default() };
        let odds = sight.legal().iter().map(fresh).collect();
        Self { sight, odds }
    }

    /// So many more worlds.
    ///
    /// # Errors
    ///
    /// [`InputError`] if what was seen cannot have happened.
    pub fn add(
        &mut self,
        worlds: u32,
        luck: &mut impl Chance,
        solver: &mut Solver,
    ) -> Result<(), InputError> {
        let Some(contract) = self.sight.contract().filter(|_| !self.odds.is_empty()) else { return Ok(()) };
        let goal = Goal::of(&contract, self.sight.tally());
        let belief = Belief::of_house(&self.sight)?;
        for _ in 0..worlds {
            let layout = self.sight.layout(belief.draw(luck))?;
            let values = solver.plays(&layout, goal.stake, goal.team);
            let total = layout.total(goal.stake);
            for (odds, (_, value)) in self.odds.iter_mut().zip(values) {
                odds.makes.add(value >= goal.least);
                let mine = if goal.team == self.sight.seat().team() { value } else { total - value };
                odds.takes.add(mine.into());
            }
        }
        Ok(())
    }

    /// What the worlds so far came to.
    #[must_use]
    pub fn odds(&self) -> &[PlayOdds] {
        &self.odds
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chance::SeededChance;

    fn tiles(text: &str) -> TileSet {
        text.split(' ').map(|tile| tile.parse::<Tile>().unwrap()).collect()
    }

    #[test]
    fn a_hand_that_cannot_lose_makes_every_bid() {
        let hand = tiles("5-0 5-1 5-2 5-3 5-4 5-5 6-5");
        let fives = ["5".parse().unwrap()];
        let odds = hand_odds(hand, &fives, 20, &mut SeededChance::from_seed(1), &mut Solver::new(), || {});
        let odds = odds.unwrap();
        assert_eq!(odds[0].bids.len(), 13);
        assert!(odds[0].bids.iter().all(|(_, made)| *made == Proportion { hits: 20, trials: 20 }));
        assert!((odds[0].points.unwrap().mean() - 42.0).abs() < 1e-9);
    }

    #[test]
    fn nello_is_for_low_tiles() {
        let chance_of = |hand: &str| {
            let nello = [Declaration::Nello];
            let luck = &mut SeededChance::from_seed(1);
            let odds = hand_odds(tiles(hand), &nello, 40, luck, &mut Solver::new(), || {}).unwrap();
            assert_eq!(odds[0].bids.len(), 1);
            odds[0].bids[0].1.hits
        };
        assert_eq!(chance_of("1-0 2-0 3-0 4-0 5-0 6-0 0-0"), 40);
        assert_eq!(chance_of("6-6 5-5 6-5 6-4 5-4 4-4 6-3"), 0);
    }

    #[test]
    fn the_best_declaration_is_measured_in_worlds_that_did_not_choose_it() {
        let me = Seat::ALL[0];
        let hand = tiles("6-4 6-3 6-0 5-5 4-3 4-1 2-0");
        let straight: Vec<Declaration> = Declaration::ALL.into_iter().filter(|it| !it.is_special()).collect();
        // What the hand is worth with trumps that are known beforehand: no luck in it but that of many worlds.
        let truth = |worlds: u32| {
            let mut study = HandStudy::new(Sight::new(me, me, hand).unwrap(), &straight);
            study.add(worlds, &mut SeededChance::from_seed(1), &mut Solver::new(), || {}).unwrap();
            study.odds().iter().map(|odds| odds.bids[0].1.share()).collect::<Vec<_>>()
        };
        let truth = truth(60);
        // With six worlds each the luckiest of nine looks far too good, and its new worlds tell the truth.
        let (mut looked, mut measured, mut is) = (0.0, 0.0, 0.0);
        for seed in 2..14 {
            let (mut luck, mut solver) = (SeededChance::from_seed(seed), Solver::new());
            let mut study = HandStudy::new(Sight::new(me, me, hand).unwrap(), &straight);
            study.add(6, &mut luck, &mut solver, || {}).unwrap();
            study.measure(10, &mut luck, &mut solver).unwrap();
            let chosen: Vec<usize> = (0..straight.len())
                .filter(|place| study.odds()[*place].best_for.iter().any(|(bid, _)| bid.value() == 30))
                .collect();
            assert_eq!(chosen.len(), 1, "{:?}", study.odds());
            let odds = &study.odds()[chosen[0]];
            assert_eq!((odds.bids[0].1.trials, odds.best_for[0].1.trials), (6, 10));
            assert!(odds.best_for.windows(2).all(|two| two[0].1.hits >= two[1].1.hits), "{odds:?}");
            looked += odds.bids[0].1.share() / 12.0;
            measured += odds.best_for[0].1.share() / 12.0;
            is += truth[chosen[0]] / 12.0;
        }
        assert!(looked > is + 0.05, "looked {looked}, is {is}");
        assert!((measured - is).abs() < 0.1, "measured {measured}, is {is}");
    }

    #[test]
    fn hands_of_six_are_refused() {
        let six = tiles("5-0 5-1 5-2 5-3 5-4 5-5");
        let error = hand_odds(six, &[], 1, &mut SeededChance::from_seed(1), &mut Solver::new(), || {});
        assert_eq!(error.unwrap_err().to_string(), "hand: expected 7 different tiles, got 6");
    }
}
