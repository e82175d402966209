use chance::InputError;
use serde::Serialize;
use wasm_bindgen::JsValue;

/// A JavaScript `Error` that carries the field, what was expected and what came.
pub(crate) fn input_error(error: &InputError) -> JsValue {
    let properties = [
        ("code", "ERR_INVALID_INPUT"),
        ("field", error.field()),
        ("expected", error.expected()),
        ("actual", &error.shown()),
    ];
    named_error("InputError", &error.to_string(), &properties)
}

/// The same, made on the spot.
pub(crate) fn refuse(field: &str, expected: &str, actual: &str) -> JsValue {
    input_error(&InputError::new(field, expected, actual))
}

/// From serde's message about the value at `path`.
pub(crate) fn from_serde(path: &str, message: &str) -> InputError {
    let field = if path == "." { "request" } else { path };
    let message = message.split(" at line ").next().unwrap_or(message);
    let quoted = || message.split('`').nth(1).unwrap_or(field);
    if message.starts_with("missing field") {
        return InputError::new(quoted(), "a value", "nothing");
    }
    if let Some((_, known)) =
        message.split_once(", expected one of ").filter(|_| message.starts_with("unknown"))
    {
        let expected = format!("one of the fields {}", known.replace('`', ""));
        return InputError::new(quoted(), expected, "an unknown field");
    }
    match message.split_once(": ").and_then(|(_, rest)| rest.split_once(", expected ")) {
        Some((actual, expected)) => InputError::new(field, plain(expected), actual.replace('`', "")),
        None => InputError::new(field, "a value of its type", message),
    }
}

/// What Rust calls a type, in the words of people.
fn plain(expected: &str) -> &str {
    match expected {
        "i64" => "a whole number",
        "a sequence" => "a list",
        "a string" => "text",
        _ => expected,
    }
}

/// A JavaScript `Error` with a name and further text properties.
pub(crate) fn named_error(name: &str, message: &str, properties: &[(&str, &str)]) -> JsValue {
    let error = js_sys::Error::new(message);
    error.set_name(name);
    for (key, value) in properties {
        // Setting a property of a fresh, unfrozen object cannot fail.
        let _ = js_sys::Reflect::set(&error, &JsValue::from_str(key), &JsValue::from_str(value));
    }
    error.into()
}

/// A plain object or array from anything serialisable.
pub(crate) fn to_js(value: &impl Serialize) -> Result<JsValue, JsValue> {
    let json =
        serde_json::to_string(value).map_err(|error| named_error("EngineError", &error.to_string(), &[]))?;
    js_sys::JSON::parse(&json)
}

#[cfg(test)]
mod tests {
    use super::{InputError, from_serde};

    #[test]
    fn the_words_of_serde_become_the_words_of_people() {
        for (path, message, expected) in [
            (".", "missing field `dice` at line 1 column 16", ("dice", "a value", "nothing")),
            (
                "foo",
                "unknown field `foo`, expected one of `rules`, `open` at line 1 column 40",
                ("foo", "one of the fields rules, open", "an unknown field"),
            ),
            (
                "dice[4]",
                "invalid type: string \"x\", expected i64 at line 1 column 9",
                ("dice[4]", "a whole number", "string \"x\""),
            ),
            (
                "open",
                "invalid type: integer `3`, expected a sequence at line 1",
                ("open", "a list", "integer 3"),
            ),
        ] {
            let (field, wanted, actual) = expected;
            assert_eq!(from_serde(path, message), InputError::new(field, wanted, actual));
        }
    }
}
