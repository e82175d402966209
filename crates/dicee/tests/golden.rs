//! Histories that were written once and must be readable for ever: old schemas and new ones, files and links.
//!
//! `DICEE_WRITE_GOLDEN=1` writes the ones that do not exist yet; those that exist are never touched.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use dicee::{DiceCheck, DiceeGame, GameStatus, Outlook, Rules, check_dice, contract};
use ledger::{Chain, Clock, EventId, Game as _, Log, Source, Version, link};
use serde_json::{Value, json};

const NONE: [bool; 5] = [false; 5];

fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name)
}

fn golden(name: &str, make: impl FnOnce() -> String) -> String {
    let path = file(name);
    if std::env::var_os("DICEE_WRITE_GOLDEN").is_some() && !path.exists() {
        fs::write(&path, make() + "\n").unwrap();
    }
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
    text.trim_end().to_owned()
}

/// Scores in seat order.
fn scores(game: &DiceeGame) -> Vec<u16> {
    game.table().unwrap().players().iter().map(|player| player.card().grand_total()).collect()
}

#[test]
fn logs_of_every_variant_replay_to_their_scores() {
    let mut found = Vec::new();
    for rules in Rules::ALL {
        let json = golden(&format!("solo-{rules}.json"), || {
            common::played_with_two_dicees(rules).to_json().unwrap()
        });
        let log = Log::<DiceeGame>::from_json(&json, &contract::upcaster()).unwrap();
        assert_eq!(log.to_json().unwrap(), json, "a log is written as it was read");
        assert!(matches!(check_dice(log.events()), Ok(DiceCheck::Fair { .. })), "{rules}");
        assert_eq!(log.state().view(None).status, GameStatus::Completed);
        found.push((rules, scores(log.state())));
        let json =
            golden(&format!("fair-{rules}.json"), || common::multiplayer_game(rules, 12).to_json().unwrap());
        let log = Log::<DiceeGame>::from_json(&json, &contract::upcaster()).unwrap();
        assert!(matches!(check_dice(log.events()), Ok(DiceCheck::Fair { .. })), "{rules}");
        found.push((rules, scores(log.state())));
    }
    let three = vec![45, 66, 51];
    let expected =
        [(Rules::Standard, 411), (Rules::JokerRules, 411), (Rules::ForcedDicee, 411), (Rules::Classic, 289)]
            .into_iter()
            .flat_map(|(rules, solo)| [(rules, vec![solo]), (rules, three.clone())]);
    assert_eq!(found, expected.collect::<Vec<_>>());
}

#[test]
fn a_log_of_the_first_schemas_replays_and_is_written_back_as_it_was() {
    let json = golden("solo-first-schemas.json", || {
        first_ledger(
            &serde_json::from_str(&common::solo_game(Rules::Standard, 11).to_json().unwrap()).unwrap(),
        )
    });
    let stored: Vec<Value> = serde_json::from_str(&json).unwrap();
    let kinds =
        |kind: &str| stored.iter().filter(|envelope| envelope["payload"]["eventType"] == kind).count();
    assert!(kinds("reroll") > 5 && kinds("roll") == 13, "the corpus holds what it is for");
    let log = Log::<DiceeGame>::from_json(&json, &contract::upcaster()).unwrap();
    assert_eq!(scores(log.state()), [40]);
    assert!(log.events().all(|event| !matches!(event.kind(), "reroll")));
    assert_eq!(serde_json::from_str::<Value>(&log.to_json().unwrap()).unwrap(), Value::Array(stored));
    assert!(Log::<DiceeGame>::from_json(&json, &ledger::Upcaster::default()).is_err(), "it is old");
}

#[test]
fn events_of_the_contract_in_its_first_and_current_schemas_replay() {
    let write = || {
        serde_json::to_value(contract::events(&common::solo_game(Rules::Standard, 11), Outlook::Turn))
            .unwrap()
    };
    let first = golden("contract-first-schemas.json", || first_contract(write()));
    let current = golden("contract-current.json", || write().to_string());
    let (first, current) = (contract::read(&first).unwrap(), contract::read(&current).unwrap());
    assert_eq!(scores(first.log.state()), [40]);
    assert_eq!(first.log.state(), current.log.state());
    assert_eq!(contract::integrity::check(&first.events), []);
    assert_eq!(contract::integrity::check(&current.events), []);
    let versions = |events: &[contract::GameEvent], kind: &str| {
        events
            .iter()
            .filter(|event| event.body.kind() == kind)
            .all(|event| event.base.event_version == Version::new(2, 0, 0))
    };
    assert!(versions(&first.events, "roll"), "old rolls come out in version 2.0.0");
}

