//! Sums of many alike dice, as powers of a polynomial.

use num_bigint::BigUint;
use num_traits::{One, Zero as _};

use crate::Odds;

/// What one die brings, densely: the cases of `low`, `low + 1`, and so on. The first and the last have cases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Law {
    low: i64,
    weights: Vec<BigUint>,
}

impl Law {
    /// From values with their cases. There must be a case, and the values must lie close together.
    pub(crate) fn new(pairs: impl IntoIterator<Item = (i64, BigUint)>) -> Self {
        let pairs: Vec<_> = pairs.into_iter().filter(|(_, weight)| !weight.is_zero()).collect();
        let low = pairs.iter().map(|(value, _)| *value).min().expect("a law has a case");
        let high = pairs.iter().map(|(value, _)| *value).max().expect("a law has a case");
        let mut weights = vec![BigUint::zero(); place(high, low) + 1];
        for (value, weight) in pairs {
            weights[place(value, low)] += weight;
        }
        Self { low, weights }
    }

    /// The lowest value.
    pub(crate) const fn low(&self) -> i64 {
        self.low
    }

    /// The cases of each value from the lowest on.
    pub(crate) fn weights(&self) -> &[BigUint] {
        &self.weights
    }

    /// The law of the sum of `count` such dice.
    ///
    /// With P the polynomial of one die and Q = P^n, P Q' = n P' Q gives each coefficient of Q from the few before
    /// it: k p₀ qₖ = Σ (i (n + 1) - k) pᵢ qₖ₋ᵢ. So a sum costs its width times the width of one die, however many
    /// dice there are, and every division is exact. A few fair dice of many sides are counted one after the other.
    pub(crate) fn power(&self, count: u32) -> Self {
        if (count as usize) < self.weights.len() && self.weights.iter().all(One::is_one) {
            return self.sum_of_fair_dice(count);
        }
        self.power_by_recurrence(count)
    }

    /// Each further die replaces every number of cases by the sum of as many before it as the die has sides, which
    /// moves along with one addition and one subtraction.
    fn sum_of_fair_dice(&self, count: u32) -> Self {
        let sides = self.weights.len();
        let mut row = vec![BigUint::one()];
        for _ in 0..count {
            let mut window = BigUint::zero();
            let mut next = Vec::with_capacity(row.len() + sides - 1);
            for place in 0..row.len() + sides - 1 {
                if let Some(cases) = row.get(place) {
                    window += cases;
                }
                if let Some(cases) = place.checked_sub(sides).and_then(|left| row.get(left)) {
                    window -= cases;
                }
                next.push(window.clone());
            }
            row = next;
        }
        Self { low: self.low * i64::from(count), weights: row }
    }

    fn power_by_recurrence(&self, count: u32) -> Self {
        let last = (self.weights.len() - 1) * count as usize;
        let first = &self.weights[0];
        let terms: Vec<(usize, &BigUint)> =
            self.weights.iter().enumerate().skip(1).filter(|(_, weight)| !weight.is_zero()).collect();
        let mut powers = Vec::with_capacity(last + 1);
        powers.push(first.pow(count));
        for k in 1..=last {
            let (mut plus, mut minus) = (BigUint::zero(), BigUint::zero());
            for &(i, weight) in terms.iter().take_while(|(i, _)| *i <= k) {
                let factor = i as i128 * (i128::from(count) + 1) - k as i128;
                let side = if factor < 0 { &mut minus } else { &mut plus };
                let before: &BigUint = &powers[k - i];
                let factor =
                    u64::try_from(factor.unsigned_abs()).expect("a width and a count fit together in a u64");
                if weight.is_one() {
                    *side += before * factor;
                } else {
                    *side += before * weight * factor;
                }
            }
            let mut power = plus - minus;
            power /= k as u64;
            if !first.is_one() {
                power /= first;
            }
            powers.push(power);
        }
        Self { low: self.low * i64::from(count), weights: powers }
    }

    /// The same as a distribution.
    pub(crate) fn odds(&self) -> Odds {
        Odds::ascending((self.low..).zip(self.weights.iter().cloned()))
    }
}

fn place(value: i64, low: i64) -> usize {
    usize::try_from(value - low).expect("no value is below the lowest")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn law(pairs: &[(i64, u32)]) -> Law {
        Law::new(pairs.iter().map(|&(value, weight)| (value, BigUint::from(weight))))
    }

    #[test]
    fn powers_agree_with_adding_one_die_at_a_time() {
        for die in [
            law(&[(-1, 1), (0, 6), (1, 3)]),
            law(&[(1, 1), (2, 1), (3, 1)]),
            law(&[(-4, 2), (0, 5), (7, 1)]),
            law(&[(3, 9)]),
            law(&[(0, 1), (5, 1)]),
            law(&(-3..=8).map(|face| (face, 1)).collect::<Vec<_>>()),
        ] {
            let mut sum = die.odds();
            for count in 2..=9 {
                sum = sum.plus(&die.odds());
                assert_eq!(die.power(count).odds(), sum, "{count} of {die:?}");
                assert_eq!(die.power_by_recurrence(count).odds(), sum, "{count} of {die:?}");
            }
        }
    }

    #[test]
    fn no_dice_sum_to_nothing() {
        assert_eq!(law(&[(2, 3), (4, 5)]).power(0).odds(), Odds::certain(0));
    }
}
