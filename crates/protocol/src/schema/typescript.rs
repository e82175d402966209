//! TypeScript from JSON Schema.

use std::fmt::Write as _;

use serde_json::{Map, Value};

use super::{Schemas, name_in};

/// One declaration for each schema.
pub(super) fn declarations(schemas: &Schemas) -> String {
    let mut text = String::from("// Generated from the Rust types by `cargo xtask types`. Do not edit.\n");
    for (name, schema) in schemas.iter() {
        text.push('\n');
        text.push_str(&comment(schema, ""));
        let declared = match event_of(schema) {
            Some((union, kind)) => {
                format!("export type {name} = Extract<{union}, {{ eventType: {kind} }}>;\n")
            }
            None if is_plain_object(schema) => format!("export interface {name} {}\n", type_of(schema, "")),
            None => format!("export type {name} = {};\n", type_of(schema, "")),
        };
        text.push_str(&declared);
    }
    text
}

/// One kind of event of a union: the union, and the literal of the kind.
fn event_of(schema: &Value) -> Option<(&str, String)> {
    let kind = schema.pointer("/properties/eventType/const")?;
    let [union] = schema.get("allOf")?.as_array()?.as_slice() else { return None };
    Some((name_in(union.get("$ref")?)?, kind.to_string()))
}

/// Whether an interface says it all.
fn is_plain_object(schema: &Value) -> bool {
    let has = |key: &str| schema.get(key).is_some();
    has("properties") && !["oneOf", "anyOf", "allOf", "$ref", "not"].into_iter().any(has)
}

/// The type that a schema describes; lines after the first begin with `indent`.
fn type_of(schema: &Value, indent: &str) -> String {
    let Value::Object(fields) = schema else {
        return if schema == &Value::Bool(false) { "never" } else { "unknown" }.to_owned();
    };
    let mut parts = Vec::new();
    if let Some(name) = fields.get("$ref").and_then(name_in) {
        parts.push(name.to_owned());
    }
    for key in ["oneOf", "anyOf"] {
        if let Some(Value::Array(options)) = fields.get(key) {
            parts.push(union(options.iter().map(|option| type_of(option, indent)).collect()));
        }
    }
    if let Some(Value::Array(all)) = fields.get("allOf") {
        parts.extend(all.iter().map(|one| type_of(one, indent)));
    }
    if let Some(value) = fields.get("const") {
        parts.push(value.to_string());
    } else if let Some(Value::Array(values)) = fields.get("enum") {
        parts.push(union(values.iter().map(Value::to_string).collect()));
    } else if let Some(own) = own_type(fields, indent) {
        // An object that only repeats that it is one adds nothing to what it refers to.
        if parts.is_empty() || own != RECORD {
            parts.insert(0, own);
        }
    }
    match parts.as_slice() {
        [] => "unknown".to_owned(),
        [one] => one.clone(),
        _ => parts.iter().map(|part| grouped(part)).collect::<Vec<_>>().join(" & "),
    }
}

const RECORD: &str = "Record<string, unknown>";

/// What `type` and the keywords beside it say.
fn own_type(fields: &Map<String, Value>, indent: &str) -> Option<String> {
    let named = |name: &str| match name {
        "object" => object(fields, indent),
        "array" => array(fields, indent),
        "integer" => "number".to_owned(),
        // string, number, boolean and null have the same names.
        _ => name.to_owned(),
    };
    match fields.get("type") {
        Some(Value::String(name)) => Some(named(name)),
        Some(Value::Array(names)) => Some(union(names.iter().filter_map(Value::as_str).map(named).collect())),
        _ if fields.contains_key("properties") => Some(object(fields, indent)),
        _ => None,
    }
}

fn object(fields: &Map<String, Value>, indent: &str) -> String {
    let none = Map::new();
    let properties = fields.get("properties").and_then(Value::as_object).unwrap_or(&none);
    let open = fields.get("additionalProperties").filter(|schema| schema.is_object());
    if properties.is_empty() {
        return match (open, fields.get("additionalProperties")) {
            (Some(schema), _) => format!("Record<string, {}>", type_of(schema, indent)),
            (None, Some(Value::Bool(false))) => "Record<string, never>".to_owned(),
            (None, _) => RECORD.to_owned(),
        };
    }
    let required = fields.get("required").and_then(Value::as_array);
    let inner = format!("{indent}  ");
    let mut text = String::from("{\n");
    for (name, schema) in properties {
        let needed = required.is_some_and(|names| names.iter().any(|one| one == name.as_str()));
        let mut shown = type_of(schema, &inner);
        if !needed {
            // Left out and null mean the same to a reader, and nobody writes null there.
            shown = shown.trim_end_matches(" | null").to_owned();
        }
        let key = if is_identifier(name) { name.clone() } else { format!("{name:?}") };
        let mark = if needed { "" } else { "?" };
        text.push_str(&comment(schema, &inner));
        let _ = writeln!(text, "{inner}{key}{mark}: {shown};");
    }
    if let Some(schema) = open {
        let _ = writeln!(text, "{inner}[key: string]: {};", type_of(schema, &inner));
    }
    text + indent + "}"
}

