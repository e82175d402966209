use std::borrow::Cow;
use std::fmt;

use serde::Serialize;
use serde::ser::SerializeStruct as _;
use serde_json::Value;

/// Invalid input: the field, what was expected there, and what came. The one such type of the workspace; games,
/// the command line, the server and the bindings all refuse input with it.
///
/// ```
/// use chance::InputError;
///
/// let error = InputError::new("rolls_left", "a number from 0 to 3", 7);
/// assert_eq!(error.field(), "rolls_left");
/// assert_eq!(error.to_string(), "rolls_left: expected a number from 0 to 3, got 7");
/// assert_eq!(error.within("request").field(), "request.rolls_left");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputError(Box<Parts>);

// Boxed, because results carry it through the hottest functions.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Parts {
    code: Option<&'static str>,
    field: String,
    expected: String,
    actual: Value,
    message: Option<String>,
}

/// The most characters of foreign text that an error repeats.
const LONGEST_QUOTE: usize = 40;

impl InputError {
    /// An error about this field.
    #[must_use]
    pub fn new(field: impl Into<String>, expected: impl Into<String>, actual: impl Into<Value>) -> Self {
        let (field, expected, actual) = (field.into(), expected.into(), actual.into());
        Self(Box::new(Parts { code: None, field, expected, actual, message: None }))
    }

    /// An error about text from outside, which may be long or hold control characters: the text is cleaned and
    /// cut off. Empty text reads as `nothing`.
    #[must_use]
    pub fn text(field: impl Into<String>, expected: impl Into<String>, actual: &str) -> Self {
        Self::new(field, expected, shorten(actual))
    }

    /// As [`InputError::text`], with the text in quotes.
    #[must_use]
    pub fn quoted(field: impl Into<String>, expected: impl Into<String>, actual: &str) -> Self {
        let start: String = actual.chars().take(LONGEST_QUOTE).collect();
        Self::new(field, expected, format!("{start:?}"))
    }

    /// The same error with the code that the data contract has for it.
    #[must_use]
    pub fn with_code(mut self, code: &'static str) -> Self {
        self.0.code = Some(code);
        self
    }

    /// The same error about a field of another name.
    #[must_use]
    pub fn at(mut self, field: impl Into<String>) -> Self {
        self.0.field = field.into();
        self
    }

    /// The same error about a field inside this one. `$` stands for the whole of it.
    #[must_use]
    pub fn within(mut self, parent: &str) -> Self {
        self.0.field =
            if self.0.field == "$" { parent.to_owned() } else { format!("{parent}.{}", self.0.field) };
        self
    }

    /// The same error, found in this place, such as a file: its message begins with the place.
    #[must_use]
    pub fn found_in(mut self, place: impl fmt::Display) -> Self {
        self.0.message = Some(format!("{place}: {self}"));
        self
    }

    /// The same error with a message of its own, where that says more than field, expected and actual do.
    #[must_use]
    pub fn saying(mut self, message: impl fmt::Display) -> Self {
        self.0.message = Some(message.to_string());
        self
    }

    /// The error code of the data contract, where it has one.
    #[must_use]
    pub fn code(&self) -> Option<&'static str> {
        self.0.code
    }

    /// The field, with the path to it.
    #[must_use]
    pub fn field(&self) -> &str {
        &self.0.field
    }

    /// What would have been accepted.
    #[must_use]
    pub fn expected(&self) -> &str {
        &self.0.expected
    }

    /// What came instead, as JSON.
    #[must_use]
    pub fn actual(&self) -> &Value {
        &self.0.actual
    }

    /// What came instead, as text.
    #[must_use]
    pub fn shown(&self) -> Cow<'_, str> {
        self.0.actual.as_str().map_or_else(|| written(&self.0.actual).into(), Cow::Borrowed)
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0.message {
            Some(message) => f.write_str(message),
            None => write!(f, "{}: expected {}, got {}", self.field(), self.expected(), self.shown()),
        }
    }
}

impl std::error::Error for InputError {}

/// An object of `message`, `field`, `expected`, `actual`, and `code` where there is one.
impl Serialize for InputError {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("InputError", 4 + usize::from(self.0.code.is_some()))?;
        if let Some(code) = self.0.code {
            object.serialize_field("code", code)?;
        }
        object.serialize_field("message", &self.to_string())?;
        object.serialize_field("field", self.field())?;
        object.serialize_field("expected", self.expected())?;
        object.serialize_field("actual", self.actual())?;
        object.end()
    }
}

/// As `Display` writes it, which would bring the pretty printer into every browser module.
fn written(value: &Value) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// Enough of a foreign text to recognise it, without control characters.
fn shorten(text: &str) -> String {
    let clean: String = text.chars().filter(|c| !c.is_control()).take(LONGEST_QUOTE).collect();
    match clean.trim() {
        "" => "nothing".into(),
        _ if text.chars().count() > LONGEST_QUOTE => format!("{clean}..."),
        _ => clean,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_text_is_shortened_and_cleaned() {
        let error = InputError::text("rules", "standard", &format!("\u{1b}[31m{}", "x".repeat(500)));
        assert!(error.to_string().len() < 100, "{error}");
        assert!(!error.to_string().contains('\u{1b}'));
        assert_eq!(InputError::text("rules", "standard", "\n").shown(), "nothing");
    }

    #[test]
    fn numbers_stay_numbers_and_text_stays_text() {
        let json = |error: InputError| serde_json::to_value(error).unwrap();
        let number = json(InputError::new("dc", "at most 5", 7));
        assert_eq!(number["actual"], 7);
        assert_eq!(number["message"], "dc: expected at most 5, got 7");
        assert_eq!(number.get("code"), None);
        let text = json(InputError::new("dc", "a number", "7").with_code("ERR_INVALID_REQUEST"));
        assert_eq!((&text["actual"], &text["code"]), (&"7".into(), &"ERR_INVALID_REQUEST".into()));
    }

    #[test]
    fn a_place_changes_the_message_and_a_parent_the_field() {
        let error = InputError::new("$", "an object", "a list").within("system");
        assert_eq!(error.to_string(), "system: expected an object, got a list");
        let error = error.within("request").found_in("dice.json");
        assert_eq!(error.to_string(), "dice.json: request.system: expected an object, got a list");
        assert_eq!(error.field(), "request.system");
    }

    #[test]
    fn an_error_can_be_told_otherwise_and_keeps_what_programs_read() {
        let error = InputError::quoted("name", "a name", "a\tb").at("players.0").with_code("ERR_NAME");
        assert_eq!(error.to_string(), r#"players.0: expected a name, got "a\tb""#);
        let said = error.clone().saying("that name is taken");
        assert_eq!(said.to_string(), "that name is taken");
        let programs = |error: &InputError| (error.code(), error.field().to_owned(), error.actual().clone());
        assert_eq!(programs(&said), programs(&error));
        assert_eq!(said.code(), Some("ERR_NAME"));
        let long = InputError::quoted("name", "a name", &"x".repeat(500));
        assert!(long.to_string().len() < 100, "{long}");
        assert_eq!(InputError::text("name", "a name", "Mira").shown(), "Mira");
    }
}
