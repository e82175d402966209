use num_bigint::BigUint;
use serde::Serialize;

use crate::faces::Faces;
use crate::law::Law;
use crate::{DiceRoll, DiceSystem, Fraction, InputError, JointOdds, NetOdds, Odds, Pool};

/// Everything there is to know about a pool before it is rolled.
///
/// ```
/// use pools::{DiceSystem, Fraction, PoolOdds};
///
/// let system = DiceSystem::standard();
/// let odds = PoolOdds::new(&system, system.pool("pool", 6)?);
/// assert_eq!(odds.fumble().to_string(), "70993/1000000");
/// assert_eq!(odds.critical().to_string(), "9477/1000000");
/// assert_eq!(odds.net().mean().to_string(), "339471/250000");
/// assert_eq!(odds.net().at_least(2), Fraction::new(42039, 100_000));
/// # Ok::<(), pools::InputError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PoolOdds {
    system: DiceSystem,
    faces: Faces,
    dice: u32,
    odds: NetOdds,
}

/// What one more die changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OneMoreDie {
    /// The change of the expected net successes.
    pub mean: Fraction,
    /// The change of the chance to succeed against the difficulty that was asked about.
    pub chance: Fraction,
    /// The change of the chance of a fumble.
    pub fumble: Fraction,
    /// The change of the chance of a critical roll.
    pub critical: Fraction,
}

impl PoolOdds {
    /// The odds of a pool.
    #[must_use]
    pub fn new(system: &DiceSystem, pool: Pool) -> Self {
        Self::of_faces(system, Faces::of(system), pool.dice())
    }

    /// The odds of any dice that have these faces.
    pub(crate) fn of_faces(system: &DiceSystem, faces: Faces, dice: u32) -> Self {
        let Faces { success, double, botch, neutral } = faces;
        let die =
            Law::new([(-1, botch.into()), (0, neutral.into()), (1, success.into()), (2, double.into())]);
        let net = die.power(dice).odds().map(|&net| net.max(0));
        // A fumble: no die succeeds, and not all of them are neutral.
        let fumbles = BigUint::from(neutral + botch).pow(dice) - BigUint::from(neutral).pow(dice);
        Self { system: system.clone(), faces, dice, odds: NetOdds::new(net, fumbles) }
    }

    /// How many dice.
    #[must_use]
    pub const fn dice(&self) -> u32 {
        self.dice
    }

    /// Under which system.
    #[must_use]
    pub const fn system(&self) -> &DiceSystem {
        &self.system
    }

    /// The net successes together with the fumbles.
    #[must_use]
    pub const fn counted(&self) -> &NetOdds {
        &self.odds
    }

    /// The distribution of the net successes.
    #[must_use]
    pub const fn net(&self) -> &Odds {
        self.odds.net()
    }

    /// The joint distribution of successes and botches.
    ///
    /// # Errors
    ///
    /// [`InputError`] for so many dice that it would take long; that is known before any work is done.
    pub fn joint(&self) -> Result<JointOdds, InputError> {
        JointOdds::within_reason(self.faces, self.dice)
    }

    /// The chance of a fumble.
    #[must_use]
    pub fn fumble(&self) -> Fraction {
        self.odds.fumble()
    }

    /// The chance of no net success without a fumble.
    #[must_use]
    pub fn plain_failure(&self) -> Fraction {
        self.odds.plain_failure()
    }

    /// The chance of a critical roll.
    #[must_use]
    pub fn critical(&self) -> Fraction {
        self.net().at_least(self.system.critical_net().into())
    }

    /// How this roll ranks among all of its pool, by net successes; a fumble ranks below every other roll.
    #[must_use]
    pub fn percentile(&self, roll: &DiceRoll) -> Fraction {
        self.odds.percentile(roll.net.into(), roll.is_fumble)
    }

    /// The share of rolls that rank below this one: none below a fumble, fumbles below a plain failure.
    #[must_use]
    pub fn lower(&self, roll: &DiceRoll) -> Fraction {
        self.odds.lower(roll.net.into(), roll.is_fumble)
    }

    /// What one more die changes, also for the chance of a check against this difficulty. `None` for the largest pool.
    #[must_use]
    pub fn one_more_die(&self, difficulty: i64) -> Option<OneMoreDie> {
        if self.dice >= Pool::MOST {
            return None;
        }
        let more = Self::of_faces(&self.system, self.faces, self.dice + 1);
        Some(OneMoreDie::between(&self.odds, &more.odds, &self.system, difficulty))
    }

