//! The few statistics a profile needs, each from sums that can be folded.

use chance::Summary;
use serde::{Deserialize, Serialize};

/// An estimate with the interval that holds the truth in 95 cases of 100.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Interval {
    /// The estimate.
    pub mean: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// Whether a value lies in it.
    #[must_use]
    pub fn contains(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }
}

/// The interval of a weighted mean; `None` for fewer than two values.
///
/// Losses are skewed: many small ones, a few large ones. Student's interval alone lies too low then, so it is corrected for
/// the skewness (Hall 1992, the cubic transformation). The ends of a mean of losses are never negative.
pub(crate) fn interval_of(values: impl Iterator<Item = (f64, f64)> + Clone) -> Option<Interval> {
    let (weights, squares) = values
        .clone()
        .fold((0.0, 0.0), |(sum, squares), (_, weight)| (sum + weight, squares + weight * weight));
    let count = weights * weights / squares;
    // Written so that a count that is no number is refused as well.
    if count.is_nan() || count < 1.5 {
        return None;
    }
    let mean = values.clone().map(|(value, weight)| value * weight).sum::<f64>() / weights;
    let moment = |power| {
        values.clone().map(|(value, weight)| weight * f64::powi(value - mean, power)).sum::<f64>() / weights
    };
    let variance = moment(2) * count / (count - 1.0);
    if variance <= 0.0 {
        return Some(Interval { mean, low: mean, high: mean });
    }
    let skewness = moment(3) / (variance * variance.sqrt());
    let quantile = student_975(count - 1.0);
    let end = |quantile: f64| mean - (variance / count).sqrt() * unskewed(quantile, skewness, count);
    Some(Interval { mean, low: end(quantile).max(0.0).min(mean), high: end(-quantile).max(mean) })
}

/// The quantile of a studentised mean of skewed values, by Hall's transformation.
fn unskewed(quantile: f64, skewness: f64, count: f64) -> f64 {
    if skewness.abs() < 1e-9 {
        return quantile;
    }
    let root = count.sqrt();
    let inner = 1.0 + skewness * (quantile / root - skewness / (6.0 * count));
    3.0 * root / skewness * (inner.cbrt() - 1.0)
}

/// The 97.5 % quantile of Student's distribution, by its expansion around the normal one; good to 0.03 from three degrees of
/// freedom on, and too wide below.
pub(crate) fn student_975(freedom: f64) -> f64 {
    const Z: f64 = Summary::Z95;
    let z = [Z, Z.powi(3), Z.powi(5), Z.powi(7)];
    let first = (z[1] + z[0]) / 4.0;
    let second = (5.0 * z[2] + 16.0 * z[1] + 3.0 * z[0]) / 96.0;
    let third = (3.0 * z[3] + 19.0 * z[2] + 17.0 * z[1] - 15.0 * z[0]) / 384.0;
    let freedom = freedom.max(1.0);
    Z + first / freedom + second / freedom.powi(2) + third / freedom.powi(3)
}

/// The chance of at least `hits` among `tries`, each with probability `chance`.
///
/// Where the tries have different chances with this mean, the true chance is at most this large for any number of hits above the
/// expected one (Hoeffding 1956).
pub(crate) fn binomial_tail(hits: u32, tries: u32, chance: f64) -> f64 {
    if hits == 0 {
        return 1.0;
    }
    if hits > tries || chance <= 0.0 {
        return 0.0;
    }
    if chance >= 1.0 {
        return 1.0;
    }
    // The terms from `hits` on, as a multiple of the first of them.
    let odds = chance / (1.0 - chance);
    let (mut sum, mut term) = (0.0, 1.0);
    for k in hits..=tries {
        sum += term;
        term *= f64::from(tries - k) / f64::from(k + 1) * odds;
    }
    let first: f64 = (1..=hits).map(|k| (f64::from(tries - hits + k) / f64::from(k)).ln()).sum::<f64>()
        + f64::from(hits) * chance.ln()
        + f64::from(tries - hits) * (1.0 - chance).ln();
    (first.exp() * sum).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn student_quantiles_are_those_of_the_tables() {
        for (freedom, quantile) in [(3.0, 3.182), (5.0, 2.571), (10.0, 2.228), (19.0, 2.093), (60.0, 2.000)] {
            assert!((student_975(freedom) - quantile).abs() < 0.03, "{freedom}: {}", student_975(freedom));
        }
    }

    #[test]
    fn binomial_tails_are_sums_of_exact_terms() {
        for (hits, tries, chance, tail) in [
            (0, 5, 0.3, 1.0),
            (5, 5, 0.5, 1.0 / 32.0),
            (4, 5, 0.5, 6.0 / 32.0),
            (1, 4, 1.0 / 6.0, 1.0 - (5.0f64 / 6.0).powi(4)),
            (6, 5, 0.5, 0.0),
            (3, 5, 0.0, 0.0),
            (3, 5, 1.0, 1.0),
        ] {
            assert!((binomial_tail(hits, tries, chance) - tail).abs() < 1e-12, "{hits} of {tries}");
        }
        // Many tries neither overflow nor vanish.
        let half = binomial_tail(5_000, 10_000, 0.5);
        assert!((half - 0.504).abs() < 1e-3, "{half}");
    }

    #[test]
    fn an_interval_needs_two_values_and_never_reaches_below_nothing() {
        let of = |values: &[f64]| interval_of(values.iter().map(|&value| (value, 1.0)));
        assert_eq!(of(&[]), None);
        assert_eq!(of(&[3.0]), None);
        assert_eq!(of(&[3.0, 3.0]), Some(Interval { mean: 3.0, low: 3.0, high: 3.0 }));
        let wide = of(&[0.0, 0.0, 0.0, 12.0]).unwrap();
        assert!(wide.low >= 0.0 && wide.high > 12.0 && (wide.mean - 3.0).abs() < 1e-12);
    }
}
