use std::fmt;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// The one door through which luck enters a game.
///
/// Implementations provide uniform 32-bit words; everything built on them is defined here, once, so that the
/// same words always give the same dice.
pub trait Chance {
    /// The next uniform 32-bit word.
    fn next_word(&mut self) -> u32;

    /// A uniform integer from 0 to `bound - 1`, by rejection, so that no value is favoured.
    ///
    /// # Panics
    ///
    /// Panics if `bound` is 0.
    fn below(&mut self, bound: u32) -> u32 {
        assert!(bound > 0, "there is no number below 0");
        let highest = highest_accepted(bound);
        loop {
            let word = self.next_word();
            if word <= highest {
                return word % bound;
            }
        }
    }

    /// Puts a list into a uniformly random order: Fisher and Yates, from the last place down.
    fn shuffle<T>(&mut self, list: &mut [T])
    where
        Self: Sized,
    {
        for last in (1..list.len()).rev() {
            let bound = u32::try_from(last + 1).expect("lists to shuffle have fewer than 2^32 entries");
            list.swap(last, self.below(bound) as usize);
        }
    }

    /// One fair die, 1 to 6.
    fn die(&mut self) -> u8 {
        u8::try_from(self.below(6) + 1).expect("a face is at most 6")
    }
}

/// Words in the last, incomplete run of `bound` values are drawn again: the last word before it.
const fn highest_accepted(bound: u32) -> u32 {
    u32::MAX - (u32::MAX % bound + 1) % bound
}

/// Everything is passed on, so that luck with a die of its own keeps it behind a reference.
impl<C: Chance + ?Sized> Chance for &mut C {
    fn next_word(&mut self) -> u32 {
        (**self).next_word()
    }

    fn below(&mut self, bound: u32) -> u32 {
        (**self).below(bound)
    }

    fn die(&mut self) -> u8 {
        (**self).die()
    }
}

/// Reproducible luck: ChaCha with eight rounds, from a seed.
#[derive(Clone, Debug)]
pub struct SeededChance(ChaCha8Rng);

impl SeededChance {
    /// Luck from a small seed: the key is the seed in little-endian bytes, padded with zeros.
    #[must_use]
    pub fn from_seed(seed: u64) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        Self::from_key(key)
    }

    /// Luck from a full 256-bit key.
    #[must_use]
    pub fn from_key(key: [u8; 32]) -> Self {
        Self(ChaCha8Rng::from_seed(key))
    }

    /// The independent stream number `stream` of the same seed, from its beginning: one per game of a
    /// simulation, so that game 17 is the same however the games are divided among threads.
    #[must_use]
    pub fn stream(&self, stream: u64) -> Self {
        let mut rng = self.0.clone();
        rng.set_stream(stream);
        rng.set_word_pos(0);
        Self(rng)
    }

    /// The same stream after so many of its words: see [`SavedChance::drawn`].
    #[must_use]
    pub fn stream_after(&self, stream: u64, drawn: u64) -> Self {
        let mut rng = self.0.clone();
        rng.set_stream(stream);
        rng.set_word_pos(drawn.into());
        Self(rng)
    }

    /// The next `N` dice, the same that [`Chance::die`] rolls one by one, in less time.
    pub fn dice<const N: usize>(&mut self) -> [u8; N] {
        dice(self)
    }
}

/// All words at once, and the few that are drawn again one by one.
fn dice<const N: usize>(luck: &mut impl Chance) -> [u8; N] {
    const HIGHEST: u32 = highest_accepted(6);
    let die = |word: u32| u8::try_from(word % 6 + 1).expect("a face is at most 6");
    let words: [u32; N] = std::array::from_fn(|_| luck.next_word());
    if words.iter().fold(0, |highest, &word| word.max(highest)) <= HIGHEST {
        return words.map(die);
    }
    let mut accepted = words.into_iter().filter(|&word| word <= HIGHEST);
    std::array::from_fn(|_| accepted.next().map_or_else(|| luck.die(), die))
}

/// Where a [`SeededChance`] stands: enough to go on from there, on any machine.
///
/// `Debug` does not show the key: who knows it knows every die to come.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct SavedChance {
    /// The 256-bit key.
    pub key: [u8; 32],
    /// The stream.
    pub stream: u64,
    /// Words drawn so far from this stream.
    pub drawn: u64,
}

impl fmt::Debug for SavedChance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { stream, drawn, .. } = self;
        f.debug_struct("SavedChance").field("stream", stream).field("drawn", drawn).finish_non_exhaustive()
    }
}

impl SeededChance {
    /// Where it stands.
    ///
    /// # Panics
    ///
    /// Panics after 2^64 words, which no game draws.
    #[must_use]
    pub fn save(&self) -> SavedChance {
        let drawn = u64::try_from(self.0.get_word_pos()).expect("no game draws 2^64 words");
        SavedChance { key: self.0.get_seed(), stream: self.0.get_stream(), drawn }
    }

    /// Goes on where a saved one stood.
    #[must_use]
    pub fn restore(saved: SavedChance) -> Self {
        let mut rng = ChaCha8Rng::from_seed(saved.key);
        rng.set_stream(saved.stream);
        rng.set_word_pos(saved.drawn.into());
        Self(rng)
    }
}

impl Chance for SeededChance {
    fn next_word(&mut self) -> u32 {
        self.0.next_u32()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays back fixed words, to pin the samplers themselves.
    struct Words<'a>(std::slice::Iter<'a, u32>);

