use ledger::PlayerId;

use crate::decode::name;
use crate::error::StoreError;
use protocol::GameId;

/// What the operator decided about a player or a table. It holds until it is lifted.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sanction {
    /// The player may not sign in or play.
    Banned(PlayerId),
    /// Nobody may play at the table of this game.
    Closed(GameId),
}

impl Sanction {
    /// Its kind in a database.
    pub(crate) const fn kind(&self) -> &'static str {
        match self {
            Self::Banned(_) => "banned",
            Self::Closed(_) => "closed",
        }
    }

    /// The id of whom or what it is about.
    pub(crate) fn subject(&self) -> String {
        match self {
            Self::Banned(player) => player.to_string(),
            Self::Closed(game) => game.to_string(),
        }
    }

    /// From the columns of a row.
    pub(crate) fn read(kind: &str, subject: &str) -> Result<Self, StoreError> {
        match kind {
            "banned" => Ok(Self::Banned(name(subject)?)),
            "closed" => Ok(Self::Closed(name(subject)?)),
            _ => Err(StoreError::corrupt(format!("{kind} is no sanction"))),
        }
    }
}
