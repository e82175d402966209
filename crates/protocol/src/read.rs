//! Reading JSON from outside: either the type that was asked for, or which field is wrong, in words for people.

use chance::{InputError, Misfit, Misread};
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
        let path = match (path_of(error.path()).as_str(), at) {
            ("", at) => at.to_owned(),
            (path, "") => path.to_owned(),
            (path, _) if path.starts_with('[') => format!("{at}{path}"),
            (path, _) => format!("{at}.{path}"),
        };
        wrong_field(&path, &error.inner().to_string(), find(&value, error.path()))
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
            wrong_field(&path_of(error.path()), &error.inner().to_string(), find(&whole, error.path()))
        }
    }
}

/// Empty for the whole.
fn path_of(path: &Path) -> String {
    let path = path.to_string();
    if path == "." { String::new() } else { path }
}

/// In the words of people. `value` is what lies at the path.
fn wrong_field(path: &str, problem: &str, value: Option<&Value>) -> InputError {
    let misread = Misread::of(problem);
    // A field may be called nothing at all, and an error names a field.
    let field = Some(misread.field_at(path)).filter(|field| !field.is_empty());
    let field = field.unwrap_or_else(|| "body".to_owned());
    let (expected, actual) = match &misread.misfit {
        Misfit::Missing { .. } => (expected_of(&field).unwrap_or("a value").to_owned(), "nothing".into()),
        Misfit::Duplicate { .. } => ("the field once".to_owned(), "the same field twice".into()),
        Misfit::Unknown { known, .. } => {
            let expected = match known {
                Some(known) => format!("a field that is known ({known})"),
                None => "no field but type".to_owned(),
            };
            let error = InputError::new(shorten(&field), expected, "an unknown one");
            return error.with_code(ErrorCode::InvalidRequest.as_str());
        }
        Misfit::Wrong { expected, actual } => {
            let steps = misread.path.split('.').filter(|step| !step.is_empty());
            let value = steps.fold(value, |value, step| value?.get(step));
            let actual = match (value, actual) {
                (None, Some(actual)) => actual.as_str().into(),
                (value, _) => shown(value),
            };
            let known = expected_of(&field).or_else(|| expected_by(problem));
            (known.map_or_else(|| expected.to_string(), str::to_owned), actual)
        }
    };
    coded(InputError::new(field, expected, actual))
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

/// What is expected where serde says it in words of its own.
fn expected_by(problem: &str) -> Option<&'static str> {
    if problem.contains("internally tagged enum") {
        Some("an object with a type")
    } else if problem.contains("UUID parsing failed") {
        Some("a UUID")
    } else {
        None
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

#[cfg(test)]
mod tests {
    use dicee::{Bot, DiceeCommand};
    use serde_json::json;

    use super::*;

    fn refused<T: DeserializeOwned>(given: &Value, at: &str) -> (String, String, Value) {
        let Err(error) = value::<T>(given.clone(), at) else { panic!("{given} was read") };
        (error.field().to_owned(), error.expected().to_owned(), error.actual().clone())
    }

    #[test]
    fn a_field_of_a_command_is_named_by_its_whole_path() {
        let bids = "30 to 41, M1 to M10, splash 2 or 3, or plunge 4 to 7";
        for (command, field, expected, actual) in [
            (json!({ "type": "PLACE_BID", "player": 1, "bid": "29" }), "command.bid", bids, json!("29")),
            (json!({ "type": "PASS", "player": "x" }), "command.player", "a whole number", json!("x")),
            (json!({ "type": "PASS" }), "command.player", "a value", json!("nothing")),
            (json!({ "type": "FOLD" }), "command.type", "one that is known", json!("FOLD")),
            (json!(["PASS"]), "command", "an object", json!(["PASS"])),
        ] {
            let says = (field.to_owned(), expected.to_owned(), actual);
            assert_eq!(refused::<fortytwo::Command>(&command, "command"), says, "{command}");
        }
        let (field, _, actual) =
            refused::<DiceeCommand>(&json!({ "type": "score", "category": "yams" }), "command");
        assert_eq!((&*field, actual), ("command.category", json!("yams")));
        let (field, _, _) = refused::<DiceeCommand>(&json!({ "type": "undo", "haste": 1 }), "command");
        assert_eq!(field, "command.haste");
    }

    #[test]
    fn an_id_that_is_none_is_said_to_be_no_uuid() {
        let (field, expected, _) = refused::<ledger::PlayerId>(&json!("ann"), "playerId");
        assert_eq!((&*field, &*expected), ("playerId", "a UUID"));
    }

    #[test]
    fn an_entry_of_a_list_is_named_by_its_place() {
        let (field, ..) = refused::<Vec<Bot>>(&json!(["optimal", "genius"]), "bots");
        assert_eq!(field, "bots[1]");
        let (field, ..) = refused::<Vec<Bot>>(&json!(3), "");
        assert_eq!(field, "body");
    }
}
