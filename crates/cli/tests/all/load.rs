//! Many games at once against a real server.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::net::TcpListener;
use std::process::{Command, Output};

use serde_json::Value;

fn load(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_dicee")).arg("load").args(args).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// As fast as it goes, against a server of its own.
fn report(args: &[&str]) -> Value {
    let fast = ["--serve", "--think", "0", "--bot-delay", "0", "--seconds", "100", "--json"];
    let output = load(&[args, &fast].concat());
    let report: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|_| panic!("{} {}", text(&output.stdout), text(&output.stderr)));
    assert_eq!(output.status.code(), Some(0), "{report:#}");
    report
}

#[test]
fn all_games_are_played_to_their_end_and_nothing_is_lost() {
    let report = report(&["--games", "5"]);
    assert_eq!((&report["passed"], &report["finished"]), (&true.into(), &5.into()));
    assert_eq!(report["problems"], Value::Array(Vec::new()));
    assert_eq!((&report["version_gaps"], &report["missing_events"]), (&0.into(), &0.into()));
    // One roll or two and a box, thirteen times.
    let moves = report["moves"].as_u64().unwrap();
    assert!((5 * 26..=5 * 39).contains(&moves), "{moves}");
    let latency = &report["latency_ms"]["move_to_broadcast"];
    assert_eq!(latency["count"], moves);
    let at = |name: &str| latency[name].as_f64().unwrap();
    assert!(0.0 < at("p50") && at("p50") <= at("p90") && at("p99") <= at("max"), "{latency}");
    assert!(report["events"].as_u64().unwrap() > moves, "the bots move, too");
}

#[test]
fn forty_two_is_played_as_well_with_watchers_who_hear_of_every_move() {
    let report = report(&["--games", "2", "--kind", "mixed", "--watchers", "2"]);
    assert_eq!((&report["finished"], &report["watchers"]), (&2.into(), &2.into()));
    assert_eq!(report["latency_ms"]["move_to_broadcast"]["count"], report["moves"]);
}

#[test]
fn idle_games_are_measured_unloaded_and_still_there() {
    let report = report(&["--games", "3", "--idle"]);
    assert_eq!((&report["idle"], &report["finished"], &report["moves"]), (&3.into(), &0.into(), &12.into()));
    if cfg!(target_os = "linux") {
        let kib = |name: &str| report["memory"][name].as_u64().unwrap();
        assert!(
            kib("before_kib") > 1_000 && kib("connected_kib") > 1_000 && kib("unloaded_kib") > 1_000,
            "{report}"
        );
    }
}

#[test]
fn new_games_follow_those_that_are_over_until_the_time_is_up() {
    let folder = tempfile::tempdir().unwrap();
    let samples = folder.path().join("samples.csv");
    let args = ["--games", "2", "--serve", "--think", "0", "--bot-delay", "0", "--soak", "--json"];
    let file = ["--seconds", "8", "--connections-rate", "100", "--samples", samples.to_str().unwrap()];
    let output = load(&[&args[..], &file].concat());
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((output.status.code(), &report["passed"]), (Some(0), &true.into()), "{report:#}");
    // However busy the machine: another game began because one of the two was over.
    assert!(report["started"].as_u64().unwrap() > 2, "{report:#}");
    assert_eq!(report["most_at_once"], 2);
    let samples = std::fs::read_to_string(samples).unwrap();
    let columns: Vec<usize> = samples.lines().map(|line| line.split(',').count()).collect();
    assert!(columns.len() >= 2 && columns.iter().all(|count| *count == columns[0]), "{samples}");

    let output = load(&["--games", "1", "--serve", "--seconds", "3600"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("at most 3000 without --soak"), "{}", text(&output.stderr));
}

#[test]
fn a_wrong_url_is_a_clear_error() {
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let output = load(&["--games", "1", "--url", &format!("http://{free}")]);
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output.stderr);
    assert!(said.contains(&format!("no server at http://{free}")) && said.contains("dicee serve"), "{said}");

    let output = load(&["--games", "1", "--url", "https://dicee.example", "--json"]);
    assert_eq!(output.status.code(), Some(2));
    let error: Value = serde_json::from_slice(&output.stderr).unwrap();
    assert_eq!(error["error"]["field"], "url");
}

#[test]
fn something_else_at_the_url_is_a_clear_error() {
    use std::io::{Read as _, Write as _};
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let addr = listener.local_addr().unwrap();
    let other = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let mut request = [0; 1024];
        let _ = stream.read(&mut request).unwrap();
        stream.write_all(b"HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\n\r\nnope").unwrap();
    });
    let output = load(&["--games", "1", "--url", &format!("http://{addr}")]);
    other.join().unwrap();
    let said = text(&output.stderr);
    assert!(said.contains(&format!("no Dicee server at http://{addr}")) && said.contains("404"), "{said}");
}

#[cfg(target_os = "linux")]
#[test]
fn more_sockets_than_files_are_refused_before_anything_begins() {
    let output = Command::new("sh")
        .args(["-c", "ulimit -n 200 && exec \"$0\" load --games 100 --watchers 1 --serve"])
        .arg(env!("CARGO_BIN_EXE_dicee"))
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = text(&output.stderr);
    assert!(
        said.contains("200 sockets") && said.contains("ulimit -n 250") && said.contains("75 games fit"),
        "{said}"
    );
}
