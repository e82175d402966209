//! What rooms have to know about a game beyond its rules, cut by who needs it: seating, creating, timing, showing,
//! questions and forecasting, all on top of [`Hosted`]. No method waits for anything.

use std::collections::HashMap;
use std::time::Duration;

use chance::{Chance, InputError, ServerSeed};
use ledger::{Envelope, Game, GameStatus, Log, PlayerId, Seat, Stream, Upcaster, link};
use protocol::{
    ClientMessage, ErrorCode, ErrorContext, ErrorMessage, GameId, GameKind, GameState, Report, ServerMessage,
    ShownEvent, TableState,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::time::Instant;

use crate::attendance::Attendance;
use crate::context::Context;
use crate::forecast::{Effort, ForecastWork};

/// How much of each quota of [`Seating::check_share`] one player has used up, by the name of the quota.
pub type Uses = HashMap<&'static str, usize>;

/// A game that rooms can host: its rules, what its rooms share, and how old events are read.
pub trait Hosted:
    Game<Command: Clone + Send + Sync, Event: Send + Sync, Refusal: Send> + Send + Sync + 'static
{
    /// Services that all rooms of this game share, such as solved positions; `()` if there are none.
    type Services: Send + Sync + 'static;

    /// Upcasts stored events of older schemas.
    #[must_use]
    fn upcaster() -> Upcaster {
        Upcaster::default()
    }

    /// Checks what the compiler cannot see, once, when the game is registered.
    ///
    /// # Errors
    ///
    /// What is wrong with the definition of the game, in words.
    fn check_definition() -> Result<(), String> {
        Ok(())
    }
}

/// Seats and permissions.
pub trait Seating: Hosted {
    /// Parses a command as a client writes it.
    ///
    /// # Errors
    ///
    /// The field that is wrong.
    fn read_command(command: Value) -> Result<Self::Command, InputError>;

    /// The command that a message of the socket stands for; `None` where the game has no such message.
    #[must_use]
    fn command_of(_message: &ClientMessage) -> Option<Self::Command> {
        None
    }

    /// The command by which a player joins the table, on a seat of their choice where the game has such a choice.
    #[must_use]
    fn join(player: PlayerId, seat: Option<Seat>) -> Self::Command;

    /// The command by which a player leaves the table for good.
    #[must_use]
    fn leave() -> Self::Command;

    /// The command that begins a game whose last seat was taken by quick match; `None` if its host begins it, because
    /// there is more to agree on.
    #[must_use]
    fn begin() -> Option<Self::Command> {
        None
    }

    /// Whether a player leaves the table by this command. No bound of a game keeps anybody at it.
    #[must_use]
    fn is_leave(command: &Self::Command) -> bool;

    /// Per-player quotas, beyond the rules. Not applied when a stored game is replayed.
    ///
    /// # Errors
    ///
    /// The quota that is used up.
    fn check_share(
        _log: &Log<Self>,
        _used: &Uses,
        _player: PlayerId,
        _command: &Self::Command,
    ) -> Result<(), Denied> {
        Ok(())
    }

    /// Plural name of the per-player quota that this event counts against. It is counted for the player whose command caused
    /// the event, and given to [`check_share`](Self::check_share).
    #[must_use]
    fn uses(_event: &Self::Event) -> Option<&'static str> {
        None
    }

    /// The seat from which this player may send the command, and the command as it is carried out.
    ///
    /// # Errors
    ///
    /// If the player has no right to send it, whatever the rules say.
    fn authorise(
        &self,
        player: PlayerId,
        command: &Self::Command,
        context: &Context<Self::Services>,
    ) -> Result<Authorised<Self::Command>, Denied>;

    /// The seat of a player.
    fn seat_of(&self, player: PlayerId) -> Option<Seat>;

    /// Whether a player has or had a seat in this game.
    fn has_played(&self, player: PlayerId) -> bool {
        self.seat_of(player).is_some()
    }

    /// Everybody at the table, in seat order.
    fn seats(&self) -> Vec<OccupiedSeat>;

    /// Who opened the table, or inherited it.
    fn host(&self) -> Option<PlayerId>;

    /// How many people may still sit down.
    fn free_seats(&self) -> u8;

    /// Where the game stands; `Completed` and `Abandoned` are its end.
    fn status(&self) -> GameStatus;

    /// How the game went for a player, for their results. A game without points or winners keeps this answer.
    fn outcome(&self, player: PlayerId) -> Outcome {
        let seat = self.seat_of(player);
        let finished = seat.is_some() && self.status() == GameStatus::Completed;
        Outcome { seat, finished, ..Outcome::default() }
    }

    /// The error code of a refusal, and what exactly was wrong. `by` sent the command; nobody where the table did.
    fn explain(&self, refusal: &Self::Refusal, by: Option<PlayerId>) -> (ErrorCode, Option<ErrorContext>);
}

