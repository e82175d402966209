//! Three nodes on one PostgreSQL and one Redis, while something breaks again and again: what was acknowledged is there once,
//! in order, on every node, and is never read stale afterwards.

use std::process::Command;
use std::time::Duration;

use chance::{Chance as _, SeededChance};
use testbed::{Crowd, PostgresServer, RedisServer, eventually};
use tokio::sync::watch;

use crate::process::{DICEE, Server};

/// How many rounds: what `cargo xtask torture --rounds` says, else a few.
fn rounds() -> u32 {
    std::env::var("DICEE_TEST_TORTURE_ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(20)
}

/// Tells `cargo xtask torture` what was done.
fn report(moves: u64) {
    eprintln!("torture: {} rounds, {moves} moves acknowledged, each there once and in its place", rounds());
    if let Some(path) = std::env::var_os("DICEE_TEST_TORTURE_REPORT") {
        use std::io::Write as _;
        let mut file = std::fs::OpenOptions::new().append(true).create(true).open(path).unwrap();
        writeln!(file, "{}\t{moves}", rounds()).unwrap();
    }
}

/// The first node may be one of an earlier release, as during an upgrade (`cargo xtask upgrade`).
fn node(number: usize, database: &str, redis: &str) -> Server {
    let previous = std::env::var_os("DICEE_TEST_PREVIOUS").filter(|_| number == 0);
    let mut serve = Command::new(previous.unwrap_or_else(|| DICEE.into()));
    serve.args(["serve", "--addr=127.0.0.1:0", "--no-limits", "--bot-delay-ms=0"]);
    Server::spawn(serve.env("DICEE_DATABASE", database).env("DICEE_REDIS", redis))
}

/// Sends a signal to a process of ours.
fn signal(server: &Server, name: &str) {
    let sent = Command::new("kill").args([name, &server.id().to_string()]).status().unwrap();
    assert!(sent.success());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_acknowledged_is_lost_doubled_or_read_stale_whatever_breaks() {
    let (postgres, redis) = (PostgresServer::start(true), RedisServer::start());
    let database = postgres.new_database();
    let start = |number| node(number, &database, &redis.url());
    let mut servers = [start(0), start(1), start(2)];
    let addresses = |servers: &[Server; 3]| servers.iter().map(|server| server.http).collect::<Vec<_>>();
    let (nodes, at) = watch::channel(addresses(&servers));
    // Two people at each of the three games.
    let crowd = Crowd::at_every_game(at, 6).await;
    let seed = getrandom::u64().unwrap();
    eprintln!("seed {seed}");
    let mut luck = SeededChance::from_seed(seed);
    for round in 1..=rounds() {
        crowd.moves(2).await;
        tokio::time::sleep(Duration::from_micros(luck.below(50_000).into())).await;
        let victim = luck.below(3) as usize;
        let fault = match luck.below(4) {
            0 => {
                servers[victim].kill();
                servers[victim] = start(victim);
                nodes.send_replace(addresses(&servers));
                "a node is killed"
            }
            1 => {
                signal(&servers[victim], "-STOP");
                tokio::time::sleep(Duration::from_millis(300)).await;
                signal(&servers[victim], "-CONT");
                "a node is frozen"
            }
            2 => {
                redis.stop();
                redis.run();
                "Redis forgets everything"
            }
            _ => {
                postgres.stop();
                postgres.run();
                "the database starts again"
            }
        };
        // Every node answers again, and none of them with less than was acknowledged.
        for server in &servers {
            eventually("the node is ready", async || {
                let reply = server.http.get("/health/ready").await.ok()?;
                (reply.status == 200).then_some(())
            })
            .await;
            crowd.check(server.http).await;
        }
        eprintln!("round {round}: {fault}; {} moves acknowledged", crowd.acknowledged());
    }
    let moves = crowd.acknowledged();
    crowd.stop_and_check(&addresses(&servers)).await;
    report(moves);
}
