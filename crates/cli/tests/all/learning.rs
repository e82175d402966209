//! Learning in the terminal: the profile of saved games, the puzzle of a day, training.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn run(args: &[&str], input: &str) -> Output {
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("games-cache");
    let mut command = Command::new(env!("CARGO_BIN_EXE_dicee"));
    command.env("XDG_CACHE_HOME", cache).args(args);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A command that refuses its arguments does not read what it is sent.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn ok(args: &[&str], input: &str) -> String {
    let output = run(args, input);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&ok(&[args, &["--json"]].concat(), "")).unwrap()
}

/// A game alone in which every box is filled after one roll, in card order.
fn saved_game(folder: &Path, seed: &str) -> String {
    let file = folder.join(format!("{seed}.json")).display().to_string();
    let boxes = ["1", "2", "3", "4", "5", "6", "3k", "4k", "fh", "ss", "ls", "d", "c"];
    let moves: String = boxes.iter().map(|name| format!("roll\nscore {name}\n")).collect();
    ok(&["play", "--solo", "--no-grades", "--seed", seed, "--save", &file], &moves);
    file
}

#[test]
fn a_profile_counts_each_game_once_and_the_same_dice_once() {
    let folder = tempfile::tempdir().unwrap();
    let (one, two) = (saved_game(folder.path(), "1"), saved_game(folder.path(), "2"));
    let again = folder.path().join("again.json").display().to_string();
    std::fs::copy(&one, &again).unwrap();
    let profile = json(&["profile", &one, &two, &again]);
    assert_eq!(profile["skill"]["games"], 2, "{profile}");
    assert!(profile["skill"]["lossPerGame"]["mean"].as_f64().unwrap() > 50.0, "{profile}");
    assert_eq!(profile["patterns"]["games"], 2);
    assert_eq!(profile["suggestions"]["level"], "beginner");
    let text = ok(&["profile", &one, &two], "");
    assert!(text.contains("points lost a game, luck taken out") && text.contains("Practise next"), "{text}");
}

#[test]
fn a_profile_of_what_is_no_game_is_refused_by_field() {
    let output = run(&["profile", "no-such-file.json", "--json"], "");
    assert_eq!(output.status.code(), Some(2));
    let error: Value =
        serde_json::from_slice(&output.stderr).or_else(|_| serde_json::from_slice(&output.stdout)).unwrap();
    assert!(error.to_string().contains("files"), "{error}");
}

#[test]
fn the_puzzle_of_a_day_is_the_same_for_everybody_and_shared_without_its_answer() {
    let puzzle = json(&["puzzle", "--date", "2026-11-15"]);
    assert_eq!((&puzzle["version"], &puzzle["date"]), (&Value::from(1), &Value::from("2026-11-15")));
    assert_eq!(puzzle["situation"]["dice"], serde_json::json!([3, 3, 3, 5, 6]));
    let text = ok(&["puzzle", "--date", "2026-11-15"], "score ones\nnonsense\nkeep 3 3 3\n");
    assert!(text.contains("Dicee puzzle 2026-11-15"), "{text}");
    let shared = &text[text.rfind("Dicee puzzle").unwrap()..];
    assert!(!shared.contains("keep") && !shared.contains("score"), "{shared}");
    assert_eq!(run(&["puzzle", "--date", "2026-02-30"], "").status.code(), Some(2));
}

#[test]
fn training_keeps_to_its_kind_and_its_seed() {
    let exercises = json(&["train", "--kind", "broke_a_set", "--count", "3", "--seed", "7"]);
    assert_eq!(exercises.as_array().unwrap().len(), 3);
    assert!(exercises.as_array().unwrap().iter().all(|exercise| exercise["kind"] == "broke_a_set"));
    assert_eq!(json(&["train", "--kind", "broke_a_set", "--count", "3", "--seed", "7"]), exercises);
    let text = ok(&["train", "--count", "2", "--seed", "7"], "score ones\nchance\n");
    assert!(text.contains("1 of 2") && text.contains("solved"), "{text}");
    assert_eq!(run(&["train", "--kind", "no_such_kind"], "").status.code(), Some(2));
}
