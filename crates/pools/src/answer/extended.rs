use serde::Serialize;

use super::numbers::{Seed, Shares};
use super::{Exact, cost};
use crate::{
    Dice, ExtendedOdds, ExtendedProgress, ExtendedTerms, Fraction, InputError, RoundOdds, SeededProvider,
};

/// An extended check: its odds round by round, and one that was rolled to its end if there is one.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExtendedAnswer {
    /// Dice of each round.
    pub pool: Dice,
    /// Net successes to reach.
    pub target: u32,
    /// The most rounds.
    pub rounds: u32,
    /// The odds, exactly.
    #[serde(flatten)]
    pub exact: Exact<ExtendedNumbers<Fraction>>,
    /// The seed of the rolls.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<Seed>,
    /// The rolls, and how it ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub roll: Option<ExtendedProgress>,
    /// The odds as decimals.
    pub decimal: ExtendedNumbers<f64>,
}

/// The odds of an extended check.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "ExtendedNumbers_of_{N}"))]
pub struct ExtendedNumbers<N> {
    /// The target is reached.
    pub success: N,
    /// The rounds run out.
    pub failed: N,
    /// Three fumbles in a row.
    pub catastrophic: N,
    /// How it stands after each round.
    pub by_round: Vec<RoundNumbers<N>>,
    /// Each number of successes after the last round, where that was not enough.
    pub unfinished: Shares<N>,
    /// The chance to end as well as the rolled check, or better.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub as_well: Option<N>,
}

/// Where an extended check stands after a round.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "RoundNumbers_of_{N}"))]
pub struct RoundNumbers<N> {
    /// The round, from 1.
    pub round: u32,
    /// The target has been reached by now.
    pub cum_success: N,
    /// It has ended in catastrophe by now.
    pub cum_catastrophic: N,
    /// It goes on; after the last round, it has failed.
    pub ongoing: N,
}

impl ExtendedAnswer {
    /// The odds of a check on these terms, and with a seed also a check that was rolled to its end.
    ///
    /// # Errors
    ///
    /// [`InputError`] as [`ExtendedOdds::new`].
    pub fn new(terms: &ExtendedTerms, seed: Option<u64>) -> Result<Self, InputError> {
        let odds = ExtendedOdds::new(terms)?;
        let round = |RoundOdds { round, cum_success, cum_catastrophic, ongoing }| RoundNumbers {
            round,
            cum_success,
            cum_catastrophic,
            ongoing,
        };
        let roll = seed.map(|seed| ExtendedProgress::play(terms, &mut SeededProvider::new(seed)));
        let exact = ExtendedNumbers {
            success: odds.success(),
            failed: odds.failed(),
            catastrophic: odds.catastrophic(),
            by_round: odds.by_round().into_iter().map(round).collect(),
            unfinished: Shares::new(odds.unfinished().into_iter().enumerate()),
            as_well: roll.as_ref().and_then(|ended| odds.as_well(ended)),
        };
        Ok(Self {
            pool: terms.dice().clone(),
            target: terms.target(),
            rounds: terms.rounds(),
            decimal: exact.decimals(),
            exact: Exact::new(exact),
            seed: seed.map(Seed),
            roll,
        })
    }

    /// The same with decimals alone.
    #[must_use]
    pub fn decimals_only(mut self) -> Self {
        self.exact.leave_out();
        self
    }

    /// Refuses exact fractions that would take too long to write; decimals are always short enough.
    ///
    /// # Errors
    ///
    /// [`InputError`] for `decimals`, or as [`Self::new`].
    pub fn check_exact(terms: &ExtendedTerms) -> Result<(), InputError> {
        cost::check_exact(Self::nanoseconds(terms)?)
    }

    /// About how long [`Self::new`] takes and its answer to be written, in nanoseconds.
    ///
    /// # Errors
    ///
    /// As [`Self::new`].
    pub fn nanoseconds(terms: &ExtendedTerms) -> Result<u64, InputError> {
        let (rounds, round) = (u64::from(terms.rounds()), terms.round_cost()?);
        let bits = rounds.saturating_mul(round.bits);
        // The numbers of the rounds grow from nothing to that, and long ones cost their square.
        let written =
            cost::fractions(rounds * 3 / 2, bits) + cost::fractions(u64::from(terms.target()) + 3, bits);
        Ok(ExtendedOdds::steps(terms)?.saturating_mul(2).saturating_add(round.steps).saturating_add(written))
    }
}

impl ExtendedNumbers<Fraction> {
    fn decimals(&self) -> ExtendedNumbers<f64> {
        let round = |round: &RoundNumbers<Fraction>| RoundNumbers {
            round: round.round,
            cum_success: round.cum_success.value(),
            cum_catastrophic: round.cum_catastrophic.value(),
            ongoing: round.ongoing.value(),
        };
        ExtendedNumbers {
            success: self.success.value(),
            failed: self.failed.value(),
            catastrophic: self.catastrophic.value(),
            by_round: self.by_round.iter().map(round).collect(),
            unfinished: self.unfinished.decimals(),
            as_well: self.as_well.as_ref().map(Fraction::value),
        }
    }
}
