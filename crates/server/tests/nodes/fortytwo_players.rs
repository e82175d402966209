//! People who play Forty-Two: they do the first thing that is allowed.

use serde_json::{Value, json};
use testbed::{Http, Player, Socket};

/// What a player does now, from what their seat may see; nothing when there is nothing to do.
fn next_move(state: &Value) -> Option<&Value> {
    let moves = state["view"]["moves"].as_array().unwrap();
    ["AGREE_TO_ACTION", "PLACE_BID", "PASS", "SELECT_TRUMP", "PLAY_DOMINO"]
        .iter()
        .find_map(|kind| moves.iter().find(|allowed| allowed["type"] == *kind))
}

/// Plays through a socket until the game is over and its seed is shown; returns the final state.
pub(crate) async fn play_to_the_end(node: Http, game: &str, player: &Player) -> Value {
    let mut socket = Socket::open(node, game, Some(player), 0).await;
    let mut told = 0;
    let mut end = None;
    loop {
        let message = socket.hear().await.unwrap();
        let state = &message["gameState"];
        let events = if message["type"] == "events" { &message["events"] } else { &state["events"] };
        told += events.as_array().map_or(0, |events| events.len() as u64);
        if message["type"] == "events" {
            assert_eq!(message["version"], told, "every event comes once");
        }
        if message["type"] == "state_update" {
            if state["status"] == "completed" {
                // The table shows its seed right after the end.
                end = state["view"]["serverSeed"].is_string().then(|| state.clone());
            } else if let Some(command) = next_move(state) {
                let id = format!("{}-{}", player.id, state["version"]);
                socket.say(&json!({"type": "command", "commandId": id, "command": command})).await.unwrap();
            }
        }
        if let Some(end) = end.take_if(|end| end["version"] == told) {
            return end;
        }
    }
}
