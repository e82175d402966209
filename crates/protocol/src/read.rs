//! Reading JSON from outside: either the type that was asked for, or which field is wrong, in words for people.

use chance::InputError;
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_path_to_error::{Path, Segment};

use crate::error::ErrorCode;

/// What came is shown up to so many characters.
const SHOWN: usize = 200;

/// Reads a value; `at` is the path to it, empty for a whole request.
///
/// # Errors
///
/// [`InputError`] about the field that is wrong.
pub fn value<T: DeserializeOwned>(value: Value, at: &str) -> Result<T, InputError> {
    serde_path_to_error::deserialize(&value).map_err(|error| {
        let (path, problem) = (error.path(), error.inner().to_string());
        let field = match (path.to_string().as_str(), at) {
            (".", "") => ".".to_owned(),
            (".", _) => at.to_owned(),
            (path, "") => path.to_owned(),
            (path, _) => format!("{at}.{path}"),
        };
        wrong_field(field, &problem, find(&value, path))
    })
}

/// Reads text as an object of type `T`. Keeping track of the path costs time, so that is only done for text that is
/// wrong.
///
/// # Errors
///
/// [`InputError`] about the field that is wrong; its field is `body` if the text is no object, or not JSON at all, which
/// its code tells.
pub fn body<T: DeserializeOwned>(json: &[u8]) -> Result<T, InputError> {
    match serde_json::from_slice(json) {
        Ok(read) if begins_an_object(json) => Ok(read),
        Ok(_) | Err(_) => Err(problem_of::<T>(json)),
    }
}

/// Whether this JSON is an object. A struct could also be read from a list of its fields, which no schema offers.
fn begins_an_object(json: &[u8]) -> bool {
    json.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'{')
}

/// What is wrong with text that is not a `T`.
fn problem_of<T: DeserializeOwned>(json: &[u8]) -> InputError {
    let not_json = |problem: String| {
        let error = InputError::new("body", "JSON", problem.clone());
        error.saying(problem).with_code(ErrorCode::MalformedJson.as_str())
    };
    let whole: Value = match serde_json::from_slice(json) {
        Ok(whole) => whole,
        Err(error) => return not_json(error.to_string()),
    };
    if !whole.is_object() {
        let error = InputError::new("body", "an object", shown(Some(&whole)));
        return error.with_code(ErrorCode::InvalidRequest.as_str());
    }
    // From the text, because a value has lost a field that came twice.
    let mut reader = serde_json::Deserializer::from_slice(json);
    match serde_path_to_error::deserialize::<_, T>(&mut reader) {
        Ok(_) => not_json("it cannot be read".to_owned()),
        Err(error) => {
            wrong_field(error.path().to_string(), &error.inner().to_string(), find(&whole, error.path()))
        }
    }
}

/// In the words of people.
fn wrong_field(field: String, problem: &str, actual: Option<&Value>) -> InputError {
    let inside = |name: &str| if field == "." { name.to_owned() } else { format!("{field}.{name}") };
    if let Some(rest) = problem.strip_prefix("missing field `") {
        let field = inside(rest.split('`').next().unwrap_or(rest));
        let expected = expected_of(&field).unwrap_or("a value");
        return coded(InputError::new(field, expected, "nothing"));
    }
    if let Some(rest) = problem.strip_prefix("unknown field `") {
        // Inside of what is told apart by its `type`, the path ends one step early.
        let name = rest.split('`').next().unwrap_or(rest);
        let whole = field == name || field.ends_with(&format!(".{name}"));
        let field = if whole { field } else { inside(name) };
        let expected = if problem.contains("there are no fields") {
            String::from("no field but type")
        } else {
            format!("a field that is known ({})", expectation_in(problem))
        };
        // A field may be called nothing at all, and an error names a field.
        let field = if field.is_empty() { "body".to_owned() } else { shorten(&field) };
        let error = InputError::new(field, expected, "an unknown one");
        return error.with_code(ErrorCode::InvalidRequest.as_str());
    }
    if let Some(rest) = problem.strip_prefix("duplicate field `") {
        let field = inside(rest.split('`').next().unwrap_or(rest));
        return coded(InputError::new(field, "the field once", "the same field twice"));
    }
    let expected = expected_of(&field).map_or_else(|| expectation_in(problem), str::to_owned);
    let field = if field == "." { "body".to_owned() } else { field };
    coded(InputError::new(field, expected, shown(actual)))
}

fn coded(error: InputError) -> InputError {
    let code = ErrorCode::of_field(error.field());
    error.with_code(code.as_str())
}

/// What the fields take whose own words would speak of arrays and integers.
fn expected_of(field: &str) -> Option<&'static str> {
    let last = field.rsplit('.').next()?;
    Some(match last.split('[').next()? {
        "diceResult" => "five faces from 1 to 6",
        "keptMask" | "chosenKeptMask" => "five flags, each true or false",
        "rollsRemaining" => "a number from 0 to 2",
        "rollNumber" => "a number from 1 to 3",
        "probability" => "a number from 0 to 1",
        "iterations" => "a number from 1000 to 10000000",
        "currentScorecard" | "scorecard" => "a card",
        _ => return None,
    })
}

/// The end of a sentence such as ``unknown variant `yams`, expected one of `ones`, `twos` at line 1 column 7``.
fn expectation_in(problem: &str) -> String {
    if problem.contains("internally tagged enum") {
        return String::from("an object with a type");
    }
    if problem.contains("UUID parsing failed") {
        return String::from("a UUID");
    }
    let problem = problem.split(" at line ").next().unwrap_or(problem);
    let expected = problem.split_once("expected ").map_or(problem, |(_, expected)| expected);
    match expected {
        "i64" | "u64" | "u32" | "u16" | "u8" | "usize" => "a whole number".to_owned(),
        "f64" => "a number".to_owned(),
        "a string" => "text".to_owned(),
        "a boolean" => "true or false".to_owned(),
        _ if expected.starts_with("struct ") => "an object".to_owned(),
        _ => expected.replace('`', ""),
    }
}

fn find<'a>(value: &'a Value, path: &Path) -> Option<&'a Value> {
    path.iter().try_fold(value, |value, segment| match segment {
        Segment::Seq { index } => value.get(index),
        Segment::Map { key } => value.get(key),
        Segment::Enum { .. } | Segment::Unknown => None,
    })
}

fn shown(value: Option<&Value>) -> Value {
    let Some(value) = value else { return "something else".into() };
    let text = value.to_string();
    if text.len() <= SHOWN { value.clone() } else { shorten(&text).into() }
}

/// A text as far as it is shown back.
#[must_use]
pub fn shorten(text: &str) -> String {
    if text.chars().count() <= SHOWN {
        return text.to_owned();
    }
    text.chars().take(SHOWN).chain("...".chars()).collect()
}