/// How a game is created.
pub trait Creating: Seating {
    /// The options that a client may choose, in the request beside `kind`, `public` and `coach`.
    type Options: Serialize + DeserializeOwned + Send + 'static;

    /// The options of a table for strangers.
    #[must_use]
    fn options_for_strangers() -> Self::Options;

    /// The options of a rematch. A rematch of one person does not wait for others.
    #[must_use]
    fn options_again(&self) -> Self::Options;

    /// The seat of a player at a rematch that `opener` opened, given their seats here; `None` is any.
    #[must_use]
    fn seat_again(_seat: Seat, _opener: Seat) -> Option<Seat> {
        None
    }

    /// The first commands of the game, all of seat 0, where `host` sits.
    ///
    /// # Errors
    ///
    /// The option that is wrong.
    fn opening(
        options: Self::Options,
        id: &GameId,
        host: PlayerId,
        context: &Context<Self::Services>,
    ) -> Result<Vec<Self::Command>, InputError>;

    /// The finished game whose luck is to be repeated, if the options name one.
    #[must_use]
    fn repeats(_options: &Self::Options) -> Option<&GameId> {
        None
    }

    /// The beginning of a game with the luck of another one, of which `host` must be a player.
    ///
    /// # Errors
    ///
    /// The option that is wrong.
    fn repeat(
        _options: Self::Options,
        _first: &Log<Self>,
        _host: PlayerId,
    ) -> Result<Repetition<Self::Command>, InputError> {
        Err(InputError::new("kind", "a game whose luck can be repeated", "another one"))
    }
}

/// The beginning of a game with the luck of another one.
#[derive(Debug)]
pub struct Repetition<C> {
    /// The revealed secret of the first game.
    pub secret: ServerSeed,
    /// The first commands, each with the seat that it is from.
    pub commands: Vec<(Seat, C)>,
}

/// Scheduled actions, and the source of luck.
pub trait Timing: Seating {
    /// The luck of the next command in the game `id`; `None` is any luck.
    fn luck(&self, _id: &GameId, _context: &Context<Self::Services>) -> Option<Box<dyn Chance + Send>> {
        None
    }

    /// The scheduled actions of the game `id`, which run if no event comes before: moves of bots, and time limits.
    /// Asked again after every event, and when somebody comes or goes.
    fn pending(
        _log: &Log<Self>,
        _id: &GameId,
        _attendance: &Attendance,
        _context: &Context<Self::Services>,
    ) -> Vec<Pending<Self::Command>> {
        Vec::new()
    }
}

/// State, events and reports, as each viewer may see them.
pub trait Showing: Seating {
    /// The state for rendering the next event: a fold of those before it, or nothing.
    type Renderer: Default + Send + Sync;
    /// A rendered event, the same for all viewers.
    type Rendered: Send + Sync;

    /// Whether all viewers are shown the same state, except for their own seat, and the same events. Both are then
    /// written once for everybody.
    const SHOWS_ALL_ALIKE: bool = false;

    /// Skips an event without rendering it.
    fn skip(renderer: &mut Self::Renderer, envelope: &Envelope<Self::Event>);

    /// Renders the next event, and grades it if it is a decision.
    fn render(
        renderer: &mut Self::Renderer,
        envelope: &Envelope<Self::Event>,
        context: &Context<Self::Services>,
    ) -> Self::Rendered;

    /// The event as a viewer may see it.
    fn show(rendered: &Self::Rendered, viewer: Option<Seat>) -> ShownEvent;