    impl Chance for Words<'_> {
        fn next_word(&mut self) -> u32 {
            *self.0.next().expect("enough words for the test")
        }
    }

    fn words(list: &[u32]) -> Words<'_> {
        Words(list.iter())
    }

    #[test]
    fn words_of_the_incomplete_last_run_are_drawn_again() {
        // 2^32 = 6 * 715827882 + 4, so the last four words would favour the faces 1 to 4.
        assert_eq!(words(&[u32::MAX, u32::MAX - 3, 5]).die(), 6);
        assert_eq!(words(&[u32::MAX - 4]).die(), 6);
        // A power of two leaves no incomplete run.
        assert_eq!(words(&[u32::MAX]).below(8), 7);
        assert_eq!(words(&[u32::MAX]).below(1), 0);
    }

    #[test]
    fn many_dice_at_once_are_the_dice_one_by_one() {
        let list = [7, u32::MAX, 8, u32::MAX - 1, 9, 10, u32::MAX - 2, 11, 12];
        let mut one_by_one = words(&list);
        assert_eq!(dice::<5>(&mut words(&list)), [2, 3, 4, 5, 6]);
        assert_eq!(dice::<5>(&mut words(&list)), std::array::from_fn(|_| one_by_one.die()));
        let luck = SeededChance::from_seed(42);
        let mut at_once = luck.stream(7);
        assert_eq!(at_once.dice::<20>(), PINNED_SEED_42_STREAM_7);
        let mut rest = luck.stream_after(7, at_once.save().drawn);
        assert_eq!(rest.dice::<100>(), std::array::from_fn(|_| at_once.die()));
    }

    #[test]
    fn a_seed_means_these_dice_for_ever() {
        let mut luck = SeededChance::from_seed(42);
        let dice: Vec<u8> = (0..20).map(|_| luck.die()).collect();
        assert_eq!(dice, PINNED_SEED_42);
        let mut luck = SeededChance::from_seed(42).stream(7);
        let dice: Vec<u8> = (0..20).map(|_| luck.die()).collect();
        assert_eq!(dice, PINNED_SEED_42_STREAM_7);
    }

    const PINNED_SEED_42: [u8; 20] = [4, 6, 2, 3, 5, 2, 1, 1, 1, 4, 2, 3, 4, 3, 6, 5, 2, 4, 5, 6];
    const PINNED_SEED_42_STREAM_7: [u8; 20] = [6, 2, 4, 1, 6, 6, 5, 3, 3, 6, 6, 2, 5, 2, 2, 6, 1, 6, 2, 3];

    #[test]
    fn streams_restart_from_their_beginning() {
        let mut used = SeededChance::from_seed(9);
        used.next_word();
        let (mut a, mut b) = (used.stream(3), SeededChance::from_seed(9).stream(3));
        assert_eq!(a.next_word(), b.next_word());
        assert_ne!(a.next_word(), SeededChance::from_seed(9).stream(4).next_word());
    }

    #[test]
    fn a_restored_generator_goes_on_where_the_saved_one_stood() {
        let mut luck = SeededChance::from_key([7; 32]).stream(3);
        for words in [0, 1, 5, 16, 41, 1, 1, 100] {
            for _ in 0..words {
                luck.next_word();
            }
            let mut restored = SeededChance::restore(luck.save());
            let mut original = luck.clone();
            assert!((0..40).all(|_| original.next_word() == restored.next_word()), "after {words} words");
        }
    }

    #[test]
    fn a_shuffle_of_a_seed_is_this_order_for_ever() {
        let mut list: Vec<u8> = (0..10).collect();
        SeededChance::from_seed(42).shuffle(&mut list);
        assert_eq!(list, [9, 7, 6, 2, 0, 4, 5, 3, 8, 1]);
    }

    #[test]
    fn every_order_of_a_shuffle_is_equally_likely() {
        let mut luck = SeededChance::from_seed(2);
        let mut seen = std::collections::HashMap::new();
        for _ in 0..24_000 {
            let mut list = [1, 2, 3, 4];
            luck.shuffle(&mut list);
            *seen.entry(list).or_insert(0u32) += 1;
        }
        assert_eq!(seen.len(), 24);
        let chi_squared: f64 = seen.values().map(|&n| (f64::from(n) - 1000.0).powi(2) / 1000.0).sum();
        assert!(chi_squared < 49.7, "chi-squared {chi_squared} with 23 degrees of freedom, 99.9% bound 49.7");
    }

    #[test]
    fn seeded_dice_are_fair_within_chance() {
        let mut luck = SeededChance::from_seed(1);
        let mut counts = [0u32; 6];
        for _ in 0..60_000 {
            counts[usize::from(luck.die()) - 1] += 1;
        }
        let chi_squared: f64 = counts.iter().map(|&c| (f64::from(c) - 10_000.0).powi(2) / 10_000.0).sum();
        assert!(chi_squared < 20.5, "chi-squared {chi_squared} with 5 degrees of freedom, 99.9% bound 20.5");
    }

    #[test]
    fn luck_behind_a_reference_keeps_a_die_of_its_own() {
        /// Whose die is no draw below six.
        struct Loaded;

        impl Chance for Loaded {
            fn next_word(&mut self) -> u32 {
                7
            }

            fn below(&mut self, bound: u32) -> u32 {
                bound - 1
            }

            fn die(&mut self) -> u8 {
                3
            }
        }

        fn draw(mut luck: impl Chance) -> (u32, u32, u8) {
            (luck.next_word(), luck.below(10), luck.die())
        }
        assert_eq!(draw(&mut Loaded), (7, 9, 3));
        assert_eq!(draw(&mut Loaded as &mut dyn Chance), draw(Loaded));
    }

    #[test]
    fn saved_luck_shows_where_it_stands_and_not_its_key() {
        let shown = format!("{:?}", SavedChance { key: [171; 32], stream: 4, drawn: 9 });
        assert_eq!(shown, "SavedChance { stream: 4, drawn: 9, .. }");
    }
}
