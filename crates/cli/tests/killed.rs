//! A server that is killed at random moments, again and again, and loses nothing that it acknowledged.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use chance::Chance as _;
use dicee::DiceeGame;
use ledger::{Log, Upcaster};
use testbed::{Crowd, Http};
use tokio::sync::watch;

/// How often it is killed.
const ROUNDS: u32 = 50;

/// A server in a process of its own.
struct Server {
    process: Child,
    http: Http,
}

impl Server {
    fn start(folder: &Path) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_dicee"));
        command.args(["serve", "--addr", "127.0.0.1:0", "--no-limits", "--data-dir"]).arg(folder);
        let mut process = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let addr = line.split("http://").nth(1).and_then(|rest| rest.split_whitespace().next());
        let addr = addr.unwrap_or_else(|| panic!("the server says where it is, not {line:?}"));
        Self { process, http: Http::at(addr.parse().unwrap()) }
    }

    /// Ends it as a power cut would, as far as the process is concerned: no handler runs.
    fn kill(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_is_killed_again_and_again_loses_nothing_that_it_acknowledged() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Server::start(folder.path());
    let (nodes, at) = watch::channel(vec![server.http]);
    let crowd = Crowd::start(at, 4).await;
    let seed = getrandom::u64().unwrap();
    eprintln!("seed {seed}");
    let mut luck = chance::SeededChance::from_seed(seed);
    for round in 1..=ROUNDS {
        // The moment is what is random: in the middle of whatever is going on then.
        crowd.moves(1).await;
        tokio::time::sleep(Duration::from_micros(luck.below(60_000).into())).await;
        server.kill();
        server = Server::start(folder.path());
        nodes.send_replace(vec![server.http]);
        crowd.check(server.http).await;
        eprintln!(
            "round {round}: {} moves acknowledged, {} of them when sent again; {} questions without an answer",
            crowd.acknowledged(),
            crowd.acknowledged_late(),
            crowd.unanswered()
        );
    }
    assert!(crowd.unanswered() >= 1, "somebody was always waiting for an answer");
    for game in crowd.stop_and_check(&[server.http]).await {
        // The log holds its own proof: ids, positions, the hash chain, and that every event may follow the last.
        let log = server.http.get(&format!("/api/v1/games/{game}/log")).await.unwrap().expect(200);
        Log::<DiceeGame>::from_json(&log.to_string(), &Upcaster::default()).unwrap();
    }
}
