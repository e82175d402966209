use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{AliasMap, aliases, seed_if, system};
use crate::{DiceAsked, ExtendedAnswer, ExtendedTerms, InputError, Seed};

/// A question about an extended check.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ExtendedRequest {
    /// Dice of each round: a number, of which 0 or less roll one, or an expression.
    pub pool: DiceAsked,
    /// Net successes to reach.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 10_000)))]
    pub target: i64,
    /// The most rounds.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 1000)))]
    pub rounds: i64,
    /// Whether to roll it to its end as well, from a fresh seed.
    #[serde(default)]
    pub roll: bool,
    /// Roll it from this seed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<Seed>,
    /// Whether to give decimals alone.
    #[serde(default)]
    pub decimals: bool,
    /// Names for expressions, written `@name`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub aliases: Option<AliasMap>,
    /// What counts, instead of the built-in system.
    #[cfg_attr(feature = "schema", schemars(with = "Option<crate::DiceSystem>"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub system: Option<Value>,
}

/// An extended check to be made, checked.
#[derive(Clone, Debug)]
pub struct ExtendedQuestion {
    terms: ExtendedTerms,
    roll: bool,
    seed: Option<Seed>,
    decimals: bool,
}

impl ExtendedRequest {
    /// The check, checked.
    ///
    /// # Errors
    ///
    /// [`InputError`] that names the field.
    pub fn question(&self) -> Result<ExtendedQuestion, InputError> {
        let (system, aliases) = (system(self.system.as_ref())?, aliases(self.aliases.as_ref())?);
        let dice = self.pool.resolve("pool", &system, &aliases, 0)?;
        let terms = ExtendedTerms::with_dice(&system, dice, self.target, self.rounds)?;
        Ok(ExtendedQuestion { terms, roll: self.roll, seed: self.seed, decimals: self.decimals })
    }
}

impl ExtendedQuestion {
    /// About how long the answer takes, in nanoseconds.
    ///
    /// # Errors
    ///
    /// [`InputError`] for odds that would be refused.
    pub fn nanoseconds(&self) -> Result<u64, InputError> {
        ExtendedAnswer::nanoseconds(&self.terms)
    }

    /// The answer.
    ///
    /// # Errors
    ///
    /// [`InputError`] for odds that would take too long.
    pub fn answer(&self, fresh: impl FnOnce() -> u64) -> Result<ExtendedAnswer, InputError> {
        if !self.decimals {
            ExtendedAnswer::check_exact(&self.terms)?;
        }
        let answer = ExtendedAnswer::new(&self.terms, seed_if(self.roll, self.seed, fresh))?;
        Ok(if self.decimals { answer.decimals_only() } else { answer })
    }
}
