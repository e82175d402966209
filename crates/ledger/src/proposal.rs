use std::ops::Range;

use serde_json::Value;
use uuid::Uuid;

use crate::command_key::CommandKey;
use crate::envelope::Envelope;

/// What a command brought about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receipt {
    /// The version after it: how many events there are.
    pub version: u64,
    /// The positions of its events.
    pub events: Range<usize>,
    /// Whether this is the answer to an earlier sending of the same command.
    pub repeated: bool,
}

/// The answer to [`Log::propose`](crate::Log::propose).
#[derive(Clone, Debug, PartialEq)]
pub enum Proposed<E> {
    /// The command was carried out before.
    Repeated(Receipt),
    /// The command can be carried out now.
    New(Proposal<E>),
}

/// The events of a command, sealed for their place in a history and not appended yet.
#[derive(Clone, Debug, PartialEq)]
pub struct Proposal<E> {
    pub(crate) key: CommandKey,
    /// The position of the first event.
    pub(crate) first: u64,
    pub(crate) envelopes: Vec<Envelope<E>>,
    /// The same, with their payloads as JSON.
    pub(crate) stored: Vec<Envelope<Value>>,
}

impl<E> Proposal<E> {
    pub(crate) const fn new(key: CommandKey, first: u64) -> Self {
        Self { key, first, envelopes: Vec::new(), stored: Vec::new() }
    }

    /// The command.
    #[must_use]
    pub const fn key(&self) -> &CommandKey {
        &self.key
    }

    /// The version that the history must have for these events to be appended.
    #[must_use]
    pub const fn expected_version(&self) -> u64 {
        self.first
    }

    /// The events in their envelopes.
    #[must_use]
    pub fn envelopes(&self) -> &[Envelope<E>] {
        &self.envelopes
    }

    /// Writes the trace of the request that brought the command onto its events.
    pub fn trace(&mut self, trace: Uuid) {
        self.envelopes.iter_mut().for_each(|envelope| envelope.trace_id = Some(trace));
        self.stored.iter_mut().for_each(|envelope| envelope.trace_id = Some(trace));
    }

    /// Takes the events out as they are stored, with their payloads as JSON. The proposal can still be accepted.
    pub fn take_stored(&mut self) -> Vec<Envelope<Value>> {
        std::mem::take(&mut self.stored)
    }
}