    /// The game as a viewer may see it. `kind` is the name under which it is registered.
    fn state(log: &Log<Self>, kind: &GameKind, view: Shown<'_>) -> GameState;

    /// Messages to everybody about events that were just rendered, without anything hidden.
    fn announcements(
        _log: &Log<Self>,
        _rendered: &[Self::Rendered],
        _names: &dyn Fn(PlayerId) -> String,
    ) -> Vec<ServerMessage> {
        Vec::new()
    }

    /// Whether the log may be given out as it is.
    fn is_open(&self) -> bool;

    /// Whether a report takes seconds, so that the room caches that of a finished game.
    const KEEPS_REPORT: bool = false;

    /// The report on the game. May take long.
    ///
    /// # Errors
    ///
    /// If there is nothing to report on yet.
    fn report(
        _log: &Log<Self>,
        _viewer: Option<Seat>,
        _context: &Context<Self::Services>,
    ) -> Result<Report, Denied> {
        Err(Denied::no_reports())
    }

    /// Violations of invariants in the state, as text; none if all hold.
    fn violations(_log: &Log<Self>) -> Vec<String> {
        Vec::new()
    }

    /// Contradictions in the grade of a rendered event, as text; none if it is consistent.
    fn contradictions(_rendered: &Self::Rendered) -> Vec<String> {
        Vec::new()
    }

    /// The game as the parameters of a link, once it is over.
    ///
    /// # Errors
    ///
    /// If games of this kind have no links, or the game is longer than a link may be.
    fn link(_log: &Log<Self>) -> Result<String, Denied> {
        Err(Denied::no_links())
    }

    /// Whether play begins with this event.
    fn begins(event: &Self::Event) -> bool;

    /// Whether the game ends with this event.
    fn ends(event: &Self::Event) -> bool;
}

/// Questions that a client may ask about a position, and the notes about them.
pub trait Questions: Showing {
    /// A question about a position of this game.
    type Query: Send;
    /// Data about queries that is kept while the game is in memory, such as the boxes that a player looked at.
    /// The game keeps it bounded.
    type Memory: Default + Send + Sync;

    /// Adds to a rendered event the queries before it.
    fn annotate(_rendered: &mut Self::Rendered, _memory: &mut Self::Memory) {}

    /// The query that a message of the socket stands for; `None` where the game has no such message.
    #[must_use]
    fn query_of(_message: &ClientMessage) -> Option<Self::Query> {
        None
    }

    /// Whether the answer is advice, which is given only at a table with a coach.
    #[must_use]
    fn is_advice(_query: &Self::Query) -> bool {
        true
    }

    /// Answers a query.
    ///
    /// # Errors
    ///
    /// If there is nothing to say.
    fn answer(
        _log: &Log<Self>,
        _asker: &Asker,
        _query: Self::Query,
        _memory: &mut Self::Memory,
        _counts: NoteCounts,
        _context: &Context<Self::Services>,
    ) -> Result<QueryAnswer, Denied> {
        Ok(QueryAnswer::default())
    }

    /// The game moved on by the events from `since` on: messages to everybody about earlier queries.
    fn moved_on(
        _log: &Log<Self>,
        _since: u64,
        _memory: &mut Self::Memory,
        _names: &dyn Fn(PlayerId) -> String,
    ) -> Vec<ServerMessage> {
        Vec::new()
    }
}

/// Forecasts of the end of a game, such as each player's chance to win.
///
/// A forecast is computed on a separate thread after every move, sent only to watchers who asked for it, and skipped first
/// when a node is busy.
pub trait Forecasting: Seating {
    /// Whether there are forecasts in this game.
    const FORECASTS: bool = false;

    /// The forecast for the current position, as work for another thread; `None` if there is none now.
    fn forecast(
        _log: &Log<Self>,
        _effort: Effort,
        _context: &Context<Self::Services>,
    ) -> Option<ForecastWork> {
        None
    }
}

/// A game with everything that a room needs.
pub trait LiveGame: Seating + Creating + Timing + Showing + Questions + Forecasting {}

impl<G: Seating + Creating + Timing + Showing + Questions + Forecasting> LiveGame for G {}

/// The data of the room in the state that a viewer is shown.
pub struct Shown<'a> {
    /// The viewer's seat; `None` is a spectator.
    pub viewer: Option<Seat>,
    /// What all games show.
    pub table: TableState,
    /// The events that the viewer asked for.
    pub events: Vec<ShownEvent>,
    /// The name of a player.
    pub names: &'a dyn Fn(PlayerId) -> String,
}

impl std::fmt::Debug for Shown<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { viewer, table, events, .. } = self;
        f.debug_struct("Shown")
            .field("viewer", viewer)
            .field("table", table)
            .field("events", events)
            .finish_non_exhaustive()
    }
}

/// A command that a player may send.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Authorised<C> {
    /// The seat it is sent from.
    pub seat: Seat,
    /// The command to be carried out.
    pub command: C,
    /// Whether the player takes a seat by it. The directory then records the seat before the events are stored, so that every
    /// seat is found through its player. Such a command is decided twice and must not draw luck.
    pub takes_seat: bool,
}

/// A seat that is taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OccupiedSeat {
    /// The seat.
    pub seat: Seat,
    /// Who sits there; `None` for a bot without an id.
    pub player: Option<PlayerId>,
    /// Its skill, if it is a bot.
    pub bot: Option<String>,
}

