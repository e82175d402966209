use serde::Serialize;

use super::cost;
use super::numbers::{Seed, Shares};
use crate::{
    Attack, AttackOdds, AttackPlan, AttackResult, DiceService, DiceSystem, Fraction, HitQuality, InputError,
    Odds, RngRules,
};

/// An attack: its odds, and one that was rolled if there is one.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AttackAnswer {
    /// Dice of the attack.
    pub pool: u32,
    /// Dice of the damage, before the quality of the hit changes them.
    pub damage_dice: u32,
    /// What armour takes off.
    pub armour: u32,
    /// The odds, exactly.
    #[serde(flatten)]
    pub exact: AttackNumbers<Fraction>,
    /// The seed of the rolls: those of combat, locked for the encounter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<Seed>,
    /// The rolls.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub roll: Option<AttackResult>,
    /// The odds as decimals.
    pub decimal: AttackNumbers<f64>,
    /// The damage as a distribution, for drawing; JSON has it under `damage`.
    #[serde(skip)]
    pub damage_odds: Odds,
}

/// The odds of an attack.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "AttackNumbers_of_{N}"))]
pub struct AttackNumbers<N> {
    /// Each quality of the hit.
    pub qualities: Shares<N>,
    /// The mean of the damage.
    pub mean_damage: N,
    /// Its variance.
    pub variance_damage: N,
    /// Each amount of damage.
    pub damage: Shares<N>,
    /// How the damage of the roll ranks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub percentile: Option<N>,
    /// The chance of such damage or more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_least: Option<N>,
}

impl AttackAnswer {
    /// The odds of an attack, and with a seed also one that was rolled.
    ///
    /// # Errors
    ///
    /// [`InputError`] as [`Attack::plan`].
    pub fn new(system: &DiceSystem, attack: &Attack, seed: Option<u64>) -> Result<Self, InputError> {
        let plan = attack.plan(system)?;
        let odds = AttackOdds::new(system, plan);
        let roll = |seed| {
            let mut service = DiceService::new(system.clone(), RngRules::standard(), seed);
            service.contexts_mut().begin_encounter(seed);
            service.attack("attacker", "target", attack)
        };
        let roll = seed.map(roll).transpose()?;
        let (qualities, damage) = (odds.qualities(), odds.damage());
        let quality = |quality: HitQuality| (quality.name(), qualities.probability(&quality));
        let exact = AttackNumbers {
            qualities: Shares::new(HitQuality::ALL.map(quality)),
            mean_damage: damage.mean(),
            variance_damage: damage.variance(),
            damage: Shares::of_values(damage),
            percentile: roll.as_ref().map(|result| damage.percentile(result.damage.into())),
            at_least: roll.as_ref().map(|result| damage.at_least(result.damage.into())),
        };
        Ok(Self {
            pool: plan.pool().dice(),
            damage_dice: plan.damage().dice(),
            armour: plan.armour(),
            decimal: exact.decimals(),
            exact,
            seed: seed.map(Seed),
            roll,
            damage_odds: damage.clone(),
        })
    }

    /// About how long [`Self::new`] takes and its answer to be written, in nanoseconds.
    #[must_use]
    pub const fn nanoseconds(plan: AttackPlan) -> u64 {
        let (pool, damage) = (plan.pool().dice() as u64, plan.damage().dice() as u64);
        // A critical hit rolls twice the dice; all qualities meet over one denominator.
        let (values, bits) = (damage * 20 + 1, cost::bits_of_dice(pool + damage * 2));
        cost::pool(pool) + cost::pool(damage * 20) + cost::fractions(values + 8, bits)
    }
}

impl AttackNumbers<Fraction> {
    fn decimals(&self) -> AttackNumbers<f64> {
        AttackNumbers {
            qualities: self.qualities.decimals(),
            mean_damage: self.mean_damage.value(),
            variance_damage: self.variance_damage.value(),
            damage: self.damage.decimals(),
            percentile: self.percentile.as_ref().map(Fraction::value),
            at_least: self.at_least.as_ref().map(Fraction::value),
        }
    }
}
