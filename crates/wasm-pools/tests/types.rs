//! The TypeScript of `@dicee/pools` is that of the code. `cargo xtask types` writes it anew.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use pools::{
    AttackAnswer, AttackRequest, CheckAnswer, CheckRequest, Completion, ContestAnswer, ContestRequest,
    DiceSystem, ExtendedAnswer, ExtendedRequest, MatrixAnswer, MatrixRequest, OddsAnswer, OddsRequest,
    ParseAnswer, RollOrSeries, RollRequest, SessionCommand, SessionView, SweepAnswer, SweepRequest,
};
use schemars::generate::SchemaSettings;
use serde_json::Value;

const HEAD: &str = r#"// Generated from the Rust types by `cargo xtask types`. Do not edit.

/** What can be asked with `cost`. */
export type PoolQuestion = "odds" | "check" | "contest" | "extended" | "attack" | "roll";

/** Thrown as an `Error` with these fields: a request that does not fit. */
export interface InputError extends Error {
  name: "InputError";
  code: string;
  field: string;
  expected: string;
  actual: string;
}
"#;

#[test]
fn the_published_typescript_is_that_of_the_code() {
    let mut requests = SchemaSettings::draft2020_12().for_deserialize().into_generator();
    requests.subschema_for::<OddsRequest>();
    requests.subschema_for::<RollRequest>();
    requests.subschema_for::<CheckRequest>();
    requests.subschema_for::<ContestRequest>();
    requests.subschema_for::<ExtendedRequest>();
    requests.subschema_for::<AttackRequest>();
    requests.subschema_for::<SweepRequest>();
    requests.subschema_for::<MatrixRequest>();
    requests.subschema_for::<SessionCommand>();
    let mut answers = SchemaSettings::draft2020_12().for_serialize().into_generator();
    answers.subschema_for::<OddsAnswer>();
    answers.subschema_for::<RollOrSeries>();
    answers.subschema_for::<CheckAnswer>();
    answers.subschema_for::<ContestAnswer>();
    answers.subschema_for::<ExtendedAnswer>();
    answers.subschema_for::<AttackAnswer>();
    answers.subschema_for::<SweepAnswer>();
    answers.subschema_for::<MatrixAnswer>();
    answers.subschema_for::<SessionView>();
    answers.subschema_for::<ParseAnswer>();
    answers.subschema_for::<Completion>();
    answers.subschema_for::<DiceSystem>();
    let mut all: BTreeMap<String, Value> = requests.take_definitions(true).into_iter().collect();
    all.extend(answers.take_definitions(true));
    let mut text = HEAD.to_owned();
    for (name, schema) in &all {
        text.push_str(&format!(
            "\n{}export type {name} = {};\n",
            comment(schema, ""),
            typescript(schema, "")
        ));
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/types.d.ts");
    if std::env::var_os("DICEE_WRITE_TYPES").is_some() {
        fs::write(&path, &text).unwrap();
    }
    assert!(fs::read_to_string(&path).unwrap() == text, "types.d.ts is stale: run cargo xtask types");
}

fn comment(schema: &Value, indent: &str) -> String {
    schema["description"].as_str().map_or_else(String::new, |words| {
        format!("/** {} */\n{indent}", words.replace('\n', " ").replace("*/", "* /"))
    })
}

/// A JSON Schema as a TypeScript type.
fn typescript(schema: &Value, indent: &str) -> String {
    if let Some(reference) = schema["$ref"].as_str() {
        return reference.rsplit('/').next().unwrap().to_owned();
    }
    for union in ["anyOf", "oneOf"] {
        if let Some(ways) = schema[union].as_array() {
            let mut ways: Vec<String> = ways.iter().map(|way| typescript(way, indent)).collect();
            ways.dedup();
            let own = if schema["properties"].is_object() {
                format!(" & {}", object(schema, indent))
            } else {
                String::new()
            };
            return format!("({}){own}", ways.join(" | "));
        }
    }
    if let Some(value) = schema.get("const") {
        return value.to_string();
    }
    if let Some(values) = schema["enum"].as_array() {
        return values.iter().map(Value::to_string).collect::<Vec<_>>().join(" | ");
    }
    let kind = &schema["type"];
    let kinds: Vec<&str> = match kind.as_array() {
        Some(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        None => kind.as_str().into_iter().collect(),
    };
    let types: Vec<String> = kinds
        .iter()
        .map(|kind| match *kind {
            "integer" | "number" => "number".to_owned(),
            "array" if schema["prefixItems"].is_array() => {
                let items = schema["prefixItems"].as_array().unwrap();
                format!(
                    "[{}]",
                    items.iter().map(|item| typescript(item, indent)).collect::<Vec<_>>().join(", ")
                )
            }
            "array" => format!("Array<{}>", typescript(&schema["items"], indent)),
            "object" => object(schema, indent),
            other => other.to_owned(),
        })
        .collect();
    if types.is_empty() { "unknown".to_owned() } else { types.join(" | ") }
}

fn object(schema: &Value, indent: &str) -> String {
    let Some(fields) = schema["properties"].as_object() else {
        let rest = &schema["additionalProperties"];
        let values = if rest.is_object() { typescript(rest, indent) } else { "unknown".to_owned() };
        return format!("Record<string, {values}>");
    };
    let inner = format!("{indent}  ");
    let required: Vec<&str> =
        schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let mut text = "{\n".to_owned();
    for (name, field) in fields {
        let optional = if required.contains(&name.as_str()) { "" } else { "?" };
        let name = if name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
            name.clone()
        } else {
            format!("{name:?}")
        };
        text.push_str(&format!(
            "{inner}{}{name}{optional}: {};\n",
            comment(field, &inner),
            typescript(field, &inner)
        ));
    }
    format!("{text}{indent}}}")
}
