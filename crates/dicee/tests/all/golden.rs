//! Histories that were written once and must be readable for ever: old schemas and new ones, files and links.
//!
//! `DICEE_WRITE_GOLDEN=1` writes the ones that do not exist yet; those that exist are never touched.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use dicee::{DiceCheck, DiceeGame, GameStatus, Rules, check_dice};
use ledger::{Chain, EventId, Game as _, Log, Source, Stamp, Version, link};
use serde_json::{Value, json};

use crate::common;

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
        let log = Log::<DiceeGame>::from_json(&json, &dicee::upcaster()).unwrap();
        assert_eq!(log.to_json().unwrap(), json, "a log is written as it was read");
        assert!(matches!(check_dice(log.events()), Ok(DiceCheck::Fair { .. })), "{rules}");
        assert_eq!(log.state().view(None).status, GameStatus::Completed);
        found.push((rules, scores(log.state())));
        let json =
            golden(&format!("fair-{rules}.json"), || common::multiplayer_game(rules, 12).to_json().unwrap());
        let log = Log::<DiceeGame>::from_json(&json, &dicee::upcaster()).unwrap();
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
    let log = Log::<DiceeGame>::from_json(&json, &dicee::upcaster()).unwrap();
    assert_eq!(scores(log.state()), [40]);
    assert!(log.events().all(|event| !matches!(event.kind(), "reroll")));
    assert_eq!(serde_json::from_str::<Value>(&log.to_json().unwrap()).unwrap(), Value::Array(stored));
    assert!(Log::<DiceeGame>::from_json(&json, &ledger::Upcaster::default()).is_err(), "it is old");
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
    let stamp = Stamp { timestamp: 0, source: Source::System };
    let log = Log::<DiceeGame>::from_events(events, "link", stamp).unwrap();
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
