//! People who play Dicee: they roll once and take the first open box.

use serde_json::{Value, json};
use testbed::{Http, Player, Socket};

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

/// What a player does now; nothing when it is not their turn.
pub(crate) fn next_move(state: &Value, player: &Player) -> Option<Value> {
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

/// Plays through a socket until the game is over and its seed is shown; returns the ids of all events as they came.
pub(crate) async fn play_to_the_end(node: Http, game: &str, player: &Player) -> Vec<String> {
    let mut socket = Socket::open(node, game, Some(player), 0).await;
    let mut ids = Vec::new();
    loop {
        let update = socket.hear_a("state_update").await.unwrap();
        let state = &update["gameState"];
        let version = state["version"].as_u64().unwrap();
        ids.extend(event_ids(&state["events"]));
        assert_eq!(ids.len() as u64, version, "every event comes once");
        if state["status"] == "completed" && state["serverSeed"].is_string() {
            return ids;
        }
        if let Some(command) = next_move(state, player) {
            let id = format!("{}-{version}", player.id);
            let message =
                json!({"type": "command", "commandId": id, "expectedVersion": version, "command": command});
            socket.say(&message).await.unwrap();
        }
    }
}

/// The names of events, which are different for any two events of a game.
pub(crate) fn event_ids(events: &Value) -> Vec<String> {
    let ids = events.as_array().unwrap().iter().map(|event| event["id"].as_str().unwrap().to_owned());
    ids.collect()
}

/// Looks on without a seat until the game is over and its seed is shown; returns the ids of all events.
pub(crate) async fn look_on(node: Http, game: &str) -> Vec<String> {
    let mut socket = Socket::open(node, game, None, 0).await;
    let mut ids = Vec::new();
    loop {
        let state = socket.hear_a("state_update").await.unwrap()["gameState"].take();
        ids.extend(event_ids(&state["events"]));
        if state["status"] == "completed" && state["serverSeed"].is_string() {
            return ids;
        }
    }
}
