use std::fmt;

use num_bigint::BigUint;
use serde::{Deserialize, Serialize};

use crate::input;
use crate::law::Law;
use crate::{Counted, DiceRoll, DiceSystem, InputError, NetOdds, Odds, Pool, PoolOdds};

/// How well an attack hit, by its net successes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum HitQuality {
    /// No net success.
    Miss,
    /// Two damage dice fewer, but at least one.
    GlancingHit,
    /// All damage dice.
    SolidHit,
    /// One damage die more.
    StrongHit,
    /// Twice the damage dice, past armour.
    CriticalHit,
}

/// An attack to be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attack {
    /// Dice of the attack.
    pub pool: i64,
    /// Dice of the damage, before the quality of the hit changes them.
    pub damage: i64,
    /// What armour takes off the damage, except of a critical hit.
    pub armour: i64,
}

/// An [`Attack`] whose numbers have been checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttackPlan {
    pool: Pool,
    damage: Pool,
    armour: u32,
}

/// An attack that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AttackResult<R = DiceRoll> {
    /// The attack roll, counted by successes.
    pub attack: R,
    /// How well it hit.
    pub quality: HitQuality,
    /// The damage roll, summed; none for a miss.
    pub damage_roll: Option<DiceRoll>,
    /// The damage that is dealt.
    pub damage: u32,
    /// Whether the attack roll was critical.
    pub is_critical: bool,
}

/// The exact odds of an attack.
///
/// ```
/// use pools::{Attack, AttackOdds, DiceSystem, HitQuality};
///
/// let system = DiceSystem::standard();
/// let plan = Attack { pool: 6, damage: 2, armour: 3 }.plan(&system)?;
/// let odds = AttackOdds::new(&system, plan);
/// assert_eq!(odds.qualities().probability(&HitQuality::SolidHit).to_string(), "46899/200000");
/// assert_eq!(odds.damage().highest(), 40);
/// # Ok::<(), pools::InputError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttackOdds {
    qualities: Odds<HitQuality>,
    damage: Odds,
}

impl HitQuality {
    /// All of them, from worst to best.
    pub const ALL: [Self; 5] =
        [Self::Miss, Self::GlancingHit, Self::SolidHit, Self::StrongHit, Self::CriticalHit];

    /// The quality that so many net successes make.
    #[must_use]
    pub fn classify(system: &DiceSystem, net: i64) -> Self {
        let begins = system.hit_thresholds();
        let reaches = |threshold: u32| net >= i64::from(threshold);
        if reaches(begins.critical_hit) {
            Self::CriticalHit
        } else if reaches(begins.strong_hit) {
            Self::StrongHit
        } else if reaches(begins.solid_hit) {
            Self::SolidHit
        } else if reaches(begins.glancing_hit) {
            Self::GlancingHit
        } else {
            Self::Miss
        }
    }

    /// The quality of an attack roll: a fumble always misses.
    #[must_use]
    pub fn of_roll<R: Counted>(system: &DiceSystem, roll: &R) -> Self {
        if roll.is_fumble() { Self::Miss } else { Self::classify(system, roll.net()) }
    }

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Miss => "miss",
            Self::GlancingHit => "glancing_hit",
            Self::SolidHit => "solid_hit",
            Self::StrongHit => "strong_hit",
            Self::CriticalHit => "critical_hit",
        }
    }
}

impl fmt::Display for HitQuality {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name().replace('_', " "))
    }
}

impl Attack {
    /// The strongest armour.
    pub const MOST_ARMOUR: i64 = 100_000;

    /// Checks the numbers.
    ///
    /// # Errors
    ///
    /// [`InputError`] if a pool is too large, or damage or armour out of range.
    pub fn plan(&self, system: &DiceSystem) -> Result<AttackPlan, InputError> {
        if self.damage < 0 {
            return Err(input::out_of_range("damage", 0, Pool::MOST.into(), self.damage));
        }
        let armour = u32::try_from(self.armour).ok().filter(|_| self.armour <= Self::MOST_ARMOUR);
        let armour =
            armour.ok_or_else(|| input::out_of_range("armour", 0, Self::MOST_ARMOUR, self.armour))?;
        Ok(AttackPlan {
            pool: system.pool("pool", self.pool)?,
            damage: system.pool("damage", self.damage)?,
            armour,
        })
    }
}

