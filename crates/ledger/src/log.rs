use std::collections::HashMap;
use std::ops::Range;

use chance::{Chance, Fields};
use serde::ser::Error as _;
use serde_json::Value;
use thiserror::Error;

use crate::chain_check::check_link;
use crate::command_key::{CommandKey, Scope, Sender};
use crate::envelope::{Chain, Envelope, EventId, Source};
use crate::game::{Event, Game};
use crate::log_error::{LogError, MOST_EVENTS};
use crate::proposal::{Proposal, Proposed, Receipt};
use crate::seat::Seat;
use crate::upcast::Upcaster;

/// When and from where a command came, written onto its events. It comes from outside: there is no clock in here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// Milliseconds since 1970.
    pub timestamp: u64,
    /// Who sent the command.
    pub source: Source,
}

/// One game as its history, and the state that the history leads to.
#[derive(Clone, Debug)]
pub struct Log<G: Game> {
    envelopes: Vec<Envelope<G::Event>>,
    /// Invariant: the fold of all envelopes.
    state: G,
    /// The positions of the events of each command.
    commands: CommandIndex,
    /// Events of older schemas as they were written, with their positions in ascending order: what their ids and chains are
    /// over.
    originals: Vec<(usize, Value)>,
}

/// Why a command was not appended. Nothing has changed.
#[derive(Debug, PartialEq, Eq, Error)]
pub enum SubmitError<R: std::error::Error> {
    /// The rules do not allow it.
    #[error(transparent)]
    Refused(R),
    /// The game has moved on since the sender looked.
    #[error("the game is at version {actual}, not {expected}: look again and retry")]
    Conflict {
        /// What the sender expected.
        expected: u64,
        /// Where the game is.
        actual: u64,
    },
    /// An event that cannot be written down.
    #[error("event cannot be stored: {0}")]
    Storage(String),
}

const IMPOSSIBLE: &str = "it cannot follow what happened before it";
const ENDED: &str = "its command already ended";

impl<G: Game> Default for Log<G> {
    fn default() -> Self {
        Self {
            envelopes: Vec::new(),
            state: G::default(),
            commands: CommandIndex::default(),
            originals: Vec::new(),
        }
    }
}

impl<G: Game> Log<G> {
    /// A log of these events, as from a link: ids and chains are computed again, all from one command.
    ///
    /// # Errors
    ///
    /// [`LogError`] if an event cannot follow those before it, or cannot be written down.
    pub fn from_events(
        events: impl IntoIterator<Item = G::Event>,
        correlation: &str,
        stamp: Stamp,
    ) -> Result<Self, LogError> {
        let mut log = Self::default();
        let key = CommandKey::from(correlation);
        events.into_iter().try_for_each(|event| log.admit_as(event, &key, stamp))?;
        log.commands.by_id.entry(id_of(&key)).or_insert(0..0);
        Ok(log)
    }

    /// Appends an event from outside, if it can follow: the next one of the same command, or the first of a new one.
    ///
    /// # Errors
    ///
    /// [`LogError`] if it cannot follow those before it, or cannot be written down; nothing has changed then.
    pub fn admit(&mut self, event: G::Event, correlation: &str, stamp: Stamp) -> Result<(), LogError> {
        self.admit_as(event, &CommandKey::from(correlation), stamp)
    }

    fn admit_as(&mut self, event: G::Event, key: &CommandKey, stamp: Stamp) -> Result<(), LogError> {
        let position = self.envelopes.len();
        let broken = |problem| Err(LogError::Broken { position, problem });
        if !self.state.admits(&event) {
            return broken(IMPOSSIBLE);
        }
        if self.has_ended(key) {
            return broken(ENDED);
        }
        let unreadable = |error| LogError::Unreadable { position, error };
        let (envelope, _) = seal(event, key, stamp, self.envelopes.last()).map_err(unreadable)?;
        self.push(envelope);
        Ok(())
    }

    /// Carries out a command of a seat, at most once for each seat and command id: sent again, it answers as it did the first
    /// time, whatever the command says then. A refusal leaves no trace, so a refused command is decided again when it is
    /// sent again. With `expected`, only if the game is still at that version.
    ///
    /// # Errors
    ///
    /// [`SubmitError`]; nothing has changed then.
    pub fn submit(
        &mut self,
        seat: Seat,
        command_id: &str,
        expected: Option<u64>,
        command: &G::Command,
        chance: &mut dyn Chance,
        stamp: Stamp,
    ) -> Result<Receipt, SubmitError<G::Refusal>> {
        match self.propose(seat.into(), command_id, expected, command, chance, stamp)? {
            Proposed::Repeated(receipt) => Ok(receipt),
            Proposed::New(proposal) => Ok(self.append(proposal)),
        }
    }

