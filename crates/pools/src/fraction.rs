use std::fmt;
use std::str::FromStr;

use num_bigint::{BigInt, BigUint, Sign};
use num_rational::BigRational;
use num_traits::{Signed as _, ToPrimitive as _, Zero as _};
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
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fraction(BigRational);

impl Fraction {
    /// `numerator / denominator`, reduced.
    ///
    /// # Panics
    ///
    /// Panics if the denominator is 0.
    #[must_use]
    pub fn new(numerator: i64, denominator: i64) -> Self {
        Self(BigRational::new(numerator.into(), denominator.into()))
    }

    /// The share of `weight` in `total`, which must not be 0.
    pub(crate) fn share(weight: &BigUint, total: &BigUint) -> Self {
        Self::signed(weight.clone().into(), total)
    }

    /// A whole number over `total`, which must not be 0.
    pub(crate) fn signed(numerator: BigInt, total: &BigUint) -> Self {
        Self(BigRational::new_raw(numerator, total.clone().into()))
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
    pub fn parts(&self) -> (BigInt, BigInt) {
        self.0.reduced().into_raw()
    }

    /// The same, not reduced; the denominator is positive.
    pub(crate) const fn raw_parts(&self) -> (&BigInt, &BigInt) {
        (self.0.numer(), self.0.denom())
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
        self.0.is_zero()
    }

    /// Whether it is below 0.
    #[must_use]
    pub fn is_negative(&self) -> bool {
        self.0.is_negative()
    }

    /// The nearest `f64`, for plots.
    #[must_use]
    pub fn value(&self) -> f64 {
        self.0.to_f64().unwrap_or(f64::NAN)
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
        Self(&self.0 + &other.0)
    }

    /// The difference.
    #[must_use]
    pub fn minus(&self, other: &Self) -> Self {
        Self(&self.0 - &other.0)
    }

    /// The product.
    #[must_use]
    pub fn times(&self, other: &Self) -> Self {
        Self(&self.0 * &other.0)
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (numerator, denominator) = self.parts();
        write!(f, "{numerator}/{denominator}")
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
    }
}
