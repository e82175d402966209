//! Learning in the terminal: the profile of saved games, the puzzle of a day, training.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use chance::SeededChance;
use fortytwo::{
    Bot, BySeat, Command as Command42, FortyTwo, HouseRules, Phase, PlayerType, Seat, Skill, TargetMarks,
    share,
};
use ledger::{Game as _, Log, Source, Stamp};
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

/// A game of Forty-Two to one mark in which the person at seat 0 says and plays anything; its log and its link.
fn saved_hands(folder: &Path, seed: u32) -> (String, String) {
    let (mut log, mut luck) = (Log::<FortyTwo>::default(), SeededChance::from_seed(seed.into()));
    let stamp = Stamp { timestamp: seed.into(), source: Source::Engine };
    let mut player_types = BySeat([PlayerType::Ai; 4]);
    player_types[Seat::ALL[0]] = PlayerType::Human;
    let house = HouseRules { target_marks: TargetMarks::try_from(1).unwrap(), ..HouseRules::default() };
    let start =
        Command42::StartGame { seed: Some(seed), player_types: Some(player_types), dealer: None, house };
    log.submit(ledger::Seat(0), "start", None, &start, &mut luck, stamp).unwrap();
    let (mut person, mut bot) = (Bot::new(Skill::Random, 1), Bot::new(Skill::Heuristic, 1));
    while log.state().phase() != Phase::GameOver {
        let choose = |seat: Seat| {
            let player = if seat == Seat::ALL[0] { &mut person } else { &mut bot };
            player.choose(&log.state().view(Some(seat.into())))
        };
        let command = Seat::ALL.into_iter().find_map(choose).unwrap();
        let seat = command.player().unwrap();
        log.submit(seat.into(), &log.version().to_string(), None, &command, &mut luck, stamp).unwrap();
    }
    let file = folder.join(format!("fortytwo-{seed}.json")).display().to_string();
    std::fs::write(&file, log.to_json().unwrap()).unwrap();
    (file, ledger::link::query(&share::to_link(&log).unwrap()))
}

#[test]
fn a_profile_of_forty_two_counts_hands_by_what_the_seat_could_know_and_each_deal_once() {
    let folder = tempfile::tempdir().unwrap();
    let (file, link) = saved_hands(folder.path(), 5);
    let profile = json(&["profile", &file]);
    let skill = &profile["fortyTwo"]["skill"];
    let hands = skill["hands"].as_u64().unwrap();
    assert!(hands >= 1, "{profile}");
    assert_eq!((&profile["skill"]["games"], &profile["fortyTwo"]["repeated"]), (&0.into(), &0.into()));
    assert!(skill["optimalShare"].as_f64().unwrap() < 1.0, "{profile}");
    let kinds = profile["fortyTwo"]["patterns"]["kinds"].as_array().unwrap();
    assert!(kinds.iter().any(|kind| kind["total"]["wrong"].as_u64() > Some(0)), "{profile}");
    // The link is the same game, and so are its deals.
    let both = json(&["profile", &file, &link]);
    assert_eq!(both["fortyTwo"]["skill"]["hands"], hands);
    assert_eq!(both["fortyTwo"]["repeated"], hands);
    let text = ok(&["profile", &file], "");
    assert!(text.contains("Forty-Two, ") && text.contains("kind of mistake"), "{text}");
    assert!(!text.contains("Practise next"), "there are no dice in it: {text}");
    let output = run(&["profile", &file, "--player", "5"], "");
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("player: expected a seat of Forty-Two, 1 to 4, got \"5\""), "{error}");
}

#[test]
fn a_profile_tells_the_luck_of_a_session_of_dice_pools_as_the_session_does() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("friday.json").display().to_string();
    let lines = ["pool mira stealth 6", "check mira stealth 2", "check mira stealth 3"];
    let session = ok(&[&["session", &file, "--seed", "3"], &lines[..], &["--json"]].concat(), "");
    let session: Value = serde_json::from_str(&session).unwrap();
    let profile = json(&["profile", &file]);
    assert_eq!(profile["sessions"][0]["luck"], session["luck"], "{profile}");
    assert_eq!(profile["sessions"][0]["luck"]["characters"]["mira"]["rolls"], 2);
    let told = ok(&["session", &file, "luck"], "");
    assert!(ok(&["profile", &file], "").ends_with(&told), "{told}");
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
