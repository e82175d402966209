use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer as _;
use num_traits::{ToPrimitive as _, Zero as _};
use serde::de::{Error as _, Unexpected};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::InputError;
use crate::input;

/// An exact rational number of any size. It is written `p/q`, reduced, whole numbers with the denominator 1.
///
/// It is reduced when it is written: the common divisor of long numbers takes longer than everything else, and a reader who
/// wants decimals alone never needs it.
///
/// ```
/// use pools::Fraction;
///
/// assert_eq!(Fraction::new(9477, 1_000_000).to_string(), "9477/1000000");
/// assert_eq!(Fraction::new(0, 7).to_string(), "0/1");
/// assert_eq!(Fraction::new(2, 4), Fraction::new(1, 2));
/// assert_eq!("37.5%".parse::<Fraction>().unwrap(), Fraction::new(3, 8));
/// ```
#[derive(Clone, Debug)]
pub struct Fraction {
    numerator: BigInt,
    /// Never 0.
    denominator: BigUint,
}

impl Fraction {
    /// `numerator / denominator`, reduced.
    ///
    /// # Panics
    ///
    /// Panics if the denominator is 0.
    #[must_use]
    pub fn new(numerator: i64, denominator: i64) -> Self {
        assert!(denominator != 0, "a denominator is not 0");
        let numerator = BigInt::from(numerator) * denominator.signum();
        Self { numerator, denominator: denominator.unsigned_abs().into() }
    }

    /// The share of `weight` in `total`, which must not be 0.
    pub(crate) fn share(weight: &BigUint, total: &BigUint) -> Self {
        Self::signed(weight.clone().into(), total)
    }

    /// A whole number over `total`, which must not be 0.
    pub(crate) fn signed(numerator: BigInt, total: &BigUint) -> Self {
        Self { numerator, denominator: total.clone() }
    }

    /// Nothing.
    #[must_use]
    pub fn zero() -> Self {
        Self::new(0, 1)
    }

    /// The certain event.
    #[must_use]
    pub fn one() -> Self {
        Self::new(1, 1)
    }

    /// Numerator and denominator of the reduced fraction; the numerator carries the sign.
    #[must_use]
    pub fn parts(&self) -> (BigInt, BigUint) {
        let common = self.numerator.magnitude().gcd(&self.denominator);
        let above = self.numerator.magnitude() / &common;
        (BigInt::from_biguint(self.numerator.sign(), above), &self.denominator / &common)
    }

    /// The same, not reduced.
    pub(crate) const fn raw_parts(&self) -> (&BigInt, &BigUint) {
        (&self.numerator, &self.denominator)
    }

    /// As people read it: whole where it is short, else the first and last digits of both parts and how many there are.
    ///
    /// ```
    /// use pools::{Aliases, Expression, Fraction};
    ///
    /// assert_eq!(Fraction::new(5, 36).shortened(), "5/36");
    /// let large = Expression::parse("40d10>=8b1", &Aliases::default())?.odds()?;
    /// assert_eq!(large.values().at_least(8).shortened(), "27679...78687/50000...00000 (40 digits)");
    /// # Ok::<(), pools::ExpressionError>(())
    /// ```
    #[must_use]
    pub fn shortened(&self) -> String {
        const LONGEST: usize = 48;
        let (numerator, denominator) = self.parts();
        let (above, below) = (numerator.to_string(), denominator.to_string());
        if above.len() + below.len() < LONGEST {
            return format!("{above}/{below}");
        }
        let cut = |digits: &str| match digits.len() {
            ..=13 => digits.to_owned(),
            length => format!("{}...{}", &digits[..5], &digits[length - 5..]),
        };
        format!("{}/{} ({} digits)", cut(&above), cut(&below), below.len())
    }

