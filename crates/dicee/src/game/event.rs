use std::collections::BTreeMap;

use ledger::{PlayerId, Version};
use serde::{Deserialize, Serialize};

use chance::Hex;

use super::luck::DiceSource;
use super::registry::registration;
use super::settings::{GameId, GameMode, Settings};
use crate::bot::Bot;
use crate::category::Category;
use crate::dice::{Dice, KeptMask};

/// What happened in a game: the facts, each once. What follows from the history, such as whose turn it was, what was
/// on the table before and how good a decision was, is added when events are shown: see the crate `protocol`.
///
/// Names and shapes are permanent. Kinds and versions are those of the data contract, section 5.x where it has them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "eventType", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum DiceeEvent {
    /// A game was opened.
    GameCreated {
        /// Its name.
        game_id: GameId,
        /// Who plays.
        game_mode: GameMode,
        /// Who was there from the start, in seat order.
        player_ids: Vec<PlayerId>,
        /// Who may start it.
        host_player_id: PlayerId,
        /// What was agreed.
        settings: Settings,
        /// Where the dice come from.
        #[serde(default, skip_serializing_if = "is_default")]
        dice: DiceSource,
    },
    /// Somebody took the next seat.
    PlayerJoined {
        /// The player.
        player_id: PlayerId,
        /// How it plays, if it is a bot.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bot: Option<Bot>,
    },
    /// A player added a seed to fair dice.
    SeedMixed {
        /// The player.
        player_id: PlayerId,
        /// The seed.
        client_seed: String,
    },
    /// Play began.
    GameStarted {
        /// Who plays when.
        turn_order: Vec<PlayerId>,
    },
    /// Dice fell.
    Roll {
        /// All five, with those that were kept.
        dice_result: Dice,
        /// Which ones were kept.
        kept_mask: KeptMask,
    },
    /// Dice were put aside.
    Keep {
        /// Which ones.
        kept_mask: KeptMask,
    },
    /// A box was filled.
    Score {
        /// The box.
        chosen_category: Category,
        /// What went into it, without bonuses.
        points_earned: u8,
    },
    /// The last keep or score was taken back.
    Undo {},
    /// Something went wrong, and what was done about it (data contract 5.6).
    Error {
        /// For machines.
        error_code: String,
        /// For people.
        error_message: String,
        /// How bad it was.
        severity: Severity,
        /// What was tried.
        failed_action: String,
        /// Whether the game goes on.
        recovered: bool,
        /// What was done.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        recovery_action: Option<String>,
    },
    /// A player left.
    GameAbandoned {
        /// The player.
        player_id: PlayerId,
    },
    /// The game ended.
    GameCompleted {
        /// The reason.
        reason: CompletionReason,
    },
    /// The secret seed of fair dice was shown.
    SeedRevealed {
        /// The seed that was promised.
        server_seed: Hex,
    },
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum CompletionReason {
    /// Every card is full.
    Normal,
    /// Too few players stayed.
    Abandoned,
    /// Time ran out. A turn limit plays the turn to its end instead, so this game never ends so; the contract has it.
    Timeout,
}

/// How bad an error is (data contract 11.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Severity {
    /// The game goes on as if nothing had happened.
    Warning,
    /// Something did not happen.
    Error,
    /// The game cannot go on.
    Fatal,
}

impl DiceeEvent {
    /// The kind, as it stands in `eventType`.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::GameCreated { .. } => "game_created",
            Self::PlayerJoined { .. } => "player_joined",
            Self::SeedMixed { .. } => "seed_mixed",
            Self::GameStarted { .. } => "game_started",
            Self::Roll { .. } => "roll",
            Self::Keep { .. } => "keep",
            Self::Score { .. } => "score",
            Self::Undo {} => "undo",
            Self::Error { .. } => "error",
            Self::GameAbandoned { .. } => "game_abandoned",
            Self::GameCompleted { .. } => "game_completed",
            Self::SeedRevealed { .. } => "seed_revealed",
        }
    }
}

impl ledger::Event for DiceeEvent {
    const TAG: &'static str = "eventType";

    fn schema(&self) -> Version {
        registration(self.kind()).expect("every kind is registered").version
    }
}

fn is_default(dice: &DiceSource) -> bool {
    *dice == DiceSource::default()
}

/// Points by player, as results are written.
pub(crate) type Scores = BTreeMap<PlayerId, u16>;
