use num_bigint::BigUint;

use crate::faces::Faces;
use crate::input;
use crate::{DiceSystem, Fraction, InputError, Pool};

/// The exact joint distribution of dice that succeed and dice that botch in a pool. A die that counts double is one die.
///
/// It is kept as one block of 64-bit limbs, because a large pool has many outcomes: 20,301 of 665 bits each for 200
/// dice. With `a` success faces, `c` botch faces and `r` others, `s` successes and `b` botches among `n` dice have
/// `C(n, s) aˢ · C(n - s, b) cᵇ rⁿ⁻ˢ⁻ᵇ` cases; the second factor comes row by row as in Pascal's triangle.
///
/// ```
/// use pools::{DiceSystem, Fraction, JointOdds};
///
/// let system = DiceSystem::standard();
/// let joint = JointOdds::new(&system, system.pool("pool", 2)?);
/// assert_eq!(joint.probability(1, 1), Fraction::new(6, 100));
/// assert_eq!(joint.probability(0, 0), Fraction::new(36, 100));
/// # Ok::<(), pools::InputError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JointOdds {
    dice: u32,
    sides: u32,
    /// Limbs of one outcome.
    limbs: usize,
    /// By successes, then botches; the lowest limb first.
    cases: Vec<u64>,
}

/// The most steps that counting and reducing all outcomes may take, a few nanoseconds each.
const MOST_WORK: u64 = 500_000_000;

impl JointOdds {
    /// All outcomes of a pool.
    #[must_use]
    pub fn new(system: &DiceSystem, pool: Pool) -> Self {
        Self::of_faces(Faces::of(system), pool.dice())
    }

    /// All outcomes of dice with these faces.
    pub(crate) fn of_faces(faces: Faces, dice: u32) -> Self {
        let Faces { success, double, botch, neutral: other } = faces;
        let success = success + double;
        let sides = success + botch + other;
        let n = dice as usize;
        let limbs = limbs_of_power(sides, dice);
        let mut cases = vec![0; limbs * (n + 1) * (n + 2) / 2];

        // How many ways there are to choose the successes, and their faces.
        let mut ways = vec![BigUint::from(1u32)];
        for s in 1..=dice {
            let before = &ways[s as usize - 1];
            ways.push(before * (dice - s + 1) * success / s);
        }
        // The row of m dice without a success: cases by botches. It grows by one die at a time, in place.
        let mut row = vec![0; limbs * (n + 1)];
        row[0] = 1;
        let mut used = 1;
        for m in 0..=n {
            if m > 0 {
                grow(&mut row, limbs, m, used, other.into(), botch.into());
                used = limbs_of_power(other + botch, u32::try_from(m).unwrap_or(dice));
            }
            let s = n - m;
            let ways: Vec<u64> = ways[s].iter_u64_digits().collect();
            let start = limbs * start_of(s, n);
            let block = &mut cases[start..start + limbs * (m + 1)];
            for (outcome, entry) in block.chunks_exact_mut(limbs).zip(row.chunks_exact(limbs)) {
                multiply(outcome, &ways, &entry[..used]);
            }
        }
        Self { dice, sides, limbs, cases }
    }

    /// All outcomes of dice with these faces, where counting them and showing them as fractions is no long work.
    pub(crate) fn within_reason(faces: Faces, dice: u32) -> Result<Self, InputError> {
        let n = u64::from(dice);
        let sides = faces.success + faces.double + faces.botch + faces.neutral;
        let bits = n * u64::from(u32::BITS - sides.leading_zeros());
        // Reducing a fraction shifts and subtracts whole numbers once for every few bits.
        let estimate = (n + 1) * (n + 2) / 2 * bits * (bits / 64 + 1) / 4;
        if estimate > MOST_WORK {
            return Err(input::too_much_work("joint", MOST_WORK, estimate));
        }
        Ok(Self::of_faces(faces, dice))
    }

    /// The dice of the pool.
    #[must_use]
    pub const fn dice(&self) -> u32 {
        self.dice
    }

    /// How many cases there are in all.
    #[must_use]
    pub fn total(&self) -> BigUint {
        BigUint::from(self.sides).pow(self.dice)
    }

    /// The cases with exactly so many successes and botches.
    #[must_use]
    pub fn cases(&self, successes: u32, botches: u32) -> BigUint {
        if u64::from(successes) + u64::from(botches) > u64::from(self.dice) {
            return BigUint::ZERO;
        }
        let place = self.limbs * (start_of(successes as usize, self.dice as usize) + botches as usize);
        let words = self.cases[place..place + self.limbs].iter();
        BigUint::new(words.flat_map(|&limb| [low(limb), low(limb >> 32)]).collect())
    }

