//! Histories in the words of the data contract that were written once and must be readable for ever.
//!
//! `DICEE_WRITE_GOLDEN=1` writes the ones that do not exist yet; those that exist are never touched.

use std::fs;
use std::path::PathBuf;

use dicee::{DiceeGame, Outlook, Rules};
use ledger::Version;
use protocol::contract;
use serde_json::{Value, json};

const NONE: [bool; 5] = [false; 5];

fn golden(name: &str, make: impl FnOnce() -> String) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
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
fn events_of_the_contract_in_its_first_and_current_schemas_replay() {
    let write = || {
        serde_json::to_value(contract::events(&crate::common::solo_game(Rules::Standard, 11), Outlook::Turn))
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
