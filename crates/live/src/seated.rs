//! Seats for a game whose rules know seats but not players: who sits where is part of the same history.
//!
//! Implement [`TableGame`] for such a game, and `Seated<YourGame>` is a [`LiveGame`](crate::LiveGame) that can be
//! registered.
//!
//! The table has commands and events of its own beside those of the game: the commands `sit` and `stand`, and the events
//! `TABLE_OPENED`, `PLAYER_SAT` and `PLAYER_STOOD`, all tagged `type`. A game that uses one of these names, or another
//! [`TAG`](ledger::Event::TAG) for its events, is refused when it is registered.

mod hints;
mod hosting;
mod reserved;
mod rules;
mod seats;
#[cfg(test)]
mod tests;

use std::fmt::Debug;

use chance::{Chance, InputError, ServerSeed};
use ledger::{Game, GameStatus, PlayerId, Seat, SeenEvent, Upcaster};
use protocol::{ErrorCode, ErrorContext, GameId, GameKind, GameState, OtherState, Report, TableState};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use thiserror::Error;

pub use self::hints::{HintRequest, Hints};
pub use self::seats::Seats;
use crate::attendance::Attendance;
use crate::context::Context;
use crate::game::{Denied, LateAnswer, Pending};

/// A game of seats that players can sit on. Most methods have a default that suits a simple game.
pub trait TableGame:
    Game<Command: Clone + Debug + DeserializeOwned + Send + Sync, Event: Send + Sync, Refusal: Send>
    + Send
    + Sync
    + 'static
{
    /// How many seats there are.
    const SEATS: u8;

    /// The options that a client may choose when it opens a table; [`NoOptions`](protocol::NoOptions) if there are none.
    type Request: Default + Serialize + DeserializeOwned + Send + 'static;
    /// The settings of a table. They are stored in the first event, so names and shapes are permanent.
    type Options: Clone + Debug + Default + PartialEq + Serialize + DeserializeOwned + Send + Sync;

    /// Upcasts stored events of older schemas.
    #[must_use]
    fn upcaster() -> Upcaster {
        Upcaster::default()
    }

    /// The settings of a new table, and the commands of the host that follow at once.
    ///
    /// # Errors
    ///
    /// The field of the request that is wrong.
    fn agree(_request: Self::Request) -> Result<(Self::Options, Vec<Self::Command>), InputError> {
        Ok((Self::Options::default(), Vec::new()))
    }

    /// The options of a rematch; `alone` if one person played without others.
    #[must_use]
    fn request_again(&self, _options: &Self::Options, _alone: bool) -> Self::Request {
        Self::Request::default()
    }

    /// The status of the game; `Completed` and `Abandoned` are its end.
    fn status(&self) -> GameStatus;

    /// Whether a seat won, in a game that is over and can be won.
    fn won(&self, _seat: Seat) -> Option<bool> {
        None
    }

    /// The finished game whose luck a client asks to repeat.
    #[must_use]
    fn repeats(_request: &Self::Request) -> Option<&GameId> {
        None
    }

    /// The beginning of a table with the luck of a finished game, opened by the player of this seat there.
    ///
    /// # Errors
    ///
    /// The field of the request that is wrong.
    fn repeat(
        _request: Self::Request,
        _first: &[Self::Event],
        _seat: Seat,
    ) -> Result<Repeated<Self>, InputError> {
        Err(InputError::new("kind", "a game whose luck can be repeated", "another one"))
    }

    /// Whether it is practice, which counts in no results.
    fn is_practice(&self, _options: &Self::Options) -> bool {
        false
    }

    /// Whether new players may sit down. By default only before play begins.
    fn is_boarding(&self) -> bool {
        self.status() == GameStatus::Waiting
    }

    /// Whether a seat that was given up stays reserved for its owner, because it holds something hidden from others.
    fn keeps_seats(&self) -> bool {
        false
    }

    /// The skill of the bot on a seat without a person; `None` if there are no bots.
    fn bot(&self, _options: &Self::Options) -> Option<String> {
        None
    }

    /// The command that stores the commitment to the secret of the game `id`, before all others, if luck comes from it.
    fn promise(_id: &str, _secret: &ServerSeed) -> Option<Self::Command> {
        None
    }

    /// The randomness of the next command, if it comes from the secret of the game; `None` is the system's.
    fn luck(&self, _secret: &ServerSeed) -> Option<Box<dyn Chance + Send>> {
        None
    }

    /// The command of this seat that is carried out. Checks what the rules do not know, such as whether the other
    /// seats are taken and who is the host, and fills in what the client left out.
    ///
    /// # Errors
    ///
    /// If no player on this seat may send it.
    fn prepare(
        &self,
        _seats: &Seats<Self::Options>,
        _seat: Seat,
        command: &Self::Command,
    ) -> Result<Self::Command, Denied> {
        Ok(command.clone())
    }

    /// The scheduled actions at this version of the game `id`, whose last event is at `version - 1`: moves of bots, also for
    /// players who left, and time limits ([`Pending::ends_turn`]).
    fn pending(
        &self,
        _seats: &Seats<Self::Options>,
        _id: &str,
        _version: u64,
        _attendance: &Attendance,
        _context: &Context<()>,
    ) -> Vec<Pending<Self::Command>> {
        Vec::new()
    }

    /// The quota that a command counts against, if the rules limit something for all players of a table together.
    fn guest_share(_command: &Self::Command) -> Option<GuestShare> {
        None
    }

    /// The [`GuestShare::what`] of the quota that this event counts against.
    fn uses(_event: &Self::Event) -> Option<&'static str> {
        None
    }

    /// Whether there are hints in this game.
    const HINTS: bool = false;

    /// Advice for a seat that has a choice at this version, from what the seat may know; `None` if it has no choice.
    fn hint(&self, _seat: Seat, _version: u64) -> Option<LateAnswer> {
        None
    }

    /// Whether this event may change the choices of a seat, so that earlier hints are outdated.
    fn is_move(_event: &Self::Event) -> bool {
        true
    }

    /// An event as a viewer may see it; by default all of it.
    fn see(event: &Self::Event, _viewer: Option<Seat>) -> SeenEvent {
        seen(event)
    }

    /// How many of the latest [timed](Self::is_timed) events are shown with their times. (Time limits are in
    /// [`Self::pending`].)
    const TIMED: usize = 0;

    /// Whether viewers are shown the time of this event.
    fn is_timed(_event: &Self::Event) -> bool {
        false
    }

    /// The game as a viewer may see it.
    fn state(kind: &GameKind, shown: SeatedState<Self>) -> GameState {
        shown.other(kind)
    }

    /// Whether the log may be given out, because nothing in it is hidden from anybody any more.
    fn is_open(&self) -> bool {
        true
    }

    /// Whether a report takes seconds, so that the room caches that of a finished game.
    const KEEPS_REPORT: bool = false;

    /// The report on the game. May take long.
    ///
    /// # Errors
    ///
    /// If there is nothing to report on.
    fn report(_events: &[Self::Event]) -> Result<Report, Denied> {
        Err(Denied::no_reports())
    }

    /// The game as the parameters of a link, once it is over.
    ///
    /// # Errors
    ///
    /// If games of this kind have no links.
    fn link(_events: &[Self::Event]) -> Result<String, Denied> {
        Err(Denied::no_links())
    }

    /// The error code of a refusal, and the field it is about.
    fn explain(_refusal: &Self::Refusal) -> (ErrorCode, Option<ErrorContext>) {
        (ErrorCode::InvalidTurn, None)
    }

    /// Whether play begins with this event, if it has not begun before; the players who sit then own their seats.
    fn begins(_event: &Self::Event) -> bool {
        false
    }

    /// Whether the game ends with this event.
    fn ends(_event: &Self::Event) -> bool {
        false
    }
}

