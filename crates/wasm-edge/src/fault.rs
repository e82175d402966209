use std::fmt;

use chance::InputError;
use serde::Serialize;
use wasm_bindgen::JsValue;

/// What is thrown: an `Error` with a name and further text properties, such as `code` and `field`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    name: &'static str,
    message: String,
    properties: Vec<(&'static str, String)>,
}

impl Fault {
    /// An error with a name and a message.
    #[must_use]
    pub fn new(name: &'static str, message: impl Into<String>) -> Self {
        Self { name, message: message.into(), properties: Vec::new() }
    }

    /// Input that does not fit: the field, what was expected, and what came.
    #[must_use]
    pub fn input(field: &str, expected: &str, actual: &str) -> Self {
        Self::new("InputError", format!("{field}: expected {expected}, got {actual}"))
            .with("code", "ERR_INVALID_INPUT")
            .with("field", field)
            .with("expected", expected)
            .with("actual", actual)
    }

    /// The same wrong input, of a part of this field.
    fn within(self, outer: &str) -> Self {
        let part = |key| self.property(key).unwrap_or_default();
        match part("field") {
            "request" => Self::input(outer, part("expected"), part("actual")),
            inner => Self::input(&format!("{outer}.{inner}"), part("expected"), part("actual")),
        }
    }

    /// From serde's message about the value at this path.
    #[must_use]
    pub(crate) fn at_path(path: &str, message: &str) -> Self {
        let fault = Self::from_serde(message);
        let field = fault.property("field").unwrap_or_default();
        // A field that nobody knows is the end of its own path.
        let is_whole = path == "." || path == field || path.ends_with(&format!(".{field}"));
        match (path, is_whole) {
            (".", _) => fault,
            (_, true) => {
                let part = |key| fault.property(key).unwrap_or_default();
                Self::input(path, part("expected"), part("actual"))
            }
            (_, false) => fault.within(path),
        }
    }

    /// The same error with one more property.
    #[must_use]
    pub fn with(mut self, key: &'static str, value: impl Into<String>) -> Self {
        self.properties.push((key, value.into()));
        self
    }

    /// A property, for tests.
    #[must_use]
    pub fn property(&self, key: &str) -> Option<&str> {
        self.properties.iter().find(|(name, _)| *name == key).map(|(_, value)| value.as_str())
    }

    /// From serde's message: the field is known where it is missing, unknown or named before a colon, else it is the
    /// request.
    #[must_use]
    pub fn from_serde(message: &str) -> Self {
        let message = message.split(" at line ").next().unwrap_or(message);
        if let Some((field, rest)) = message.split_once(": ")
            && ["invalid ", "missing ", "unknown "].iter().any(|start| rest.starts_with(start))
        {
            return Self::from_serde(rest).within(field);
        }
        let quoted = message.split('`').nth(1).unwrap_or("request");
        if message.starts_with("missing field") {
            return Self::input(quoted, "a value", "nothing");
        }
        let choices = message.split_once(", expected one of ").map(|(_, known)| known.replace('`', ""));
        if let Some(known) = choices {
            return if message.starts_with("unknown field") {
                Self::input(quoted, &format!("one of the fields {known}"), "an unknown field")
            } else {
                Self::input("request", &format!("one of {known}"), quoted)
            };
        }
        match message.split_once(": ").and_then(|(_, rest)| rest.split_once(", expected ")) {
            Some((actual, expected)) => Self::input("request", plain(expected), &actual.replace('`', "")),
            None => Self::input("request", "a value of its type", message),
        }
    }
}

/// What Rust calls a type, in the words of people.
fn plain(expected: &str) -> &str {
    match expected {
        "i64" | "u64" | "u8" | "u32" => "a whole number",
        "a sequence" => "a list",
        "a string" => "text",
        _ => expected,
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl From<&InputError> for Fault {
    fn from(error: &InputError) -> Self {
        Self::input(error.field(), error.expected(), &error.shown())
    }
}

impl From<Fault> for JsValue {
    fn from(fault: Fault) -> Self {
        let error = js_sys::Error::new(&fault.message);
        error.set_name(fault.name);
        for (key, value) in &fault.properties {
            // Setting a property of a fresh, unfrozen object cannot fail.
            let _ = js_sys::Reflect::set(&error, &Self::from_str(key), &Self::from_str(value));
        }
        error.into()
    }
}

/// A plain object or array from anything serialisable.
///
/// # Errors
///
/// An `EngineError` if the value cannot be written as JSON, which no answer of ours does.
pub fn to_js(value: &impl Serialize) -> Result<JsValue, JsValue> {
    let json = serde_json::to_string(value).map_err(|error| Fault::new("EngineError", error.to_string()))?;
    js_sys::JSON::parse(&json)
}

#[cfg(test)]
mod tests {
    use super::Fault;

    #[test]
    fn a_path_leads_to_the_field() {
        for (path, message, field) in [
            (".", "missing field `dice`", "dice"),
            ("moment", "missing field `dice`", "moment.dice"),
            (
                "players[1].rollsRemaining",
                "invalid type: string \"x\", expected u8",
                "players[1].rollsRemaining",
            ),
            ("moment.foo", "unknown field `foo`, expected one of `dice`, `kept`", "moment.foo"),
            ("foo", "unknown field `foo`, expected one of `moment`, `score`", "foo"),
        ] {
            assert_eq!(Fault::at_path(path, message).property("field"), Some(field));
        }
    }

    #[test]
    fn the_words_of_serde_become_the_words_of_people() {
        for (message, (field, wanted, actual)) in [
            ("missing field `dice` at line 1 column 16", ("dice", "a value", "nothing")),
            (
                "unknown field `foo`, expected one of `rules`, `open`",
                ("foo", "one of the fields rules, open", "an unknown field"),
            ),
            (
                "unknown variant `x`, expected one of `optimal`, `greedy`",
                ("request", "one of optimal, greedy", "x"),
            ),
            ("invalid type: string \"x\", expected i64", ("request", "a whole number", "string \"x\"")),
            ("invalid type: integer `3`, expected a sequence", ("request", "a list", "integer 3")),
            ("check: invalid type: integer `3`, expected a string", ("check", "text", "integer 3")),
            ("terms: missing field `pool`", ("terms.pool", "a value", "nothing")),
        ] {
            assert_eq!(Fault::from_serde(message), Fault::input(field, wanted, actual));
        }
    }
}