fn array(fields: &Map<String, Value>, indent: &str) -> String {
    if let Some(Value::Array(items)) = fields.get("prefixItems") {
        let items: Vec<String> = items.iter().map(|item| type_of(item, indent)).collect();
        return format!("[{}]", items.join(", "));
    }
    let item = fields.get("items").map_or_else(|| "unknown".to_owned(), |item| type_of(item, indent));
    let (least, most) = (fields.get("minItems"), fields.get("maxItems"));
    match (least.and_then(Value::as_u64), most.and_then(Value::as_u64)) {
        (Some(least), Some(most @ 1..=8)) if least == most => {
            format!("[{}]", vec![item; usize::try_from(most).unwrap_or(0)].join(", "))
        }
        _ => format!("{}[]", grouped(&item)),
    }
}

/// Alternatives, each once; `null` last.
fn union(options: Vec<String>) -> String {
    let mut kept: Vec<String> = Vec::new();
    for option in options {
        if !kept.contains(&option) {
            kept.push(option);
        }
    }
    kept.sort_by_key(|option| option == "null");
    kept.join(" | ")
}

/// In parentheses, where it would otherwise mean something else. Whatever stands inside of braces is whole.
fn grouped(part: &str) -> String {
    let mut depth = 0_i32;
    let mut loose = false;
    for letter in part.chars() {
        match letter {
            '{' | '[' | '<' | '(' => depth += 1,
            '}' | ']' | '>' | ')' => depth -= 1,
            '|' | '&' => loose |= depth == 0,
            _ => {}
        }
    }
    if loose { format!("({part})") } else { part.to_owned() }
}

fn is_identifier(name: &str) -> bool {
    let mut letters = name.chars();
    letters.next().is_some_and(|first| first.is_ascii_alphabetic() || first == '_')
        && letters.all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
}

/// The description, as a comment that editors show.
fn comment(schema: &Value, indent: &str) -> String {
    let Some(text) = schema.get("description").and_then(Value::as_str) else { return String::new() };
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    match lines.as_slice() {
        [line] => format!("{indent}/** {line} */\n"),
        _ => {
            let lines: String =
                lines.iter().map(|line| format!("{indent} * {line}").trim_end().to_owned() + "\n").collect();
            format!("{indent}/**\n{lines}{indent} */\n")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn schemas_become_the_types_that_they_describe() {
        for (schema, text) in [
            (json!({ "type": ["string", "null"] }), "string | null"),
            (json!({ "enum": ["a", 1] }), r#""a" | 1"#),
            (
                json!({ "type": "array", "items": { "anyOf": [{ "$ref": "#/$defs/A" }, { "type": "null" }] } }),
                "(A | null)[]",
            ),
            (
                json!({ "type": "array", "items": { "type": "boolean" }, "minItems": 2, "maxItems": 2 }),
                "[boolean, boolean]",
            ),
            (
                json!({ "type": "object", "additionalProperties": { "type": "integer" } }),
                "Record<string, number>",
            ),
            (
                json!({ "type": "object", "properties": {}, "additionalProperties": false }),
                "Record<string, never>",
            ),
            (
                json!({ "type": "object", "properties": { "a": { "type": ["integer", "null"] }, "b-c": true }, "required": ["b-c"] }),
                "{\n  a?: number;\n  \"b-c\": unknown;\n}",
            ),
            (
                json!({ "type": "object", "properties": { "t": { "const": "x" } }, "required": ["t"], "oneOf": [{ "$ref": "#/$defs/A" }, { "$ref": "#/$defs/B" }] }),
                "{\n  t: \"x\";\n} & (A | B)",
            ),
            (json!(true), "unknown"),
        ] {
            assert_eq!(type_of(&schema, ""), text);
        }
    }
}
