use ledger::Stream;
use serde_json::Value;

use super::error::StoreError;
use super::name::GameId;

const DAY: u64 = 24 * 60 * 60 * 1000;

/// The last time that can be kept: what JavaScript counts exactly.
const LAST: u64 = 1 << 53;

/// An analysis or telemetry event: something about a game that the game can do without, kept for a while.
///
/// Invariant: never in the domain stream.
#[derive(Clone, Debug, PartialEq)]
pub struct Note {
    game: GameId,
    stream: Stream,
    timestamp: u64,
    body: Value,
}

impl Note {
    /// A note on a game, made at `timestamp` in milliseconds since 1970.
    ///
    /// # Errors
    ///
    /// [`StoreError::Malformed`] for a domain event, which belongs into an [`Append`](super::Append), and for a time
    /// beyond 2^53.
    pub fn new(game: GameId, stream: Stream, timestamp: u64, body: Value) -> Result<Self, StoreError> {
        if stream == Stream::Domain {
            return Err(StoreError::malformed("stream", "analysis or telemetry", "domain"));
        }
        if timestamp > LAST {
            return Err(StoreError::malformed("timestamp", "at most 2^53", timestamp));
        }
        Ok(Self { game, stream, timestamp, body })
    }

    /// The game.
    #[must_use]
    pub const fn game(&self) -> &GameId {
        &self.game
    }

    /// What it is for, which decides how long it is kept.
    #[must_use]
    pub const fn stream(&self) -> Stream {
        self.stream
    }

    /// When it was made, in milliseconds since 1970.
    #[must_use]
    pub const fn timestamp(&self) -> u64 {
        self.timestamp
    }

    /// What it says.
    #[must_use]
    pub const fn body(&self) -> &Value {
        &self.body
    }
}

/// How many notes were removed because their time was over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pruned {
    /// Of the analysis stream.
    pub analysis: u64,
    /// Of the telemetry stream.
    pub telemetry: u64,
}

impl Pruned {
    pub(super) fn count(&mut self, stream: Stream, removed: u64) {
        match stream {
            Stream::Domain => {}
            Stream::Analysis => self.analysis += removed,
            Stream::Telemetry => self.telemetry += removed,
        }
    }
}

/// The streams that are pruned, each with the last time that is due at `now`.
pub(super) fn due(now: u64) -> impl Iterator<Item = (Stream, u64)> {
    [Stream::Analysis, Stream::Telemetry].into_iter().filter_map(move |stream| {
        let kept = u64::from(stream.retention_days()?) * DAY;
        Some((stream, now.checked_sub(kept)?.min(LAST)))
    })
}

/// How a stream is called in a database.
pub(super) const fn stream_name(stream: Stream) -> &'static str {
    match stream {
        Stream::Domain => "domain",
        Stream::Analysis => "analysis",
        Stream::Telemetry => "telemetry",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn domain_events_are_no_notes() {
        let error =
            Note::new("game".parse().unwrap(), Stream::Domain, 0, Value::Null).unwrap_err().to_string();
        assert_eq!(error, "stream: expected analysis or telemetry, got domain");
    }

    #[test]
    fn notes_are_due_after_ninety_and_thirty_days() {
        let now = 100 * DAY;
        let due: Vec<_> = due(now).collect();
        assert_eq!(due, [(Stream::Analysis, 10 * DAY), (Stream::Telemetry, 70 * DAY)]);
    }

    #[test]
    fn nothing_is_due_when_time_has_just_begun() {
        assert_eq!(due(29 * DAY).count(), 0);
        assert_eq!(due(30 * DAY).collect::<Vec<_>>(), [(Stream::Telemetry, 0)]);
    }
}
