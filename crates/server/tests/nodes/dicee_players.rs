//! People who play Dicee through sockets.

use serde_json::json;
use testbed::{Http, Player, Socket, event_ids, next_move};

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