    /// The smallest pool of such dice that succeeds against this difficulty with at least this probability; `None` if
    /// not even `most` dice do.
    #[must_use]
    pub fn dice_needed(&self, difficulty: i64, chance: &Fraction, most: u32) -> Option<Self> {
        (1..=most.min(Pool::MOST)).find_map(|dice| {
            let odds = Self::of_faces(&self.system, self.faces, dice);
            (odds.odds.reaches(difficulty) >= *chance).then_some(odds)
        })
    }
}

impl OneMoreDie {
    /// The difference between a pool and the one with a die more.
    pub(crate) fn between(now: &NetOdds, more: &NetOdds, system: &DiceSystem, difficulty: i64) -> Self {
        let critical = |odds: &NetOdds| odds.net().at_least(system.critical_net().into());
        Self {
            mean: more.net().mean().minus(&now.net().mean()),
            chance: more.reaches(difficulty).minus(&now.reaches(difficulty)),
            fumble: more.fumble().minus(&now.fumble()),
            critical: critical(more).minus(&critical(now)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pool(dice: i64) -> PoolOdds {
        let system = DiceSystem::standard();
        PoolOdds::new(&system, system.pool("pool", dice).unwrap())
    }

    #[test]
    fn net_and_fumble_follow_from_the_joint_distribution() {
        for dice in [1, 2, 5, 23] {
            let odds = pool(dice);
            let joint = odds.joint().unwrap();
            let net =
                Odds::from_weights(joint.iter().map(|(s, b, cases)| (i64::from(s.saturating_sub(b)), cases)));
            assert_eq!(odds.net(), &net);
            let fumbles: BigUint =
                joint.iter().filter(|&(s, b, _)| s == 0 && b > 0).map(|(.., cases)| cases).sum();
            assert_eq!(odds.fumble(), Fraction::share(&fumbles, &joint.total()));
        }
    }

    #[test]
    fn the_dice_needed_are_the_fewest_that_do() {
        let nine_in_ten = Fraction::new(9, 10);
        let found = pool(1).dice_needed(2, &nine_in_ten, 100).unwrap();
        assert!(found.net().at_least(2) >= nine_in_ten);
        let fewer = i64::from(found.dice()) - 1;
        assert!((1..=fewer).all(|dice| pool(dice).net().at_least(2) < nine_in_ten));
        assert!(pool(1).dice_needed(2, &nine_in_ten, 3).is_none());
    }

    #[test]
    fn at_difficulty_0_fumbles_still_fail() {
        // One die fumbles in 10%, two in 13%: the second die costs three points.
        assert_eq!(pool(1).one_more_die(0).unwrap().chance, Fraction::new(-3, 100));
        let found = pool(1).dice_needed(0, &Fraction::new(95, 100), 100).unwrap();
        assert_eq!(found.dice(), 8);
        assert!(found.fumble() <= Fraction::new(5, 100) && pool(7).fumble() > Fraction::new(5, 100));
    }

    #[test]
    fn one_more_die_is_the_difference_of_two_pools() {
        let more = pool(4).one_more_die(2).unwrap();
        assert_eq!(more.mean, Fraction::new(1161, 1000).minus(&Fraction::new(2403, 2500)));
        assert_eq!(more.chance, Fraction::new(35478, 100_000).minus(&Fraction::new(2781, 10_000)));
        assert!(more.fumble.is_negative());
        assert!(pool(1000).one_more_die(1).is_none());
    }

    #[test]
    fn percentiles_rank_a_fumble_below_a_plain_failure() {
        let odds = pool(2);
        let system = DiceSystem::standard();
        let percentile = |faces: &[u8]| odds.percentile(&DiceRoll::of_faces(&system, faces.to_vec()));
        assert_eq!(percentile(&[1, 5]), Fraction::new(13, 200));
        assert_eq!(percentile(&[5, 5]), Fraction::new(13, 100).plus(&Fraction::new(21, 100)));
        assert_eq!(percentile(&[9, 9]), Fraction::new(91, 100).plus(&Fraction::new(45, 1000)));
        let lower = |faces: &[u8]| odds.lower(&DiceRoll::of_faces(&system, faces.to_vec()));
        assert_eq!(lower(&[1, 5]), Fraction::zero());
        assert_eq!(lower(&[5, 5]), Fraction::new(13, 100));
        assert_eq!(lower(&[9, 9]), Fraction::new(91, 100));
    }

    #[test]
    fn a_joint_distribution_that_would_take_long_is_refused() {
        assert!(pool(351).joint().is_ok());
        for dice in [352, 1000] {
            let error = pool(dice).joint().unwrap_err();
            assert_eq!(error.field(), "joint", "{error}");
        }
    }
}
