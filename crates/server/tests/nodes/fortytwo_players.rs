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

/// Plays through a socket until the game is over; returns how many events came and the final state.
pub(crate) async fn play_to_the_end(node: Http, game: &str, player: &Player) -> Value {
    let mut socket = Socket::open(node, game, Some(player), 0).await;
    let mut events = 0;
    loop {
        let update = socket.hear_a("state_update").await.unwrap();
        let state = &update["gameState"];
        let version = state["version"].as_u64().unwrap();
        events += state["events"].as_array().unwrap().len() as u64;
        assert_eq!(events, version, "every event comes once");
        if state["status"] == "completed" {
            return state.clone();
        }
        if let Some(command) = next_move(state) {
            let id = format!("{}-{version}", player.id);
            socket.say(&json!({"type": "command", "commandId": id, "command": command})).await.unwrap();
        }
    }
}
