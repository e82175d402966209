//! One node and three on one PostgreSQL and one Redis under the same load. Not a test of a rule: it prints what `dicee load`
//! says, what the nodes took, and what everything else took.

use std::process::Command;

use serde_json::Value;
use testbed::{PostgresServer, RedisServer};

use crate::process::{DICEE, Server};

/// What is played, unless `DICEE_TEST_LOAD` says otherwise.
const LOAD: &str = "--games 200 --watchers 1 --think 1000 --connections-rate 50";

/// `cargo test --release -p cli --test serving -- --ignored --nocapture three_nodes_under_load`
#[test]
#[ignore = "a measurement, not a test"]
fn three_nodes_under_load() {
    let load = std::env::var("DICEE_TEST_LOAD").unwrap_or_else(|_| LOAD.into());
    eprintln!("{load}");
    let [one, three] = [1, 3].map(|count| Measured::of(count, &load));
    eprintln!(
        "three nodes beside one: {:.2} times the moves a second, {:.2} times the processor a move in the nodes, {:.2} times \
         in all",
        three.moves_per_second / one.moves_per_second,
        three.ms_per_move(three.nodes_seconds) / one.ms_per_move(one.nodes_seconds),
        three.ms_per_move(three.all_seconds) / one.ms_per_move(one.all_seconds),
    );
}

/// What a run took, in seconds of the processor.
struct Measured {
    moves: f64,
    moves_per_second: f64,
    nodes_seconds: f64,
    /// Of all processes of this machine: the nodes, PostgreSQL, Redis, the client, and whatever else runs.
    all_seconds: f64,
}

impl Measured {
    /// Of so many nodes over a PostgreSQL and a Redis of their own.
    fn of(count: usize, load: &str) -> Self {
        let (postgres, redis) = (PostgresServer::start(true), RedisServer::start());
        let database = postgres.new_database();
        let start = |_| {
            let mut serve = Command::new(DICEE);
            serve.args(["serve", "--addr=127.0.0.1:0", "--no-limits", "--max-connections=40000"]);
            Server::spawn(serve.env("DICEE_DATABASE", &database).env("DICEE_REDIS", redis.url()))
        };
        let nodes: Vec<Server> = (0..count).map(start).collect();
        let urls: Vec<String> = nodes.iter().map(|node| format!("http://{}", node.http.addr())).collect();
        let taken = || nodes.iter().map(cpu_seconds).collect::<Vec<f64>>();
        let mut command = Command::new(DICEE);
        command.args(["load", "--json", "--url", &urls.join(",")]).args(load.split_whitespace());
        let (before, all_before) = (taken(), busy_seconds());
        let output = command.output().unwrap();
        let (after, all_after) = (taken(), busy_seconds());
        let said = String::from_utf8_lossy(&output.stderr);
        let report: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{said}"));
        assert!(output.status.success(), "{report:#}");
        let each: Vec<f64> = after.iter().zip(&before).map(|(after, before)| after - before).collect();
        let measured = Self {
            moves: report["moves"].as_f64().unwrap(),
            moves_per_second: report["moves_per_second"].as_f64().unwrap(),
            nodes_seconds: each.iter().sum(),
            all_seconds: all_after - all_before,
        };
        let spread = &report["latency_ms"]["move_to_broadcast"];
        eprintln!(
            "{count} nodes: {:.0} moves a second, {} in the busiest; move to broadcast p50 {:.1}, p99 {:.1} ms; a move takes \
             {:.2} ms of the nodes ({each:.1?} s) and {:.2} ms of everything, client and databases among it; {:.2} cores busy",
            measured.moves_per_second,
            report["moves_in_busiest_second"],
            spread["p50"].as_f64().unwrap(),
            spread["p99"].as_f64().unwrap(),
            measured.ms_per_move(measured.nodes_seconds),
            measured.ms_per_move(measured.all_seconds),
            measured.all_seconds / report["seconds"].as_f64().unwrap(),
        );
        measured
    }

    fn ms_per_move(&self, seconds: f64) -> f64 {
        seconds * 1e3 / self.moves
    }
}

/// Processor time of a node so far, where the system tells.
fn cpu_seconds(node: &Server) -> f64 {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", node.id())).unwrap_or_default();
    // User and system time are the 12th and 13th behind the name, in hundredths of a second.
    let numbers = stat.rsplit(')').next().unwrap_or_default().split_whitespace().skip(11).take(2);
    numbers.filter_map(|number| number.parse::<f64>().ok()).sum::<f64>() / 100.0
}

/// Processor time of everything so far, but for waiting, where the system tells.
fn busy_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/stat").unwrap_or_default();
    let numbers = stat.lines().next().unwrap_or_default().split_whitespace().skip(1);
    let ticks: Vec<f64> = numbers.filter_map(|number| number.parse().ok()).collect();
    // User, nice, system; idle and waiting for disks; interrupts.
    let busy = [0_usize, 1, 2, 5, 6].into_iter().filter_map(|place| ticks.get(place));
    busy.sum::<f64>() / 100.0
}
