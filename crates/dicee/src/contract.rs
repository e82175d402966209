//! The data contract (RFC-003): how games, cards and advice are written for others to read.
//!
//! The ledger stores facts ([`DiceeEvent`](crate::DiceeEvent)); [`events()`] tells them in the words of the contract, with
//! everything around them that a reader without the history needs, and [`read`] takes such a history back, in the
//! current schema or an older one. [`validate`] holds the rules for single values (section 8), [`integrity`] those for
//! whole histories (section 9), [`invariants`] what must hold of everything that is computed (section 10).
//! [`REGISTRY`] lists every kind of event with its stream and version, [`upcaster`] knows the old ones.

mod base;
mod event;
pub mod integrity;
pub mod invariants;
mod read;
mod registry;
mod scorecard;
pub mod validate;
mod violation;
mod write;

pub use base::{BaseGameEvent, ClientInfo, ScreenSize, event_uuid};
pub use event::{
    ErrorReport, EventBody, GameCompleted, GameCreated, GameEvent, GameStarted, IntentSignal, Keep,
    PlayerJoined, Roll, RollType, ScoreDecision, SeedMixed, SeedRevealed,
};
pub use read::{ReadError, Recording, read};
pub use registry::{REGISTRY, Registered, can_read, registration, upcaster};
pub use scorecard::ScorecardData;
pub use violation::Violation;
pub use write::{analysis_uuid, events};