/// The result of a game for one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Where they sit; `None` if they stood up again, or never sat here.
    pub seat: Option<Seat>,
    /// Whether it was played to its end, and they stayed.
    pub finished: bool,
    /// Their points, in a game that counts them for each player.
    pub score: Option<u16>,
    /// Whether they won, in a finished game that can be won.
    pub won: Option<bool>,
    /// Whether it was practice, which counts in no results: a chosen seed, a tutorial, or a score that was taken back.
    pub practice: bool,
}

/// How many notes there are on a game, by stream.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NoteCounts {
    /// Notes of the analysis stream.
    pub analysis: u64,
    /// Notes of the telemetry stream.
    pub telemetry: u64,
}

impl NoteCounts {
    /// Those of this stream; 0 for the domain stream, whose events are not notes.
    pub(crate) const fn of(self, stream: Stream) -> u64 {
        match stream {
            Stream::Analysis => self.analysis,
            Stream::Telemetry => self.telemetry,
            Stream::Domain => 0,
        }
    }
}

/// The sender of a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asker {
    /// Their seat; `None` is a spectator.
    pub seat: Option<Seat>,
    /// Who they are; `None` without a token.
    pub player: Option<PlayerId>,
    /// The display name.
    pub name: String,
}

/// The answer to a query, and notes for the streams of analysis and telemetry.
#[derive(Debug, Default)]
pub struct QueryAnswer {
    /// The answer to the asker.
    pub message: Option<ServerMessage>,
    /// An answer to the asker that takes a while to compute.
    pub later: Option<LateAnswer>,
    /// A message to everybody.
    pub everybody: Option<ServerMessage>,
    /// The notes to be stored.
    pub notes: Vec<(Stream, Value)>,
}

/// An answer that takes a while to compute, on a separate thread when one is free. With `None` nothing is sent.
pub struct LateAnswer(pub Box<dyn FnOnce() -> Option<ServerMessage> + Send>);

impl std::fmt::Debug for LateAnswer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("LateAnswer")
    }
}

/// A scheduled action.
#[derive(Debug)]
pub struct Pending<C> {
    /// The position of the event from which the time is counted, by this node's monotonic clock since it saw the event.
    pub since: u64,
    /// How long after it.
    pub wait: Duration,
    /// The seat that acts.
    pub seat: Seat,
    /// Its name, unique among the actions at the same version.
    pub name: &'static str,
    /// Whether it is the time limit of a person, whose end is shown.
    pub ends_turn: bool,
    /// The earliest time, whatever `wait` says.
    pub not_before: Option<Instant>,
    /// What it does.
    pub action: Action<C>,
}

/// The command of a scheduled action.
pub enum Action<C> {
    /// It is known.
    Ready(C),
    /// It takes a while to compute, on a separate thread. `None` is no move.
    Compute(Box<dyn FnOnce() -> Option<C> + Send + Sync>),
}

impl<C: std::fmt::Debug> std::fmt::Debug for Action<C> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Ready(command) => f.debug_tuple("Ready").field(command).finish(),
            Self::Compute(_) => f.write_str("Compute"),
        }
    }
}

/// The reason why a request of a player is denied or has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Denied {
    /// For machines.
    pub code: ErrorCode,
    /// For people.
    pub message: String,
}

impl Denied {
    /// With any code.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }

    pub(crate) fn no_reports() -> Self {
        Self::new(ErrorCode::InvalidRequest, "there are no reports on games of this kind")
    }

    pub(crate) fn no_links() -> Self {
        Self::new(ErrorCode::InvalidRequest, "there are no links to games of this kind")
    }

    /// Denied because the game has no such message.
    pub(crate) fn no_message(message: &ClientMessage) -> Self {
        Self::new(ErrorCode::InvalidRequest, format!("there is no {} in this game", message.name()))
    }

    /// Who plays has a seat.
    pub(crate) fn no_seat() -> Self {
        Self::forbidden("you have no seat in this game")
    }

    /// Denied because the player has no right to it.
    pub fn forbidden(message: impl Into<String>) -> Self {
        Self::new(ErrorCode::Forbidden, message)
    }
}

impl From<Denied> for ErrorMessage {
    fn from(denied: Denied) -> Self {
        Self::new(denied.code, denied.message)
    }
}

/// The parameters of the link to a game from its beginning.
///
/// # Errors
///
/// If the game is longer than a link may be.
pub(crate) fn link_to<'a, G: Game>(events: impl IntoIterator<Item = &'a G::Event>) -> Result<String, Denied>
where
    G::Event: 'a,
{
    let parameters = link::encode_game::<G>(events);
    let parameters = parameters.map_err(|error| Denied::new(ErrorCode::InvalidRequest, error.to_string()))?;
    Ok(link::query(&parameters))
}
