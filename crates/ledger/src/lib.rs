//! Event sourcing for games.
//!
//! A [`Game`] is three functions: `decide` turns a command into events or refuses it, `apply` folds an event into
//! the state, `view` shows a seat what it may know. Business is in `decide`; `apply` never fails and never judges.
//!
//! A [`Log`] holds one game: it appends what `decide` answers, once for each command however often it is sent, and
//! wraps each event in an [`Envelope`]. The id of an envelope is a hash of its content and place, and each is
//! chained to the one before, so that a changed log is found out. From a log come the state at any version, the
//! [`link`] that holds a whole game in a URL, and the JSON that [`Log::from_json`] checks and replays; events of
//! older schemas pass an [`Upcaster`] first.
//!
//! [`conformance`] holds the promises that every game must keep, as a test that any game can run.
//!
//! No clock: time comes in from outside, and never into a hash.

mod canonical;
pub mod conformance;
mod envelope;
mod game;
pub mod link;
mod log;
mod upcast;

pub use canonical::to_canonical_json;
pub use envelope::{Chain, Envelope, EventId, Source, Stream, name_bytes};
pub use game::{Event, Game, Seat};
pub use log::{Clock, Log, LogError, MOST_EVENTS, Receipt, SubmitError};
pub use upcast::{Stored, UpcastError, Upcaster, Version};
