//! `dicee fortytwo` as people and programs call it.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

fn run_with(args: &[&str], input: &str) -> Output {
    dicee(&[&["fortytwo"], args].concat(), input)
}

fn dicee(args: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dicee"));
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A command that does not read its input may be gone already.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn run(args: &[&str]) -> Output {
    run_with(args, "")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn json(args: &[&str]) -> Value {
    let output = run(&[args, &["--json"]].concat());
    assert!(output.status.success(), "{args:?}: {}", text(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Every line of a game that was played with these commands.
fn play(args: &[&str], input: &str) -> Vec<Value> {
    let output = run_with(&[&["play", "--skill", "heuristic"], args, &["--json"]].concat(), input);
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A game that a bot plays for us: it asks for a hint and does it, again and again.
fn hinted(args: &[&str]) -> Vec<Value> {
    let mut said = String::new();
    loop {
        let lines = play(args, &format!("{said}hint\n"));
        match &lines[lines.len() - 2] {
            hint if hint.get("hint").is_some() => said += &format!("{}\n", hint["hint"]),
            _ => return lines,
        }
    }
}

#[test]
fn tricks_and_legal_plays_are_judged() {
    let trick = json(&["trick", "--trump", "5", "--plays", "6-5,6-6,5-0,6-4"]);
    assert_eq!((&trick["winner"], &trick["points"]), (&json!("6-5"), &json!(16)));
    let nello = json(&["trick", "--trump", "nello", "--plays", "5-3 6-5 5-5"]);
    assert_eq!((&nello["winner"], &nello["points"]), (&json!("6-5"), &json!(11)));
    let legal = json(&["legal", "--trump", "4", "--led", "2-1", "--hand", "4-2,6-6,5-0"]);
    assert_eq!(legal["legal"], json!(["4-2", "6-6", "5-0"]));
    let legal = json(&["legal", "--trump", "doubles", "--led", "6-1", "--hand", "6-6,6-5"]);
    assert_eq!(legal["legal"], json!(["6-5"]));
    let sevens = json(&["legal", "--trump", "sevens", "--hand", "6-0,5-3,6-6"]);
    assert_eq!(sevens["legal"], json!(["6-0", "5-3"]));
    let said = run(&["trick", "--trump", "5", "--plays", "6-5,6-6,5-0,6-4"]);
    assert_eq!(text(&said.stdout), "6-5 wins, 16 points with fives\n");
}

#[test]
fn bad_input_exits_with_2_and_names_the_field() {
    for (args, field) in [
        (&["trick", "--trump", "7", "--plays", "6-5"][..], "trump"),
        (&["trick", "--trump", "5", "--plays", "6-7"], "plays"),
        (&["trick", "--trump", "5", "--plays", ""], "plays"),
        (&["trick", "--trump", "5", "--plays", "6-5,6-5"], "plays"),
        (&["trick", "--trump", "nello", "--plays", "6-5,6-6,5-0,6-4"], "plays"),
        (&["legal", "--trump", "5", "--led", "x", "--hand", "6-5"], "led"),
        (&["legal", "--trump", "5", "--led", "6-5", "--hand", "6-5"], "hand"),
        (&["legal", "--trump", "5", "--hand", ""], "hand"),
        (&["legal", "--trump", "5", "--hand", "0-0,1-0,1-1,2-0,2-1,2-2,3-0,3-1"], "hand"),
        (&["replay", "no-such-file.json"], "game"),
        (&["replay", "g=AAAA"], "game"),
        (&["replay", "-"], "game"),
    ] {
        let plain = run(args);
        assert_eq!(plain.status.code(), Some(2), "{args:?}");
        let message = text(&plain.stderr);
        assert!(message.starts_with(&format!("error: {field}: expected ")), "{args:?}: {message}");
        assert!(plain.stdout.is_empty());
        let output = run(&[args, &["--json"]].concat());
        let error: Value = serde_json::from_slice(&output.stderr).unwrap();
        assert_eq!(error["error"]["field"], field, "{args:?}");
    }
    for args in
        [&["play", "--marks", "0"][..], &["play", "--seed", "-1"], &["play", "--house", "eighty"], &["deal"]]
    {
        assert_eq!(run(args).status.code(), Some(2), "{args:?}");
    }
}

#[test]
fn a_deal_is_solved_from_its_seed_or_its_hands() {
    let solved = json(&["solve", "--deal", "42", "--declare", "doubles"]);
    assert_eq!(
        (&solved["value"], &solved["unit"], &solved["leader"]),
        (&json!(24), &json!("points"), &json!(0))
    );
    let leads = solved["leads"].as_object().unwrap();
    assert_eq!(leads.len(), 7);
    assert_eq!(leads.values().map(|value| value.as_u64().unwrap()).max(), Some(24));
    let hands: Vec<String> = solved["hands"]
        .as_array()
        .unwrap()
        .iter()
        .map(|hand| {
            hand.as_array().unwrap().iter().map(|t| t.as_str().unwrap()).collect::<Vec<_>>().join(",")
        })
        .collect();
    let again = json(&["solve", "--deal", &hands.join(";"), "--declare", "doubles", "--leader", "0"]);
    assert_eq!(again, solved);
    let nello = json(&["solve", "--deal", "7", "--declare", "nello", "--leader", "2"]);
    assert_eq!((&nello["value"], &nello["unit"]), (&json!(1), &json!("tricks")));
    for (args, field, actual) in [
        (&["solve", "--declare", "5", "--deal", "1;2"][..], "deal", "2 hands"),
        (&["solve", "--declare", "5", "--deal", "6-6,6-5;;;"], "deal", "2 tiles at seat 0"),
        (&["solve", "--declare", "5", "--deal", "6-6,6-6;;;"], "deal", "6-6 twice"),
        (&["solve", "--declare", "5", "--deal", "4294967296"], "deal", "4294967296"),
        (&["solve", "--declare", "7", "--deal", "1"], "declare", "\"7\""),
        (&["solve", "--declare", "5", "--deal", "1", "--leader", "4"], "leader", "4"),
        (&["odds", "--hand", "6-6,6-5,6-4,6-3,6-2,6-1"], "hand", "6"),
        (&["odds", "--hand", "6-6,6-6"], "hand", "6-6 twice"),
    ] {
        let output = run(&[args, &["--json"]].concat());
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let error: Value = serde_json::from_slice(&output.stderr).unwrap();
        assert_eq!((&error["error"]["field"], &error["error"]["actual"]), (&json!(field), &json!(actual)));
    }
}

#[test]
fn odds_give_every_bid_its_chance_and_interval() {
    let odds = json(&["odds", "--hand", "5-5,5-4,5-1,6-6,4-4,3-1,2-0", "--declare", "5", "--worlds", "20"]);
    let fives = &odds["declarations"][0];
    assert_eq!((&fives["declare"], &fives["bids"][0]["bid"]), (&json!("5"), &json!("30")));
    let chances: Vec<f64> =
        fives["bids"].as_array().unwrap().iter().map(|bid| bid["chance"].as_f64().unwrap()).collect();
    assert_eq!(chances.len(), 13);
    assert!(chances.is_sorted_by(|low, high| low >= high), "{chances:?}");
    let interval = &fives["bids"][0]["interval"];
    assert!(interval[0].as_f64().unwrap() <= chances[0] && chances[0] <= interval[1].as_f64().unwrap());
}

#[test]
fn the_odds_of_every_choice_are_told_with_how_sure_they_are() {
    // Trials and an interval around the share, for every bid under every trump, then for every tile.
    let lines = play(&["--seed", "42"], "odds\nM2\nodds\ndoubles\nodds\nquit\n");
    let odds: Vec<&Value> = lines.iter().filter_map(|line| line.get("odds")).collect();
    let [calls, naming, plays] = odds[..] else { panic!("{lines:?}") };
    for hand in [calls, naming] {
        assert_eq!((hand["hand"].as_array().unwrap().len(), &hand["plays"]), (9, &json!([])));
    }
    let tiles = plays["plays"].as_array().unwrap();
    assert_eq!(tiles.len(), 7);
    for tile in tiles {
        let makes = &tile["makes"];
        let number = |name: &str| makes[name].as_f64().unwrap();
        let share = number("hits") / number("trials");
        assert!(number("trials") >= 100.0 && number("low") <= share && share <= number("high"), "{makes}");
    }
    let output = run_with(&["play", "--skill", "heuristic", "--seed", "42"], "M2\ndoubles\nhint\nquit\n");
    let shown = text(&output.stdout);
    for words in
        ["a bot in your seat would: play", "deals that fit what you know", "Makes the bid", "95% interval"]
    {
        assert!(shown.contains(words), "{words}: {shown}");
    }
}

#[test]
fn a_match_is_mirrored_and_the_same_on_any_number_of_threads() {
    let meet = |threads| {
        let args =
            ["match", "--a", "heuristic", "--b", "random", "--deals", "40", "--seed", "3", "--threads"];
        let mut report = json(&[&args[..], &[threads]].concat());
        report.as_object_mut().unwrap().remove("hands_per_second");
        report
    };
    let report = meet("1");
    assert_eq!(report, meet("3"));
    let number = |name: &str| report[name].as_u64().unwrap();
    assert_eq!(number("a_wins") + number("b_wins") + number("undecided"), 40);
    assert!(number("a_wins") > number("b_wins") && report["p_value"].as_f64().unwrap() < 0.001, "{report}");
    let house =
        json(&["match", "--a", "strong", "--b", "strong1", "--deals", "1", "--house", "nello,sevens"]);
    assert_eq!((&house["house"]["nello"], &house["house"]["splash"]), (&json!(true), &json!(false)));
    assert!((0..2).all(|side| house["cost"][side]["plays"].as_f64() > Some(0.0)), "{house}");
    let itself = json(&["match", "--a", "heuristic", "--b", "heuristic", "--deals", "20"]);
    assert_eq!((&itself["undecided"], &itself["p_value"]), (&json!(20), &json!(1.0)));
}

#[test]
fn a_game_is_played_saved_shared_and_replayed() {
    let lines = hinted(&["--seed", "42", "--marks", "1", "--quick"]);
    let result = &lines.last().unwrap()["result"];
    assert_eq!((&result["over"], &result["seed"]), (&json!(true), &json!(42)));
    let winner = usize::try_from(result["winner"].as_u64().unwrap()).unwrap();
    assert!(result["marks"][winner].as_u64() >= Some(1));
    // Every view had something to do, and no tiles but our own.
    for view in lines.iter().filter_map(|line| line.get("view")) {
        assert_eq!(view["viewer"], 0);
        assert!(!view["moves"].as_array().unwrap().is_empty());
        assert_eq!(view["seed"], Value::Null);
    }
    // The link holds the same game: as parameters, in a URL, and on standard input.
    let link = result["link"].as_str().unwrap();
    let whole = json(&["replay", link]);
    assert_eq!((&whole["events"], &whole["view"]["phase"]), (&result["events"], &json!("game_over")));
    assert_eq!(json(&["replay", &format!("https://dicee.example/?{link}#end")]), whole);
    let piped = run_with(&["replay", "-", "--json"], link);
    assert_eq!(serde_json::from_slice::<Value>(&piped.stdout).unwrap(), whole);
    let start = json(&["replay", link, "--at", "2", "--list"]);
    assert_eq!((&start["event"]["type"], &start["hands"][0][0]), (&json!("HANDS_DEALT"), &json!("0-0")));
    assert_eq!(start["history"].as_array().unwrap().len(), 2);
    assert_eq!(json(&["replay", link, "--at", "0"])["view"]["phase"], "waiting");
    let late = run(&["replay", link, "--at", "9999"]);
    assert_eq!(late.status.code(), Some(2));
    let told = text(&run(&["replay", link, "--list"]).stdout);
    assert!(told.contains("a game to 1 mark; East deals") && told.contains("win the game"), "{told}");
}

#[test]
fn a_saved_game_goes_on_where_it_was_and_is_never_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.json");
    let save = ["--save", file.to_str().unwrap()];
    let first = play(&[&save[..], &["--seed", "7"]].concat(), "pass\nquit\n");
    let again = play(&save, "quit\n");
    let last_view = |lines: &[Value]| lines.iter().rev().find_map(|line| line.get("view")).unwrap().clone();
    assert_eq!(last_view(&again), last_view(&first));
    assert_eq!(json(&["replay", save[1]])["events"], first.last().unwrap()["result"]["events"]);
    // A link goes on as well, and both keep the opponents.
    let link = first.last().unwrap()["result"]["link"].as_str().unwrap().to_owned();
    assert!(link.ends_with("&bots=heuristic"), "{link}");
    for resumed in [&save[..], &["--from", &link]] {
        let output = run_with(&[&["play"], resumed, &["--json"]].concat(), "link\nquit\n");
        assert!(text(&output.stdout).contains("&bots=heuristic"), "{}", text(&output.stdout));
    }
    let saved: Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
    assert_eq!(saved["bots"], "heuristic");
    assert_eq!(last_view(&play(&["--from", &link], "quit\n")), last_view(&first));
    // Settings are for new games.
    let output = run(&["play", save[0], save[1], "--seed", "8"]);
    assert_eq!(output.status.code(), Some(2));
    // A file that is no game stays as it is.
    std::fs::write(&file, "precious").unwrap();
    let output = run(&["play", save[0], save[1]]);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "precious");
}

#[test]
fn a_tampered_log_is_refused_and_located() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.json");
    let path = file.to_str().unwrap();
    play(&["--save", path, "--seed", "7"], "pass\nquit\n");
    let saved = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, saved.replacen("PLAYER_PASSED", "BID_PLACED", 1)).unwrap();
    let output = run(&["replay", path]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output.stderr).contains("got event 3: its content was changed"),
        "{}",
        text(&output.stderr)
    );
}

#[test]
fn a_terminal_game_explains_itself() {
    let output = run_with(
        &["play", "--seed", "42", "--marks", "1", "--skill", "heuristic"],
        "help\n29\nm3\nfoo\n{\"type\":\"PASS\"}\npass\nhint\nlink\nquit\n",
    );
    assert!(output.status.success());
    let told = text(&output.stdout);
    for part in [
        "Texas 42: you sit South",
        "Bid (pass, 30 to 41, M1, M2): ",
        "speak in the auction",
        "bid: expected one of pass, 30 to 41, M1, M2, got \"29\"",
        "bid: expected at most M2, got M3",
        "no command: missing field `player`",
        "you pass",
        "a bot in your seat would: ",
        "g=",
        "Go on with: dicee fortytwo play --from 'g=",
    ] {
        assert!(told.contains(part), "{part} is missing in {told}");
    }
    assert!(!told.contains('\u{1b}'));
}

#[test]
fn the_same_seed_and_commands_are_the_same_game() {
    let game =
        |seed| hinted(&["--seed", seed, "--marks", "1", "--quick", "--house", "nello,sevens,forced-bid"]);
    assert_eq!(game("5"), game("5"));
    assert_ne!(game("5").last(), game("6").last());
}

#[test]
fn help_of_every_command_has_examples() {
    for command in ["play", "replay", "review", "trick", "legal", "solve", "odds", "match"] {
        let output = run(&[command, "--help"]);
        assert!(output.status.success());
        let told = text(&output.stdout);
        assert!(told.contains(&format!("Examples:\n  dicee fortytwo {command}")), "{command}");
        // What we wrote below the options fits a terminal of 80 columns.
        let below = told.split("Print help").nth(1).unwrap();
        assert!(below.lines().all(|line| line.chars().count() < 80), "{command}: {below}");
    }
    assert!(text(&run(&["--help"]).stdout).contains("Examples:\n  dicee fortytwo play"));
}

#[test]
fn a_replay_shows_the_hand_that_was_just_scored() {
    let lines = hinted(&["--seed", "42", "--marks", "1", "--quick"]);
    let link = lines.last().unwrap()["result"]["link"].as_str().unwrap();
    let whole = json(&["replay", link, "--list"]);
    let history = whole["history"].as_array().unwrap();
    let scored = history.iter().find(|event| event["type"] == "HAND_SCORED").unwrap();
    assert_eq!(whole["view"]["tally"]["points"], scored["teamScores"]);
    assert!(!whole["view"]["completedTricks"].as_array().unwrap().is_empty());
    // The seed of the game, and that of the hand shown.
    assert_eq!((&whole["view"]["seed"], &whole["hand_seed"]), (&json!(42), &json!(42)));
    let told = text(&run(&["replay", link]).stdout);
    let points = format!("South and North {} point", scored["teamScores"][0]);
    assert!(told.contains(&points), "{points} is missing in {told}");
    // Before the start nobody knows how many marks win.
    let start = text(&run(&["replay", link, "--at", "0"]).stdout);
    assert!(start.contains("no game yet") && !start.contains("of 7"), "{start}");
    assert_eq!(json(&["replay", link, "--at", "0"])["hand_seed"], Value::Null);
}

#[test]
fn what_holds_no_game_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (empty, dice, link) = (path("empty.json"), path("dice.json"), path("link.txt"));
    std::fs::write(&empty, "\n").unwrap();
    let saved = dicee(&["play", "--seed", "1", "--save", &dice], "link\nquit\n");
    let told = text(&saved.stdout);
    let dice_link = told.split_whitespace().find(|word| word.starts_with("?g=")).unwrap();
    std::fs::write(&link, "precious").unwrap();
    let here = folder.path().to_str().unwrap();
    for (args, field, part) in [
        (&["replay", here][..], "game", "which is a directory"),
        (&["replay", &empty], "game", "is empty and holds no game"),
        (&["play", "--save", &empty], "save", "is empty and holds no game"),
        (&["play", "--save", here], "save", "which is a directory"),
        (&["replay", &dice], "game", "a game of dice; see dicee replay"),
        (&["replay", dice_link], "game", "a game of dice; see dicee replay"),
        (&["play", "--save", &dice], "save", "a game of dice; see dicee replay"),
        (&["replay", &path("nothing.json")], "game", "nothing.json"),
        (&["replay", &link], "game", "precious"),
        (&["replay", "-"], "game", "standard input, which is empty"),
    ] {
        let output = run(&[args, &["--json"]].concat());
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let error: Value = serde_json::from_slice(&output.stderr).unwrap();
        assert_eq!(error["error"]["field"], field, "{args:?}");
        assert!(error["error"]["actual"].as_str().unwrap().contains(part), "{args:?}: {error}");
    }
    assert_eq!(std::fs::read_to_string(&empty).unwrap(), "\n");
}