impl AttackPlan {
    /// The dice of the attack.
    #[must_use]
    pub const fn pool(&self) -> Pool {
        self.pool
    }

    /// The dice of the damage, before the quality of the hit changes them.
    #[must_use]
    pub const fn damage(&self) -> Pool {
        self.damage
    }

    /// What armour takes off the damage.
    #[must_use]
    pub const fn armour(&self) -> u32 {
        self.armour
    }

    /// How many damage dice are rolled; none for a miss.
    #[must_use]
    pub fn damage_dice(&self, quality: HitQuality) -> Option<u32> {
        let dice = self.damage.dice();
        match quality {
            HitQuality::Miss => None,
            HitQuality::GlancingHit => Some(dice.saturating_sub(2).max(1)),
            HitQuality::SolidHit => Some(dice),
            HitQuality::StrongHit => Some(dice + 1),
            HitQuality::CriticalHit => Some(2 * dice),
        }
    }

    /// What remains of a sum of damage dice.
    #[must_use]
    pub fn past_armour(&self, quality: HitQuality, sum: u32) -> u32 {
        if quality == HitQuality::CriticalHit { sum } else { sum.saturating_sub(self.armour) }
    }

    /// The attack with its dice.
    #[must_use]
    pub fn result<R: Counted>(
        &self,
        attack: R,
        quality: HitQuality,
        damage_roll: Option<DiceRoll>,
    ) -> AttackResult<R> {
        let damage = damage_roll.as_ref().map_or(0, |roll| self.past_armour(quality, roll.raw_total));
        let is_critical = attack.is_critical();
        AttackResult { attack, quality, damage_roll, damage, is_critical }
    }
}

impl AttackOdds {
    /// The odds of an attack.
    #[must_use]
    pub fn new(system: &DiceSystem, plan: AttackPlan) -> Self {
        Self::of_net(system, PoolOdds::new(system, plan.pool).counted(), plan)
    }

    /// The odds of an attack with any dice whose net successes and fumbles are known; the pool of the plan is left aside.
    #[must_use]
    pub fn of_net(system: &DiceSystem, attack: &NetOdds, plan: AttackPlan) -> Self {
        let clean = attack
            .net()
            .weights()
            .iter()
            .map(|&(net, _)| (HitQuality::classify(system, net), attack.clean_cases(net)));
        let fumble = (HitQuality::Miss, attack.fumble_cases().clone());
        // More net successes never make a worse hit.
        let qualities = Odds::ascending([fumble].into_iter().chain(clean));
        let damage = qualities.then(|&quality| plan.damage_of(system, quality));
        Self { qualities, damage }
    }

    /// The distribution of the quality of the hit.
    #[must_use]
    pub const fn qualities(&self) -> &Odds<HitQuality> {
        &self.qualities
    }

    /// The distribution of the damage, misses included.
    #[must_use]
    pub const fn damage(&self) -> &Odds {
        &self.damage
    }
}