/// The beginning of a table with the luck of a finished game.
#[derive(Debug)]
pub struct Repeated<G: TableGame> {
    /// The revealed secret of the first game.
    pub secret: ServerSeed,
    /// The settings of the table.
    pub options: G::Options,
    /// The seat of the player who opens it.
    pub seat: Seat,
    /// The commands that follow at once, each with the seat that it is from.
    pub commands: Vec<(Seat, G::Command)>,
}

/// A game and the players on its seats.
#[derive(Clone, Debug, Default)]
pub struct Seated<G: TableGame> {
    /// `None` until the table is opened.
    seats: Option<Seats<G::Options>>,
    game: G,
}

/// The quota of one guest, as a share of a limit for all players of a table together. The host may use all of it.
#[derive(Clone, Copy, Debug)]
pub struct GuestShare {
    /// Its plural name, for refusals.
    pub what: &'static str,
    /// How many one guest may have.
    pub most: usize,
}

/// A table as a viewer is shown it.
#[derive(Debug)]
pub struct SeatedState<G: TableGame> {
    /// What all games show.
    pub table: TableState,
    /// Who opened the table, or inherited it.
    pub host: PlayerId,
    /// The settings of the table.
    pub options: G::Options,
    /// The game as the viewer may see it.
    pub view: G::View,
    /// When the last [timed](TableGame::is_timed) events happened, in milliseconds since 1970, newest last.
    pub times: Vec<u64>,
    /// The events that the viewer asked for.
    pub events: Vec<SeenEvent>,
}

