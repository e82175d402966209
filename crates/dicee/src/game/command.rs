use ledger::PlayerId;
use serde::{Deserialize, Serialize};

use super::luck::{DiceSource, Hex};
use super::settings::{GameId, GameMode, Settings};
use crate::bot::Bot;
use crate::category::Category;
use crate::dice::KeptMask;

/// What can be asked of a game. Seats are numbered in the order in which players were named or joined.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum DiceeCommand {
    /// Opens a game. From seat 0, which becomes the host.
    Create {
        /// The game's name for ever.
        game_id: GameId,
        /// Who plays.
        game_mode: GameMode,
        /// Everybody who is there already; the first is the host.
        player_ids: Vec<PlayerId>,
        /// What is agreed.
        #[serde(default)]
        settings: Settings,
        /// Where the dice come from.
        #[serde(default)]
        dice: DiceSource,
    },
    /// Takes the next free seat, which is where this command comes from.
    Join {
        /// Who joins.
        player_id: PlayerId,
    },
    /// Gives the next free seat to a bot. From the host.
    AddBot {
        /// The bot's name in this game.
        player_id: PlayerId,
        /// How it plays.
        bot: Bot,
    },
    /// Mixes a player's own seed into fair dice; once each, before the start.
    Mix {
        /// Any text of 1 to 64 bytes.
        client_seed: String,
    },
    /// Starts the game. From the host.
    Start,
    /// Rolls the dice that are not kept.
    Roll {
        /// What to keep; when left out, what [`Keep`](Self::Keep) said last.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        kept_mask: Option<KeptMask>,
    },
    /// Puts dice aside, for everybody to see. May change until the roll.
    Keep {
        /// What to keep.
        kept_mask: KeptMask,
    },
    /// Ends the turn with a box.
    Score {
        /// The box.
        category: Category,
    },
    /// Takes the last keep or score back: one step, and never past a roll.
    Undo,
    /// Leaves the game.
    Abandon,
    /// The turn's time is over: the table plays the turn to its end. From [`TABLE`](super::TABLE).
    Expire,
    /// Shows the secret seed after the game. From [`TABLE`](super::TABLE).
    Reveal {
        /// The seed that was promised.
        server_seed: Hex,
    },
}

impl DiceeCommand {
    /// The name on the wire.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Create { .. } => "create",
            Self::Join { .. } => "join",
            Self::AddBot { .. } => "add_bot",
            Self::Mix { .. } => "mix",
            Self::Start => "start",
            Self::Roll { .. } => "roll",
            Self::Keep { .. } => "keep",
            Self::Score { .. } => "score",
            Self::Undo => "undo",
            Self::Abandon => "abandon",
            Self::Expire => "expire",
            Self::Reveal { .. } => "reveal",
        }
    }
}
