use serde::Serialize;

use super::Exact;
use super::numbers::Seed;
use super::roll::dice_of;
use crate::law::Law;
use crate::{Expression, Fraction, InputError, NetOdds, Odds, RngRules, Rolled, RolledPool, Seeding, input};

/// The same expression rolled several times: each roll, and what they make together.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeriesAnswer {
    /// In canonical spelling.
    pub expression: String,
    /// The seed of all dice: it rolls them again.
    pub seed: Seed,
    /// What they were for, where that was said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub context: Option<String>,
    /// How the dice of that context replay.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seeding: Option<Seeding>,
    /// Every roll.
    pub rolls: Vec<SeriesRoll>,
    /// All results added up.
    pub sum: i64,
    /// The mean of the results.
    pub average: f64,
    /// Their standard deviation, about that mean.
    pub deviation: f64,
    /// The lowest result.
    pub lowest: i64,
    /// The highest result.
    pub highest: i64,
    /// What was to be expected, exactly.
    #[serde(flatten)]
    pub exact: Exact<SeriesNumbers<Fraction>>,
    /// The same as decimals.
    pub decimal: SeriesNumbers<f64>,
}

/// One of several rolls.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeriesRoll {
    /// The result.
    pub total: i64,
    /// The dice.
    pub pools: Vec<RolledPool>,
    /// How it ranks, from 0 to 1; left out where exact odds would take too long.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub percentile: Option<f64>,
}

/// What was to be expected of several rolls; nothing where exact odds would take too long.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "SeriesNumbers_of_{N}"))]
pub struct SeriesNumbers<N> {
    /// The mean of one roll.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean: Option<N>,
    /// How the sum ranks among sums of as many rolls.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub percentile: Option<N>,
    /// The chance of such a sum or a higher one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_least: Option<N>,
}

impl SeriesAnswer {
    /// The most rolls.
    pub const MOST: u32 = 1000;
    /// The most dice of all rolls, every repeat and every explosion counted.
    pub const MOST_DICE: u64 = 1_000_000;

    /// Rolls an expression so many times with the dice of a seed, one after the other. Odds of more than so many steps,
    /// each about a nanosecond, are left out.
    ///
    /// # Errors
    ///
    /// [`InputError`] for a number out of range, or a context that does not exist.
    pub fn new(
        (expression, times): (&Expression, i64),
        (seed, context, rules): (u64, Option<&str>, RngRules),
        most_steps: u64,
    ) -> Result<Self, InputError> {
        let in_range = u32::try_from(times).ok().filter(|times| (1..=Self::MOST).contains(times));
        let times = in_range.ok_or_else(|| input::out_of_range("times", 1, Self::MOST.into(), times))?;
        let most = expression.most_dice().saturating_mul(times.into());
        if most > Self::MOST_DICE {
            let expected = format!("at most {} dice in all, repeats and explosions counted", Self::MOST_DICE);
            return Err(InputError::new("times", expected, format!("up to {most}")));
        }
        let (mut dice, seeding) = dice_of(seed, context, rules)?;
        let cost = expression.odds_cost().ok().filter(|cost| cost.steps <= most_steps);
        let odds = cost.and_then(|_| expression.net_odds().ok());
        let roll = |_| {
            let rolled = expression.roll(&mut dice);
            let fumble = expression.counts_successes() && rolled.is_fumble();
            let percentile =
                odds.as_ref().map(|odds: &NetOdds| odds.percentile(rolled.total, fumble).value());
            let Rolled { total, pools } = rolled;
            SeriesRoll { total, pools, percentile }
        };
        let rolls: Vec<SeriesRoll> = (0..times).map(roll).collect();
        let totals = || rolls.iter().map(|roll| roll.total);
        let sum: i64 = totals().sum();
        #[expect(clippy::cast_precision_loss, reason = "sums are far below 2^53")]
        let average = sum as f64 / f64::from(times);
        #[expect(clippy::cast_precision_loss, reason = "results are at most 10^12")]
        let squares: f64 = totals().map(|total| (total as f64 - average).powi(2)).sum();
        // The sum of many rolls is a power, which costs its width times that of one roll.
        let sums = odds.as_ref().zip(cost).and_then(|(odds, cost)| {
            let width = odds.net().highest().abs_diff(odds.net().lowest()).saturating_add(1);
            let bits = cost.bits.saturating_mul(times.into());
            let steps = width.saturating_mul(times.into()).saturating_mul(cost.values);
            let steps = steps.saturating_mul((bits / 64 + 1).saturating_mul(cost.bits / 64 + 1) + 40);
            (steps <= most_steps.min(MOST_STEPS))
                .then(|| Law::new(odds.net().weights().iter().cloned()).power(times).odds())
        });
        let exact = SeriesNumbers {
            mean: odds.as_ref().map(|odds| odds.net().mean()),
            percentile: sums.as_ref().map(|sums: &Odds| sums.percentile(sum)),
            at_least: sums.as_ref().map(|sums| sums.at_least(sum)),
        };
        let value = |share: &Option<Fraction>| share.as_ref().map(Fraction::value);
        Ok(Self {
            expression: expression.to_string(),
            seed: Seed(seed),
            context: context.map(str::to_owned),
            seeding,
            sum,
            average,
            deviation: (squares / f64::from(times)).sqrt(),
            lowest: totals().min().unwrap_or(0),
            highest: totals().max().unwrap_or(0),
            rolls,
            decimal: SeriesNumbers {
                mean: value(&exact.mean),
                percentile: value(&exact.percentile),
                at_least: value(&exact.at_least),
            },
            exact: Exact::new(exact),
        })
    }

    /// The same with decimals alone.
    #[must_use]
    pub fn decimals_only(mut self) -> Self {
        self.exact.leave_out();
        self
    }
}

/// The most steps for the odds of a sum of rolls.
const MOST_STEPS: u64 = 500_000_000;
