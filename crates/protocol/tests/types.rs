//! The published types are those of the code, and what the game writes is what they say. `cargo xtask types` writes
//! them.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod published;

#[path = "../../dicee/tests/common/mod.rs"]
mod common;

use dicee::{Audience, Category, DiceeCommand, Outlook, REGISTRY, Rules};
use ledger::Game as _;
use protocol::contract::{self, ConfidenceLevel, Moment, Stamp};
use protocol::schema::{Schemas, limits_module, limits_types};
use serde_json::{Value, json};

#[test]
fn the_published_typescript_is_that_of_the_code() {
    published::check(env!("CARGO_MANIFEST_DIR"), "npm/index.d.ts", &Schemas::published().typescript());
}

#[test]
fn the_published_schemas_are_those_of_the_code() {
    published::check(env!("CARGO_MANIFEST_DIR"), "npm/schemas.json", &Schemas::published().to_json());
}

#[test]
fn the_published_validators_are_those_of_the_code() {
    let schemas = Schemas::published();
    published::check(env!("CARGO_MANIFEST_DIR"), "npm/schemas.js", &schemas.to_module());
    published::check(env!("CARGO_MANIFEST_DIR"), "npm/validate.d.ts", &schemas.validator_types());
}

#[test]
fn the_published_limits_are_those_of_the_code() {
    published::check(env!("CARGO_MANIFEST_DIR"), "npm/limits.js", &limits_module());
    published::check(env!("CARGO_MANIFEST_DIR"), "npm/limits.d.ts", &limits_types());
}

/// `hint_requested` -> `HintRequestedEvent`, and `score` as the contract calls it.
fn event_name(kind: &str) -> String {
    if kind == "score" {
        return "ScoreDecisionEvent".into();
    }
    let words = kind.split('_').map(|word| word[..1].to_uppercase() + &word[1..]);
    words.collect::<String>() + "Event"
}

#[test]
fn everything_that_a_game_writes_fits_its_schema() {
    let schemas: Value = serde_json::from_str(&Schemas::published().to_json()).unwrap();
    let mut compiler = boon::Compiler::new();
    compiler.add_resource("schemas.json", schemas).unwrap();
    let mut index = boon::Schemas::new();
    let mut fits = |name: &str, value: &Value| {
        let schema = compiler.compile(&format!("schemas.json#/$defs/{name}"), &mut index).unwrap();
        if let Err(error) = index.validate(value, schema) {
            panic!("{name}: {error:#}\n{value:#}");
        }
        schema
    };
    let log = common::multiplayer_game(Rules::JokerRules, 3);
    let audience = Audience::default();
    let mut kinds = Vec::new();
    for event in contract::events(&log, Outlook::Turn) {
        let value = serde_json::to_value(&event).unwrap();
        fits("GameEvent", &value);
        fits(&event_name(event.body.kind()), &value);
        kinds.push(event.body.kind());
    }
    for (moment, timestamp) in Moment::all(&log, Outlook::Turn).into_iter().take(20) {
        let stamp = Stamp { sequence_number: 1, timestamp };
        for event in [moment.analysis(audience, 0.1, stamp), moment.recommendation(audience, stamp)] {
            fits(&event_name(event.body.kind()), &serde_json::to_value(&event).unwrap());
            kinds.push(event.body.kind());
        }
        let open = moment.advisor().position().open().iter().next().unwrap();
        let hover = moment.hover(open, 900, 1, stamp).unwrap();
        let prediction = moment.prediction(somebody(), open, 0.25, ConfidenceLevel::Low, stamp).unwrap();
        for event in [hover, prediction, moment.hint_requested(audience, stamp)] {
            fits(&event_name(event.body.kind()), &serde_json::to_value(&event).unwrap());
            kinds.push(event.body.kind());
        }
    }
    fits("DiceeView", &serde_json::to_value(log.state().view(None)).unwrap());
    fits("DiceeCommand", &serde_json::to_value(DiceeCommand::Score { category: Category::Chance }).unwrap());
    for registered in REGISTRY {
        let shown = kinds.contains(&registered.kind);
        assert!(shown, "no {} was checked", registered.kind);
    }
}

#[test]
fn what_breaks_the_contract_does_not_fit_its_schema() {
    let schemas: Value = serde_json::from_str(&Schemas::published().to_json()).unwrap();
    let mut compiler = boon::Compiler::new();
    compiler.add_resource("schemas.json", schemas).unwrap();
    let mut index = boon::Schemas::new();
    let schema = compiler.compile("schemas.json#/$defs/RollEvent", &mut index).unwrap();
    let events = contract::events(&common::multiplayer_game(Rules::Standard, 3), Outlook::Turn);
    let roll = events.iter().find(|event| event.body.kind() == "roll").unwrap();
    let roll = serde_json::to_value(roll).unwrap();
    assert!(index.validate(&roll, schema).is_ok());
    for (field, value) in [
        ("diceResult", json!([1, 2, 3, 4, 7])),
        ("diceResult", json!([1, 2, 3, 4])),
        ("keptMask", json!([true])),
        ("rollType", json!("first")),
        ("eventType", json!("score")),
        ("streamType", json!("elsewhere")),
        ("gameId", json!(7)),
        ("timestamp", json!("now")),
    ] {
        let mut broken = roll.clone();
        broken[field] = value.clone();
        assert!(index.validate(&broken, schema).is_err(), "{field}: {value}");
        broken.as_object_mut().unwrap().remove(field);
        assert!(index.validate(&broken, schema).is_err(), "no {field}");
    }
}

/// A spectator.
fn somebody() -> protocol::PlayerId {
    "3f2504e0-4f89-41d3-9a0c-0305e82c3301".parse().unwrap()
}
