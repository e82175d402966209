use serde::Serialize;

use super::numbers::{OneMoreDieNumbers, Shares};
use super::{Exact, cost};
use crate::check::difficulty;
use crate::input;
use crate::{
    CheckOdds, Comparison, DiceSystem, Expression, Fraction, InputError, JointOdds, NetOdds, Odds,
    OneMoreDie, PoolOdds,
};

/// What to find out about an expression.
#[derive(Clone, Debug, PartialEq)]
pub struct OddsQuestion {
    /// The expression.
    pub expression: Expression,
    /// What counts as critical; the expression itself says what a success is.
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
    /// Whether to give decimals alone, without exact fractions.
    pub decimals: bool,
}

/// An expression with everything that was asked about it.
#[derive(Clone, Debug, PartialEq)]
pub struct OddsReport {
    /// The expression.
    pub expression: Expression,
    /// The odds of its result.
    pub odds: NetOdds,
    /// The chance of a critical roll, where successes are counted.
    pub critical: Option<Fraction>,
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
    /// Whether the answer is to have decimals alone.
    pub decimals: bool,
}

/// The chance to reach a difficulty.
#[derive(Clone, Debug, PartialEq)]
pub struct Reach {
    /// The difficulty.
    pub dc: i64,
    /// The chance: at least as much, and no fumble.
    pub success: Fraction,
    /// The tiers of a check, where successes are counted.
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
    pub exact: Exact<OddsNumbers<Fraction>>,
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
    /// No net success, but no fumble either, where successes are counted.
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
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fraction: Option<Fraction>,
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
        Self {
            expression,
            system,
            dc: None,
            chance: None,
            versus: None,
            joint: false,
            explain: false,
            decimals: false,
        }
    }

    /// Everything that was asked.
    ///
    /// # Errors
    ///
    /// [`InputError`] for a difficulty out of range, a question that only a success pool can answer, or odds that would
    /// take too long.
    pub fn report(&self) -> Result<OddsReport, InputError> {
        let expression = &self.expression;
        let odds = expression.net_odds()?;
        let is_counted = expression.counts_successes();
        let critical = is_counted.then(|| odds.net().at_least(self.system.critical_net().into()));
        let pool = expression.success_pool(&self.system);
        if self.joint && pool.is_none() {
            return Err(input::no_success_pool("joint", expression));
        }
        if self.chance.is_some() && !is_counted {
            return Err(input::no_counted_pool("chance", expression));
        }
        let joint = pool.as_ref().filter(|_| self.joint).map(PoolOdds::joint).transpose()?;
        let reach = self.dc.map(|dc| self.reach(dc, &odds, pool.as_ref())).transpose()?;
        let versus = match &self.versus {
            None => None,
            Some(other) => {
                let others = other.odds().map_err(|error| InputError::from(error).at("versus"))?;
                Some((other.clone(), odds.net().compare(others.values())))
            }
        };
        let explanation = self.explain.then(|| expression.explain());
        Ok(OddsReport {
            expression: expression.clone(),
            odds,
            critical,
            pool,
            joint,
            reach,
            versus,
            explanation,
            decimals: self.decimals,
        })
    }

    fn reach(&self, dc: i64, odds: &NetOdds, pool: Option<&PoolOdds>) -> Result<Reach, InputError> {
        let success = odds.reaches(dc);
        if !self.expression.counts_successes() {
            return Ok(Reach { dc, success, tiers: None, one_more: None, needed: None });
        }
        let tiers = CheckOdds::of_net(&self.system, odds, difficulty("dc", dc)?);
        let one_more = match pool {
            Some(pool) => pool.one_more_die(dc),
            None => self.one_more_die(dc, odds),
        };
        let needed = match (&self.chance, pool) {
            (None, _) => None,
            (Some(chance), Some(pool)) => {
                let found = pool.dice_needed(dc, chance, Self::MOST_NEEDED);
                Some((chance.clone(), found.map(|found| found.dice())))
            }
            (Some(chance), None) => Some((chance.clone(), self.dice_needed(dc, chance)?)),
        };
        Ok(Reach { dc, success, tiers: Some(tiers), one_more, needed })
    }

    fn one_more_die(&self, dc: i64, odds: &NetOdds) -> Option<OneMoreDie> {
        let more = self.expression.with_dice(self.expression.dice()? + 1)?.net_odds().ok()?;
        Some(OneMoreDie::between(odds, &more, &self.system, dc))
    }

    /// The fewest dice with which this expression succeeds with this chance. More dice may well have less of it, so that
    /// all are tried.
    fn dice_needed(&self, dc: i64, chance: &Fraction) -> Result<Option<u32>, InputError> {
        let mut steps = 0u64;
        for dice in 1..=Self::MOST_NEEDED {
            let Some(pool) = self.expression.with_dice(dice) else { return Ok(None) };
            steps = pool.odds_cost().map_or(u64::MAX, |cost| steps.saturating_add(cost.steps));
            if steps > MOST_TRIED {
                return Err(input::too_much_work("chance", MOST_TRIED, steps));
            }
            if pool.net_odds()?.reaches(dc) >= *chance {
                return Ok(Some(dice));
            }
        }
        Ok(None)
    }

    /// Refuses exact fractions that would take too long to write; decimals are always short enough, and the joint
    /// distribution has a limit of its own.
    ///
    /// # Errors
    ///
    /// [`InputError`] for `decimals`, or for odds that would be refused.
    pub fn check_exact(&self) -> Result<(), InputError> {
        let cost = self.expression.odds_cost()?;
        if self.decimals {
            return Ok(());
        }
        cost::check_exact(cost.steps.saturating_add(cost::fractions(2 * cost.values + 20, cost.bits)))
    }

    /// About how long the answer takes and takes to be written, in nanoseconds.
    ///
    /// # Errors
    ///
    /// [`InputError`] for odds that would be refused.
    pub fn nanoseconds(&self) -> Result<u64, InputError> {
        let cost = self.expression.odds_cost()?;
        let write = if self.decimals { cost::decimals } else { cost::fractions };
        // Every value is written twice, with what is as high or higher.
        let mut sum = cost.steps.saturating_add(write(2 * cost.values + 20, cost.bits));
        if self.dc.is_some() {
            sum = sum.saturating_add(cost.steps);
        }
        if let Some(versus) = &self.versus {
            let other = versus.odds_cost().map_err(|error| InputError::from(error).at("versus"))?;
            let products =
                cost.values.saturating_add(other.values).saturating_mul(cost.bits + other.bits + 50);
            let compared = write(3, cost.bits + other.bits);
            sum = sum.saturating_add(other.steps).saturating_add(products).saturating_add(compared);
        }
        if self.joint {
            let dice = cost.values;
            let entries = (dice + 1).saturating_mul(dice + 2) / 2;
            sum = sum.saturating_add(write(entries, cost.bits));
        }
        if self.chance.is_some() {
            let plain = self.expression.success_pool(&self.system).is_some();
            sum = sum.saturating_add(if plain { NEEDED } else { MOST_TRIED });
        }
        Ok(sum)
    }
}

