use std::ops::Range;

use chance::{Chance, SavedChance, SeededChance};
use serde::{Deserialize, Serialize};

/// Reproducible luck that can be put aside and taken up again: the same seed always gives the same sequence, and a
/// saved provider goes on exactly where it stood, in another process or on another machine.
///
/// ```
/// use pools::SeededProvider;
///
/// let mut dice = SeededProvider::new(42);
/// let first = dice.next_many(3, 1..11).unwrap();
/// let saved = dice.save();
/// let next = dice.next_many(3, 1..11).unwrap();
///
/// let mut later = SeededProvider::restore(saved);
/// assert_eq!(later.next_many(3, 1..11).unwrap(), next);
/// assert_eq!(SeededProvider::new(42).next_many(3, 1..11).unwrap(), first);
/// ```
#[derive(Clone, Debug)]
pub struct SeededProvider {
    seed: u64,
    luck: SeededChance,
}

/// Where a [`SeededProvider`] stands. As JSON the seed is text, because JavaScript cannot hold all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedProvider {
    /// The seed.
    #[serde(with = "as_text")]
    pub seed: u64,
    /// The stream of that seed: one for each context.
    pub stream: u64,
    /// Words drawn so far, at most [`Self::MOST_DRAWN`].
    pub drawn: u64,
}

impl SavedProvider {
    /// More than any game draws, and a number that JavaScript can hold.
    pub const MOST_DRAWN: u64 = ledger::LARGEST_EXACT;
}

impl SeededProvider {
    /// The sequence of a seed, from its beginning.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self::of_stream(seed, 0)
    }

    /// An independent sequence of the same seed, from its beginning.
    #[must_use]
    pub fn of_stream(seed: u64, stream: u64) -> Self {
        Self { seed, luck: SeededChance::from_seed(seed).stream(stream) }
    }

    /// Starts the sequence of another seed, on the same stream.
    pub fn set_seed(&mut self, seed: u64) {
        *self = Self::of_stream(seed, self.save().stream);
    }

    /// The seed of the current sequence.
    #[must_use]
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// A uniform number of a range, the end not included; `None` if the range is empty.
    pub fn next(&mut self, range: Range<i32>) -> Option<i32> {
        if range.is_empty() {
            return None;
        }
        let width = u32::try_from(i64::from(range.end) - i64::from(range.start)).ok()?;
        let step = i64::from(self.below(width));
        i32::try_from(i64::from(range.start) + step).ok()
    }

    /// So many numbers of a range; `None` if the range is empty.
    pub fn next_many(&mut self, count: usize, range: Range<i32>) -> Option<Vec<i32>> {
        (0..count).map(|_| self.next(range.clone())).collect()
    }

    /// Where it stands: the whole state, not just the seed.
    #[must_use]
    pub fn save(&self) -> SavedProvider {
        let SavedChance { stream, drawn, .. } = self.luck.save();
        SavedProvider { seed: self.seed, stream, drawn }
    }

    /// Goes on where a saved one stood; a place past [`SavedProvider::MOST_DRAWN`] is taken for that one.
    #[must_use]
    pub fn restore(saved: SavedProvider) -> Self {
        let SavedProvider { seed, stream, drawn } = saved;
        let drawn = drawn.min(SavedProvider::MOST_DRAWN);
        let key = SeededChance::from_seed(seed).save().key;
        Self { seed, luck: SeededChance::restore(SavedChance { key, stream, drawn }) }
    }
}

impl Chance for SeededProvider {
    fn next_word(&mut self) -> u32 {
        self.luck.next_word()
    }
}

pub(crate) mod as_text {
    use serde::de::Error as _;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(seed: &u64, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(seed)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ten(provider: &mut SeededProvider) -> Vec<i32> {
        provider.next_many(10, 1..11).unwrap()
    }

    #[test]
    fn same_seed_produces_identical_sequence() {
        let (mut a, mut b) = (SeededProvider::new(7), SeededProvider::new(7));
        assert!((0..50).all(|_| ten(&mut a) == ten(&mut b)));
    }

    #[test]
    fn a_seed_means_these_dice_for_ever() {
        assert_eq!(ten(&mut SeededProvider::new(42)), PINNED);
        assert_eq!(ten(&mut SeededProvider::of_stream(42, 1)), PINNED_STREAM_1);
    }

    const PINNED: [i32; 10] = [2, 4, 10, 1, 3, 6, 9, 5, 3, 6];
    const PINNED_STREAM_1: [i32; 10] = [5, 8, 8, 1, 9, 7, 5, 1, 8, 2];

    #[test]
    fn different_seeds_produce_different_sequences() {
        let sequences: std::collections::HashSet<Vec<i32>> =
            (0..100).map(|seed| ten(&mut SeededProvider::new(seed))).collect();
        assert_eq!(sequences.len(), 100);
        let mut reseeded = SeededProvider::new(1);
        ten(&mut reseeded);
        reseeded.set_seed(2);
        assert_eq!((reseeded.seed(), ten(&mut reseeded)), (2, ten(&mut SeededProvider::new(2))));
    }

    #[test]
    fn save_and_restore_state_works_correctly() {
        let mut provider = SeededProvider::of_stream(u64::MAX, 3);
        for draws in [0, 1, 15, 16, 17, 100] {
            provider.next_many(draws, 0..6).unwrap();
            let json = serde_json::to_string(&provider.save()).unwrap();
            let mut restored = SeededProvider::restore(serde_json::from_str(&json).unwrap());
            assert_eq!(ten(&mut restored), ten(&mut provider.clone()), "after {draws} more, from {json}");
        }
    }

    #[test]
    fn a_place_that_no_game_reaches_is_no_trap() {
        let mut provider =
            SeededProvider::restore(SavedProvider { seed: 1, stream: u64::MAX, drawn: u64::MAX });
        ten(&mut provider);
        assert!(provider.save().drawn > SavedProvider::MOST_DRAWN);
    }

    #[test]
    fn next_many_returns_correct_count() {
        let mut provider = SeededProvider::new(1);
        for count in [0, 1, 17] {
            assert_eq!(provider.next_many(count, 1..11).unwrap().len(), count);
        }
        let whole = provider.next_many(100, i32::MIN..i32::MAX).unwrap();
        assert!(whole.iter().any(|&n| n < 0) && whole.iter().any(|&n| n > 0));
    }

    #[test]
    fn an_empty_range_has_no_number() {
        let mut provider = SeededProvider::new(1);
        #[expect(clippy::reversed_empty_ranges, reason = "the point of the test")]
        let reversed = 11..1;
        assert_eq!(provider.next(reversed), None);
        assert_eq!(provider.next_many(2, 5..5), None);
    }
}
