use crate::Ratio;

/// An exact distribution over integer outcomes: each outcome has a whole number of equally likely cases.
///
/// ```
/// use chance::{Distribution, Ratio};
///
/// // The number of sixes among two dice.
/// let sixes = Distribution::from_weights([(0, 25), (1, 10), (2, 1)]);
/// assert_eq!(sixes.probability(1), Ratio::new(10, 36));
/// assert_eq!(sixes.at_least(1), Ratio::new(11, 36));
/// assert!((sixes.mean() - 1.0 / 3.0).abs() < 1e-15);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distribution {
    /// Ascending by outcome, without repeats and without zero weights.
    weights: Vec<(i64, u64)>,
    total: u64,
}

impl Distribution {
    /// Collects `(outcome, cases)` pairs; equal outcomes are added up and outcomes without cases dropped.
    ///
    /// # Panics
    ///
    /// Panics if there is no case at all, or if there are more than a `u64` counts.
    #[must_use]
    pub fn from_weights(pairs: impl IntoIterator<Item = (i64, u64)>) -> Self {
        let mut weights: Vec<(i64, u64)> = pairs.into_iter().filter(|&(_, weight)| weight > 0).collect();
        weights.sort_unstable_by_key(|&(outcome, _)| outcome);
        weights.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            if same {
                kept.1 = kept.1.checked_add(next.1).expect("cases fit in a u64");
            }
            same
        });
        let total = weights
            .iter()
            .try_fold(0u64, |sum, &(_, weight)| sum.checked_add(weight))
            .expect("cases fit in a u64");
        assert!(total > 0, "a distribution needs at least one case");
        Self { weights, total }
    }

    /// The outcomes that can happen, ascending, each with its probability.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (i64, Ratio)> + '_ {
        self.weights.iter().map(|&(outcome, weight)| (outcome, Ratio::new(weight, self.total)))
    }

    /// The probability of exactly this outcome.
    #[must_use]
    pub fn probability(&self, outcome: i64) -> Ratio {
        let weight = match self.weights.binary_search_by_key(&outcome, |&(o, _)| o) {
            Ok(found) => self.weights[found].1,
            Err(_) => 0,
        };
        Ratio::new(weight, self.total)
    }

    /// The probability of this outcome or a higher one.
    #[must_use]
    pub fn at_least(&self, outcome: i64) -> Ratio {
        let first = self.weights.partition_point(|&(o, _)| o < outcome);
        Ratio::new(self.weights[first..].iter().map(|&(_, weight)| weight).sum(), self.total)
    }

    /// The expected outcome.
    #[must_use]
    pub fn mean(&self) -> f64 {
        let sum: i128 = self.weights.iter().map(|&(o, w)| i128::from(o) * i128::from(w)).sum();
        sum as f64 / self.total as f64
    }

    /// The variance of the outcome.
    #[must_use]
    pub fn variance(&self) -> f64 {
        let mean = self.mean();
        let sum: f64 = self.weights.iter().map(|&(o, w)| (o as f64 - mean).powi(2) * w as f64).sum();
        sum / self.total as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn two_dice() -> Distribution {
        Distribution::from_weights((1..=6).flat_map(|a| (1..=6).map(move |b| (a + b, 1))))
    }

    #[test]
    fn equal_outcomes_are_added_up() {
        let sum = two_dice();
        assert_eq!(sum.iter().len(), 11);
        assert_eq!(sum.probability(7), Ratio::new(1, 6));
        assert_eq!(sum.probability(13), Ratio::ZERO);
    }

    #[test]
    fn tail_probabilities_count_every_higher_outcome() {
        assert_eq!(two_dice().at_least(11), Ratio::new(3, 36));
        assert_eq!(two_dice().at_least(-5), Ratio::ONE);
        assert_eq!(two_dice().at_least(13), Ratio::ZERO);
    }

    #[test]
    fn two_dice_have_mean_seven_and_variance_35_sixths() {
        assert!((two_dice().mean() - 7.0).abs() < 1e-12);
        assert!((two_dice().variance() - 35.0 / 6.0).abs() < 1e-12);
    }

    #[test]
    #[should_panic(expected = "at least one case")]
    fn a_distribution_without_cases_cannot_be_made() {
        let _ = Distribution::from_weights([(3, 0)]);
    }
}
