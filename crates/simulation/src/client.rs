//! People: those who play, those who look, those who watch. They know no node; they try until somebody answers.

use std::sync::Arc;
use std::time::Duration;

use ledger::PlayerId;
use live::{CommandInput, RoomCommand, RoomError, send_queue};
use protocol::{ErrorCode, GameId, ServerMessage, StateUpdate};
use serde_json::{Map, Value};

use crate::Promise;
use crate::faults::Luck;
use crate::node::Node;
use crate::world::World;

/// How long somebody waits for an answer before they ask elsewhere.
const PATIENCE: Duration = Duration::from_secs(2);

/// A person with a connection that loses answers.
#[derive(Debug)]
pub(crate) struct Client {
    world: Arc<World>,
    name: String,
    luck: Luck,
}

impl Client {
    pub(crate) fn new(world: &Arc<World>, name: String) -> Self {
        let luck = Luck::of(world.seed, &name);
        Self { world: Arc::clone(world), name, luck }
    }

    /// Asks a node; nothing if no answer came.
    async fn ask<T>(&self, node: &Node, request: impl Future<Output = T>) -> Option<T> {
        let exchange = async {
            tokio::time::sleep(self.luck.wait(0, 5)).await;
            node.life.running().await;
            let answer = request.await;
            node.life.running().await;
            tokio::time::sleep(self.luck.wait(0, 5)).await;
            answer
        };
        let answer = tokio::time::timeout(PATIENCE, exchange).await.ok();
        answer.filter(|_| self.world.is_calm() || !self.luck.one_in(30))
    }

    fn any_node(&self) -> Node {
        self.world.any_node(&self.luck)
    }

    /// Plays until the game is over, every command until it is acknowledged.
    pub(crate) async fn play(self, game: GameId, player: PlayerId) {
        let mut node = self.any_node();
        for number in 0.. {
            let id = format!("{}-{number}", self.name);
            loop {
                // Most stay where they are; some come back elsewhere although nothing was wrong.
                if self.luck.one_in(5) {
                    node = self.any_node();
                }
                let mut call = Map::new();
                call.insert(String::from("type"), Value::from("CALL"));
                let command = RoomCommand::new(id.as_str(), CommandInput::Json(call));
                match self.ask(&node, node.rooms.command(&game, player, command)).await {
                    Some(Ok(answer)) => {
                        self.world.acknowledged(&game, player, &id, answer.version);
                        break;
                    }
                    Some(Err(RoomError::Refused { code: ErrorCode::GameCompleted, .. })) => return,
                    Some(Err(RoomError::Refused { code: ErrorCode::NotYourTurn, .. })) => {}
                    Some(Err(RoomError::Store(_) | RoomError::Busy)) | None => node = self.any_node(),
                    Some(Err(error)) => {
                        return self.world.broken(Promise::GoesOn, format!("{id} was answered: {error}"));
                    }
                }
                tokio::time::sleep(self.luck.wait(10, 60)).await;
            }
        }
    }

    /// Reads here and there, for ever: what was acknowledged before must be seen.
    pub(crate) async fn look(self, games: Vec<GameId>) {
        loop {
            tokio::time::sleep(self.luck.wait(10, 150)).await;
            let Some(game) = games.get(self.luck.below(2) as usize) else { return };
            let (node, least) = (self.any_node(), self.world.version_acknowledged(game));
            let Some(Ok(state)) = self.ask(&node, node.rooms.state(game, None, u64::MAX)).await else {
                continue;
            };
            let (version, from_memory) = (state.table().version, state.table().from_memory);
            self.world.trace.note(&self.name, &format!("{version}"));
            if version < least && !from_memory {
                let what = format!("version {least} was acknowledged, and then version {version} was read");
                return self.world.broken(Promise::NeverStale, what);
            }
        }
    }

    /// Watches a game, for ever: versions only grow.
    pub(crate) async fn watch(self, game: GameId) {
        let mut seen = 0;
        loop {
            let node = self.any_node();
            let (queue, mut reader) = send_queue(64);
            if !matches!(self.ask(&node, node.rooms.watch(&game, None, u64::MAX, queue)).await, Some(Ok(_))) {
                tokio::time::sleep(self.luck.wait(10, 100)).await;
                continue;
            }
            // A socket that is silent for so long is given up, and so is any, some time.
            let end = tokio::time::Instant::now() + self.luck.wait(500, 4000);
            while let Ok(Some(message)) = tokio::time::timeout_at(end, reader.recv()).await {
                let Ok(ServerMessage::StateUpdate(StateUpdate::Whole { game_state, .. })) =
                    serde_json::from_slice(&message.into_bytes())
                else {
                    continue;
                };
                let (version, from_memory) = (game_state.table().version, game_state.table().from_memory);
                if version < seen && !from_memory {
                    let what = format!("a watcher saw version {seen}, and then version {version}");
                    return self.world.broken(Promise::NeverBack, what);
                }
                seen = seen.max(version);
            }
        }
    }
}
