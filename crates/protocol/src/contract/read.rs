use dicee::{Dice, DiceSource, DiceeEvent, DiceeGame, Outlook, Violation, can_read, registration, upcaster};
use ledger::{Log, LogError, MOST_EVENTS, Source, Stamp, Stream, UpcastError, Version};
use serde_json::{Map, Value};
use thiserror::Error;

use super::analysis::AnalysisEvent;
use super::event::{EventBody, GameEvent};
use super::telemetry::TelemetryEvent;
use super::{base::BaseGameEvent, write};

/// A history that came in the words of the contract.
#[derive(Clone, Debug)]
pub struct Recording {
    /// The game.
    pub log: Log<DiceeGame>,
    /// The events as they came; those of an older schema in the words of the current one.
    pub events: Vec<GameEvent>,
    /// What the engine said about it, as it came.
    pub analysis: Vec<AnalysisEvent>,
    /// What was seen of the players, as it came.
    pub telemetry: Vec<TelemetryEvent>,
    /// Everything in its place, before any of it was understood.
    pub raw: Vec<Value>,
}

/// Why a list of events is no history of a game.
#[derive(Debug, Error)]
pub enum ReadError {
    /// The text is no list.
    #[error("not a list of events: {0}")]
    Json(serde_json::Error),
    /// More events than any game has.
    #[error("the list holds more than {MOST_EVENTS} events, which no game needs")]
    TooLong,
    /// There is nothing in it.
    #[error("the list holds no event of a game")]
    Empty,
    /// An entry that is no event.
    #[error("event {number}: {error}")]
    Event {
        /// Its place in the list, from 1.
        number: usize,
        /// What is wrong.
        error: serde_json::Error,
    },
    /// A kind or version that is not known.
    #[error("event {number}: {kind} {version} cannot be read here")]
    Version {
        /// Its place in the list, from 1.
        number: usize,
        /// Its kind.
        kind: String,
        /// Its schema.
        version: Version,
    },
    /// An old event that cannot be brought up to date.
    #[error("event {number}: {error}")]
    Upcast {
        /// Its place in the list, from 1.
        number: usize,
        /// The reason.
        error: UpcastError,
    },
    /// Something that cannot have happened then.
    #[error("event {number}: {}", problem(error))]
    Impossible {
        /// Its place in the list, from 1.
        number: usize,
        /// The reason.
        error: LogError,
    },
    /// A kind of event in a stream that is not its own.
    #[error("event {number}: {kind} belongs into the stream {expected:?}")]
    Stream {
        /// Its place in the list, from 1.
        number: usize,
        /// Its kind.
        kind: String,
        /// Where it belongs.
        expected: Stream,
    },
    /// An event of another game or player than the history says.
    #[error("{0}")]
    Misplaced(Violation),
}

/// What is wrong, without the place: the list counts from 1 and may hold events of other streams.
fn problem(error: &LogError) -> String {
    match error {
        LogError::Broken { problem, .. } => (*problem).to_owned(),
        LogError::Json(_)
        | LogError::OtherGame { .. }
        | LogError::TooLong
        | LogError::Unreadable { .. }
        | LogError::Upcast { .. } => error.to_string(),
    }
}

/// Reads a history in the words of the contract, current or of an older schema, and replays it. Analysis and telemetry
/// events are kept beside it: the game does not need them.
///
/// The log that comes out has ids and seals of its own, because the contract has none. Whether what came keeps the
/// integrity rules is another question: see [`integrity`](super::integrity).
///
/// # Errors
///
/// [`ReadError`] that says which event does not fit, and why.
pub fn read(json: &str) -> Result<Recording, ReadError> {
    let entries: Vec<Map<String, Value>> = serde_json::from_str(json).map_err(ReadError::Json)?;
    if entries.len() > MOST_EVENTS {
        return Err(ReadError::TooLong);
    }
    let raw = entries.iter().cloned().map(Value::Object).collect();
    let mut log = Log::<DiceeGame>::default();
    let mut parsed: Vec<(BaseGameEvent, Option<GameEvent>, Option<Dice>)> = Vec::new();
    let (mut analysis, mut telemetry) = (Vec::new(), Vec::new());
    for (number, entry) in entries.into_iter().enumerate().map(|(place, entry)| (place + 1, entry)) {
        let unreadable = |error| ReadError::Event { number, error };
        let base: BaseGameEvent = serde_json::from_value(Value::Object(entry.clone())).map_err(unreadable)?;
        let kind = entry.get("eventType").and_then(Value::as_str).unwrap_or_default();
        if let Some(kind) = registration(kind).filter(|kind| kind.stream != base.stream_type) {
            return Err(ReadError::Stream { number, kind: kind.kind.to_owned(), expected: kind.stream });
        }
        match base.stream_type {
            Stream::Domain => {}
            Stream::Analysis => {
                analysis.push(serde_json::from_value(Value::Object(entry)).map_err(unreadable)?);
                continue;
            }
            Stream::Telemetry => {
                telemetry.push(serde_json::from_value(Value::Object(entry)).map_err(unreadable)?);
                continue;
            }
        }
        let previous = entry.get("previousDice").and_then(|dice| serde_json::from_value(dice.clone()).ok());
        let (fact, event) = fact(&base, entry, number)?;
        let stamp = Stamp { timestamp: base.timestamp, source: Source::System };
        // A command's events stand together; where a trace comes up again it is another command.
        let correlation = format!("{}:{}", base.trace_id, log.version());
        log.admit(fact, &correlation, stamp).map_err(|error| ReadError::Impossible { number, error })?;
        parsed.push((base, event, previous));
    }
    if parsed.is_empty() {
        return Err(ReadError::Empty);
    }
    let mut events = write::events(&log, Outlook::Turn);
    for (event, (base, typed, previous)) in events.iter_mut().zip(parsed) {
        check_place(&base, &event.base)?;
        check_previous(&base, event, previous)?;
        match typed {
            Some(typed) => *event = typed,
            None => event.base = BaseGameEvent { event_version: event.base.event_version, ..base },
        }
    }
    Ok(Recording { log, events, analysis, telemetry, raw })
}

