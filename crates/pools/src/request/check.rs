use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{AliasMap, aliases, seed_if, system};
use crate::check::difficulty;
use crate::{CheckAnswer, Dice, DiceAsked, DiceSystem, InputError, Seed};

/// A question about a check: `pool`, or `attribute` and `skill`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CheckRequest {
    /// The dice: a number, of which 0 or less roll one, or an expression.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pool: Option<DiceAsked>,
    /// The attribute, instead of the dice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attribute: Option<i64>,
    /// The rank of the skill, with the attribute.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skill: Option<i64>,
    /// Dice that circumstances add or take away.
    #[serde(default)]
    pub modifier: i64,
    /// The difficulty: net successes that are needed.
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 1000)))]
    pub dc: i64,
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

/// A check to be made, checked.
#[derive(Clone, Debug)]
pub struct CheckQuestion {
    system: DiceSystem,
    dice: Dice,
    difficulty: u32,
    roll: bool,
    seed: Option<Seed>,
    decimals: bool,
}

impl CheckRequest {
    /// The check, checked.
    ///
    /// # Errors
    ///
    /// [`InputError`] that names the field.
    pub fn question(&self) -> Result<CheckQuestion, InputError> {
        let (system, aliases) = (system(self.system.as_ref())?, aliases(self.aliases.as_ref())?);
        let asked = match (&self.pool, self.attribute, self.skill) {
            (Some(pool), None, None) => pool.clone(),
            (None, Some(attribute), skill) => DiceAsked::Pool(attribute.saturating_add(skill.unwrap_or(0))),
            (None, None, _) => {
                return Err(InputError::new("pool", "a number of dice, or an attribute", "nothing"));
            }
            (Some(_), ..) => {
                return Err(InputError::new("pool", "either this, or attribute and skill", "both"));
            }
        };
        Ok(CheckQuestion {
            dice: asked.resolve("pool", &system, &aliases, self.modifier)?,
            difficulty: difficulty("dc", self.dc)?,
            system,
            roll: self.roll,
            seed: self.seed,
            decimals: self.decimals,
        })
    }
}

impl CheckQuestion {
    /// About how long the answer takes, in nanoseconds.
    ///
    /// # Errors
    ///
    /// [`InputError`] for odds that would be refused.
    pub fn nanoseconds(&self) -> Result<u64, InputError> {
        CheckAnswer::nanoseconds(&self.system, &self.dice)
    }

    /// The answer.
    ///
    /// # Errors
    ///
    /// [`InputError`] for odds that would take too long.
    pub fn answer(&self, fresh: impl FnOnce() -> u64) -> Result<CheckAnswer, InputError> {
        let seed = seed_if(self.roll, self.seed, fresh);
        let answer = CheckAnswer::new(&self.system, &self.dice, self.difficulty, seed)?;
        Ok(if self.decimals { answer.decimals_only() } else { answer })
    }
}
