//! The commands about dice pools as people and programs call them.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::process::{Command, Output};

use serde_json::Value;

fn run(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_dicee")).args(args).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn json(args: &[&str]) -> Value {
    let output = run(&[args, &["--json"]].concat());
    assert!(output.status.success(), "{args:?}: {}", text(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn plain(args: &[&str]) -> String {
    let output = run(args);
    assert!(output.status.success(), "{args:?}: {}", text(&output.stderr));
    let shown = text(&output.stdout);
    assert!(!shown.contains('\u{1b}') && shown.lines().all(|line| !line.ends_with(' ')), "{shown}");
    shown
}

#[test]
fn odds_of_a_success_pool_are_the_exact_ones() {
    let odds = json(&["odds-of", "6d10>=8b1"]);
    assert_eq!(odds["fumble"], "70993/1000000");
    assert_eq!(odds["critical"], "9477/1000000");
    assert_eq!(odds["mean"], "339471/250000");
    assert_eq!(odds["net"]["0"], "156641/500000");
    assert_eq!(odds["net"].as_object().unwrap().len(), 7);
    assert_eq!(odds["decimal"]["net"]["2"], 0.234_495);
    assert!(odds.get("tiers").is_none());
    assert_eq!(json(&["odds-of", "0d10>=8b1"])["fumble"], "1/10");
    assert_eq!(json(&["odds-of", "1d10>=8b1"])["critical"], "0/1");
    // Without botches there is no fumble; with other things done to the dice there still is.
    assert_eq!(json(&["odds-of", "6d10>=8"])["fumble"], "0/1");
    assert_ne!(json(&["odds-of", "6d10kh3>=8b1"])["fumble"], "0/1");
    assert_eq!(json(&["odds-of", "6d10t8b1"])["net"], odds["net"]);
}

#[test]
fn a_difficulty_adds_the_tiers_the_next_die_and_the_dice_needed() {
    let odds = json(&["odds-of", "6d10>=8b1", "--dc", "2", "--chance", "90%"]);
    assert_eq!((&odds["dc"], &odds["success"]), (&Value::from(2), &Value::from("42039/100000")));
    assert_eq!(odds["tiers"]["critical_failure"], "70993/1000000");
    assert_eq!(odds["tiers"].as_object().unwrap().len(), 6);
    assert_eq!(odds["one_more_die"]["chance"], "564489/10000000");
    assert_eq!((&odds["dice_needed"], &odds["chance"]), (&Value::from(28), &Value::from("9/10")));
    assert_eq!(json(&["odds-of", "6d10>=8b1", "--dc", "2", "--chance", "1"])["dice_needed"], Value::Null);
    // Other expressions have a chance to reach it, and no tiers.
    let sum = json(&["odds-of", "2d6+1", "--dc", "10"]);
    assert_eq!((&sum["success"], sum.get("tiers")), (&Value::from("5/18"), None));
}

#[test]
fn odds_of_any_expression_are_values_with_mean_and_comparison() {
    let odds = json(&["odds-of", "4d6kh3", "--versus", "3d6"]);
    assert_eq!((&odds["mean"], &odds["values"]["18"]), (&Value::from("15869/1296"), &Value::from("7/432")));
    assert_eq!(odds["quantiles"]["p50"], 12);
    let comparison = &odds["comparison"];
    assert!(["higher", "equal", "lower"].iter().all(|side| comparison[side].is_string()));
    let joint = json(&["odds-of", "2d10>=8b1", "--joint"]);
    assert_eq!(joint["joint"].as_array().unwrap().len(), 6);
    assert_eq!(joint["joint"][0]["fraction"], "9/25");
    assert_eq!(json(&["odds-of", "@sword", "--define", "sword=2d6+3"])["mean"], "10/1");
    assert_eq!(json(&["odds-of", "-d4"])["lowest"], -4);
}

#[test]
fn contests_extended_checks_and_attacks_agree_with_the_reference() {
    let contest = json(&["contest", "6", "4"]);
    assert_eq!(contest["initiator_wins"], "1194974361/2500000000");
    assert_eq!(contest["defender_wins"], "3012538647/10000000000");
    assert_eq!(contest["tie"], "532279161/2500000000");
    assert_eq!(contest["both_fumble"], "15689453/2000000000");
    assert_eq!(contest["defender_by_initiator_fumble"], "126296547/2000000000");
    let extended = json(&["extended", "--pool", "6", "--target", "10", "--rounds", "5"]);
    assert_eq!(extended["success"], "616037905429157780769388833/4000000000000000000000000000");
    assert_eq!(extended["by_round"][1]["cum_success"], "155712213/1000000000000");
    assert!(extended["failed"].is_string() && extended["catastrophic"].is_string());
    let attack = json(&["attack", "--pool", "3", "--damage", "1"]);
    assert_eq!(
        (&attack["qualities"]["miss"], &attack["damage"]["0"]),
        (&Value::from("23/50"), &Value::from("23/50"))
    );
    let check = json(&["check", "--attribute", "4", "--skill", "3", "--modifier", "-1", "--dc", "2"]);
    assert_eq!((&check["pool"], &check["success"]), (&Value::from(6), &Value::from("42039/100000")));
}

#[test]
fn the_same_seed_rolls_the_same_dice_in_every_process() {
    for args in [
        &["roll", "6d10>=8b1", "--seed", "1"][..],
        &["roll", "3d6!", "--seed", "2", "--context", "combat"],
        &["check", "--pool", "6", "--dc", "2", "--seed", "3"],
        &["contest", "6", "4", "--seed", "4"],
        &["extended", "--pool", "6", "--target", "10", "--rounds", "5", "--seed", "5"],
        &["attack", "--pool", "7", "--damage", "3", "--seed", "6"],
    ] {
        assert_eq!(json(args), json(args), "{args:?}");
        assert_eq!(plain(args), plain(args), "{args:?}");
    }
    let pinned = json(&["roll", "6d10>=8b1", "--seed", "1"]);
    let faces: Vec<i64> =
        pinned["pools"][0]["dice"].as_array().unwrap().iter().map(|d| d["face"].as_i64().unwrap()).collect();
    assert_eq!((faces, &pinned["total"]), (vec![10, 4, 3, 9, 3, 7], &Value::from(2)));
    let fresh = json(&["roll", "20d10"]);
    let seed = fresh["seed"].as_str().unwrap();
    assert_eq!(json(&["roll", "20d10", "--seed", seed]), fresh, "the seed that is shown rolls it again");
    let combat = json(&["roll", "20d10", "--seed", "1", "--context", "Combat:Attack"]);
    assert_eq!(combat["seeding"], "lockedPerEncounter");
    assert_ne!(combat["pools"], json(&["roll", "20d10", "--seed", "1", "--context", "crafting"])["pools"]);
}

#[test]
fn a_roll_says_how_it_ranks() {
    let roll = json(&["roll", "2d6", "--seed", "3"]);
    let total = roll["total"].as_i64().unwrap();
    let odds = json(&["odds-of", "2d6"]);
    assert_eq!(roll["at_least"], odds["at_least"][total.to_string()]);
    assert!(roll["percentile"].is_string());
    // Odds that would take too long do not stop a roll.
    assert!(json(&["roll", "1000d1000", "--seed", "1"]).get("percentile").is_none());
    assert!(plain(&["roll", "1000d1000", "--seed", "1"]).contains("would take too long"));
}

#[test]
fn people_get_bars_and_spreadsheets_rows() {
    let bars = plain(&["odds-of", "6d10>=8b1", "--dc", "2"]);
    assert!(
        bars.contains("fumble 7.1%") && bars.contains('█') && bars.contains("marginal success"),
        "{bars}"
    );
    let csv = plain(&["odds-of", "2d6", "--csv"]);
    assert_eq!(csv.lines().nth(1), Some("2,1/36,0.027777777777777776,1"));
    assert_eq!(csv.lines().count(), 12);
    assert_eq!(plain(&["contest", "6", "4", "--csv"]).lines().count(), 9);
    assert_eq!(
        plain(&["extended", "--pool", "6", "--target", "10", "--rounds", "5", "--csv"]).lines().count(),
        6
    );
    assert_eq!(plain(&["odds-of", "2d10>=8b1", "--joint", "--csv"]).lines().count(), 7);
    assert!(plain(&["attack", "--pool", "7", "--damage", "3", "--csv"]).starts_with("damage,fraction,"));
    assert!(plain(&["odds-of", "6d10>=8b1", "--csv"]).starts_with("net,fraction,"));
    let rounds = plain(&["extended", "--pool", "6", "--target", "10", "--rounds", "5", "--csv"]);
    assert!(rounds.contains(",155712213/1000000000000,"), "{rounds}");
    assert!(
        plain(&["check", "--pool", "6", "--dc", "2", "--csv"]).contains("critical_failure,70993/1000000")
    );
    assert!(plain(&["roll", "4d6kh3", "--explain"]).contains("keep the 3 highest"));
    assert!(plain(&["odds-of", "200d10"]).lines().count() < 40);
    let attack = plain(&["attack", "--pool", "7", "--damage", "3", "--armour", "2"]);
    assert!(attack.starts_with("7 dice, 3d10 of damage, armour 2: "), "{attack}");
    // A miss is not thrown together with small damage.
    let rows = attack.lines().map(str::trim_start);
    assert_eq!(rows.filter(|row| row.starts_with("0  ") || row.starts_with("1 to ")).count(), 2, "{attack}");
    let check = plain(&["check", "--pool", "6", "--dc", "2", "--seed", "7"]);
    assert!(
        check.contains("One more die: +5.6 points") && check.contains("of all rolls are lower"),
        "{check}"
    );
    assert!(!plain(&["odds-of", "3d10>=8"]).contains("fumble"), "without botches there is none");
    assert!(plain(&["contest", "-1", "4"]).starts_with("1 die (for -1: no pool is smaller) against 4 dice"));
    assert!(plain(&["odds-of", "6d10>=8b1", "--dc", "0", "--chance", "0"]).contains("At least 0%: 1 die\n"));
}

#[test]
fn csv_refuses_what_it_would_leave_out() {
    for args in [
        &["check", "--pool", "6", "--dc", "2", "--seed", "1"][..],
        &["contest", "6", "4", "--roll"],
        &["extended", "--pool", "6", "--target", "10", "--rounds", "5", "--roll"],
        &["attack", "--pool", "7", "--damage", "3", "--seed", "1"],
        &["odds-of", "6d10>=8b1", "--dc", "2"],
        &["odds-of", "6d10>=8b1", "--versus", "2d6"],
        &["odds-of", "6d10>=8b1", "--explain"],
    ] {
        let output = run(&[args, &["--csv"]].concat());
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(text(&output.stderr).contains("cannot be used with"), "{}", text(&output.stderr));
    }
}

#[test]
fn decimals_repeat_every_fraction() {
    fn check(exact: &Value, decimal: &Value, path: &str) {
        match exact {
            Value::String(text) if text.split_once('/').is_some_and(|(p, _)| p.parse::<f64>().is_ok()) => {
                assert!(decimal.is_number(), "{path} = {text} has no decimal");
            }
            Value::Object(fields) => {
                fields
                    .iter()
                    .for_each(|(name, value)| check(value, &decimal[name], &format!("{path}.{name}")));
            }
            Value::Array(items) if path != ".joint" => {
                items.iter().enumerate().for_each(|(at, value)| check(value, &decimal[at], path));
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => {}
        }
    }
    for args in [
        &["odds-of", "6d10>=8b1", "--dc", "2", "--chance", "90%", "--versus", "2d6", "--joint"][..],
        &["roll", "3d6", "--seed", "1"],
        &["check", "--pool", "6", "--dc", "2", "--seed", "1"],
        &["contest", "6", "4", "--seed", "1"],
        &["extended", "--pool", "6", "--target", "10", "--rounds", "5", "--seed", "1"],
        &["attack", "--pool", "7", "--damage", "3", "--seed", "1"],
    ] {
        let mut answer = json(args);
        let decimal = answer["decimal"].take();
        check(&answer, &decimal, "");
    }
    assert_eq!(json(&["odds-of", "2d10>=8b1", "--joint"])["joint"][0]["probability"], 0.36);
    let terms =
        &json(&["extended", "--pool", "6", "--target", "9", "--rounds", "5", "--seed", "1"])["roll"]["terms"];
    assert!(terms.get("checkId").is_none() && terms["targetSuccesses"] == 9, "{terms}");
}

#[test]
fn bad_input_exits_with_2_and_names_the_field() {
    for (args, field) in [
        (&["roll", "6d10>8"][..], "expression"),
        (&["roll", ""], "expression"),
        (&["odds-of", "1000d1000"], "expression"),
        (&["roll", "2d6", "--context", "pub"], "context"),
        (&["odds-of", "6d10>=8b1", "--dc", "-1"], "dc"),
        (&["odds-of", "6d10>=8b1", "--dc", "1", "--chance", "often"], "chance"),
        (&["check", "--pool", "5000", "--dc", "1"], "pool"),
        (&["check", "--pool", "5", "--dc", "-1"], "dc"),
        (&["contest", "5000", "4"], "initiator"),
        (&["contest", "4", "5000"], "defender"),
        (&["extended", "--pool", "6", "--target", "0", "--rounds", "5"], "target"),
        (&["extended", "--pool", "1000", "--target", "10000", "--rounds", "1000"], "rounds"),
        (&["attack", "--pool", "6", "--damage", "6", "--armour", "-1"], "armour"),
        (&["attack", "--pool", "6", "--damage", "-1"], "damage"),
        (&["roll", "@x", "--define", "x"], "define"),
        (&["roll", "d6", "--define", "=2d6"], "define"),
        (&["roll", "d6", "--define", "x=2d"], "define"),
        (&["odds-of", "1000d10>=8b1", "--joint"], "joint"),
        (&["odds-of", "6d10>=8b1", "--dc", "1", "--chance", "101%"], "chance"),
        (&["odds-of", "6d10>=8b1", "--dc", "1", "--chance", "-1"], "chance"),
        (&["roll", "d6", "--aliases", "missing.json"], "aliases"),
        (&["roll", "d6", "--contexts", "missing.json"], "contexts"),
        (&["contest", "6", "4", "--system", "missing.json"], "system"),
        (&["odds-of", "4d6", "--joint"], "joint"),
        (&["odds-of", "4d6", "--dc", "9", "--chance", "0.5"], "chance"),
    ] {
        let output = run(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(
            text(&output.stderr).starts_with(&format!("error: {field}")),
            "{args:?}: {}",
            text(&output.stderr)
        );
        let output = run(&[args, &["--json"]].concat());
        let error: Value = serde_json::from_slice(&output.stderr).unwrap();
        assert_eq!(error["error"]["field"], field, "{args:?}");
        assert!(["message", "expected", "actual"].iter().all(|key| error["error"][key].is_string()));
    }
}

#[test]
fn at_difficulty_0_fumbles_still_fail() {
    let check = json(&["check", "--pool", "1", "--dc", "0"]);
    assert_eq!(check["success"], "9/10");
    assert_eq!(check["one_more_die"]["chance"], "-3/100");
    assert!(plain(&["check", "--pool", "1", "--dc", "0"]).contains("One more die: -3.0 points"));
    let needed = json(&["odds-of", "1d10>=8b1", "--dc", "0", "--chance", "95%"]);
    assert_eq!(needed["dice_needed"], 8);
    let exploding = json(&["odds-of", "6d10!10>=8b1", "--dc", "0"]);
    let (success, fumble) = (&exploding["decimal"]["success"], &exploding["decimal"]["fumble"]);
    assert!((success.as_f64().unwrap() + fumble.as_f64().unwrap() - 1.0).abs() < 1e-15, "{success} {fumble}");
    assert!(fumble.as_f64().unwrap() > 0.05);
    // A roll ranks a fumble below a plain 0, here and at a table.
    let rolls: Vec<Value> = (0..60)
        .map(|seed| json(&["roll", "1d10>=8b1", "--seed", &seed.to_string()]))
        .filter(|roll| roll["total"] == 0)
        .collect();
    let ranks = |fumble: bool| {
        let of = |roll: &&Value| roll["pools"][0]["is_fumble"] == fumble;
        rolls.iter().filter(of).map(|roll| roll["percentile"].clone()).collect::<Vec<_>>()
    };
    let (fumbled, plain) = (ranks(true), ranks(false));
    assert!(!fumbled.is_empty() && fumbled.iter().all(|rank| *rank == "1/20"), "{fumbled:?}");
    assert!(!plain.is_empty() && plain.iter().all(|rank| *rank == "2/5"), "{plain:?}");
}

#[test]
fn tiers_next_die_and_dice_needed_are_there_for_every_counted_pool() {
    for expression in ["6d10!10>=8b1", "6d10kh4>=8b1", "6d10ro1>=8b1", "6d10>=7ds10", "6d10!!10>=8f1"] {
        let odds = json(&["odds-of", expression, "--dc", "2", "--chance", "50%"]);
        assert_eq!(odds["tiers"].as_object().unwrap().len(), 6, "{expression}");
        assert!(odds["one_more_die"]["chance"].is_string(), "{expression}");
        assert!(odds["dice_needed"].as_u64().is_some(), "{expression}: {}", odds["dice_needed"]);
        let tiers = odds["decimal"]["tiers"].as_object().unwrap();
        let sum: f64 = tiers.values().map(|share| share.as_f64().unwrap()).sum();
        assert!((sum - 1.0).abs() < 1e-12, "{expression}: {sum}");
    }
}

#[test]
fn contests_checks_rounds_and_attacks_take_expressions() {
    let contest = json(&["contest", "6d10>=8b1", "4"]);
    assert_eq!(contest["initiator_wins"], json(&["contest", "6", "4"])["initiator_wins"]);
    assert_eq!(contest["initiator"], "6d10>=8b1");
    let sums = json(&["contest", "2d6+1", "2d6", "--seed", "3"]);
    assert_eq!((&sums["both_fumble"], &sums["initiator_by_defender_fumble"]), (&"0/1".into(), &"0/1".into()));
    assert!(sums["roll"]["initiator"]["total"].is_i64() && sums["percentile"].is_string());
    let rounds = ["--target", "10", "--rounds", "5"];
    let extended = json(&[&["extended", "--pool", "6d10>=8b1"][..], &rounds].concat());
    assert_eq!(extended["by_round"], json(&[&["extended", "--pool", "6"][..], &rounds].concat())["by_round"]);
    let attack = json(&["attack", "--pool", "3d10>=8b1", "--damage", "1"]);
    assert_eq!(attack["qualities"]["miss"], "23/50");
    assert_eq!(json(&["check", "--pool", "6d10>=8b1", "--modifier", "-2", "--dc", "1"])["pool"], "4d10>=8b1");
    let seeded = json(&["contest", "6", "4", "--seed", "4"]);
    assert!(seeded["percentile"].is_string() && seeded["as_well"].is_string());
    let ended = json(&[&["extended", "--pool", "6", "--seed", "5"][..], &rounds].concat());
    assert!(ended["as_well"].is_string());
}

#[test]
fn a_system_names_only_what_differs() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("exalted.json");
    std::fs::write(&file, r#"{"successThreshold": 7, "doubleThreshold": 10, "botchValue": null}"#).unwrap();
    let file = file.to_str().unwrap();
    let check = json(&["check", "--pool", "5", "--dc", "3", "--system", file]);
    assert_eq!(check["success"], json(&["odds-of", "5d10>=7ds10", "--dc", "3"])["success"]);
    assert_eq!(check["fumble"], "0/1");
    // The expression says what counts, and a system that says otherwise is refused.
    let output = run(&["odds-of", "5d10>=8b1", "--system", file]);
    assert!(text(&output.stderr).contains("under this system it is 5d10>=7ds10"), "{}", text(&output.stderr));
    assert!(run(&["odds-of", "5d10>=7ds10", "--system", file]).stderr.is_empty());
    let help = text(&run(&["odds-of", "--help"]).stdout);
    assert!(help.contains("the expression itself says which"), "{help}");
}

#[test]
fn long_fractions_are_short_for_people_and_whole_in_json() {
    let args = ["check", "--pool", "900", "--dc", "200"];
    let shown = plain(&args);
    assert!(shown.lines().all(|line| line.chars().count() < 120), "{shown}");
    assert!(shown.contains("digits)"), "{shown}");
    assert!(json(&args)["success"].as_str().unwrap().len() > 1000);
    let joint = plain(&["odds-of", "60d10>=8b1", "--joint"]);
    assert!(joint.lines().all(|line| line.chars().count() < 120));
}

#[test]
fn decimals_alone_are_a_small_part_of_the_whole_answer() {
    let whole = run(&["odds-of", "200d10", "--json"]).stdout.len();
    let output = run(&["odds-of", "200d10", "--json", "--decimals"]);
    assert!(output.stdout.len() * 10 < whole, "{} of {whole}", output.stdout.len());
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(answer.get("mean").is_none() && answer.get("values").is_none());
    assert_eq!(answer["decimal"], json(&["odds-of", "200d10"])["decimal"]);
    for args in [
        &["check", "--pool", "6", "--dc", "2"][..],
        &["contest", "6", "4"],
        &["extended", "--pool", "6", "--target", "10", "--rounds", "5"],
        &["attack", "--pool", "7", "--damage", "3"],
        &["roll", "3d6", "--seed", "1"],
        &["odds-of", "2d10>=8b1", "--joint"],
    ] {
        let short = json(&[args, &["--decimals"]].concat());
        assert_eq!(short["decimal"], json(args)["decimal"], "{args:?}");
        assert!(!short.to_string().contains('/'), "{args:?}: {short}");
    }
}

#[test]
fn repeated_rolls_are_added_up_and_rank_together() {
    let series = json(&["roll", "4d6kh3", "-n", "6", "--seed", "7"]);
    let rolls = series["rolls"].as_array().unwrap();
    assert_eq!(rolls.len(), 6);
    let sum: i64 = rolls.iter().map(|roll| roll["total"].as_i64().unwrap()).sum();
    assert_eq!((&series["sum"], &series["mean"]), (&sum.into(), &"15869/1296".into()));
    let all = json(&["odds-of", "6x(4d6kh3)", "--dc", &sum.to_string()]);
    assert_eq!(series["at_least"], all["success"], "the sum ranks among all sums of six rolls");
    let shown = plain(&["roll", "6d10>=8b1", "-n", "5", "--seed", "7"]);
    assert!(shown.starts_with("5 rolls of 6d10>=8b1\n") && shown.contains("\nSum "), "{shown}");
    assert_eq!(run(&["roll", "d6", "-n", "0"]).status.code(), Some(2));
    assert_eq!(run(&["roll", "d6", "-n", "1001"]).status.code(), Some(2));
}

#[test]
fn people_see_running_totals_and_critical_rolls_in_words() {
    let args = ["extended", "--pool", "6", "--target", "10", "--rounds", "5", "--seed", "5"];
    let (shown, answer) = (plain(&args), json(&args));
    let last = format!("{} of 10\n", answer["roll"]["accumulated"]);
    assert!(shown.contains(&last) && shown.contains("of all such checks end as well"), "{shown}");
    let net =
        |shown: &str| shown.split('(').nth(1).and_then(|rest| rest.split(' ').next()?.parse::<u32>().ok());
    for seed in 0..40 {
        let shown = plain(&["check", "--pool", "14", "--dc", "2", "--seed", &seed.to_string()]);
        let is_critical = net(&shown).is_some_and(|net| net >= 5);
        assert_eq!(shown.contains("a critical roll"), is_critical, "{shown}");
    }
}

#[test]
fn messages_say_what_to_do() {
    let output = run(&["check", "--dc", "1"]);
    let shown = text(&output.stderr);
    assert!(shown.contains("--pool") && shown.contains("--attribute"), "{shown}");
    let output = run(&["odds-of", "10d10!!>=8b1"]);
    let shown = text(&output.stderr);
    assert!(shown.contains("10d10!!10>=8b1") && shown.contains("10d10!!>=8>=8b1"), "{shown}");
    for reading in ["10d10!!10>=8b1", "10d10!!>=8>=8b1"] {
        assert!(run(&["odds-of", reading]).status.success(), "{reading}");
    }
}

#[test]
fn people_are_told_what_a_die_of_a_pool_is() {
    let die = "A die has 10 sides; 8 or more is a success, a 1 takes one away. A 1 without any success is a fumble.";
    for args in [
        &["contest", "6", "4"][..],
        &["check", "--pool", "6", "--dc", "2"],
        &["extended", "--pool", "6", "--target", "10", "--rounds", "5"],
        &["contest", "6", "2d6"],
    ] {
        let lines = plain(args);
        assert_eq!(lines.lines().nth(1), Some(die), "{args:?}: {lines}");
    }
    // An expression says it itself.
    assert!(!plain(&["check", "--pool", "6d10>=8b1", "--dc", "2"]).contains("A die has"));
}

#[test]
fn a_file_that_is_not_there_and_a_link_that_is_none_are_refused_in_words() {
    for (args, message) in [
        (
            &["check", "--pool", "6", "--dc", "2", "--system", "nowhere.json"][..],
            "got nowhere.json: there is no such file",
        ),
        (&["replay", "nowhere.json"], "got nowhere.json: there is no such file"),
        (
            &["replay", "?g=!!!"],
            "source: expected a link to a game, but the link is damaged: it has characters",
        ),
    ] {
        let output = run(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let said = text(&output.stderr);
        assert!(said.contains(message) && !said.contains("os error"), "{args:?}: {said}");
    }
}

#[test]
fn a_check_needs_a_pool_or_an_attribute() {
    for args in [&["check", "--dc", "1"][..], &["check", "--pool", "3", "--skill", "1", "--dc", "1"]] {
        assert_eq!(run(args).status.code(), Some(2), "{args:?}");
    }
    assert_eq!(json(&["check", "--attribute", "3", "--dc", "1"])["pool"], 3);
    assert_eq!(json(&["check", "--pool", "3", "--modifier", "2", "--dc", "1"])["pool"], 5);
}

#[test]
fn configuration_files_are_read_and_bad_ones_refused_by_path() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, content: &str| {
        let file = folder.path().join(name);
        std::fs::write(&file, content).unwrap();
        file.to_str().unwrap().to_owned()
    };
    let standard: Value =
        serde_json::from_str(include_str!("../../../pools/config/dice-system.json")).unwrap();
    let mut generous = standard.clone();
    generous["criticalOnNet"] = true.into();
    let file = write("generous.json", &generous.to_string());
    let tiers =
        |more: &[&str]| json(&[&["check", "--pool", "8", "--dc", "4"], more].concat())["tiers"].clone();
    assert_ne!(tiers(&["--system", &file]), tiers(&[]));
    let mut bad = standard;
    bad["hitQualityThresholds"]["solidHit"] = 9.into();
    let file = write("bad.json", &bad.to_string());
    let output = run(&["check", "--pool", "8", "--dc", "4", "--system", &file]);
    assert_eq!(output.status.code(), Some(2));
    let expected = format!("error: {file}: hitQualityThresholds.strongHit: expected more than 9, got 3");
    assert!(text(&output.stderr).starts_with(&expected), "{}", text(&output.stderr));
    let output =
        run(&["roll", "d6", "--contexts", &write("rng.json", r#"{"version": "1.0.0", "contexts": {}}"#)]);
    assert!(text(&output.stderr).contains("contexts.combat"), "{}", text(&output.stderr));
    let names = write("names.json", r#"{"sword": "2d6+3", "flurry": "3x@sword"}"#);
    assert_eq!(json(&["odds-of", "@flurry", "--aliases", &names])["mean"], "30/1");
    for (content, words) in [
        ("[1]", "aliases: expected a JSON object of names and expressions"),
        (r#"{"sword": 3}"#, "sword: expected an expression as text, got 3"),
        (r#"{"sword": "2d"}"#, "sword: expression, column 3: expected sides"),
        (r#"{"": "2d6"}"#, "expected a name of up to 30 letters"),
    ] {
        let file = write("bad-names.json", content);
        let output = run(&["roll", "d6", "--aliases", &file]);
        assert_eq!(output.status.code(), Some(2), "{content}");
        let shown = text(&output.stderr);
        assert!(shown.contains(words) && shown.contains(&file), "{shown}");
        let output = run(&["roll", "d6", "--aliases", &file, "--json"]);
        let error: Value = serde_json::from_slice(&output.stderr).unwrap();
        assert_eq!(error["error"]["field"], "aliases", "{content}");
    }
    let output = run(&["roll", "d6", "--define", "sword=2d"]);
    assert!(text(&output.stderr).starts_with("error: define: sword: expression, column 3: expected sides"));
    let output = run(&["roll", "d6", "--seed", "-1"]);
    assert!(text(&output.stderr).contains("expected a whole number from 0 to 18446744073709551615"));
}

#[test]
fn a_session_is_kept_in_its_file_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("friday.json");
    let file = file.to_str().unwrap();
    let shown = plain(&["session", file, "pool mira stealth 6", "check mira stealth 2 +1", "--seed", "7"]);
    assert!(shown.contains("mira, Skill:stealth: ") && shown.contains("percentile"), "{shown}");
    let view =
        json(&["session", file, "encounter 99", "attack 7 3 on orc", "start lock 6 8 4", "round lock"]);
    assert_eq!((&view["rolled"], view["log"].as_array().unwrap().len()), (&3.into(), 3));
    assert_eq!(view["log"][1]["target"], "orc");
    assert_eq!(view["checks"][0]["rounds_remaining"], 3);
    assert!(view["luck"]["all"]["percentile"].is_number());
    let combat = json(&["session", file, "log combat:"]);
    assert_eq!(combat["log"].as_array().unwrap().len(), 1);
    assert_eq!(json(&["session", file, "clear"])["log"].as_array().unwrap().len(), 0);
    // The fight is the same when the encounter is begun again, by anybody.
    let fight = |name: &str| {
        let file = folder.path().join(name);
        let view = json(&["session", file.to_str().unwrap(), "encounter 5", "roll 20d10 for Combat:Attack"]);
        view["log"][0]["result"].clone()
    };
    assert_eq!(fight("a.json"), fight("b.json"));
    let copy = folder.path().join("copy.json");
    plain(&["session", file, &format!("save {}", copy.to_str().unwrap())]);
    assert_eq!(json(&["session", copy.to_str().unwrap(), "show"])["rolled"], 3);
    for (lines, words) in [
        (&["dance"][..], "expected a command; type help"),
        (&["check nobody stealth 1"], "expected one of mira"),
        (&["round door"], "expected one of lock"),
    ] {
        let output = run(&[&["session", file], lines].concat());
        assert_eq!(output.status.code(), Some(2), "{lines:?}");
        assert!(text(&output.stderr).contains(words), "{}", text(&output.stderr));
    }
    // A file in which a die was turned is refused.
    let saved = std::fs::read_to_string(file).unwrap();
    let place = saved.find("\"faces\":[[").unwrap() + "\"faces\":[[".len();
    let turned = if saved[place..].starts_with('3') { "4" } else { "3" };
    let end = place + saved[place..].find([',', ']']).unwrap();
    std::fs::write(file, format!("{}{turned}{}", &saved[..place], &saved[end..])).unwrap();
    assert_eq!(run(&["session", file, "show"]).status.code(), Some(2));
}

#[test]
fn help_of_every_command_has_examples() {
    for command in ["roll", "odds-of", "check", "contest", "extended", "attack", "session"] {
        let output = run(&[command, "--help"]);
        assert!(output.status.success());
        let help = text(&output.stdout);
        let (_, after) = help.rsplit_once("\n\nExamples:\n").unwrap();
        assert!(after.starts_with(&format!("  dicee {command}")), "{command}");
        let long = help
            .lines()
            .rev()
            .take_while(|line| !line.starts_with("Options:"))
            .find(|line| !line.starts_with(' ') && line.chars().count() >= 80);
        assert_eq!(long, None, "{command}");
    }
}

/// The fractions of `1000d20` would be 120 MB.
#[test]
fn fractions_too_long_to_write_are_refused_with_the_way_out() {
    let output = run(&["odds-of", "1000d20", "--json"]);
    let error: Value = serde_json::from_slice(&output.stderr).unwrap();
    assert_eq!((output.status.code(), &error["error"]["field"]), (Some(2), &"decimals".into()), "{error}");
    assert!(json(&["odds-of", "1000d20", "--decimals"])["mean"].is_null());
    let damage = ["attack", "--pool", "1000", "--damage", "1000"];
    assert_eq!(run(&[&damage[..], &["--json"]].concat()).status.code(), Some(2));
    assert!(json(&[&damage[..], &["--decimals"]].concat())["decimal"]["mean_damage"].is_number());
}
