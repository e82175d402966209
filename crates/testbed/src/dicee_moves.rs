//! How people play Dicee who want it to be over: they roll once and take the first open box.

use dicee::DiceeCommand;
use protocol::{GameState, GameStatus};
use serde_json::{Value, json};

use crate::Player;

/// The command that a player sends in this state; none when it is not their turn, or no state of a game of dice.
///
/// # Panics
///
/// If they have no card in this game.
#[must_use]
pub fn next_move(state: &Value, player: &Player) -> Option<Value> {
    let Ok(GameState::Dicee(state)) = serde_json::from_value(state.clone()) else { return None };
    let me = player.id.parse().unwrap();
    let turn = state.current_turn.filter(|turn| turn.player_id == me)?;
    if state.table.status != GameStatus::Active {
        return None;
    }
    if turn.current_dice.is_none() {
        return Some(json!(DiceeCommand::Roll { kept_mask: None }));
    }
    let shown = state.players.iter().find(|shown| shown.player_id == me).unwrap();
    let category = shown.scorecard.categories_remaining[0];
    Some(json!(DiceeCommand::Score { category }))
}

/// The names of events, which are different for any two events of a game.
///
/// # Panics
///
/// If it is not a list of events.
#[must_use]
pub fn event_ids(events: &Value) -> Vec<String> {
    let ids = events.as_array().unwrap().iter().map(|event| event["id"].as_str().unwrap().to_owned());
    ids.collect()
}
