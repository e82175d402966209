use std::fmt;

use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

use crate::Chance;

/// The secret from which a server rolls. Its [`Commitment`] is published before the game, the seed
/// itself after it. It is not shown by `Debug`, so that it cannot slip into a log.
#[derive(Clone, PartialEq, Eq)]
pub struct ServerSeed([u8; 32]);

/// The SHA-256 of a [`ServerSeed`]: a promise that cannot be changed afterwards and gives nothing away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Commitment([u8; 32]);

/// The dice of one roll: an HMAC of what the server promised and the players added.
///
/// The bytes of roll number `n` are `HMAC-SHA-256(server seed, message)` for `block` 0, 1, ... The message is the
/// UTF-8 text `clients|n|block|game`, where `clients` are the SHA-256 of each client seed in hexadecimal, joined by
/// `,`. A byte of 252 or more is skipped; any other is the face `byte % 6 + 1`. Nothing else is needed to check a
/// roll. Client seeds and the game may be any text: what could contain a separator is hashed or comes last.
///
/// ```
/// use chance::{Chance, FairDice, ServerSeed};
///
/// let seed = ServerSeed::from_bytes([7; 32]);
/// let promise = seed.commitment();
/// let mut dice = FairDice::new(&seed, &["alice", "bob"], "game-1", 0);
/// let roll: Vec<u8> = (0..5).map(|_| dice.die()).collect();
///
/// // After the game, anybody:
/// assert!(promise.is_kept_by(&seed));
/// let mut again = FairDice::new(&seed, &["alice", "bob"], "game-1", 0);
/// assert!(roll.iter().all(|&face| again.die() == face));
/// ```
#[derive(Clone)]
pub struct FairDice {
    key: ServerSeed,
    /// The message up to the block.
    head: String,
    block: u32,
    game: String,
    bytes: [u8; 32],
    used: usize,
}

impl ServerSeed {
    /// A seed from 32 bytes, which should come from the operating system's generator.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The bytes, to be revealed once the game is over.
    #[must_use]
    pub const fn reveal(&self) -> [u8; 32] {
        self.0
    }

    /// What is published before the game.
    #[must_use]
    pub fn commitment(&self) -> Commitment {
        Commitment(Sha256::digest(self.0).into())
    }
}

impl fmt::Debug for ServerSeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ServerSeed(secret)")
    }
}

impl Commitment {
    /// A commitment as it was published.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Its bytes.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// Whether this is the seed that was promised.
    #[must_use]
    pub fn is_kept_by(&self, seed: &ServerSeed) -> bool {
        seed.commitment() == *self
    }
}

impl fmt::Display for Commitment {
    /// Lower-case hexadecimal.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl FairDice {
    /// The dice of roll number `counter` of a game. Client seeds are the players' contributions, in seat order.
    #[must_use]
    pub fn new(seed: &ServerSeed, client_seeds: &[&str], game: &str, counter: u64) -> Self {
        let clients: Vec<String> =
            client_seeds.iter().map(|client| Commitment(Sha256::digest(client).into()).to_string()).collect();
        let head = format!("{}|{counter}", clients.join(","));
        let mut dice = Self { key: seed.clone(), head, block: 0, game: game.into(), bytes: [0; 32], used: 0 };
        dice.fill();
        dice
    }

    fn fill(&mut self) {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.key.0).expect("a key of any length is valid");
        mac.update(format!("{}|{}|{}", self.head, self.block, self.game).as_bytes());
        self.bytes = mac.finalize().into_bytes().into();
        self.used = 0;
    }

    fn next_byte(&mut self) -> u8 {
        if self.used == self.bytes.len() {
            self.block += 1;
            self.fill();
        }
        self.used += 1;
        self.bytes[self.used - 1]
    }
}

impl Chance for FairDice {
    /// Four bytes, the first one highest.
    fn next_word(&mut self) -> u32 {
        u32::from_be_bytes(std::array::from_fn(|_| self.next_byte()))
    }

    /// One byte a die, as documented above.
    fn die(&mut self) -> u8 {
        loop {
            let byte = self.next_byte();
            if byte < 252 {
                return byte % 6 + 1;
            }
        }
    }
}

impl fmt::Debug for FairDice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FairDice")
            .field("game", &self.game)
            .field("block", &self.block)
            .finish_non_exhaustive()
    }
}

