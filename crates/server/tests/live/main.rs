//! Live games against a real server: its sockets, its lobby, its rights.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod again;
mod conduct;
mod dicee;
mod duplicate;
mod fair_deals;
mod fortytwo;
mod lobby;
mod metrics;
mod operator;
mod pools;
mod privacy;
mod rights;
mod sockets;

use std::net::SocketAddr;

use serde_json::{Value, json};
use server::{Config, Error};
use testbed::{Http, Player, Socket};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// A server in this process, on a port of its own.
struct Table {
    node: Http,
    stop: Option<oneshot::Sender<()>>,
    running: JoinHandle<Result<(), Error>>,
}

impl Table {
    /// Keeps games in memory, limits nobody, and its bots do not wait.
    async fn open() -> Self {
        Self::with(config()).await
    }

    async fn with(config: Config) -> Self {
        let server = server::bind(config).await.unwrap();
        let node = Http::at(server.local_addr());
        let (stop, stopped) = oneshot::channel::<()>();
        let running = tokio::spawn(server.run(async move { drop(stopped.await) }));
        Self { node, stop: Some(stop), running }
    }

    /// Tells it to stop, as a signal would.
    fn stop(&mut self) {
        drop(self.stop.take());
    }

    async fn player(&self, name: &str) -> Player {
        Player::register(self.node, name).await
    }

    /// Everything a caller may know of a game.
    async fn state(&self, game: &str, player: Option<&Player>) -> Value {
        let token = player.map(|player| player.token.as_str());
        let path = format!("/api/v1/games/{game}");
        self.node.send("GET", &path, token, None).await.unwrap().expect(200)
    }

    /// A command that must be carried out.
    async fn does(&self, player: &Player, game: &str, id: &str, command: Value) -> Value {
        player.command(self.node, game, id, None, &command).await.unwrap().expect(200)
    }

    /// A command that must be refused: its status and code.
    async fn refused(&self, player: &Player, game: &str, command: Value) -> (u16, String) {
        let reply = player.command(self.node, game, "refused", None, &command).await.unwrap();
        (reply.status, reply.code().to_owned())
    }
}

fn config() -> Config {
    let mut config = Config::at(SocketAddr::from(([127, 0, 0, 1], 0)));
    config.limit_clients = false;
    config.bot_delay_ms = 0;
    config
}

/// Waits for the state after which this holds.
async fn state_when(socket: &mut Socket, holds: impl Fn(&Value) -> bool) -> Value {
    loop {
        let update = socket.hear_a("state_update").await.unwrap();
        if holds(&update["gameState"]) {
            return update["gameState"].clone();
        }
    }
}

fn roll() -> Value {
    json!({ "type": "roll" })
}
