use serde::Serialize;

use super::cost;
use super::numbers::Seed;
use crate::{
    ContestOdds, ContestedCheck, ContestedOutcome, DiceRoll, DiceSystem, Fraction, Pool, PoolOdds,
    SeededProvider, Side,
};

/// A contest: its odds, and the rolls if there are any.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ContestAnswer {
    /// Dice of who starts it.
    pub initiator: u32,
    /// Dice of who resists.
    pub defender: u32,
    /// The odds, exactly.
    #[serde(flatten)]
    pub exact: ContestNumbers<Fraction>,
    /// The seed of the rolls.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<Seed>,
    /// The rolls.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub roll: Option<ContestedCheck>,
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
}

impl ContestAnswer {
    /// The odds of these two pools against each other, and with a seed also the rolls.
    #[must_use]
    pub fn new(system: &DiceSystem, initiator: Pool, defender: Pool, seed: Option<u64>) -> Self {
        let odds = ContestOdds::new(&PoolOdds::new(system, initiator), &PoolOdds::new(system, defender));
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
        };
        let roll = seed.map(|seed| {
            let mut dice = SeededProvider::new(seed);
            let first = DiceRoll::roll(system, initiator, &mut dice);
            ContestedCheck::judge(first, DiceRoll::roll(system, defender, &mut dice))
        });
        Self {
            initiator: initiator.dice(),
            defender: defender.dice(),
            decimal: exact.decimals(),
            exact,
            seed: seed.map(Seed),
            winner: roll.as_ref().map(|contest| contest.outcome.winner()),
            minor_advantage: roll.as_ref().map(|contest| contest.outcome.minor_advantage()),
            roll,
        }
    }

    /// About how long [`Self::new`] takes and its answer to be written, in nanoseconds.
    #[must_use]
    pub const fn nanoseconds(initiator: Pool, defender: Pool) -> u64 {
        let (first, second) = (initiator.dice() as u64, defender.dice() as u64);
        let pairs = first * second * 6;
        cost::pool(first)
            + cost::pool(second)
            + pairs
            + cost::fractions(8, cost::bits_of_dice(first + second))
    }
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
        }
    }
}
