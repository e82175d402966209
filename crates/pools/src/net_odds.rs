use num_bigint::BigUint;

use crate::{Fraction, Odds};

/// The odds of a roll as a check sees it: its net successes, and whether it is a fumble.
///
/// A fumble has no net success and is worse than any other roll: it fails whatever the difficulty. So a chance to succeed
/// is never read off the net alone; that is what [`Self::reaches`] is for.
///
/// ```
/// use pools::{Aliases, DiceSystem, Expression, Fraction};
///
/// let die = Expression::parse("1d10>=8b1", &Aliases::default())?.net_odds()?;
/// assert_eq!(die.net().at_least(0), Fraction::one());
/// assert_eq!(die.reaches(0), Fraction::new(9, 10));
/// # Ok::<(), pools::ExpressionError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetOdds {
    net: Odds,
    /// Cases of a fumble, among those of no net success.
    fumbles: BigUint,
}

impl NetOdds {
    /// Net successes, and how many of the cases of 0 are fumbles.
    pub(crate) const fn new(net: Odds, fumbles: BigUint) -> Self {
        Self { net, fumbles }
    }

    /// The distribution of the net successes, fumbles among those of 0.
    #[must_use]
    pub const fn net(&self) -> &Odds {
        &self.net
    }

    /// The chance of a fumble.
    #[must_use]
    pub fn fumble(&self) -> Fraction {
        Fraction::share(&self.fumbles, self.net.total())
    }

    /// The chance of no net success without a fumble.
    #[must_use]
    pub fn plain_failure(&self) -> Fraction {
        Fraction::share(&self.clean_cases(0), self.net.total())
    }

    /// The chance of a success: so many net successes or more, and no fumble.
    #[must_use]
    pub fn reaches(&self, difficulty: i64) -> Fraction {
        let cases: BigUint =
            self.net.weights().iter().filter(|(net, _)| *net >= difficulty).map(|(_, cases)| cases).sum();
        let fumbled = if difficulty <= 0 { self.fumbles.clone() } else { BigUint::ZERO };
        Fraction::share(&(cases - fumbled), self.net.total())
    }

    /// The share of rolls that rank below this one: none below a fumble, fumbles below a plain 0.
    #[must_use]
    pub fn lower(&self, net: i64, is_fumble: bool) -> Fraction {
        Fraction::share(&self.lower_cases(net, is_fumble), self.net.total())
    }

    fn lower_cases(&self, net: i64, is_fumble: bool) -> BigUint {
        if is_fumble {
            // Only a result below 0, which has no fumbles beside it, would be lower.
            return self.below(0);
        }
        let fumbled = if net == 0 { self.fumbles.clone() } else { BigUint::ZERO };
        self.below(net) + fumbled
    }

    /// How a roll ranks: the share of lower ones and half the share of equal ones. A fumble ranks below every other
    /// roll of no net success.
    #[must_use]
    pub fn percentile(&self, net: i64, is_fumble: bool) -> Fraction {
        let equal = if is_fumble { self.fumbles.clone() } else { self.clean_cases(net) };
        let lower = self.lower_cases(net, is_fumble);
        Fraction::share(&(lower * 2u32 + equal), &(self.net.total() * 2u32))
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

    fn below(&self, net: i64) -> BigUint {
        self.net.weights().iter().take_while(|(known, _)| *known < net).map(|(_, cases)| cases).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DiceRoll, DiceSystem, PoolOdds, brute};

    #[test]
    fn a_success_is_enough_net_and_no_fumble_whatever_the_difficulty() {
        let system = DiceSystem::standard();
        for dice in 1..=4 {
            let odds = PoolOdds::new(&system, system.pool("pool", dice.into()).unwrap());
            for difficulty in 0..=4 {
                let slow = Odds::from_weights(brute::rolls(dice).map(|faces| {
                    let roll = DiceRoll::of_faces(&system, faces);
                    (i64::from(roll.net) >= difficulty && !roll.is_fumble, 1u32)
                }));
                assert_eq!(
                    odds.counted().reaches(difficulty),
                    slow.probability(&true),
                    "{dice}, {difficulty}"
                );
            }
        }
    }

    #[test]
    fn percentiles_average_one_half_with_fumbles_at_the_bottom() {
        let odds = NetOdds::new(Odds::from_weights([(0, 7u32), (1, 2), (3, 1)]), BigUint::from(3u32));
        let ranks = [(0, true, 3), (0, false, 4), (1, false, 2), (3, false, 1)];
        let mean = ranks.iter().fold(Fraction::zero(), |sum, &(net, fumble, cases)| {
            sum.plus(&odds.percentile(net, fumble).times(&Fraction::new(cases, 10)))
        });
        assert_eq!(mean, Fraction::new(1, 2));
        let lower: Vec<Fraction> = ranks.iter().map(|&(net, fumble, _)| odds.lower(net, fumble)).collect();
        assert_eq!(lower, [0, 3, 7, 9].map(|cases| Fraction::new(cases, 10)));
    }
}