    /// Whether it is 0.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.numerator.is_zero()
    }

    /// Whether it is below 0.
    #[must_use]
    pub fn is_negative(&self) -> bool {
        self.numerator.sign() == Sign::Minus
    }

    /// The nearest `f64`, for plots.
    #[must_use]
    pub fn value(&self) -> f64 {
        // A quotient of 63 or 64 bits, the last of which also stands for all that are left: what it rounds to is what
        // the fraction rounds to. Below the smallest number there is no bit to look at.
        let bits = |number: &BigUint| i64::try_from(number.bits()).unwrap_or(i64::MAX / 2);
        let (above, below) = (self.numerator.magnitude(), &self.denominator);
        let shift = (bits(below) - bits(above) + 63).min(1076);
        let (quotient, rest) = if shift < 0 {
            above.div_rem(&(below << shift.unsigned_abs()))
        } else {
            (above << shift.unsigned_abs()).div_rem(below)
        };
        #[expect(clippy::cast_precision_loss, reason = "rounding is what is wanted")]
        let quotient = (quotient.to_u64().unwrap_or(u64::MAX) | u64::from(!rest.is_zero())) as f64;
        // In two steps: the power itself may be too small to be a number.
        let (half, rest) = (-shift / 2, -shift - (-shift / 2));
        let value = quotient * power_of_two(half) * power_of_two(rest);
        if self.is_negative() { -value } else { value }
    }

    /// A probability as people read it: `13.9%`, with more digits where one would read as 0% or 100%.
    #[must_use]
    pub fn percentage(&self) -> String {
        if self.is_zero() {
            return "0%".to_owned();
        }
        if *self == Self::one() {
            return "100%".to_owned();
        }
        let value = self.value();
        if value < 1e-10 {
            return format!("{:.1e}%", 100.0 * value);
        }
        if value > 1.0 - 1e-10 {
            return "more than 99.99999999%".to_owned();
        }
        chance::percentage(value)
    }

    /// The sum.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        self.joined(other, |one, other| one + other)
    }

    /// The difference.
    #[must_use]
    pub fn minus(&self, other: &Self) -> Self {
        self.joined(other, |one, other| one - other)
    }

    /// The product.
    #[must_use]
    pub fn times(&self, other: &Self) -> Self {
        let numerator = &self.numerator * &other.numerator;
        Self { numerator, denominator: &self.denominator * &other.denominator }
    }

    /// Both numerators over one denominator, joined.
    fn joined(&self, other: &Self, join: fn(&BigInt, &BigInt) -> BigInt) -> Self {
        if self.denominator == other.denominator {
            return Self::signed(join(&self.numerator, &other.numerator), &self.denominator);
        }
        let (one, other_one) = self.over_each_other(other);
        Self { numerator: join(&one, &other_one), denominator: &self.denominator * &other.denominator }
    }

    /// Both numerators over the product of the denominators.
    fn over_each_other(&self, other: &Self) -> (BigInt, BigInt) {
        let times = |number: &BigInt, factor: &BigUint| {
            BigInt::from_biguint(number.sign(), number.magnitude() * factor)
        };
        (times(&self.numerator, &other.denominator), times(&other.numerator, &self.denominator))
    }
}

/// Two to the power of a number of -1022 to 1023.
fn power_of_two(exponent: i64) -> f64 {
    f64::from_bits(u64::try_from(exponent + 1023).unwrap_or(0) << 52)
}

impl Ord for Fraction {
    fn cmp(&self, other: &Self) -> Ordering {
        if self.denominator == other.denominator {
            return self.numerator.cmp(&other.numerator);
        }
        let (one, other_one) = self.over_each_other(other);
        one.cmp(&other_one)
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Fraction {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Fraction {}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (numerator, denominator) = self.parts();
        if self.is_negative() {
            f.write_str("-")?;
        }
        write!(f, "{}/{denominator}", numerator.magnitude())
    }
}

impl Serialize for Fraction {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Reads what [`Serialize`] wrote, of any size: `p/q`.
impl<'de> Deserialize<'de> for Fraction {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let parts = text.split_once('/').and_then(|(p, q)| Some((p.parse().ok()?, whole(q)?)));
        let read = parts.filter(|(_, q)| !q.is_zero()).map(|(p, q)| Self::signed(p, &q));
        read.ok_or_else(|| D::Error::invalid_value(Unexpected::Str(&text), &"a fraction such as 5/36"))
    }
}

/// A chance as it is shown at a live table: exactly, and as a number.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExactChance {
    /// Reduced, such as `5/12`.
    pub fraction: Fraction,
    /// The same from 0 to 1.
    pub probability: f64,
}

impl From<Fraction> for ExactChance {
    fn from(fraction: Fraction) -> Self {
        Self { probability: fraction.value(), fraction }
    }
}

/// The most characters of a number that is read; more would be no number a person writes.
const LONGEST: usize = 100;

impl FromStr for Fraction {
    type Err = InputError;

    /// Reads a probability such as `3/4`, `0.75`, `75%` or `1`: exactly, never by way of a floating-point number.
    fn from_str(text: &str) -> Result<Self, InputError> {
        let refuse = || input::fraction(&text.chars().take(LONGEST).collect::<String>());
        let trimmed = text.trim();
        if trimmed.len() > LONGEST {
            return Err(refuse());
        }
        let read = if let Some((numerator, denominator)) = trimmed.split_once('/') {
            let (numerator, denominator) = (whole(numerator), whole(denominator));
            numerator.zip(denominator.filter(|d| !d.is_zero())).map(|(n, d)| Self::share(&n, &d))
        } else if let Some(percent) = trimmed.strip_suffix('%') {
            decimal(percent).map(|value| value.times(&Self::new(1, 100)))
        } else {
            decimal(trimmed)
        };
        read.filter(|chance| *chance <= Self::one()).ok_or_else(refuse)
    }
}

fn whole(digits: &str) -> Option<BigUint> {
    let digits = digits.trim();
    let all_digits = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    all_digits.then(|| digits.parse().ok()).flatten()
}

