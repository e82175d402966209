use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use protocol::{CommandRequest, OpenedResponse};
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::Instant;

use crate::pastime::{Next, Pastime};
use crate::{DEADLINE, Http, Player, eventually};

/// People who never stop playing, whatever breaks: each at a game of their own,
/// each question to another node than the last one, and every command again, under the same id, until it is acknowledged.
/// They remember what was.
#[derive(Debug)]
pub struct Crowd {
    people: JoinSet<()>,
    stop: watch::Sender<bool>,
    seen: Arc<Seen>,
}

/// What they saw.
#[derive(Debug, Default)]
struct Seen {
    /// Acknowledged commands, by game and command.
    acknowledged: Mutex<HashMap<String, HashMap<String, Acknowledged>>>,
    moves: AtomicU64,
    /// Moves that were stored already when they were acknowledged: their first answer was lost.
    late: AtomicU64,
    /// Answers that said to come back later.
    unavailable: AtomicU64,
    /// Questions that got no answer.
    unanswered: AtomicU64,
    /// The game that each of them plays.
    games: Mutex<HashMap<String, (Player, String)>>,
    /// Who played each game.
    owners: Mutex<HashMap<String, (Player, Pastime)>>,
}

/// A command that was acknowledged: its events as its sender saw them, and the version after them.
#[derive(Clone, Debug, PartialEq)]
struct Acknowledged {
    version: u64,
    events: Vec<String>,
}

/// What tells an event from others: its id where it has one, and otherwise all that it says.
fn identity(event: &Value) -> String {
    event["id"].as_str().map_or_else(|| event.to_string(), str::to_owned)
}

impl Crowd {
    /// So many people who play Dicee at these nodes, which may become others; everybody has made a move when this returns.
    pub async fn start(nodes: watch::Receiver<Vec<Http>>, people: usize) -> Self {
        Self::playing(&[Pastime::Dicee], nodes, people).await
    }

    /// As [`Self::start`], with Dicee, Forty-Two against bots, and roll tables.
    pub async fn at_every_game(nodes: watch::Receiver<Vec<Http>>, people: usize) -> Self {
        Self::playing(&Pastime::ALL, nodes, people).await
    }

    async fn playing(pastimes: &[Pastime], nodes: watch::Receiver<Vec<Http>>, people: usize) -> Self {
        let (stop, stopped) = watch::channel(false);
        let mut crowd = Self { people: JoinSet::new(), stop, seen: Arc::default() };
        for number in 0..people {
            let node = nodes.borrow()[number % nodes.borrow().len()];
            let player = Player::register(node, &format!("Player {number}")).await;
            let (nodes, seen, stopped) = (nodes.clone(), Arc::clone(&crowd.seen), stopped.clone());
            let asked = AtomicUsize::new(number);
            let pastime = pastimes[number % pastimes.len()];
            crowd.people.spawn(Person { nodes, player, pastime, seen, stopped, asked }.play());
        }
        let everybody = || crowd.seen.acknowledged.lock().unwrap().len() >= people;
        eventually("everybody has moved", async || everybody().then_some(())).await;
        crowd
    }

    /// Waits until so many more moves were acknowledged.
    pub async fn moves(&self, more: u64) {
        let goal = self.acknowledged() + more;
        eventually("moves are acknowledged", async || (self.acknowledged() >= goal).then_some(())).await;
    }

    /// How many moves were acknowledged.
    #[must_use]
    pub fn acknowledged(&self) -> u64 {
        self.seen.moves.load(Relaxed)
    }

    /// How many of them were stored before, and their first answer was lost.
    #[must_use]
    pub fn acknowledged_late(&self) -> u64 {
        self.seen.late.load(Relaxed)
    }

    /// How often a command was refused as unavailable.
    #[must_use]
    pub fn unavailable(&self) -> u64 {
        self.seen.unavailable.load(Relaxed)
    }

    /// How often somebody got no answer at all.
    #[must_use]
    pub fn unanswered(&self) -> u64 {
        self.seen.unanswered.load(Relaxed)
    }

    /// Somebody, and the game they play.
    ///
    /// # Panics
    ///
    /// If nobody is there.
    #[must_use]
    pub fn somebody(&self) -> (Player, String) {
        self.seen.games.lock().unwrap().values().next().unwrap().clone()
    }

    /// Looks at the games that are being played: whether everything that was acknowledged before is there, exactly once
    /// and in its place, on this node.
    ///
    /// # Panics
    ///
    /// If something is not.
    pub async fn check(&self, node: Http) {
        let games: Vec<String> =
            self.seen.games.lock().unwrap().values().map(|(_, game)| game.clone()).collect();
        for game in games {
            let commands = self.seen.acknowledged.lock().unwrap().get(&game).cloned().unwrap_or_default();
            self.check_game(node, &game, &commands).await;
        }
    }

    async fn check_game(
        &self,
        node: Http,
        game: &str,
        commands: &HashMap<String, Acknowledged>,
    ) -> Vec<Value> {
        let (owner, pastime) = self.seen.owners.lock().unwrap()[game].clone();
        let reply = owner.get(node, game, "/events?since=0").await.unwrap().expect(200);
        let events = reply["events"].as_array().unwrap().clone();
        let stored: Vec<String> = events.iter().map(identity).collect();
        assert_eq!(stored.len() as u64, reply["version"].as_u64().unwrap(), "{game}: no gaps");
        for (command, Acknowledged { version, events }) in commands {
            let end = usize::try_from(*version).unwrap();
            let place = stored.get(end - events.len()..end);
            assert_eq!(
                place,
                Some(&events[..]),
                "{game}, {pastime:?}: the events of {command} are in their place"
            );
            // Events without ids may say the same twice, such as two passes.
            for id in events.iter().filter(|id| !id.starts_with('{')) {
                let times = stored.iter().filter(|stored| *stored == id).count();
                assert_eq!(times, 1, "{game}: exactly once: {id} of {command}");
            }
        }
        events
    }

