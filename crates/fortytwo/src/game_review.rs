//! The report on a finished game: every choice with all tiles face up, and by what its seat could know.

use chance::InputError;
use serde::Serialize;

use crate::ai::HandRecord;
use crate::bid::Bid;
use crate::contract::{Contract, Outcome, Tally, may_declare};
use crate::declaration::Declaration;
use crate::event::Event;
use crate::hint::{Share, hint_luck};
use crate::moment::{Choice, Moment};
use crate::odds::{AuctionWorlds, PlayShares, Proportion};
use crate::review::HandReview;
use crate::seat::{BySeat, Seat};
use crate::sight::Sight;
use crate::solver::{Goal, Layout, Solver, Stake};
use crate::tile_set::TileSet;

/// What the choices of a game were worth, hand by hand: the report on a game of 42, in the one shape that the server, the
/// command line and the bindings give it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "FortyTwoReport"))]
pub struct GameReview {
    /// The hands that were played to their decision.
    pub hands: Vec<ReviewedHand>,
}

/// A finished hand, and what its choices were worth: with all tiles face up, and by what each seat could know.
///
/// What a seat could know are the deals that fit its own tiles, the calls and the plays so far, weighed by how well they
/// fit what was said. In each of them everybody plays best with all tiles face up.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "FortyTwoReviewedHand"))]
pub struct ReviewedHand {
    /// Its number, the first being 1; hands that all passed, or that were dealt again, leave gaps.
    pub hand: u32,
    /// What was played for.
    pub contract: Contract,
    /// How it ended.
    pub outcome: Outcome,
    /// What costs count.
    pub unit: Stake,
    /// Every call in order, then the declaration.
    pub calls: Vec<CallReview>,
    /// The plays.
    #[serde(flatten)]
    pub review: HandReview,
}

/// A call or the declaration of a finished hand.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "FortyTwoCallReview"))]
pub struct CallReview {
    /// Who spoke.
    pub seat: Seat,
    /// What was bid; absent for a pass and for the declaration.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bid: Option<Bid>,
    /// What was named, for the declaration.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub declaration: Option<Declaration>,
    /// The bid that the options are judged by: what was bid, for a pass the lowest bid that was still to be had, for the
    /// declaration the bid that won. Absent where no bid was left.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub about: Option<Bid>,
    /// Whatever may be named with that bid, as if this seat named it and led.
    pub options: Vec<DeclarationReview>,
    /// Which of them the seat had to think the best; absent until deals are looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<BestDeclaration>,
}

/// The declaration that makes a bid in most deals.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "FortyTwoBestDeclaration"))]
pub struct BestDeclaration {
    /// What is named; of equals what the seat named.
    pub declaration: Declaration,
    /// In how many deals it makes the bid. They are not those by which it was chosen: the best of many shares is the best
    /// partly by luck.
    pub known: Share,
}

/// What could be named, and what it was worth.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "FortyTwoDeclarationReview"))]
pub struct DeclarationReview {
    /// What is named.
    pub declaration: Declaration,
    /// Whether it makes the bid when everybody plays best with all tiles face up.
    pub makes: bool,
    /// The points of 42 that it brings then; absent where only tricks count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<u8>,
    /// In how many deals that the seat had to reckon with it makes the bid; absent until they are looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub known: Option<Share>,
}

impl GameReview {
    /// Deals that are looked at for each choice, unless somebody wishes otherwise: a share is then within 13 percentage
    /// points.
    pub const DEALS: u32 = 60;

    /// Reviews every finished hand of a game, each choice over so many deals; with none there is only what was so with all
    /// tiles face up.
    ///
    /// # Errors
    ///
    /// As [`HandReview::new`]; never for events that the rules admitted.
    pub fn of_game<'a>(
        events: impl IntoIterator<Item = &'a Event>,
        deals: u32,
        solver: &mut Solver,
    ) -> Result<Self, InputError> {
        let mut hands = Vec::new();
        for (number, record) in HandRecord::of_game(events) {
            let Some(mut study) = ReviewStudy::new(number, &record, solver)? else { continue };
            while deals > 0 && study.step(deals, solver)? {}
            hands.push(study.into_hand());
        }
        Ok(Self { hands })
    }
}

/// A review under way: what was so with all tiles face up is there at once, what could be known follows choice by choice.
#[derive(Clone, Debug)]
pub struct ReviewStudy {
    hand: ReviewedHand,
    moments: Vec<Moment>,
    done: usize,
}

