//! The data contract (RFC-003): how games, cards and advice are written for others to read.
//!
//! The ledger stores facts ([`DiceeEvent`](crate::DiceeEvent)); [`events()`] tells them in the words of the contract, with
//! everything around them that a reader without the history needs, and [`read`] takes such a history back, in the
//! current schema or an older one. [`validate`] holds the rules for single values (section 8), [`integrity`] those for
//! whole histories (section 9), [`invariants`] what must hold of everything that is computed (section 10).
//! [`Moment`] makes the events of the
//! other two streams, analysis and telemetry, out of the game; [`api`] holds requests, responses and messages.
//! A request becomes a [`Situation`] or a [`RequestError`] that names the field.
//! [`REGISTRY`] lists every kind of event with its stream and version, [`upcaster`] knows the old ones.

mod analysis;
pub mod api;
mod base;
mod event;
pub mod integrity;
pub mod invariants;
mod moment;
mod object;
mod read;
mod registry;
mod resolve;
mod scorecard;
mod simulation;
mod telemetry;
pub mod validate;
mod verification;
mod violation;
mod write;

pub use analysis::{AnalysisBody, AnalysisComputed, AnalysisEvent, GameStateSnapshot, Recommendation};
pub use base::{BaseGameEvent, ClientInfo, ScreenSize, event_uuid};
pub use event::{
    ErrorReport, EventBody, GameCompleted, GameCreated, GameEvent, GameStarted, IntentSignal, Keep,
    PlayerJoined, Roll, RollType, ScoreDecision, SeedMixed, SeedRevealed,
};
pub use moment::{Moment, Stamp};
pub use object::{object, optional_object};
pub use read::{ReadError, Recording, read};
pub use registry::{REGISTRY, Registered, can_read, registration, upcaster};
pub use resolve::{RequestError, Situation, error_code_of};
pub use scorecard::ScorecardData;
pub use simulation::{Confidence, Simulation};
pub use telemetry::{
    ConfidenceLevel, HintRequested, HintType, Hover, Prediction, TelemetryBody, TelemetryEvent, add_behaviour,
};
pub use verification::odds_after_keeping;
pub use violation::Violation;
pub use write::{Narrator, analysis_uuid, events};

/// JSON Schemas (draft 2020-12) of everything that crosses a wire, by name under `$defs`; published as `@dicee/types`.
pub const SCHEMAS: &str = include_str!("../npm/schemas.json");
