//! Chances as whole numbers of 32 bits.
//!
//! Sixteen of them fill a vector where `f64` has eight, and they are exact to 1.4e-9 where `f32` is to 6e-8. Averaging
//! and choosing are monotone, so a higher target never has a higher chance, and every machine, the GPU among them,
//! computes the same bits.

use crate::lattice::Cell;

/// The number that stands for certainty: the largest of which six, and three for rounding, fit into 32 bits.
pub(crate) const CERTAIN: u32 = (u32::MAX - 3) / 6;

/// Chances that are computed side by side.
pub(crate) const LANES: usize = 16;

impl Cell for [u32; LANES] {
    #[inline(always)]
    fn average([a, b, c, d, e, f]: [&Self; 6]) -> Self {
        std::array::from_fn(|lane| sixth(a[lane] + b[lane] + c[lane] + d[lane] + e[lane] + f[lane]))
    }

    #[inline(always)]
    fn improve(&mut self, rival: &Self) {
        for lane in 0..LANES {
            self[lane] = self[lane].max(rival[lane]);
        }
    }
}

/// A sixth, to the nearest whole number; halves go up.
#[inline(always)]
const fn sixth(sum: u32) -> u32 {
    // (2^34 + 2) / 6: with it, multiplying and shifting divides every 32-bit number by six exactly.
    (((sum + 3) as u64 * 0xAAAA_AAAB) >> 34) as u32
}

/// As a share of 1.
pub(crate) fn to_share(chance: u32) -> f64 {
    f64::from(chance) / f64::from(CERTAIN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sixth_is_rounded_to_the_nearest() {
        for sum in [0, 1, 2, 3, 4, 5, 6, 8, 9, 1_000_000_007, 6 * CERTAIN - 1, 6 * CERTAIN] {
            assert_eq!(u64::from(sixth(sum)), (u64::from(sum) + 3) / 6, "{sum}");
        }
        assert_eq!(sixth(6 * CERTAIN), CERTAIN);
    }
}
