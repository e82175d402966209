//! The body of a request: read within limits, and either what was asked for or told which field is wrong.

use std::time::Duration;

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use chance::InputError;
use dicee::contract::error_code_of;
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_path_to_error::{Path, Segment};

use crate::error::{Refusal, Rejection};

/// The most bytes that a body may have; the router enforces it.
pub(crate) const LIMIT: usize = 64 << 10;
/// How long a body may take to arrive.
const PATIENCE: Duration = Duration::from_secs(10);
/// What came is shown up to here.
const SHOWN: usize = 200;

/// A body of JSON with this shape, and nothing else in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Checked<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Checked<T> {
    type Rejection = Rejection;

    async fn from_request(request: Request, state: &S) -> Result<Self, Rejection> {
        check_type(request.headers())?;
        let arriving = tokio::time::timeout(PATIENCE, Bytes::from_request(request, state));
        let slow = Refusal::BodyTooSlow { seconds: PATIENCE.as_secs() };
        let body = arriving.await.map_err(|_| slow)?.map_err(|problem| {
            let large = problem.status() == StatusCode::PAYLOAD_TOO_LARGE;
            if large { Refusal::BodyTooLarge { limit: LIMIT } } else { Refusal::BodyBroken }
        })?;
        // Keeping track of the path costs time, so that is only done for a body that is wrong.
        match serde_json::from_slice(&body) {
            Ok(value) if begins_an_object(&body) => Ok(Self(value)),
            Ok(_) | Err(_) => Err(problem_of::<T>(&body).into()),
        }
    }
}

/// Whether this JSON is an object. A struct could also be read from an array of its fields, which no schema offers.
fn begins_an_object(json: &[u8]) -> bool {
    json.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'{')
}

fn check_type(headers: &HeaderMap) -> Result<(), Refusal> {
    let given = headers.get(CONTENT_TYPE).map(|value| String::from_utf8_lossy(value.as_bytes()));
    let essence = given.as_deref().map(|given| given.split(';').next().unwrap_or(given).trim());
    if essence.is_some_and(|essence| essence.eq_ignore_ascii_case("application/json")) {
        return Ok(());
    }
    Err(Refusal::MediaType { actual: given.map(|given| shorten(&given)) })
}

/// What is wrong with a body that is not a `T`.
fn problem_of<T: DeserializeOwned>(body: &[u8]) -> Refusal {
    let value: Value = match serde_json::from_slice(body) {
        Ok(value) => value,
        Err(error) => return Refusal::NotJson { problem: error.to_string() },
    };
    if !value.is_object() {
        return Refusal::Field(InputError::new("body", "an object", shown(Some(&value))));
    }
    let mut reader = serde_json::Deserializer::from_slice(body);
    let Err(error) = serde_path_to_error::deserialize::<_, T>(&mut reader) else {
        // The caller has seen it fail, so this is not reached.
        return Refusal::NotJson { problem: "it cannot be read".into() };
    };
    let (path, problem) = (error.path(), error.inner().to_string());
    let wrong = wrong_field(path.to_string(), &problem, find(&value, path));
    Refusal::Field(wrong)
}

/// A part of a message that must be a `T`; `at` is the way to it.
pub(crate) fn read_value<T: DeserializeOwned>(value: Value, at: &str) -> Result<T, InputError> {
    serde_path_to_error::deserialize(&value).map_err(
        |error: serde_path_to_error::Error<serde_json::Error>| {
            let (path, problem) = (error.path().to_string(), error.inner().to_string());
            let field = if path == "." { at.to_owned() } else { format!("{at}.{path}") };
            wrong_field(field, &problem, find(&value, error.path()))
        },
    )
}

fn wrong_field(field: String, problem: &str, actual: Option<&Value>) -> InputError {
    if let Some(rest) = problem.strip_prefix("missing field `") {
        let missing = rest.split('`').next().unwrap_or(rest);
        let field = if field == "." { missing.to_owned() } else { format!("{field}.{missing}") };
        let expected = expected_of(&field).unwrap_or("a value").to_owned();
        let code = error_code_of(&field);
        return InputError::new(field, expected, "nothing").with_code(code);
    }
    if let Some(rest) = problem.strip_prefix("unknown field `") {
        // Inside of what is told apart by its `type`, the way ends one step early.
        let name = rest.split('`').next().unwrap_or(rest);
        let whole = field == name || field.ends_with(&format!(".{name}"));
        let field = if whole { field } else { format!("{field}.{name}") };
        let field = shorten(field.trim_start_matches("..").trim_start_matches('.'));
        let expected = format!("a field that is known ({})", expectation_in(problem));
        return InputError::new(field, expected, "an unknown one");
    }
    if let Some(rest) = problem.strip_prefix("duplicate field `") {
        let twice = rest.split('`').next().unwrap_or(rest);
        let field = if field == "." { twice.to_owned() } else { format!("{field}.{twice}") };
        let code = error_code_of(&field);
        return InputError::new(field, "the field once", "the same field twice").with_code(code);
    }
    let expected = expected_of(&field).map_or_else(|| expectation_in(problem), str::to_owned);
    let field = if field == "." { "body".to_owned() } else { field };
    let code = error_code_of(&field);
    InputError::new(field, expected, shown(actual)).with_code(code)
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
pub(crate) fn shorten(text: &str) -> String {
    if text.chars().count() <= SHOWN {
        return text.to_owned();
    }
    text.chars().take(SHOWN).chain("...".chars()).collect()
}
