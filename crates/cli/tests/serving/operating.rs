//! `dicee backup`, `restore`, `doctor` and `migrate` beside a server that is played on.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;
use testbed::{Crowd, PostgresServer};
use tokio::sync::watch;

use crate::process::{DICEE, Server};

/// Runs the program in a home of its own.
fn dicee(home: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(DICEE);
    command.env_remove("DICEE_DATABASE").env("HOME", home).env("XDG_DATA_HOME", home.join("share"));
    command.args(args).output().unwrap()
}

/// The same while this test goes on.
async fn in_background(home: &Path, args: &[&str]) -> Output {
    let (home, args) = (home.to_owned(), args.iter().map(|arg| String::from(*arg)).collect::<Vec<_>>());
    let run = move || dicee(&home, &args.iter().map(String::as_str).collect::<Vec<_>>());
    tokio::task::spawn_blocking(run).await.unwrap()
}

fn answer(output: &Output) -> Value {
    let error = String::from_utf8_lossy(&output.stderr);
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("an answer, not {error}"))
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Changes one die of a roll that is stored in a file.
fn change_a_die(file: &Path) {
    const DICE: &[u8] = br#""diceResult":["#;
    let mut bytes = std::fs::read(file).unwrap();
    let at = bytes.windows(DICE.len()).rposition(|part| part == DICE).unwrap() + DICE.len();
    bytes[at] = if bytes[at] == b'1' { b'2' } else { b'1' };
    std::fs::write(file, bytes).unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_of_a_server_that_is_played_on_is_healthy_restores_and_moves_to_postgres() {
    let home = tempfile::tempdir().unwrap();
    let at = |name: &str| home.path().join(name);
    let (data, copy, again) = (at("data"), at("copy.db"), at("again"));
    let server = Server::start(&data);
    let (_nodes, node) = watch::channel(vec![server.http]);
    // They play as fast as they are answered, and never stop: the commands below all run beside that.
    let crowd = Crowd::start(node, 12).await;
    crowd.moves(300).await;
    let (before, backup) =
        (crowd.acknowledged(), ["backup", text(&copy), "--data-dir", text(&data), "--json"]);
    let output = in_background(home.path(), &backup).await;
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(crowd.acknowledged() > before, "nobody waited for the backup");
    assert_eq!(dicee(home.path(), &backup).status.code(), Some(2), "the copy is there already");
    // The store that is written to, and the copy.
    for which in [["--data-dir", text(&data)], ["--file", text(&copy)]] {
        let output = in_background(home.path(), &["doctor", which[0], which[1], "--json"]).await;
        let found = answer(&output);
        assert_eq!((output.status.code(), &found["healthy"]), (Some(0), &true.into()), "{found}");
        // Every move is an event at least, and was acknowledged before the backup began.
        let (games, events) = (found["games"].as_u64().unwrap(), found["events"].as_u64().unwrap());
        assert!(games >= 12 && events >= before, "{found}");
        let holds = |check: &Value| check["verdict"] != "broken" && check["verdict"] != "skipped";
        assert!(found["checks"].as_array().unwrap().iter().all(holds), "{found}");
    }
    let output =
        dicee(home.path(), &["restore", text(&copy), "--data-dir", text(&data), "--replace", "--json"]);
    assert_eq!(output.status.code(), Some(2), "the server still runs");
    let games = crowd.stop_and_check(&[server.http]).await;
    drop(server);

    let output = dicee(home.path(), &["restore", text(&copy), "--data-dir", text(&again)]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let server = Server::start(&again);
    let mut known = 0;
    for (player, game) in &games {
        // A game that was opened after the backup is not in it.
        let reply = player.get(server.http, game, "/log").await.unwrap();
        known += usize::from(reply.status == 200);
    }
    assert!(known >= 1, "players are known by their tokens, and their games are there");
    drop(server);

    let postgres = PostgresServer::shared();
    let url = postgres.new_database();
    let output = dicee(home.path(), &["migrate", "--data-dir", text(&again), "--database", &url, "--json"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let output = dicee(home.path(), &["doctor", "--database", &url, "--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", answer(&output));

    change_a_die(&copy);
    let output = dicee(home.path(), &["doctor", "--file", text(&copy), "--json"]);
    let found = answer(&output);
    assert_eq!((output.status.code(), &found["healthy"]), (Some(1), &false.into()));
    let logs = found["checks"].as_array().unwrap().iter().find(|check| check["name"] == "logs").unwrap();
    assert_eq!((&logs["verdict"], &logs["count"]), (&"broken".into(), &1.into()), "{logs}");
    assert!(logs["problems"][0]["problem"].as_str().unwrap().contains("its content was changed"), "{logs}");
}

#[test]
fn commands_for_operators_say_what_is_wrong_with_their_input() {
    let home = tempfile::tempdir().unwrap();
    let missing = home.path().join("missing.db");
    let rows: [(&[&str], i32, &str); 4] = [
        (&["doctor", "--file", text(&missing)], 1, "cannot be opened"),
        (&["migrate"], 2, "database: expected a PostgreSQL database"),
        (&["backup", "copy.db", "--database", "postgres://db/dicee"], 2, "pg_dump"),
        (&["restore", text(&missing)], 1, "missing.db"),
    ];
    for (args, code, words) in rows {
        let output = dicee(home.path(), args);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{args:?}: {said}");
        assert!(said.contains(words), "{args:?}: {said}");
    }
}
