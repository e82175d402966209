//! A server whose disk is full.

use std::fs;
use std::process::Command;

use dicee::DiceeGame;
use ledger::{Log, Upcaster};
use serde_json::{Value, json};
use testbed::{Http, Player, event_ids, next_move};

use crate::process::{DICEE, Server};

/// Makes a small disk that only the server sees, puts a file on it that can be removed to make room, and becomes the
/// server.
const ON_A_SMALL_DISK: &str = "\
    mount -t tmpfs -o size=3m none \"$0\" && head -c 1m /dev/zero > \"$0/ballast\" && exec \"$@\"";

#[tokio::test]
async fn a_full_disk_refuses_writes_with_a_reason_goes_on_reading_and_breaks_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new("unshare");
    command.args(["--map-root-user", "--mount", "sh", "-c", ON_A_SMALL_DISK]).arg(folder.path());
    let server = Server::spawn(command.arg(DICEE).args(Server::arguments(folder.path())));
    let disk = format!("/proc/{}/root{}", server.id(), folder.path().display());
    let node = server.http;

    let ann = Player::register(node, "Ann").await;
    let mut played = Played::default();
    let refused = loop {
        // Opening takes more room than a move; then the games that are open take what is left.
        if let Err(refused) = played.open(node, &ann).await {
            break refused;
        }
    };
    assert_full(&refused);
    assert!(played.games.len() > 5, "{} games fit", played.games.len());
    let (game, id, command) = played.play_until_refused(node, &ann).await;
    for (game, ids) in &played.games {
        let events = ann.get(node, game, "/events?since=0").await.unwrap().expect(200);
        assert_eq!(event_ids(&events["events"]), *ids, "what was acknowledged is read, and nothing else");
    }
    let again = ann.command(node, &game, &id, None, &command).await.unwrap();
    assert_full(&again.expect(507));

    // Somebody makes room.
    fs::remove_file(format!("{disk}/ballast")).unwrap();
    let stored = ann.command(node, &game, &id, None, &command).await.unwrap().expect(200);
    assert_eq!(stored["repeated"], false, "what was refused was not stored");
    let (_, ids) = played.games.iter_mut().find(|(played, _)| *played == game).unwrap();
    ids.extend(event_ids(&stored["events"]));

    // The disk ends with the process; what lies on it goes on elsewhere, as after a crash.
    let copy = tempfile::tempdir().unwrap();
    for file in fs::read_dir(&disk).unwrap() {
        let file = file.unwrap();
        fs::copy(file.path(), copy.path().join(file.file_name())).unwrap();
    }
    drop(server);
    check(Server::start(copy.path()), &played, &ann).await;
}

/// What was acknowledged.
#[derive(Default)]
struct Played {
    /// Each game with its events.
    games: Vec<(String, Vec<String>)>,
}

impl Played {
    async fn open(&mut self, node: Http, player: &Player) -> Result<(), Value> {
        let terms = json!({"kind": "dicee", "mode": "solo"});
        let reply = node.send("POST", "/api/v1/games", Some(&player.token), Some(&terms)).await.unwrap();
        if reply.status != 201 {
            return Err(reply.expect(507));
        }
        let (game, state) = (&reply.body["gameId"], &reply.body["gameState"]);
        self.games.push((game.as_str().unwrap().to_owned(), event_ids(&state["events"])));
        Ok(())
    }

    /// Makes a move in one game after the other, until there is no room for one; returns which that is.
    async fn play_until_refused(&mut self, node: Http, player: &Player) -> (String, String, Value) {
        loop {
            for (game, ids) in &mut self.games {
                let state = player.get(node, game, "").await.unwrap().expect(200);
                let command = next_move(&state, player).expect("the disk is full before a game is over");
                let id = format!("move-{}", state["version"]);
                let reply = player.command(node, game, &id, None, &command).await.unwrap();
                if reply.status != 200 {
                    assert_full(&reply.expect(507));
                    return (game.clone(), id, command);
                }
                ids.extend(event_ids(&reply.body["events"]));
            }
        }
    }
}

fn assert_full(refused: &Value) {
    let error = &refused["error"];
    assert_eq!((&error["code"], &error["recoverable"]), (&json!("ERR_DATABASE"), &json!(true)), "{refused}");
    assert!(error["message"].as_str().unwrap().contains("room"), "{refused}");
}

async fn check(server: Server, played: &Played, player: &Player) {
    for (game, ids) in &played.games {
        let events = server.http.get(&format!("/api/v1/games/{game}/events")).await.unwrap().expect(200);
        assert_eq!(event_ids(&events["events"])[..ids.len()], ids[..]);
        let log = player.get(server.http, game, "/log").await.unwrap().expect(200);
        Log::<DiceeGame>::from_json(&log.to_string(), &Upcaster::default()).unwrap();
    }
}
