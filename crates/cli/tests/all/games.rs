//! Games of dice in the terminal: played, saved, replayed, verified and reported.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// A home of its own, so that no saved game and no cache but its own is seen.
struct Home(tempfile::TempDir);

impl Home {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn run(&self, args: &[&str], input: &str) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_dicee"));
        command.env("HOME", self.0.path()).env_remove("XDG_DATA_HOME").env("XDG_CACHE_HOME", cache());
        command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        // A command that refuses its arguments does not read what it is sent.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        child.wait_with_output().unwrap()
    }

    fn ok(&self, args: &[&str], input: &str) -> String {
        let output = self.run(args, input);
        assert!(output.status.success(), "{args:?}: {}", text(&output.stderr));
        text(&output.stdout)
    }

    fn json(&self, args: &[&str]) -> Value {
        serde_json::from_str(&self.ok(&[args, &["--json"]].concat(), "")).unwrap()
    }
}

/// The solved games are the same for all tests; solving them once is enough.
fn cache() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("games-cache")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn golden(name: &str) -> String {
    // Histories in the words of the data contract are kept beside it.
    let krate = if name.starts_with("contract") { "protocol" } else { "dicee" };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(krate).join("tests/golden");
    folder.join(name).display().to_string()
}

/// Rolls once and fills the boxes in card order.
fn moves() -> String {
    let boxes = ["1", "2", "3", "4", "5", "6", "3k", "4k", "fh", "ss", "ls", "d", "c"];
    boxes.map(|name| format!("roll\nscore {name}\n")).concat()
}

