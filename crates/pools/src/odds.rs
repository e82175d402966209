use std::collections::BinaryHeap;

use num_bigint::{BigInt, BigUint};
use num_integer::Integer as _;
use num_traits::Zero as _;

use crate::Fraction;

/// An exact distribution: each outcome has a whole number of equally likely cases, of any size.
///
/// Outcomes are ascending, without repeats, and each can happen.
///
/// ```
/// use pools::{Fraction, Odds};
///
/// let die = Odds::from_weights((1..=6).map(|face| (face, 1u32)));
/// let two = die.plus(&die);
/// assert_eq!(two.probability(&7), Fraction::new(1, 6));
/// assert_eq!(two.at_least(11), Fraction::new(3, 36));
/// assert_eq!(two.mean(), Fraction::new(7, 1));
/// assert_eq!(two.variance(), Fraction::new(35, 6));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Odds<T = i64> {
    weights: Vec<(T, BigUint)>,
    total: BigUint,
}

/// How two independent distributions compare.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// The first is higher.
    pub higher: Fraction,
    /// Both are equal.
    pub equal: Fraction,
    /// The first is lower.
    pub lower: Fraction,
}

impl<T: Ord + Clone> Odds<T> {
    /// Collects `(outcome, cases)` pairs; equal outcomes are added up and outcomes without cases dropped.
    ///
    /// # Panics
    ///
    /// Panics if there is no case at all.
    #[must_use]
    pub fn from_weights<W: Into<BigUint>>(pairs: impl IntoIterator<Item = (T, W)>) -> Self {
        let mut gathered = Gathered { weights: Vec::new(), room: ROOM };
        for (outcome, weight) in pairs {
            gathered.add(outcome, weight.into());
        }
        gathered.merge();
        Self::of_merged(gathered.weights)
    }

    /// The same from outcomes that come in ascending order: nothing is sorted, which would be a good part of the code of
    /// every type of outcome in a browser module.
    pub(crate) fn ascending(pairs: impl IntoIterator<Item = (T, BigUint)>) -> Self {
        let mut weights = Vec::new();
        for (outcome, weight) in pairs {
            push(&mut weights, outcome, weight);
        }
        debug_assert!(is_ascending(&weights), "outcomes come in ascending order");
        Self::of_merged(weights)
    }

    fn of_merged(weights: Vec<(T, BigUint)>) -> Self {
        let total: BigUint = weights.iter().map(|(_, weight)| weight).sum();
        assert!(!total.is_zero(), "a distribution needs at least one case");
        Self { weights, total }
    }

    /// One outcome, for certain.
    #[must_use]
    pub fn certain(outcome: T) -> Self {
        Self::ascending([(outcome, 1u32.into())])
    }

    /// The outcomes that can happen, ascending, each with its probability.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&T, Fraction)> + '_ {
        self.weights.iter().map(|(outcome, weight)| (outcome, Fraction::share(weight, &self.total)))
    }

    /// The outcomes with their cases.
    #[must_use]
    pub fn weights(&self) -> &[(T, BigUint)] {
        &self.weights
    }

    /// All cases.
    #[must_use]
    pub const fn total(&self) -> &BigUint {
        &self.total
    }

    /// The cases of one outcome.
    pub(crate) fn weight(&self, outcome: &T) -> Option<&BigUint> {
        let place = self.weights.binary_search_by(|(known, _)| known.cmp(outcome)).ok()?;
        Some(&self.weights[place].1)
    }

    /// The probability of exactly this outcome.
    #[must_use]
    pub fn probability(&self, outcome: &T) -> Fraction {
        self.weight(outcome).map_or_else(Fraction::zero, |weight| Fraction::share(weight, &self.total))
    }

    /// The probability of all outcomes for which this holds.
    #[must_use]
    pub fn chance_that(&self, holds: impl Fn(&T) -> bool) -> Fraction {
        let weight: BigUint = self.weights.iter().filter(|(outcome, _)| holds(outcome)).map(|(_, w)| w).sum();
        Fraction::share(&weight, &self.total)
    }

    /// How an actual outcome ranks: the share of lower outcomes and half the share of equal ones. Averaged over the
    /// outcomes it is exactly one half, whatever the distribution.
    #[must_use]
    pub fn rank(&self, outcome: &T) -> Fraction {
        let lower: BigUint = self.weights.iter().filter(|(known, _)| known < outcome).map(|(_, w)| w).sum();
        let equal = self.weight(outcome).cloned().unwrap_or_default();
        Fraction::share(&(lower * 2u32 + equal), &(&self.total * 2u32))
    }

    /// The distribution of something that follows from the outcome.
    #[must_use]
    pub fn map<U: Ord + Clone>(&self, to: impl Fn(&T) -> U) -> Odds<U> {
        Odds::from_weights(self.weights.iter().map(|(outcome, weight)| (to(outcome), weight.clone())))
    }

    /// The distribution of what follows from this outcome and another, independent one.
    #[must_use]
    pub fn combine<U: Ord + Clone, V: Ord + Clone>(
        &self,
        other: &Odds<U>,
        to: impl Fn(&T, &U) -> V,
    ) -> Odds<V> {
        Odds::from_weights(self.weights.iter().flat_map(|(mine, weight)| {
            let to = &to;
            other.weights.iter().map(move |(theirs, times)| (to(mine, theirs), weight * times))
        }))
    }

    /// The distribution when each outcome leads to a distribution of its own.
    #[must_use]
    pub fn then<U: Ord + Clone>(&self, next: impl Fn(&T) -> Odds<U>) -> Odds<U> {
        let branches: Vec<Odds<U>> = self.weights.iter().map(|(outcome, _)| next(outcome)).collect();
        let common = branches.iter().fold(BigUint::from(1u32), |common, branch| common.lcm(&branch.total));
        let pairs = self.weights.iter().zip(&branches).flat_map(|((_, weight), branch)| {
            let scale = weight * (&common / &branch.total);
            branch.weights.iter().map(move |(outcome, part)| (outcome.clone(), part * &scale))
        });
        Odds::from_weights(pairs)
    }
}

