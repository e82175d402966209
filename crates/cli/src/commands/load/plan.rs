use std::time::Duration;

use serde::Serialize;

/// What is played, and how.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) games: u32,
    pub(super) kinds: Kinds,
    /// Bots in each game of dice.
    pub(super) bots: u8,
    /// Sockets in each game that only watch.
    pub(super) watchers: u16,
    /// How long a player thinks, on average.
    pub(super) think: Duration,
    /// Games started per second.
    pub(super) rate: u32,
    /// When it ends at the latest.
    pub(super) limit: Duration,
    pub(super) seed: u64,
    /// Whether updates are asked for as changes, as the web app does.
    pub(super) changes: bool,
    /// Whether games stay as they are after a few moves.
    pub(super) idle: bool,
    /// Whether new games follow those that are over.
    pub(super) soak: bool,
}

/// Which game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Dicee,
    Fortytwo,
}

/// Which games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, clap::ValueEnum)]
#[serde(rename_all = "snake_case")]
pub(super) enum Kinds {
    /// The dice game
    Dicee,
    /// Texas 42 with three bots
    Fortytwo,
    /// One of each in turn
    Mixed,
}

impl Plan {
    pub(super) const fn kind_of(&self, number: u32) -> Kind {
        match self.kinds {
            Kinds::Dicee => Kind::Dicee,
            Kinds::Fortytwo => Kind::Fortytwo,
            Kinds::Mixed if number % 2 == 1 => Kind::Dicee,
            Kinds::Mixed => Kind::Fortytwo,
        }
    }

    /// How many sockets are open when all games are.
    pub(super) fn sockets(&self) -> u64 {
        u64::from(self.games) * (1 + u64::from(self.watchers))
    }
}
