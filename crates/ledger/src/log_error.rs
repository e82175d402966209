use thiserror::Error;

use crate::upcast::{EventError, UNKNOWN_VERSION, UpcastError};

/// The most events that a log from outside may hold; a long game has a few thousand.
pub const MOST_EVENTS: usize = 100_000;

/// Why a stored history is not one.
#[derive(Debug, Error)]
pub enum LogError {
    /// The text is no list of envelopes.
    #[error("not a log: {0}")]
    Json(serde_json::Error),
    /// A log of another game.
    #[error("this is a log of {actual}, not of {expected}")]
    OtherGame {
        /// The game that was expected.
        expected: &'static str,
        /// The game that the log names.
        actual: String,
    },
    /// More events than any game has.
    #[error("the log holds more than {MOST_EVENTS} events, which no game needs")]
    TooLong,
    /// An event that is not what it was, or not where it was. Messages count events from 1.
    #[error("event {}: {problem}", position + 1)]
    Broken {
        /// Its place, from 0.
        position: usize,
        /// What does not hold.
        problem: &'static str,
    },
    /// An event that cannot be read.
    #[error("event {}: {error}", position + 1)]
    Unreadable {
        /// Its place, from 0.
        position: usize,
        /// The reason.
        error: serde_json::Error,
    },
    /// An old event that cannot be brought up to date.
    #[error("event {}: {error}", position + 1)]
    Upcast {
        /// Its place, from 0.
        position: usize,
        /// The reason.
        error: UpcastError,
    },
}

impl LogError {
    /// The event at this position cannot be read.
    pub(crate) fn at(position: usize, error: EventError) -> Self {
        match error {
            EventError::Upcast(error) => Self::Upcast { position, error },
            EventError::Fields(error) => Self::Unreadable { position, error },
            EventError::Version => Self::Broken { position, problem: UNKNOWN_VERSION },
        }
    }
}