/// Outcomes with their cases while they are collected: mostly ascending already.
struct Gathered<T> {
    weights: Vec<(T, BigUint)>,
    /// How many may come until equal ones are added up: many pairs of outcomes make few different ones.
    room: usize,
}

/// The least room.
const ROOM: usize = 1024;

/// Adds an outcome at the end, or to the last one if it is the same; without cases it cannot happen.
fn push<T: PartialEq>(weights: &mut Vec<(T, BigUint)>, outcome: T, weight: BigUint) {
    match weights.last_mut() {
        _ if weight.is_zero() => {}
        Some((last, cases)) if *last == outcome => *cases += weight,
        _ => weights.push((outcome, weight)),
    }
}

fn is_ascending<T: Ord>(weights: &[(T, BigUint)]) -> bool {
    weights.is_sorted_by(|(one, _), (next, _)| one < next)
}

impl<T: Ord> Gathered<T> {
    fn add(&mut self, outcome: T, weight: BigUint) {
        push(&mut self.weights, outcome, weight);
        if self.weights.len() >= self.room {
            self.merge();
            self.room = ROOM + 2 * self.weights.len();
        }
    }

    /// Brings them into their order, and adds equal ones up. By a heap: the sort of slices is five times its code for every
    /// type of outcome in a browser module.
    fn merge(&mut self) {
        if is_ascending(&self.weights) {
            return;
        }
        self.weights = BinaryHeap::from(std::mem::take(&mut self.weights)).into_sorted_vec();
        self.weights.dedup_by(|(outcome, more), (kept, cases)| {
            let is_same = outcome == kept;
            if is_same {
                *cases += std::mem::take(more);
            }
            is_same
        });
    }
}

