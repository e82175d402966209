//! What a seat is told when it asks for a hint: how often each of its choices works, by what it can know, and how sure
//! that is. Bots, the terminal, live tables and browsers answer with these types.

use chance::{InputError, SeededChance, Summary};
use serde::{Deserialize, Serialize};

use crate::bid::{Bid, Marks};
use crate::contract::may_declare;
use crate::declaration::Declaration;
use crate::odds::{HandOdds, HandStudy, PlayOdds, PlayStudy, Proportion};
use crate::sight::Sight;
use crate::solver::Solver;
use crate::tile::Tile;

/// Deals that are looked at for a play.
const PLAY_DEALS: u32 = 120;
/// Deals that compare all declarations, and new ones for those that came out best: one or two of nine, so that these
/// cost a fifth of the time.
const COMPARED_DEALS: u32 = 45;
const MEASURED_DEALS: u32 = 60;

/// What each choice of a seat is worth. One of the lists is empty.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "FortyTwoHint"))]
pub struct Hint {
    /// Every legal play.
    pub plays: Vec<TileOdds>,
    /// Every declaration that could be named, with the chance of each bid.
    pub hand: Vec<DeclarationOdds>,
}

impl Hint {
    /// For what the seat has to choose now, if anything. The same question gets the same deals, so that asking again
    /// tells nothing new.
    ///
    /// ```
    /// use fortytwo::{Hint, Seat, Sight, Solver, deal};
    ///
    /// let me = Seat::ALL[0];
    /// let sight = Sight::new(me, Seat::ALL[3], deal(2)[me])?;
    /// let hint = Hint::new(&sight, &mut Solver::new())?.expect("it speaks first");
    /// assert!(hint.plays.is_empty() && hint.hand.len() == 9);
    /// # Ok::<(), fortytwo::InputError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`InputError`] if what was seen cannot have happened.
    pub fn new(sight: &Sight, solver: &mut Solver) -> Result<Option<Self>, InputError> {
        let mut luck = hint_luck(sight);
        if sight.auction().next() == Some(sight.seat()) || sight.declarer() == Some(sight.seat()) {
            let mut study = HandStudy::new(sight.clone(), &nameable(sight));
            study.add(COMPARED_DEALS, &mut luck, solver, || {})?;
            study.measure(MEASURED_DEALS, &mut luck, solver)?;
            let hand = study.odds().iter().map(DeclarationOdds::from).collect();
            return Ok(Some(Self { plays: Vec::new(), hand }));
        }
        if sight.player() != Some(sight.seat()) {
            return Ok(None);
        }
        let mut study = PlayStudy::new(sight.clone());
        study.add(PLAY_DEALS, &mut luck, solver)?;
        Ok(Some(Self { plays: study.odds().iter().map(TileOdds::from).collect(), hand: Vec::new() }))
    }
}

/// What the seat could name: everything straight, and what the house rules allow for the bid that has won or may still be made.
#[must_use]
pub fn nameable(sight: &Sight) -> Vec<Declaration> {
    let bid = sight.auction().high().map(|(_, bid)| bid).filter(|_| sight.auction().next().is_none());
    let marks = Marks::new(1).map(Bid::Marks);
    let allowed = |declaration: &Declaration| match bid.or(marks) {
        Some(bid) => may_declare(sight.rules(), bid, *declaration),
        None => false,
    };
    Declaration::ALL.into_iter().filter(allowed).collect()
}

/// The luck of a hint, from what the seat knows: the same question gets the same deals.
#[must_use]
pub fn hint_luck(sight: &Sight) -> SeededChance {
    SeededChance::from_seed(u64::from(sight.hand().bits()) << 32 | u64::from(sight.seen().bits()))
}

/// A share of deals, with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Share {
    /// In how many deals.
    pub hits: u64,
    /// Of how many.
    pub trials: u64,
    /// From 0 to 1.
    pub low: f64,
    /// From 0 to 1.
    pub high: f64,
}

impl From<Proportion> for Share {
    fn from(proportion: Proportion) -> Self {
        let (low, high) = proportion.interval(Summary::Z95);
        Self { hits: proportion.hits, trials: proportion.trials, low, high }
    }
}

/// What a play is worth, from what the seat can know.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TileOdds {
    /// The tile.
    pub tile: Tile,
    /// In how many deals the contract is made after it.
    pub makes: Share,
    /// What the seat's team takes from here on in the mean: points, or tricks where only those count.
    pub takes: f64,
}

impl From<&PlayOdds> for TileOdds {
    fn from(odds: &PlayOdds) -> Self {
        Self { tile: odds.tile, makes: odds.makes.into(), takes: odds.takes.mean() }
    }
}

/// What a hand is worth under one declaration, from what the seat can know.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DeclarationOdds {
    /// What is named.
    pub declaration: Declaration,
    /// Points of 42 in the mean; absent where only tricks count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<f64>,
    /// Each bid, lowest first; `M1` stands for all tricks, whatever the marks.
    pub bids: Vec<BidOdds>,
}

/// How often a bid is made.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BidOdds {
    /// The bid.
    pub bid: Bid,
    /// In how many deals.
    pub makes: Share,
    /// Where this declaration is the best for the bid: in how many new deals. The best of nine shares is the best partly by
    /// luck, so this one, from deals that did not choose it, is what to tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best: Option<Share>,
}

impl From<&HandOdds> for DeclarationOdds {
    fn from(odds: &HandOdds) -> Self {
        let best = |wanted: Bid| odds.best_for.iter().find(|(bid, _)| *bid == wanted);
        let bids = odds.bids.iter().map(|&(bid, made)| BidOdds {
            bid,
            makes: made.into(),
            best: best(bid).map(|(_, made)| (*made).into()),
        });
        Self {
            declaration: odds.declaration,
            points: odds.points.as_ref().map(Summary::mean),
            bids: bids.collect(),
        }
    }
}