/// A reroll of the first schema says what lay on the table before it.
fn check_previous(base: &BaseGameEvent, event: &GameEvent, previous: Option<Dice>) -> Result<(), ReadError> {
    let EventBody::Roll(roll) = &event.body else { return Ok(()) };
    match (previous, roll.pre_roll_dice) {
        (Some(previous), Some(before)) if previous != before => {
            let message = format!("previousDice: expected {before}, got {previous}");
            Err(ReadError::Misplaced(Violation::at("9.3.2", base.sequence_number, message)))
        }
        _ => Ok(()),
    }
}

/// The fact in an event, and the event itself if it is in the current words.
fn fact(
    base: &BaseGameEvent,
    entry: Map<String, Value>,
    number: usize,
) -> Result<(DiceeEvent, Option<GameEvent>), ReadError> {
    let unreadable = |error| ReadError::Event { number, error };
    let kind = entry.get("eventType").and_then(Value::as_str).unwrap_or_default().to_owned();
    let (old, fields) = upcaster()
        .upcast("eventType", base.event_version, Value::Object(entry.clone()))
        .map_err(|error| ReadError::Upcast { number, error })?;
    if old != base.event_version {
        return Ok((serde_json::from_value(fields).map_err(unreadable)?, None));
    }
    let current = registration(&kind).map(|registered| registered.version);
    if current.is_none_or(|current| !can_read(current, base.event_version)) {
        return Err(ReadError::Version { number, kind, version: base.event_version });
    }
    let event: GameEvent = serde_json::from_value(Value::Object(entry)).map_err(unreadable)?;
    Ok((from_contract(&event), Some(event)))
}

fn from_contract(event: &GameEvent) -> DiceeEvent {
    let base = &event.base;
    match &event.body {
        EventBody::GameCreated(created) => DiceeEvent::GameCreated {
            game_id: base.game_id,
            game_mode: created.game_mode,
            player_ids: created.player_ids.clone(),
            host_player_id: created.host_player_id,
            settings: created.settings,
            dice: created.dice.unwrap_or(DiceSource::Table),
        },
        EventBody::PlayerJoined(joined) => {
            DiceeEvent::PlayerJoined { player_id: base.player_id, bot: joined.bot }
        }
        EventBody::SeedMixed(mixed) => {
            DiceeEvent::SeedMixed { player_id: base.player_id, client_seed: mixed.client_seed.clone() }
        }
        EventBody::GameStarted(started) => DiceeEvent::GameStarted { turn_order: started.turn_order.clone() },
        EventBody::Roll(roll) => {
            DiceeEvent::Roll { dice_result: roll.dice_result, kept_mask: roll.kept_mask }
        }
        EventBody::Keep(keep) => DiceeEvent::Keep { kept_mask: keep.kept_mask },
        EventBody::Score(score) => {
            DiceeEvent::Score { chosen_category: score.chosen_category, points_earned: score.points_earned }
        }
        EventBody::Undo {} => DiceeEvent::Undo {},
        EventBody::Error(error) => DiceeEvent::Error {
            error_code: error.error_code.clone(),
            error_message: error.error_message.clone(),
            severity: error.severity,
            failed_action: error.failed_action.clone(),
            recovered: error.recovered,
            recovery_action: error.recovery_action.clone(),
        },
        EventBody::GameAbandoned {} => DiceeEvent::GameAbandoned { player_id: base.player_id },
        EventBody::GameCompleted(completed) => DiceeEvent::GameCompleted { reason: completed.reason },
        EventBody::SeedRevealed(revealed) => DiceeEvent::SeedRevealed { server_seed: revealed.server_seed },
    }
}

/// An event must say of which game it is, whose, and when in their game (9.1.2).
fn check_place(came: &BaseGameEvent, expected: &BaseGameEvent) -> Result<(), ReadError> {
    let misplaced = |field: &str, expected: String, actual: String| {
        let message = format!("{field}: expected {expected}, got {actual}");
        Err(ReadError::Misplaced(Violation::at("9.1.2", came.sequence_number, message)))
    };
    if came.game_id != expected.game_id {
        return misplaced("gameId", expected.game_id.to_string(), came.game_id.to_string());
    }
    // Lifecycle events are somebody's without being anybody's turn.
    if expected.turn_number > 0 && came.player_id != expected.player_id {
        return misplaced("playerId", expected.player_id.to_string(), came.player_id.to_string());
    }
    let place = |base: &BaseGameEvent| format!("turn {} roll {}", base.turn_number, base.roll_number);
    if (came.turn_number, came.roll_number) != (expected.turn_number, expected.roll_number) {
        return misplaced("turnNumber and rollNumber", place(expected), place(came));
    }
    Ok(())
}
