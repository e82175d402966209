use serde::Serialize;

use super::cost;
use super::numbers::{OneMoreDieNumbers, Shares};
use crate::check::difficulty;
use crate::input;
use crate::{
    CheckOdds, Comparison, DiceSystem, Expression, Fraction, InputError, JointOdds, Odds, OneMoreDie,
    PoolOdds,
};

/// What to find out about an expression.
#[derive(Clone, Debug, PartialEq)]
pub struct OddsQuestion {
    /// The expression.
    pub expression: Expression,
    /// What counts as critical.
    pub system: DiceSystem,
    /// A difficulty to reach.
    pub dc: Option<i64>,
    /// The chance to reach it with, for which dice are looked for.
    pub chance: Option<Fraction>,
    /// An expression to compare with.
    pub versus: Option<Expression>,
    /// Whether to give the joint distribution of successes and botches.
    pub joint: bool,
    /// Whether to say in words what is rolled.
    pub explain: bool,
}

/// An expression with everything that was asked about it.
#[derive(Clone, Debug, PartialEq)]
pub struct OddsReport {
    /// The expression.
    pub expression: Expression,
    /// The odds of its result.
    pub odds: Odds,
    /// Fumble and critical, where successes are counted.
    pub counted: Option<(Fraction, Fraction)>,
    /// The pool, if the expression is nothing else.
    pub pool: Option<PoolOdds>,
    /// If it was asked for.
    pub joint: Option<JointOdds>,
    /// If a difficulty was given.
    pub reach: Option<Reach>,
    /// If another expression was given.
    pub versus: Option<(Expression, Comparison)>,
    /// In words, if they were asked for.
    pub explanation: Option<String>,
}

/// The chance to reach a difficulty.
#[derive(Clone, Debug, PartialEq)]
pub struct Reach {
    /// The difficulty.
    pub dc: i64,
    /// The chance.
    pub success: Fraction,
    /// The tiers of a check with a success pool.
    pub tiers: Option<CheckOdds>,
    /// What one more die changes.
    pub one_more: Option<OneMoreDie>,
    /// The chance that was asked for, and the fewest dice that have it, if there are.
    pub needed: Option<(Fraction, Option<u32>)>,
}

/// The exact odds of an expression.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OddsAnswer {
    /// In canonical spelling.
    pub expression: String,
    /// The dice, of a plain success pool.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dice: Option<u32>,
    /// The standard deviation of the result.
    pub standard_deviation: f64,
    /// The lowest result.
    pub lowest: i64,
    /// The highest result.
    pub highest: i64,
    /// The lowest results that reach a share of all rolls.
    pub quantiles: Quantiles,
    /// The difficulty that was asked about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dc: Option<i64>,
    /// The fewest dice that reach it with the chance that was asked for; null where not even the most do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dice_needed: Option<Option<u32>>,
    /// The expression that it was compared with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub versus: Option<String>,
    /// Every number of successes and botches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub joint: Option<Vec<JointShare>>,
    /// The odds, exactly.
    #[serde(flatten)]
    pub exact: OddsNumbers<Fraction>,
    /// What is rolled, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explanation: Option<String>,
    /// The odds as decimals.
    pub decimal: OddsNumbers<f64>,
}

/// The odds of an expression.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "OddsNumbers_of_{N}"))]
pub struct OddsNumbers<N> {
    /// A fumble, where successes are counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fumble: Option<N>,
    /// A critical roll, where successes are counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub critical: Option<N>,
    /// No net success, but no fumble either; of a plain success pool.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plain_failure: Option<N>,
    /// The mean of the result.
    pub mean: N,
    /// Its variance.
    pub variance: N,
    /// Each number of net successes, where they are counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub net: Option<Shares<N>>,
    /// Each result, where successes are not counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub values: Option<Shares<N>>,
    /// Each result or a higher one.
    pub at_least: Shares<N>,
    /// The difficulty is reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub success: Option<N>,
    /// The six tiers of a check.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tiers: Option<Shares<N>>,
    /// What one more die changes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub one_more_die: Option<OneMoreDieNumbers<N>>,
    /// The chance that dice were looked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chance: Option<N>,
    /// How it compares with the other expression.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comparison: Option<ComparisonNumbers<N>>,
}

