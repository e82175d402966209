use std::fmt;

use chance::{InputError, Misfit, Misread};
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

    /// What the rules refuse, with its code and, where one is at fault, the field.
    #[must_use]
    pub fn refusal(refusal: &impl fmt::Display, code: &str, field: Option<&str>) -> Self {
        let fault = Self::new("Refusal", refusal.to_string()).with("code", code);
        match field {
            Some(field) => fault.with("field", field),
            None => fault,
        }
    }

    /// From serde's message about the value at this path, which is empty for a whole request.
    #[must_use]
    pub fn at_path(path: &str, message: &str) -> Self {
        Self::of_whole("request", path, message)
    }

    /// From serde's message about this value, which is called by its name where no field of it is at fault.
    #[must_use]
    pub fn of_value(name: &str, message: &str) -> Self {
        Self::of_whole(name, "", message)
    }

    fn of_whole(name: &str, path: &str, message: &str) -> Self {
        let misread = Misread::of(message);
        let field = misread.field_at(path);
        let field = if field.is_empty() { name } else { &field };
        match misread.misfit {
            Misfit::Missing { .. } => Self::input(field, "a value", "nothing"),
            Misfit::Duplicate { .. } => Self::input(field, "the field once", "the same field twice"),
            Misfit::Unknown { known, .. } => {
                let known = known.as_deref().unwrap_or("none");
                let known = known.strip_prefix("one of ").unwrap_or(known);
                Self::input(field, &format!("one of the fields {known}"), "an unknown field")
            }
            Misfit::Wrong { expected, actual } => {
                Self::input(field, &expected, actual.as_deref().unwrap_or("something else"))
            }
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
            ("", "missing field `dice`", "dice"),
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
            assert_eq!(Fault::at_path("", message), Fault::input(field, wanted, actual));
        }
    }

    #[test]
    fn a_value_that_is_wrong_as_a_whole_is_called_by_its_name() {
        for (message, field) in
            [("invalid type: number, expected an object", "command"), ("missing field `type`", "type")]
        {
            assert_eq!(Fault::of_value("command", message).property("field"), Some(field));
        }
    }
}
