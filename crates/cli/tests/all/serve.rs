//! `dicee serve` as operators meet it: its configuration, its log, and its end.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

/// The command in a home of its own, without any setting from outside.
fn dicee(home: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dicee"));
    command.env_clear().env("HOME", home).env("LOCALAPPDATA", home);
    if let Some(path) = std::env::var_os("PATH") {
        command.env("PATH", path);
    }
    command.arg("serve").args(args);
    command
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn check(mut command: Command) -> (Output, Value) {
    let output = command.args(["--check-config", "--json"]).output().unwrap();
    let answer = serde_json::from_slice(&output.stdout).unwrap_or(Value::Null);
    (output, answer)
}

fn setting<'a>(answer: &'a Value, key: &str) -> &'a Value {
    answer["settings"].as_array().unwrap().iter().find(|one| one["key"] == key).unwrap()
}

#[test]
fn the_check_shows_every_setting_with_its_origin_and_no_secret() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("some.toml");
    std::fs::write(&file, "# ours\ndrain_s = 3\noperator_token = 'tiger-tiger-tiger'\n").unwrap();
    let mut command = dicee(home.path(), &["--addr", "127.0.0.1:0", "--config", file.to_str().unwrap()]);
    command.env("DICEE_SEND_QUEUE", "17");
    let (output, answer) = check(command);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(answer["ok"], true);
    assert_eq!(answer["settings"].as_array().unwrap().len(), server::SETTINGS.len());
    let drain = setting(&answer, "drain_s");
    assert_eq!((&drain["value"], &drain["origin"]["source"]), (&3.into(), &"file".into()));
    assert_eq!(drain["origin"]["line"], 2);
    assert_eq!(setting(&answer, "send_queue")["origin"]["name"], "DICEE_SEND_QUEUE");
    assert_eq!(setting(&answer, "addr")["origin"]["name"], "--addr");
    assert_eq!(setting(&answer, "mailbox")["origin"]["source"], "default");
    assert_eq!(setting(&answer, "operator_token")["value"], "***");
    assert!(!text(&output.stdout).contains("tiger"));
    assert!(!home.path().join(".local").exists(), "looking makes nothing");

    let output = dicee(home.path(), &["--check-config"]).env("DICEE_CONFIG", &file).output().unwrap();
    let words = text(&output.stdout);
    assert!(words.contains("The server can start.") && words.contains("some.toml, line 2"), "{words}");
    assert!(!words.contains("tiger"), "{words}");
}

#[test]
fn a_check_that_fails_ends_with_1_and_says_why() {
    let home = tempfile::tempdir().unwrap();
    std::fs::write(home.path().join("file"), "").unwrap();
    let folder = home.path().join("file/data");
    let (output, answer) =
        check(dicee(home.path(), &["--addr", "0", "--data-dir", folder.to_str().unwrap()]));
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(answer["ok"], false);
    let store = answer["checks"].as_array().unwrap().iter().find(|check| check["what"] == "store").unwrap();
    assert_eq!(store["state"], "wrong", "{store}");

    // Nobody listens on this port of the loopback: it was free a moment ago.
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let database = format!("postgres://ann:tiger@{free}/dicee");
    let (output, answer) = check(dicee(home.path(), &["--addr", "0", "--database", &database]));
    assert_eq!(output.status.code(), Some(1));
    assert!(answer.to_string().contains("ann:***@") && !answer.to_string().contains("tiger"), "{answer}");

    let (output, _) = check(dicee(home.path(), &["--drain-s", "never"]));
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("--drain-s"), "{}", text(&output.stderr));
}

#[test]
fn a_wrong_setting_names_its_key_its_place_and_what_was_expected() {
    let home = tempfile::tempdir().unwrap();
    let rows: [(&[&str], (&str, &str), &str); 4] = [
        (&["--drain-s", "never"], ("", ""), "--drain-s: expected a number from 0 to 3600, got \"never\""),
        (&[], ("DICEE_LOG", "xml"), "DICEE_LOG: expected text or json, got \"xml\""),
        (&[], ("DICEE_DRAIN", "1"), "DICEE_DRAIN is not a setting; did you mean DICEE_DRAIN_S?"),
        (&["--memory", "--database", "postgres://h/d"], ("", ""), "exclude each other"),
    ];
    for (args, (name, value), expected) in rows {
        let mut command = dicee(home.path(), args);
        if !name.is_empty() {
            command.env(name, value);
        }
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(text(&output.stderr).contains(expected), "{}", text(&output.stderr));
    }
    let output = dicee(home.path(), &["--drain-s", "never", "--json"]).output().unwrap();
    let error: Value = serde_json::from_slice(&output.stderr).unwrap();
    assert_eq!(error["error"]["field"], "drain_s");
    assert_eq!(error["error"]["expected"], "a number from 0 to 3600");
}

