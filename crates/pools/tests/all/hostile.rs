//! Expressions that are meant to hurt: each is refused before anything is counted, or answered within the stated time
//! and memory. Steps are what the cost promises, about a nanosecond each; a limb has eight bytes.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use pools::{Aliases, AttackRequest, Expression, ExtendedRequest, OddsQuestion, SweepRequest};
use serde_json::{Value, json};

/// Half a second of counting, and 64 MB.
const MOST_STEPS: u64 = 500_000_000;
const MOST_LIMBS: u64 = 8_000_000;

/// The questions that the command line, the browser module and the server are asked as well.
const CORPUS: &str = include_str!("../data/hostile.json");

/// Every text of them that stands for dice.
fn hostile() -> Vec<String> {
    let corpus: Vec<Value> = serde_json::from_str(CORPUS).unwrap();
    let texts = corpus.iter().flat_map(|row| {
        let fields = ["expression", "versus", "pool", "initiator", "defender"];
        fields.into_iter().filter_map(move |field| row["request"][field].as_str().map(str::to_owned))
    });
    texts.collect()
}

#[test]
fn hostile_expressions_are_refused_or_within_the_stated_time_and_memory() {
    let mut refused = 0;
    let all = hostile();
    for text in &all {
        let shown: String = text.chars().take(60).collect();
        let Ok(expression) = Expression::parse(text, &Aliases::default()) else {
            refused += 1;
            continue;
        };
        assert!(expression.most_dice() <= 100_000, "{shown}");
        match expression.odds_cost() {
            Err(_) => {
                refused += 1;
                assert!(expression.odds().is_err(), "{shown}");
            }
            Ok(cost) => {
                assert!(cost.steps <= MOST_STEPS, "{shown}: {cost:?}");
                assert!(cost.values.saturating_mul(cost.bits / 64 + 1) <= MOST_LIMBS, "{shown}: {cost:?}");
            }
        }
    }
    assert!(all.len() > 70 && refused * 2 > all.len(), "{refused} of {}", all.len());
}

/// Counting is one thing, writing long fractions another.
#[test]
fn fractions_too_long_to_write_are_refused_and_decimals_are_not() {
    let question = |text: &str| OddsQuestion::about(Expression::parse(text, &Aliases::default()).unwrap());
    for text in ["1000d50", "1000d20", "190d190"] {
        let exact = question(text);
        assert!(exact.expression.odds_cost().is_ok(), "{text} can be counted");
        let decimals = OddsQuestion { decimals: true, ..exact.clone() };
        assert_eq!(decimals.check_exact(), Ok(()), "{text}");
        if text != "190d190" {
            let error = exact.check_exact().unwrap_err();
            assert_eq!((error.field(), error.expected().starts_with("true")), ("decimals", true), "{text}");
        }
    }
    for text in ["6d10>=8b1", "200d10", "1000d10", "1000d10>=8b1"] {
        assert_eq!(question(text).check_exact(), Ok(()), "{text}");
    }
    let request = |rounds: u32, decimals: bool| ExtendedRequest {
        rounds: rounds.into(),
        decimals,
        ..serde_json::from_value(json!({ "pool": 20, "target": 100, "rounds": 1 })).unwrap()
    };
    assert!(request(100, false).question().unwrap().answer(|| 1).is_ok());
    let long = request(1000, false).question().unwrap();
    if long.nanoseconds().is_ok() {
        assert_eq!(long.answer(|| 1).unwrap_err().field(), "decimals");
    }
    let attack = |decimals: bool| {
        let asked = json!({ "pool": 1000, "damage": 1000, "decimals": decimals });
        serde_json::from_value::<AttackRequest>(asked).unwrap().question().unwrap().answer(|| 1)
    };
    assert_eq!(attack(false).unwrap_err().field(), "decimals");
    assert!(attack(true).is_ok());
}

#[test]
fn faults_and_completions_of_hostile_texts_are_short() {
    for text in hostile() {
        if let Err(error) = Expression::parse(&text, &Aliases::default()) {
            assert!(error.to_string().chars().count() < 3000);
        }
        assert!(Expression::complete(&text, &Aliases::default()).len() <= 20);
    }
}

#[test]
fn questions_that_ask_many_times_stop_counting_in_time() {
    let expression = |text: &str| Expression::parse(text, &Aliases::default()).unwrap();
    for text in ["50d1000!!1000:100>=990b1", "40d100!100:50kh30>=90b1", "30d20!20:100>=19b1"] {
        let Ok(expression) = Expression::parse(text, &Aliases::default()) else { continue };
        let question = OddsQuestion {
            dc: Some(900),
            chance: Some("99%".parse().unwrap()),
            ..OddsQuestion::about(expression)
        };
        // Found, refused, or not there: never a search without an end.
        let _ = question.report();
    }
    let sweep = SweepRequest {
        expression: expression("10d1000!!1000:50kh9").to_string(),
        dice: 40,
        dcs: vec![1],
        aliases: None,
        system: None,
    };
    assert!(sweep.answer().unwrap().rows.len() <= 40);
}