/// How one result compares with another.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "ComparisonNumbers_of_{N}"))]
pub struct ComparisonNumbers<N> {
    /// The first is higher.
    pub higher: N,
    /// Both are equal.
    pub equal: N,
    /// The first is lower.
    pub lower: N,
}

/// The lowest results that 5%, 25%, 50%, 75% and 95% of all rolls do not exceed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(missing_docs, reason = "the names say it")]
pub struct Quantiles {
    pub p05: i64,
    pub p25: i64,
    pub p50: i64,
    pub p75: i64,
    pub p95: i64,
}

/// The chance of so many successes with so many botches.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JointShare {
    /// Successes.
    pub successes: u32,
    /// Botches.
    pub botches: u32,
    /// The chance, exactly.
    pub fraction: Fraction,
    /// The chance as a decimal.
    pub probability: f64,
}

impl OddsQuestion {
    /// The largest pool that is tried when dice are looked for.
    pub const MOST_NEEDED: u32 = 300;

    /// A question about nothing but the distribution.
    #[must_use]
    pub fn about(expression: Expression) -> Self {
        let system = DiceSystem::standard();
        Self { expression, system, dc: None, chance: None, versus: None, joint: false, explain: false }
    }

    /// Everything that was asked.
    ///
    /// # Errors
    ///
    /// [`InputError`] for a difficulty out of range, a question that only a success pool can answer, or odds that would
    /// take too long.
    pub fn report(&self) -> Result<OddsReport, InputError> {
        let expression = &self.expression;
        let exact = expression.odds()?;
        let odds = exact.values().clone();
        let counted = expression.counts_successes().then(|| {
            let fumble = exact.fumble().cloned().unwrap_or_else(Fraction::zero);
            (fumble, odds.at_least(self.system.critical_net().into()))
        });
        let pool = expression.success_pool(&self.system);
        for (asked, field) in [(self.joint, "joint"), (self.chance.is_some(), "chance")] {
            if asked && pool.is_none() {
                return Err(input::no_success_pool(field, expression));
            }
        }
        let joint = pool.as_ref().filter(|_| self.joint).map(PoolOdds::joint).transpose()?;
        let reach = self.dc.map(|dc| self.reach(dc, &odds, pool.as_ref())).transpose()?;
        let versus = match &self.versus {
            None => None,
            Some(other) => {
                let others = other.odds().map_err(|error| InputError::from(error).at("versus"))?;
                Some((other.clone(), odds.compare(others.values())))
            }
        };
        let explanation = self.explain.then(|| expression.explain());
        Ok(OddsReport {
            expression: expression.clone(),
            odds,
            counted,
            pool,
            joint,
            reach,
            versus,
            explanation,
        })
    }

    fn reach(&self, dc: i64, odds: &Odds, pool: Option<&PoolOdds>) -> Result<Reach, InputError> {
        let Some(pool) = pool else {
            let success = odds.at_least(dc);
            return Ok(Reach { dc, success, tiers: None, one_more: None, needed: None });
        };
        let tiers = CheckOdds::of_pool(pool, difficulty("dc", dc)?);
        let needed = self.chance.clone().map(|chance| {
            let found = pool.dice_needed(dc, &chance, Self::MOST_NEEDED);
            (chance, found.map(|found| found.dice()))
        });
        let (success, one_more) = (tiers.success(), pool.one_more_die(dc));
        Ok(Reach { dc, success, tiers: Some(tiers), one_more, needed })
    }

    /// About how long the answer takes and takes to be written, in nanoseconds.
    ///
    /// # Errors
    ///
    /// [`InputError`] for odds that would be refused.
    pub fn nanoseconds(&self) -> Result<u64, InputError> {
        let cost = self.expression.odds_cost()?;
        // Every value is written twice, with what is as high or higher.
        let mut sum = cost.steps.saturating_add(cost::fractions(2 * cost.values + 20, cost.bits));
        if let Some(versus) = &self.versus {
            let other = versus.odds_cost().map_err(|error| InputError::from(error).at("versus"))?;
            let products =
                cost.values.saturating_add(other.values).saturating_mul(cost.bits + other.bits + 50);
            let compared = cost::fractions(3, cost.bits + other.bits);
            sum = sum.saturating_add(other.steps).saturating_add(products).saturating_add(compared);
        }
        if self.joint {
            let dice = cost.values;
            let entries = (dice + 1).saturating_mul(dice + 2) / 2;
            sum = sum.saturating_add(cost::fractions(entries, cost.bits));
        }
        if self.chance.is_some() {
            sum = sum.saturating_add(NEEDED);
        }
        Ok(sum)
    }
}

