use ledger::{LARGEST_EXACT, PlayerId, Stream};
use serde_json::Value;

use crate::error::StoreError;
use protocol::GameId;

const DAY: u64 = 24 * 60 * 60 * 1000;

/// An analysis or telemetry event about a game, kept for a limited time. The game can be rebuilt without it.
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
    /// [`StoreError::Malformed`] for a domain event, which belongs into an [`Append`](crate::Append), and for a time
    /// beyond 2^53.
    pub fn new(game: GameId, stream: Stream, timestamp: u64, body: Value) -> Result<Self, StoreError> {
        if stream == Stream::Domain {
            return Err(StoreError::malformed("stream", "analysis or telemetry", "domain"));
        }
        if timestamp > LARGEST_EXACT {
            return Err(StoreError::malformed("timestamp", "at most 2^53", timestamp));
        }
        Ok(Self { game, stream, timestamp, body })
    }

    /// The game.
    #[must_use]
    pub const fn game(&self) -> &GameId {
        &self.game
    }

    /// Its stream, which decides how long it is kept.
    #[must_use]
    pub const fn stream(&self) -> Stream {
        self.stream
    }

    /// When it was made, in milliseconds since 1970.
    #[must_use]
    pub const fn timestamp(&self) -> u64 {
        self.timestamp
    }

    /// Whom it is about, if it is about somebody: its `playerId` says so.
    #[must_use]
    pub fn player(&self) -> Option<PlayerId> {
        self.body.get("playerId").and_then(Value::as_str)?.parse().ok()
    }

    /// Whether it is about this player.
    #[must_use]
    pub fn is_about(&self, player: PlayerId) -> bool {
        self.player() == Some(player)
    }

    /// What it says.
    #[must_use]
    pub const fn body(&self) -> &Value {
        &self.body
    }
}

/// How many expired notes were removed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pruned {
    /// Of the analysis stream.
    pub analysis: u64,
    /// Of the telemetry stream.
    pub telemetry: u64,
}

impl Pruned {
    pub(crate) fn count(&mut self, stream: Stream, removed: u64) {
        match stream {
            Stream::Domain => {}
            Stream::Analysis => self.analysis += removed,
            Stream::Telemetry => self.telemetry += removed,
        }
    }
}

/// The streams that expire, each with the last timestamp that is expired at `now`.
pub(crate) fn expired(now: u64) -> impl Iterator<Item = (Stream, u64)> {
    [Stream::Analysis, Stream::Telemetry].into_iter().filter_map(move |stream| {
        let kept = u64::from(stream.retention_days()?) * DAY;
        Some((stream, now.checked_sub(kept)?.min(LARGEST_EXACT)))
    })
}

/// The name of a stream in a database.
pub(crate) const fn stream_name(stream: Stream) -> &'static str {
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
    fn notes_expire_after_ninety_and_thirty_days() {
        let now = 100 * DAY;
        let streams: Vec<_> = expired(now).collect();
        assert_eq!(streams, [(Stream::Analysis, 10 * DAY), (Stream::Telemetry, 70 * DAY)]);
    }

    #[test]
    fn nothing_expires_in_the_first_days_of_1970() {
        assert_eq!(expired(29 * DAY).count(), 0);
        assert_eq!(expired(30 * DAY).collect::<Vec<_>>(), [(Stream::Telemetry, 0)]);
    }
}
