use std::fmt::Debug;
use std::sync::{Mutex, PoisonError};

use chance::{Chance, SeededChance};
use uuid::Uuid;

/// Where the rooms get random bytes: ids, codes, and the luck of games that bring none of their own.
pub trait Entropy: Debug + Send + Sync {
    /// Fills the buffer with random bytes.
    fn fill(&self, bytes: &mut [u8]);
}

/// The operating system.
#[derive(Clone, Copy, Debug, Default)]
pub struct OsEntropy;

/// The same bytes in every run, for tests.
#[derive(Debug)]
pub struct SeededEntropy(Mutex<SeededChance>);

impl Entropy for OsEntropy {
    fn fill(&self, bytes: &mut [u8]) {
        getrandom::fill(bytes).expect("the operating system provides random bytes");
    }
}

impl SeededEntropy {
    /// The bytes that belong to a seed.
    #[must_use]
    pub fn from_seed(seed: u64) -> Self {
        Self(Mutex::new(SeededChance::from_seed(seed)))
    }
}

impl Entropy for SeededEntropy {
    fn fill(&self, bytes: &mut [u8]) {
        let mut chance = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for bytes in bytes.chunks_mut(4) {
            let word = chance.next_word().to_le_bytes();
            bytes.copy_from_slice(&word[..bytes.len()]);
        }
    }
}

impl dyn Entropy + '_ {
    /// A fresh random (version 4) UUID.
    #[must_use]
    pub fn uuid(&self) -> Uuid {
        let mut bytes = [0; 16];
        self.fill(&mut bytes);
        uuid::Builder::from_random_bytes(bytes).into_uuid()
    }

    /// Luck from these bytes.
    #[must_use]
    pub fn chance(&self) -> EntropyChance<'_> {
        EntropyChance { entropy: self, words: [0; 16], left: 0 }
    }
}

/// Luck straight from an [`Entropy`].
#[derive(Debug)]
pub struct EntropyChance<'a> {
    entropy: &'a dyn Entropy,
    words: [u32; 16],
    left: usize,
}

impl Chance for EntropyChance<'_> {
    fn next_word(&mut self) -> u32 {
        if self.left == 0 {
            let mut bytes = [0u8; 64];
            self.entropy.fill(&mut bytes);
            for (word, bytes) in self.words.iter_mut().zip(bytes.chunks_exact(4)) {
                *word = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
            }
            self.left = self.words.len();
        }
        self.left -= 1;
        self.words[self.left]
    }
}
