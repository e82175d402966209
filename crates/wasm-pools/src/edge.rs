//! What JavaScript hands over and gets back. Wrong types become an `InputError` that names the field, never a guess.

use js_sys::JSON;
use pools::InputError;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use wasm_bindgen::JsValue;

/// Reads anything that JSON can say. Null says something here: a system without botches has `botchValue: null`.
pub(crate) fn read<T: DeserializeOwned>(value: &JsValue) -> Result<T, JsValue> {
    let text = JSON::stringify(value).ok().and_then(|text| text.as_string());
    // `stringify` answers undefined for undefined: what was left out.
    let text = text.unwrap_or_else(|| "null".to_owned());
    // By way of `Value`: one reader for every type keeps the module small.
    let value: Value = serde_json::from_str(&text).map_err(|error| thrown(&wrong(&error.to_string())))?;
    serde_json::from_value(value).map_err(|error| thrown(&wrong(&error.to_string())))
}

/// A plain object or array from anything serialisable.
pub(crate) fn to_js(value: &impl Serialize) -> Result<JsValue, JsValue> {
    let json = serde_json::to_string(value).map_err(|error| named("EngineError", &error.to_string()))?;
    JSON::parse(&json)
}

/// Wrong input as a JavaScript `Error` that carries the field, what was expected and what came.
pub(crate) fn thrown(error: &InputError) -> JsValue {
    let thrown = named("InputError", &error.to_string());
    let shown = error.shown();
    for (key, value) in [
        ("code", "ERR_INVALID_INPUT"),
        ("field", error.field()),
        ("expected", error.expected()),
        ("actual", shown.as_ref()),
    ] {
        // Setting a property of a fresh, unfrozen object cannot fail.
        let _ = js_sys::Reflect::set(&thrown, &JsValue::from_str(key), &JsValue::from_str(value));
    }
    thrown
}

/// A JavaScript `Error` with a name.
pub(crate) fn named(name: &str, message: &str) -> JsValue {
    let error = js_sys::Error::new(message);
    error.set_name(name);
    error.into()
}

/// What serde says, in the words of every `InputError`: the field is known where it is missing or unknown.
fn wrong(message: &str) -> InputError {
    let message = message.split(" at line ").next().unwrap_or(message);
    let quoted = message.split('`').nth(1).unwrap_or("request");
    if message.starts_with("missing field") {
        return InputError::new(quoted, "a value", "nothing");
    }
    let choices = message.split_once(", expected one of ").map(|(_, known)| known.replace('`', ""));
    if let Some(known) = choices {
        return if message.starts_with("unknown field") {
            InputError::new(quoted, format!("one of the fields {known}"), "an unknown field")
        } else {
            InputError::new("request", format!("one of {known}"), quoted)
        };
    }
    match message.split_once(": ").and_then(|(_, rest)| rest.split_once(", expected ")) {
        Some((actual, expected)) => InputError::new("request", plain(expected), actual.replace('`', "")),
        None => InputError::new("request", "a value of its type", message),
    }
}

/// What Rust calls a type, in the words of people.
fn plain(expected: &str) -> &str {
    match expected {
        "i64" | "u64" | "u32" => "a whole number",
        "a sequence" => "a list",
        "a string" => "text",
        _ => expected,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_serde_become_the_words_of_people() {
        for (message, expected) in [
            ("missing field `dc` at line 1 column 16", "dc: expected a value, got nothing"),
            (
                "unknown field `foo`, expected one of `pool`, `dc`",
                "foo: expected one of the fields pool, dc, got an unknown field",
            ),
            (
                "invalid type: string \"x\", expected i64",
                "request: expected a whole number, got string \"x\"",
            ),
            (
                "unknown variant `X`, expected one of `OPEN`, `ROLL`",
                "request: expected one of OPEN, ROLL, got X",
            ),
        ] {
            assert_eq!(wrong(message).to_string(), expected);
        }
    }
}
