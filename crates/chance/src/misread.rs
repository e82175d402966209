use std::borrow::Cow;

use crate::text::cut;

/// Why serde could not read JSON, told apart by its message, which is all that serde says.
///
/// Every edge words this for its own clients; what the message means is said here alone.
///
/// ```
/// use chance::{Misread, Misfit};
///
/// let error = serde_json::from_str::<u8>("-1").unwrap_err().to_string();
/// let misread = Misread::of(&error);
/// assert_eq!(misread.field_at("seat"), "seat");
/// let Misfit::Wrong { expected, actual } = misread.misfit else { panic!("{misread:?}") };
/// assert_eq!((&*expected, actual.as_deref()), ("a whole number", Some("integer -1")));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misread<'m> {
    /// The path to the value, as far as the message tells it; empty for the value itself.
    pub path: String,
    /// What the type of the value calls it, for where there is no path.
    name: Option<&'m str>,
    /// What does not fit there.
    pub misfit: Misfit<'m>,
}

/// What does not fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Misfit<'m> {
    /// A field that must be there is not.
    Missing {
        /// The field.
        field: &'m str,
    },
    /// A field that no reader asks for.
    Unknown {
        /// The field.
        field: &'m str,
        /// The fields that there are, such as `one of a, b, c`; `None` where there are none.
        known: Option<String>,
    },
    /// A field that came twice.
    Duplicate {
        /// The field.
        field: &'m str,
    },
    /// A value that is not what it should be.
    Wrong {
        /// What would have been accepted, in words for people.
        expected: Cow<'m, str>,
        /// What came, where the message says so.
        actual: Option<String>,
    },
}

/// How the messages begin that say what is wrong, rather than where.
const BEGINNINGS: [&str; 5] = ["invalid ", "missing ", "unknown ", "duplicate ", "expected "];

impl<'m> Misread<'m> {
    /// Takes a message apart.
    #[must_use]
    pub fn of(message: &'m str) -> Self {
        let mut rest = cut(message, " at line ").map_or(message, |(before, _)| before);
        let (mut path, mut name) = (String::new(), None);
        while let Some((field, problem)) = within(rest) {
            if problem.starts_with("expected ") {
                name = (field != "$").then_some(field);
            } else {
                push(&mut path, field);
            }
            rest = problem;
        }
        if let Some((variant, tag)) = unknown_variant(rest) {
            push(&mut path, tag);
            let misfit =
                Misfit::Wrong { expected: "one that is known".into(), actual: Some(variant.to_owned()) };
            return Self { path, name, misfit };
        }
        Self { path, name, misfit: Misfit::of(rest) }
    }

    /// The field that is wrong, in a value at this path; both empty for a whole request.
    #[must_use]
    pub fn field_at(&self, path: &str) -> String {
        let mut field = path.to_owned();
        if !self.path.is_empty() {
            push(&mut field, &self.path);
        }
        if let Some(name) = self.name.filter(|_| field.is_empty()) {
            field.push_str(name);
        }
        match self.misfit {
            Misfit::Missing { field: name } | Misfit::Duplicate { field: name } => push(&mut field, name),
            // The path to an unknown field ends with it, but not within what is told apart by its type.
            Misfit::Unknown { field: name, .. } if ends_with(&field, name) => {}
            Misfit::Unknown { field: name, .. } => push(&mut field, name),
            Misfit::Wrong { .. } => {}
        }
        field
    }
}

impl<'m> Misfit<'m> {
    fn of(problem: &'m str) -> Self {
        let quoted = |rest: &'m str| rest.split('`').next().unwrap_or(rest);
        if let Some(rest) = problem.strip_prefix("missing field `") {
            return Self::Missing { field: quoted(rest) };
        }
        if let Some(rest) = problem.strip_prefix("duplicate field `") {
            return Self::Duplicate { field: quoted(rest) };
        }
        if let Some(rest) = problem.strip_prefix("unknown field `") {
            let known = last(problem, ", expected ").map(|(_, known)| known.replace('`', ""));
            return Self::Unknown { field: quoted(rest), known };
        }
        if let Some((expected, actual)) =
            problem.strip_prefix("expected ").and_then(|rest| cut(rest, ", got "))
        {
            return Self::Wrong { expected: expected.into(), actual: Some(actual.to_owned()) };
        }
        let Some((actual, expected)) = last(problem, "expected ") else {
            return Self::Wrong { expected: problem.replace('`', "").into(), actual: None };
        };
        let actual = actual.trim_end_matches([' ', ',']);
        let actual = ["invalid type: ", "invalid value: ", "unknown variant ", "invalid "]
            .iter()
            .find_map(|start| actual.strip_prefix(start))
            .map(|actual| actual.replace('`', ""));
        Self::Wrong { expected: plain(expected), actual }
    }
}

/// The field that a message begins with, and what is wrong within it.
fn within(message: &str) -> Option<(&str, &str)> {
    let (field, problem) = cut(message, ": ")?;
    let is_name = !field.is_empty()
        && field.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_.[]$".contains(&byte));
    let says_what = BEGINNINGS.iter().any(|start| problem.starts_with(start)) || within(problem).is_some();
    (is_name && says_what).then_some((field, problem))
}

