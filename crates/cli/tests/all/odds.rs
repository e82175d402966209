//! Distributions, targets and exact fractions on the command line.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::process::{Command, Output};

use serde_json::Value;

fn run(args: &[&str]) -> Output {
    let home = std::env::temp_dir().join("dicee-odds-tests");
    let mut command = Command::new(env!("CARGO_BIN_EXE_dicee"));
    command.env("HOME", &home).env("XDG_CACHE_HOME", home.join("cache"));
    command.args(args).output().unwrap()
}

fn json(args: &[&str]) -> Value {
    let output = run(&[args, &["--json"]].concat());
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn close(value: &Value, expected: f64) {
    let value = value.as_f64().unwrap();
    assert!((value - expected).abs() < 1e-6, "{value} instead of {expected}");
}

#[test]
fn a_distribution_has_mean_quantiles_and_every_score() {
    let card = ["--open", "chance", "--rules", "classic"];
    let report = json(&[&["distribution", "--score", "20"], &card[..]].concat());
    close(&report["mean"], 70.0 / 3.0);
    let scores = report["distribution"].as_array().unwrap();
    let total: f64 = scores.iter().map(|entry| entry["probability"].as_f64().unwrap()).sum();
    assert!((total - 1.0).abs() < 1e-12);
    assert_eq!((&scores[0]["points"], report["quantiles"]["50"].as_u64()), (&Value::from(5), Some(24)));
    let above: f64 = scores
        .iter()
        .filter(|entry| entry["points"].as_u64().unwrap() >= 20)
        .map(|entry| entry["probability"].as_f64().unwrap())
        .sum();
    close(&report["at_least"][0]["probability"], above);
    let rolled = json(&[&["distribution", "--dice", "66661", "--rolls-left", "0"], &card[..]].concat());
    close(&rolled["mean"], 25.0);
    let kept = json(
        &[&["distribution", "--dice", "66661", "--rolls-left", "1", "--keep", "6666"], &card[..]].concat(),
    );
    close(&kept["mean"], 27.5);
}

#[test]
fn a_target_has_its_chance_and_with_dice_the_options() {
    let card = ["--open", "large_straight", "--rules", "classic"];
    let report =
        json(&[&["target", "--score", "40", "--dice", "12346", "--rolls-left", "1"], &card[..]].concat());
    close(&report["chance"], 1.0 / 6.0);
    assert_eq!(report["options"][0]["keep"], serde_json::json!([1, 2, 3, 4]));
    let whole = json(&[&["target"], &card[..]].concat());
    let chances = whole["chances"].as_array().unwrap();
    assert_eq!(chances.len(), 512);
    close(&chances[0], 1.0);
    close(&chances[41], 0.0);
    close(
        &json(&[&["target", "--score", "40"], &card[..]].concat())["chance"],
        chances[40].as_f64().unwrap(),
    );
}

#[test]
fn what_cannot_be_asked_is_refused_with_its_field() {
    for (args, field) in [
        (vec!["target", "--score", "512", "--open", "chance"], "score"),
        (vec!["target", "--score", "-1", "--open", "chance"], "score"),
        (
            vec!["distribution", "--dice", "66661", "--rolls-left", "0", "--keep", "66", "--open", "chance"],
            "rolls_left",
        ),
        (vec!["distribution", "--target", "600", "--open", "chance"], "target"),
    ] {
        let output = run(&[&args[..], &["--json"]].concat());
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let error: Value = serde_json::from_slice(&output.stderr).unwrap();
        assert_eq!(error["error"]["field"], field, "{args:?}");
    }
}
