//! Event sourcing for games.
//!
//! A [`Game`] is five functions: `decide` turns a command into events or refuses it, `apply` folds an event into the
//! state, `view` shows a seat what it may know, `admits` says whether an event from outside can follow, and `due`, which most
//! games can leave out, names the event that must follow. Here is a whole game: two seats roll a die in turn, and the first
//! to reach ten wins.
//!
//! ```
//! use chance::{Chance, SeededChance};
//! use ledger::{Event, Game, Log, Seat, Source, Stamp, Upcaster, Version};
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(Clone, Debug, Default)]
//! struct FirstToTen {
//!     points: [u8; 2],
//!     turn: u8,
//! }
//!
//! /// What a player may ask for.
//! struct Roll;
//!
//! /// What happened. Names and shapes are stored for ever.
//! #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
//! #[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE")]
//! enum Happened {
//!     DieRolled { face: u8 },
//! }
//!
//! /// Why not. A refusal carries data.
//! #[derive(Debug, PartialEq, thiserror::Error)]
//! enum Refusal {
//!     #[error("it is the turn of seat {turn}")]
//!     NotYourTurn { turn: u8 },
//!     #[error("the game is over")]
//!     Over,
//! }
//!
//! impl Event for Happened {
//!     const TAG: &'static str = "type";
//!
//!     fn schema(&self) -> Version {
//!         Version::new(1, 0, 0)
//!     }
//! }
//!
//! impl Game for FirstToTen {
//!     const NAME: &'static str = "first_to_ten";
//!     type Command = Roll;
//!     type Event = Happened;
//!     type Refusal = Refusal;
//!     type View = [u8; 2];
//!
//!     /// All judgement and all luck.
//!     fn decide(&self, seat: Seat, _: &Roll, chance: &mut dyn Chance) -> Result<Vec<Happened>, Refusal> {
//!         if self.points.iter().any(|&points| points >= 10) {
//!             return Err(Refusal::Over);
//!         }
//!         if seat.0 != self.turn {
//!             return Err(Refusal::NotYourTurn { turn: self.turn });
//!         }
//!         Ok(vec![Happened::DieRolled { face: chance.die() }])
//!     }
//!
//!     /// Never fails and never judges: it happened.
//!     fn apply(&mut self, event: &Happened) {
//!         let Happened::DieRolled { face } = event;
//!         self.points[usize::from(self.turn)] += face;
//!         self.turn = 1 - self.turn;
//!     }
//!
//!     /// Asked about events from outside, such as a file, before they are applied.
//!     fn admits(&self, event: &Happened) -> bool {
//!         let Happened::DieRolled { face } = event;
//!         (1..=6).contains(face) && self.points.iter().all(|&points| points < 10)
//!     }
//!
//!     /// Nothing is hidden in this game.
//!     fn view(&self, _viewer: Option<Seat>) -> [u8; 2] {
//!         self.points
//!     }
//! }
//!
//! let mut log = Log::<FirstToTen>::default();
//! let mut dice = SeededChance::from_seed(7);
//! let stamp = Stamp { timestamp: 1_700_000_000_000, source: Source::Client };
//!
//! let receipt = log.submit(Seat(0), "first", None, &Roll, &mut dice, stamp)?;
//! assert_eq!((receipt.version, receipt.repeated), (1, false));
//! // The answer was lost, so the client sends the command again: nothing happens twice.
//! assert!(log.submit(Seat(0), "first", None, &Roll, &mut dice, stamp)?.repeated);
//! assert!(log.submit(Seat(0), "second", None, &Roll, &mut dice, stamp).is_err(), "not their turn");
//!
//! let read = Log::<FirstToTen>::from_json(&log.to_json()?, &Upcaster::default())?;
//! assert_eq!(read.state().view(None), log.state().view(None));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Log`] holds one game. It appends the events that `decide` returns, once for each [`CommandKey`] however often
//! the command is sent, and wraps each event in an [`Envelope`]. The id of an envelope is a hash of its content and
//! position, and each is chained to the one before, so that a changed log is detected. From a log come the state at any
//! version, the [`link`] that holds a whole game in a URL, and the JSON that [`Log::from_json`] checks and replays;
//! events of older schemas pass an [`Upcaster`] first. A server that stores events before it shows them calls
//! [`Log::propose`], stores, then [`Log::accept`].
//!
//! [`conformance`] holds the promises that every game must keep, as a test that any game can run.
//!
//! No clock: time comes in from outside, and never into a hash.

mod canonical;
mod chain_check;
mod command_key;
pub mod conformance;
mod envelope;
mod game;
pub mod link;
mod log;
mod log_error;
mod player;
mod proposal;
mod seat;
mod seen;
mod status;
mod upcast;
mod version;

pub use canonical::{LARGEST_EXACT, to_canonical_json};
pub use chain_check::check_chain;
pub use command_key::{CommandKey, Scope, Sender};
pub use envelope::{Chain, Envelope, EventId, Source, Stream, name_bytes};
pub use game::{Event, Game};
pub use log::{Log, Stamp, SubmitError};
pub use log_error::{LogError, MOST_EVENTS};
pub use player::PlayerId;
pub use proposal::{Proposal, Proposed, Receipt};
pub use seat::Seat;
pub use seen::SeenEvent;
pub use status::GameStatus;
pub use upcast::{EventError, Stored, UpcastError, Upcaster};
pub use version::{MalformedVersion, Version};