#[test]
fn the_operator_token_cannot_be_given_where_others_can_read_it() {
    let home = tempfile::tempdir().unwrap();
    let output = dicee(home.path(), &["--operator-token", "tiger-tiger-tiger"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let help = text(&dicee(home.path(), &["--help"]).output().unwrap().stdout);
    for setting in server::SETTINGS {
        assert_eq!(help.contains(&format!("--{}", setting.flag())), setting.has_flag, "{}", setting.key);
    }
}

/// A server that runs; ended the hard way if the test forgets it.
struct Running {
    child: Child,
    addr: SocketAddr,
}

impl Running {
    fn start(home: &Path, args: &[&str]) -> Self {
        let mut command = dicee(home, &[&["--addr", "127.0.0.1:0"], args].concat());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let addr = line.split("http://").nth(1).and_then(|rest| rest.split_whitespace().next());
        let addr = addr.unwrap_or_else(|| panic!("no address in {line:?}")).parse().unwrap();
        Self { child, addr }
    }

    fn ask(&self, request: &str) -> String {
        let mut connection = TcpStream::connect(self.addr).unwrap();
        connection.write_all(request.as_bytes()).unwrap();
        let mut reply = String::new();
        connection.read_to_string(&mut reply).unwrap();
        reply
    }

    #[cfg(unix)]
    fn signal(&self, name: &str) {
        let sent = Command::new("kill").args([name, &self.child.id().to_string()]).status().unwrap();
        assert!(sent.success());
    }

    /// Its exit code and its log.
    fn end(mut self) -> (Option<i32>, String) {
        let mut log = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut log).unwrap();
        (self.child.wait().unwrap().code(), log)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It has mostly ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(unix)]
#[test]
fn a_signal_ends_it_gently_and_games_are_kept_in_the_data_directory() {
    let home = tempfile::tempdir().unwrap();
    for name in ["-TERM", "-INT"] {
        let server = Running::start(home.path(), &[]);
        let reply = server.ask("GET /health/ready HTTP/1.1\r\nHost: dicee\r\nConnection: close\r\n\r\n");
        assert!(reply.contains(r#""store":{"state":"connected","kind":"sqlite"}"#), "{reply}");
        server.signal(name);
        let (code, log) = server.end();
        assert_eq!(code, Some(0), "{log}");
        assert!(log.contains("serving") && log.contains("draining") && log.contains("stopped"), "{log}");
    }
    let file = walk(home.path()).into_iter().find(|file| file.ends_with("dicee.db"));
    assert!(file.is_some_and(|file| std::fs::metadata(file).unwrap().len() > 0));
}

#[cfg(unix)]
fn walk(folder: &Path) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { walk(&path) } else { vec![path] }).collect()
}

#[cfg(unix)]
#[test]
fn a_second_signal_ends_it_at_once() {
    let home = tempfile::tempdir().unwrap();
    let server = Running::start(home.path(), &["--memory", "--drain-s", "600"]);
    // Half a request keeps the server draining.
    let mut half = TcpStream::connect(server.addr).unwrap();
    half.write_all(b"GET / HTTP/1.1\r\nHost:").unwrap();
    // Connections are taken in order: once this later one is answered, the other is being served.
    server.ask("GET /health/live HTTP/1.1\r\nHost: dicee\r\nConnection: close\r\n\r\n");
    let begun = Instant::now();
    server.signal("-TERM");
    // It has heard the first once it takes nobody any more.
    while TcpStream::connect(server.addr).is_ok() {
        assert!(begun.elapsed() < Duration::from_secs(60), "it never began to drain");
    }
    server.signal("-TERM");
    let (code, log) = server.end();
    assert_eq!(code, Some(130), "{log}");
    assert!(begun.elapsed() < Duration::from_secs(120));
}

#[cfg(unix)]
#[test]
fn the_log_is_json_carries_the_trace_and_keeps_secrets() {
    let home = tempfile::tempdir().unwrap();
    let server = Running::start(home.path(), &["--memory", "--log", "json", "--log-level", "debug"]);
    let trace = "6f1c1f0e-9d5b-4f8e-8a3c-2b7d5e9f0a11";
    server.ask(&format!(
        "GET /api/v1/players/3f2504e0-4f89-41d3-9a0c-0305e82c3301/export?token=tiger HTTP/1.1\r\nHost: dicee\r\n\
         Authorization: Bearer panther\r\nX-Trace-Id: {trace}\r\nConnection: close\r\n\r\n"
    ));
    server.signal("-TERM");
    let (code, log) = server.end();
    assert_eq!(code, Some(0));
    assert!(!log.contains("tiger") && !log.contains("panther"), "{log}");
    let lines: Vec<Value> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let request = lines.iter().find(|line| line["message"] == "request").unwrap_or_else(|| panic!("{log}"));
    assert_eq!((&request["level"], &request["span"]["trace"]), (&"DEBUG".into(), &trace.into()));
    assert_eq!(request["status"], 401);
    let warning = lines.iter().find(|line| line["message"] == "request refused").unwrap();
    assert_eq!((&warning["level"], &warning["span"]["trace"]), (&"WARN".into(), &trace.into()));
    assert!(!warning.to_string().contains("127.0.0.1"), "addresses of clients are for debugging alone");
    assert!(!warning.to_string().contains("3f2504e0"), "{warning}");
}

#[cfg(unix)]
#[test]
fn an_ordinary_request_is_told_at_debug_alone() {
    let home = tempfile::tempdir().unwrap();
    let server = Running::start(home.path(), &["--memory"]);
    server.ask("GET /health/live HTTP/1.1\r\nHost: dicee\r\nConnection: close\r\n\r\n");
    server.signal("-TERM");
    let (_, log) = server.end();
    assert!(!log.contains("request") && log.contains("INFO"), "{log}");
}
