use chance::InputError;
use ledger::{PlayerId, Seat};
use protocol::{
    ClientMessage, CommandId, ErrorCode, ErrorContext, GameState, RematchTable, Report, ServerMessage,
    ShownEvent, UpdateStyle,
};
use serde_json::{Map, Value};
use store::StoreError;
use tokio::sync::oneshot;
use uuid::Uuid;

use crate::bus::NodeHint;
use crate::game::Denied;
use crate::send_queue::SendQueue;
use crate::text::Text;

/// The id of a watcher, unique on its node.
pub type WatcherId = u64;

/// A request to a room. Large contents are boxed, because the channel of every mailbox allocates blocks of 32 requests.
#[derive(Debug)]
pub(crate) enum RoomRequest {
    Command {
        player: PlayerId,
        request: Box<RoomCommand>,
        reply: Reply<CommandAnswer>,
    },
    /// The state as a viewer may see it, with the events from `since` on.
    State {
        viewer: Option<PlayerId>,
        since: u64,
        reply: Reply<GameState>,
    },
    /// The history as it is stored.
    Log {
        viewer: Option<PlayerId>,
        reply: Reply<String>,
    },
    Report {
        viewer: Option<PlayerId>,
        reply: Reply<Report>,
    },
    /// The game as the parameters of a link.
    Link {
        viewer: Option<PlayerId>,
        reply: Reply<String>,
    },
    /// Closes the table, for the operator.
    Close {
        reply: Reply<()>,
    },
    /// Opens the table of a rematch, or says where it is.
    Rematch {
        player: PlayerId,
        reply: Reply<Rematch>,
    },
    Watch {
        viewer: Option<PlayerId>,
        since: u64,
        queue: SendQueue,
        reply: Reply<WatcherId>,
    },
    FromWatcher {
        watcher: WatcherId,
        request: Box<WatcherRequest>,
    },
    /// A hint of another node.
    NodeHint(Box<NodeHint>),
}

/// A request of a watcher, answered only through its send queue.
#[derive(Debug)]
pub enum WatcherRequest {
    /// Stops watching.
    Leave,
    /// Authenticates as a player, and is sent the state for that player.
    Identify(PlayerId),
    /// Requests the state again, and sets the style of updates.
    Resume {
        /// The version that is known.
        since: u64,
        /// Whole states, or changes.
        updates: UpdateStyle,
    },
    /// Sends a line of chat.
    Chat(String),
    /// Hides or shows the lines of a player.
    Mute {
        /// The player.
        player: PlayerId,
        /// Whether they are hidden.
        muted: bool,
    },
    /// Moves the shared position in a review.
    Cursor {
        /// After how many events.
        version: u64,
    },
    /// Subscribes to forecasts, or unsubscribes.
    Forecasts {
        /// `false` ends them.
        wanted: bool,
    },
    /// Asks a question about the position, in a message of the game.
    Query(ClientMessage),
}

pub(crate) type Reply<T> = oneshot::Sender<Result<T, RoomError>>;

/// A command as it arrives.
#[derive(Clone, Debug)]
pub struct RoomCommand {
    /// Command id chosen by the client.
    pub id: String,
    /// The version that the game must have.
    pub expected: Option<u64>,
    /// The command itself.
    pub command: CommandInput,
    /// Whether its events are wanted in the answer. Watchers receive them anyway.
    pub wants_events: bool,
    /// The trace id of the request.
    pub trace: Option<Uuid>,
    /// Where the room acknowledges it, behind the state after it and in the same write to the network.
    pub ack: Option<Ack>,
}

/// Where a command is acknowledged.
#[derive(Clone, Debug)]
pub struct Ack {
    /// The queue of the socket that sent it.
    pub queue: SendQueue,
    /// The id of the command.
    pub command_id: CommandId,
}

impl Ack {
    pub(crate) fn send(self, version: u64, repeated: bool) {
        let Self { queue, command_id } = self;
        // The room wakes all its sockets when it is done; a closed one sees the state when it resumes.
        let _ = queue.queue(Text::json(&ServerMessage::Ack { command_id, version, repeated }));
    }
}

