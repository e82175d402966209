//! Live games: rooms, seats, audience, timers, bots, the registry of games, the bus between nodes. No HTTP.
//!
//! The path of a command: [`Rooms::command`] finds the room of the game, or opens it from the store through the
//! [`GameRegistry`]. The room is the only task on this node that touches the log of its game. It parses the command once, into
//! the game's own type, asks whether this player may send it ([`Seating::authorise`]), lets the rules decide, appends the
//! events at the version it knows, and only when they are durable sends each socket the state that its viewer may see. If
//! another node appended first, its events are read and the command is decided again. Rendering and grading happen after that.
//!
//! * [`GameRegistry`] has one row for each game; [`games`] are those of this repository.
//! * A [`LiveGame`] is the rules plus [`Seating`], [`Creating`], [`Timing`], [`Showing`], [`Questions`] and [`Forecasting`].
//!   [`Seated`] turns a game whose rules only know seats into one: implement [`TableGame`].
//! * [`Context`] gives games time, randomness and secrets; tests use [`TokioClock`] and [`SeededEntropy`].
//! * [`SendQueue`] is the bounded queue of messages to one socket.
//! * [`Bus`] carries hints between nodes.
//!
//! ```
//! # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
//! use std::sync::Arc;
//!
//! use live::{Bus, LiveMetrics, LiveSettings, Rooms, SolvedGames, TableTerms, games};
//! use protocol::GameKind;
//!
//! let archive = Arc::new(store::Memory::default());
//! let registry = games(Arc::new(SolvedGames::default()));
//! let rooms = Rooms::new(registry, archive, Bus::local(), LiveMetrics::default(), LiveSettings::new([0; 32]));
//! let rooms = Arc::new(rooms);
//!
//! let host = "3f2504e0-4f89-41d3-9a0c-0305e82c3301".parse()?;
//! let opening = rooms.registry().options_for_strangers(&GameKind::DICEE)?;
//! let game = rooms.create_game(host, opening, TableTerms::default()).await?;
//! assert_eq!(rooms.state(&game, Some(host), 0).await?.table().you, Some(0));
//! rooms.close().await;
//! # Ok::<(), Box<dyn std::error::Error>>(()) }).unwrap();
//! ```

mod attendance;
mod background;
mod bus;
mod chat;
mod clock;
mod context;
mod entropy;
mod forecast;
mod game;
mod games;
mod iso8601;
mod listing;
mod lobby;
mod long_work;
mod node;
mod presence;
mod registry;
mod request;
mod room;
mod rooms;
mod seated;
mod send_queue;
mod solved_games;
mod text;
mod token_bucket;

pub use attendance::Attendance;
pub use background::background_pool;
pub use bus::{Bus, BusCounts, BusError, BusState, Carrier, NodeHint, RedisSettings};
pub use chat::{ALL_SHOWN, is_chat_line, is_shown};
pub use clock::{Clock, SystemClock, TokioClock, later};
pub use context::Context;
pub use entropy::{Entropy, EntropyChance, OsEntropy, SeededEntropy};
pub use forecast::{Effort, Forecast, ForecastWork};
pub use game::{
    Action, Asker, Authorised, Creating, Denied, Forecasting, Hosted, LateAnswer, LiveGame, NoteCounts,
    OccupiedSeat, Outcome, Pending, QueryAnswer, Questions, Repetition, Seating, Showing, Shown, Timing,
    Uses,
};
pub use games::games;
pub use iso8601::iso8601;
pub use listing::TableTerms;
pub use node::{LiveMetrics, LiveSettings, TIME_BOUNDS_MS};
pub use registry::{GameRegistry, Opening};
pub use request::{
    Ack, CommandAnswer, CommandInput, Rematch, RoomCommand, RoomError, WatcherId, WatcherRequest,
};
pub use room::NAMELESS;
pub use rooms::Rooms;
pub use seated::{
    GuestShare, HintRequest, Hints, Repeated, Seated, SeatedCommand, SeatedEvent, SeatedRefusal, SeatedState,
    SeatingEvent, Seats, TableGame,
};
pub use send_queue::{SendQueue, SendQueueReader, send_queue};
pub use solved_games::SolvedGames;
pub use text::Text;
pub use token_bucket::TokenBucket;