#[test]
fn a_link_replays_to_its_score() {
    let text = golden("solo.link", || {
        let log = common::solo_game(Rules::Standard, 11);
        let parameters = link::encode(log.events()).unwrap();
        assert_eq!(parameters.len(), 1);
        parameters[0].1.clone()
    });
    let parameters = BTreeMap::from([("g".to_owned(), text)]);
    let events = link::decode_game::<DiceeGame>(&parameters).unwrap();
    let clock = Clock { timestamp: 0, source: Source::System };
    let log = Log::<DiceeGame>::from_events(events, "link", clock).unwrap();
    assert_eq!(scores(log.state()), [40]);
}

/// A ledger log as it would have been written with the first schemas.
fn first_ledger(log: &Vec<Value>) -> String {
    let mut envelopes = Vec::new();
    let (mut chain, mut last) = (Chain::default(), None);
    let mut dice = Value::Null;
    for (position, envelope) in (0u64..).zip(log) {
        let mut envelope = envelope.clone();
        let payload = envelope["payload"].clone();
        let mut version = Version::new(1, 0, 0);
        match payload["eventType"].as_str().unwrap() {
            "roll" => {
                envelope["payload"] =
                    first_roll(&payload, &dice, payload["keptMask"] == json!(NONE) && dice.is_null());
                dice = payload["diceResult"].clone();
            }
            "score" => {
                dice = Value::Null;
                version = Version::new(1, 1, 0);
            }
            _ => {}
        }
        let id = EventId::of(&envelope["payload"], position).unwrap();
        chain = chain.next(&id, version);
        envelope["id"] = json!(id);
        envelope["schemaVersion"] = json!(version);
        envelope["chain"] = json!(chain);
        match last {
            Some(last) => envelope["causationId"] = json!(last),
            None => drop(envelope.as_object_mut().unwrap().remove("causationId")),
        }
        last = Some(id);
        envelopes.push(envelope);
    }
    Value::Array(envelopes).to_string()
}

fn first_roll(payload: &Value, before: &Value, initial: bool) -> Value {
    if initial {
        return json!({ "eventType": "roll", "diceResult": payload["diceResult"] });
    }
    json!({
        "eventType": "reroll",
        "previousDice": before,
        "keptMask": payload["keptMask"],
        "newDice": payload["diceResult"],
        "wasOptimal": false,
        "optimalKeptMask": payload["keptMask"],
        "evDifference": 0.5,
        "timeToDecision": 1000,
        "hintViewed": false,
    })
}

/// Events of the contract as version 1.0 wrote them: analysis inside of rolls, rerolls of their own, scores without cards.
fn first_contract(events: Value) -> String {
    let mut events: Vec<Value> = serde_json::from_value(events).unwrap();
    for event in &mut events {
        let fields = event.as_object_mut().unwrap();
        match fields["eventType"].as_str().unwrap() {
            "roll" => {
                let payload = Value::Object(fields.clone());
                let initial = payload["rollType"] == "initial";
                for field in [
                    "rollType",
                    "diceResult",
                    "keptMask",
                    "preRollDice",
                    "analysisId",
                    "timeFromPreviousAction",
                ] {
                    fields.remove(field);
                }
                let old = first_roll(&payload, &payload["preRollDice"], initial);
                fields.extend(old.as_object().unwrap().clone());
                fields.insert("eventVersion".into(), json!("1.0.0"));
                if initial {
                    fields.insert("keptMask".into(), json!(NONE));
                    fields.insert("probabilities".into(), json!({ "categories": {} }));
                    fields.insert("recommendations".into(), json!([]));
                }
            }
            "score" => {
                fields.remove("previousScorecard");
                fields.remove("updatedScorecard");
                fields.insert("eventVersion".into(), json!("1.0.0"));
            }
            _ => {}
        }
    }
    Value::Array(events).to_string()
}
