//! How people play Dicee who want it to be over: they roll once and take the first open box.

use serde_json::{Value, json};

use crate::Player;

/// The boxes as commands name them, and as a card does.
const BOXES: [(&str, &str); 13] = [
    ("ones", "ones"),
    ("twos", "twos"),
    ("threes", "threes"),
    ("fours", "fours"),
    ("fives", "fives"),
    ("sixes", "sixes"),
    ("three_of_kind", "threeOfKind"),
    ("four_of_kind", "fourOfKind"),
    ("full_house", "fullHouse"),
    ("small_straight", "smallStraight"),
    ("large_straight", "largeStraight"),
    ("dicee", "dicee"),
    ("chance", "chance"),
];

/// The command that a player sends in this state; none when it is not their turn.
///
/// # Panics
///
/// If it is not the state of a game that they play.
#[must_use]
pub fn next_move(state: &Value, player: &Player) -> Option<Value> {
    let turn = &state["currentTurn"];
    if state["status"] != "active" || turn["playerId"] != player.id.as_str() {
        return None;
    }
    if turn["phase"] == "initial_roll" {
        return Some(json!({"type": "roll"}));
    }
    let players = state["players"].as_array().unwrap();
    let card = &players.iter().find(|shown| shown["playerId"] == player.id.as_str()).unwrap()["scorecard"];
    let (category, _) = BOXES.iter().find(|(_, on_card)| card[on_card].is_null()).unwrap();
    Some(json!({"type": "score", "category": category}))
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
