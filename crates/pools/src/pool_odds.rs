use num_bigint::BigUint;
use serde::Serialize;

use crate::law::Law;
use crate::{DiceRoll, DiceSystem, Fraction, InputError, JointOdds, Odds, Pool};

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
    net: Odds,
    /// Cases of a fumble, over the total of `net`.
    fumbles: BigUint,
}

/// How many faces of a die are a success, a botch, or neither.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Faces {
    pub(crate) success: u32,
    pub(crate) botch: u32,
    pub(crate) neutral: u32,
}

/// What one more die changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OneMoreDie {
    /// The change of the expected net successes.
    pub mean: Fraction,
    /// The change of the chance to reach the number of net successes that was asked about.
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
        let Faces { success, botch, neutral } = faces;
        let die = Law::new([(-1, botch.into()), (0, neutral.into()), (1, success.into())]);
        let net = die.power(dice).odds().map(|&net| net.max(0));
        // A fumble: no die succeeds, and not all of them are neutral.
        let fumbles = BigUint::from(neutral + botch).pow(dice) - BigUint::from(neutral).pow(dice);
        Self { system: system.clone(), faces, dice, net, fumbles }
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

    /// The distribution of the net successes.
    #[must_use]
    pub const fn net(&self) -> &Odds {
        &self.net
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
        Fraction::share(&self.fumbles, self.net.total())
    }

    /// The chance of no net success without a fumble.
    #[must_use]
    pub fn plain_failure(&self) -> Fraction {
        self.net.probability(&0).minus(&self.fumble())
    }

    /// The chance of a critical roll.
    #[must_use]
    pub fn critical(&self) -> Fraction {
        self.net.at_least(self.system.critical_net().into())
    }

    /// How this roll ranks among all of its pool, by net successes; a fumble ranks below every other roll.
    #[must_use]
    pub fn percentile(&self, roll: &DiceRoll) -> Fraction {
        let half = Fraction::new(1, 2);
        match (roll.is_fumble, roll.net) {
            (true, _) => self.fumble().times(&half),
            (false, 0) => self.fumble().plus(&self.plain_failure().times(&half)),
            (false, net) => self.net.percentile(net.into()),
        }
    }

    /// The share of rolls that rank below this one: none below a fumble, fumbles below a plain failure.
    #[must_use]
    pub fn lower(&self, roll: &DiceRoll) -> Fraction {
        match (roll.is_fumble, i64::from(roll.net)) {
            (true, _) => Fraction::zero(),
            (false, 0) => self.fumble(),
            (false, net) => self.net.at_most(net - 1),
        }
    }

    /// Cases of a fumble among [`Odds::total`] of [`Self::net`].
    pub(crate) const fn fumble_cases(&self) -> &BigUint {
        &self.fumbles
    }

    /// Cases of this many net successes without a fumble.
    pub(crate) fn clean_cases(&self, net: i64) -> BigUint {
        let cases = self.net.weight(&net).cloned().unwrap_or_default();
        if net == 0 { cases - &self.fumbles } else { cases }
    }

    /// What one more die changes, also for the chance to reach `net` successes. `None` for the largest pool.
    #[must_use]
    pub fn one_more_die(&self, net: i64) -> Option<OneMoreDie> {
        if self.dice >= Pool::MOST {
            return None;
        }
        let more = Self::of_faces(&self.system, self.faces, self.dice + 1);
        Some(OneMoreDie {
            mean: more.net.mean().minus(&self.net.mean()),
            chance: more.net.at_least(net).minus(&self.net.at_least(net)),
            fumble: more.fumble().minus(&self.fumble()),
            critical: more.critical().minus(&self.critical()),
        })
    }

    /// The smallest pool of such dice that has at least `net` net successes with at least this probability; `None` if
    /// not even `most` dice do.
    #[must_use]
    pub fn dice_needed(&self, net: i64, chance: &Fraction, most: u32) -> Option<Self> {
        (1..=most.min(Pool::MOST)).find_map(|dice| {
            let odds = Self::of_faces(&self.system, self.faces, dice);
            (odds.net.at_least(net) >= *chance).then_some(odds)
        })
    }
}

impl Faces {
    pub(crate) fn of(system: &DiceSystem) -> Self {
        Self { success: system.success_faces(), botch: system.botch_faces(), neutral: system.neutral_faces() }
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
