/// Running mean and variance of a sample, by Welford's method.
///
/// ```
/// use chance::Summary;
/// let summary: Summary = [1.0, 2.0, 3.0, 4.0].into_iter().collect();
/// assert_eq!(summary.count(), 4);
/// assert!((summary.mean() - 2.5).abs() < 1e-12);
/// assert!((summary.variance() - 5.0 / 3.0).abs() < 1e-12);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Summary {
    count: u64,
    mean: f64,
    squares: f64,
}

impl Summary {
    /// The two-sided 95% point of the normal distribution.
    pub const Z95: f64 = 1.959_963_984_540_054;
    /// The two-sided 99% point of the normal distribution.
    pub const Z99: f64 = 2.575_829_303_548_901;

    /// The same observation, `count` times.
    #[must_use]
    pub const fn repeated(value: f64, count: u64) -> Self {
        Self { count, mean: if count == 0 { 0.0 } else { value }, squares: 0.0 }
    }

    /// Adds one observation.
    pub fn add(&mut self, value: f64) {
        self.count += 1;
        let delta = value - self.mean;
        self.mean += delta / self.count as f64;
        self.squares += delta * (value - self.mean);
    }

    /// Adds all observations of another sample.
    #[must_use]
    pub fn merge(self, other: Self) -> Self {
        if self.count == 0 {
            return other;
        }
        if other.count == 0 {
            return self;
        }
        let count = self.count + other.count;
        let (mine, theirs) = (self.count as f64, other.count as f64);
        let delta = other.mean - self.mean;
        Self {
            count,
            mean: self.mean + delta * theirs / (mine + theirs),
            squares: self.squares + other.squares + delta * delta * mine * theirs / (mine + theirs),
        }
    }

    /// How many observations there are.
    #[must_use]
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// Their mean; 0 when there are none.
    #[must_use]
    pub const fn mean(&self) -> f64 {
        self.mean
    }

    /// Their sample variance; 0 for fewer than two.
    #[must_use]
    pub fn variance(&self) -> f64 {
        if self.count < 2 { 0.0 } else { self.squares / (self.count - 1) as f64 }
    }

    /// Their sample standard deviation.
    #[must_use]
    pub fn standard_deviation(&self) -> f64 {
        self.variance().sqrt()
    }

    /// The confidence interval of the mean, `z` standard errors to each side ([`Self::Z95`], [`Self::Z99`]).
    #[must_use]
    pub fn interval(&self, z: f64) -> (f64, f64) {
        let error = if self.count == 0 { 0.0 } else { (self.variance() / self.count as f64).sqrt() };
        (self.mean - z * error, self.mean + z * error)
    }
}

impl FromIterator<f64> for Summary {
    fn from_iter<I: IntoIterator<Item = f64>>(values: I) -> Self {
        let mut summary = Self::default();
        values.into_iter().for_each(|value| summary.add(value));
        summary
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn merging_two_halves_equals_one_whole() {
        let values: Vec<f64> = (0..100).map(|i| f64::from(i * i % 37)).collect();
        let whole: Summary = values.iter().copied().collect();
        let left: Summary = values[..33].iter().copied().collect();
        let right: Summary = values[33..].iter().copied().collect();
        let merged = left.merge(right);
        assert_eq!(merged.count(), whole.count());
        assert!((merged.mean() - whole.mean()).abs() < 1e-12);
        assert!((merged.variance() - whole.variance()).abs() < 1e-9);
    }

    #[test]
    fn repeating_an_observation_is_adding_it_again_and_again() {
        let one_by_one: Summary = [4.0, 4.0, 4.0, 9.0].into_iter().collect();
        let together =
            Summary::repeated(4.0, 3).merge(Summary::repeated(9.0, 1)).merge(Summary::repeated(1.0, 0));
        assert_eq!(one_by_one.count(), together.count());
        assert!((one_by_one.mean() - together.mean()).abs() < 1e-12);
        assert!((one_by_one.variance() - together.variance()).abs() < 1e-12);
    }

    #[test]
    fn interval_shrinks_with_the_square_root_of_the_sample() {
        let small: Summary = (0..100).map(|i| f64::from(i % 2)).collect();
        let large: Summary = (0..10_000).map(|i| f64::from(i % 2)).collect();
        let width = |s: Summary| s.interval(Summary::Z95).1 - s.interval(Summary::Z95).0;
        assert!((width(small) / width(large) - 10.0).abs() < 0.1);
    }

    #[test]
    fn interval_is_so_many_standard_errors_to_each_side() {
        let coin: Summary = (0..400).map(|i| f64::from(i % 2)).collect();
        let error = (coin.variance() / 400.0).sqrt();
        let (low, high) = coin.interval(Summary::Z95);
        assert!((high - low - 2.0 * 1.96 * error).abs() < 1e-4 * error);
        assert!((coin.interval(Summary::Z99).1 - 0.5 - 2.5758 * error).abs() < 1e-4 * error);
    }

    #[test]
    fn an_empty_sample_has_no_spread() {
        assert_eq!(Summary::default().interval(Summary::Z99), (0.0, 0.0));
    }

    #[test]
    fn the_deviation_is_the_root_of_the_variance_and_nothing_adds_nothing() {
        let sample: Summary = [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0].into_iter().collect();
        assert!((sample.standard_deviation() - (32.0f64 / 7.0).sqrt()).abs() < 1e-12);
        for merged in [sample.merge(Summary::default()), Summary::default().merge(sample)] {
            assert_eq!(merged.count(), 8);
            assert!((merged.mean() - 5.0).abs() < 1e-12 && (merged.variance() - 32.0 / 7.0).abs() < 1e-12);
        }
    }
}
