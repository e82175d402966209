use serde::Serialize;

use super::numbers::{OneMoreDieNumbers, Seed, Shares};
use super::{Exact, cost};
use crate::{
    CheckOdds, Counted as _, CountedRoll, Dice, DiceSystem, Fraction, InputError, OneMoreDie, SeededProvider,
    SkillCheckResult,
};

/// A check: its odds, and the roll if there is one.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CheckAnswer {
    /// The dice that are rolled.
    pub pool: Dice,
    /// The net successes that are needed.
    pub dc: u32,
    /// The odds, exactly.
    #[serde(flatten)]
    pub exact: Exact<CheckNumbers<Fraction>>,
    /// The seed of the roll.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<Seed>,
    /// The roll.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub roll: Option<SkillCheckResult<CountedRoll>>,
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
    /// The odds of a check with these dice against this difficulty, and with a seed also a roll.
    ///
    /// # Errors
    ///
    /// [`InputError`] for odds that would take too long.
    pub fn new(
        system: &DiceSystem,
        dice: &Dice,
        difficulty: u32,
        seed: Option<u64>,
    ) -> Result<Self, InputError> {
        let odds = dice.odds(system)?;
        let check = CheckOdds::of_net(system, &odds, difficulty);
        let more = dice.one_more(system).and_then(|more| more.odds(system).ok());
        let roll = seed.map(|seed| dice.roll(system, &mut SeededProvider::new(seed)));
        let exact = CheckNumbers {
            success: check.success(),
            tiers: Shares::of_tiers(&check),
            fumble: odds.fumble(),
            critical: odds.net().at_least(system.critical_net().into()),
            mean: odds.net().mean(),
            one_more_die: more
                .map(|more| OneMoreDie::between(&odds, &more, system, difficulty.into()).into()),
            percentile: roll.as_ref().map(|roll| odds.percentile(roll.net(), roll.is_fumble())),
            at_least: roll
                .as_ref()
                .map(|roll| Fraction::one().minus(&odds.lower(roll.net(), roll.is_fumble()))),
        };
        Ok(Self {
            pool: dice.clone(),
            dc: difficulty,
            decimal: exact.decimals(),
            exact: Exact::new(exact),
            seed: seed.map(Seed),
            roll: roll.map(|roll| SkillCheckResult::judge(system, roll, difficulty)),
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
    pub fn nanoseconds(system: &DiceSystem, dice: &Dice) -> Result<u64, InputError> {
        let cost = dice.cost(system)?;
        Ok(cost.steps.saturating_mul(2).saturating_add(cost::fractions(15, cost.bits)))
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
