//! The `dicee` command as people and programs call it.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::process::{Command, Output};

use serde_json::Value;

/// A home of its own for each test, so that no cache but its own is seen.
struct Home(tempfile::TempDir);

impl Home {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn run(&self, args: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_dicee"));
        command.env("HOME", self.0.path()).env("XDG_CACHE_HOME", self.0.path().join("cache"));
        command.args(args).output().unwrap()
    }

    fn json(&self, args: &[&str]) -> Value {
        let output = self.run(&[args, &["--json"]].concat());
        assert!(output.status.success(), "{args:?}: {}", text(&output.stderr));
        serde_json::from_slice(&output.stdout).unwrap()
    }

    fn cache(&self, name: &str) -> std::path::PathBuf {
        self.0.path().join("cache/dicee").join(name)
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn close(value: &Value, expected: f64) {
    let value = value.as_f64().unwrap();
    assert!((value - expected).abs() < 1e-6, "{value} instead of {expected}");
}

#[test]
fn solving_reports_the_optimum_and_the_second_call_reads_the_cache() {
    let home = Home::new();
    let first = home.json(&["solve", "--rules", "classic"]);
    close(&first["expected_score"], 245.870_774_514);
    assert_eq!((&first["rules"], &first["states"]), (&Value::from("classic"), &Value::from(357_632)));
    assert!(first["standard_deviation"].as_f64().unwrap() > 39.0);
    assert!(first["elapsed_ms"].as_f64().unwrap() > 0.0);
    assert_eq!(first["cached"], false);
    assert_eq!(home.json(&["solve", "--rules", "classic"])["cached"], true);
    assert_eq!(home.json(&["solve", "--rules", "classic", "--no-cache", "--threads", "1"])["cached"], false);
}

#[test]
fn a_damaged_cache_is_reported_and_replaced() {
    let home = Home::new();
    home.json(&["solve", "--rules", "classic"]);
    let file = home.cache("classic.table");
    let bytes = std::fs::read(&file).unwrap();
    std::fs::write(&file, &bytes[..1000]).unwrap();
    let output = home.run(&["solve", "--rules", "classic"]);
    assert!(output.status.success());
    assert!(text(&output.stderr).contains("damaged file of a solved game"), "{}", text(&output.stderr));
    assert_eq!(std::fs::read(&file).unwrap(), bytes);
}

#[test]
fn a_cache_that_cannot_be_written_costs_no_answer() {
    let home = Home::new();
    std::fs::write(home.0.path().join("cache"), "a file where the folder should be").unwrap();
    let output = home.run(&["value", "--rules", "classic", "--open", "chance"]);
    assert!(output.status.success());
    assert!(text(&output.stdout).starts_with("23.333333 points"), "{}", text(&output.stdout));
    assert!(text(&output.stderr).contains("could not be cached"), "{}", text(&output.stderr));
}

#[test]
fn a_solved_table_can_be_written_to_a_file() {
    let home = Home::new();
    let file = home.0.path().join("out.table");
    home.json(&["solve", "--rules", "classic", "--out", file.to_str().unwrap()]);
    assert_eq!(std::fs::read(&file).unwrap(), std::fs::read(home.cache("classic.table")).unwrap());
    let below_a_file = file.join("x.table");
    let output = home.run(&["solve", "--rules", "classic", "--out", below_a_file.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("making the folder"), "{}", text(&output.stderr));
}

#[test]
fn values_and_analyses_agree_with_the_recorded_ones() {
    let home = Home::new();
    let rules = ["--rules", "forced_dicee"];
    let value = |args: &[&str]| home.json(&[&["value"], args, &rules].concat())["value"].clone();
    close(&value(&["--open", "ones", "--upper", "62", "--dicee-box", "50"]), 36.326_868_471);
    close(&value(&["--open", "dicee,chance", "--upper", "63"]), 27.337_558_442);
    close(&value(&[]), 254.587_728_734);

    let analysis =
        home.json(&[&["analyze", "--dice", "1,2,3,4,6", "--rolls-left", "2"], &rules[..]].concat());
    assert_eq!(analysis["best"]["action"], "keep");
    assert_eq!(analysis["best"]["keep"], serde_json::json!([1, 2, 3, 4]));
    assert!((analysis["best"]["value"].as_f64().unwrap() - 251.131_423).abs() < 1e-5);
    let options = analysis["options"].as_array().unwrap();
    assert_eq!(options.len(), 13 + 31);
    assert!(options.is_sorted_by(|a, b| a["loss"].as_f64() <= b["loss"].as_f64()));
    assert_eq!(analysis["categories"].as_array().unwrap().len(), 13);

    // Rules, card and --all reach the engine.
    let card = ["--open", "fours,full_house", "--dicee-box", "50"];
    let joker = |command: &[&str], rules| home.json(&[command, &card, &["--rules", rules]].concat());
    let analyze = ["analyze", "--dice", "55555", "--rolls-left", "0", "--horizon", "turn"];
    close(&joker(&analyze, "joker_rules")["best"]["value"], 125.0);
    close(&joker(&analyze, "standard")["best"]["value"], 100.0);
    close(&joker(&analyze, "classic")["best"]["value"], 0.0);
    let odds = ["odds", "--dice", "55554", "--keep", "5555", "--rolls-left", "1", "--category", "full_house"];
    assert_eq!(joker(&odds, "joker_rules")["fraction"], "1/6");
    assert_eq!(joker(&odds, "standard")["fraction"], "0/1");
    let lines = |more: &[&str]| {
        let args = [&["analyze", "--dice", "12346", "--rolls-left", "2", "--horizon", "turn"], more].concat();
        text(&home.run(&args).stdout).lines().count()
    };
    assert_eq!(lines(&["--all"]) - lines(&[]), 44 - 10 - 1);
    assert_eq!(
        home.json(&["value", "--open", "ones", "--upper", "62", "--rules", "forced_dicee"])["upper"],
        62
    );

    let late = ["--open", "sixes,chance", "--upper", "41", "--rules", "standard", "--target", "75"];
    let roll = ["analyze", "--dice", "66621", "--rolls-left", "1", "--horizon", "turn"];
    let advice = home.json(&[&roll[..], &late[..]].concat());
    let target = &advice["target"];
    assert!(target["text"].as_str().unwrap().starts_with("Keep 6 6 6 and roll two dice: "), "{target}");
    assert_eq!(
        target["options"].as_array().unwrap().len(),
        advice["options"].as_array().unwrap().len(),
        "{target}"
    );
    let shown = text(&home.run(&[&roll[..], &late[..]].concat()).stdout);
    assert!(shown.contains(target["text"].as_str().unwrap()) && shown.contains("Target"), "{shown}");

    let turn = home.json(&["analyze", "--dice", "66666", "--rolls-left", "2", "--horizon", "turn"]);
    assert_eq!(turn["best"]["category"], "dicee");
    close(&turn["best"]["value"], 50.0);
}

#[test]
fn odds_are_exact_fractions() {
    let home = Home::new();
    let ask =
        |args: &[&str]| home.json(&[&["odds", "--dice", "5,5,5,2,6", "--rolls-left", "1"], args].concat());
    let full_house = ask(&["--keep", "5,5,5", "--category", "full_house"]);
    assert_eq!(full_house["fraction"], "5/36");
    close(&full_house["probability"], 5.0 / 36.0);
    assert_eq!(full_house["distribution"][1]["score"], 25);
    assert_eq!(ask(&["--keep", "5,5,5", "--category", "four_of_kind"])["fraction"], "11/36");
    assert_eq!(ask(&["--keep", "none", "--category", "dicee"])["fraction"], "1/1296");
    let standing = home.json(&[
        "odds",
        "--dice",
        "55522",
        "--keep",
        "5",
        "--rolls-left",
        "0",
        "--category",
        "full_house",
    ]);
    assert_eq!(
        (&standing["fraction"], &standing["keep"]),
        (&Value::from("1/1"), &serde_json::json!([2, 2, 5, 5, 5]))
    );
    assert_eq!(standing["distribution"].as_array().unwrap().len(), 1);
    let best = ask(&["--category", "full_house"]);
    assert_eq!((&best["fraction"], &best["keep"]), (&Value::from("1/6"), &serde_json::json!([2, 5, 5, 5])));
    assert_eq!(ask(&[])["categories"].as_array().unwrap().len(), 13);
    assert_eq!(ask(&["--keep", "5"])["categories"][0]["keep"], serde_json::json!([5]));
}

#[test]
fn the_distribution_of_a_box_has_the_expected_score_as_its_mean() {
    let home = Home::new();
    for keep in [&[][..], &["--keep", "none"], &["--keep", "1,1"]] {
        let args = ["odds", "--dice", "1,1,2,5,6", "--rolls-left", "2", "--category", "three_of_kind"];
        let odds = home.json(&[&args, keep].concat());
        let points = odds["distribution"].as_array().unwrap();
        let mean: f64 =
            points.iter().map(|p| p["score"].as_f64().unwrap() * p["probability"].as_f64().unwrap()).sum();
        close(&odds["expected_score"], mean);
    }
}

#[test]
fn simulated_games_agree_with_the_solver_whatever_the_threads() {
    let home = Home::new();
    let simulate = |more: &[&str]| {
        let mut report =
            home.json(&[&["simulate", "--games", "20000", "--rules", "joker_rules"], more].concat());
        assert!(report["games_per_second"].as_f64().unwrap() > 0.0);
        report.as_object_mut().unwrap().remove("games_per_second");
        report
    };
    let report = simulate(&["--threads", "2"]);
    assert_eq!(report, simulate(&["--threads", "1"]));
    assert_ne!(report, simulate(&["--seed", "2"]));
    let interval = report["mean_interval_99"].as_array().unwrap();
    assert!(interval[0].as_f64().unwrap() < 254.5896 && 254.5896 < interval[1].as_f64().unwrap(), "{report}");
    assert!((report["standard_deviation"].as_f64().unwrap() - 59.61).abs() < 1.5);
    assert!((report["upper_bonus_rate"].as_f64().unwrap() - 0.6812).abs() < 0.02);
    assert_eq!(report["games"], 20_000);
    assert!(report["percentiles"]["p50"].as_u64() > report["percentiles"]["p05"].as_u64());
    let casual = home.json(&["simulate", "--games", "500", "--bot", "casual", "--rules", "joker_rules"]);
    assert!(casual["mean"].as_f64() < report["mean"].as_f64());
}

#[test]
fn bad_input_exits_with_2_and_names_the_field() {
    let home = Home::new();
    let analyze = |dice, rolls| vec!["analyze", "--horizon", "turn", "--dice", dice, "--rolls-left", rolls];
    for (args, field) in [
        (analyze("5,5,5,2", "1"), "dice"),
        (analyze("5,5,5,2,7", "1"), "dice"),
        (analyze("five", "1"), "dice"),
        (analyze("-5,5,5,2,6", "1"), "dice"),
        (analyze("", "1"), "dice"),
        (analyze("5,5,5,2,6", "4"), "rolls_left"),
        (analyze("5,5,5,2,6", "-1"), "rolls_left"),
        ([analyze("5,5,5,2,6", "1"), vec!["--target", "512"]].concat(), "target"),
        ([analyze("5,5,5,2,6", "1"), vec!["--target", "-1"]].concat(), "target"),
        (vec!["value", "--open", ""], "open"),
        (vec!["value", "--open", "yams"], "open"),
        (vec!["value", "--open", "ones,ones"], "open"),
        (vec!["value", "--upper", "3"], "upper"),
        (vec!["value", "--open", "ones", "--upper", "-1"], "upper"),
        (vec!["value", "--dicee-box", "50"], "dicee_box"),
        (vec!["value", "--open", "ones", "--dicee-box", "seven"], "dicee_box"),
        (vec!["odds", "--dice", "5,5,5,2,6", "--keep", "1", "--rolls-left", "1"], "keep"),
        (vec!["odds", "--dice", "5,5,5,2,6", "--rolls-left", "1", "--category", "yams"], "category"),
        (
            vec!["odds", "--dice", "5,5,5,2,6", "--rolls-left", "1", "--open", "ones", "--category", "dicee"],
            "category",
        ),
    ] {
        let plain = home.run(&args);
        assert_eq!(plain.status.code(), Some(2), "{args:?}");
        let message = text(&plain.stderr);
        assert!(message.starts_with(&format!("error: {field}: expected ")), "{args:?}: {message}");
        assert!(plain.stdout.is_empty());
        let json = home.run(&[args.as_slice(), &["--json"]].concat());
        let error: Value = serde_json::from_slice(&json.stderr).unwrap();
        assert_eq!(error["error"]["field"], field, "{args:?}");
    }
    for args in [
        &["value", "--rules", "house"][..],
        &["simulate", "--games", "29"],
        &["simulate", "--bot", "god"],
        &["analyze"],
        &["solve", "--threads", "0"],
        &["shuffle"],
    ] {
        assert_eq!(home.run(args).status.code(), Some(2), "{args:?}");
    }
}

#[test]
fn help_of_every_command_has_examples() {
    let home = Home::new();
    for command in ["solve", "value", "analyze", "odds", "simulate", "serve"] {
        let output = home.run(&[command, "--help"]);
        assert!(output.status.success());
        assert!(text(&output.stdout).contains(&format!("Examples:\n  dicee {command}")), "{command}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_answer_that_cannot_be_written_is_an_error() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_dicee"));
    let output =
        command.args(["odds", "--dice", "55526", "--rolls-left", "1"]).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).starts_with("error: writing the answer"), "{}", text(&output.stderr));
}

#[test]
fn output_that_is_no_terminal_is_plain() {
    let home = Home::new();
    let output = home.run(&["analyze", "--dice", "55526", "--rolls-left", "1", "--horizon", "turn"]);
    assert!(output.status.success());
    assert!(!text(&output.stdout).contains('\u{1b}'));
    assert!(text(&output.stdout).contains("Keep 5 5 5 6 and roll one die"), "{}", text(&output.stdout));
}
