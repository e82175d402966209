//! The validation rules of the data contract, section 8: what a value from outside must look like before anything else is
//! asked of it.

use dicee::{Dice, Findings, KeptMask, ScorecardData, Violation, can_read, registration};
use serde_json::Value;
use uuid::{Uuid, Version as UuidVersion};

use ledger::{Source, Stream, Version};

/// The furthest that an event's time may be from the server's, in milliseconds.
pub const CLOCK_TOLERANCE_MS: u64 = 5 * 60 * 1000;

/// 8.1: five whole numbers from 1 to 6.
///
/// # Errors
///
/// What is wrong, with what came.
pub fn dice(value: &Value) -> Result<Dice, Violation> {
    serde_json::from_value(value.clone()).map_err(|_| {
        Violation::new(
            "8.1",
            format!("dice: expected a list of 5 integers from 1 to 6, got {}", short(value)),
        )
    })
}

/// 8.1: five booleans.
///
/// # Errors
///
/// What is wrong, with what came.
pub fn kept_mask(value: &Value) -> Result<KeptMask, Violation> {
    serde_json::from_value(value.clone()).map_err(|_| {
        Violation::new("8.1", format!("keptMask: expected a list of 5 booleans, got {}", short(value)))
    })
}

/// 8.2: a card whose boxes can be and whose totals add up.
///
/// # Errors
///
/// Everything that is wrong.
pub fn scorecard(value: &Value) -> Result<ScorecardData, Vec<Violation>> {
    let card: ScorecardData = serde_json::from_value(value.clone())
        .map_err(|error| vec![Violation::new("8.2", format!("scorecard: {error}"))])?;
    let violations = card.violations();
    if violations.is_empty() { Ok(card) } else { Err(violations) }
}

/// 8.3: the fields that every event carries. With `now`, also that its time is within five minutes of it. Events
/// outside of turns have turn and roll 0.
#[must_use]
pub fn event(event: &Value, now: Option<u64>) -> Vec<Violation> {
    let mut found = Findings::default();
    let mut check = |holds: bool, field: &str, expected: &str| {
        found.check(holds, || {
            let actual = event.get(field).map_or_else(|| "nothing".into(), short);
            Violation::new("8.3", format!("{field}: expected {expected}, got {actual}"))
        });
    };
    let text = |field: &str| event.get(field).and_then(Value::as_str);
    let number = |field: &str| event.get(field).and_then(Value::as_u64);
    for field in ["id", "gameId", "playerId", "traceId"] {
        check(text(field).is_some_and(is_uuid), field, "a UUID");
    }
    let version4 = text("id").and_then(|id| id.parse::<Uuid>().ok()).and_then(|id| id.get_version());
    check(version4 == Some(UuidVersion::Random), "id", "a UUID of version 4");
    let kind = text("eventType").unwrap_or_default();
    let registered = registration(kind);
    check(registered.is_some() || kind == "reroll", "eventType", "a registered kind of event");
    let version: Option<Version> = text("eventVersion").and_then(|version| version.parse().ok());
    check(version.is_some(), "eventVersion", "major.minor.patch");
    if let (Some(registered), Some(version)) = (registered, version) {
        check(can_read(registered.version, version), "eventVersion", "a version that can be read here");
    }
    check(number("sequenceNumber").is_some_and(|number| number > 0), "sequenceNumber", "a number from 1");
    let stream: Option<Stream> =
        event.get("streamType").and_then(|stream| serde_json::from_value(stream.clone()).ok());
    check(stream.is_some(), "streamType", "domain, analysis or telemetry");
    if let (Some(registered), Some(stream)) = (registered, stream) {
        check(registered.stream == stream, "streamType", "the stream of this kind of event");
    }
    let source: Option<Source> =
        event.get("eventSource").and_then(|source| serde_json::from_value(source.clone()).ok());
    if let (Some(registered), Some(source)) = (registered, source) {
        check(registered.source == source, "eventSource", "the source of this kind of event");
    }
    check(source.is_some(), "eventSource", "client, server, engine or system");
    let in_turn = matches!(kind, "roll" | "reroll" | "score" | "keep");
    let turns = if in_turn { 1..=13 } else { 0..=13 };
    let rolls = if in_turn { 1..=3 } else { 0..=3 };
    check(
        number("turnNumber").is_some_and(|turn| turns.contains(&turn)),
        "turnNumber",
        "1 to 13, or 0 outside of turns",
    );
    check(
        number("rollNumber").is_some_and(|roll| rolls.contains(&roll)),
        "rollNumber",
        "1 to 3, or 0 outside of turns",
    );
    let chain = event.get("causalChain").and_then(Value::as_array);
    let uuids = chain.is_some_and(|chain| chain.iter().all(|id| id.as_str().is_some_and(is_uuid)));
    check(uuids, "causalChain", "a list of UUIDs");
    let time = number("timestamp");
    check(time.is_some(), "timestamp", "milliseconds since 1970");
    if let (Some(now), Some(time)) = (now, time) {
        check(now.abs_diff(time) <= CLOCK_TOLERANCE_MS, "timestamp", "a time within five minutes of now");
    }
    found.into_vec()
}

fn is_uuid(text: &str) -> bool {
    text.len() == 36 && text.parse::<Uuid>().is_ok()
}

/// Enough of a value to recognise it.
fn short(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}
