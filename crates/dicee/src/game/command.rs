use ledger::PlayerId;
use serde::Serialize;

use chance::Hex;

use super::luck::DiceSource;
use super::settings::{GameId, GameMode, Settings};
use crate::bot::Bot;
use crate::category::Category;
use crate::dice::KeptMask;

/// What can be asked of a game. Seats are numbered in the order in which players were named or joined.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
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
        /// The bot's name in this game. A server chooses it, so clients leave it out.
        #[serde(default = "unnamed")]
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
    Start {},
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
    Undo {},
    /// Leaves the game.
    Abandon {},
    /// The turn's time is over: the table plays the turn to its end. From [`TABLE`](super::TABLE).
    Expire {},
    /// Shows the secret seed after the game. From [`TABLE`](super::TABLE).
    Reveal {
        /// The seed that was promised.
        server_seed: Hex,
    },
}

/// Before the server has chosen a name.
pub(super) const fn unnamed() -> PlayerId {
    PlayerId(uuid::Uuid::nil())
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
            Self::Start {} => "start",
            Self::Roll { .. } => "roll",
            Self::Keep { .. } => "keep",
            Self::Score { .. } => "score",
            Self::Undo {} => "undo",
            Self::Abandon {} => "abandon",
            Self::Expire {} => "expire",
            Self::Reveal { .. } => "reveal",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_command_takes_a_field_that_it_does_not_have() {
        for text in [
            r#"{"type":"start"}"#,
            r#"{"type":"roll"}"#,
            r#"{"type":"undo"}"#,
            r#"{"type":"abandon"}"#,
            r#"{"type":"expire"}"#,
            r#"{"type":"score","category":"ones"}"#,
            r#"{"type":"mix","clientSeed":"luck"}"#,
        ] {
            let command: DiceeCommand = serde_json::from_str(text).unwrap();
            assert_eq!(serde_json::to_string(&command).unwrap(), text);
            let more = text.replace('}', r#","seat":1}"#);
            let error = serde_json::from_str::<DiceeCommand>(&more).unwrap_err().to_string();
            assert!(error.contains("unknown field `seat`"), "{more}: {error}");
        }
    }

    #[test]
    fn a_bot_may_be_added_without_a_name() {
        let named: DiceeCommand = serde_json::from_str(
            r#"{"type":"add_bot","playerId":"00000000-0000-0000-0000-000000000007","bot":"casual"}"#,
        )
        .unwrap();
        let player_id = PlayerId(uuid::Uuid::from_u128(7));
        assert_eq!(named, DiceeCommand::AddBot { player_id, bot: Bot::Casual });
        let unnamed: DiceeCommand = serde_json::from_str(r#"{"type":"add_bot","bot":"casual"}"#).unwrap();
        assert_eq!(unnamed, DiceeCommand::AddBot { player_id: super::unnamed(), bot: Bot::Casual });
    }
}