    /// The probability of exactly so many successes and botches.
    #[must_use]
    pub fn probability(&self, successes: u32, botches: u32) -> Fraction {
        Fraction::share(&self.cases(successes, botches), &self.total())
    }

    /// Every outcome as `(successes, botches, probability)`, successes first.
    pub fn shares(&self) -> impl Iterator<Item = (u32, u32, Fraction)> + '_ {
        let total = self.total();
        self.iter().map(move |(s, b, cases)| (s, b, Fraction::share(&cases, &total)))
    }

    /// Every outcome as `(successes, botches, cases)`, successes first.
    pub fn iter(&self) -> impl Iterator<Item = (u32, u32, BigUint)> + '_ {
        let all = (0..=self.dice).flat_map(|s| (0..=self.dice - s).map(move |b| (s, b)));
        all.map(|(s, b)| (s, b, self.cases(s, b)))
    }
}

/// The limbs that `base^exponent` needs.
fn limbs_of_power(base: u32, exponent: u32) -> usize {
    usize::try_from(BigUint::from(base).pow(exponent).bits().div_ceil(64)).expect("a pool is small")
}

/// Where the outcomes with `s` successes among `n` dice start: after those with fewer, of which there are
/// n + 1, n, n - 1, and so on.
const fn start_of(s: usize, n: usize) -> usize {
    s * (2 * n + 3 - s) / 2
}

/// From the row of `m - 1` dice to that of `m`: `new[b] = other * old[b] + botch * old[b - 1]`, highest first.
fn grow(row: &mut [u64], limbs: usize, m: usize, used: usize, other: u64, botch: u64) {
    let used = (used + 1).min(limbs);
    for b in (1..=m).rev() {
        let (before, from_b) = row.split_at_mut(b * limbs);
        let (old, new) = (&before[(b - 1) * limbs..][..used], &mut from_b[..used]);
        let mut carry = 0;
        for (new, &old) in new.iter_mut().zip(old) {
            let sum = u128::from(*new) * u128::from(other) + u128::from(old) * u128::from(botch) + carry;
            *new = limb(sum);
            carry = sum >> 64;
        }
    }
    let mut carry = 0;
    for new in &mut row[..used] {
        let product = u128::from(*new) * u128::from(other) + carry;
        *new = limb(product);
        carry = product >> 64;
    }
}

/// Schoolbook multiplication into zeros; the result is known to fit.
fn multiply(into: &mut [u64], a: &[u64], b: &[u64]) {
    for (place, &x) in a.iter().enumerate() {
        let mut carry = 0;
        let target = &mut into[place..];
        let reach = b.len().min(target.len());
        for (sum, &y) in target[..reach].iter_mut().zip(b) {
            let product = u128::from(x) * u128::from(y) + u128::from(*sum) + carry;
            *sum = limb(product);
            carry = product >> 64;
        }
        if let Some(next) = target.get_mut(reach) {
            *next = limb(carry);
        }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "the low half is what is wanted")]
const fn limb(sum: u128) -> u64 {
    sum as u64
}

#[expect(clippy::cast_possible_truncation, reason = "the low half is what is wanted")]
const fn low(limb: u64) -> u32 {
    limb as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_traits::Zero as _;

    fn joint(dice: i64) -> JointOdds {
        let system = DiceSystem::standard();
        JointOdds::new(&system, system.pool("pool", dice).unwrap())
    }

    #[test]
    fn cases_are_the_multinomial_ones() {
        let factorial = |n: u32| (1..=n).fold(BigUint::from(1u32), |product, k| product * k);
        for dice in [1, 2, 7, 40, 63, 200] {
            let joint = joint(dice);
            let n = joint.dice();
            for (s, b, cases) in joint.iter() {
                let other = n - s - b;
                let orders = factorial(n) / factorial(s) / factorial(b) / factorial(other);
                let expected = orders * BigUint::from(3u32).pow(s) * BigUint::from(6u32).pow(other);
                assert_eq!(cases, expected, "{s} successes and {b} botches of {n}");
            }
            assert_eq!(joint.iter().map(|(.., cases)| cases).sum::<BigUint>(), joint.total());
        }
    }

    #[test]
    fn more_successes_and_botches_than_dice_cannot_happen() {
        assert!(joint(5).cases(3, 3).is_zero());
        assert!(joint(5).cases(u32::MAX, u32::MAX).is_zero());
    }
}