#[cfg(unix)]
#[test]
fn a_game_is_read_from_anything_that_can_be_read() {
    let lines = play(&["--seed", "7"], "pass\nquit\n");
    let result = &lines.last().unwrap()["result"];
    let piped = run_with(&["replay", "/dev/stdin", "--json"], result["link"].as_str().unwrap());
    assert!(piped.status.success(), "{}", text(&piped.stderr));
    assert_eq!(serde_json::from_slice::<Value>(&piped.stdout).unwrap()["events"], result["events"]);
    let nothing = run(&["replay", "/dev/null"]);
    assert!(text(&nothing.stderr).contains("/dev/null, which is empty"), "{}", text(&nothing.stderr));
}

#[test]
fn errors_in_a_game_name_field_expected_and_actual() {
    let lines = play(&["--seed", "42"], "foo\nm3\n{\"type\":\"PASS\"}\n{\"type\":\"PASS\",\"player\":1}\n");
    let errors: Vec<&Value> = lines.iter().filter_map(|line| line.get("error")).collect();
    let offers = "one of pass, 30 to 41, M1, M2";
    let expected = [
        ("bid: expected one of pass, 30 to 41, M1, M2, got \"foo\"", "bid", offers, "\"foo\""),
        ("bid: expected at most M2, got M3", "bid", offers, "M3"),
        (
            "no command: missing field `player`",
            "command",
            "a command as JSON, such as one of the moves of the view",
            "\"{\\\"type\\\":\\\"PASS\\\"}\"",
        ),
        ("player: expected your own seat 0, got 1", "bid", offers, "pass"),
    ];
    assert_eq!(errors.len(), expected.len());
    for (error, (message, field, expected, actual)) in errors.into_iter().zip(expected) {
        let entry = json!({ "message": message, "field": field, "expected": expected, "actual": actual });
        assert_eq!(*error, entry);
    }
}

