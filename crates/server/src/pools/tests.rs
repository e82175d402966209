//! Questions about dice through the real router, and every body against the description of it.

use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::{ROLL, routes};
use crate::api::Api;
use crate::testing::{Reply, fresh, get, post};

static SERVER: LazyLock<Arc<Api>> = LazyLock::new(fresh);

async fn ask(name: &str, body: &Value) -> Reply {
    post(&SERVER, &format!("/api/v1/pools/{name}"), body.to_string()).await
}

async fn answer(name: &str, body: Value) -> Value {
    let reply = ask(name, &body).await;
    assert_eq!(reply.status, 200, "{name} {body}: {}", reply.body);
    assert_eq!(reply.header("content-type"), Some("application/json"));
    let response = reply.json();
    assert!(response["success"] == true && response["requestId"].is_string());
    response["answer"].clone()
}

/// A question of each kind with everything in it, and some with little.
fn questions() -> Vec<(&'static str, Value)> {
    let system = ::pools::DiceSystem::standard().with_critical_on_net(true);
    vec![
        ("odds", json!({"expression": "2d6"})),
        (
            "odds",
            json!({"expression": "6d10>=8b1", "dc": 2, "chance": "90%", "versus": "2d6", "joint": true,
                "explain": true, "system": system}),
        ),
        ("odds", json!({"expression": "-4dF + 1", "dc": -2})),
        ("odds", json!({"expression": "6d10>=8b1", "dc": 500, "chance": "1"})),
        (
            "odds",
            json!({"expression": "@blade", "dc": 0, "chance": "50%", "decimals": true,
            "aliases": {"blade": "6d10!10>=8b1"}}),
        ),
        (
            "odds",
            json!({"expression": "5d10>=7ds10", "dc": 3,
            "system": {"successThreshold": 7, "doubleThreshold": 10, "botchValue": null}}),
        ),
        ("roll", json!({"expression": "4d6kh3 + 2"})),
        ("roll", json!({"expression": "4d6kh3", "times": 6, "seed": 7})),
        ("check", json!({"pool": "6d10!10>=8b1", "modifier": 1, "dc": 2, "roll": true})),
        ("contest", json!({"initiator": "2d6+3", "defender": 4, "seed": "3", "decimals": true})),
        (
            "extended",
            json!({"pool": "6d10kh4>=8b1", "target": 10, "rounds": 5, "seed": "5",
            "system": {"fumbleCost": 0, "catastropheAfter": null}}),
        ),
        ("attack", json!({"pool": "7d10!10>=8b1", "damage": 3, "roll": true, "system": {"sides": 10}})),
        (
            "roll",
            json!({"expression": "5d10ro1!10>=8b1", "seed": "18446744073709551615", "context": "Combat:Attack",
            "explain": true}),
        ),
        ("roll", json!({"expression": "1000d1000", "seed": 7})),
        ("check", json!({"pool": 6, "dc": 2})),
        ("check", json!({"attribute": 4, "skill": 3, "modifier": -1, "dc": 2, "seed": 7, "system": system})),
        ("check", json!({"pool": 1000, "dc": 0, "roll": true})),
        ("contest", json!({"initiator": 6, "defender": 4})),
        ("contest", json!({"initiator": -6, "defender": 1000, "roll": true})),
        ("extended", json!({"pool": 6, "target": 10, "rounds": 5})),
        ("extended", json!({"pool": 6, "target": 10, "rounds": 5, "seed": "5", "system": system})),
        ("attack", json!({"pool": 7, "damage": 3})),
        ("attack", json!({"pool": 7, "damage": 3, "armour": 4, "roll": true, "system": null})),
    ]
}

