use dicee::{Category, DecisionRecommendation, PlayerId, Severity};
use fortytwo::Hint;
use serde::{Deserialize, Serialize};

use super::update::StateUpdate;
use crate::contract::{AnalysisEvent, GameEvent, TelemetryEvent};
use crate::error::{ErrorCode, ErrorContext};
use crate::ids::{Code, CommandId, GameId};
use crate::state::ShownEvent;

/// A message from the server. Clients ignore types and fields that they do not know.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum ServerMessage {
    /// The socket is open: the first message.
    ConnectionStatus {
        /// The state of the connection.
        status: ConnectionStatus,
    },
    /// The token was accepted.
    Authenticated {
        /// The player whose token it is.
        player_id: PlayerId,
    },
    /// The current state of the game.
    StateUpdate(StateUpdate),
    /// The events up to a version, with grades where there are any: it follows the `state_update` of the same move.
    Events {
        /// The version: how many events there are.
        version: u64,
        /// The new events, as the client may know them.
        events: Vec<ShownEvent>,
    },
    /// Of the dice game: somebody rolled.
    RollResult {
        /// The roll.
        event: Box<GameEvent>,
    },
    /// Of the dice game: another player's turn begins.
    TurnChanged {
        /// The player.
        new_player_id: PlayerId,
        /// The display name.
        player_name: String,
        /// The number of their turn.
        turn_number: u8,
    },
    /// The client's command is durable.
    Ack {
        /// The id of the command.
        command_id: CommandId,
        /// The version after it.
        version: u64,
        /// Whether it had been carried out before.
        repeated: bool,
    },
    /// A message or command of the client failed.
    Error(ErrorMessage),
    /// Of the dice game: the advice that was asked for.
    Hint {
        /// The recommended action.
        recommendation: Box<DecisionRecommendation>,
    },
    /// Of Forty-Two: the advice that was asked for, from what the seat can know.
    PlayHint {
        /// The version that it is about.
        version: u64,
        /// How often each choice makes the bid, and how sure that is.
        hint: Box<Hint>,
    },
    /// Of the dice game: the analysis that was asked for.
    Analysis {
        /// The analysis.
        event: Box<AnalysisEvent>,
    },
    /// Of the dice game: somebody guessed a chance. How good it was comes when the turn is over.
    Predicted {
        /// The player.
        player_id: PlayerId,
        /// The display name.
        display_name: String,
        /// The position that it is about.
        version: u64,
        /// The box.
        category: Category,
    },
    /// Of the dice game: how good a guess was, now that the turn is over.
    Prediction {
        /// The guess beside the exact chance.
        event: Box<TelemetryEvent>,
        /// The name of the player who guessed.
        display_name: String,
        /// Whether the last dice of the turn scored in that box, wherever they were written.
        achieved: bool,
        /// The Brier score of the guess: the square of how far it was from what happened, 0 to 1. Less is better.
        brier: f64,
        /// The Brier score of the exact chance.
        exact_brier: f64,
    },
    /// Of the dice game: everybody's chance to win, for those who asked. It follows the `state_update` of its version; for
    /// the same version a second one may follow that is exact.
    WinChance(WinChance),
    /// Who is connected.
    Presence {
        /// The people at the table.
        players: Vec<PresentPlayer>,
        /// How many watch without a seat.
        spectators: u32,
    },
    /// A line of chat.
    Chat(ChatLine),
    /// The latest lines of chat, oldest first, for those who join: only if there are any, or chat is off. They replace
    /// those that the client has.
    ChatHistory {
        /// Whether people may chat at this server's tables.
        enabled: bool,
        /// Lines of players who are not blocked.
        lines: Vec<ChatLine>,
    },
    /// The host moved the common position in a review.
    Cursor {
        /// The host.
        player_id: PlayerId,
        /// After how many events.
        version: u64,
    },
    /// The same people play again.
    Rematch {
        /// The new game.
        game_id: GameId,
        /// Its short code.
        code: Code,
        /// The player who asked for it.
        player_id: PlayerId,
    },
}

/// The state of the connection. Its end comes as a close frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum ConnectionStatus {
    /// Up.
    Connected,
}

/// Something that did not happen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ErrorMessage {
    /// For machines.
    pub error_code: ErrorCode,
    /// For people.
    pub message: String,
    /// How bad it is.
    pub severity: Severity,
    /// Whether trying again can help.
    pub recoverable: bool,
    /// The command that it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command_id: Option<CommandId>,
    /// What exactly was wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub details: Option<ErrorContext>,
}

/// A line of chat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChatLine {
    /// Who said it.
    pub player_id: PlayerId,
    /// The display name.
    pub display_name: String,
    /// What they said.
    pub text: String,
    /// When, in milliseconds since 1970.
    pub timestamp: u64,
}

/// A person at the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PresentPlayer {
    /// The player.
    pub player_id: PlayerId,
    /// Their seat.
    pub seat: u8,
    /// Whether they are there now.
    pub connected: bool,
    /// Since when they are away, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub away_since: Option<u64>,
}

/// Everybody's chance to win from here on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WinChance {
    /// The version that it is about.
    pub version: u64,
    /// One for each player who did not leave, in seat order.
    pub chances: Vec<PlayerChance>,
    /// Whether they are exact; else each is within half a percentage point.
    pub exact: bool,
    /// What was assumed, in a sentence.
    pub basis: String,
}

/// One player's chance to win.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayerChance {
    /// The player.
    pub player_id: PlayerId,
    /// The expected share of the win, from 0 to 1: a win shared by two counts half. Over all players these add up to 1.
    pub probability: f64,
    /// The chance to have more points than everybody else.
    pub alone: f64,
    /// The chance to share the highest score with somebody.
    pub shared: f64,
}

impl ErrorMessage {
    /// An error with what its code says about trying again.
    #[must_use]
    pub fn new(error_code: ErrorCode, message: impl Into<String>) -> Self {
        let (recoverable, severity) = (error_code.is_recoverable(), error_code.severity());
        Self { error_code, message: message.into(), severity, recoverable, command_id: None, details: None }
    }

    /// The same error about a command.
    #[must_use]
    pub fn about(mut self, command_id: Option<CommandId>) -> Self {
        self.command_id = command_id;
        self
    }

    /// The same error with what exactly was wrong.
    #[must_use]
    pub fn with(mut self, details: Option<ErrorContext>) -> Self {
        self.details = details;
        self
    }
}

impl From<ErrorMessage> for ServerMessage {
    fn from(error: ErrorMessage) -> Self {
        Self::Error(error)
    }
}

impl ServerMessage {
    /// As it is sent.
    ///
    /// # Panics
    ///
    /// Never: every name in a message is text.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("every name in a message is text")
    }
}
