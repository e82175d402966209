//! The JavaScript of `@dicee/types` agrees with Rust: what it accepts and refuses, and how a patch is applied.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use chance::{Chance as _, SeededChance};
use dicee::{Audience, Outlook, Rules, Scorecard, ScorecardData};
use ledger::Game as _;
use protocol::contract::{self, Moment, Stamp};
use protocol::message::{apply, diff};
use protocol::{
    ClientMessage, CreateGameRequest, ErrorCode, ErrorMessage, OpenDicee, OpenExtendedCheck, OpenFortyTwo,
    OpenRollTable, SCHEMAS, ServerMessage,
};
use serde_json::{Value, json};

/// Runs a script that reads JSON from its input and writes JSON.
fn node(script: &str, input: &Value) -> Value {
    let package = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("npm");
    let mut child = Command::new("node")
        .args(["--input-type=module", "-e", script])
        .current_dir(package)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.to_string().as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Values with the names of their types, all of them sound.
fn sound() -> Vec<(&'static str, Value)> {
    let card = ScorecardData::from(&Scorecard::default());
    let log = crate::common::multiplayer_game(Rules::JokerRules, 3);
    let mut corpus: Vec<(&str, Value)> = contract::events(&log, Outlook::Turn)
        .into_iter()
        .step_by(3)
        .map(|event| ("GameEvent", serde_json::to_value(event).unwrap()))
        .collect();
    for (moment, timestamp) in Moment::all(&log, Outlook::Turn).into_iter().take(2) {
        let event = moment.analysis(Audience::default(), 0.1, Stamp { sequence_number: 1, timestamp });
        corpus.push(("AnalysisEvent", serde_json::to_value(event).unwrap()));
    }
    corpus.push(("DiceeView", serde_json::to_value(log.state().view(None)).unwrap()));
    let error = ServerMessage::from(ErrorMessage::new(ErrorCode::Conflict, "look again"));
    corpus.push(("ServerMessage", serde_json::to_value(error).unwrap()));
    let roll = json!({
        "diceResult": [5, 2, 5, 6, 5], "keptMask": [true, false, true, false, true], "rollsRemaining": 1,
        "availableCategories": card.categories_remaining, "currentScorecard": card,
    });
    corpus.push(("ProbabilityRequest", roll));
    let player = "20000000-0000-4000-8000-000000000001";
    for message in [
        json!({ "type": "authenticate", "token": "a.b.c" }),
        json!({ "type": "resume", "since": 3, "updates": "changes" }),
        json!({ "type": "resume", "since": 3 }),
        json!({ "type": "command", "commandId": "1", "expectedVersion": 3, "command": { "type": "roll" } }),
        json!({ "type": "join", "playerId": player, "clientVersion": "1", "reconnect": false }),
        json!({ "type": "roll", "keptMask": [true, false, true, false, true], "requestProbabilities": true }),
        json!({ "type": "score", "category": "chance" }),
        json!({ "type": "request_hint", "explanationDepth": "standard" }),
        json!({ "type": "hover", "category": "ones", "hoverStartTime": 5 }),
        json!({ "type": "prediction", "category": "ones", "predictedProbability": 0.5, "confidenceLevel": "low" }),
        json!({ "type": "request_win_chance" }),
        json!({ "type": "chat", "text": "hello" }),
        json!({ "type": "mute", "playerId": player, "muted": true }),
        json!({ "type": "cursor", "version": 7 }),
        json!({ "type": "rematch" }),
    ] {
        corpus.push(("ClientMessage", message));
    }
    for request in [
        json!({ "kind": "dicee", "bots": ["expert"], "settings": { "timeLimit": 60 } }),
        json!({ "kind": "fortytwo", "bots": "strong", "house": { "nello": true }, "start": true }),
        json!({ "kind": "extended_check", "terms": { "pool": 6, "targetSuccesses": 10, "maxRounds": 5 } }),
        json!({ "kind": "roll_table", "public": true }),
    ] {
        corpus.push(("CreateGameRequest", request));
    }
    corpus
}

/// The same value with one thing changed: a field taken away, added or given another value.
fn broken(value: &Value, luck: &mut SeededChance) -> Value {
    let mut changed = value.clone();
    let mut place = &mut changed;
    // Walks down to some object or list, and changes it there.
    loop {
        let deeper = luck.below(3) > 0;
        match place {
            Value::Object(fields) => {
                let many = u32::try_from(fields.len()).unwrap();
                if many == 0 || luck.below(8) == 0 {
                    fields.insert("unknownField".into(), json!(1));
                    return changed;
                }
                let name = fields.keys().nth(luck.below(many) as usize).unwrap().clone();
                if deeper && (fields[&name].is_object() || fields[&name].is_array()) {
                    place = fields.get_mut(&name).unwrap();
                    continue;
                }
                if luck.below(3) == 0 {
                    fields.shift_remove(&name);
                } else {
                    fields.insert(name, other(luck));
                }
                return changed;
            }
            Value::Array(items) => {
                let many = u32::try_from(items.len()).unwrap();
                match luck.below(3) {
                    0 => items.push(other(luck)),
                    1 => drop(items.pop()),
                    _ if many > 0 => items[luck.below(many) as usize] = other(luck),
                    _ => {}
                }
                return changed;
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => return other(luck),
        }
    }
}

fn other(luck: &mut SeededChance) -> Value {
    let values = [
        json!(null),
        json!(-1),
        json!(0.5),
        json!(7),
        json!("x"),
        json!(""),
        json!([]),
        json!({}),
        json!(true),
    ];
    values[luck.below(9) as usize].clone()
}

#[test]
fn validators_accept_and_refuse_what_the_schemas_do() {
    let mut compiler = boon::Compiler::new();
    compiler.enable_format_assertions();
    compiler.add_resource("schemas.json", serde_json::from_str(SCHEMAS).unwrap()).unwrap();
    let mut index = boon::Schemas::new();
    let mut luck = SeededChance::from_seed(7);
    let mut rows = Vec::new();
    for (name, value) in sound() {
        rows.push((name, value.clone(), true));
        for _ in 0..40 {
            rows.push((name, broken(&value, &mut luck), false));
        }
    }
    let mut expected = Vec::new();
    for (name, value, sound) in &rows {
        let schema = compiler.compile(&format!("schemas.json#/$defs/{name}"), &mut index).unwrap();
        let fits = index.validate(value, schema).is_ok();
        assert!(fits || !sound, "{name}: {value}");
        expected.push(fits);
    }
    assert!(expected.iter().filter(|fits| !**fits).count() > 500, "most of what is broken is refused");
    let input: Value = rows.iter().map(|(name, value, _)| json!([name, value])).collect();
    let script = "import { is } from './validate.js';
        import { readFileSync } from 'node:fs';
        const rows = JSON.parse(readFileSync(0, 'utf8'));
        console.log(JSON.stringify(rows.map(([name, value]) => is(name, value))));";
    let answers: Vec<bool> = serde_json::from_value(node(script, &input)).unwrap();
    for ((row, expected), answer) in rows.iter().zip(expected).zip(answers) {
        assert_eq!(answer, expected, "{}: {}", row.0, row.1);
    }
}

/// Whether a game is opened with this: by what every table has, and by the options of the game.
fn opens(request: Value) -> bool {
    let Ok(CreateGameRequest { kind, options, .. }) = serde_json::from_value(request) else { return false };
    let options = Value::Object(options);
    match kind.as_str() {
        "dicee" => serde_json::from_value::<OpenDicee>(options).is_ok(),
        "fortytwo" => serde_json::from_value::<OpenFortyTwo>(options).is_ok(),
        "extended_check" => serde_json::from_value::<OpenExtendedCheck>(options).is_ok(),
        "roll_table" => serde_json::from_value::<OpenRollTable>(options).is_ok(),
        _ => true,
    }
}

/// A message that the schema refuses is refused by the server, and the other way round where types alone decide.
#[test]
fn what_is_read_is_what_the_schemas_accept() {
    let mut compiler = boon::Compiler::new();
    compiler.enable_format_assertions();
    compiler.add_resource("schemas.json", serde_json::from_str(SCHEMAS).unwrap()).unwrap();
    let mut index = boon::Schemas::new();
    let mut luck = SeededChance::from_seed(8);
    let mut refused = 0;
    for (name, value) in sound() {
        let read = |value: &Value| match name {
            "ClientMessage" => Some(serde_json::from_value::<ClientMessage>(value.clone()).is_ok()),
            "CreateGameRequest" => Some(opens(value.clone())),
            _ => None,
        };
        if read(&value).is_none() {
            continue;
        }
        assert_eq!(read(&value), Some(true), "{value}");
        for _ in 0..40 {
            let broken = broken(&value, &mut luck);
            let schema = compiler.compile(&format!("schemas.json#/$defs/{name}"), &mut index).unwrap();
            if read(&broken) == Some(false) && broken.get("kind").is_some() | broken.get("type").is_some() {
                assert!(index.validate(&broken, schema).is_err(), "{name}: {broken}");
                refused += 1;
            }
        }
    }
    assert!(refused > 100);
}

#[test]
fn a_patch_leads_to_the_same_value_in_javascript() {
    let mut luck = SeededChance::from_seed(9);
    let mut rows = Vec::new();
    for (_, value) in sound() {
        for _ in 0..10 {
            let after = broken(&broken(&value, &mut luck), &mut luck);
            let patch = diff(&value, &after);
            let mut applied = value.clone();
            apply(&mut applied, &patch).unwrap();
            assert_eq!(applied, after);
            rows.push(json!({ "before": value, "patch": patch, "after": after }));
        }
    }
    let script = "import { applyPatch } from './patch.js';
        import { readFileSync } from 'node:fs';
        import { isDeepStrictEqual } from 'node:util';
        const rows = JSON.parse(readFileSync(0, 'utf8'));
        const wrong = rows.filter(({ before, patch, after }) => !isDeepStrictEqual(applyPatch(before, patch), after));
        console.log(JSON.stringify(wrong));";
    assert_eq!(node(script, &Value::Array(rows)), json!([]));
}
