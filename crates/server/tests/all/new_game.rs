//! "Adding a game" of ARCHITECTURE.md, as it is done: a small game, one row of the registry, and it is played over HTTP
//! and WebSocket. Everything here goes through the public API.
//!
//! First to ten: two players roll a die in turn, and the first to reach ten points wins.

use std::net::SocketAddr;

use chance::{Chance, SeededChance};
use ledger::conformance::{self, Driver};
use ledger::{Event, Game, Seat, Version};
use live::{Seated, TableGame};
use protocol::{ErrorCode, ErrorContext, GameStatus, NoOptions};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use server::{Config, Server};
use testbed::{Http, Player, Socket};
use tokio::sync::oneshot;

#[derive(Clone, Debug, Default, PartialEq)]
struct FirstToTen {
    points: [u8; 2],
    turn: u8,
    rolls: u32,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE", deny_unknown_fields)]
enum Command {
    Roll {},
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE", deny_unknown_fields)]
enum Happened {
    DieRolled { seat: u8, face: u8 },
}

#[derive(Debug, PartialEq, thiserror::Error)]
enum Refusal {
    #[error("it is the turn of seat {turn}")]
    NotYourTurn { turn: u8 },
    #[error("the game is over")]
    Over,
}

#[derive(Debug, PartialEq, Serialize)]
struct View {
    points: [u8; 2],
    turn: u8,
}

impl FirstToTen {
    fn is_over(&self) -> bool {
        self.points.iter().any(|points| *points >= 10)
    }
}

impl Event for Happened {
    const TAG: &'static str = "type";

    fn schema(&self) -> Version {
        Version::new(1, 0, 0)
    }
}

impl Game for FirstToTen {
    const NAME: &'static str = "first_to_ten";

    type Command = Command;
    type Event = Happened;
    type Refusal = Refusal;
    type View = View;

    fn decide(
        &self,
        seat: Seat,
        command: &Command,
        chance: &mut dyn Chance,
    ) -> Result<Vec<Happened>, Refusal> {
        let Command::Roll {} = command;
        if self.is_over() {
            return Err(Refusal::Over);
        }
        if seat.0 != self.turn {
            return Err(Refusal::NotYourTurn { turn: self.turn });
        }
        Ok(vec![Happened::DieRolled { seat: seat.0, face: chance.die() }])
    }

    fn apply(&mut self, event: &Happened) {
        let Happened::DieRolled { face, .. } = event;
        self.points[usize::from(self.turn)] += face;
        self.turn = 1 - self.turn;
        self.rolls += 1;
    }

    fn admits(&self, event: &Happened) -> bool {
        let Happened::DieRolled { seat, face } = event;
        *seat == self.turn && (1..=6).contains(face) && !self.is_over()
    }

    fn view(&self, _viewer: Option<Seat>) -> View {
        View { points: self.points, turn: self.turn }
    }
}

/// What the server has to know beyond the rules.
impl TableGame for FirstToTen {
    const SEATS: u8 = 2;
    type Request = NoOptions;
    type Options = NoOptions;

    fn status(&self) -> GameStatus {
        match (self.is_over(), self.rolls) {
            (true, _) => GameStatus::Completed,
            (false, 0) => GameStatus::Waiting,
            (false, _) => GameStatus::Active,
        }
    }

    fn won(&self, seat: Seat) -> Option<bool> {
        self.points.get(usize::from(seat.0)).map(|points| *points >= 10)
    }

    fn explain(refusal: &Refusal) -> (ErrorCode, Option<ErrorContext>) {
        match refusal {
            Refusal::NotYourTurn { .. } => (ErrorCode::NotYourTurn, None),
            Refusal::Over => (ErrorCode::GameCompleted, None),
        }
    }

    fn begins(event: &Happened) -> bool {
        matches!(event, Happened::DieRolled { .. })
    }
}

/// Plays the game at random for the conformance suite. What is legal is written a second way: by the rolls so far.
struct AtRandom;

impl Driver for AtRandom {
    type Game = FirstToTen;

    fn start(&self, _luck: &mut SeededChance) -> (Seat, Command) {
        (Seat(0), Command::Roll {})
    }

    fn propose(&self, _game: &FirstToTen, luck: &mut SeededChance) -> (Seat, Command) {
        (Seat(luck.die() % 3), Command::Roll {})
    }

    fn is_legal(&self, game: &FirstToTen, seat: Seat, Command::Roll {}: &Command) -> bool {
        u32::from(seat.0) == game.rolls % 2 && game.points[0].max(game.points[1]) < 10
    }