#[tokio::test]
async fn every_body_is_as_the_description_says() {
    let document = get("/openapi.json", &[]).await.json();
    let names = document["components"]["schemas"].as_object().unwrap().keys();
    let numbered: Vec<&String> =
        names.filter(|name| name.ends_with(|last: char| last.is_ascii_digit())).collect();
    assert!(numbered.is_empty(), "two shapes under one name: {numbered:?}");
    for (name, question) in questions() {
        let operation = &document["paths"][format!("/api/v1/pools/{name}")]["post"];
        let request = &operation["requestBody"]["content"]["application/json"]["schema"];
        conforms(&document, request, &question, name).unwrap();
        let reply = ask(name, &question).await;
        assert_eq!(reply.status, 200, "{name} {question}: {}", reply.body);
        let response =
            &operation["responses"][reply.status.to_string()]["content"]["application/json"]["schema"];
        conforms(&document, response, &reply.json(), name).unwrap();
        // A body that is described so that anything goes would be no description.
        let mut wrong = reply.json();
        wrong["answer"].as_object_mut().unwrap().remove("decimal");
        assert!(conforms(&document, response, &wrong, name).is_err());
        let mut wrong = question;
        wrong["luck"] = 7.into();
        assert!(conforms(&document, request, &wrong, name).is_err());
        assert_eq!(ask(name, &wrong).await.status, 400);
    }
}

#[tokio::test]
async fn answers_are_those_of_the_command_line() {
    let odds = answer("odds", json!({"expression": "6d10>=8b1", "dc": 2, "chance": "90%"})).await;
    assert_eq!(odds["fumble"], "70993/1000000");
    assert_eq!((&odds["success"], &odds["dice_needed"]), (&json!("42039/100000"), &json!(28)));
    assert_eq!(odds["decimal"]["net"]["2"], 0.234_495);
    let check = answer("check", json!({"attribute": 4, "skill": 3, "modifier": -1, "dc": 2})).await;
    assert_eq!((&check["pool"], &check["success"]), (&json!(6), &json!("42039/100000")));
    let contest = answer("contest", json!({"initiator": 6, "defender": 4})).await;
    assert_eq!(contest["initiator_wins"], "1194974361/2500000000");
    let extended = answer("extended", json!({"pool": 6, "target": 10, "rounds": 5})).await;
    assert_eq!(extended["by_round"][1]["cum_success"], "155712213/1000000000000");
    let attack = answer("attack", json!({"pool": 3, "damage": 1})).await;
    assert_eq!((&attack["qualities"]["miss"], &attack["damage"]["0"]), (&json!("23/50"), &json!("23/50")));
    let roll = answer("roll", json!({"expression": "6d10>=8b1", "seed": "1"})).await;
    let faces: Vec<&Value> =
        roll["pools"][0]["dice"].as_array().unwrap().iter().map(|die| &die["face"]).collect();
    assert_eq!((json!(faces), &roll["total"]), (json!([10, 4, 3, 9, 3, 7]), &json!(2)));
}

#[tokio::test]
async fn a_fresh_seed_is_told_and_rolls_the_same_again() {
    for (name, mut question) in [
        ("roll", json!({"expression": "20d10"})),
        ("check", json!({"pool": 20, "dc": 3, "roll": true})),
        ("contest", json!({"initiator": 20, "defender": 20, "roll": true})),
        ("extended", json!({"pool": 9, "target": 20, "rounds": 9, "roll": true})),
        ("attack", json!({"pool": 20, "damage": 9, "roll": true})),
    ] {
        let first = answer(name, question.clone()).await;
        let second = answer(name, question.clone()).await;
        assert_ne!(first["seed"], second["seed"]);
        question["seed"] = first["seed"].clone();
        assert_eq!(answer(name, question).await, first, "{name}");
    }
    let asked = answer("check", json!({"pool": 6, "dc": 2})).await;
    assert!(asked.get("seed").is_none() && asked.get("roll").is_none());
}

