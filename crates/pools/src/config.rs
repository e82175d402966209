//! Configuration files: JSON that is checked against its schema, so that a bad file is refused by the path of the
//! field that is wrong.

use chance::InputError;
use serde_json::{Map, Value};
use thiserror::Error;

use crate::input;

/// A configuration file that cannot be: the path of the field, what was expected, and what came.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{file}: {path}: expected {expected}, got {actual}")]
pub struct ConfigError {
    /// Which file.
    pub file: &'static str,
    /// The path of the field, such as `hitQualityThresholds.solidHit`; `$` is the whole file.
    pub path: String,
    /// What was expected.
    pub expected: String,
    /// What came.
    pub actual: String,
}

/// The version of both files that this crate reads: any with this first number. A file without one is such a file.
const MAJOR: &str = "1.";

/// Parses a file and checks it against its schema.
pub(crate) fn read(file: &'static str, schema: &str, text: &str) -> Result<Value, ConfigError> {
    let value: Value = serde_json::from_str(text)
        .map_err(|error| ConfigError::new(file, "$", "JSON".to_owned(), error.to_string()))?;
    validate(file, schema, &value)?;
    Ok(value)
}

/// Checks a value against its schema, and its version.
pub(crate) fn validate(file: &'static str, schema: &str, value: &Value) -> Result<(), ConfigError> {
    let schema: Value = serde_json::from_str(schema).expect("the built-in schemas are JSON");
    check(file, "", &schema, value)?;
    match value.get("version") {
        None => Ok(()),
        Some(Value::String(version)) if version.starts_with(MAJOR) => Ok(()),
        Some(other) => Err(ConfigError::new(file, "version", "a version 1.x.y".to_owned(), shown(other))),
    }
}

impl ConfigError {
    pub(crate) fn new(file: &'static str, path: &str, expected: String, actual: String) -> Self {
        Self { file, path: path.to_owned(), expected, actual }
    }
}

/// Checks a value against the part of JSON Schema that our schemas use: `type` (one, or one and `null`), `enum`,
/// `minimum`, `maximum`, `properties`, `required` and `additionalProperties`.
fn check(file: &'static str, path: &str, schema: &Value, value: &Value) -> Result<(), ConfigError> {
    let refuse = |expected: String| {
        let path = if path.is_empty() { "$".to_owned() } else { path.to_owned() };
        Err(ConfigError { file, path, expected, actual: shown(value) })
    };
    if let Some(choices) = schema["enum"].as_array()
        && !choices.contains(value)
    {
        let choices: Vec<String> = choices.iter().map(Value::to_string).collect();
        return refuse(format!("one of {}", choices.join(", ")));
    }
    let kind = &schema["type"];
    let kinds: Vec<&str> = match kind.as_array() {
        Some(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        None => kind.as_str().into_iter().collect(),
    };
    let nullable = kinds.contains(&"null");
    if nullable && value.is_null() {
        return Ok(());
    }
    let refuse = |expected: String| refuse(if nullable { format!("{expected}, or null") } else { expected });
    match (kinds.first().copied(), value) {
        (Some("object"), Value::Object(fields)) => check_fields(file, path, schema, fields),
        (Some("string"), Value::String(_)) | (Some("boolean"), Value::Bool(_)) | (None, _) => Ok(()),
        (Some(kind @ ("integer" | "number")), Value::Number(number)) => {
            let (low, high) = (schema["minimum"].as_f64(), schema["maximum"].as_f64());
            let actual = number.as_f64().unwrap_or(f64::NAN);
            let in_range = low.is_none_or(|low| actual >= low) && high.is_none_or(|high| actual <= high);
            if in_range && (kind == "number" || number.is_u64()) {
                return Ok(());
            }
            // As the schema writes them: floats on their own would need a formatter of their own in a browser module.
            refuse(format!("{} from {} to {}", in_words(kind), schema["minimum"], schema["maximum"]))
        }
        (Some(kind), _) => refuse(in_words(kind).to_owned()),
    }
}

fn check_fields(
    file: &'static str,
    path: &str,
    schema: &Value,
    fields: &Map<String, Value>,
) -> Result<(), ConfigError> {
    let below = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
    let known = schema["properties"].as_object().expect("our object schemas list their properties");
    for name in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
        if !fields.contains_key(name) {
            let (expected, actual) = ("this field".to_owned(), "nothing".to_owned());
            return Err(ConfigError { file, path: below(name), expected, actual });
        }
    }
    for (name, value) in fields {
        let Some(schema) = known.get(name) else {
            let names: Vec<&str> = known.keys().map(String::as_str).collect();
            let expected = format!("only the fields {}", names.join(", "));
            return Err(ConfigError {
                file,
                path: below(name),
                expected,
                actual: "an unknown field".to_owned(),
            });
        };
        check(file, &below(name), schema, value)?;
    }
    Ok(())
}

fn in_words(kind: &str) -> &str {
    match kind {
        "object" => "an object",
        "string" => "text",
        "boolean" => "true or false",
        "integer" => "a whole number",
        "number" => "a number",
        other => other,
    }
}

/// A value as it is quoted in an error: short.
fn shown(value: &Value) -> String {
    const LONGEST: usize = 60;
    let text = value.to_string();
    if text.chars().count() <= LONGEST {
        return text;
    }
    text.chars().take(LONGEST).chain("...".chars()).collect()
}

/// The path in the file becomes the field; `$` is the whole file.
impl From<ConfigError> for InputError {
    fn from(error: ConfigError) -> Self {
        Self::new(input::cut(&error.path), error.expected.as_str(), input::cut(&error.actual)).saying(&error)
    }
}
