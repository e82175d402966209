use serde::{Deserialize, Serialize};

use super::{AliasMap, aliases};
use crate::{Expression, InputError, RngRules, RollAnswer, Seed, SeriesAnswer};

/// Dice to be rolled.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "PoolRollRequest"))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RollRequest {
    /// What to roll, such as `6d10>=8b1` or `4d6kh3 + 2`; at most 10,000 dice, repeats and explosions counted.
    #[cfg_attr(feature = "schema", schemars(length(min = 1, max = 1000)))]
    pub expression: String,
    /// How many times, each answered for itself and all together; one roll when left out.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 1000)))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub times: Option<i64>,
    /// The same seed, the same dice; a fresh one when left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<Seed>,
    /// `combat`, `exploration`, `crafting`, `dialogue`, `default`, or a label such as `Combat:Attack`; each has dice of
    /// its own.
    #[cfg_attr(feature = "schema", schemars(length(max = 200)))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub context: Option<String>,
    /// Whether to say in words what is rolled.
    #[serde(default)]
    pub explain: bool,
    /// Whether to give decimals alone.
    #[serde(default)]
    pub decimals: bool,
    /// Names for expressions, written `@name`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub aliases: Option<AliasMap>,
}

/// Dice to be rolled, checked.
#[derive(Clone, Debug)]
pub struct RollQuestion {
    expression: Expression,
    request: RollRequest,
    most_steps: u64,
}

/// One roll, or several.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum RollOrSeries {
    /// One.
    Roll(Box<RollAnswer>),
    /// Several.
    Series(Box<SeriesAnswer>),
}

impl RollRequest {
    /// The most dice of one answer, every repeat and every explosion counted.
    pub const MOST_DICE: u64 = 10_000;

    /// The roll, checked. Odds that take more than so many steps, each about a nanosecond, are left out.
    ///
    /// # Errors
    ///
    /// [`InputError`] that names the field.
    pub fn question(self, most_steps: u64) -> Result<RollQuestion, InputError> {
        let aliases = aliases(self.aliases.as_ref())?;
        let expression = Expression::parse(&self.expression, &aliases)?;
        let times = self.times.and_then(|times| u64::try_from(times).ok()).unwrap_or(1).max(1);
        let dice = expression.most_dice().saturating_mul(times);
        if dice > Self::MOST_DICE {
            let expected = format!("at most {} dice, repeats and explosions counted", Self::MOST_DICE);
            return Err(InputError::new("expression", expected, format!("up to {dice}")));
        }
        Ok(RollQuestion { expression, request: self, most_steps })
    }
}

impl RollQuestion {
    /// About how long the answer takes, in nanoseconds.
    #[must_use]
    pub fn nanoseconds(&self) -> u64 {
        let steps = self.expression.odds_cost().map_or(0, |cost| cost.steps);
        let odds = if steps <= self.most_steps { steps } else { 0 };
        let times = self.request.times.and_then(|times| u64::try_from(times).ok()).unwrap_or(1);
        // A die is drawn and written in well under a microsecond.
        let dice = self.expression.most_dice().saturating_mul(times).saturating_mul(500);
        let sums = if self.request.times.is_some() { self.most_steps } else { 0 };
        odds.saturating_add(dice).saturating_add(sums)
    }

    /// Rolls, from a fresh seed unless one was given.
    ///
    /// # Errors
    ///
    /// [`InputError`] for a context that does not exist, or too many rolls.
    pub fn answer(&self, fresh: impl FnOnce() -> u64) -> Result<RollOrSeries, InputError> {
        let RollRequest { times, seed, context, explain, decimals, .. } = &self.request;
        let (seed, context) = (seed.map_or_else(fresh, |Seed(seed)| seed), context.as_deref());
        let (expression, rules) = (&self.expression, RngRules::standard());
        if let Some(times) = *times {
            let series = SeriesAnswer::new((expression, times), (seed, context, rules), self.most_steps)?;
            return Ok(RollOrSeries::Series(Box::new(if *decimals {
                series.decimals_only()
            } else {
                series
            })));
        }
        let mut answer = RollAnswer::new(expression, seed, context, rules, self.most_steps)?;
        if *explain {
            answer = answer.explained(expression);
        }
        Ok(RollOrSeries::Roll(Box::new(if *decimals { answer.decimals_only() } else { answer })))
    }
}
