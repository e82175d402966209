//! A server that is killed at random moments, again and again, and loses nothing that it acknowledged.

use std::time::Duration;

use chance::Chance as _;
use dicee::DiceeGame;
use ledger::{Log, Upcaster};
use testbed::Crowd;
use tokio::sync::watch;

use crate::process::Server;

/// How often it is killed: more often in a full run.
fn rounds() -> u32 {
    if std::env::var_os("DICEE_FULL").is_some() { 50 } else { 10 }
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
    for round in 1..=rounds() {
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
    for (player, game) in crowd.stop_and_check(&[server.http]).await {
        // The log holds its own proof: ids, positions, the hash chain, and that every event may follow the last.
        let log = player.get(server.http, &game, "/log").await.unwrap().expect(200);
        Log::<DiceeGame>::from_json(&log.to_string(), &Upcaster::default()).unwrap();
    }
}
