use serde::Serialize;

use super::numbers::Seed;
use super::{Exact, cost};
use crate::{
    ContestOdds, ContestStanding, ContestedCheck, ContestedOutcome, CountedRoll, Dice, DiceSystem, Fraction,
    InputError, NetOdds, SeededProvider, Side,
};

/// A contest: its odds, and the rolls if there are any.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ContestAnswer {
    /// Dice of who starts it.
    pub initiator: Dice,
    /// Dice of who resists.
    pub defender: Dice,
    /// The odds, exactly.
    #[serde(flatten)]
    pub exact: Exact<ContestNumbers<Fraction>>,
    /// The seed of the rolls.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<Seed>,
    /// The rolls.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub roll: Option<ContestedCheck<CountedRoll>>,
    /// Who won, if anybody; only with a roll.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<Option<Side>>,
    /// Who has the minor advantage of a tie; only with a roll.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minor_advantage: Option<Option<Side>>,
    /// The odds as decimals.
    pub decimal: ContestNumbers<f64>,
}

/// The odds of a contest.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "ContestNumbers_of_{N}"))]
pub struct ContestNumbers<N> {
    /// The initiator wins.
    pub initiator_wins: N,
    /// The defender wins.
    pub defender_wins: N,
    /// Both have as many net successes.
    pub tie: N,
    /// Both fumble.
    pub both_fumble: N,
    /// The initiator wins by more net successes.
    pub initiator_on_net: N,
    /// The initiator wins because the defender fumbles.
    pub initiator_by_defender_fumble: N,
    /// The defender wins by more net successes.
    pub defender_on_net: N,
    /// The defender wins because the initiator fumbles.
    pub defender_by_initiator_fumble: N,
    /// How the rolls rank for the initiator, by who won and by how much: the share of worse ends and half the share of
    /// equal ones. Left out, like the next, without rolls and where it would take too long.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub percentile: Option<N>,
    /// The chance of the initiator to end as well as this or better.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub as_well: Option<N>,
}

/// The most products for the rank of a contest, about five milliseconds.
const MOST_PAIRS: usize = 40_000;

impl ContestAnswer {
    /// The odds of these dice against each other, and with a seed also the rolls.
    ///
    /// # Errors
    ///
    /// [`InputError`] for odds that would take too long.
    pub fn new(
        system: &DiceSystem,
        initiator: &Dice,
        defender: &Dice,
        seed: Option<u64>,
    ) -> Result<Self, InputError> {
        let (first, second) = (initiator.odds(system)?, defender.odds(system)?);
        let odds = ContestOdds::of_net(&first, &second);
        let roll = seed.map(|seed| {
            let mut dice = SeededProvider::new(seed);
            let roll = initiator.roll(system, &mut dice);
            ContestedCheck::judge(roll, defender.roll(system, &mut dice))
        });
        let rank = roll.as_ref().and_then(|roll| rank(&first, &second, roll)).unzip();
        let chance = |outcome| odds.outcomes().probability(&outcome);
        let exact = ContestNumbers {
            initiator_wins: odds.wins(Side::Initiator),
            defender_wins: odds.wins(Side::Defender),
            tie: chance(ContestedOutcome::Tie),
            both_fumble: chance(ContestedOutcome::BothFumble),
            initiator_on_net: chance(ContestedOutcome::InitiatorWins),
            initiator_by_defender_fumble: chance(ContestedOutcome::DefenderFumble),
            defender_on_net: chance(ContestedOutcome::DefenderWins),
            defender_by_initiator_fumble: chance(ContestedOutcome::InitiatorFumble),
            percentile: rank.0,
            as_well: rank.1,
        };
        Ok(Self {
            initiator: initiator.clone(),
            defender: defender.clone(),
            decimal: exact.decimals(),
            exact: Exact::new(exact),
            seed: seed.map(Seed),
            winner: roll.as_ref().map(|contest| contest.outcome.winner()),
            minor_advantage: roll.as_ref().map(|contest| contest.outcome.minor_advantage()),
            roll,
        })
    }

    /// The same with decimals alone.
    #[must_use]
    pub const fn decimals_only(mut self) -> Self {
        self.exact.leave_out();
        self
    }

    /// About how long [`Self::new`] takes and its answer to be written, in nanoseconds.
    ///
    /// # Errors
    ///
    /// As [`Self::new`].
    pub fn nanoseconds(system: &DiceSystem, initiator: &Dice, defender: &Dice) -> Result<u64, InputError> {
        let (first, second) = (initiator.cost(system)?, defender.cost(system)?);
        let limbs = |bits: u64| bits / 64 + 1;
        let product = limbs(first.bits).saturating_mul(limbs(second.bits)) + 60;
        let products = first.values.saturating_add(second.values).saturating_mul(product);
        // Larger contests are not ranked: see `rank`.
        let pairs =
            Some(first.values.saturating_mul(second.values)).filter(|pairs| *pairs <= MOST_PAIRS as u64);
        let ranked = pairs.unwrap_or_default().saturating_mul(product + 60);
        let written = cost::fractions(10, first.bits + second.bits);
        Ok(first.steps.saturating_add(second.steps).saturating_add(products + ranked).saturating_add(written))
    }
}

/// How the rolls rank among all: percentile, and the chance to end as well or better.
fn rank(
    initiator: &NetOdds,
    defender: &NetOdds,
    roll: &ContestedCheck<CountedRoll>,
) -> Option<(Fraction, Fraction)> {
    let pairs = initiator.net().weights().len().saturating_mul(defender.net().weights().len());
    if pairs > MOST_PAIRS {
        return None;
    }
    let all = ContestStanding::odds(initiator, defender);
    let place = ContestStanding::of_rolls(&roll.initiator, &roll.defender).place();
    Some((all.rank(&place), all.at_least(place)))
}

impl ContestNumbers<Fraction> {
    fn decimals(&self) -> ContestNumbers<f64> {
        ContestNumbers {
            initiator_wins: self.initiator_wins.value(),
            defender_wins: self.defender_wins.value(),
            tie: self.tie.value(),
            both_fumble: self.both_fumble.value(),
            initiator_on_net: self.initiator_on_net.value(),
            initiator_by_defender_fumble: self.initiator_by_defender_fumble.value(),
            defender_on_net: self.defender_on_net.value(),
            defender_by_initiator_fumble: self.defender_by_initiator_fumble.value(),
            percentile: self.percentile.as_ref().map(Fraction::value),
            as_well: self.as_well.as_ref().map(Fraction::value),
        }
    }
}
