use std::fmt;

/// An exact probability: a reduced fraction from 0 to 1.
///
/// ```
/// use chance::Ratio;
/// assert_eq!(Ratio::new(10, 36), Ratio::new(5, 18));
/// assert_eq!(Ratio::new(5, 18).to_string(), "5/18");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ratio {
    numerator: u64,
    denominator: u64,
}

impl Ratio {
    /// The impossible event.
    pub const ZERO: Self = Self { numerator: 0, denominator: 1 };
    /// The certain event.
    pub const ONE: Self = Self { numerator: 1, denominator: 1 };

    /// `numerator` favourable cases out of `denominator`, reduced.
    ///
    /// # Panics
    ///
    /// Panics if the denominator is 0 or smaller than the numerator: that is no probability.
    #[must_use]
    pub const fn new(numerator: u64, denominator: u64) -> Self {
        assert!(denominator > 0, "a probability needs at least one case");
        assert!(numerator <= denominator, "more favourable cases than cases");
        let divisor = gcd(numerator, denominator);
        Self { numerator: numerator / divisor, denominator: denominator / divisor }
    }

    /// `numerator` favourable cases out of `6^exponent`: as [`Self::new`], but the denominator's factors are
    /// known, so reducing it takes no divisions to speak of.
    ///
    /// ```
    /// use chance::Ratio;
    /// assert_eq!(Ratio::over_power_of_six(30, 3), Ratio::new(30, 216));
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the numerator is larger than `6^exponent`, or that power larger than a `u64`.
    #[must_use]
    pub const fn over_power_of_six(numerator: u64, exponent: u32) -> Self {
        let denominator = 6u64.pow(exponent);
        assert!(numerator <= denominator, "more favourable cases than cases");
        if numerator == 0 {
            return Self::ZERO;
        }
        let twos = if numerator.trailing_zeros() < exponent { numerator.trailing_zeros() } else { exponent };
        let (mut numerator, mut denominator) = (numerator >> twos, denominator >> twos);
        let mut threes = 0;
        while threes < exponent && numerator.is_multiple_of(3) {
            numerator /= 3;
            denominator /= 3;
            threes += 1;
        }
        Self { numerator, denominator }
    }

    /// The numerator of the reduced fraction.
    #[must_use]
    pub const fn numerator(self) -> u64 {
        self.numerator
    }

    /// The denominator of the reduced fraction.
    #[must_use]
    pub const fn denominator(self) -> u64 {
        self.denominator
    }

    /// Whether the event cannot happen.
    #[must_use]
    pub const fn is_zero(self) -> bool {
        self.numerator == 0
    }

    /// Whether the event is certain.
    #[must_use]
    pub const fn is_one(self) -> bool {
        self.numerator == self.denominator
    }

    /// The nearest `f64`, for plots and arithmetic that no longer needs to be exact.
    #[must_use]
    pub fn value(self) -> f64 {
        // Both parts of every fraction the games produce fit in 53 bits, so the division rounds only once.
        self.numerator as f64 / self.denominator as f64
    }

    /// The percentage as people write it: one decimal, more where one would read as 0% or 100%.
    ///
    /// ```
    /// use chance::Ratio;
    /// assert_eq!(Ratio::new(1, 6).percentage(), "16.7%");
    /// assert_eq!(Ratio::new(1, 7776).percentage(), "0.013%");
    /// assert_eq!(Ratio::new(7775, 7776).percentage(), "99.987%");
    /// assert_eq!(Ratio::ONE.percentage(), "100%");
    /// ```
    #[must_use]
    pub fn percentage(self) -> String {
        if self.is_zero() {
            return "0%".into();
        }
        if self.is_one() {
            return "100%".into();
        }
        percentage(self.value())
    }

    /// The odds as people say them: `1 in 7.2`; `never` and `always` at the ends.
    #[must_use]
    pub fn odds(self) -> String {
        if self.is_zero() {
            return "never".into();
        }
        if self.is_one() {
            return "always".into();
        }
        if self.denominator.is_multiple_of(self.numerator) {
            return format!("1 in {}", self.denominator / self.numerator);
        }
        let one_in = 1.0 / self.value();
        // As many decimals as it takes not to read as certain.
        let mut decimals = 1u32;
        while one_in - 1.0 < 0.5 * 0.1f64.powi(decimals.cast_signed()) && decimals < 12 {
            decimals += 1;
        }
        format!("1 in {}", fixed(one_in, decimals))
    }
}

/// A probability strictly between 0 and 1 as a percentage that people read: one decimal, more where one would read as
/// 0% or 100%.
///
/// ```
/// assert_eq!(chance::percentage(1.0 / 3.0), "33.3%");
/// assert_eq!(chance::percentage(1.0 / 7776.0), "0.013%");
/// ```
#[must_use]
pub fn percentage(probability: f64) -> String {
    let percent = probability * 100.0;
    // Distance to the nearer end decides the decimals: two significant digits of it must survive.
    let distance = percent.min(100.0 - percent);
    let mut decimals = 1;
    let mut unit = 0.1;
    while distance < unit && decimals < 12 {
        decimals += 1;
        unit /= 10.0;
    }
    if decimals > 1 {
        decimals += 1;
    }
    format!("{}%", fixed(percent, decimals))
}