    /// The events that a command of any sender would append, without appending them: for a caller that stores the events
    /// first, and then [accepts](Self::accept) them. The cost does not depend on the length of the history.
    ///
    /// # Errors
    ///
    /// [`SubmitError`], as for [`submit`](Self::submit).
    pub fn propose(
        &self,
        by: Sender,
        command_id: &str,
        expected: Option<u64>,
        command: &G::Command,
        chance: &mut dyn Chance,
        stamp: Stamp,
    ) -> Result<Proposed<G::Event>, SubmitError<G::Refusal>> {
        let key = CommandKey::new(by, command_id);
        if let Some(receipt) = self.receipt(key.scope(), key.id()) {
            return Ok(Proposed::Repeated(receipt));
        }
        if let Some(expected) = expected.filter(|&expected| expected != self.version()) {
            return Err(SubmitError::Conflict { expected, actual: self.version() });
        }
        let events = self.state.decide(by.seat(), command, chance).map_err(SubmitError::Refused)?;
        let mut proposal = Proposal::new(key, self.version());
        for event in events {
            let last = proposal.envelopes.last().or(self.envelopes.last());
            let sealed = seal(event, &proposal.key, stamp, last);
            let (envelope, payload) = sealed.map_err(|error| SubmitError::Storage(error.to_string()))?;
            proposal.stored.push(envelope.copy_with(payload));
            proposal.envelopes.push(envelope);
        }
        Ok(Proposed::New(proposal))
    }

    /// Appends what was [proposed](Self::propose); `None`, and no change, if the log has moved on since.
    pub fn accept(&mut self, proposal: Proposal<G::Event>) -> Option<Receipt> {
        (proposal.first == self.version()).then(|| self.append(proposal))
    }

    fn append(&mut self, proposal: Proposal<G::Event>) -> Receipt {
        let first = self.envelopes.len();
        // A command that brings nothing about was carried out all the same.
        self.commands.by_id.insert(id_of(&proposal.key), first..first);
        proposal.envelopes.into_iter().for_each(|envelope| self.push(envelope));
        Receipt { version: self.version(), events: first..self.envelopes.len(), repeated: false }
    }

    /// The answer to a command that was carried out before, if it was.
    #[must_use]
    pub fn receipt(&self, scope: Scope, command_id: &str) -> Option<Receipt> {
        let events = self.commands.by_id.get(&(scope, command_id.into()))?.clone();
        Some(Receipt { version: events.end as u64, events, repeated: true })
    }

    /// Whether other events came after those of this command. The same id of a player from another seat is another
    /// command in the histories that hold both.
    fn has_ended(&self, key: &CommandKey) -> bool {
        let Some(events) = self.commands.by_id.get(&id_of(key)) else { return false };
        let first = self.envelopes.get(events.start);
        events.end != self.envelopes.len() && first.is_none_or(|first| first.correlation_id == *key)
    }

    fn push(&mut self, envelope: Envelope<G::Event>) {
        let position = self.envelopes.len();
        let events = self.commands.by_id.entry(id_of(&envelope.correlation_id)).or_insert(position..position);
        if events.end == position {
            events.end = position + 1;
        }
        self.state.apply(&envelope.payload);
        self.envelopes.push(envelope);
    }

    /// How many events there are.
    #[must_use]
    pub fn version(&self) -> u64 {
        self.envelopes.len() as u64
    }

    /// The state that the history leads to.
    #[must_use]
    pub const fn state(&self) -> &G {
        &self.state
    }

    /// The history.
    #[must_use]
    pub fn envelopes(&self) -> &[Envelope<G::Event>] {
        &self.envelopes
    }

    /// The events without their envelopes.
    pub fn events(&self) -> impl ExactSizeIterator<Item = &G::Event> + Clone {
        self.envelopes.iter().map(|envelope| &envelope.payload)
    }

    /// The state after the first `version` events; all of them if there are fewer.
    #[must_use]
    pub fn state_at(&self, version: u64) -> G {
        let count = usize::try_from(version).unwrap_or(usize::MAX);
        let mut state = G::default();
        self.events().take(count).for_each(|event| state.apply(event));
        state
    }

    /// Goes back in time: drops every event from `version` on. Commands that lost an event may be sent again.
    pub fn reset_to(&mut self, version: u64) {
        let count = usize::try_from(version).unwrap_or(usize::MAX);
        if count < self.envelopes.len() {
            self.envelopes.truncate(count);
            self.commands.by_id.retain(|_, events| events.end <= count);
            self.originals.retain(|(place, _)| *place < count);
            self.state = self.state_at(version);
        }
    }

    /// The history as JSON; events of older schemas as they were written.
    ///
    /// # Errors
    ///
    /// If an event cannot be written as JSON.
    pub fn to_json(&self) -> Result<String, serde_json::Error> {
        // By way of `Value`, as ids are computed and links written: one writer for every event keeps the browser modules small.
        let stored = self.envelopes.iter().enumerate().map(|(place, envelope)| {
            let payload = match self.originals.binary_search_by_key(&place, |(place, _)| *place) {
                Ok(original) => self.originals[original].1.clone(),
                Err(_) => serde_json::to_value(&envelope.payload)?,
            };
            Ok(envelope.copy_with(payload))
        });
        serde_json::to_string(&stored.collect::<Result<Vec<Envelope<Value>>, serde_json::Error>>()?)
    }