impl ReviewStudy {
    /// Reviews one of the hands that [`HandRecord::of_game`] gives, by its number there, the first being 0; `None` if
    /// all passed.
    ///
    /// # Errors
    ///
    /// As [`HandReview::new`].
    pub fn new(number: u32, record: &HandRecord, solver: &mut Solver) -> Result<Option<Self>, InputError> {
        let Some(contract) = record.contract else { return Ok(None) };
        let review = HandReview::new(record, solver)?;
        let moments = record.moments()?;
        let mut calls = Vec::new();
        for Moment { sight, choice } in &moments {
            let (bid, declaration) = match *choice {
                Choice::Call(bid) => (bid, None),
                Choice::Declaration(declaration) => (None, Some(declaration)),
                Choice::Play(_) => break,
            };
            let about =
                if declaration.is_some() { Some(contract.bid) } else { bid.or_else(|| lowest(sight)) };
            let options = about.map_or(Ok(Vec::new()), |bid| face_up(sight, bid, &record.hands, solver))?;
            calls.push(CallReview { seat: sight.seat(), bid, declaration, about, options, best: None });
        }
        let hand = ReviewedHand {
            hand: number + 1,
            contract,
            outcome: contract.outcome(&record.tally),
            unit: Goal::of(&contract, &record.tally).stake,
            calls,
            review,
        };
        Ok(Some(Self { hand, moments, done: 0 }))
    }

    /// The hand, with what could be known as far as it was looked at.
    #[must_use]
    pub const fn hand(&self) -> &ReviewedHand {
        &self.hand
    }

    /// The hand when nothing more is asked.
    #[must_use]
    pub fn into_hand(self) -> ReviewedHand {
        self.hand
    }

    /// How many choices there are.
    #[must_use]
    pub const fn total(&self) -> usize {
        self.moments.len()
    }

    /// How many of them were looked at.
    #[must_use]
    pub const fn done(&self) -> usize {
        self.done
    }

    /// Looks at the next choice over so many deals, at least one, that fit what its seat knew; the same hand gets the same
    /// deals. False when nothing was left.
    ///
    /// # Errors
    ///
    /// [`InputError`] if the seat cannot have known it; none that a game gives.
    pub fn step(&mut self, deals: u32, solver: &mut Solver) -> Result<bool, InputError> {
        let Some(Moment { sight, .. }) = self.moments.get(self.done) else { return Ok(false) };
        let (mut luck, deals) = (hint_luck(sight), deals.max(1));
        if let Some(call) = self.hand.calls.get_mut(self.done) {
            if let Some(bid) = call.about {
                let mut shares = vec![Proportion::default(); call.options.len()];
                let worlds = AuctionWorlds::new(sight)?;
                for _ in 0..deals {
                    let world = worlds.draw(&mut luck);
                    for (share, option) in shares.iter_mut().zip(&call.options) {
                        share.add(makes(sight.seat(), bid, option.declaration, &world, solver)?);
                    }
                }
                let mut best = None;
                for (option, share) in call.options.iter_mut().zip(shares) {
                    option.known = Some(share.into());
                    let rank = (share.hits, Some(option.declaration) == call.declaration);
                    if best.is_none_or(|(_, most)| rank > most) {
                        best = Some((option.declaration, rank));
                    }
                }
                if let Some((declaration, _)) = best {
                    let mut share = Proportion::default();
                    for _ in 0..deals {
                        let world = worlds.draw(&mut luck);
                        share.add(makes(sight.seat(), bid, declaration, &world, solver)?);
                    }
                    call.best = Some(BestDeclaration { declaration, known: share.into() });
                }
            }
        } else if let Some(play) = self.hand.review.plays.get_mut(self.done - self.hand.calls.len()) {
            // A forced play is no choice: there is nothing to know about it.
            if play.legal.len() > 1 {
                let mut shares = PlayShares::new(sight)?;
                (0..deals).try_for_each(|_| shares.add(&mut luck, solver))?;
                let defends = play.seat.team() != self.hand.contract.bidder.team();
                for option in &mut play.legal {
                    let made = shares.of(option.tile);
                    option.known = made.map(|made| if defends { made.rest().into() } else { made.into() });
                }
            }
        }
        self.done += 1;
        Ok(true)
    }
}

/// The lowest bid that somebody who passes could have made.
fn lowest(sight: &Sight) -> Option<Bid> {
    let bids = sight.auction().legal_bids(sight.rules(), sight.hand().doubles());
    bids.into_iter().find(|bid| !bid.is_partners())
}

/// All that may be named with this bid, with all tiles face up.
fn face_up(
    sight: &Sight,
    bid: Bid,
    hands: &BySeat<TileSet>,
    solver: &mut Solver,
) -> Result<Vec<DeclarationReview>, InputError> {
    let named = Declaration::ALL.into_iter().filter(|named| may_declare(sight.rules(), bid, *named));
    let review = |declaration: Declaration| {
        let me = sight.seat();
        let points = if declaration.is_special() {
            None
        } else {
            let layout = Layout::deal(declaration, me, *hands)?;
            Some(solver.value(&layout, Stake::Points, me.team()))
        };
        let makes = makes(me, bid, declaration, hands, solver)?;
        Ok(DeclarationReview { declaration, makes, points, known: None })
    };
    named.map(review).collect()
}

/// Whether the bid is made in this deal if this seat names that and leads.
fn makes(
    seat: Seat,
    bid: Bid,
    declaration: Declaration,
    hands: &BySeat<TileSet>,
    solver: &mut Solver,
) -> Result<bool, InputError> {
    let contract = Contract { bidder: seat, bid, declaration };
    let layout = Layout::deal(declaration, seat, *hands)?;
    Ok(solver.makes(&layout, Goal::of(&contract, &Tally::default())))
}
