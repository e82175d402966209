//! Steps 3 to 5, 7 and 8 of "Adding a game" in ARCHITECTURE.md: a small game, one row of the registry, and it is played
//! over HTTP and WebSocket. Everything here goes through the public API.
//!
//! First to ten: two players roll a die in turn, and the first to reach ten points wins. Nobody rolls before both seats are
//! taken. For a player who leaves after that a bot rolls, until they come back.

use std::net::SocketAddr;

use chance::{Chance, SeededChance};
use ledger::conformance::{self, Driver};
use ledger::{Event, Game, Log, Seat, Upcaster, Version};
use live::{Action, Attendance, Context, Denied, Pending, Seated, Seats, TableGame};
use protocol::{ErrorCode, ErrorContext, GameStatus, NoOptions};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use server::{Config, Server};
use testbed::{Http, Player, Socket, eventually};
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

    /// The rules do not know whether a seat is taken: without this a player could begin alone, and nobody could join.
    fn prepare(&self, seats: &Seats<NoOptions>, _seat: Seat, command: &Command) -> Result<Command, Denied> {
        if self.rolls == 0 && seats.players.iter().any(Option::is_none) {
            return Err(Denied::new(ErrorCode::GameNotStarted, "wait until both seats are taken"));
        }
        Ok(command.clone())
    }

    /// Only the player who left may come back to their points.
    fn keeps_seats(&self) -> bool {
        self.rolls > 0
    }

    /// How the bot on an empty seat plays: there is nothing to choose.
    fn bot(&self, _options: &NoOptions) -> Option<String> {
        Some("rolling".into())
    }

    /// Rolls for a player who left: without this the other one would wait for ever.
    fn pending(
        &self,
        seats: &Seats<NoOptions>,
        _id: &str,
        version: u64,
        _attendance: &Attendance,
        context: &Context<()>,
    ) -> Vec<Pending<Command>> {
        let seat = Seat(self.turn);
        let left = self.status() == GameStatus::Active && !seats.is_empty() && seats.player(seat).is_none();
        let roll = || Pending {
            since: version.saturating_sub(1),
            wait: context.bot_delay(),
            not_before: None,
            seat,
            name: "roll",
            ends_turn: false,
            action: Action::Ready(Command::Roll {}),
        };
        left.then(roll).into_iter().collect()
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

/// A game as it was stored when the game was new. It is never changed: what was stored can always be read.
const GOLDEN: &str = include_str!("../data/first-to-ten.json");

#[test]
fn a_stored_game_is_read_for_ever() {
    let log = Log::<Seated<FirstToTen>>::from_json(GOLDEN, &Upcaster::default()).unwrap();
    assert_eq!(log.state().view(None), View { points: [1, 2], turn: 0 });
    assert_eq!(log.to_json().unwrap(), GOLDEN.trim_end());
}

/// A server with one more row in its registry.
async fn serve() -> (Http, oneshot::Sender<()>) {
    let mut config = Config::at(SocketAddr::from(([127, 0, 0, 1], 0)));
    config.limit_clients = false;
    config.bot_delay_ms = 0;
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

    // The description of the API names it.
    let api = node.get("/openapi.json").await.unwrap().expect(200);
    let kinds = &api["paths"]["/api/v1/games"]["get"]["parameters"][0]["schema"]["enum"];
    assert_eq!(kinds, &json!(["dicee", "extended_check", "first_to_ten", "fortytwo", "roll_table"]));

    // Ann plays over HTTP, Ben over a WebSocket, and somebody watches.
    let mut watching = Socket::open(node, &game, None, 0).await;
    let mut socket = Socket::open(node, &game, Some(&ben), 0).await;
    let refused = ben.command(node, &game, "early", None, &roll()).await.unwrap();
    assert_eq!((refused.status, refused.code()), (409, "ERR_NOT_YOUR_TURN"));
    let mut rolls: u32 = 0;
    let end = loop {
        let (player, id) = (rolls % 2, format!("roll-{rolls}"));
        if player == 0 {
            let response = ann.command(node, &game, &id, None, &roll()).await.unwrap().expect(200);
            assert_eq!(response["events"][0]["t"], "DIE_ROLLED");
            let again = ann.command(node, &game, &id, None, &roll()).await.unwrap().expect(200);
            assert_eq!((&again["repeated"], &again["events"]), (&json!(true), &response["events"]));
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
    let log = Log::<Seated<FirstToTen>>::from_json(&log.to_string(), &Upcaster::default()).unwrap();
    assert_eq!(log.version(), end["version"].as_u64().unwrap());
}

#[tokio::test]
async fn nobody_begins_alone_and_a_bot_rolls_for_a_player_who_left_until_they_come_back() {
    let (node, _stop) = serve().await;
    let (ann, ben) = (Player::register(node, "Ann").await, Player::register(node, "Ben").await);
    let cleo = Player::register(node, "Cleo").await;
    let game = ann.open(node, json!({ "kind": "first_to_ten" })).await;
    let (sit, stand) = (json!({ "type": "sit" }), json!({ "type": "stand" }));
    let send = async |player: &Player, id: &str, command: &Value| {
        player.command(node, &game, id, None, command).await.unwrap()
    };

    let alone = send(&ann, "alone", &roll()).await;
    assert_eq!((alone.status, alone.code()), (409, "ERR_GAME_NOT_STARTED"));
    assert_eq!(send(&ben, "sit", &sit).await.status, 200);
    assert_eq!(send(&ann, "first", &roll()).await.status, 200);

    // It is Ben's turn when he leaves.
    assert_eq!(send(&ben, "stand", &stand).await.status, 200);
    let after = eventually("the bot rolls", async || {
        let state = ann.get(node, &game, "").await.unwrap().expect(200);
        (state["view"]["turn"] == 0).then_some(state)
    })
    .await;
    assert_eq!((&after["status"], &after["seats"][1]["bot"]), (&json!("active"), &json!("rolling")));
    let stranger = send(&cleo, "sit", &sit).await;
    assert_eq!((stranger.status, stranger.code()), (409, "ERR_INVALID_TURN"));
    assert_eq!(send(&ben, "again", &sit).await.status, 200);
    assert_eq!(send(&ann, "second", &roll()).await.status, 200);
    let early = send(&ann, "early", &roll()).await;
    assert_eq!((early.status, early.code()), (409, "ERR_NOT_YOUR_TURN"), "Ben rolls himself again");
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
