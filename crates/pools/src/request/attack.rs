use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{AliasMap, aliases, seed_if, system};
use crate::{Attack, AttackAnswer, AttackPlan, Dice, DiceAsked, DiceSystem, InputError, Seed};

/// A question about an attack.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AttackRequest {
    /// Dice of the attack: a number, of which 0 or less roll one, or an expression.
    pub pool: DiceAsked,
    /// Dice of the damage; 0 rolls one.
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 1000)))]
    pub damage: i64,
    /// What armour takes off the damage.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 100_000)))]
    pub armour: i64,
    /// Whether to roll it as well, from a fresh seed.
    #[serde(default)]
    pub roll: bool,
    /// Roll it from this seed: with the dice of combat, locked for the encounter.
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

/// An attack to be made, checked.
#[derive(Clone, Debug)]
pub struct AttackQuestion {
    system: DiceSystem,
    dice: Dice,
    plan: AttackPlan,
    roll: bool,
    seed: Option<Seed>,
    decimals: bool,
}

impl AttackRequest {
    /// The attack, checked.
    ///
    /// # Errors
    ///
    /// [`InputError`] that names the field.
    pub fn question(&self) -> Result<AttackQuestion, InputError> {
        let (system, aliases) = (system(self.system.as_ref())?, aliases(self.aliases.as_ref())?);
        let dice = self.pool.resolve("pool", &system, &aliases, 0)?;
        let plan = Attack { pool: 1, damage: self.damage, armour: self.armour }.plan(&system)?;
        Ok(AttackQuestion { system, dice, plan, roll: self.roll, seed: self.seed, decimals: self.decimals })
    }
}

impl AttackQuestion {
    /// About how long the answer takes, in nanoseconds.
    ///
    /// # Errors
    ///
    /// [`InputError`] for odds that would be refused.
    pub fn nanoseconds(&self) -> Result<u64, InputError> {
        AttackAnswer::nanoseconds(&self.system, &self.dice, self.plan)
    }

    /// The answer.
    ///
    /// # Errors
    ///
    /// [`InputError`] for odds that would take too long.
    pub fn answer(&self, fresh: impl FnOnce() -> u64) -> Result<AttackAnswer, InputError> {
        if !self.decimals {
            AttackAnswer::check_exact(&self.system, &self.dice, self.plan)?;
        }
        let seed = seed_if(self.roll, self.seed, fresh);
        let answer = AttackAnswer::new(&self.system, &self.dice, self.plan, seed)?;
        Ok(if self.decimals { answer.decimals_only() } else { answer })
    }
}
