//! About how long answers take, in nanoseconds: known before anything is counted.

use crate::InputError;

/// The longest that an answer with exact fractions may take to be counted and written, in nanoseconds. The fractions of many
/// dice are long: those of `1000d50` would be 360 MB.
const MOST_EXACT: u64 = 5_000_000_000;

/// Refuses an answer whose exact fractions take too long to write.
pub(super) fn check_exact(nanoseconds: u64) -> Result<(), InputError> {
    if nanoseconds <= MOST_EXACT {
        return Ok(());
    }
    let expected = "true: the exact fractions of this answer would take more than 5 seconds to write";
    Err(InputError::new("decimals", expected, false))
}

/// Reducing and writing one fraction whose parts have so many bits. Measured from 20 bits (0.5 us) to 3,322 (85 us): it
/// grows with the length, and for long numbers with its square.
pub(super) const fn fraction(bits: u64) -> u64 {
    500 + bits.saturating_mul(15).saturating_add(bits.saturating_mul(bits) / 160)
}

/// So many fractions of about that length.
pub(super) const fn fractions(count: u64, bits: u64) -> u64 {
    count.saturating_mul(fraction(bits))
}

/// So many fractions as decimals only: nothing is reduced.
pub(super) const fn decimals(count: u64, bits: u64) -> u64 {
    count.saturating_mul(300 + bits)
}