#[test]
fn numbers_out_of_range_are_told_the_range() {
    for (args, part) in [
        (&["play", "--seed", "-1"][..], "expected a number from 0 to 4294967295"),
        (&["play", "--seed", "4294967296"], "expected a number from 0 to 4294967295"),
        (&["play", "--marks", "-1"], "expected a number from 1 to 21"),
        (&["match", "--seed", "-1"], "expected a number from 0 to 4294967295"),
        (&["match", "--deals", "-1"], "expected a number from 1 to 10000000"),
        (&["match", "--deals", "many"], "'--deals <N>': expected a whole number\n"),
        (&["odds", "--hand", "6-6", "--seed", "-1"], "expected 0 to 18446744073709551615"),
        (&["solve", "--declare", "5", "--deal", "1", "--leader", "-1"], "expected a number from 0 to 3"),
        (&["solve", "--declare", "5", "--deal", "-1"], "a seed, or four hands separated by semicolons"),
    ] {
        let output = run(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(text(&output.stderr).contains(part), "{args:?}: {}", text(&output.stderr));
    }
}

#[test]
fn what_to_type_next_is_quoted_for_the_shell() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("my game.json");
    let output = run_with(&["play", "--skill", "heuristic", "--save", file.to_str().unwrap()], "quit\n");
    let next = format!("play --save '{}'\n", file.display());
    assert!(text(&output.stdout).ends_with(&next), "{}", text(&output.stdout));
}