fn decimal(text: &str) -> Option<Fraction> {
    let (before, after) = text.trim().split_once('.').unwrap_or((text.trim(), ""));
    let digits = whole(&format!("{before}{after}"))?;
    let places = u32::try_from(after.len()).ok()?;
    let numerator = BigInt::from_biguint(Sign::Plus, digits);
    Some(Fraction::signed(numerator, &BigUint::from(10u32).pow(places)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_reduced_and_whole_numbers_keep_their_denominator() {
        for (fraction, text) in [
            (Fraction::new(30, 216), "5/36"),
            (Fraction::new(-4, 6), "-2/3"),
            (Fraction::new(5, 5), "1/1"),
            (Fraction::zero(), "0/1"),
        ] {
            assert_eq!(fraction.to_string(), text);
        }
    }

    #[test]
    fn probabilities_are_read_as_people_write_them() {
        for text in ["3/4", "0.75", "75%", "75.0 %", ".75", " 6 / 8 "] {
            assert_eq!(text.parse::<Fraction>(), Ok(Fraction::new(3, 4)), "{text}");
        }
        assert_eq!("0.1".parse::<Fraction>().unwrap().to_string(), "1/10");
        for text in [
            "",
            "x",
            "1/0",
            "1e5",
            "-1",
            "1.2.3",
            ".",
            "%",
            "NaN",
            &"9".repeat(101),
            "101%",
            "2",
            "50",
            "200/3",
        ] {
            assert!(text.parse::<Fraction>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_fraction_need_not_be_reduced_to_be_compared_or_shown_as_a_number() {
        let scale = BigUint::from(3u32).pow(400) * BigUint::from(10u32).pow(100);
        for (above, below) in [(1u32, 3u32), (42_039, 100_000), (0, 7), (7, 7), (123_456_789, 987_654_321)] {
            let long = Fraction::share(&(&scale * above), &(&scale * below));
            let short = Fraction::new(above.into(), below.into());
            assert_eq!((&long, long.value(), long.to_string()), (&short, short.value(), short.to_string()));
            assert_eq!(long.cmp(&short), std::cmp::Ordering::Equal);
            assert_eq!(long.is_zero(), short.is_zero());
        }
    }

    #[test]
    fn people_see_the_ends_of_a_long_fraction_and_how_long_it_is() {
        assert_eq!(Fraction::new(-4, 6).shortened(), "-2/3");
        let huge = BigUint::from(10u32).pow(1000);
        let third = Fraction::share(&(&huge / 3u32), &huge);
        assert_eq!(third.shortened(), "33333...33333/10000...00000 (1001 digits)");
        assert_eq!(third.to_string().len(), 1000 + 1 + 1001, "whole when it is written");
    }

    #[test]
    fn values_of_huge_fractions_are_finite() {
        let huge = BigUint::from(10u32).pow(1000);
        assert!((Fraction::share(&(&huge / 3u32), &huge).value() - 1.0 / 3.0).abs() < 1e-15);
        assert!(Fraction::share(&BigUint::from(1u32), &huge).value().abs() < f64::MIN_POSITIVE);
    }

    #[test]
    #[expect(clippy::float_cmp, reason = "to the last bit")]
    fn the_value_is_the_nearest_number_to_the_last_bit() {
        // Whole numbers below 2^53 are numbers themselves, and the processor rounds their quotient to the nearest.
        let mut state = 7u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            i64::try_from(state >> 11).unwrap() + 1
        };
        for _ in 0..20_000 {
            let (above, below) = (next(), next());
            #[expect(clippy::cast_precision_loss, reason = "at most 2^53")]
            let nearest = above as f64 / below as f64;
            assert_eq!(Fraction::new(above, below).value(), nearest, "{above}/{below}");
            assert_eq!(Fraction::new(-above, below).value(), -nearest);
        }
        // Halfway between two numbers it is the even one, unless the least bit far behind says otherwise.
        let halfway = (BigUint::from(1u32) << 53) + 1u32;
        let far = BigUint::from(1u32) << 200;
        assert_eq!(Fraction::share(&halfway, &BigUint::from(1u32)).value(), 9_007_199_254_740_992.0);
        assert_eq!(Fraction::share(&(&halfway * &far + 1u32), &far).value(), 9_007_199_254_740_994.0);
        for exponent in [1, 500, 1022, 1023, 1050, 1074] {
            let tiny = Fraction::share(&BigUint::from(1u32), &(BigUint::from(1u32) << exponent));
            assert_eq!(tiny.value(), 0.5f64.powi(exponent), "2^-{exponent}");
        }
    }

    #[test]
    fn sums_and_differences_need_no_common_denominator() {
        let (half, third) = (Fraction::new(1, 2), Fraction::new(-1, 3));
        assert_eq!(half.plus(&third).to_string(), "1/6");
        assert_eq!(half.minus(&third).to_string(), "5/6");
        assert_eq!(third.times(&half).to_string(), "-1/6");
        assert!(third < Fraction::zero() && third < half && Fraction::new(2, 6) > third);
        assert_eq!(Fraction::new(3, -6), Fraction::new(-1, 2));
    }
}
