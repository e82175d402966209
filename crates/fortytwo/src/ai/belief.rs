use chance::{Chance, InputError};

use super::appraisal::Appraisal;
use super::heuristic;
use crate::bid::Bid;
use crate::contract::declarer;
use crate::declaration::Declaration;
use crate::seat::{BySeat, Seat};
use crate::sight::Sight;
use crate::tile_set::TileSet;
use crate::world::Worlds;

/// The worlds that a seat can think of, the likelier ones more often: those in which the others' calls make sense.
#[derive(Debug)]
pub(crate) struct Belief<'a> {
    sight: &'a Sight,
    worlds: Worlds,
    /// What a bid of marks may be meant for.
    marks: Vec<Declaration>,
    /// Who called a splash or a plunge, and the doubles that it takes.
    doubles: Vec<(Seat, usize)>,
}

/// How often a world is drawn again because the calls speak against it, at most.
const MOST_TRIES: u32 = 24;
/// How often a world is drawn again because a call was not allowed with its hands, at most: even where all the
/// doubles that are left must lie in one hand of seven, one world in 200 has them there.
const MOST_DRAWS: u32 = 10_000;

impl<'a> Belief<'a> {
    /// As if there were no house rules: nobody bids for a nello or sevens, and a splash takes no doubles.
    pub(super) fn new(sight: &'a Sight) -> Result<Self, InputError> {
        let marks = heuristic::straight().to_vec();
        Ok(Self { sight, worlds: Worlds::of(sight)?, marks, doubles: Vec::new() })
    }

    /// By the house rules: marks may be bid for every contract that they have, and who called a splash or a plunge was dealt the
    /// doubles for it.
    pub(crate) fn of_house(sight: &'a Sight) -> Result<Self, InputError> {
        let special =
            [(Declaration::Nello, sight.rules().nello), (Declaration::Sevens, sight.rules().sevens)];
        let mut belief = Self::new(sight)?;
        belief.marks.extend(special.into_iter().filter(|(_, played)| *played).map(|(named, _)| named));
        let calls = sight.auction().calls().filter(|(seat, _)| *seat != sight.seat());
        let needed = calls.map(|(seat, call)| (seat, call.map_or(0, Bid::doubles_needed)));
        belief.doubles = needed.filter(|(_, doubles)| *doubles > 0).collect();
        Ok(belief)
    }

    /// The worlds, whatever was called.
    pub(super) const fn worlds(&self) -> &Worlds {
        &self.worlds
    }

    /// Whether everybody could make the calls that they made.
    pub(super) fn could_call(&self, world: &BySeat<TileSet>) -> bool {
        let dealt = |seat: Seat| world[seat] | self.sight.shown(seat);
        self.doubles.iter().all(|&(seat, needed)| dealt(seat).doubles() >= needed)
    }

    /// A world in which everybody could make their calls, each as likely as any other.
    fn possible(&self, luck: &mut impl Chance) -> BySeat<TileSet> {
        let mut world = self.worlds.draw(luck);
        for _ in 0..MOST_DRAWS {
            if self.could_call(&world) {
                break;
            }
            world = self.worlds.draw(luck);
        }
        world
    }

    /// One world. Draws evenly and keeps a world with the probability that its hands would have called as they did,
    /// so that what is kept is weighed by it; after some tries it keeps the most plausible so far.
    pub(crate) fn draw(&self, luck: &mut impl Chance) -> BySeat<TileSet> {
        let mut best = (0.0, self.possible(luck));
        for tries in 0..MOST_TRIES {
            let world = if tries == 0 { best.1 } else { self.possible(luck) };
            let plausible = self.plausibility(&world);
            if f64::from(luck.next_word()) < plausible * f64::from(u32::MAX) {
                return world;
            }
            if plausible > best.0 {
                best = (plausible, world);
            }
        }
        best.1
    }

    /// From 0 to 1, how well the calls of the others fit these hands.
    pub(super) fn plausibility(&self, world: &BySeat<TileSet>) -> f64 {
        let mut high = None;
        let mut plausible = 1.0;
        for (seat, call) in self.sight.auction().calls() {
            let partners = high.is_some_and(|(bidder, _): (Seat, Bid)| bidder == seat.partner());
            if seat != self.sight.seat() {
                plausible *= self.fits(seat, call, high.map(|(_, bid)| bid), partners, world);
            }
            high = call.map(|bid| (seat, bid)).or(high);
        }
        plausible
    }