#[tokio::test]
async fn errors_name_the_field_and_the_place_in_an_expression() {
    let mut system = serde_json::to_value(::pools::DiceSystem::standard()).unwrap();
    system["hitQualityThresholds"]["strongHit"] = 2.into();
    for (name, question, field, expected, actual) in [
        (
            "odds",
            json!({"expression": "2d6 + (3d8"}),
            "expression",
            "a closing parenthesis, at character 11",
            "the end",
        ),
        ("odds", json!({"expression": "6d10>8"}), "expression", ", at character 5", "6d10>8"),
        ("odds", json!({"expression": "1000d1000"}), "expression", "exact odds of at most", "1000d1000"),
        ("odds", json!({"expression": "400d10"}), "expression", "at most 100 ms", "about "),
        ("odds", json!({"expression": "d6", "versus": "d"}), "versus", "sides", "the end"),
        ("odds", json!({"expression": "d6", "joint": true}), "joint", "6d10>=8b1", "1d6"),
        ("odds", json!({"expression": "300d10>=8b1", "joint": true}), "joint", "at most 100 ms", "about "),
        ("odds", json!({"expression": "d6", "chance": "90%"}), "dc", "a difficulty", "nothing"),
        ("odds", json!({"expression": "d6", "dc": 1, "chance": "often"}), "chance", "from 0 to 1", "often"),
        ("odds", json!({"expression": "6d10>=8b1", "dc": -1}), "dc", "from 0 to 1000", "-1"),
        (
            "odds",
            json!({"expression": "@sword"}),
            "expression",
            "an alias that was defined, and none was, at character 1",
            "@sword",
        ),
        ("roll", json!({"expression": "100x(101d6)"}), "expression", "at most 10000 dice", "up to 10100"),
        ("roll", json!({"expression": "d6", "context": "pub"}), "context", "combat, exploration", "pub"),
        ("roll", json!({"expression": "d6", "seed": -1}), "seed", "a whole number from 0", "-1"),
        ("roll", json!({"expression": "d6", "seed": "+1"}), "seed", "a whole number from 0", "+1"),
        ("roll", json!({"expression": 7}), "expression", "text", "7"),
        ("roll", json!({"expression": "d6", "explain": 1}), "explain", "true or false", "1"),
        ("roll", json!(["d6", null, null, true]), "body", "an object", "[\"d6\""),
        ("check", json!({"pool": 1.5, "dc": 1}), "pool", "a number of dice, or an expression", "1.5"),
        ("check", json!({"dc": 1}), "pool", "or an attribute", "nothing"),
        ("check", json!({"pool": 1, "skill": 1, "dc": 1}), "pool", "either this", "both"),
        ("check", json!({"pool": 1001, "dc": 1}), "pool", "at most 1000 dice", "1001"),
        ("check", json!({"pool": 1, "dc": 1001}), "dc", "from 0 to 1000", "1001"),
        ("check", json!({"pool": 1}), "dc", "", "nothing"),
        (
            "check",
            json!({"pool": 1, "dc": 1, "system": system}),
            "system.hitQualityThresholds.strongHit",
            "more than 2",
            "2",
        ),
        ("check", json!({"pool": 1, "dc": 1, "system": 8}), "system", "", "8"),
        ("contest", json!({"initiator": 1, "defender": 5000}), "defender", "at most 1000", "5000"),
        ("extended", json!({"pool": 6, "target": 0, "rounds": 5}), "target", "from 1", "0"),
        ("extended", json!({"pool": 1000, "target": 1, "rounds": 20}), "rounds", "at most 100 ms", "about "),
        ("extended", json!({"pool": 1000, "target": 10_000, "rounds": 1000}), "rounds", "steps", "about "),
        ("attack", json!({"pool": 1, "damage": -1}), "damage", "from 0", "-1"),
        ("attack", json!({"pool": 1, "damage": 1, "armour": -1}), "armour", "from 0", "-1"),
        ("attack", json!({"pool": 1000, "damage": 1000}), "damage", "at most 100 ms", "about "),
    ] {
        let reply = ask(name, &question).await;
        let error = &reply.json()["error"];
        assert_eq!((reply.status, &error["code"]), (400, &json!("ERR_INVALID_REQUEST")), "{question}");
        let context = &error["details"];
        assert_eq!(context["field"], field, "{question}: {error}");
        assert!(context["expected"].as_str().unwrap().contains(expected), "{question}: {error}");
        let shown = context["actual"].as_str().map_or_else(|| context["actual"].to_string(), str::to_owned);
        assert!(shown.starts_with(actual), "{question}: {error}");
    }
    let twice = post(&SERVER, ROLL.path, r#"{"expression": "d6", "expression": "d8"}"#).await.json();
    assert_eq!(twice["error"]["message"], "expression: expected the field once, got the same field twice");
    let long = "1+".repeat(600);
    let reply = ask("odds", &json!({"expression": long})).await;
    assert!(reply.status == 400 && reply.body.len() < 2000, "{}", reply.body);
}

#[tokio::test]
async fn every_operation_is_asked_here() {
    let asked: Vec<String> =
        questions().into_iter().map(|(name, _)| format!("/api/v1/pools/{name}")).collect();
    for (operation, _) in routes() {
        assert!(asked.iter().any(|path| path == operation.path), "{}", operation.path);
    }
}

/// The largest questions that are answered, and whether the estimates keep what they promise. The bound is wide: other
/// tests run beside this one, and code under test is not always optimised.
#[tokio::test]
async fn the_largest_questions_do_not_take_long() {
    for (name, question) in [
        ("odds", json!({"expression": "200d10"})),
        ("odds", json!({"expression": "50d100"})),
        ("odds", json!({"expression": "90d10>=8b1", "joint": true})),
        ("odds", json!({"expression": "10d1000"})),
        ("odds", json!({"expression": "d200*d200"})),
        ("roll", json!({"expression": "100x(100d6)"})),
        ("contest", json!({"initiator": 1000, "defender": 1000, "roll": true})),
        ("extended", json!({"pool": 10, "target": 100, "rounds": 100, "roll": true})),
        ("attack", json!({"pool": 100, "damage": 100, "roll": true})),
    ] {
        let started = Instant::now();
        let reply = post(&SERVER, &format!("/api/v1/pools/{name}"), question.to_string()).await;
        let time = started.elapsed();
        assert_eq!(reply.status, 200, "{name} {question}: {}", reply.body);
        assert!(time < Duration::from_secs(3), "{name} {question}: {time:?}");
    }
}

/// The questions that are meant to hurt: each is refused in few words, or answered within what `docs/pools.md` states. The
/// bound of the time is wide, as above.
#[tokio::test]
async fn hostile_questions_are_refused_or_answered_within_the_stated_time_and_memory() {
    let corpus: Vec<Value> =
        serde_json::from_str(include_str!("../../../pools/tests/data/hostile.json")).unwrap();
    let (mut answered, mut refused) = (0, 0);
    for row in corpus.iter().filter(|row| row["kind"] != "sweep" && row["kind"] != "matrix") {
        let (name, question) = (row["kind"].as_str().unwrap(), &row["request"]);
        let shown: String = question.to_string().chars().take(100).collect();
        let started = Instant::now();
        let reply = ask(name, question).await;
        let time = started.elapsed();
        match reply.status {
            200 => {
                answered += 1;
                assert!(reply.body.len() < 20_000_000, "{name} {shown}: {}", reply.body.len());
            }
            400 => {
                refused += 1;
                assert!(reply.body.len() < 5000, "{name} {shown}: {}", reply.body);
                let message = reply.json()["error"]["message"].as_str().unwrap().to_owned();
                assert!(message.contains("expected ") && message.contains(", got "), "{shown}: {message}");
            }
            other => panic!("{name} {shown}: {other} {}", reply.body),
        }
        assert!(time < Duration::from_secs(3), "{name} {shown}: {time:?}");
    }
    assert!(answered >= 10 && refused >= 60, "{answered} answered, {refused} refused");
}

/// The examples of `docs/pools.md`.
#[tokio::test]
async fn the_documentation_is_true() {
    let text = include_str!("../../../../docs/pools.md");
    let mut rows = 0;
    for line in text.lines().filter(|line| line.starts_with("| `POST /api/v1/pools/")) {
        let cells: Vec<&str> = line.split('`').collect();
        let (path, body) = (cells[1].strip_prefix("POST ").unwrap(), cells[3]);
        let reply = post(&SERVER, path, body.to_owned()).await;
        assert_eq!(reply.status, 200, "{line}: {}", reply.body);
        rows += 1;
    }
    assert_eq!(rows, routes().len());
    let section = text.split("## Over HTTP").nth(1).unwrap();
    let mut blocks = section.split("```json\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    for path in ["check", "odds"] {
        let (question, said) = (blocks.next().unwrap(), blocks.next().unwrap());
        let reply = post(&SERVER, &format!("/api/v1/pools/{path}"), question.to_owned()).await;
        let (mut told, mut said): (Value, Value) =
            (reply.json(), serde_json::from_str(said).expect(&reply.body));
        for value in [&mut told, &mut said] {
            for field in ["requestId", "computationTimeMs"] {
                value.as_object_mut().unwrap().remove(field);
            }
            if let Some(error) = value.get_mut("error").and_then(Value::as_object_mut) {
                ["timestamp", "requestId", "traceId"].iter().for_each(|field| drop(error.remove(*field)));
            }
        }
        assert_eq!(told, said);
    }
}

/// Whether a value is what a schema of the document describes. Knows the keywords that our schemas use, and panics at
/// any other.
fn conforms(document: &Value, schema: &Value, value: &Value, at: &str) -> Result<(), String> {
    let Value::Object(keywords) = schema else {
        return if *schema == json!(true) { Ok(()) } else { Err(format!("{at}: {schema} has nothing")) };
    };
    let check = |schema: &Value, value: &Value, at: &str| conforms(document, schema, value, at);
    for (keyword, wanted) in keywords {
        let fits = match keyword.as_str() {
            "$ref" => {
                let pointer = wanted.as_str().unwrap().strip_prefix('#').unwrap();
                check(document.pointer(pointer).unwrap(), value, at)?;
                true
            }
            "type" => {
                let is = |name: &Value| match name.as_str().unwrap() {
                    "object" => value.is_object(),
                    "array" => value.is_array(),
                    "string" => value.is_string(),
                    "number" => value.is_number(),
                    "integer" => value.is_i64() || value.is_u64(),
                    "boolean" => value.is_boolean(),
                    "null" => value.is_null(),
                    other => panic!("type {other}"),
                };
                wanted.as_array().map_or_else(|| is(wanted), |names| names.iter().any(is))
            }
            "enum" => wanted.as_array().unwrap().contains(value),
            "const" => wanted == value,
            "anyOf" | "oneOf" => {
                wanted.as_array().unwrap().iter().any(|schema| check(schema, value, at).is_ok())
            }
            "minimum" => value.as_f64().is_none_or(|value| value >= wanted.as_f64().unwrap()),
            "maximum" => value.as_f64().is_none_or(|value| value <= wanted.as_f64().unwrap()),
            "minLength" => value.as_str().is_none_or(|text| text.len() as u64 >= wanted.as_u64().unwrap()),
            "maxLength" => value.as_str().is_none_or(|text| text.len() as u64 <= wanted.as_u64().unwrap()),
            "required" => {
                wanted.as_array().unwrap().iter().all(|name| value.get(name.as_str().unwrap()).is_some())
            }
            "items" => {
                let items = value.as_array().map_or(&[][..], Vec::as_slice);
                items.iter().try_for_each(|item| check(wanted, item, &format!("{at}[]")))?;
                true
            }
            "properties" => {
                for (name, schema) in wanted.as_object().unwrap() {
                    if let Some(value) = value.get(name) {
                        check(schema, value, &format!("{at}.{name}"))?;
                    }
                }
                true
            }
            "additionalProperties" => {
                let known = keywords.get("properties");
                let known = |name: &str| known.is_some_and(|known| known.get(name).is_some());
                for (name, value) in value.as_object().into_iter().flatten().filter(|(name, _)| !known(name))
                {
                    check(wanted, value, &format!("{at}.{name}"))?;
                }
                true
            }
            "pattern" => value.as_str().is_none_or(|text| match wanted.as_str().unwrap() {
                "^-?[0-9]+/[1-9][0-9]*$" => text.parse::<f64>().is_err() && text.contains('/'),
                "^[0-9]{1,20}$" => text.bytes().all(|byte| byte.is_ascii_digit()),
                other => panic!("pattern {other}"),
            }),
            "description" | "format" | "default" | "title" => true,
            other => panic!("{at}: the check does not know {other}"),
        };
        if !fits {
            return Err(format!("{at}: {value} is not {keyword} {wanted}"));
        }
    }
    Ok(())
}
