//! How a live game stands, as one viewer may know it: common to all games, and what each game adds.

use dicee::{Bot, CompletionReason, GameMode, GameStatus, Hex, PlayerId, ScorecardData, Settings, TurnView};
use ledger::SeenEvent;
use pools::{ExtendedView, TableView};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::contract::GameEvent;
use crate::fortytwo_options::FortyTwoOptions;
use crate::ids::{Code, GameId, GameKind};

/// A game as its viewer may know it, by `kind`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum GameState {
    /// The dice game.
    Dicee(Box<DiceeState>),
    /// Texas 42.
    Fortytwo(Box<FortyTwoState>),
    /// An extended check with a dice pool.
    ExtendedCheck(Box<ExtendedCheckState>),
    /// The shared roll log of a group.
    RollTable(Box<RollTableState>),
    /// A game that a server registered beside those of this repository.
    #[serde(untagged)]
    #[cfg_attr(feature = "schema", schemars(skip))]
    Other(Box<OtherState>),
}

/// What all games show.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableState {
    /// The game.
    pub game_id: GameId,
    /// How many events there are.
    pub version: u64,
    /// Where it stands.
    pub status: GameStatus,
    /// The short code of the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<Code>,
    /// Whether the table is listed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub public: Option<bool>,
    /// Whether hints and analysis are given at this table, to everybody or to nobody.
    pub coach: bool,
    /// Where the same people play again, once somebody asked for that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rematch: Option<RematchTable>,
    /// The viewer's seat; null for a spectator.
    pub you: Option<u8>,
    /// Who sits where, in seat order.
    pub seats: Vec<SeatShown>,
    /// How many people may still sit down.
    pub free_seats: u8,
    /// When the time of the player to move is over and the table moves for them, in milliseconds since 1970; left out where no
    /// clock runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn_ends_at: Option<u64>,
    /// When it was opened, in ISO 8601.
    pub created_at: String,
    /// When play began.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub started_at: Option<String>,
    /// When it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub completed_at: Option<String>,
    /// `true` while the store cannot be read: this is what the node remembers, and others may have moved on.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub from_memory: bool,
    /// True: a request that fails is answered with an `ErrorResponse`.
    pub success: bool,
}

/// The table of a rematch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RematchTable {
    /// The new game.
    pub game_id: GameId,
    /// Its short code.
    pub code: Code,
}

/// A seat that is taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeatShown {
    /// Its number, from 0.
    pub seat: u8,
    /// Who sits there; left out for a bot without an id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player_id: Option<PlayerId>,
    /// The display name.
    pub display_name: String,
    /// How it plays, if it is a bot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot: Option<String>,
    /// Whether somebody is there now; always for a bot.
    pub connected: bool,
}

/// A dice game (data contract 6).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DiceeState {
    /// What all games show.
    #[serde(flatten)]
    pub table: TableState,
    /// Who plays.
    pub mode: GameMode,
    /// What was agreed.
    pub settings: Settings,
    /// Who may start it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host_player_id: Option<PlayerId>,
    /// Everybody, in seat order.
    pub players: Vec<PlayerState>,
    /// Who plays when; empty before the start.
    pub turn_order: Vec<PlayerId>,
    /// The turn that is going on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub current_turn: Option<TurnView>,
    /// Who won, once the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner_ids: Option<Vec<PlayerId>>,
    /// Why it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<CompletionReason>,
    /// The promise behind fair dice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commitment: Option<Hex>,
    /// The seed that was promised, once it is shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub server_seed: Option<Hex>,
    /// What happened since the version that was asked for.
    pub events: Vec<GameEvent>,
}

/// Somebody at a dice game, with the name that the game does not know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayerState {
    /// The player.
    pub player_id: PlayerId,
    /// The display name.
    pub display_name: String,
    /// How it plays, if it is a bot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot: Option<Bot>,
    /// Their card.
    pub scorecard: ScorecardData,
    /// Whether it is their turn.
    pub is_current_player: bool,
    /// Whether they mixed a seed into fair dice.
    pub mixed_seed: bool,
    /// Whether they left.
    pub left: bool,
}

/// A game of Forty-Two.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FortyTwoState {
    /// What all games show.
    #[serde(flatten)]
    pub table: TableState,
    /// Who opened it, and starts it.
    pub host_player_id: PlayerId,
    /// What was agreed.
    pub options: FortyTwoOptions,
    /// What the viewer's seat, or a spectator, may know.
    pub view: fortytwo::View,
    /// What happened since the version that was asked for, as the viewer may know it.
    pub events: Vec<SeenEvent>,
}

