use ledger::PlayerId;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::error::StoreError;
use protocol::Code;
use protocol::{GameId, GameKind as Kind};

/// A table in the lobby.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableEntry {
    /// The game that is played there.
    pub game: GameId,
    /// Which game it is.
    pub kind: Kind,
    /// Its code.
    pub code: Code,
    /// Who opened it.
    pub host: PlayerId,
    /// Whether the lobby lists it.
    pub public: bool,
    /// Whether hints are given at it, to everybody or to nobody.
    pub coach: bool,
    /// How many seats it had when it was opened, taken or not.
    pub seats: u8,
    /// What was chosen when it was opened, as the lobby shows it.
    pub options: Map<String, Value>,
    /// Whether the game has started or ended.
    pub status: TableStatus,
    /// How many more players fit.
    pub free_seats: u8,
    /// The version of the game that status and free seats are from; 0 where that is not known.
    pub version: u64,
    /// When it was opened, in milliseconds since 1970.
    pub created_at: u64,
    /// When it last changed, or its host was last seen there.
    pub updated_at: u64,
}

/// How a table stands at a version of its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableUpdate {
    /// The version: how many events the game has.
    pub version: u64,
    /// Whether the game has started or ended.
    pub status: TableStatus,
    /// How many more players fit.
    pub free_seats: u8,
    /// The time of the last event, or when the host was last seen there.
    pub updated_at: u64,
}

/// Which open tables are wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableFilter {
    /// Of this game; of any when left out.
    pub kind: Option<Kind>,
    /// Opened by this player; by anybody when left out.
    pub host: Option<PlayerId>,
    /// That changed, or whose host was seen, at this time or later.
    pub since: u64,
    /// So many of one host at most, whatever is played there: those that were opened first.
    pub of_a_host: u32,
    /// Which come first.
    pub order: TableOrder,
    /// So many at most.
    pub limit: u32,
}

/// Which open tables come first; of the same age, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableOrder {
    /// The newest.
    Newest,
    /// Those at which most seats are taken, then those that wait longest.
    Fullest,
}

/// Whether the game at a table has started or ended. A table that everybody left is over until somebody sits down again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TableStatus {
    /// It has not begun.
    Waiting,
    /// It is being played.
    Active,
    /// It was played to the end, or given up.
    Over,
}

/// A game in which a player took a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerGame {
    /// The game.
    pub game: GameId,
    /// Which game it is.
    pub kind: Kind,
    /// When, in milliseconds since 1970.
    pub at: u64,
}

impl TableEntry {
    /// How many seats are taken. People may have left since it was opened, so there may be more free seats than it had.
    pub(crate) fn taken(&self) -> i16 {
        i16::from(self.seats) - i16::from(self.free_seats)
    }

    /// Whether the lobby lists it as open.
    fn is_open(&self) -> bool {
        self.public && self.status == TableStatus::Waiting && self.free_seats > 0
    }

    /// Whether an update is newer than this entry. Clocks of nodes differ, so they are asked only about the same version.
    pub(crate) fn is_older_than(&self, update: &TableUpdate) -> bool {
        (self.version, self.updated_at) <= (update.version, update.updated_at)
    }

    /// Refuses `self` if `known` is another table with the same game or code.
    pub(crate) fn check_against(&self, known: &Self) -> Result<(), StoreError> {
        if self.game == known.game && self.code == known.code {
            return Ok(());
        }
        if self.game == known.game {
            return Err(StoreError::Taken { field: "gameId", value: self.game.to_string() });
        }
        Err(StoreError::Taken { field: "code", value: self.code.to_string() })
    }
}

impl TableFilter {
    /// All open tables, at most so many, the newest first.
    #[must_use]
    pub const fn all(limit: u32) -> Self {
        Self { kind: None, host: None, since: 0, of_a_host: u32::MAX, order: TableOrder::Newest, limit }
    }

    /// Whether a table is open and was looked after lately.
    pub(crate) fn is_alive(&self, table: &TableEntry) -> bool {
        table.is_open() && table.updated_at >= self.since
    }

    pub(crate) fn wants(&self, table: &TableEntry) -> bool {
        self.kind.as_ref().is_none_or(|kind| table.kind == *kind)
            && self.host.is_none_or(|host| table.host == host)
    }
}

impl TableOrder {
    /// In the words of SQLite and of PostgreSQL.
    pub(crate) const fn sql(self) -> &'static str {
        match self {
            Self::Newest => "created_at DESC, game",
            Self::Fullest => "seats - free_seats DESC, created_at, game",
        }
    }
}

impl TableStatus {
    /// The number in a database.
    pub(crate) const fn rank(self) -> i64 {
        match self {
            Self::Waiting => 0,
            Self::Active => 1,
            Self::Over => 2,
        }
    }

    pub(crate) fn from_rank(rank: i64) -> Result<Self, StoreError> {
        match rank {
            0 => Ok(Self::Waiting),
            1 => Ok(Self::Active),
            2 => Ok(Self::Over),
            _ => Err(StoreError::corrupt(format!("{rank} is no status of a table"))),
        }
    }
}
