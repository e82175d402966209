//! What the writer is asked for, and what it answers.

use ledger::{Receipt, Stream};
use tokio::sync::oneshot;

use super::directory::Change;
use crate::append::Append;
use crate::checkpoint::Checkpoint;
use crate::error::StoreError;
use crate::note::Note;
use crate::pack::Pack;
use protocol::GameId;

/// A write, and who waits for it.
#[derive(Debug)]
pub(super) struct Request {
    pub(super) write: Write,
    pub(super) reply: oneshot::Sender<Result<Written, StoreError>>,
}

impl Request {
    pub(super) const fn append(&self) -> Option<&Append> {
        if let Write::Append(append) = &self.write { Some(append) } else { None }
    }

    pub(super) const fn erases(&self) -> bool {
        matches!(self.write, Write::Directory(Change::Erase { .. }))
    }
}

#[derive(Debug)]
pub(super) enum Write {
    Append(Append),
    Note(Vec<Note>),
    /// Remove at most so many notes of a stream that are not younger than `last`.
    Prune {
        stream: Stream,
        last: u64,
        limit: u32,
    },
    Save(Checkpoint),
    /// Put a pack in the place of a log.
    Pack(GameId, Pack),
    /// Put a log in the place of its pack.
    Unpack(GameId),
    /// Change the directory.
    Directory(Change),
    /// Wait until the write-ahead log is merged into the file and cut off, so that nothing erased is left in it.
    Truncate,
    /// Commit what is queued, then accept no more.
    Close,
}

#[derive(Clone, Debug)]
pub(super) enum Written {
    Appended(Receipt),
    /// The number of changed rows.
    Rows(u64),
}

impl Write {
    /// Whether it is one statement of the database, which is a transaction by itself.
    pub(super) const fn is_one_statement(&self) -> bool {
        match self {
            Self::Prune { .. } | Self::Save(_) => true,
            Self::Directory(change) => change.is_one_statement(),
            Self::Append(_)
            | Self::Note(_)
            | Self::Pack(..)
            | Self::Unpack(_)
            | Self::Truncate
            | Self::Close => false,
        }
    }
}

impl Written {
    /// Of an append.
    pub(super) fn receipt(self) -> Receipt {
        match self {
            Self::Appended(receipt) => receipt,
            Self::Rows(_) => unreachable!("the writer answers an append with its receipt"),
        }
    }

    pub(super) const fn rows(&self) -> u64 {
        match self {
            Self::Appended(_) => 0,
            Self::Rows(rows) => *rows,
        }
    }
}
