//! People who never stop playing, whatever breaks, and remember what was acknowledged.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};
use testbed::{Http, Player, eventually};
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::dicee_players::{event_ids, next_move};

/// A crowd of people, each at a game of their own, who send every command to another node than the last one.
pub(crate) struct Load {
    people: JoinSet<()>,
    stop: watch::Sender<bool>,
    seen: Arc<Seen>,
}

/// What the crowd saw.
#[derive(Default)]
struct Seen {
    /// The ids of acknowledged events, by game and command.
    acknowledged: Mutex<HashMap<(String, String), Vec<String>>>,
    moves: AtomicU64,
    /// Answers that said to come back later.
    unavailable: AtomicU64,
    /// The game that each of them plays.
    games: Mutex<HashMap<String, (Player, String)>>,
}

impl Load {
    pub(crate) async fn start(nodes: [Http; 2], people: usize) -> Self {
        let (stop, stopped) = watch::channel(false);
        let mut load = Self { people: JoinSet::new(), stop, seen: Arc::default() };
        for number in 0..people {
            let player = Player::register(nodes[number % 2], &format!("Player {number}")).await;
            let (seen, stopped) = (Arc::clone(&load.seen), stopped.clone());
            let person = Person { nodes, player, seen, stopped, asked: AtomicUsize::new(number) };
            load.people.spawn(person.play());
        }
        load.moves(2 * people as u64).await;
        load
    }

    /// Waits until so many more moves were acknowledged.
    pub(crate) async fn moves(&self, more: u64) {
        let goal = self.acknowledged() + more;
        eventually("moves are acknowledged", async || (self.acknowledged() >= goal).then_some(())).await;
    }

    /// How many moves were acknowledged.
    pub(crate) fn acknowledged(&self) -> u64 {
        self.seen.moves.load(Relaxed)
    }

    /// How often somebody was told to come back later.
    pub(crate) fn unavailable(&self) -> u64 {
        self.seen.unavailable.load(Relaxed)
    }

    /// Somebody, and the game they play.
    pub(crate) fn somebody(&self) -> (Player, String) {
        self.seen.games.lock().unwrap().values().next().unwrap().clone()
    }

    /// Ends it, and looks for everything that was acknowledged.
    pub(crate) async fn stop_and_check(mut self, nodes: [Http; 2]) {
        self.stop.send_replace(true);
        while let Some(ended) = self.people.join_next().await {
            ended.unwrap();
        }
        let acknowledged = std::mem::take(&mut *self.seen.acknowledged.lock().unwrap());
        let mut by_game: HashMap<String, Vec<Vec<String>>> = HashMap::new();
        for ((game, _), ids) in acknowledged {
            by_game.entry(game).or_default().push(ids);
        }
        for (game, commands) in by_game {
            let [one, two] = nodes.map(async |node: Http| {
                let reply = node.get(&format!("/api/v1/games/{game}/events?since=0")).await.unwrap().expect(200);
                let ids = event_ids(&reply["events"]);
                assert_eq!(ids.len() as u64, reply["version"].as_u64().unwrap(), "no gaps");
                ids
            });
            let (stored, elsewhere) = tokio::join!(one, two);
            assert_eq!(stored, elsewhere, "all nodes tell the same");
            for ids in commands {
                for id in &ids {
                    assert_eq!(stored.iter().filter(|stored| *stored == id).count(), 1, "exactly once: {id}");
                }
                let first = stored.iter().position(|id| *id == ids[0]).unwrap();
                assert_eq!(stored[first..first + ids.len()], ids, "the events of a command stand together");
            }
        }
    }
}

struct Person {
    nodes: [Http; 2],
    player: Player,
    seen: Arc<Seen>,
    stopped: watch::Receiver<bool>,
    /// How often they asked, so that it is another node each time.
    asked: AtomicUsize,
}

impl Person {
    async fn play(self) {
        while self.play_a_game().await.is_some() {}
    }

    /// `None` if it is time to go.
    async fn play_a_game(&self) -> Option<()> {
        let terms = json!({"kind": "dicee", "mode": "solo"});
        let opened = self.until("POST", "", Some(&terms), 201).await?;
        let game = opened["gameId"].as_str().unwrap().to_owned();
        let somebody = (self.player.clone(), game.clone());
        self.seen.games.lock().unwrap().insert(self.player.id.clone(), somebody);
        let mut state = opened["gameState"].clone();
        while let Some(command) = next_move(&state, &self.player) {
            let id = format!("move-{}", state["version"]);
            let body = json!({"commandId": id, "expectedVersion": state["version"], "command": command});
            let answer = self.until("POST", &format!("/{game}/commands"), Some(&body), 200).await?;
            let ids = event_ids(&answer["events"]);
            assert!(!ids.is_empty(), "{answer}");
            let known = self.seen.acknowledged.lock().unwrap().insert((game.clone(), id), ids.clone());
            // A node that is behind shows an old state, and then a command is sent again.
            match known {
                Some(known) => assert_eq!(known, ids, "the same command gets the same answer"),
                None => _ = self.seen.moves.fetch_add(1, Relaxed),
            }
            state = self.until("GET", &format!("/{game}"), None, 200).await?;
        }
        Some(())
    }

    /// Asks one node after the other until one of them can answer; the same question again changes nothing. `None` if
    /// it is time to go.
    async fn until(&self, method: &str, path: &str, body: Option<&Value>, status: u16) -> Option<Value> {
        let path = format!("/api/v1/games{path}");
        while !*self.stopped.borrow() {
            let node = self.nodes[self.asked.fetch_add(1, Relaxed) % 2];
            let reply = node.send(method, &path, Some(&self.player.token), body).await.unwrap();
            if reply.status != 503 {
                return Some(reply.expect(status));
            }
            assert!(reply.header("retry-after").is_some(), "{}", reply.body);
            self.seen.unavailable.fetch_add(1, Relaxed);
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        None
    }
}