#[test]
fn a_review_says_what_each_play_of_a_finished_hand_cost() {
    let lines = hinted(&["--seed", "42", "--marks", "2", "--quick"]);
    let link = lines.last().unwrap()["result"]["link"].as_str().unwrap();
    let review = json(&["review", link]);
    let history = json(&["replay", link, "--list"])["history"].clone();
    let count = |kind: &str| history.as_array().unwrap().iter().filter(|event| event["type"] == kind).count();
    let hands = review["hands"].as_array().unwrap();
    assert_eq!(hands.len(), count("HAND_SCORED"));
    let plays = |hand: &Value| hand["plays"].as_array().unwrap().clone();
    assert_eq!(hands.iter().map(|hand| plays(hand).len()).sum::<usize>(), count("DOMINO_PLAYED"));
    for hand in hands {
        for seat in 0..4 {
            let own = plays(hand).into_iter().filter(|play| play["seat"] == seat);
            let cost: u64 = own.map(|play| play["cost"].as_u64().unwrap()).sum();
            assert_eq!(hand["cost"][seat], cost, "{hand}");
        }
        // Who turned the hand an odd number of times left it otherwise than best play would have.
        let turned = plays(hand).iter().filter(|play| play["decisive"] == true).count();
        assert_eq!((hand["outcome"] == "made") != hand["makeable"], turned % 2 == 1, "{hand}");
    }
    assert_eq!(json(&["review", link, "--hand", "1"])["hands"][0], hands[0]);
    let told = text(&run(&["review", link, "--hand", "1"]).stdout);
    assert!(told.contains("Hand 1") && told.contains("with best play by all it is"), "{told}");
    for hand in hands {
        // Every call, the declaration and every play that was a choice has both columns.
        let calls = hand["calls"].as_array().unwrap();
        assert_eq!(calls.len(), 5, "{hand}");
        assert_eq!(calls[4]["declaration"], hand["contract"]["declaration"]);
        for option in calls.iter().flat_map(|call| call["options"].as_array().unwrap()) {
            assert!(option["makes"].is_boolean() && option["known"]["trials"] == 60, "{option}");
        }
        for play in plays(hand) {
            let legal = play["legal"].as_array().unwrap();
            let forced = legal.len() == 1;
            assert!(legal.iter().all(|option| option["known"].is_object() != forced), "{play}");
        }
    }
    assert!(told.contains("All tiles open") && told.contains("By what it could know"), "{told}");
    let open = json(&["review", link, "--hand", "1", "--deals", "0"]);
    assert!(!open.to_string().contains("known"), "{open}");
    let unfinished = play(&["--seed", "7"], "pass\nquit\n");
    let running = unfinished.last().unwrap()["result"]["link"].as_str().unwrap();
    for (args, field) in [(&["review", link, "--hand", "99"][..], "hand"), (&["review", running], "game")] {
        let output = run(&[args, &["--json"]].concat());
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let error: Value = serde_json::from_slice(&output.stderr).unwrap();
        assert_eq!(error["error"]["field"], field);
    }
}

