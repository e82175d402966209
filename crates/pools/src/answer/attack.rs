use serde::Serialize;

use super::numbers::{Seed, Shares};
use super::{Exact, cost};
use crate::roll::throw;
use crate::{
    AttackOdds, AttackPlan, AttackResult, CountedRoll, Dice, DiceRoll, DiceSystem, Fraction, HitQuality,
    InputError, Odds, RngContext, RngContexts, RngRules,
};

/// An attack: its odds, and one that was rolled if there is one.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AttackAnswer {
    /// Dice of the attack.
    pub pool: Dice,
    /// Dice of the damage, before the quality of the hit changes them.
    pub damage_dice: u32,
    /// What armour takes off.
    pub armour: u32,
    /// The odds, exactly.
    #[serde(flatten)]
    pub exact: Exact<AttackNumbers<Fraction>>,
    /// The seed of the rolls: those of combat, locked for the encounter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<Seed>,
    /// The rolls.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub roll: Option<AttackResult<CountedRoll>>,
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
    /// The odds of an attack with these dice, and with a seed also one that was rolled.
    ///
    /// # Errors
    ///
    /// [`InputError`] for odds that would take too long.
    pub fn new(
        system: &DiceSystem,
        dice: &Dice,
        plan: AttackPlan,
        seed: Option<u64>,
    ) -> Result<Self, InputError> {
        let odds = AttackOdds::of_net(system, &dice.odds(system)?, plan);
        let roll = seed.map(|seed| {
            let mut contexts = RngContexts::new(RngRules::standard(), seed);
            contexts.begin_encounter(seed);
            let falling = contexts.dice_of(RngContext::Combat);
            let attack = dice.roll(system, falling);
            let quality = HitQuality::of_roll(system, &attack);
            let damage = plan.damage_dice(quality).map(|dice| throw(system, dice, falling));
            plan.result(attack, quality, damage.map(|faces| DiceRoll::of_faces(system, faces)))
        });
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
            pool: dice.clone(),
            damage_dice: plan.damage().dice(),
            armour: plan.armour(),
            decimal: exact.decimals(),
            exact: Exact::new(exact),
            seed: seed.map(Seed),
            roll,
            damage_odds: damage.clone(),
        })
    }

    /// The same with decimals alone.
    #[must_use]
    pub fn decimals_only(mut self) -> Self {
        self.exact.leave_out();
        self
    }

    /// Refuses exact fractions that would take too long to write; decimals are always short enough.
    ///
    /// # Errors
    ///
    /// [`InputError`] for `decimals`, or as [`Self::new`].
    pub fn check_exact(system: &DiceSystem, dice: &Dice, plan: AttackPlan) -> Result<(), InputError> {
        cost::check_exact(Self::nanoseconds(system, dice, plan)?)
    }

    /// About how long [`Self::new`] takes and its answer to be written, in nanoseconds.
    ///
    /// # Errors
    ///
    /// As [`Self::new`].
    pub fn nanoseconds(system: &DiceSystem, dice: &Dice, plan: AttackPlan) -> Result<u64, InputError> {
        // A critical hit rolls twice the dice; all qualities meet over one denominator.
        let largest = system.pool_cost(plan.damage());
        let (cost, damage) = (dice.cost(system)?, u64::from(plan.damage().dice()) * 2);
        let values = damage * u64::from(system.sides()) + 1;
        let bits = cost.bits + largest.bits * 2;
        let counted = values.saturating_mul(u64::from(system.sides())).saturating_mul(bits / 64 + 40);
        Ok(cost.steps.saturating_add(counted).saturating_add(cost::fractions(values + 8, bits)))
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