/// A command to a table.
#[derive(Clone, Debug)]
pub enum SeatedCommand<C, O> {
    /// Opens it, and takes its first seat.
    Open {
        /// The player who opens it.
        host: PlayerId,
        /// What was agreed.
        options: O,
    },
    /// Takes a seat.
    Sit {
        /// The player; known once the command is authorised.
        player: Option<PlayerId>,
        /// The seat; any free one when left out.
        seat: Option<u8>,
    },
    /// Gives the seat up.
    Stand,
    /// Plays.
    Game(C),
}

/// What happened at a table.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum SeatedEvent<E, O> {
    /// Around the game.
    Seating(SeatingEvent<O>),
    /// In the game.
    Game(E),
}

/// What happened around a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(
    tag = "type",
    rename_all = "SCREAMING_SNAKE_CASE",
    rename_all_fields = "camelCase",
    deny_unknown_fields
)]
pub enum SeatingEvent<O> {
    /// The table was opened.
    TableOpened {
        /// The player who opened it.
        host_player_id: PlayerId,
        /// What was agreed.
        options: O,
    },
    /// A player took a seat.
    PlayerSat {
        /// The player.
        player_id: PlayerId,
        /// The seat.
        seat: u8,
    },
    /// A player gave a seat up.
    PlayerStood {
        /// The seat.
        seat: u8,
    },
}

/// Why a table does not do what it was asked.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SeatedRefusal<R: std::error::Error> {
    /// Nothing happens before it is opened.
    #[error("the table is not open")]
    NotOpen,
    /// It is opened once.
    #[error("the table was opened before")]
    Opened,
    /// Somebody sits there, or the seat is kept for somebody.
    #[error("seat: expected a free one, got {seat}")]
    SeatTaken {
        /// The seat that was asked for.
        seat: u8,
    },
    /// There are not so many.
    #[error("seat: expected 0 to {last}, got {seat}")]
    NoSeat {
        /// The seat that was asked for.
        seat: u8,
        /// The last seat of the table.
        last: u8,
    },
    /// Nothing is free.
    #[error("all seats are taken")]
    Full,
    /// One player, one seat.
    #[error("you sit on seat {seat} already")]
    AlreadySeated {
        /// The seat of the player.
        seat: u8,
    },
    /// Too late to sit down.
    #[error("the game has already started")]
    Started,
    /// Too late to stand up.
    #[error("the game is over")]
    Over,
    /// Nobody sits there.
    #[error("seat {seat} is empty")]
    NotSeated {
        /// The empty seat.
        seat: u8,
    },
    /// By the rules of the game.
    #[error(transparent)]
    Game(R),
}

impl<G: TableGame> SeatedState<G> {
    /// As a game that the protocol has no type for.
    #[must_use]
    pub fn other(self, kind: &GameKind) -> GameState {
        GameState::Other(Box::new(OtherState {
            kind: kind.clone(),
            table: self.table,
            events: self.events,
            host_player_id: self.host,
            options: serde_json::to_value(&self.options).unwrap_or_default(),
            view: serde_json::to_value(&self.view).unwrap_or_default(),
        }))
    }
}

/// All of an event, as a pair of its kind and the rest.
fn seen<E: ledger::Event>(event: &E) -> SeenEvent {
    SeenEvent::whole(event).expect("an event that was stored can be written as JSON")
}
