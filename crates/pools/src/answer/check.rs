use serde::Serialize;

use super::cost;
use super::numbers::{OneMoreDieNumbers, Seed, Shares};
use crate::{CheckOdds, DiceRoll, DiceSystem, Fraction, Pool, PoolOdds, SeededProvider, SkillCheckResult};

/// A check: its odds, and the roll if there is one.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CheckAnswer {
    /// The dice that are rolled.
    pub pool: u32,
    /// The net successes that are needed.
    pub dc: u32,
    /// The odds, exactly.
    #[serde(flatten)]
    pub exact: CheckNumbers<Fraction>,
    /// The seed of the roll.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<Seed>,
    /// The roll.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub roll: Option<SkillCheckResult>,
    /// The odds as decimals.
    pub decimal: CheckNumbers<f64>,
}

/// The odds of a check.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "CheckNumbers_of_{N}"))]
pub struct CheckNumbers<N> {
    /// A success of any kind.
    pub success: N,
    /// Each of the six tiers.
    pub tiers: Shares<N>,
    /// A fumble.
    pub fumble: N,
    /// A critical roll.
    pub critical: N,
    /// The mean of the net successes.
    pub mean: N,
    /// What one more die changes; left out where there cannot be one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub one_more_die: Option<OneMoreDieNumbers<N>>,
    /// How the roll ranks: the share of lower ones and half the share of equal ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub percentile: Option<N>,
    /// The chance of such a roll or a higher one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_least: Option<N>,
}

impl CheckAnswer {
    /// The odds of a check with this pool against this difficulty, and with a seed also a roll.
    #[must_use]
    pub fn new(system: &DiceSystem, pool: Pool, difficulty: u32, seed: Option<u64>) -> Self {
        let odds = PoolOdds::new(system, pool);
        let check = CheckOdds::of_pool(&odds, difficulty);
        let roll = seed.map(|seed| DiceRoll::roll(system, pool, &mut SeededProvider::new(seed)));
        let exact = CheckNumbers {
            success: check.success(),
            tiers: Shares::of_tiers(&check),
            fumble: odds.fumble(),
            critical: odds.critical(),
            mean: odds.net().mean(),
            one_more_die: odds.one_more_die(difficulty.into()).map(Into::into),
            percentile: roll.as_ref().map(|roll| odds.percentile(roll)),
            at_least: roll.as_ref().map(|roll| Fraction::one().minus(&odds.lower(roll))),
        };
        Self {
            pool: pool.dice(),
            dc: difficulty,
            decimal: exact.decimals(),
            exact,
            seed: seed.map(Seed),
            roll: roll.map(|roll| SkillCheckResult::judge(system, roll, difficulty)),
        }
    }

    /// About how long [`Self::new`] takes and its answer to be written, in nanoseconds.
    #[must_use]
    pub const fn nanoseconds(pool: Pool) -> u64 {
        let dice = pool.dice() as u64;
        cost::pool(dice) * 2 + cost::fractions(15, cost::bits_of_dice(dice))
    }
}

impl CheckNumbers<Fraction> {
    fn decimals(&self) -> CheckNumbers<f64> {
        CheckNumbers {
            success: self.success.value(),
            tiers: self.tiers.decimals(),
            fumble: self.fumble.value(),
            critical: self.critical.value(),
            mean: self.mean.value(),
            one_more_die: self.one_more_die.as_ref().map(OneMoreDieNumbers::decimals),
            percentile: self.percentile.as_ref().map(Fraction::value),
            at_least: self.at_least.as_ref().map(Fraction::value),
        }
    }
}
