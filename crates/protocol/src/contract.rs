//! The data contract of the dice game (docs/decisions/data-contract.md): how games, cards and advice are written for others
//! to read.
//!
//! The ledger stores facts ([`DiceeEvent`](dicee::DiceeEvent)); [`events()`] tells them in the words of the contract, with
//! everything around them that a reader without the history needs, and [`read`] takes such a history back, in the
//! current schema or an older one. [`validate`] holds the rules for single values (section 8), [`integrity`] those for
//! whole histories (section 9), [`invariants`] what must hold of everything that is computed (section 10).
//! [`Moment`] makes the events of the other two streams, analysis and telemetry, out of the game.

mod analysis;
mod base;
mod event;
pub mod integrity;
pub mod invariants;
mod moment;
mod read;
mod telemetry;
pub mod validate;
mod write;

pub use analysis::{AnalysisBody, AnalysisComputed, AnalysisEvent, GameStateSnapshot, Recommendation};
pub use base::{BaseGameEvent, event_uuid};
pub use dicee::{ScorecardData, Violation};
pub use event::{
    ErrorReport, EventBody, GameCompleted, GameCreated, GameEvent, GameStarted, Keep, PlayerJoined, Roll,
    RollType, ScoreDecision, SeedMixed, SeedRevealed,
};
pub use moment::{Moment, Stamp};
pub use read::{ReadError, Recording, read};
pub use telemetry::{
    ConfidenceLevel, HintRequested, HintType, Hover, Prediction, TelemetryBody, TelemetryEvent,
};
pub use write::{EventWriter, analysis_uuid, events};
