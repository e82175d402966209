//! Where the dice of a game come from, and how anybody can roll them again.

use chance::{Chance, Commitment, FairDice, Hex, SeededChance, ServerSeed};
use serde::Serialize;

/// What a game says about its dice when it is created.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize)]
#[serde(tag = "source", rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum DiceSource {
    /// The table rolls, and says no more about it.
    #[default]
    Table,
    /// Everything follows from this number, so knowing it is knowing every roll: for practice and for tests.
    Seeded {
        /// Up to 2^53, so that every language can hold it.
        seed: u64,
    },
    /// The table promised a secret seed before the first roll and shows it after the last one.
    Fair {
        /// The SHA-256 of the seed, in hexadecimal.
        commitment: Hex,
    },
}

/// The dice of one draw: an order of players, or a roll.
#[derive(Debug)]
pub enum Luck {
    /// From a seed.
    Seeded(SeededChance),
    /// From a promised seed and what the players added.
    Fair(FairDice),
}

impl DiceSource {
    /// The largest seed.
    pub const LARGEST_SEED: u64 = ledger::LARGEST_EXACT;

    /// Whether it can be written down.
    #[must_use]
    pub const fn is_valid(&self) -> bool {
        match self {
            Self::Seeded { seed } => *seed <= Self::LARGEST_SEED,
            Self::Table | Self::Fair { .. } => true,
        }
    }

    /// Whether anybody can roll the dice again, once all seeds are known.
    #[must_use]
    pub const fn is_checkable(&self) -> bool {
        !matches!(self, Self::Table)
    }

    /// The luck of draw number `draw` of a game, if it can be known: for fair dice, with the secret.
    ///
    /// Seeded, it is stream `draw` of the seed. Fair, it is [`FairDice`] with the players' seeds in the order in which
    /// they were given, the game's id, and `draw` as the counter.
    #[must_use]
    pub fn luck(
        &self,
        secret: Option<&ServerSeed>,
        client_seeds: &[&str],
        game: &str,
        draw: u64,
    ) -> Option<Luck> {
        match self {
            Self::Table => None,
            Self::Seeded { seed } => Some(Luck::Seeded(SeededChance::from_seed(*seed).stream(draw))),
            Self::Fair { .. } => Some(Luck::Fair(FairDice::new(secret?, client_seeds, game, draw))),
        }
    }

    /// Whether this secret is the promised one; always for dice that promised nothing.
    #[must_use]
    pub fn is_kept_by(&self, secret: &Hex) -> bool {
        match self {
            Self::Fair { commitment } => {
                Commitment::from_bytes(commitment.0).is_kept_by(&ServerSeed::from_bytes(secret.0))
            }
            Self::Table | Self::Seeded { .. } => true,
        }
    }
}

impl Chance for Luck {
    fn next_word(&mut self) -> u32 {
        match self {
            Self::Seeded(luck) => luck.next_word(),
            Self::Fair(luck) => luck.next_word(),
        }
    }

    fn die(&mut self) -> u8 {
        match self {
            Self::Seeded(luck) => luck.die(),
            Self::Fair(luck) => luck.die(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_draw_has_the_same_luck_and_another_draw_another() {
        let seed = ServerSeed::from_bytes([9; 32]);
        let fair = DiceSource::Fair { commitment: Hex(*seed.commitment().as_bytes()) };
        for source in [DiceSource::Seeded { seed: 7 }, fair] {
            let roll = |draw| {
                let mut luck = source.luck(Some(&seed), &["a"], "game", draw).unwrap();
                [0; 20].map(|_| luck.die())
            };
            assert_eq!(roll(1), roll(1));
            assert_ne!(roll(1), roll(2));
        }
        assert!(fair.luck(None, &[], "game", 0).is_none(), "fair dice need the secret");
        assert!(fair.is_kept_by(&Hex([9; 32])) && !fair.is_kept_by(&Hex([8; 32])));
    }
}