/// How long it takes to try pools of up to [`OddsQuestion::MOST_NEEDED`] dice, in nanoseconds.
const NEEDED: u64 = 15_000_000;

impl OddsReport {
    /// The report as an answer.
    #[must_use]
    pub fn answer(&self) -> OddsAnswer {
        let odds = &self.odds;
        let (reach, counted) = (self.reach.as_ref(), self.counted.as_ref());
        let values = Shares::of_values(odds);
        let (net, values) = if counted.is_some() { (Some(values), None) } else { (None, Some(values)) };
        let exact = OddsNumbers {
            fumble: counted.map(|(fumble, _)| fumble.clone()),
            critical: counted.map(|(_, critical)| critical.clone()),
            plain_failure: self.pool.as_ref().map(PoolOdds::plain_failure),
            mean: odds.mean(),
            variance: odds.variance(),
            net,
            values,
            at_least: Shares::new(odds.tails()),
            success: reach.map(|reach| reach.success.clone()),
            tiers: reach.and_then(|reach| reach.tiers.as_ref()).map(Shares::of_tiers),
            one_more_die: reach.and_then(|reach| reach.one_more.clone()).map(Into::into),
            chance: reach.and_then(|reach| reach.needed.as_ref()).map(|(chance, _)| chance.clone()),
            comparison: self.versus.as_ref().map(|(_, comparison)| comparison.clone().into()),
        };
        OddsAnswer {
            expression: self.expression.to_string(),
            dice: self.pool.as_ref().map(PoolOdds::dice),
            standard_deviation: odds.standard_deviation(),
            lowest: odds.lowest(),
            highest: odds.highest(),
            quantiles: Quantiles::of(odds),
            dc: reach.map(|reach| reach.dc),
            dice_needed: reach.and_then(|reach| reach.needed.as_ref()).map(|(_, dice)| *dice),
            versus: self.versus.as_ref().map(|(other, _)| other.to_string()),
            joint: self.joint.as_ref().map(|joint| joint.shares().map(JointShare::from).collect()),
            decimal: exact.decimals(),
            exact,
            explanation: self.explanation.clone(),
        }
    }
}

impl OddsNumbers<Fraction> {
    fn decimals(&self) -> OddsNumbers<f64> {
        let value = |share: &Option<Fraction>| share.as_ref().map(Fraction::value);
        let values = |shares: &Option<Shares<Fraction>>| shares.as_ref().map(Shares::decimals);
        OddsNumbers {
            fumble: value(&self.fumble),
            critical: value(&self.critical),
            plain_failure: value(&self.plain_failure),
            mean: self.mean.value(),
            variance: self.variance.value(),
            net: values(&self.net),
            values: values(&self.values),
            at_least: self.at_least.decimals(),
            success: value(&self.success),
            tiers: values(&self.tiers),
            one_more_die: self.one_more_die.as_ref().map(OneMoreDieNumbers::decimals),
            chance: value(&self.chance),
            comparison: self.comparison.as_ref().map(|compared| ComparisonNumbers {
                higher: compared.higher.value(),
                equal: compared.equal.value(),
                lower: compared.lower.value(),
            }),
        }
    }
}

impl From<Comparison> for ComparisonNumbers<Fraction> {
    fn from(Comparison { higher, equal, lower }: Comparison) -> Self {
        Self { higher, equal, lower }
    }
}

impl Quantiles {
    fn of(odds: &Odds) -> Self {
        let of = |percent| odds.quantile(&Fraction::new(percent, 100));
        Self { p05: of(5), p25: of(25), p50: of(50), p75: of(75), p95: of(95) }
    }
}

impl From<(u32, u32, Fraction)> for JointShare {
    fn from((successes, botches, fraction): (u32, u32, Fraction)) -> Self {
        Self { successes, botches, probability: fraction.value(), fraction }
    }
}