impl RoomCommand {
    /// A command that expects no version, wants no events, and has no trace; its answer is the only acknowledgement.
    #[must_use]
    pub fn new(id: impl Into<String>, command: CommandInput) -> Self {
        Self { id: id.into(), expected: None, command, wants_events: false, trace: None, ack: None }
    }
}

impl CommandInput {
    /// The name of the command as the sender wrote it, at most 40 characters of it.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Json(command) => {
                command.get("type").and_then(Value::as_str).unwrap_or_default().chars().take(40).collect()
            }
            Self::Message(message) => message.name().to_owned(),
            Self::Join { .. } => String::from("join"),
            Self::Leave => String::from("leave"),
            Self::Begin => String::from("begin"),
        }
    }
}

/// A command before its game has read it.
#[derive(Clone, Debug)]
pub enum CommandInput {
    /// A JSON object of a client, with a `type`.
    Json(Map<String, Value>),
    /// A message of the socket that stands for a command.
    Message(ClientMessage),
    /// Joins the table, by the command of this game for it.
    Join {
        /// The seat, if the game has a choice; any if left out.
        seat: Option<Seat>,
    },
    /// Leaves the table permanently, by the command of this game for it.
    Leave,
    /// Begins a game of strangers, if the game does not wait for its host.
    Begin,
}

/// The table of a rematch, for one player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rematch {
    /// The new table.
    pub table: RematchTable,
    /// The seat there of the player who asked, as far as it follows from the old one.
    pub(crate) seat: Option<Seat>,
    /// Whether the player had asked before.
    pub repeated: bool,
}

/// The result of a command.
#[derive(Debug)]
pub struct CommandAnswer {
    /// The version after it.
    pub version: u64,
    /// Whether it had been carried out before.
    pub repeated: bool,
    /// Its events as the sender may see them, if they were wanted.
    pub events: Vec<ShownEvent>,
}

/// Why a room refused a request.
#[derive(Clone, Debug, thiserror::Error)]
pub enum RoomError {
    /// There is no such game.
    #[error("there is no such game")]
    NotFound,
    /// The message is not a command of the game.
    #[error(transparent)]
    Field(InputError),
    /// The rules or the rights of the player do not allow it.
    #[error("{message}")]
    Refused {
        /// For machines.
        code: ErrorCode,
        /// For people.
        message: String,
        /// The field it is about.
        details: Option<Box<ErrorContext>>,
    },
    /// The game has moved on.
    #[error("the game is at version {actual}, not {expected}")]
    Conflict {
        /// What the sender expected.
        expected: u64,
        /// The version of the game.
        actual: u64,
        /// Its state.
        state: Box<GameState>,
    },
    /// The store failed; the request may be retried.
    #[error(transparent)]
    Store(std::sync::Arc<StoreError>),
    /// Too many requests wait at this game.
    #[error("too many requests wait at this game")]
    Busy,
}

impl RoomRequest {
    /// Answers the waiting caller with an error.
    pub(crate) fn refuse(self, error: RoomError) {
        // The caller may have stopped waiting.
        match self {
            Self::Command { reply, .. } => drop(reply.send(Err(error))),
            Self::State { reply, .. } => drop(reply.send(Err(error))),
            Self::Report { reply, .. } => drop(reply.send(Err(error))),
            Self::Link { reply, .. } => drop(reply.send(Err(error))),
            Self::Rematch { reply, .. } => drop(reply.send(Err(error))),
            Self::Close { reply } => drop(reply.send(Err(error))),
            Self::Log { reply, .. } => drop(reply.send(Err(error))),
            Self::Watch { reply, .. } => drop(reply.send(Err(error))),
            Self::FromWatcher { .. } | Self::NodeHint(_) => {}
        }
    }
}

impl From<Denied> for RoomError {
    fn from(denied: Denied) -> Self {
        Self::Refused { code: denied.code, message: denied.message, details: None }
    }
}

impl From<StoreError> for RoomError {
    fn from(error: StoreError) -> Self {
        Self::Store(error.into())
    }
}

impl From<InputError> for RoomError {
    fn from(error: InputError) -> Self {
        Self::Field(error)
    }
}
