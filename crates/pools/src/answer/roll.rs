use serde::Serialize;

use super::Exact;
use super::numbers::Seed;
use crate::{
    Expression, Fraction, InputError, RngContext, RngContexts, RngRules, Rolled, RolledPool, SeededProvider,
    Seeding,
};

/// A rolled expression, and how the roll ranks.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RollAnswer {
    /// In canonical spelling.
    pub expression: String,
    /// The seed of the dice: it rolls them again.
    pub seed: Seed,
    /// What it was for, where that was said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub context: Option<String>,
    /// How the dice of that context replay.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seeding: Option<Seeding>,
    /// The result.
    pub total: i64,
    /// The dice.
    pub pools: Vec<RolledPool>,
    /// How the roll ranks, exactly.
    #[serde(flatten)]
    pub exact: Exact<RollNumbers<Fraction>>,
    /// What is rolled, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explanation: Option<String>,
    /// How the roll ranks, as decimals.
    pub decimal: RollNumbers<f64>,
}

/// How a roll ranks; nothing where exact odds would take too long.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "RollNumbers_of_{N}"))]
pub struct RollNumbers<N> {
    /// The share of lower results and half the share of equal ones; a fumble is lower than a plain 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub percentile: Option<N>,
    /// The chance of such a result or a higher one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_least: Option<N>,
}

impl RollAnswer {
    /// Rolls an expression with the dice of a seed, or of a context's own stream of it. Odds of more than so many steps,
    /// each about a nanosecond, are left out: the roll stands without them.
    ///
    /// # Errors
    ///
    /// [`InputError`] for a context that does not exist.
    pub fn new(
        expression: &Expression,
        seed: u64,
        context: Option<&str>,
        rules: RngRules,
        most_steps: u64,
    ) -> Result<Self, InputError> {
        let (mut dice, seeding) = dice_of(seed, context, rules)?;
        let rolled = expression.roll(&mut dice);
        let exact = RollNumbers::of(expression, &rolled, most_steps);
        let Rolled { total, pools } = rolled;
        Ok(Self {
            expression: expression.to_string(),
            seed: Seed(seed),
            context: context.map(str::to_owned),
            seeding,
            total,
            pools,
            decimal: exact.decimals(),
            exact: Exact::new(exact),
            explanation: None,
        })
    }

    /// The same with what is rolled, in words.
    #[must_use]
    pub fn explained(mut self, expression: &Expression) -> Self {
        self.explanation = Some(expression.explain());
        self
    }

    /// The same with decimals alone.
    #[must_use]
    pub fn decimals_only(mut self) -> Self {
        self.exact.leave_out();
        self
    }
}

impl RollNumbers<Fraction> {
    /// How a roll ranks, unless that takes more than so many steps.
    fn of(expression: &Expression, rolled: &Rolled, most_steps: u64) -> Self {
        let cheap = expression.odds_cost().is_ok_and(|cost| cost.steps <= most_steps);
        let odds = cheap.then(|| expression.net_odds().ok()).flatten();
        let (total, fumble) = (rolled.total, expression.counts_successes() && rolled.is_fumble());
        Self {
            percentile: odds.as_ref().map(|odds| odds.percentile(total, fumble)),
            at_least: odds.as_ref().map(|odds| Fraction::one().minus(&odds.lower(total, fumble))),
        }
    }

    fn decimals(&self) -> RollNumbers<f64> {
        RollNumbers {
            percentile: self.percentile.as_ref().map(Fraction::value),
            at_least: self.at_least.as_ref().map(Fraction::value),
        }
    }
}

/// The dice of a seed, or of a context's own stream of it, and how those replay.
pub(super) fn dice_of(
    seed: u64,
    context: Option<&str>,
    rules: RngRules,
) -> Result<(SeededProvider, Option<Seeding>), InputError> {
    let Some(known) = context.map(str::parse::<RngContext>).transpose()? else {
        return Ok((SeededProvider::new(seed), None));
    };
    let mut contexts = RngContexts::new(rules, seed);
    contexts.begin_encounter(seed);
    Ok((contexts.dice_of(known).clone(), Some(rules.seeding(known))))
}
