//! People who play Dicee through sockets.

use serde_json::{Value, json};
use testbed::{Http, Player, Socket, event_ids, next_move};

/// Plays through a socket until the game is over and its seed is shown; returns the ids of all events as they came.
pub(crate) async fn play_to_the_end(node: Http, game: &str, player: &Player) -> Vec<String> {
    let mut socket = Socket::open(node, game, Some(player), 0).await;
    let mut events = Events::default();
    loop {
        let message = socket.hear().await.unwrap();
        events.take(&message);
        if events.are_complete() {
            return events.ids;
        }
        let state = &message["gameState"];
        if let Some(command) = next_move(state, player).filter(|_| message["type"] == "state_update") {
            let version = &state["version"];
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
    let mut events = Events::default();
    while !events.are_complete() {
        events.take(&socket.hear().await.unwrap());
    }
    events.ids
}

/// The events that a socket was told.
#[derive(Default)]
struct Events {
    ids: Vec<String>,
    /// How many there are, once the game is over and its seed is shown.
    last: Option<u64>,
}

impl Events {
    fn take(&mut self, message: &Value) {
        let (events, version) = match message["type"].as_str() {
            Some("state_update") => {
                let state = &message["gameState"];
                if state["status"] == "completed" && state["serverSeed"].is_string() {
                    self.last = state["version"].as_u64();
                }
                (&state["events"], None)
            }
            Some("events") => (&message["events"], message["version"].as_u64()),
            _ => return,
        };
        self.ids.extend(event_ids(events));
        let told = self.ids.len() as u64;
        assert!(
            version.is_none_or(|version| told == version),
            "every event comes once: {told} of {version:?}"
        );
    }

    fn are_complete(&self) -> bool {
        self.last == Some(self.ids.len() as u64)
    }
}