/// How long it takes to try pools of up to [`OddsQuestion::MOST_NEEDED`] dice, in nanoseconds.
const NEEDED: u64 = 15_000_000;
/// The most steps of counting while dice are looked for that explode, are kept or rolled again.
const MOST_TRIED: u64 = 80_000_000;

impl OddsReport {
    /// The report as an answer.
    #[must_use]
    pub fn answer(&self) -> OddsAnswer {
        let (counted, odds) = (self.critical.as_ref().map(|_| &self.odds), self.odds.net());
        let reach = self.reach.as_ref();
        let values = Shares::of_values(odds);
        let (net, values) = if counted.is_some() { (Some(values), None) } else { (None, Some(values)) };
        let exact = OddsNumbers {
            fumble: counted.map(NetOdds::fumble),
            critical: self.critical.clone(),
            plain_failure: counted.map(NetOdds::plain_failure),
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
        let mut answer = OddsAnswer {
            expression: self.expression.to_string(),
            dice: self.pool.as_ref().map(PoolOdds::dice),
            standard_deviation: odds.standard_deviation(),
            lowest: odds.lowest(),
            highest: odds.highest(),
            quantiles: Quantiles::of(odds),
            dc: reach.map(|reach| reach.dc),
            dice_needed: reach.and_then(|reach| reach.needed.as_ref()).map(|(_, dice)| *dice),
            versus: self.versus.as_ref().map(|(other, _)| other.to_string()),
            joint: self.joint.as_ref().map(|joint| {
                joint
                    .shares()
                    .map(|(successes, botches, fraction)| JointShare {
                        successes,
                        botches,
                        probability: fraction.value(),
                        fraction: (!self.decimals).then_some(fraction),
                    })
                    .collect()
            }),
            decimal: exact.decimals(),
            exact: Exact::new(exact),
            explanation: self.explanation.clone(),
        };
        if self.decimals {
            answer.exact.leave_out();
        }
        answer
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