#[test]
fn a_position_with_a_trick_under_way_is_solved() {
    let hands = "6-6; 4-4,3-3; 5-1,2-0; 6-4";
    let position = ["solve", "--declare", "5", "--leader", "3", "--bidder", "0", "--trick", "5-5,6-5"];
    let solved = json(&[&position[..], &["--deal", hands]].concat());
    assert_eq!((&solved["turn"], &solved["leads"]["4-4"]), (&json!(1), &solved["value"]));
    let wrong = run(&[&position[..], &["--deal", "6-6;4-4;5-1;6-4", "--json"]].concat());
    assert_eq!(wrong.status.code(), Some(2));
    let error: Value = serde_json::from_slice(&wrong.stderr).unwrap();
    assert_eq!(error["error"]["field"], json!("deal"));
}

#[test]
fn a_choice_is_taken_back_and_a_game_goes_on_from_any_event() {
    let folder = std::env::temp_dir().join(format!("dicee-42-undo-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("game.json");
    let path = file.to_str().unwrap();
    let played = run_with(
        &["play", "--seed", "42", "--skill", "heuristic", "--save", path],
        "undo\n30\nundo\n84\nlast\nquit\n",
    );
    let shown = text(&played.stdout);
    assert!(shown.contains("undo: expected a choice of yours to take back, got none"), "{shown}");
    assert!(shown.contains("you bid 30") && shown.contains("you bid M2"), "{shown}");
    assert!(shown.contains("no trick was turned over in this hand yet"), "{shown}");
    let again = run_with(&["play", "--from", path, "--at", "2", "--skill", "heuristic"], "quit\n");
    assert!(text(&again.stdout).contains("Bid (pass, 30 to 41, M1, M2)"), "{}", text(&again.stdout));
    let wrong = run_with(&["play", "--from", path, "--at", "1"], "");
    assert_eq!(wrong.status.code(), Some(2));
    std::fs::remove_dir_all(&folder).unwrap();
}
