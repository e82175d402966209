use chance::{Chance, InputError};

use crate::ai::likely_declarations;
use crate::bid::Bid;
use crate::contract::TRICKS;
use crate::deal::deal;
use crate::declaration::Declaration;
use crate::odds::{HandStudy, Proportion};
use crate::seat::Seat;
use crate::sight::Sight;
use crate::solver::{Layout, Solver, Stake};

/// What a deal is looked for by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// The seat can make this bid, all tiles face up.
    Makeable(Bid),
    /// The seat makes 30 in 30 to 70 of a hundred deals that it must reckon with: a hand to think about.
    Close,
    /// The seat may splash and its partner can take every trick.
    Splash,
    /// The seat may plunge and its partner can take every trick.
    Plunge,
    /// The seat can lose every trick in nello.
    Nello,
}

/// A deal that is as wished, and why it was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FoundSeed {
    /// The seed of the deal.
    pub seed: u32,
    /// What to name.
    pub declaration: Declaration,
    /// How many of 42 points the seat's team takes with it, all tiles face up; `None` where only tricks matter.
    pub points: Option<u8>,
    /// For a close one, how often 30 is made.
    pub makes: Option<Proportion>,
}

/// Worlds in which a close hand is tried.
const CLOSE_WORLDS: u32 = 40;

/// Looks at one deal. The luck decides which worlds a close one is tried in.
///
/// # Errors
///
/// Never: a seed always means a deal.
pub fn fits_wish(
    seed: u32,
    seat: Seat,
    wish: Wish,
    luck: &mut impl Chance,
    solver: &mut Solver,
) -> Result<Option<FoundSeed>, InputError> {
    let hands = deal(seed);
    let found = |declaration, points, makes| Some(FoundSeed { seed, declaration, points, makes });
    let likely = likely_declarations(hands[seat]);
    Ok(match wish {
        Wish::Makeable(bid) => {
            let needed = bid.value().min(42);
            let leader = if bid.is_partners() { seat.partner() } else { seat };
            let likely = if bid.is_partners() { likely_declarations(hands[leader]) } else { likely };
            let mut best: Option<(Declaration, u8)> = None;
            for declaration in likely {
                let layout = Layout::deal(declaration, leader, hands)?;
                let points = solver.value(&layout, Stake::Points, seat.team());
                if points >= needed && best.is_none_or(|(_, most)| points > most) {
                    best = Some((declaration, points));
                }
            }
            best.and_then(|(declaration, points)| found(declaration, Some(points), None))
        }
        Wish::Close => {
            // The two that look best; the others are worse in nearly every hand.
            let mut study = HandStudy::new(Sight::new(seat, seat.plus(3), hands[seat])?, &likely[..2]);
            study.add(CLOSE_WORLDS, luck, solver, || {})?;
            let thirty = |bids: &[(Bid, Proportion)]| bids.first().map(|(_, made)| *made).unwrap_or_default();
            let best = study.odds().iter().max_by(|a, b| thirty(&a.bids).hits.cmp(&thirty(&b.bids).hits));
            match best.map(|odds| (odds.declaration, thirty(&odds.bids))) {
                Some((declaration, made)) if (0.3..=0.7).contains(&made.share()) => {
                    let layout = Layout::deal(declaration, seat, hands)?;
                    let points = solver.value(&layout, Stake::Points, seat.team());
                    found(declaration, Some(points), Some(made))
                }
                _ => None,
            }
        }
        Wish::Splash | Wish::Plunge => {
            let doubles = if wish == Wish::Splash { 3 } else { 4 };
            if hands[seat].doubles() < doubles {
                return Ok(None);
            }
            let leader = seat.partner();
            for declaration in likely_declarations(hands[leader]) {
                let layout = Layout::deal(declaration, leader, hands)?;
                if solver.takes(&layout, Stake::Tricks, seat.team(), TRICKS) {
                    return Ok(found(declaration, None, None));
                }
            }
            None
        }
        Wish::Nello => {
            let layout = Layout::deal(Declaration::Nello, seat, hands)?;
            let lost = solver.takes(&layout, Stake::Tricks, seat.team().opponents(), TRICKS);
            if lost { found(Declaration::Nello, None, None) } else { None }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use chance::SeededChance;

    fn first(wish: Wish) -> FoundSeed {
        let (mut luck, mut solver) = (SeededChance::from_seed(1), Solver::new());
        let mut fits = |seed| fits_wish(seed, Seat::ALL[0], wish, &mut luck, &mut solver).unwrap();
        (0..5_000).find_map(&mut fits).unwrap()
    }

    #[test]
    fn a_deal_that_is_found_is_as_wished() {
        let me = Seat::ALL[0];
        let mut solver = Solver::new();
        let marks = first(Wish::Makeable("M2".parse().unwrap()));
        let layout = Layout::deal(marks.declaration, me, deal(marks.seed)).unwrap();
        assert!(solver.takes(&layout, Stake::Tricks, me.team(), TRICKS));
        assert_eq!(marks.points, Some(42));
        let close = first(Wish::Close).makes.unwrap();
        assert!((12..=28).contains(&close.hits) && close.trials == 40);
        let plunge = first(Wish::Plunge);
        assert!(deal(plunge.seed)[me].doubles() >= 4);
        let layout = Layout::deal(plunge.declaration, me.partner(), deal(plunge.seed)).unwrap();
        assert!(solver.takes(&layout, Stake::Tricks, me.team(), TRICKS));
        let nello = first(Wish::Nello);
        let layout = Layout::deal(Declaration::Nello, me, deal(nello.seed)).unwrap();
        assert!(solver.takes(&layout, Stake::Tricks, me.team().opponents(), TRICKS));
    }

    #[test]
    fn a_splash_is_found_only_where_three_doubles_meet_a_partner_who_takes_every_trick() {
        let (mut luck, mut solver) = (SeededChance::from_seed(1), Solver::new());
        let me = Seat::ALL[0];
        let mut find = |seed| fits_wish(seed, me, Wish::Splash, &mut luck, &mut solver).unwrap();
        for seed in (0..).filter(|seed| deal(*seed)[me].doubles() < 3).take(20) {
            assert_eq!(find(seed), None, "seed {seed}");
        }
        // Three doubles each: with all tiles face up most partners find a slam, that of seed 190 none.
        let mut others = Solver::new();
        for (seed, slam) in [(0, true), (34, true), (85, true), (190, false)] {
            assert!(deal(seed)[me].doubles() >= 3);
            let takes_all = Declaration::ALL.into_iter().filter(|named| !named.is_special()).any(|named| {
                let layout = Layout::deal(named, me.partner(), deal(seed)).unwrap();
                others.value(&layout, Stake::Points, me.team()) == 42
            });
            assert_eq!((find(seed).is_some(), takes_all), (slam, slam), "seed {seed}");
        }
    }
}
