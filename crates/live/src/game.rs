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
    /// What all rooms of this game share, such as solved positions; `()` where there is nothing.
    type Services: Send + Sync + 'static;

    /// Brings stored events of older schemas up to date.
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

/// Who sits where, and who may do what.
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

    /// The command that begins a game whose last seat was taken by quick match; `None` where its host begins it, because
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
    /// What a client may choose, as it stands in the request beside `kind`, `public` and `coach`.
    type Options: Serialize + DeserializeOwned + Send + 'static;

    /// What is chosen where a table is opened for strangers.
    #[must_use]
    fn options_for_strangers() -> Self::Options;

    /// What is chosen where the same people play again. One who played alone does not wait for others.
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

    /// The finished game whose luck is to come again, if one is asked for.
    #[must_use]
    fn repeats(_options: &Self::Options) -> Option<&GameId> {
        None
    }

    /// How a game with the luck of another one begins; `host` is to be one of its players.
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

/// How a game with the luck of another one begins.
#[derive(Debug)]
pub struct Repetition<C> {
    /// The secret of the first game, which was shown.
    pub secret: ServerSeed,
    /// The first commands, each with the seat that it is from.
    pub commands: Vec<(Seat, C)>,
}

/// Scheduled actions, and where luck comes from.
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

/// What each viewer is shown.
pub trait Showing: Seating {
    /// What it takes to render the next event: a fold of those before it, or nothing.
    type Renderer: Default + Send + Sync;
    /// An event as it is shown, before the viewer is known.
    type Rendered: Send + Sync;

    /// Whether all viewers are shown the same state, but for which seat is theirs, and the same events. Both are then
    /// written once for everybody.
    const SHOWS_ALL_ALIKE: bool = false;

    /// Goes past an event that is not rendered.
    fn skip(renderer: &mut Self::Renderer, envelope: &Envelope<Self::Event>);

    /// Renders the next event, and grades it where there is something to grade.
    fn render(
        renderer: &mut Self::Renderer,
        envelope: &Envelope<Self::Event>,
        context: &Context<Self::Services>,
    ) -> Self::Rendered;

    /// The event as a viewer may know it.
    fn show(rendered: &Self::Rendered, viewer: Option<Seat>) -> ShownEvent;

    /// The game as a viewer may know it. `kind` is the name under which it is registered.
    fn state(log: &Log<Self>, kind: &GameKind, view: Shown<'_>) -> GameState;

    /// Messages to everybody about events that were just rendered, without anything hidden.
    fn announcements(
        _log: &Log<Self>,
        _rendered: &[Self::Rendered],
        _names: &dyn Fn(PlayerId) -> String,
    ) -> Vec<ServerMessage> {
        Vec::new()
    }

    /// Whether the log may leave the server as it is.
    fn is_open(&self) -> bool;

    /// Whether a report takes seconds, so that the room keeps the one on a game that is over.
    const KEEPS_REPORT: bool = false;

    /// What was well played and what was not. May take long.
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

    /// What does not hold of the state and must hold of every state, in words; nothing where all is well.
    fn violations(_log: &Log<Self>) -> Vec<String> {
        Vec::new()
    }

    /// What contradicts itself in the grade of a rendered event, in words; nothing where all is well.
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

/// Questions that a client may ask about a position, and what is noted about them.
pub trait Questions: Showing {
    /// What can be asked in this game.
    type Query: Send;
    /// What is remembered about queries while the game is in memory, such as how often somebody looked at something.
    /// The game keeps it bounded.
    type Memory: Default + Send + Sync;

    /// Adds to an event that is about to be shown what was asked before it.
    fn annotate(_rendered: &mut Self::Rendered, _memory: &mut Self::Memory) {}

    /// The query that a message of the socket stands for; `None` where the game has no such message.
    #[must_use]
    fn query_of(_message: &ClientMessage) -> Option<Self::Query> {
        None
    }

    /// Whether the answer helps to decide: then it is given only where the table has a coach.
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

/// How the game will probably end, such as everybody's chance to win.
///
/// A forecast is computed on a thread of its own behind every move, sent to those alone who asked for it, and the first
/// thing to be left out when a node is busy.
pub trait Forecasting: Seating {
    /// Whether there are forecasts in this game.
    const FORECASTS: bool = false;

    /// The forecast for where the game stands, as work for another thread; `None` where there is nothing to say now.
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

/// What the room adds to what a viewer is shown.
pub struct Shown<'a> {
    /// The viewer's seat; `None` is a spectator.
    pub viewer: Option<Seat>,
    /// What all games show.
    pub table: TableState,
    /// The events that the viewer asked for.
    pub events: Vec<ShownEvent>,
    /// What a player is called.
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
    /// From where it is sent.
    pub seat: Seat,
    /// As it is carried out.
    pub command: C,
    /// Whether the player takes a seat by it. Then the directory records it before the events are stored, so that a seat in
    /// a game is always found through its player. Such a command is decided twice and must not draw luck.
    pub takes_seat: bool,
}

/// A seat that is taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OccupiedSeat {
    /// The seat.
    pub seat: Seat,
    /// Who sits there; `None` for a bot without an id.
    pub player: Option<PlayerId>,
    /// How it plays, if it is a bot.
    pub bot: Option<String>,
}

/// How a game went for one player.
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
    /// Of what was computed.
    pub analysis: u64,
    /// Of what was said about the screen.
    pub telemetry: u64,
}

impl NoteCounts {
    /// Those of this stream; the events of the game are no notes.
    pub(crate) const fn of(self, stream: Stream) -> u64 {
        match stream {
            Stream::Analysis => self.analysis,
            Stream::Telemetry => self.telemetry,
            Stream::Domain => 0,
        }
    }
}

/// Who asks something.
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
    /// What is noted.
    pub notes: Vec<(Stream, Value)>,
}

/// An answer that takes a while to compute: on a thread for that, when one is free. With `None` nothing is said.
pub struct LateAnswer(pub Box<dyn FnOnce() -> Option<ServerMessage> + Send>);

impl std::fmt::Debug for LateAnswer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("LateAnswer")
    }
}

/// A scheduled action.
#[derive(Debug)]
pub struct Pending<C> {
    /// The position of the event from which the time is counted: since this node saw it, by a clock that nobody sets.
    pub since: u64,
    /// How long after it.
    pub wait: Duration,
    /// Whose move it is.
    pub seat: Seat,
    /// Its name, unique among the actions at the same version.
    pub name: &'static str,
    /// Whether it is the time limit of a person, who is shown when it ends.
    pub ends_turn: bool,
    /// Not before this, whatever `wait` says.
    pub not_before: Option<Instant>,
    /// What it does.
    pub action: Action<C>,
}

/// The command of a scheduled action.
pub enum Action<C> {
    /// It is known.
    Ready(C),
    /// It takes a while to compute: on a thread for that. `None` is no move.
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

/// Why a player may not do something, or why there is nothing to say.
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

    /// The game has no such message.
    pub(crate) fn no_message(message: &ClientMessage) -> Self {
        Self::new(ErrorCode::InvalidRequest, format!("there is no {} in this game", message.name()))
    }

    /// Who plays has a seat.
    pub(crate) fn no_seat() -> Self {
        Self::forbidden("you have no seat in this game")
    }

    /// Beyond the rights of the player.
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
