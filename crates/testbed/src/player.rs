use std::io;

use protocol::{CommandRequest, OpenedResponse, RegisterRequest, RegisterResponse};
use serde_json::{Value, json};

use crate::http::{Http, Reply};

/// Somebody who plays; any node knows them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// Their `playerId`.
    pub id: String,
    /// What shows that it is them.
    pub token: String,
}

impl Player {
    /// Somebody new.
    ///
    /// # Panics
    ///
    /// If the server does not take them.
    pub async fn register(node: Http, name: &str) -> Self {
        let request = json!(RegisterRequest { display_name: Some(name.to_owned()) });
        let reply = node.send("POST", "/api/v1/players", None, Some(&request)).await.unwrap();
        let registered: RegisterResponse = reply.read(201);
        Self { id: registered.player_id.to_string(), token: registered.token }
    }

    /// Asks about a game; `path` is what follows its name, such as `/events?since=3`.
    ///
    /// # Errors
    ///
    /// When no whole answer came.
    pub async fn get(&self, node: Http, game: &str, path: &str) -> io::Result<Reply> {
        node.send("GET", &format!("/api/v1/games/{game}{path}"), Some(&self.token), None).await
    }

    /// Opens a table and returns the name of its game.
    ///
    /// # Panics
    ///
    /// If the server does not open it.
    pub async fn open(&self, node: Http, terms: Value) -> String {
        let reply = node.send("POST", "/api/v1/games", Some(&self.token), Some(&terms)).await.unwrap();
        reply.read::<OpenedResponse>(201).game_id.as_str().to_owned()
    }

    /// Sends a command, at the version that is expected if one is.
    ///
    /// # Errors
    ///
    /// When no whole answer came; then it is not known whether the command counts.
    ///
    /// # Panics
    ///
    /// If the id is none, or the command is no object.
    pub async fn command(
        &self,
        node: Http,
        game: &str,
        id: &str,
        expected: Option<u64>,
        command: &Value,
    ) -> io::Result<Reply> {
        let body = json!(CommandRequest {
            command_id: id.parse().unwrap(),
            expected_version: expected,
            command: command.as_object().unwrap().clone(),
        });
        let path = format!("/api/v1/games/{game}/commands");
        node.send("POST", &path, Some(&self.token), Some(&body)).await
    }
}
