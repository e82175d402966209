//! Three nodes on one PostgreSQL and one Redis under load. Not a test of a rule: it prints what `dicee load` says, and what
//! each node took.

use std::process::Command;

use testbed::{PostgresServer, RedisServer};

use crate::process::{DICEE, Server};

/// What is played, unless `DICEE_TEST_LOAD` says otherwise.
const LOAD: &str = "--games 200 --watchers 1 --think 1000 --connections-rate 50";

/// `cargo test --release -p cli --test serving -- --ignored --nocapture three_nodes_under_load`
#[test]
#[ignore = "a measurement, not a test"]
fn three_nodes_under_load() {
    let (postgres, redis) = (PostgresServer::start(true), RedisServer::start());
    let database = postgres.new_database();
    let start = || {
        let mut serve = Command::new(DICEE);
        serve.args(["serve", "--addr=127.0.0.1:0", "--no-limits", "--max-connections=40000"]);
        Server::spawn(serve.env("DICEE_DATABASE", &database).env("DICEE_REDIS", redis.url()))
    };
    let nodes = [start(), start(), start()];
    let urls = nodes.each_ref().map(|node| format!("http://{}", node.http.addr())).join(",");
    let load = std::env::var("DICEE_TEST_LOAD").unwrap_or_else(|_| LOAD.into());
    let before = nodes.each_ref().map(cpu_seconds);
    let played =
        Command::new(DICEE).args(["load", "--url", &urls]).args(load.split_whitespace()).status().unwrap();
    for (node, before) in nodes.iter().zip(before) {
        eprintln!("node at {}: {:.2} s of the processor", node.http.addr(), cpu_seconds(node) - before);
    }
    assert!(played.success());
}

/// Processor time of a node so far, where the system tells.
fn cpu_seconds(node: &Server) -> f64 {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", node.id())).unwrap_or_default();
    // User and system time are the 12th and 13th behind the name, in hundredths of a second.
    let numbers = stat.rsplit(')').next().unwrap_or_default().split_whitespace().skip(11).take(2);
    numbers.filter_map(|number| number.parse::<f64>().ok()).sum::<f64>() / 100.0
}