/// An extended check at a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExtendedCheckState {
    /// What all games show.
    #[serde(flatten)]
    pub table: TableState,
    /// Who opened it.
    pub host_player_id: PlayerId,
    /// Nothing is agreed beyond the terms of the check.
    pub options: NoOptions,
    /// How the check stands; null before it starts.
    pub view: Option<ExtendedView>,
    /// What happened since the version that was asked for.
    pub events: Vec<SeenEvent>,
}

/// A shared roll log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RollTableState {
    /// What all games show.
    #[serde(flatten)]
    pub table: TableState,
    /// Who opened it.
    pub host_player_id: PlayerId,
    /// Nothing is agreed.
    pub options: NoOptions,
    /// The last rolls, as the viewer may see them.
    pub view: TableView,
    /// When each of those rolls was made, in milliseconds since 1970, in their order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rolled_at: Vec<u64>,
    /// What happened since the version that was asked for, as the viewer may know it.
    pub events: Vec<SeenEvent>,
}

/// A game that a server registered beside those of this repository: what its own types say is JSON here.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OtherState {
    /// Which game it is.
    pub kind: GameKind,
    /// What all games show.
    #[serde(flatten)]
    pub table: TableState,
    /// What happened since the version that was asked for, as the viewer may know it.
    pub events: Vec<SeenEvent>,
    /// Who opened the table, and starts the game.
    pub host_player_id: PlayerId,
    /// What is agreed on.
    pub options: Value,
    /// The position as the viewer may know it.
    pub view: Value,
}

/// Nothing is agreed on beyond the dice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NoOptions {}

/// An event as it is shown, of any game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum ShownEvent {
    /// Of the dice game.
    Dicee(Box<GameEvent>),
    /// Of all other games.
    Seen(SeenEvent),
}

impl GameState {
    /// Which game it is.
    #[must_use]
    pub fn kind(&self) -> GameKind {
        match self {
            Self::Dicee(_) => GameKind::DICEE,
            Self::Fortytwo(_) => GameKind::FORTYTWO,
            Self::ExtendedCheck(_) => GameKind::EXTENDED_CHECK,
            Self::RollTable(_) => GameKind::ROLL_TABLE,
            Self::Other(state) => state.kind.clone(),
        }
    }

    /// What all games show.
    #[must_use]
    pub fn table(&self) -> &TableState {
        match self {
            Self::Dicee(state) => &state.table,
            Self::Fortytwo(state) => &state.table,
            Self::ExtendedCheck(state) => &state.table,
            Self::RollTable(state) => &state.table,
            Self::Other(state) => &state.table,
        }
    }

    /// The events in it.
    #[must_use]
    pub fn events(&self) -> Vec<ShownEvent> {
        let seen = |events: &[SeenEvent]| events.iter().cloned().map(ShownEvent::Seen).collect();
        match self {
            Self::Dicee(state) => {
                state.events.iter().map(|event| ShownEvent::Dicee(Box::new(event.clone()))).collect()
            }
            Self::Fortytwo(state) => seen(&state.events),
            Self::ExtendedCheck(state) => seen(&state.events),
            Self::RollTable(state) => seen(&state.events),
            Self::Other(state) => seen(&state.events),
        }
    }

    /// Takes the events out.
    pub fn take_events(&mut self) -> Vec<ShownEvent> {
        let seen =
            |events: &mut Vec<SeenEvent>| std::mem::take(events).into_iter().map(ShownEvent::Seen).collect();
        match self {
            Self::Dicee(state) => {
                let events = std::mem::take(&mut state.events).into_iter();
                events.map(|event| ShownEvent::Dicee(Box::new(event))).collect()
            }
            Self::Fortytwo(state) => seen(&mut state.events),
            Self::ExtendedCheck(state) => seen(&mut state.events),
            Self::RollTable(state) => seen(&mut state.events),
            Self::Other(state) => seen(&mut state.events),
        }
    }
}

impl From<SeenEvent> for ShownEvent {
    fn from(event: SeenEvent) -> Self {
        Self::Seen(event)
    }
}

impl From<GameEvent> for ShownEvent {
    fn from(event: GameEvent) -> Self {
        Self::Dicee(Box::new(event))
    }
}
