use ledger::{CommandKey, LARGEST_EXACT, Receipt, Stream};

use crate::cursor::StoredEvent;
use crate::error::StoreError;
use protocol::{GameId, GameKind as Kind};

/// The longest command, as it is stored, in characters.
const LONGEST: usize = 200;

/// How much of a bad command is shown.
const SHOWN: usize = 64;

/// The events of one command, ready to be appended to one game.
///
/// Invariant: the events continue the expected version without a gap, all belong to the command, and all are in the
/// domain stream. [`ledger::Log`] makes and checks their content and chain.
#[derive(Clone, Debug, PartialEq)]
pub struct Append {
    game: GameId,
    kind: Kind,
    expected: u64,
    command: CommandKey,
    events: Vec<StoredEvent>,
}

impl Append {
    /// The events that `command` caused in a game at version `expected`; 0 is a new game. Without events only the
    /// command is stored.
    ///
    /// # Errors
    ///
    /// [`StoreError::Malformed`] if an event has another position or command, or is not in the domain stream, or if the
    /// command as it is stored has not 1 to 200 characters or a control character among them.
    pub fn new(
        game: GameId,
        kind: Kind,
        expected: u64,
        command: CommandKey,
        events: Vec<StoredEvent>,
    ) -> Result<Self, StoreError> {
        if expected > LARGEST_EXACT - events.len() as u64 {
            return Err(StoreError::malformed("expectedVersion", "at most 2^53", expected));
        }
        check(&command)?;
        for (event, version) in events.iter().zip(expected..) {
            if event.position != version {
                return Err(StoreError::malformed(
                    "idx",
                    format!("{version}, the next place"),
                    event.position,
                ));
            }
            if event.correlation_id != command {
                let expected = format!("\"{command}\", the command");
                return Err(StoreError::malformed("correlationId", expected, &event.correlation_id));
            }
            if event.stream != Stream::Domain {
                let expected = "domain; a game is not rebuilt from other streams";
                return Err(StoreError::malformed("stream", expected, format!("{:?}", event.stream)));
            }
        }
        Ok(Self { game, kind, expected, command, events })
    }

    /// The game.
    #[must_use]
    pub const fn game(&self) -> &GameId {
        &self.game
    }

    /// Which game it is.
    #[must_use]
    pub const fn kind(&self) -> &Kind {
        &self.kind
    }

    /// The version that the game must have.
    #[must_use]
    pub const fn expected(&self) -> u64 {
        self.expected
    }

    /// The command.
    #[must_use]
    pub const fn command(&self) -> &CommandKey {
        &self.command
    }

    /// The events, in order.
    #[must_use]
    pub fn events(&self) -> &[StoredEvent] {
        &self.events
    }

    /// The version that the game will have.
    #[must_use]
    pub const fn version(&self) -> u64 {
        self.expected + self.events.len() as u64
    }

    /// The events as they are written to a database.
    pub(crate) fn envelopes(&self) -> Result<Vec<String>, StoreError> {
        let envelopes: Result<_, _> = self.events.iter().map(serde_json::to_string).collect();
        envelopes.map_err(|error| StoreError::malformed("events", "something that can be JSON", error))
    }

    pub(crate) fn into_events(self) -> Vec<StoredEvent> {
        self.events
    }

    /// Decides an append from what is stored about the game (kind, version) and the command (first, version): `None` to
    /// write the events, otherwise the result without writing.
    pub(crate) fn decide(
        &self,
        game: Option<(&str, u64)>,
        command: Option<(u64, u64)>,
    ) -> Option<Result<Receipt, StoreError>> {
        if let Some((kind, _)) = game.filter(|(kind, _)| *kind != self.kind.as_str()) {
            let (game, known) = (self.game.clone(), kind.to_owned());
            return Some(Err(StoreError::WrongKind { game, known, asked: self.kind.clone() }));
        }
        if let Some((first, version)) = command {
            return Some(receipt(first, version, true));
        }
        let actual = game.map_or(0, |(_, version)| version);
        if actual != self.expected {
            return Some(Err(StoreError::Conflict { expected: self.expected, actual }));
        }
        None
    }