    fn is_over(&self, game: &FirstToTen) -> bool {
        game.points[0].max(game.points[1]) >= 10
    }
}

#[test]
fn the_game_keeps_the_promises_of_every_game() {
    conformance::check(&AtRandom, 0..100, 60, &[None, Some(Seat(0)), Some(Seat(1))]);
}

/// A server with one more row in its registry.
async fn serve() -> (Http, oneshot::Sender<()>) {
    let mut config = Config::at(SocketAddr::from(([127, 0, 0, 1], 0)));
    config.limit_clients = false;
    let server = Server::builder(config).game::<Seated<FirstToTen>>(()).bind().await.unwrap();
    let node = Http::at(server.local_addr());
    let (stop, stopped) = oneshot::channel::<()>();
    tokio::spawn(server.run(async move { drop(stopped.await) }));
    (node, stop)
}

fn roll() -> Value {
    json!({ "type": "ROLL" })
}

#[tokio::test]
async fn a_game_with_one_row_in_the_registry_is_played_over_http_and_websocket() {
    let (node, _stop) = serve().await;
    let (ann, ben) = (Player::register(node, "Ann").await, Player::register(node, "Ben").await);
    let game = ann.open(node, json!({ "kind": "first_to_ten", "public": true })).await;

    // The lobby knows it, and a quick match finds the free seat.
    let listed = node.get("/api/v1/games?kind=first_to_ten").await.unwrap().expect(200);
    assert_eq!((&listed["games"][0]["gameId"], &listed["games"][0]["freeSeats"]), (&json!(game), &json!(1)));
    let quick = json!({ "kind": "first_to_ten" });
    let sat =
        node.send("POST", "/api/v1/games/quick", Some(&ben.token), Some(&quick)).await.unwrap().expect(200);
    assert_eq!((&sat["gameId"], &sat["gameState"]["you"]), (&json!(game), &json!(1)));

    // Ann plays over HTTP, Ben over a WebSocket, and somebody watches.
    let mut watching = Socket::open(node, &game, None, 0).await;
    let mut socket = Socket::open(node, &game, Some(&ben), 0).await;
    let refused = ben.command(node, &game, "early", None, &roll()).await.unwrap();
    assert_eq!((refused.status, refused.code()), (409, "ERR_NOT_YOUR_TURN"));
    let mut rolls: u32 = 0;
    let end = loop {
        let (player, id) = (rolls % 2, format!("roll-{rolls}"));
        if player == 0 {
            let told = ann.command(node, &game, &id, None, &roll()).await.unwrap().expect(200);
            assert_eq!(told["events"][0]["t"], "DIE_ROLLED");
            let again = ann.command(node, &game, &id, None, &roll()).await.unwrap().expect(200);
            assert_eq!((&again["repeated"], &again["events"]), (&json!(true), &told["events"]));
        } else {
            let message = json!({ "type": "command", "commandId": id, "command": roll() });
            socket.say(&message).await.unwrap();
            assert_eq!(socket.hear_a("ack").await.unwrap()["commandId"], json!(id));
        }
        rolls += 1;
        let events = watching.hear_a("events").await.unwrap();
        assert_eq!(events["events"][0]["p"]["seat"], player);
        let state = ann.get(node, &game, "").await.unwrap().expect(200);
        if state["status"] == "completed" {
            break state;
        }
    };
    let points = end["view"]["points"].as_array().unwrap();
    assert!(points.iter().any(|points| points.as_u64().unwrap() >= 10), "{end}");
    assert_eq!((&end["kind"], &end["seats"][1]["displayName"]), (&json!("first_to_ten"), &json!("Ben")));
    let over = ben.command(node, &game, "late", None, &roll()).await.unwrap();
    assert_eq!((over.status, over.code()), (409, "ERR_GAME_COMPLETED"));

    // The profile and the export of its players count it.
    let profile = node.get(&format!("/api/v1/players/{}/profile", ben.id)).await.unwrap().expect(200);
    assert_eq!((&profile["gamesPlayed"], &profile["gamesFinished"]), (&json!(1), &json!(1)), "{profile}");
    let export = format!("/api/v1/players/{}/export", ben.id);
    let export = node.send("GET", &export, Some(&ben.token), None).await.unwrap().expect(200);
    let (won, finished) = (&export["games"][0]["won"], &export["games"][0]["finished"]);
    assert_eq!((won, finished), (&json!(points[1].as_u64().unwrap() >= 10), &json!(true)), "{export}");

    // Its log is a log like any other.
    let log = ben.get(node, &game, "/log").await.unwrap().expect(200);
    let log =
        ledger::Log::<Seated<FirstToTen>>::from_json(&log.to_string(), &ledger::Upcaster::default()).unwrap();
    assert_eq!(log.version(), end["version"].as_u64().unwrap());
}

#[tokio::test]
async fn options_that_a_game_does_not_have_are_refused_by_name() {
    let (node, _stop) = serve().await;
    let ann = Player::register(node, "Ann").await;
    for (body, field) in [
        (json!({ "kind": "first_to_ten", "seed": 7 }), "seed"),
        (json!({ "kind": "last_to_ten" }), "kind"),
        (json!({ "kind": "first_to_ten", "public": 1 }), "public"),
    ] {
        let reply = node.send("POST", "/api/v1/games", Some(&ann.token), Some(&body)).await.unwrap();
        let details = &reply.body["error"]["details"];
        assert_eq!((reply.status, &details["field"]), (400, &json!(field)), "{body}");
    }
}
