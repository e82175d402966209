use dicee::{Category, ExplanationDepth, KeptMask, PlayerId, SkillLevel};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::contract::ConfidenceLevel;
#[cfg(feature = "schema")]
use crate::games::GameCommand;
use crate::ids::CommandId;

/// A message from a client. Unknown fields are refused.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum ClientMessage {
    /// Authenticates the socket: its first message. Until then the client is a spectator. Answered by
    /// `authenticated` and a `state_update` as that player may know the game, or by an `error`.
    Authenticate {
        /// The player's token.
        token: String,
    },
    /// Asks for the state again, from a version that the client knows, and says how updates are wanted from now on.
    Resume {
        /// The version that the client knows.
        #[cfg_attr(feature = "schema", schemars(range(max = ledger::LARGEST_EXACT)))]
        since: u64,
        /// The whole state each time, or what changed; `whole` when left out.
        #[serde(default)]
        updates: UpdateStyle,
    },
    /// Does something in the game, once. Answered by `ack` or `error`.
    Command {
        /// The sender's id for the command: the same id, sent again, is carried out once.
        command_id: CommandId,
        /// Only if the game is still at this version.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", schemars(range(max = ledger::LARGEST_EXACT)))]
        expected_version: Option<u64>,
        /// What to do: an object with a `type`. Each game reads its own commands.
        #[cfg_attr(feature = "schema", schemars(with = "GameCommand"))]
        command: Map<String, Value>,
    },
    /// Of the dice game: sits down, or comes back. Not idempotent: it has no command id.
    Join {
        /// Who: the player of the token.
        player_id: PlayerId,
        /// The client's version.
        client_version: String,
        /// Whether they were here before.
        reconnect: bool,
    },
    /// Of the dice game: rolls. Not idempotent: it has no command id, so that sent again it rolls again.
    Roll {
        /// What is kept; left out for a first roll.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        kept_mask: Option<KeptMask>,
        /// Whether the analysis is wanted.
        request_probabilities: bool,
    },
    /// Of the dice game: fills a box. Not idempotent: it has no command id.
    Score {
        /// The box.
        category: Category,
    },
    /// Asks for advice: answered by `hint` in the dice game, by `play_hint` in Forty-Two.
    RequestHint {
        /// How deep, in the dice game; `standard` when left out.
        #[serde(default)]
        explanation_depth: ExplanationDepth,
        /// Whom the tip of the dice game is written for; a beginner when left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        skill_level: Option<SkillLevel>,
    },
    /// Of the dice game: looks at a box.
    Hover {
        /// The box.
        category: Category,
        /// Since when, in milliseconds since 1970.
        hover_start_time: u64,
    },
    /// Of the dice game: guesses the chance to score in a box. Answered by `prediction`.
    Prediction {
        /// The box.
        category: Category,
        /// The guess, from 0 to 1.
        #[cfg_attr(feature = "schema", schemars(range(min = 0.0, max = 1.0)))]
        predicted_probability: f64,
        /// How sure the player is.
        confidence_level: ConfidenceLevel,
    },
    /// Of the dice game: asks for everybody's chance to win, now and behind every roll and decision from now on. Answered
    /// by `win_chance`, which may be left out when the server is busy or the client reads slowly.
    RequestWinChance {
        /// `false` ends it.
        #[serde(default = "wanted")]
        wanted: bool,
    },
    /// Says something to everybody at the table.
    Chat {
        /// 1 to 500 characters, without control, invisible and direction characters.
        #[cfg_attr(feature = "schema", schemars(length(min = 1, max = crate::LONGEST_CHAT)))]
        text: String,
    },
    /// Hides or shows the lines of a player, on this socket.
    Mute {
        /// The player.
        player_id: PlayerId,
        /// Whether they are hidden.
        muted: bool,
    },
    /// Moves the common position in a review, for everybody. For the host.
    Cursor {
        /// After how many events.
        #[cfg_attr(feature = "schema", schemars(range(max = ledger::LARGEST_EXACT)))]
        version: u64,
    },
    /// After the end: opens a new game with the same settings and players. Everybody gets a `rematch`.
    Rematch {},
}

/// The form in which a client wants updates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum UpdateStyle {
    /// The whole state each time.
    #[default]
    Whole,
    /// What changed since the last update.
    Changes,
}

/// A request without the field wants what it asks for.
const fn wanted() -> bool {
    true
}

impl ClientMessage {
    /// As it is sent.
    ///
    /// # Panics
    ///
    /// Never: every name in a message is text.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("every name in a message is text")
    }

    /// The `type`.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Authenticate { .. } => "authenticate",
            Self::Resume { .. } => "resume",
            Self::Command { .. } => "command",
            Self::Join { .. } => "join",
            Self::Roll { .. } => "roll",
            Self::Score { .. } => "score",
            Self::RequestHint { .. } => "request_hint",
            Self::Hover { .. } => "hover",
            Self::Prediction { .. } => "prediction",
            Self::RequestWinChance { .. } => "request_win_chance",
            Self::Chat { .. } => "chat",
            Self::Mute { .. } => "mute",
            Self::Cursor { .. } => "cursor",
            Self::Rematch {} => "rematch",
        }
    }
}

/// Without the token.
impl std::fmt::Debug for ClientMessage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match serde_json::to_value(self) {
            Ok(value) if !matches!(self, Self::Authenticate { .. }) => write!(f, "{value}"),
            Ok(_) | Err(_) => f.write_str(self.name()),
        }
    }
}