impl Odds {
    /// The distribution of the sum of this and another, independent one.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        self.combine(other, |a, b| a + b)
    }

    /// The probability of this outcome or a higher one.
    #[must_use]
    pub fn at_least(&self, outcome: i64) -> Fraction {
        self.chance_that(|&known| known >= outcome)
    }

    /// Every outcome with the probability of it or a higher one, ascending: [`Self::at_least`] of all in one pass.
    #[must_use]
    pub fn tails(&self) -> Vec<(i64, Fraction)> {
        let mut left = self.total.clone();
        let tail = |(outcome, weight): &(i64, BigUint)| {
            let share = Fraction::share(&left, &self.total);
            left -= weight;
            (*outcome, share)
        };
        self.weights.iter().map(tail).collect()
    }

    /// The lowest outcome that can happen.
    #[must_use]
    pub fn lowest(&self) -> i64 {
        self.weights[0].0
    }

    /// The highest outcome that can happen.
    #[must_use]
    pub fn highest(&self) -> i64 {
        self.weights[self.weights.len() - 1].0
    }

    /// The expected outcome, exactly.
    #[must_use]
    pub fn mean(&self) -> Fraction {
        Fraction::signed(self.moment(1), &self.total)
    }

    /// The variance, exactly.
    #[must_use]
    pub fn variance(&self) -> Fraction {
        // Over the square of all cases: the mean square less the square of the mean.
        let (sum, squares) = (self.moment(1), self.moment(2));
        let spread = squares * BigInt::from(self.total.clone()) - &sum * &sum;
        Fraction::signed(spread, &(&self.total * &self.total))
    }

    /// The standard deviation.
    #[must_use]
    pub fn standard_deviation(&self) -> f64 {
        self.variance().value().sqrt()
    }

    /// The sum of the outcomes, or of their squares, over all cases.
    fn moment(&self, power: u32) -> BigInt {
        let of = |outcome: i64| BigInt::from(i128::from(outcome).pow(power));
        self.weights.iter().map(|(outcome, weight)| of(*outcome) * BigInt::from(weight.clone())).sum()
    }

    /// [`Self::rank`] of a number.
    #[must_use]
    pub fn percentile(&self, outcome: i64) -> Fraction {
        self.rank(&outcome)
    }

    /// The lowest outcome that is not exceeded with at least this probability: the median for one half.
    #[must_use]
    pub fn quantile(&self, share: &Fraction) -> i64 {
        // Compared crosswise: reducing a fraction for every outcome would cost more than all the rest.
        let (numerator, denominator) = share.raw_parts();
        let wanted = if share.is_negative() { BigUint::ZERO } else { numerator.magnitude() * &self.total };
        let mut seen = BigUint::ZERO;
        for (outcome, weight) in &self.weights {
            seen += weight * denominator;
            if seen >= wanted {
                return *outcome;
            }
        }
        self.highest()
    }

    /// How this and another, independent distribution compare.
    #[must_use]
    pub fn compare(&self, other: &Self) -> Comparison {
        let (mut higher, mut equal) = (BigUint::zero(), BigUint::zero());
        let (mut below, mut theirs) = (BigUint::zero(), other.weights.iter().peekable());
        for (outcome, weight) in &self.weights {
            while let Some((_, lower)) = theirs.next_if(|(known, _)| known < outcome) {
                below += lower;
            }
            higher += weight * &below;
            if let Some((_, same)) = theirs.peek().filter(|(known, _)| known == outcome) {
                equal += weight * same;
            }
        }
        let total = &self.total * &other.total;
        let lower = &total - &higher - &equal;
        Comparison {
            higher: Fraction::share(&higher, &total),
            equal: Fraction::share(&equal, &total),
            lower: Fraction::share(&lower, &total),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn die(sides: i64) -> Odds {
        Odds::from_weights((1..=sides).map(|face| (face, 1u32)))
    }

    #[test]
    fn equal_outcomes_are_added_up_and_impossible_ones_dropped() {
        let odds = Odds::from_weights([(3, 1u32), (1, 2), (3, 4), (2, 0)]);
        assert_eq!(odds.weights().len(), 2);
        assert_eq!(odds.probability(&3), Fraction::new(5, 7));
        assert_eq!(odds.probability(&2), Fraction::zero());
    }

    #[test]
    fn outcomes_in_any_order_and_number_come_out_ascending_and_once() {
        // Far more pairs than outcomes, none of them in order.
        let pairs = (0..20_000u32).map(|place| (i64::from(place * 7919 % 101), place));
        let odds = Odds::from_weights(pairs.clone());
        assert!(odds.weights().is_sorted_by(|(one, _), (next, _)| one < next));
        for (outcome, weight) in odds.weights() {
            let slow: u32 = pairs.clone().filter(|(known, _)| known == outcome).map(|(_, cases)| cases).sum();
            assert_eq!(*weight, BigUint::from(slow), "{outcome}");
        }
        assert_eq!((odds.weights().len(), odds.total()), (101, &BigUint::from(199_990_000u32)));
    }

    #[test]
    fn branches_of_different_sizes_meet_over_a_common_denominator() {
        let odds = die(2).then(|&face| die(if face == 1 { 4 } else { 6 }));
        assert_eq!(odds.probability(&1), Fraction::new(5, 24));
        assert_eq!(odds.probability(&6), Fraction::new(1, 12));
        assert_eq!(odds.at_least(1), Fraction::one());
    }

    #[test]
    fn percentiles_count_half_of_the_equal_outcomes_and_average_one_half() {
        assert_eq!(die(6).percentile(3), Fraction::new(5, 12));
        assert_eq!(die(6).percentile(0), Fraction::zero());
        assert_eq!(die(6).percentile(7), Fraction::one());
        let skewed = Odds::from_weights([(0, 7u32), (1, 2), (9, 1)]);
        let mean = skewed.iter().fold(Fraction::zero(), |sum, (&outcome, share)| {
            sum.plus(&share.times(&skewed.percentile(outcome)))
        });
        assert_eq!(mean, Fraction::new(1, 2));
    }

    #[test]
    fn tails_are_at_least_of_every_outcome() {
        let odds = Odds::from_weights([(-2, 7u32), (1, 2), (9, 1)]);
        assert_eq!(odds.tails(), [-2, 1, 9].map(|outcome| (outcome, odds.at_least(outcome))));
    }

    #[test]
    fn quantiles_are_the_lowest_outcome_that_reaches_the_share() {
        assert_eq!(die(6).quantile(&Fraction::new(1, 2)), 3);
        assert_eq!(die(6).quantile(&Fraction::new(51, 100)), 4);
        assert_eq!(die(6).quantile(&Fraction::zero()), 1);
        assert_eq!(die(6).quantile(&Fraction::one()), 6);
    }

    #[test]
    fn comparing_counts_every_pair_once() {
        let (four, six) = (die(4), die(6));
        let Comparison { higher, equal, lower } = four.compare(&six);
        assert_eq!(higher, Fraction::new(6, 24));
        assert_eq!(equal, Fraction::new(4, 24));
        assert_eq!(lower, Fraction::new(14, 24));
        let back = six.compare(&four);
        assert_eq!((back.higher, back.lower), (lower, higher));
    }
}
