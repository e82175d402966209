//! The JSON Schemas of questions and answers describe what is really read and written.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use pools::{
    AttackAnswer, AttackRequest, CheckAnswer, CheckRequest, ContestAnswer, ContestRequest, ExtendedAnswer,
    ExtendedRequest, MatrixAnswer, MatrixRequest, OddsAnswer, OddsRequest, RollOrSeries, RollRequest,
    SweepAnswer, SweepRequest,
};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Value, json};

use crate::questions::{ask, rolled};

/// The schemas of a question that is read and of its answer that is written.
fn schemas(kind: &str) -> (Value, Value) {
    fn both<Q: JsonSchema, A: JsonSchema>() -> (Value, Value) {
        let settings = SchemaSettings::draft2020_12();
        let read = SchemaGenerator::new(settings.clone().for_deserialize()).into_root_schema_for::<Q>();
        let written = SchemaGenerator::new(settings.for_serialize()).into_root_schema_for::<A>();
        (read.to_value(), written.to_value())
    }
    match kind {
        "check" => both::<CheckRequest, CheckAnswer>(),
        "contest" => both::<ContestRequest, ContestAnswer>(),
        "extended" => both::<ExtendedRequest, ExtendedAnswer>(),
        "attack" => both::<AttackRequest, AttackAnswer>(),
        "odds" => both::<OddsRequest, OddsAnswer>(),
        "roll" => both::<RollRequest, RollOrSeries>(),
        "sweep" => both::<SweepRequest, SweepAnswer>(),
        "matrix" => both::<MatrixRequest, MatrixAnswer>(),
        other => panic!("no question is called {other}"),
    }
}

/// Why a value does not fit its schema, as far as types, references, fields and choices go.
fn misfit(root: &Value, schema: &Value, value: &Value) -> Option<String> {
    if let Some(name) = schema["$ref"].as_str() {
        return misfit(root, root.pointer(name.strip_prefix('#').unwrap()).unwrap(), value);
    }
    for choices in ["anyOf", "oneOf"] {
        if let Some(choices) = schema[choices].as_array() {
            let misfits: Option<Vec<String>> =
                choices.iter().map(|choice| misfit(root, choice, value)).collect();
            if let Some(misfits) = misfits {
                return Some(misfits.join("; or "));
            }
        }
    }
    let types = match &schema["type"] {
        Value::String(one) => vec![one.as_str()],
        Value::Array(several) => several.iter().map(|name| name.as_str().unwrap()).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => Vec::new(),
    };
    let is = |name: &&str| match *name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        _ => value.is_object(),
    };
    if !types.is_empty() && !types.iter().any(is) {
        return Some(format!("{value} is not {types:?}"));
    }
    if let Some(items) = value.as_array().filter(|_| schema["items"].is_object()) {
        return items.iter().find_map(|item| misfit(root, &schema["items"], item));
    }
    let fields = value.as_object()?;
    let mut required = schema["required"].as_array().into_iter().flatten().map(|name| name.as_str().unwrap());
    if let Some(missing) = required.find(|name| !fields.contains_key(*name)) {
        return Some(format!("{missing} is missing"));
    }
    fields.iter().find_map(|(name, field)| {
        let why = match (&schema["properties"][name], &schema["additionalProperties"]) {
            (Value::Null, Value::Bool(false)) => Some("no such field".to_owned()),
            (Value::Null, Value::Object(_)) => misfit(root, &schema["additionalProperties"], field),
            (Value::Null, _) if schema["properties"].is_object() => Some("not described".to_owned()),
            (known, _) => misfit(root, known, field),
        };
        why.map(|why| format!("{name}: {why}"))
    })
}

#[test]
fn questions_and_answers_fit_their_schemas() {
    let others = [
        (
            "odds",
            json!({"expression": "3d10>=8b1", "dc": 1, "chance": "1/2", "joint": true, "versus": "1d6"}),
        ),
        ("odds", json!({"expression": "3d6", "explain": true, "system": {"successThreshold": 7}})),
        ("sweep", json!({"expression": "1d10>=8b1", "dice": 3, "dcs": [0, 1], "aliases": {"sword": "1d6"}})),
        ("matrix", json!({"dice": 2})),
    ];
    for (kind, question) in rolled().into_iter().chain(others) {
        let (read, written) = schemas(kind);
        assert_eq!(misfit(&read, &read, &question), None, "{kind} {question}");
        let decimals = !matches!(kind, "sweep" | "matrix");
        let mut short = question.clone();
        if decimals {
            short["decimals"] = true.into();
        }
        for question in [question, short] {
            let answer = ask(kind, question.clone()).unwrap();
            assert_eq!(misfit(&written, &written, &answer), None, "{kind} {question}: {answer}");
        }
    }
}

#[test]
fn what_is_not_described_does_not_fit() {
    for (kind, wrong) in [
        ("check", json!({"pool": 1, "dc": 1, "dcs": 2})),
        ("check", json!({"pool": [1], "dc": 1})),
        ("check", json!({"pool": 1, "dc": 1, "seed": -0.5})),
        ("attack", json!({"pool": 1})),
        ("sweep", json!({"expression": "1d6", "dice": 3, "dcs": ["one"]})),
        ("roll", json!({"expression": 6})),
        ("odds", json!({"expression": "1d6", "aliases": {"sword": 1}})),
    ] {
        let (read, _) = schemas(kind);
        assert!(misfit(&read, &read, &wrong).is_some(), "{kind} {wrong}");
    }
    let mut found = ask("check", json!({"pool": 2, "dc": 1})).unwrap();
    let (_, written) = schemas("check");
    found["success"] = 0.45.into();
    assert!(misfit(&written, &written, &found).is_some(), "an exact number is text");
}