/// A number with so many decimals, as `format!` writes it: its exact value is rounded, halves to even. In integers, because
/// the way of `format!` to write floating-point numbers takes 6 kB of a browser module.
///
/// For points, marks and per cent: numbers below 10^15 with at most 3 decimals, or below 1,000 with at most 13.
///
/// ```
/// assert_eq!(chance::fixed(253.9702, 2), "253.97");
/// assert_eq!(chance::fixed(-0.25, 1), "-0.2");
/// ```
#[must_use]
pub fn fixed(value: f64, decimals: u32) -> String {
    // The value is `mantissa` / 2^`shift`; with more than 127 binary places, every decimal is 0.
    let (exponent, fraction) = (value.abs().to_bits() >> 52, value.to_bits() & ((1 << 52) - 1));
    let mantissa = fraction | (1 << 52);
    let shift = 1075 - exponent.min(1074);
    let unit = 10u64.pow(decimals);
    let scaled = u128::from(mantissa) * u128::from(unit);
    let below = if shift < 128 { scaled >> shift } else { 0 };
    let rest = if shift < 128 { scaled - (below << shift) } else { 0 };
    let half = 1u128 << (shift.min(127) - 1);
    let rounded = below + u128::from(rest > half || (rest == half && below % 2 == 1));
    let rounded = u64::try_from(rounded).unwrap_or(u64::MAX);
    let sign = if value.is_sign_negative() { "-" } else { "" };
    if decimals == 0 {
        return format!("{sign}{rounded}");
    }
    format!("{sign}{}.{:0width$}", rounded / unit, rounded % unit, width = decimals as usize)
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.numerator, self.denominator)
    }
}

impl PartialOrd for Ratio {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ratio {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        let left = u128::from(self.numerator) * u128::from(other.denominator);
        let right = u128::from(other.numerator) * u128::from(self.denominator);
        left.cmp(&right)
    }
}

const fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn percentages_never_read_as_certain_or_impossible_unless_they_are() {
        for (ratio, text) in [
            (Ratio::new(5, 36), "13.9%"),
            (Ratio::new(1, 2), "50.0%"),
            (Ratio::new(1, 46_656), "0.0021%"),
            (Ratio::new(46_655, 46_656), "99.9979%"),
            (Ratio::ZERO, "0%"),
            (Ratio::new(7, 7), "100%"),
        ] {
            assert_eq!(ratio.percentage(), text, "{ratio}");
        }
    }

    #[test]
    fn odds_read_as_one_in_so_many() {
        for (ratio, text) in [
            (Ratio::new(5, 36), "1 in 7.2"),
            (Ratio::new(1, 6), "1 in 6"),
            (Ratio::new(11, 36), "1 in 3.3"),
            (Ratio::new(7775, 7776), "1 in 1.0001"),
            (Ratio::new(46_655, 46_656), "1 in 1.00002"),
            (Ratio::new(35, 36), "1 in 1.03"),
            (Ratio::ZERO, "never"),
            (Ratio::ONE, "always"),
        ] {
            assert_eq!(ratio.odds(), text, "{ratio}");
        }
    }

    #[test]
    #[should_panic(expected = "more favourable cases than cases")]
    fn a_probability_above_one_cannot_be_made() {
        let _ = Ratio::new(7, 6);
    }

    proptest! {
        #[test]
        fn order_of_ratios_is_the_order_of_fractions(a in 0u64..1000, b in 1u64..1000, c in 0u64..1000, d in 1u64..1000) {
            prop_assume!(a <= b && c <= d);
            let expected = (a * d).cmp(&(c * b));
            prop_assert_eq!(Ratio::new(a, b).cmp(&Ratio::new(c, d)), expected);
        }

        #[test]
        fn numbers_round_as_format_does(value in -100.0f64..=100.0, places in 0i32..80, decimals in 0u32..=13) {
            // Also near 0, and halfway between two texts: binary fractions of few places are often there.
            let short = (value * 16.0).floor() / 16.0;
            for value in [value, value * 0.5f64.powi(places), short, short * 0.5f64.powi(places)] {
                prop_assert_eq!(fixed(value, decimals), format!("{value:.*}", decimals as usize));
            }
        }

        #[test]
        fn large_numbers_round_as_format_does(value in -1e15f64..=1e15, places in 0i32..50, decimals in 0u32..=3) {
            let value = value * 0.5f64.powi(places);
            prop_assert_eq!(fixed(value, decimals), format!("{value:.*}", decimals as usize));
        }

        #[test]
        fn powers_of_six_reduce_like_any_denominator(part in 0u64..=u64::MAX, exponent in 0u32..=15) {
            let a = part % (6u64.pow(exponent) + 1);
            prop_assert_eq!(Ratio::over_power_of_six(a, exponent), Ratio::new(a, 6u64.pow(exponent)));
        }

        #[test]
        fn reduced_fractions_keep_their_value(a in 0u64..=u64::from(u32::MAX), b in 1u64..=u64::from(u32::MAX)) {
            prop_assume!(a <= b);
            let ratio = Ratio::new(a, b);
            prop_assert_eq!(u128::from(ratio.numerator()) * u128::from(b), u128::from(a) * u128::from(ratio.denominator()));
            prop_assert_eq!(gcd(ratio.numerator(), ratio.denominator()), 1);
        }
    }

    #[test]
    fn ratios_are_written_and_sorted_as_fractions() {
        let mut ratios = [Ratio::new(1, 2), Ratio::new(5, 36), Ratio::new(11, 36)];
        ratios.sort_by(|one, other| one.partial_cmp(other).unwrap());
        assert_eq!(ratios.map(|ratio| ratio.to_string()), ["5/36", "11/36", "1/2"]);
    }
}