#[test]
fn a_game_is_played_saved_verified_replayed_and_reported() {
    let home = Home::new();
    let file = home.file("game.json").display().to_string();
    let out = home.ok(&["play", "--solo", "--seed", "7", "--save", &file], &moves());
    assert!(out.contains("Turn 13 of 13") && out.contains("luck"), "{out}");
    let link =
        out.lines().find_map(|line| line.strip_prefix("Share it, for dicee replay or report: ")).unwrap();

    let verified = home.json(&["verify", &file]);
    assert_eq!(verified["valid"], true);
    let checks = verified["checks"].as_array().unwrap();
    let names: Vec<&str> = checks.iter().map(|check| check["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["seals", "rules", "integrity", "invariants", "dice"]);
    assert!(checks.iter().all(|check| check["result"] == "holds"), "{verified}");

    let (by_file, by_link) = (home.json(&["replay", &file]), home.json(&["replay", link]));
    assert_eq!(by_file["view"], by_link["view"]);
    assert_eq!(by_file["view"]["status"], "completed");
    assert_eq!(by_file["last_event"]["eventType"], "game_completed");
    let early = home.json(&["replay", &file, "--at", "3"]);
    assert_eq!((&early["version"], &early["view"]["currentTurn"]["rollNumber"]), (&3.into(), &1.into()));

    let report = home.json(&["report", &file]);
    let player = &report["players"][0];
    let number = |name: &str| player["totals"][name].as_f64().unwrap();
    assert!((number("optimum") + number("luck") - number("loss") - number("score")).abs() < 1e-6);
    assert_eq!(player["totals"]["score"], by_file["view"]["players"][0]["scorecard"]["grandTotal"]);
    assert_eq!(player["turns"].as_array().unwrap().len(), 13);
    assert!(!player["mistakes"].as_array().unwrap().is_empty());
    assert_eq!(player["standings"].as_array().unwrap().len(), 6);
    assert_eq!(home.json(&["report", link])["players"][0]["totals"], player["totals"]);
    assert!(home.ok(&["report", &file], "").contains("Most expensive decisions"));
}

#[test]
fn the_same_seed_and_moves_give_the_same_game() {
    let home = Home::new();
    let play = |name: &str| {
        let file = home.file(name).display().to_string();
        home.ok(&["play", "--bot", "beginner", "--seed", "3", "--save", &file], &moves());
        let events = home.json(&["replay", &file, "--events"]);
        let rolls = events.as_array().unwrap().iter().filter(|event| event["eventType"] == "roll");
        rolls.map(|roll| roll["diceResult"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(play("first.json"), play("second.json"));
}

#[test]
fn a_game_goes_on_where_it_was_left() {
    let home = Home::new();
    let (whole, parts) =
        (home.file("whole.json").display().to_string(), home.file("parts.json").display().to_string());
    let all = moves();
    home.ok(&["play", "--solo", "--seed", "9", "--save", &whole], &all);
    let (first, second) = all.split_at(all.len() / 2 - all[..all.len() / 2].len() % 2);
    let cut = first.rfind('\n').unwrap() + 1;
    let second = format!("{}{second}", &first[cut..]);
    let out = home.ok(&["play", "--solo", "--seed", "9", "--save", &parts], &first[..cut]);
    assert!(out.contains(&format!("dicee play --resume {parts}")), "{out}");
    home.ok(&["play", "--resume", &parts], &second);
    let cards = |file: &str| home.json(&["replay", file])["view"]["players"][0]["scorecard"].clone();
    assert_eq!(cards(&whole), cards(&parts));
    assert_eq!(cards(&whole)["turnsCompleted"], 13);
}

#[test]
fn without_a_name_games_are_saved_in_the_data_directory() {
    let home = Home::new();
    let out = home.ok(&["play", "--solo", "--seed", "1"], "roll\nquit\n");
    let folder = home.file(".local/share/dicee/games");
    let saved: Vec<_> = std::fs::read_dir(&folder).unwrap().collect();
    assert_eq!(saved.len(), 1, "{out}");
}

#[test]
fn a_machine_plays_line_by_line() {
    let home = Home::new();
    let file = home.file("game.json").display().to_string();
    let input = "roll\nscore nowhere\nadvice\nkeep none\nscore c\nlink\nundo\nquit\n";
    let out = home.ok(&["play", "--tutorial", "--seed", "5", "--save", &file, "--json"], input);
    let lines: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines[0]["view"]["currentTurn"]["phase"], "initial_roll");
    assert_eq!(lines[1]["view"]["currentTurn"]["rollNumber"], 1);
    assert!(lines[2]["error"]["message"].as_str().unwrap().contains("no box"));
    assert!(lines[3]["reasoning"].is_string());
    assert_eq!(lines[4]["view"]["currentTurn"]["rollNumber"], 2);
    assert_eq!(lines[5]["view"]["players"][0]["scorecard"]["turnsCompleted"], 1);
    assert!(lines[6]["link"].as_str().unwrap().starts_with("?g="));
    assert_eq!(
        lines[7]["view"]["players"][0]["scorecard"]["turnsCompleted"], 0,
        "a tutorial takes scores back"
    );
}

#[test]
fn every_golden_history_verifies() {
    let home = Home::new();
    for name in [
        "solo-standard.json",
        "fair-joker_rules.json",
        "solo-first-schemas.json",
        "contract-first-schemas.json",
        "contract-current.json",
    ] {
        let report = home.json(&["verify", &golden(name)]);
        assert_eq!(report["valid"], true, "{name}: {report}");
    }
    let fair = home.json(&["verify", &golden("fair-classic.json")]);
    let dice = &fair["checks"][4];
    assert!(
        dice["result"] == "holds"
            && dice["detail"].as_str().unwrap().contains("rolls follow from their seeds")
    );
    let link = std::fs::read_to_string(golden("solo.link")).unwrap();
    assert_eq!(home.json(&["verify", &format!("g={}", link.trim())])["valid"], true);
}

#[test]
fn a_changed_history_is_found_out_with_exit_code_1() {
    let home = Home::new();
    let sound = std::fs::read_to_string(golden("solo-standard.json")).unwrap();
    let history = std::fs::read_to_string(golden("contract-current.json")).unwrap();
    let cases = [
        (sound.replacen("\"pointsEarned\":", "\"pointsEarned\":1", 1), "id does not match"),
        (sound[..sound.len() - 40].to_owned(), "not a log"),
        (history.replacen("\"pointsEarned\":", "\"pointsEarned\":1", 1), "cannot follow"),
        (history.replacen("\"grandTotal\":", "\"grandTotal\":9", 1), "violation"),
        (history.replacen("\"sequenceNumber\":4", "\"sequenceNumber\":44", 1), "violation"),
        (history.replacen("\"decisionQuality\":\"poor\"", "\"decisionQuality\":\"optimal\"", 1), "violation"),
        (history.replacen("\"winnerIds\":[\"2", "\"winnerIds\":[\"3", 1), "winnerIds"),
        (history.replacen("\"eventSource\":\"client\"", "\"eventSource\":\"engine\"", 1), "eventSource"),
        (
            history.replacen("\"eventVersion\":\"2.0.0\"", "\"eventVersion\":\"65535.0.0\"", 1),
            "cannot be read",
        ),
        (
            history.replacen("\"streamType\":\"domain\"", "\"streamType\":\"telemetry\"", 1),
            "belongs into the stream",
        ),
        ("[]".to_owned(), "no event"),
        ("".to_owned(), "nothing"),
        ("nonsense".to_owned(), r#"or a link, got \"nonsense\" (not a list of events: "#),
    ];
    for (changed, words) in cases {
        assert!(changed != sound && changed != history);
        let file = home.file("changed.json");
        std::fs::write(&file, &changed).unwrap();
        let output = home.run(&["verify", &file.display().to_string(), "--json"], "");
        assert_eq!(output.status.code(), Some(1), "{words}");
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(report["valid"], false);
        assert!(report["checks"].to_string().contains(words), "{words}: {report}");
    }
}

/// A grade whose numbers agree with each other can still be wrong: only the solved game tells.
#[test]
fn a_false_grade_that_looks_to_the_end_of_the_game_is_found_for_keeps_and_for_scores() {
    let home = Home::new();
    let stored = std::fs::read_to_string(golden("solo-standard.json")).unwrap();
    let log = ledger::Log::<dicee::DiceeGame>::from_json(&stored, &dicee::upcaster()).unwrap();
    let solved = dicee::SolvedGame::solve(dicee::Rules::default());
    let events = protocol::contract::events(&log, dicee::Outlook::Game(&solved));
    let sound = serde_json::to_value(events).unwrap();
    let verify = |history: &Value| {
        let file = home.file("graded.json");
        std::fs::write(&file, history.to_string()).unwrap();
        home.run(&["verify", &file.display().to_string(), "--json"], "").status.code()
    };
    assert_eq!(verify(&sound), Some(0));
    for kind in ["roll", "score"] {
        let mut changed = sound.clone();
        let graded = |event: &&mut Value| event["eventType"] == kind && event["optimalEV"].is_number();
        let event = changed.as_array_mut().unwrap().iter_mut().find(graded).unwrap();
        for field in ["optimalEV", "expectedValue"] {
            event[field] = (event[field].as_f64().unwrap() + 1.0).into();
        }
        assert_eq!(verify(&changed), Some(1), "{kind}");
    }
}

#[test]
fn a_file_that_was_cut_off_is_finished_and_one_that_was_changed_meanwhile_is_left_alone() {
    let home = Home::new();
    let mut envelopes: Vec<Value> =
        serde_json::from_str(&std::fs::read_to_string(golden("solo-standard.json")).unwrap()).unwrap();
    envelopes.pop();
    let file = home.file("cut.json");
    std::fs::write(&file, Value::Array(envelopes.clone()).to_string()).unwrap();
    let name = file.display().to_string();
    let verdict = home.run(&["verify", &name], "");
    assert!(text(&verdict.stdout).contains("the end of the game is missing"));
    home.ok(&["play", "--resume", &name], "roll\nroll\n");
    assert_eq!(home.json(&["verify", &name])["valid"], true, "the end is there now, and nothing after it");

    let file = home.file("two.json");
    let name = file.display().to_string();
    home.ok(&["play", "--solo", "--seed", "4", "--save", &name], "roll\n");
    let before = std::fs::read_to_string(&file).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_dicee"));
    command
        .env("HOME", home.0.path())
        .env("XDG_CACHE_HOME", cache())
        .args(["play", "--json", "--resume", &name]);
    let mut first = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(first.stdout.take().unwrap()).lines();
    lines.next().unwrap().unwrap();
    home.ok(&["play", "--resume", &name], "score c\n");
    let meanwhile = std::fs::read_to_string(&file).unwrap();
    assert_ne!(meanwhile, before);
    writeln!(first.stdin.as_mut().unwrap(), "score 1").unwrap();
    assert!(lines.next().unwrap().unwrap().contains("changed by somebody else"));
    drop(first.stdin.take());
    first.wait().unwrap();
    assert_eq!(std::fs::read_to_string(&file).unwrap(), meanwhile);
}

#[test]
fn no_bytes_end_a_game() {
    let home = Home::new();
    let file = home.file("bytes.json").display().to_string();
    let mut command = Command::new(env!("CARGO_BIN_EXE_dicee"));
    command.env("HOME", home.0.path()).env("XDG_CACHE_HOME", cache());
    command
        .args(["play", "--solo", "--seed", "7", "--save", &file])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"\xff\xfe\nroll\nquit\n").unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert!(text(&output.stdout).contains("is no move"));
}

#[test]
fn bad_input_names_what_is_wrong_with_exit_code_2() {
    let home = Home::new();
    let link = std::fs::read_to_string(golden("solo.link")).unwrap();
    let cut = format!("?g={}", &link[..200]);
    let file = golden("solo-standard.json");
    let out = home.ok(&["fortytwo", "play", "--seed", "7", "--skill", "random"], "");
    let dominoes = out[out.find("g=").unwrap()..].trim_end().trim_end_matches('\'').to_owned();
    for (args, field, words) in [
        (vec!["replay", "no-such-file.json"], "source", "no-such-file.json"),
        (vec!["replay", &file, "--at", "1000"], "at", "the number of events"),
        (vec!["replay", &cut], "source", "cut off"),
        (vec!["replay", "?g=!!!"], "source", "damaged"),
        (vec!["replay", "?h=abc"], "source", ""),
        (vec!["report", &file, "--player", "7"], "player", "1 to 1"),
        (vec!["play", "--bot", "genius"], "bot", "optimal"),
        (vec!["play", "--seed", "99999999999999999999"], "seed", ""),
        (vec!["play", "--resume", &cut], "resume", ""),
        (vec!["play", "--resume", &file, "--rules", "classic"], "resume", "--rules"),
        (vec!["replay", &file, "--at", "-1"], "at", "-1"),
        (vec!["frobnicate"], "command", "frobnicate"),
        (vec!["play", "--save", "no/such/folder/x.json"], "save", "folder that exists"),
        (vec!["report", &dominoes, "--player", "1"], "player", "Texas 42"),
        (vec!["play", "--save", &file], "save", "does not exist yet"),
        (vec!["verify", "no-such-file.json"], "source", ""),
    ] {
        let output = home.run(&[args.as_slice(), &["--json"]].concat(), "");
        assert_eq!(output.status.code(), Some(2), "{args:?}: {}", text(&output.stderr));
        let error: Value = serde_json::from_slice(&output.stderr).unwrap();
        assert_eq!(error["error"]["field"], field, "{args:?}: {error}");
        assert!(error.to_string().contains(words), "{args:?}: {error}");
    }
}