    fn fits(
        &self,
        seat: Seat,
        call: Option<Bid>,
        high: Option<Bid>,
        partners: bool,
        world: &BySeat<TileSet>,
    ) -> f64 {
        let hand = world[seat] | self.sight.shown(seat);
        let declared =
            self.sight.contract().filter(|c| declarer(c.bidder, c.bid) == seat && !c.bid.is_partners());
        match (call, declared) {
            // A pass over the partner's bid says little, and over marks nothing.
            (None, _) if partners || high.is_some_and(|bid| bid.marks() > 1 || bid.value() > 36) => 1.0,
            (None, _) => {
                let best = Appraisal::best(hand, heuristic::straight()).map_or(0.0, |best| best.points);
                let bar = 33.0 + high.map_or(0.0, |bid| 0.5 * f64::from(bid.value().saturating_sub(30)));
                0.04 + 0.96 * logistic((bar - best) / 1.5)
            }
            (Some(bid), Some(contract)) if contract.bid == bid => {
                let named = Appraisal::new(hand, contract.declaration).points;
                0.02 + 0.98 * logistic((named - needed(bid)) / 1.5)
            }
            (Some(bid), _) => {
                let marks = matches!(bid, Bid::Marks(_));
                let among = if marks { &self.marks } else { heuristic::straight() };
                let best = Appraisal::best(hand, among).map_or(0.0, |best| best.points);
                0.02 + 0.98 * logistic((best - needed(bid)) / 1.5)
            }
        }
    }
}

/// What a hand looks like that bids this.
pub(super) fn needed(bid: Bid) -> f64 {
    match bid {
        Bid::Points(points) => 32.0 + 0.4 * f64::from(points.get() - 30),
        Bid::Marks(marks) | Bid::Splash(marks) | Bid::Plunge(marks) => {
            if marks.get() == 1 {
                37.0
            } else {
                40.0
            }
        }
    }
}

pub(super) fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::house::HouseRules;
    use crate::seat::ByTeam;
    use crate::tile::Tile;
    use chance::SeededChance;

    #[test]
    fn who_called_a_splash_or_a_plunge_was_dealt_the_doubles_for_it() {
        let [me, left, partner, dealer] = Seat::ALL;
        // Two doubles here: five are left.
        let hand =
            "6-6 5-5 6-5 4-3 2-1 1-0 6-0".split(' ').map(|tile| tile.parse::<Tile>().unwrap()).collect();
        for (calls, caller, needed) in
            [(["pass", "splash 2", "pass"], left, 3), (["30", "pass", "plunge 4"], partner, 4)]
        {
            let sight = Sight::new(me, dealer, hand).unwrap();
            let mut sight = sight.at_table(HouseRules::EVERYTHING, ByTeam::default());
            for call in calls {
                sight.hear((call != "pass").then(|| call.parse().unwrap())).unwrap();
            }
            let fewest = |belief: Belief<'_>| {
                let mut luck = SeededChance::from_seed(1);
                (0..200).map(|_| belief.draw(&mut luck)[caller].doubles()).min().unwrap()
            };
            assert!(fewest(Belief::of_house(&sight).unwrap()) >= needed, "{calls:?}");
            // By the calls alone such deals would be looked at.
            assert!(fewest(Belief::new(&sight).unwrap()) < needed, "{calls:?}");
        }
    }

    #[test]
    fn a_higher_bid_is_believed_to_need_a_better_hand() {
        let needs = ["30", "31", "36", "41", "M1", "M2"].map(|bid| needed(bid.parse().unwrap()));
        assert!(needs.windows(2).all(|two| two[0] < two[1]), "{needs:?}");
        // Every trick is every trick, with any trumps.
        for bid in ["splash 2", "plunge 4", "M3"] {
            assert!((needed(bid.parse().unwrap()) - needs[5]).abs() < f64::EPSILON, "{bid}");
        }
    }
}
