//! Configuration files: JSON that is checked field by field, so that a bad file is refused by the path of the field that
//! is wrong.

use chance::InputError;
use serde_json::{Map, Value};
use thiserror::Error;

use crate::input;

/// An invalid configuration file: the path of the field, what was expected, and what came.
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

/// A field of a file, as its JSON Schema has it: that is for editors and people, and a test compares both. Here it is no
/// text, because a browser module would have to parse it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Field {
    name: &'static str,
    shape: Shape,
    nullable: bool,
    required: bool,
}

/// What a field may hold.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Shape {
    Object(&'static [Field]),
    Text,
    OneOf(&'static [&'static str]),
    Truth,
    Whole(u32, u32),
    Number(u32, u32),
}

impl Field {
    /// A field that may be left out.
    pub(crate) const fn new(name: &'static str, shape: Shape) -> Self {
        Self { name, shape, nullable: false, required: false }
    }

    pub(crate) const fn or_null(self) -> Self {
        Self { nullable: true, ..self }
    }

    pub(crate) const fn required(self) -> Self {
        Self { required: true, ..self }
    }
}

/// Parses a file and checks it.
pub(crate) fn read(file: &'static str, fields: &[Field], text: &str) -> Result<Value, ConfigError> {
    let value: Value = serde_json::from_str(text)
        .map_err(|error| ConfigError::new(file, "$", "JSON".to_owned(), error.to_string()))?;
    validate(file, fields, &value)?;
    Ok(value)
}

/// Checks the fields of a file, and its version.
pub(crate) fn validate(file: &'static str, fields: &[Field], value: &Value) -> Result<(), ConfigError> {
    let Value::Object(given) = value else {
        return Err(ConfigError::new(file, "$", "an object".to_owned(), shown(value)));
    };
    check_fields(file, "", fields, given)?;
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

fn check(file: &'static str, path: &str, field: &Field, value: &Value) -> Result<(), ConfigError> {
    if field.nullable && value.is_null() {
        return Ok(());
    }
    let within = |low: u32, high: u32| {
        value.as_f64().is_some_and(|number| (f64::from(low)..=f64::from(high)).contains(&number))
    };
    // What was expected: a number that is out of range is told the range, anything else the type.
    let mut expected = match (field.shape, value) {
        (Shape::Object(fields), Value::Object(given)) => return check_fields(file, path, fields, given),
        (Shape::Text, Value::String(_)) | (Shape::Truth, Value::Bool(_)) => return Ok(()),
        (Shape::OneOf(known), Value::String(given)) if known.contains(&given.as_str()) => return Ok(()),
        (Shape::Whole(low, high), Value::Number(number)) if number.is_u64() && within(low, high) => {
            return Ok(());
        }
        (Shape::Number(low, high), Value::Number(_)) if within(low, high) => return Ok(()),
        (Shape::Whole(low, high), Value::Number(_)) => format!("a whole number from {low} to {high}"),
        (Shape::Number(low, high), Value::Number(_)) => format!("a number from {low} to {high}"),
        (Shape::OneOf(known), _) => format!("one of \"{}\"", known.join("\", \"")),
        (Shape::Object(_), _) => "an object".to_owned(),
        (Shape::Text, _) => "text".to_owned(),
        (Shape::Truth, _) => "true or false".to_owned(),
        (Shape::Whole(..), _) => "a whole number".to_owned(),
        (Shape::Number(..), _) => "a number".to_owned(),
    };
    if field.nullable {
        expected.push_str(", or null");
    }
    Err(ConfigError::new(file, path, expected, shown(value)))
}

fn check_fields(
    file: &'static str,
    path: &str,
    fields: &[Field],
    given: &Map<String, Value>,
) -> Result<(), ConfigError> {
    let below = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
    if let Some(missing) = fields.iter().find(|field| field.required && !given.contains_key(field.name)) {
        let (expected, actual) = ("this field".to_owned(), "nothing".to_owned());
        return Err(ConfigError { file, path: below(missing.name), expected, actual });
    }
    for (name, value) in given {
        let Some(field) = fields.iter().find(|field| field.name == name) else {
            let names: Vec<&str> = fields.iter().map(|field| field.name).collect();
            let expected = format!("only the fields {}", names.join(", "));
            let actual = "an unknown field".to_owned();
            return Err(ConfigError { file, path: below(name), expected, actual });
        };
        check(file, &below(name), field, value)?;
    }
    Ok(())
}

/// A value as it is quoted in an error: short.
pub(crate) fn shown(value: &Value) -> String {
    const LONGEST: usize = 60;
    // Not by `Display`, which would bring the pretty printer into a browser module.
    let text = serde_json::to_string(value).unwrap_or_default();
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

#[cfg(test)]
pub(crate) mod tests {
    use serde_json::json;

    use super::*;

    /// Whether a JSON Schema says of these fields what is checked.
    pub(crate) fn expect_schema(fields: &[Field], schema: &str) {
        let schema: Value = serde_json::from_str(schema).expect("a schema is JSON");
        assert_same(&Field::new("$", Shape::Object(leak(fields))), &schema);
    }

    fn leak(fields: &[Field]) -> &'static [Field] {
        fields.to_vec().leak()
    }

    fn assert_same(field: &Field, schema: &Value) {
        let kind = |name: &str| if field.nullable { json!([name, "null"]) } else { json!(name) };
        let (kind, low, high) = match field.shape {
            Shape::Object(_) => (kind("object"), None, None),
            Shape::Text => (kind("string"), None, None),
            Shape::OneOf(known) => {
                assert_eq!(schema["enum"], json!(known), "{}", field.name);
                (Value::Null, None, None)
            }
            Shape::Truth => (kind("boolean"), None, None),
            Shape::Whole(low, high) => (kind("integer"), Some(low), Some(high)),
            Shape::Number(low, high) => (kind("number"), Some(low), Some(high)),
        };
        assert_eq!(schema["type"], kind, "{}", field.name);
        assert_eq!((&schema["minimum"], &schema["maximum"]), (&json!(low), &json!(high)), "{}", field.name);
        if let Shape::Object(fields) = field.shape {
            assert_eq!(schema["additionalProperties"], json!(false), "{}", field.name);
            let known = schema["properties"].as_object().expect("an object lists its properties");
            let names: Vec<&str> = fields.iter().map(|field| field.name).collect();
            assert_eq!(known.keys().collect::<Vec<_>>(), names);
            let required: Vec<&str> =
                fields.iter().filter(|field| field.required).map(|field| field.name).collect();
            let said = schema["required"].as_array().cloned().unwrap_or_default();
            assert_eq!(said, required, "{}", field.name);
            fields.iter().for_each(|field| assert_same(field, &known[field.name]));
        }
    }
}
