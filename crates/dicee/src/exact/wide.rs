//! Whole numbers of 576 bits.

use std::cmp::Ordering;

use crate::lattice::Cell;

/// A whole number below 2^576, lowest word first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Wide([u64; WORDS]);

const WORDS: usize = 9;

impl Wide {
    pub(super) const ZERO: Self = Self([0; WORDS]);
    pub(super) const ONE: Self = Self([1, 0, 0, 0, 0, 0, 0, 0, 0]);

    /// The sum. The caller keeps values small enough; a carry out of the highest word is a bug.
    #[inline]
    pub(super) fn plus(self, other: &Self) -> Self {
        let mut words = self.0;
        let mut carry = false;
        for (word, more) in words.iter_mut().zip(other.0) {
            (*word, carry) = word.carrying_add(more, carry);
        }
        debug_assert!(!carry, "576 bits overflow");
        Self(words)
    }

    /// The difference to a smaller number.
    pub(super) fn minus(self, other: &Self) -> Self {
        let mut words = self.0;
        let mut borrow = false;
        for (word, less) in words.iter_mut().zip(other.0) {
            (*word, borrow) = word.borrowing_sub(less, borrow);
        }
        debug_assert!(!borrow, "below zero");
        Self(words)
    }

    /// The product with a small number.
    #[inline]
    pub(super) fn times(self, factor: u64) -> Self {
        let mut words = self.0;
        let mut carry = 0;
        for word in &mut words {
            (*word, carry) = word.carrying_mul(factor, carry);
        }
        debug_assert_eq!(carry, 0, "576 bits overflow");
        Self(words)
    }

    /// The quotient and the remainder by a small number.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the quotient of a word and a rest below the divisor"
    )]
    pub(super) fn divided(self, divisor: u64) -> (Self, u64) {
        let mut words = self.0;
        let mut rest = 0u128;
        for word in words.iter_mut().rev() {
            let value = rest << 64 | u128::from(*word);
            *word = (value / u128::from(divisor)) as u64;
            rest = value % u128::from(divisor);
        }
        (Self(words), rest as u64)
    }

    /// The sixth of a multiple of six: half of it, and then a third by the inverse of 3 modulo 2^64, word by word.
    #[inline]
    fn sixth(self) -> Self {
        const THIRD: u64 = 0xAAAA_AAAA_AAAA_AAAB;
        let mut words = self.0;
        let mut borrow = 0;
        let above = self.0[1..].iter().chain([&0]);
        for (word, above) in words.iter_mut().zip(above) {
            let half = *word >> 1 | above << 63;
            let (rest, below) = half.overflowing_sub(borrow);
            *word = rest.wrapping_mul(THIRD);
            let word = *word;
            // What three times this word carries into the next one.
            borrow = u64::from(word > u64::MAX / 3) + u64::from(word > u64::MAX / 3 * 2) + u64::from(below);
        }
        Self(words)
    }

    pub(super) fn is_zero(&self) -> bool {
        self.0 == [0; WORDS]
    }
}

impl PartialOrd for Wide {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Wide {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.iter().rev().cmp(other.0.iter().rev())
    }
}

/// Numerators over a common power of six, high enough that every sixth is an integer.
impl Cell for Wide {
    #[inline]
    fn average([a, b, c, d, e, f]: [&Self; 6]) -> Self {
        let sum = a.plus(b).plus(c).plus(d).plus(e).plus(f);
        debug_assert_eq!(sum.divided(6).1, 0, "the common denominator is too small");
        sum.sixth()
    }

    #[inline]
    fn improve(&mut self, rival: &Self) {
        if rival > self {
            *self = *rival;
        }
    }
}

impl std::fmt::Display for Wide {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        const GROUP: u64 = 1_000_000_000_000_000_000;
        let mut groups = Vec::new();
        let mut rest = *self;
        while !rest.is_zero() {
            let (quotient, group) = rest.divided(GROUP);
            groups.push(group);
            rest = quotient;
        }
        let mut text = groups.pop().unwrap_or(0).to_string();
        for group in groups.iter().rev() {
            text.push_str(&format!("{group:018}"));
        }
        f.pad_integral(true, "", &text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn power(base: u64, exponent: u32) -> Wide {
        (0..exponent).fold(Wide::ONE, |product, _| product.times(base))
    }

    #[test]
    fn a_sixth_times_six_is_the_number() {
        for number in [
            power(6, 1),
            power(6, 60).times(12_345_678_901),
            power(6, 195).times(1575),
            power(2, 570).times(3),
        ] {
            assert_eq!(number.sixth().times(6), number);
            assert_eq!(number.divided(6), (number.sixth(), 0));
        }
    }

    #[test]
    fn numbers_are_written_in_decimals() {
        assert_eq!(Wide::ZERO.to_string(), "0");
        assert_eq!(power(10, 36).plus(&Wide::ONE).to_string(), format!("1{}1", "0".repeat(35)));
        assert_eq!(power(2, 128).to_string(), "340282366920938463463374607431768211456");
    }

    #[test]
    fn the_highest_word_decides() {
        assert!(power(2, 500) > power(2, 499).plus(&Wide::ONE));
        assert!(power(6, 195) < power(6, 195).plus(&Wide::ONE));
    }
}
