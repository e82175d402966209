//! What cannot be asked is refused with the field that is wrong.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use pools::{Aliases, CheckRequest, ParseAnswer};
use serde_json::{Value, json};

use crate::questions::ask;

#[test]
fn a_question_that_cannot_be_answered_is_refused_by_the_field_that_is_wrong() {
    let many: Value =
        (0..101).map(|at| (format!("a{at}"), json!("1d6"))).collect::<serde_json::Map<_, _>>().into();
    let mut wrong = Vec::new();
    for (field, kind, question) in [
        ("pool", "check", json!({"dc": 1})),
        ("pool", "check", json!({"skill": 2, "dc": 1})),
        ("pool", "check", json!({"pool": 3, "attribute": 2, "dc": 1})),
        ("pool", "check", json!({"pool": 1001, "dc": 1})),
        ("pool", "check", json!({"attribute": i64::MAX, "skill": 1, "dc": 1})),
        ("pool", "check", json!({"pool": "6d10>=", "dc": 1})),
        ("dc", "check", json!({"pool": 3, "dc": -1})),
        ("dc", "check", json!({"pool": 3, "dc": 1001})),
        ("aliases.a", "check", json!({"pool": "@a", "dc": 1, "aliases": {"a": "@a"}})),
        ("aliases.1st", "check", json!({"pool": 1, "dc": 1, "aliases": {"1st": "1d6"}})),
        ("aliases.a99", "check", json!({"pool": 1, "dc": 1, "aliases": many})),
        ("initiator", "contest", json!({"initiator": 1001, "defender": 1})),
        ("defender", "contest", json!({"initiator": 1, "defender": "1d"})),
        ("pool", "extended", json!({"pool": 1001, "target": 1, "rounds": 1})),
        ("target", "extended", json!({"pool": 1, "target": 0, "rounds": 1})),
        ("rounds", "extended", json!({"pool": 1, "target": 1, "rounds": 1001})),
        ("rounds", "extended", json!({"pool": 9, "target": 9000, "rounds": 1000})),
        ("pool", "attack", json!({"pool": 1001, "damage": 1})),
        ("damage", "attack", json!({"pool": 1, "damage": -1})),
        ("armour", "attack", json!({"pool": 1, "damage": 1, "armour": 100_001})),
        ("decimals", "attack", json!({"pool": 1000, "damage": 1000})),
        ("expression", "odds", json!({"expression": "2d"})),
        ("versus", "odds", json!({"expression": "2d6", "versus": "2d"})),
        ("chance", "odds", json!({"expression": "2d10>=8", "dc": 1, "chance": "often"})),
        ("dc", "odds", json!({"expression": "2d10>=8", "chance": "0.5"})),
        ("dc", "odds", json!({"expression": "2d10>=8", "dc": -1})),
        ("chance", "odds", json!({"expression": "2d6", "dc": 7, "chance": "0.5"})),
        ("joint", "odds", json!({"expression": "2d10!10>=8", "joint": true})),
        ("decimals", "odds", json!({"expression": "1000d50"})),
        ("expression", "roll", json!({"expression": "1000d10", "times": 11})),
        ("times", "roll", json!({"expression": "1d10", "times": 0})),
        ("times", "roll", json!({"expression": "1d10", "times": 1001})),
        ("context", "roll", json!({"expression": "1d10", "context": "sleep"})),
        ("context", "roll", json!({"expression": "1d10", "context": "sleep", "times": 2})),
        ("dice", "sweep", json!({"expression": "1d10", "dice": 41, "dcs": [1]})),
        ("dcs", "sweep", json!({"expression": "1d10", "dice": 4, "dcs": []})),
        ("expression", "sweep", json!({"expression": "7", "dice": 4, "dcs": [1]})),
        ("dice", "matrix", json!({"dice": 0})),
    ] {
        match ask(kind, question.clone()) {
            Err(error) if error.field() == field => {}
            Err(error) => wrong.push(format!("{field}: {kind} {question}: {error}")),
            Ok(_) => wrong.push(format!("{field}: {kind} {question}: answered")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_system_that_cannot_be_is_refused_in_every_question_with_its_place() {
    for (kind, question) in [
        ("check", json!({"pool": 1, "dc": 1})),
        ("contest", json!({"initiator": 1, "defender": 1})),
        ("extended", json!({"pool": 1, "target": 1, "rounds": 1})),
        ("attack", json!({"pool": 1, "damage": 1})),
        ("odds", json!({"expression": "1d10>=8"})),
        ("sweep", json!({"expression": "1d10", "dice": 4, "dcs": [1]})),
        ("matrix", json!({"dice": 2})),
    ] {
        assert!(ask(kind, question.clone()).is_ok(), "{kind} {question}");
        let mut wrong = question.clone();
        wrong["system"] = json!({"successThreshold": "eight"});
        let error = ask(kind, wrong).unwrap_err();
        assert!(error.field().starts_with("system"), "{kind}: {error}");
        assert!(error.field().ends_with("successThreshold"), "{kind}: {error}");
    }
}

#[test]
fn fields_that_no_question_has_and_dice_that_are_neither_number_nor_text_are_not_read() {
    for (wrong, expected) in [
        (json!({"pool": 1, "dc": 1, "dcs": 2}), "unknown field `dcs`"),
        (json!({"pool": [1], "dc": 1}), "a number of dice, or an expression as text"),
        (json!({"pool": 1}), "missing field `dc`"),
    ] {
        let error = serde_json::from_value::<CheckRequest>(wrong.clone()).unwrap_err().to_string();
        assert!(error.contains(expected), "{wrong}: {error}");
    }
    let asked: CheckRequest = serde_json::from_value(json!({"pool": -2, "dc": 1, "seed": 7})).unwrap();
    let written = serde_json::to_value(&asked).unwrap();
    assert_eq!((&written["pool"], &written["seed"]), (&json!(-2), &json!("7")));
    assert_eq!(
        serde_json::from_value::<CheckRequest>(written).unwrap(),
        asked,
        "it is read as it is written"
    );
}

fn parsed(text: &str) -> Value {
    let mut aliases = Aliases::default();
    aliases.define("sword", "2d6").unwrap();
    serde_json::to_value(ParseAnswer::new(text, &aliases)).unwrap()
}

#[test]
fn what_can_be_read_is_told_with_its_range_and_its_dice() {
    let found = parsed("2x(@sword)");
    assert_eq!((&found["lowest"], &found["highest"]), (&json!(4), &json!(24)));
    assert_eq!((&found["most_dice"], &found["counts_successes"]), (&json!(4), &json!(false)));
    assert!(found["canonical"].as_str().unwrap().contains("@sword"), "{found}");
    assert!(!found["written_out"].as_str().unwrap().contains('@'), "{found}");
    assert!(found["nanoseconds"].as_u64().unwrap() > 0, "{found}");
    let pool = parsed("6d10>=8b1");
    assert_eq!((&pool["dice"], &pool["counts_successes"]), (&json!(6), &json!(true)));
    assert_eq!(parsed("7").get("dice"), None);
}

#[test]
fn what_cannot_be_read_is_told_with_its_place_and_what_is_ambiguous_with_its_readings() {
    let fault = parsed("2d6 + ?");
    assert_eq!((&fault["column"], &fault["readings"]), (&json!(7), &json!([])), "{fault}");
    assert!(!fault["expected"].as_str().unwrap().is_empty());
    let ambiguous = parsed("6d10!=7");
    let readings = ambiguous["readings"].as_array().unwrap();
    assert!(readings.len() >= 2, "{ambiguous}");
    assert!(!ambiguous["message"].as_str().unwrap().ends_with([':', ';', '\n']), "{ambiguous}");
}

#[test]
fn every_operation_is_explained_in_words() {
    for (text, words) in [
        ("-(1d6)", "The negative of [roll one die of 6 sides; add them up]."),
        ("2d6 - 1", "[roll 2 dice of 6 sides; add them up] less 1."),
        ("2d6 / 2", "[roll 2 dice of 6 sides; add them up] divided, rounding down, by 2."),
        ("max(1d8, 5)", "The highest of [roll one die of 8 sides; add them up], 5."),
        ("min(1d8, 5)", "The lowest of [roll one die of 8 sides; add them up], 5."),
        ("if(1d6, 2, 3)", "If [roll one die of 6 sides; add them up] is not 0 then 2, else 3."),
        ("5d10>=7ds10", "count each 7 or more as a success, each 10 as two."),
        ("5d10>=7f1", "count each 7 or more as a success and take one off for each 1 or less."),
        ("(2d6) > 7", "1 if [roll 2 dice of 6 sides; add them up] is more than 7, else 0."),
        ("(2d6) < 7", "is less than 7, else 0."),
        ("(2d6) != 7", "is other than 7, else 0."),
        ("(2d6) >= 7", "is at least 7, else 0."),
        ("2d6max4", "Roll 2 dice of 6 sides; let every face above 4 be 4; add them up."),
        ("2d6min2", "Roll 2 dice of 6 sides; let every face below 2 be 2; add them up."),
    ] {
        let found = parsed(text);
        let explanation = found["explanation"].as_str().unwrap_or_else(|| panic!("{text}: {found}"));
        assert!(explanation.lines().next().unwrap().ends_with(words), "{text}: {explanation}");
    }
}
