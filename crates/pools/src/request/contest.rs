use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{AliasMap, aliases, seed_if, system};
use crate::{ContestAnswer, Dice, DiceAsked, DiceSystem, InputError, Seed};

/// A question about a contest.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ContestRequest {
    /// Dice of who starts it: a number, of which 0 or less roll one, or an expression.
    pub initiator: DiceAsked,
    /// Dice of who resists: a number, of which 0 or less roll one, or an expression.
    pub defender: DiceAsked,
    /// Whether to roll it as well, from a fresh seed.
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
    #[cfg_attr(feature = "schema", schemars(with = "Option<DiceSystem>"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub system: Option<Value>,
}

/// A contest to be fought, checked.
#[derive(Clone, Debug)]
pub struct ContestQuestion {
    system: DiceSystem,
    initiator: Dice,
    defender: Dice,
    roll: bool,
    seed: Option<Seed>,
    decimals: bool,
}

impl ContestRequest {
    /// The contest, checked.
    ///
    /// # Errors
    ///
    /// [`InputError`] that names the field.
    pub fn question(&self) -> Result<ContestQuestion, InputError> {
        let (system, aliases) = (system(self.system.as_ref())?, aliases(self.aliases.as_ref())?);
        Ok(ContestQuestion {
            initiator: self.initiator.resolve("initiator", &system, &aliases, 0)?,
            defender: self.defender.resolve("defender", &system, &aliases, 0)?,
            system,
            roll: self.roll,
            seed: self.seed,
            decimals: self.decimals,
        })
    }
}

impl ContestQuestion {
    /// About how long the answer takes, in nanoseconds.
    ///
    /// # Errors
    ///
    /// [`InputError`] for odds that would be refused.
    pub fn nanoseconds(&self) -> Result<u64, InputError> {
        ContestAnswer::nanoseconds(&self.system, &self.initiator, &self.defender)
    }

    /// The answer.
    ///
    /// # Errors
    ///
    /// [`InputError`] for odds that would take too long.
    pub fn answer(&self, fresh: impl FnOnce() -> u64) -> Result<ContestAnswer, InputError> {
        let seed = seed_if(self.roll, self.seed, fresh);
        let answer = ContestAnswer::new(&self.system, &self.initiator, &self.defender, seed)?;
        Ok(if self.decimals { answer.decimals_only() } else { answer })
    }
}