    /// The history as JSON that says which game it is: an object of `kind` and `events`. Files are written so.
    ///
    /// # Errors
    ///
    /// If an event cannot be written as JSON.
    pub fn to_named_json(&self) -> Result<String, serde_json::Error> {
        Ok(format!(r#"{{"kind":{},"events":{}}}"#, serde_json::to_string(G::NAME)?, self.to_json()?))
    }

    /// Reads a history back, with or without the name of its game; checks every id, position and hash chain, brings old events
    /// up to date, and replays it. Ids and chains of events in an older schema are checked as they were written. What they do
    /// not cover is said at [`Chain`]; a history that was cut off at its end is a shorter history.
    ///
    /// # Errors
    ///
    /// [`LogError`] that says which event does not hold, and why.
    pub fn from_json(json: &str, upcaster: &Upcaster) -> Result<Self, LogError> {
        Self::from_value(serde_json::from_str(json).map_err(LogError::Json)?, upcaster)
    }

    /// The same from JSON that was already read: a browser module leaves the text to JavaScript.
    ///
    /// # Errors
    ///
    /// As [`Self::from_json`].
    pub fn from_value(value: Value, upcaster: &Upcaster) -> Result<Self, LogError> {
        let (kind, events) = named(value).map_err(LogError::Json)?;
        if let Some(actual) = kind.filter(|kind| kind != G::NAME) {
            return Err(LogError::OtherGame { expected: G::NAME, actual });
        }
        let mut log = Self::default();
        for event in events {
            log.read(Envelope::from_value(event).map_err(LogError::Json)?, upcaster)?;
        }
        Ok(log)
    }

    /// Appends stored events that follow those that are here, checked as [`Self::from_json`] checks them.
    ///
    /// # Errors
    ///
    /// [`LogError`] that says which event does not hold, and why; nothing has changed then.
    pub fn extend(
        &mut self,
        stored: impl IntoIterator<Item = Envelope<Value>>,
        upcaster: &Upcaster,
    ) -> Result<(), LogError> {
        let version = self.version();
        let result = stored.into_iter().try_for_each(|envelope| self.read(envelope, upcaster));
        if result.is_err() {
            self.reset_to(version);
        }
        result
    }

    fn read(&mut self, envelope: Envelope<Value>, upcaster: &Upcaster) -> Result<(), LogError> {
        let position = self.envelopes.len();
        if position >= MOST_EVENTS {
            return Err(LogError::TooLong);
        }
        check_link(&envelope, self.envelopes.last())?;
        let broken = |problem| Err(LogError::Broken { position, problem });
        let payload: G::Event = upcaster.read(&envelope).map_err(|error| LogError::at(position, error))?;
        if !self.state.admits(&payload) {
            return broken(IMPOSSIBLE);
        }
        if payload.stream() != envelope.stream {
            return broken("it is in the wrong stream");
        }
        // Written again it would look different: older, or with its fields in another order.
        let written = EventId::of(&payload, envelope.position)
            .map_err(|error| LogError::Unreadable { position, error })?;
        if self.has_ended(&envelope.correlation_id) {
            return broken(ENDED);
        }
        if written != envelope.id {
            self.originals.push((position, envelope.payload.clone()));
        }
        self.push(envelope.with(payload));
        Ok(())
    }
}

/// The positions of the events of each command, by the owner of its id and the id.
#[derive(Clone, Debug, Default)]
struct CommandIndex {
    by_id: HashMap<(Scope, Box<str>), Range<usize>>,
}

/// The events of a log, and the name of its game if it has one.
fn named(value: Value) -> Result<(Option<String>, Vec<Value>), serde_json::Error> {
    if let Value::Array(events) = value {
        return Ok((None, events));
    }
    let mut fields = Fields::of(value)?;
    let named = (Some(fields.take("kind")?), fields.take("events")?);
    fields.end(named)
}

fn id_of(key: &CommandKey) -> (Scope, Box<str>) {
    (key.scope(), key.id().into())
}

/// An event in its envelope after `last`, and its payload as JSON.
fn seal<E: Event>(
    event: E,
    key: &CommandKey,
    stamp: Stamp,
    last: Option<&Envelope<E>>,
) -> Result<(Envelope<E>, Value), serde_json::Error> {
    // An event that would not come back the same must not go in: a NaN becomes null, for one.
    let payload = serde_json::to_value(&event)?;
    if E::deserialize(&payload)? != event {
        return Err(serde_json::Error::custom("the event does not survive JSON"));
    }
    let position = last.map_or(0, |last| last.position + 1);
    let id = EventId::of_json(&payload, position)?;
    let envelope = Envelope {
        position,
        timestamp: stamp.timestamp,
        correlation_id: key.clone(),
        trace_id: None,
        causation_id: last.map(|last| last.id.clone()),
        stream: event.stream(),
        source: stamp.source,
        schema_version: event.schema(),
        chain: last.map_or(&Chain::default(), |last| &last.chain).next(&id, event.schema()),
        id,
        payload: event,
    };
    Ok((envelope, payload))
}
