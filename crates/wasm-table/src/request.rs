use dicee::{Bot, DiceSource, GameId, GameMode, PlayerId, Settings};
use serde::{Deserialize, Serialize};

/// A table to open: everybody is seated, and the game starts.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableRequest {
    /// The game's name for ever.
    pub game_id: GameId,
    /// Who plays.
    pub mode: GameMode,
    /// Everybody, in seat order; the first is a person.
    #[serde(deserialize_with = "chance::objects")]
    pub players: Vec<SeatRequest>,
    /// What is agreed; nothing when left out.
    #[serde(default, deserialize_with = "chance::object")]
    pub settings: Settings,
    /// Where the dice come from; when left out the device rolls, or people enter what they rolled.
    #[serde(default)]
    pub dice: DiceSource,
}

/// Somebody to be seated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeatRequest {
    /// The player.
    pub player_id: PlayerId,
    /// How it plays, if it is a bot.
    #[serde(default)]
    pub bot: Option<Bot>,
}

/// What a command brought about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Receipt {
    /// How many events there are after it.
    pub version: u64,
    /// Whether this is the answer to an earlier sending of the same command.
    pub repeated: bool,
}

/// The bot whose turn it is, and what it needs to decide as it does on the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BotTurn {
    /// Its seat.
    pub seat: u8,
    /// How it plays.
    pub bot: Bot,
    /// Where its oversights come from: the same moment gives the same ones.
    pub seed: u64,
}

/// What is known about the dice of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "verdict", rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum DiceVerdict {
    /// The dice were rolled without a promise: there is nothing to check.
    Unpromised,
    /// A promise was made; the seed is not shown yet.
    NotRevealed,
    /// Every roll was drawn again from the seeds, and is what was played.
    Fair {
        /// How many rolls were drawn again.
        rolls: u64,
    },
    /// A draw does not follow from the seeds.
    Broken {
        /// Which one, and what the seeds give.
        message: String,
    },
}