impl AttackPlan {
    fn damage_of(&self, system: &DiceSystem, quality: HitQuality) -> Odds {
        let Some(dice) = self.damage_dice(quality) else { return Odds::certain(0) };
        let die = Law::new((1..=i64::from(system.sides())).map(|face| (face, BigUint::from(1u32))));
        die.power(dice).odds().map(|&sum| {
            let sum = u32::try_from(sum).unwrap_or(0);
            i64::from(self.past_armour(quality, sum))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DiceService, RngRules, brute, labels};

    fn system() -> DiceSystem {
        DiceSystem::standard()
    }

    fn quality(faces: &[u8]) -> HitQuality {
        HitQuality::of_roll(&system(), &DiceRoll::of_faces(&system(), faces.to_vec()))
    }

    fn plan(pool: i64, damage: i64, armour: i64) -> AttackPlan {
        Attack { pool, damage, armour }.plan(&system()).unwrap()
    }

    #[test]
    fn negative_damage_and_armour_are_refused() {
        for (damage, armour, refused) in [(-1, 0, "damage"), (1, -1, "armour")] {
            let error = Attack { pool: 1, damage, armour }.plan(&system()).unwrap_err();
            assert_eq!(error.field(), refused);
        }
    }

    #[test]
    fn attack_uses_success_counting() {
        // Five sevens are a large sum and no success.
        assert_eq!(quality(&[7, 7, 7, 7, 7]), HitQuality::Miss);
        assert_eq!(quality(&[8, 8, 2]), HitQuality::SolidHit);
    }

    #[test]
    fn damage_uses_sum() {
        let mut service = DiceService::new(system(), RngRules::standard(), 3);
        let attack = Attack { pool: 12, damage: 4, armour: 0 };
        for _ in 0..50 {
            let result = service.attack("a", "b", &attack).unwrap();
            let Some(roll) = &result.damage_roll else { continue };
            assert_eq!(result.damage, roll.dice.iter().map(|&face| u32::from(face)).sum::<u32>());
        }
        assert!(service.log().by_context(labels::COMBAT_DAMAGE).count() > 10);
    }

    #[test]
    fn hit_quality_matches_net_successes() {
        for (net, quality) in [
            (0, HitQuality::Miss),
            (1, HitQuality::GlancingHit),
            (2, HitQuality::SolidHit),
            (3, HitQuality::StrongHit),
            (4, HitQuality::StrongHit),
            (5, HitQuality::CriticalHit),
            (50, HitQuality::CriticalHit),
        ] {
            assert_eq!(HitQuality::classify(&system(), net), quality, "net {net}");
        }
    }

    #[test]
    fn critical_hit_doubles_damage_dice_and_goes_past_armour() {
        let plan = plan(6, 3, 5);
        assert_eq!(plan.damage_dice(HitQuality::CriticalHit), Some(6));
        assert_eq!(plan.past_armour(HitQuality::CriticalHit, 20), 20);
        assert_eq!(plan.past_armour(HitQuality::StrongHit, 20), 15);
        assert_eq!(plan.past_armour(HitQuality::GlancingHit, 3), 0);
    }

    #[test]
    fn glancing_hit_reduces_damage_dice_but_leaves_one() {
        assert_eq!(plan(6, 5, 0).damage_dice(HitQuality::GlancingHit), Some(3));
        assert_eq!(plan(6, 2, 0).damage_dice(HitQuality::GlancingHit), Some(1));
        assert_eq!(plan(6, 1, 0).damage_dice(HitQuality::GlancingHit), Some(1));
        assert_eq!(plan(6, 5, 0).damage_dice(HitQuality::StrongHit), Some(6));
    }

    #[test]
    fn fumble_on_attack_is_auto_miss() {
        assert_eq!(quality(&[1, 7, 7]), HitQuality::Miss);
        let roll = DiceRoll::of_faces(&system(), vec![1, 7, 7]);
        let result = plan(3, 4, 0).result(roll, HitQuality::Miss, None);
        assert_eq!((result.damage, result.damage_roll), (0, None));
    }

    #[test]
    fn numbers_out_of_range_are_refused() {
        let attack = |pool, damage, armour| Attack { pool, damage, armour }.plan(&system()).unwrap_err();
        assert_eq!(attack(1, 1, -1).field(), "armour");
        assert_eq!(attack(1, 5000, 0).field(), "damage");
        assert_eq!(attack(5000, 1, 0).field(), "pool");
    }

    #[test]
    fn odds_agree_with_every_roll_of_attack_and_damage() {
        let plan = plan(3, 1, 4);
        let mut cases = Vec::new();
        for faces in brute::rolls(3) {
            let roll = DiceRoll::of_faces(&system(), faces);
            let quality = HitQuality::of_roll(&system(), &roll);
            // Two damage dice at most here; a roll of fewer counts for as many more.
            let dice = plan.damage_dice(quality).unwrap_or(0);
            for damage in brute::rolls(2) {
                let sum = damage.iter().take(dice as usize).map(|&face| u32::from(face)).sum();
                let damage = if dice == 0 { 0 } else { plan.past_armour(quality, sum) };
                cases.push(((quality, damage), 1u32));
            }
        }
        let slow = Odds::from_weights(cases);
        let odds = AttackOdds::new(&system(), plan);
        for quality in HitQuality::ALL {
            assert_eq!(odds.qualities().probability(&quality), slow.chance_that(|(q, _)| *q == quality));
        }
        for damage in 0..=20 {
            assert_eq!(
                odds.damage().probability(&damage),
                slow.chance_that(|(_, d)| i64::from(*d) == damage),
                "damage {damage}"
            );
        }
    }
}