    /// Ends it: everybody gets an answer to what they sent last. Then everything that was acknowledged must be on every
    /// node, and no move that was not. Returns the games and who played them.
    ///
    /// # Panics
    ///
    /// If something is not as it should be.
    pub async fn stop_and_check(mut self, nodes: &[Http]) -> Vec<(Player, String)> {
        self.stop.send_replace(true);
        while let Some(ended) = self.people.join_next().await {
            ended.unwrap();
        }
        let acknowledged = std::mem::take(&mut *self.seen.acknowledged.lock().unwrap());
        for (game, commands) in &acknowledged {
            for node in nodes {
                let events = self.check_game(*node, game, commands).await;
                let (_, pastime) = self.seen.owners.lock().unwrap()[game].clone();
                for (version, event) in (1..).zip(&events).filter(|(_, event)| pastime.is_move(event)) {
                    let holds = |known: &Acknowledged| {
                        (known.version - known.events.len() as u64) < version && version <= known.version
                    };
                    assert!(commands.values().any(holds), "{game}: {event} was not acknowledged to anybody");
                }
            }
        }
        let owners = std::mem::take(&mut *self.seen.owners.lock().unwrap());
        acknowledged.into_keys().map(|game| (owners[&game].0.clone(), game)).collect()
    }
}

#[derive(Debug)]
struct Person {
    nodes: watch::Receiver<Vec<Http>>,
    player: Player,
    pastime: Pastime,
    seen: Arc<Seen>,
    stopped: watch::Receiver<bool>,
    /// How often they asked, so that it is another node each time.
    asked: AtomicUsize,
}

impl Person {
    async fn play(self) {
        while !*self.stopped.borrow() {
            self.play_a_game().await;
        }
    }

    async fn play_a_game(&self) {
        let opened = self.until("POST", "", Some(&self.pastime.opening()), &[201]).await;
        let opened: OpenedResponse = serde_json::from_value(opened).unwrap();
        let game = opened.game_id.as_str().to_owned();
        let somebody = (self.player.clone(), game.clone());
        self.seen.games.lock().unwrap().insert(self.player.id.clone(), somebody);
        self.seen.owners.lock().unwrap().insert(game.clone(), (self.player.clone(), self.pastime));
        let mut state = json!(opened.game_state);
        loop {
            if *self.stopped.borrow() {
                return;
            }
            match self.pastime.next(&state, &self.player) {
                Next::Leave => return,
                Next::Wait => tokio::time::sleep(Duration::from_millis(20)).await,
                Next::Command(command) => self.send(&game, &state, &command).await,
            }
            state = self.until("GET", &format!("/{game}"), None, &[200]).await;
        }
    }

    /// Sends a command until it is acknowledged, and remembers it.
    async fn send(&self, game: &str, state: &Value, command: &Value) {
        let id = format!("move-{}", state["version"]);
        let body = json!(CommandRequest {
            command_id: id.parse().unwrap(),
            expected_version: state["version"].as_u64(),
            command: command.as_object().unwrap().clone(),
        });
        // Where others play as well, they may have been faster; then the command changed nothing.
        let statuses: &[u16] = if self.pastime.has_others() { &[200, 409] } else { &[200] };
        let answer = self.until("POST", &format!("/{game}/commands"), Some(&body), statuses).await;
        let Some(events) = answer["events"].as_array() else { return };
        let events: Vec<String> = events.iter().map(identity).collect();
        assert!(!events.is_empty(), "{answer}");
        let answered = Acknowledged { version: answer["version"].as_u64().unwrap(), events };
        let known = {
            let mut acknowledged = self.seen.acknowledged.lock().unwrap();
            acknowledged.entry(game.to_owned()).or_default().insert(id, answered.clone())
        };
        // A node that is behind shows an old state, and then a command is sent again.
        match known {
            Some(known) => assert_eq!(known, answered, "the same command gets the same answer"),
            None => {
                self.seen.moves.fetch_add(1, Relaxed);
                self.seen.late.fetch_add(u64::from(answer["repeated"] == true), Relaxed);
            }
        }
    }

    /// Asks one node after the other until one of them can answer; the same question again changes nothing.
    async fn until(&self, method: &str, path: &str, body: Option<&Value>, statuses: &[u16]) -> Value {
        let path = format!("/api/v1/games{path}");
        let deadline = Instant::now() + DEADLINE;
        loop {
            let node = {
                let nodes = self.nodes.borrow();
                nodes[self.asked.fetch_add(1, Relaxed) % nodes.len()]
            };
            match node.send(method, &path, Some(&self.player.token), body).await {
                Ok(reply) if reply.status == 503 => {
                    assert!(reply.header("retry-after").is_some(), "{}", reply.body);
                    self.seen.unavailable.fetch_add(1, Relaxed);
                }
                Ok(reply) if statuses[1..].contains(&reply.status) => return reply.body,
                Ok(reply) => return reply.expect(statuses[0]),
                Err(_) => _ = self.seen.unanswered.fetch_add(1, Relaxed),
            }
            assert!(Instant::now() < deadline, "{DEADLINE:?} passed without an answer to {method} {path}");
            // Back off: an immediate retry would fail again.
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}
