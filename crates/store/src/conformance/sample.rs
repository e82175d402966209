//! Events to store: real ones of golden games, and made-up ones.

use ledger::{Chain, Envelope, EventId, Source, Stream, Version};
use serde_json::{Value, json};

use crate::append::Append;
use crate::cursor::StoredEvent;
use protocol::GameId;

/// Histories of real games: current, and in the first schemas.
pub(super) const GOLDEN: [&str; 2] = [
    include_str!("../../../dicee/tests/golden/fair-standard.json"),
    include_str!("../../../dicee/tests/golden/solo-first-schemas.json"),
];

/// The id of a game.
///
/// # Panics
///
/// If it is invalid.
#[must_use]
pub fn game(name: &str) -> GameId {
    name.parse().unwrap()
}

/// `count` events of a command, from `expected` on.
#[must_use]
pub fn events(expected: u64, command: &str, count: u64) -> Vec<StoredEvent> {
    (expected..expected + count).map(|position| one(position, command)).collect()
}

fn one(position: u64, command: &str) -> StoredEvent {
    // Fields out of alphabetical order, text with every kind of quote, and a number that is easily rounded.
    let payload = json!({ "type": "HAPPENED", "by": command, "a": "\u{0}'\"\\ ☃", "odds": 0.1 + 0.2 });
    let id = EventId::of(&payload, position).unwrap();
    let schema_version = Version::new(1, 0, 0);
    Envelope {
        position,
        timestamp: 1_700_000_000_000 + position,
        correlation_id: command.into(),
        trace_id: None,
        causation_id: position.checked_sub(1).map(|before| EventId::of(&Value::Null, before).unwrap()),
        stream: Stream::Domain,
        source: Source::Client,
        schema_version,
        chain: Chain::default().next(&id, schema_version),
        id,
        payload,
    }
}

/// `count` events of a command after those of a log, sealed as a game seals them.
#[must_use]
pub fn sealed(log: &[StoredEvent], command: &str, count: u64) -> Vec<StoredEvent> {
    let start = log.len() as u64;
    let mut before = log.last().map(|event| (event.id.clone(), event.chain.clone()));
    let seal = |mut event: StoredEvent| {
        let (cause, chain) = before.take().unzip();
        event.causation_id = cause;
        event.chain = chain.unwrap_or_default().next(&event.id, event.schema_version);
        before = Some((event.id.clone(), event.chain.clone()));
        event
    };
    events(start, command, count).into_iter().map(seal).collect()
}

/// An append of `count` made-up events.
///
/// # Panics
///
/// If an id is invalid.
#[must_use]
pub fn append(name: &str, expected: u64, command: &str, count: u64) -> Append {
    let events = events(expected, command, count);
    Append::new(game(name), "test".parse().unwrap(), expected, command.parse().unwrap(), events).unwrap()
}
