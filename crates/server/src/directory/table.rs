use dicee::PlayerId;
use serde::{Deserialize, Serialize};

use super::Code;
use crate::store::{GameId, Kind, StoreError};

/// A table in the index of the lobby.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableEntry {
    /// The game that is played there.
    pub game: GameId,
    /// Which game it is.
    pub kind: Kind,
    /// Its short name.
    pub code: Code,
    /// Who opened it.
    pub host: PlayerId,
    /// Whether strangers may find it.
    pub public: bool,
    /// How far the game is.
    pub status: TableStatus,
    /// How many more players fit.
    pub free_seats: u8,
    /// When it was opened, in milliseconds since 1970.
    pub created_at: u64,
    /// When it last changed.
    pub updated_at: u64,
}

/// How far the game at a table is; it only ever goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TableStatus {
    /// It has not begun.
    Waiting,
    /// It is being played.
    Active,
    /// It was played to the end, or given up.
    Over,
}

impl TableEntry {
    /// Whether a stranger may sit down.
    pub(super) fn is_open(&self) -> bool {
        self.public && self.status == TableStatus::Waiting && self.free_seats > 0
    }

    /// Whether this is the news about a table that was last seen as `self`.
    pub(super) fn is_older_than(&self, status: TableStatus, updated_at: u64) -> bool {
        status > self.status || (status == self.status && updated_at >= self.updated_at)
    }

    /// What to say to somebody who wants to enter `self` where `known` already is: nothing if it is the same.
    pub(super) fn against(&self, known: &Self) -> Result<(), StoreError> {
        if self.game == known.game && self.code == known.code {
            return Ok(());
        }
        if self.game == known.game {
            return Err(StoreError::Taken { field: "gameId", value: self.game.to_string() });
        }
        Err(StoreError::Taken { field: "code", value: self.code.to_string() })
    }
}

impl TableStatus {
    /// How it is kept in a database, where it is compared.
    pub(super) const fn rank(self) -> i64 {
        match self {
            Self::Waiting => 0,
            Self::Active => 1,
            Self::Over => 2,
        }
    }

    pub(super) fn from_rank(rank: i64) -> Result<Self, StoreError> {
        match rank {
            0 => Ok(Self::Waiting),
            1 => Ok(Self::Active),
            2 => Ok(Self::Over),
            _ => Err(StoreError::corrupt(format!("{rank} is no status of a table"))),
        }
    }
}
