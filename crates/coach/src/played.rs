use std::collections::BTreeSet;

use dicee::{Decision, GameId, GameRecord, GameRecordData, InputError};
use serde::{Deserialize, Serialize};

/// A player's game, and what must be known to judge it fairly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedGame {
    /// Which game.
    pub id: GameId,
    /// When it ended, in milliseconds since 1970.
    pub finished_at: u64,
    /// Every roll and decision of the player.
    pub record: GameRecord,
    /// Where its dice came from.
    pub origin: Origin,
    /// Decisions that were not the player's own: after a hint, or played by the clock. They are left out.
    pub aided: BTreeSet<Moment>,
}

/// Where the dice of a game came from, and so whether it tells anything about its player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// The app or the server drew the seed. The only origin that counts.
    #[default]
    Drawn,
    /// Somebody typed the seed, and may know its dice.
    Typed,
    /// The same dice again.
    Repeated,
    /// Played on from a moment of another game.
    Forked,
    /// Real dice, typed in.
    RealDice,
    /// A game to learn the rules.
    Tutorial,
}

/// A decision within a game: its turn and its roll, both from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Moment {
    /// The turn, 1 to 13.
    pub turn: u8,
    /// The roll of the turn, 1 to 3.
    pub roll: u8,
}

/// A [`PlayedGame`] as it is handed from one program to another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PlayedGameData {
    /// Which game.
    pub id: GameId,
    /// When it ended, in milliseconds since 1970.
    pub finished_at: u64,
    /// Every roll and decision of the player.
    #[serde(deserialize_with = "chance::object")]
    pub record: GameRecordData,
    /// Where its dice came from; drawn by the app when left out.
    #[serde(default)]
    pub origin: Origin,
    /// Decisions after a hint or by the clock; none when left out.
    #[serde(default, deserialize_with = "chance::objects")]
    pub aided: Vec<Moment>,
}

/// Why a game does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum SetAside {
    /// Not all thirteen turns were played.
    Unfinished,
    /// Its dice were not drawn for it; see [`Origin`].
    Practice,
    /// More than half of its decisions were made after a hint or by the clock.
    Aided,
    /// It is already in the profile.
    Known,
}

impl Moment {
    /// When a decision was made.
    pub(crate) fn of(decision: &Decision) -> Self {
        let turn = u8::try_from(decision.turn + 1).expect("a game has thirteen turns");
        Self { turn, roll: 3 - decision.rolls_left.get() }
    }
}

impl PlayedGame {
    /// A game on drawn dice without help, as most are.
    #[must_use]
    pub const fn new(id: GameId, finished_at: u64, record: GameRecord) -> Self {
        Self { id, finished_at, record, origin: Origin::Drawn, aided: BTreeSet::new() }
    }
}

impl PlayedGameData {
    /// The game, if it can have been played.
    ///
    /// # Errors
    ///
    /// [`InputError`] that names the turn.
    pub fn game(&self) -> Result<PlayedGame, InputError> {
        let record = self.record.record().map_err(|error| error.within("record"))?;
        let mut game = PlayedGame::new(self.id, self.finished_at, record);
        game.origin = self.origin;
        game.aided.extend(self.aided.iter().copied());
        Ok(game)
    }
}