/// The next seed of a chain: the first four bytes, big-endian, of the SHA-256 of the text
/// `previous:index:label`.
///
/// ```
/// let second_hand = chance::derive_seed(12345, 1, "redeal");
/// assert_ne!(second_hand, chance::derive_seed(12345, 2, "redeal"));
/// ```
#[must_use]
pub fn derive_seed(previous: u32, index: u32, label: &str) -> u32 {
    let digest: [u8; 32] = Sha256::digest(format!("{previous}:{index}:{label}")).into();
    u32::from_be_bytes(*digest.first_chunk().expect("a digest has 32 bytes"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn roll(counter: u64, clients: &[&str], count: usize) -> Vec<u8> {
        let mut dice = FairDice::new(&ServerSeed::from_bytes([7; 32]), clients, "game-1", counter);
        (0..count).map(|_| dice.die()).collect()
    }

    #[test]
    fn only_the_promised_seed_keeps_the_promise() {
        let seed = ServerSeed::from_bytes([7; 32]);
        let promise = seed.commitment();
        assert!(promise.is_kept_by(&seed));
        assert!(!promise.is_kept_by(&ServerSeed::from_bytes([8; 32])));
        assert_eq!(Commitment::from_bytes(*promise.as_bytes()), promise);
        assert_eq!(promise.to_string().len(), 64);
    }

    #[test]
    fn every_part_of_the_message_changes_the_dice() {
        let base = roll(0, &["alice", "bob"], 20);
        assert_ne!(base, roll(1, &["alice", "bob"], 20));
        assert_ne!(base, roll(0, &["alice"], 20));
        assert_ne!(base, roll(0, &["bob", "alice"], 20));
        let other = |seed, game| {
            let mut dice = FairDice::new(&ServerSeed::from_bytes(seed), &["alice", "bob"], game, 0);
            (0..20).map(|_| dice.die()).collect::<Vec<_>>()
        };
        assert_eq!(base, other([7; 32], "game-1"));
        assert_ne!(base, other([8; 32], "game-1"));
        assert_ne!(base, other([7; 32], "game-2"));
    }

    #[test]
    fn separators_in_client_seeds_cannot_make_two_messages_equal() {
        assert_ne!(roll(0, &["alice,bob"], 20), roll(0, &["alice", "bob"], 20));
        assert_ne!(roll(0, &["a|1"], 20), roll(1, &["a"], 20));
    }

    #[test]
    fn committed_dice_are_fair_within_chance() {
        let mut counts = [0u32; 6];
        for counter in 0..3000 {
            for face in roll(counter, &[], 20) {
                counts[usize::from(face) - 1] += 1;
            }
        }
        let chi_squared: f64 = counts.iter().map(|&c| (f64::from(c) - 10_000.0).powi(2) / 10_000.0).sum();
        assert!(chi_squared < 20.5, "chi-squared {chi_squared} with 5 degrees of freedom, 99.9% bound 20.5");
    }

    #[test]
    fn a_reference_rolls_the_same_dice() {
        let seed = ServerSeed::from_bytes([7; 32]);
        let fresh = || FairDice::new(&seed, &["alice"], "game-1", 3);
        fn twenty(mut luck: impl Chance) -> Vec<u8> {
            (0..20).map(|_| luck.die()).collect()
        }
        let direct = twenty(fresh());
        assert_eq!(twenty(&mut fresh()), direct);
        let mut dice = fresh();
        let behind: &mut dyn Chance = &mut dice;
        assert_eq!(twenty(behind), direct);
    }

    #[test]
    fn secrets_are_not_printed() {
        let seed = ServerSeed::from_bytes([7; 32]);
        let dice = FairDice::new(&seed, &[], "game-1", 0);
        let shown = format!("{seed:?} {dice:?}");
        assert!(!shown.contains('7') && !shown.contains("bytes"), "{shown}");
    }

    #[test]
    fn a_word_is_the_next_four_bytes_and_the_seed_can_be_revealed() {
        let seed = ServerSeed::from_bytes([7; 32]);
        let dice = || FairDice::new(&seed, &["alice"], "game-1", 3);
        let (mut bytes, mut words) = (dice(), dice());
        // More than a block of 32 bytes.
        for _ in 0..10 {
            let next = [bytes.next_byte(), bytes.next_byte(), bytes.next_byte(), bytes.next_byte()];
            assert_eq!(words.next_word().to_be_bytes(), next);
        }
        assert!(seed.commitment().is_kept_by(&ServerSeed::from_bytes(seed.reveal())));
        assert_eq!(format!("{seed:?}"), "ServerSeed(secret)");
    }
}