/// A variant that no reader knows, and the field that should name one, as readers of tagged enums say it that are written
/// by hand.
fn unknown_variant(problem: &str) -> Option<(&str, &str)> {
    last(problem.strip_prefix("unknown variant `")?.strip_suffix('`')?, "` of `")
}

/// As [`cut`], at the last place of the mark: what comes from outside stands in front of it.
fn last<'a>(text: &'a str, mark: &str) -> Option<(&'a str, &'a str)> {
    let mut found = cut(text, mark)?;
    while let Some((before, behind)) = cut(found.1, mark) {
        found = (&text[..found.0.len() + mark.len() + before.len()], behind);
    }
    Some(found)
}

fn push(path: &mut String, field: &str) {
    if !path.is_empty() && !field.starts_with('[') {
        path.push('.');
    }
    path.push_str(field);
}

fn ends_with(path: &str, field: &str) -> bool {
    path.strip_suffix(field).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
}

/// What Rust calls a type, in the words of people.
fn plain(expected: &str) -> Cow<'_, str> {
    match expected {
        "i64" | "u64" | "u32" | "u16" | "u8" | "usize" => "a whole number".into(),
        "f64" => "a number".into(),
        "a string" => "text".into(),
        "a boolean" => "true or false".into(),
        "a sequence" => "a list".into(),
        _ if expected.starts_with("struct ") => "an object".into(),
        _ if expected.contains('`') => expected.replace('`', "").into(),
        _ => expected.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrong<'m>(path: &str, expected: &'m str, actual: Option<&str>) -> Misread<'m> {
        let misfit = Misfit::Wrong { expected: expected.into(), actual: actual.map(str::to_owned) };
        Misread { path: path.to_owned(), name: None, misfit }
    }

    #[test]
    fn a_message_says_what_was_expected_and_what_came() {
        for (message, says) in [
            (
                "invalid type: string \"x\", expected i64 at line 1 column 9",
                wrong("", "a whole number", Some("string \"x\"")),
            ),
            ("invalid type: integer `3`, expected a sequence", wrong("", "a list", Some("integer 3"))),
            ("invalid length 4, expected five dice", wrong("", "five dice", Some("length 4"))),
            (
                "unknown variant `x`, expected one of `optimal`, `greedy`",
                wrong("", "one of optimal, greedy", Some("x")),
            ),
            ("unknown variant `x`, expected `a` or `b`", wrong("", "a or b", Some("x"))),
            (
                "check: invalid type: integer `3`, expected a string",
                wrong("check", "text", Some("integer 3")),
            ),
            ("unknown variant `FOLD` of `type`", wrong("type", "one that is known", Some("FOLD"))),
            ("$: expected an object, got a list", wrong("", "an object", Some("a list"))),
            ("it is `odd`", wrong("", "it is odd", None)),
        ] {
            assert_eq!(Misread::of(message), says, "{message}");
        }
    }

    #[test]
    fn what_a_type_says_of_its_own_text_is_taken_apart_as_well() {
        for (message, path, field) in [
            ("bid: expected 30 to 41, got \"29\"", "", "bid"),
            ("high: bid: expected 30 to 41, got \"29\"", "", "high"),
            ("bid: expected 30 to 41, got \"29\"", "command.high", "command.high"),
        ] {
            let misread = Misread::of(message);
            assert_eq!(misread.field_at(path), field, "{message}");
            assert_eq!(misread.misfit, wrong("", "30 to 41", Some("\"29\"")).misfit);
        }
    }

    #[test]
    fn a_path_leads_to_the_field() {
        for (path, message, field) in [
            ("", "missing field `dice` at line 1 column 16", "dice"),
            ("moment", "missing field `dice`", "moment.dice"),
            ("moment", "duplicate field `dice`", "moment.dice"),
            ("moment", "unknown field `foo`, expected one of `dice`, `kept`", "moment.foo"),
            ("moment.foo", "unknown field `foo`, expected `dice` or `kept`", "moment.foo"),
            ("foo", "unknown field `foo`, there are no fields", "foo"),
            ("afoo", "unknown field `foo`, there are no fields", "afoo.foo"),
            ("players[1].rollsRemaining", "invalid type: null, expected u8", "players[1].rollsRemaining"),
            ("", "terms: missing field `pool`", "terms.pool"),
            ("command", "terms: pool: invalid type: null, expected u8", "command.terms.pool"),
        ] {
            assert_eq!(Misread::of(message).field_at(path), field, "{message}");
        }
    }

    #[test]
    fn the_fields_that_there_are_are_listed() {
        let known = |message| {
            let misfit = Misread::of(message).misfit;
            let Misfit::Unknown { known, .. } = misfit else { panic!("{misfit:?}") };
            known
        };
        for (message, fields) in [
            ("unknown field `foo`, expected one of `a`, `b`, `c`", Some("one of a, b, c")),
            ("unknown field `foo`, expected `a` or `b`", Some("a or b")),
            ("unknown field `foo`, there are no fields", None),
        ] {
            assert_eq!(known(message).as_deref(), fields);
        }
    }

    #[test]
    fn a_sentence_with_a_colon_is_no_path() {
        let message = "not a list of events: expected value";
        assert_eq!(Misread::of(message).path, "");
    }
}
