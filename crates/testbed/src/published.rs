//! Answers whose types are only written, never read, checked against their published schemas, which are made from the
//! types: everything that is required is there, nothing else is, and every value is of its kind.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use protocol::SCHEMAS;
use serde_json::{Map, Value};

static PUBLISHED: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(SCHEMAS).expect("the published schemas are JSON"));

/// Checks an answer against the schema of this name.
///
/// # Panics
///
/// If there is no such schema, or the answer does not fit it.
pub(crate) fn check(name: &str, answer: &Value) {
    let schema = PUBLISHED["$defs"].get(name).unwrap_or_else(|| panic!("no schema {name} is published"));
    if let Err(problem) = fits(schema, answer) {
        panic!("no {name}: {problem}\n{answer}");
    }
}

/// The names that the schema gives to fields of this object; `None` where any name may stand.
type Known = Option<BTreeSet<String>>;

/// Whether the value fits, and nothing is in it that the schema does not name.
fn fits(schema: &Value, value: &Value) -> Result<(), String> {
    let known = look(schema, value)?;
    if let (Some(known), Value::Object(fields)) = (known, value)
        && let Some(unknown) = fields.keys().find(|name| !known.contains(*name))
    {
        return Err(format!(" has a field {unknown} that the schema does not name"));
    }
    Ok(())
}

/// Whether the value fits, and which fields the schema names. Schemas of one object may be put together from several, so
/// only [`fits`] can tell which field is one too many.
fn look(schema: &Value, value: &Value) -> Result<Known, String> {
    let Value::Object(rules) = schema else { return Ok(None) };
    let says_something = ["$ref", "type", "properties", "allOf", "anyOf", "oneOf"];
    if !says_something.iter().any(|rule| rules.contains_key(*rule)) {
        return check_kind(rules, value).map(|()| None);
    }
    let mut known = Known::Some(BTreeSet::new());
    if let Some(name) = rules.get("$ref").and_then(Value::as_str) {
        let place = name.strip_prefix('#').unwrap_or(name);
        let target = PUBLISHED.pointer(place).ok_or_else(|| format!(": {name} is not published"))?;
        merge(&mut known, look(target, value)?);
    }
    check_kind(rules, value)?;
    for part in list(rules, "allOf") {
        merge(&mut known, look(part, value)?);
    }
    for choice in ["anyOf", "oneOf"] {
        let options = list(rules, choice);
        if options.is_empty() {
            continue;
        }
        let found: Vec<_> = options.iter().map(|option| look(option, value)).collect();
        if found.iter().all(Result::is_err) {
            let why: Vec<String> = found.into_iter().filter_map(Result::err).collect();
            return Err(format!(" is none of {} kinds: {}", why.len(), why.join("; ")));
        }
        found.into_iter().flatten().for_each(|names| merge(&mut known, names));
    }
    match value {
        Value::Object(fields) => look_at_fields(rules, fields, &mut known)?,
        Value::Array(items) => {
            if let Some(item) = rules.get("items") {
                for (place, value) in items.iter().enumerate() {
                    fits(item, value).map_err(|problem| format!("[{place}]{problem}"))?;
                }
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
    Ok(known)
}

fn look_at_fields(
    rules: &Map<String, Value>,
    fields: &Map<String, Value>,
    known: &mut Known,
) -> Result<(), String> {
    for name in list(rules, "required").iter().filter_map(Value::as_str) {
        if !fields.contains_key(name) {
            return Err(format!(" lacks {name}"));
        }
    }
    let named = rules.get("properties").and_then(Value::as_object);
    let patterns = rules.get("patternProperties").and_then(Value::as_object);
    let others = rules.get("additionalProperties").filter(|others| **others != Value::Bool(false));
    // An object of which nothing is said may hold anything.
    let is_free =
        rules.get("type").is_some() && named.is_none() && patterns.is_none() && rules.get("$ref").is_none();
    if others.is_some() || patterns.is_some() || is_free {
        *known = None;
    }
    for (name, value) in fields {
        let within = |problem| format!(".{name}{problem}");
        if let Some(schema) = named.and_then(|named| named.get(name)) {
            if let Some(known) = known {
                known.insert(name.clone());
            }
            fits(schema, value).map_err(within)?;
        } else if let Some(schema) = patterns.and_then(|patterns| patterns.values().next()).or(others) {
            fits(schema, value).map_err(within)?;
        }
    }
    Ok(())
}

/// What can be said of any value: its type, and its text where that is fixed.
fn check_kind(rules: &Map<String, Value>, value: &Value) -> Result<(), String> {
    let kinds: Vec<&str> = match rules.get("type") {
        Some(Value::String(kind)) => vec![kind],
        Some(Value::Array(kinds)) => kinds.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    let is = |kind: &&str| match *kind {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "number" => value.is_number(),
        "integer" => value.is_u64() || value.is_i64(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => false,
    };
    if !kinds.is_empty() && !kinds.iter().any(is) {
        return Err(format!(" is {value}, which is no {}", kinds.join(" or ")));
    }
    if rules.get("const").is_some_and(|only| only != value) {
        return Err(format!(" is {value}, which is not {}", rules["const"]));
    }
    let choices = list(rules, "enum");
    if !choices.is_empty() && !choices.contains(value) {
        return Err(format!(" is {value}, which is none of {choices:?}"));
    }
    Ok(())
}

fn list<'a>(rules: &'a Map<String, Value>, name: &str) -> &'a [Value] {
    rules.get(name).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

fn merge(known: &mut Known, more: Known) {
    match (known.as_mut(), more) {
        (Some(known), Some(more)) => known.extend(more),
        _ => *known = None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_answer_fits_its_schema_and_nothing_more() {
        let whole = json!({ "players": [], "total": 0, "success": true });
        check("BehaviourResponse", &whole);
        for (wrong, why) in [
            (json!({ "players": [], "success": true }), "lacks total"),
            (json!({ "players": [], "total": -0.5, "success": true }), "no integer"),
            (json!({ "players": [], "total": 0, "success": true, "haste": 1 }), "a field haste"),
            (json!({ "players": [{}], "total": 1, "success": true }), "players[0] lacks"),
        ] {
            let problem = fits(&PUBLISHED["$defs"]["BehaviourResponse"], &wrong).unwrap_err();
            assert!(problem.contains(why), "{problem}");
        }
    }

    #[test]
    fn a_union_knows_the_fields_of_the_kind_that_fits() {
        let schema = &PUBLISHED["$defs"]["Report"];
        assert_eq!(fits(schema, &json!({ "kind": "dicee", "players": [] })), Ok(()));
        let problem = fits(schema, &json!({ "kind": "dicee", "players": [], "luck": 1 })).unwrap_err();
        assert!(problem.contains("a field luck"), "{problem}");
        assert!(fits(schema, &json!({ "kind": "chess" })).is_err());
    }
}