    /// The result of this append, once it is stored.
    pub(crate) fn receipt(&self) -> Result<Receipt, StoreError> {
        receipt(self.expected, self.version(), false)
    }
}

fn check(command: &CommandKey) -> Result<(), StoreError> {
    let text = command.to_string();
    if (1..=LONGEST).contains(&text.chars().count()) && !text.chars().any(char::is_control) {
        return Ok(());
    }
    let start: String = text.chars().take(SHOWN).collect();
    let more = if start.len() == text.len() { "" } else { " and more" };
    let expected = format!("1 to {LONGEST} characters, none of them a control character");
    Err(StoreError::malformed("commandId", expected, format!("{start:?}{more}")))
}

fn receipt(first: u64, version: u64, repeated: bool) -> Result<Receipt, StoreError> {
    let place = |version: u64| {
        usize::try_from(version)
            .map_err(|_| StoreError::corrupt(format!("version {version} is out of range")))
    };
    Ok(Receipt { version, events: place(first)?..place(version)?, repeated })
}

#[cfg(test)]
mod tests {
    use super::*;
    use ledger::{Chain, Envelope, EventId, Source, Version};
    use serde_json::Value;

    fn event(position: u64, command: &str, stream: Stream) -> StoredEvent {
        Envelope {
            id: EventId::of(&Value::Null, position).unwrap(),
            position,
            timestamp: 0,
            correlation_id: command.into(),
            trace_id: None,
            causation_id: None,
            stream,
            source: Source::Client,
            schema_version: Version::new(1, 0, 0),
            chain: Chain::default(),
            payload: Value::Null,
        }
    }

    #[test]
    fn commands_may_have_any_visible_name() {
        let append = |command: &str| {
            Append::new("game".parse().unwrap(), "test".parse().unwrap(), 0, command.into(), vec![])
        };
        for good in ["0:create", "255:é ☃ '; DROP TABLE events", &"é".repeat(200)] {
            assert_eq!(append(good).unwrap().command().to_string(), good);
        }
        for bad in ["", "a\0", "a\nb", &"x".repeat(201)] {
            assert!(append(bad).is_err(), "{bad}");
        }
        let long = append(&"é".repeat(9_999)).unwrap_err().to_string();
        assert!(long.len() < 300 && long.ends_with("and more"), "{long}");
    }

    #[test]
    fn what_does_not_fit_is_refused_with_the_field_that_does_not() {
        let domain = Stream::Domain;
        let rows = [
            (3, vec![event(3, "0:roll", domain), event(4, "0:roll", domain)], None),
            (3, vec![event(2, "0:roll", domain)], Some("idx: expected 3, the next place, got 2")),
            (3, vec![event(3, "0:roll", domain), event(5, "0:roll", domain)], Some("idx: expected 4, the")),
            (
                0,
                vec![event(0, "1:roll", domain)],
                Some("correlationId: expected \"0:roll\", the command, got 1:"),
            ),
            (0, vec![event(0, "0:roll", Stream::Analysis)], Some("stream: expected domain;")),
            (LARGEST_EXACT, vec![], None),
            (
                LARGEST_EXACT,
                vec![event(LARGEST_EXACT, "0:roll", domain)],
                Some("expectedVersion: expected at most 2^53"),
            ),
            (u64::MAX, vec![], Some("expectedVersion: expected at most 2^53, got 18446744073709551615")),
        ];
        for (expected, events, problem) in rows {
            let names = ("game".parse().unwrap(), "test".parse().unwrap(), "0:roll".parse().unwrap());
            match (Append::new(names.0, names.1, expected, names.2, events), problem) {
                (Ok(_), None) => {}
                (Err(error), Some(problem)) => assert!(error.to_string().starts_with(problem), "{error}"),
                other => panic!("{other:?}"),
            }
        }
    }
}
