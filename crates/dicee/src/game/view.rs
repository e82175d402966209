use ledger::{GameStatus, PlayerId};
use serde::{Deserialize, Serialize};

use super::DiceeGame;
use super::event::CompletionReason;
use super::settings::{GameId, GameMode, Settings};
use super::table::Table;
use crate::bot::Bot;
use crate::dice::{Dice, KeptMask};
use crate::scorecard::Scorecard;
use chance::Hex;

/// What everybody at a table sees. The shape is that of the data contract, section 6, without what lies outside of
/// the game: names, times and events.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DiceeView {
    /// The game; none before it is created.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game_id: Option<GameId>,
    /// Where it stands.
    pub status: GameStatus,
    /// Who plays.
    pub mode: GameMode,
    /// What was agreed.
    pub settings: Settings,
    /// Who may start it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub host_player_id: Option<PlayerId>,
    /// Everybody, in seat order.
    pub players: Vec<PlayerView>,
    /// Who plays when; empty before the start.
    pub turn_order: Vec<PlayerId>,
    /// The turn that is going on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub current_turn: Option<TurnView>,
    /// Who won, once the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner_ids: Option<Vec<PlayerId>>,
    /// Why it ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<CompletionReason>,
    /// The promise behind fair dice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commitment: Option<Hex>,
    /// The seed that was promised, once it is shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub server_seed: Option<Hex>,
}

/// Somebody at the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayerView {
    /// The player.
    pub player_id: PlayerId,
    /// How it plays, if it is a bot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bot: Option<Bot>,
    /// Their card.
    #[cfg_attr(feature = "schema", schemars(with = "crate::ScorecardData"))]
    pub scorecard: Scorecard,
    /// Whether it is their turn.
    pub is_current_player: bool,
    /// Whether they mixed a seed into fair dice.
    pub mixed_seed: bool,
    /// Whether they left.
    pub left: bool,
}

/// The turn that is going on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TurnView {
    /// The player.
    pub player_id: PlayerId,
    /// Which of their thirteen, from 1.
    pub turn_number: u8,
    /// How many rolls they made, 0 to 3.
    pub roll_number: u8,
    /// The dice on the table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub current_dice: Option<Dice>,
    /// What is put aside.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kept_mask: Option<KeptMask>,
    /// What can happen next.
    pub phase: TurnPhase,
    /// Who may take back the last keep or score, if somebody may.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undo_player_id: Option<PlayerId>,
}

/// Where a turn stands (data contract 4.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum TurnPhase {
    /// Nothing rolled yet.
    InitialRoll,
    /// Roll again or score.
    MidTurn,
    /// Only a box is left to choose.
    Scoring,
}

impl DiceeView {
    pub(super) fn new(game: &DiceeGame) -> Self {
        let Some(table) = game.table() else {
            return Self {
                game_id: None,
                status: GameStatus::Waiting,
                mode: GameMode::default(),
                settings: Settings::default(),
                host_player_id: None,
                players: Vec::new(),
                turn_order: Vec::new(),
                current_turn: None,
                winner_ids: None,
                reason: None,
                commitment: None,
                server_seed: None,
            };
        };
        let current = table.current_seat().and_then(|seat| table.player(seat)).map(super::Player::id);
        let players = table.players().iter().map(|player| PlayerView {
            player_id: player.id(),
            bot: player.bot(),
            scorecard: *player.card(),
            is_current_player: Some(player.id()) == current,
            mixed_seed: table.has_mixed(player.id()),
            left: player.left(),
        });
        let order = table.order().iter().filter_map(|&seat| table.player(seat));
        Self {
            game_id: Some(table.id()),
            status: game.status(),
            mode: table.mode(),
            settings: *table.settings(),
            host_player_id: Some(table.host()),
            players: players.collect(),
            turn_order: order.map(super::Player::id).collect(),
            current_turn: TurnView::new(table, game.undo_player()),
            winner_ids: table.is_over().then(|| table.winners()),
            reason: table.ended(),
            commitment: match table.dice_source() {
                super::DiceSource::Fair { commitment } => Some(*commitment),
                super::DiceSource::Table | super::DiceSource::Seeded { .. } => None,
            },
            server_seed: table.revealed().copied(),
        }
    }
}

impl TurnView {
    fn new(table: &Table, undo_player_id: Option<PlayerId>) -> Option<Self> {
        let turn = table.turn().ok()?;
        let player = table.player(turn.seat())?;
        let roll_number = u8::try_from(turn.rolls().len()).unwrap_or(u8::MAX);
        Some(Self {
            player_id: player.id(),
            turn_number: (player.card().turns_completed() + 1).min(13),
            roll_number,
            current_dice: turn.dice(),
            kept_mask: turn.dice().map(|_| turn.held()),
            phase: match roll_number {
                0 => TurnPhase::InitialRoll,
                1 | 2 => TurnPhase::MidTurn,
                _ => TurnPhase::Scoring,
            },
            undo_player_id,
        })
    }
}

impl DiceeGame {
    /// Where it stands; waiting before it is created.
    #[must_use]
    pub fn status(&self) -> GameStatus {
        let Some(table) = self.table() else { return GameStatus::Waiting };
        match table.ended() {
            Some(CompletionReason::Normal) => GameStatus::Completed,
            Some(CompletionReason::Abandoned | CompletionReason::Timeout) => GameStatus::Abandoned,
            None if table.turn().is_ok() => GameStatus::Active,
            None => GameStatus::Waiting,
        }
    }
}
