use std::fmt;
use std::io;
use std::process::ExitCode;

use clap::error::{ContextKind, ErrorKind};
use dicee::InputError;
use serde::Serialize;

use crate::paper;

/// Why a command ended without an answer.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The input cannot be: exit code 2.
    Input(BadInput),
    /// The answer is no, and was printed: exit code 1.
    No,
    /// The machinery failed: exit code 1.
    Machinery(anyhow::Error),
}

/// What was wrong with the input, in one shape for all games.
#[derive(Debug, Serialize)]
pub(crate) struct BadInput {
    message: String,
    field: String,
    expected: String,
    actual: String,
}

impl BadInput {
    /// Input of which a field is wrong.
    pub(crate) fn new(field: &str, expected: impl Into<String>, actual: impl Into<String>) -> Self {
        let (field, expected, actual) = (field.to_owned(), expected.into(), actual.into());
        Self { message: format!("{field}: expected {expected}, got {actual}"), field, expected, actual }
    }

    /// The same, said of this field.
    pub(crate) fn of(mut self, field: &str) -> Self {
        field.clone_into(&mut self.field);
        self
    }

    /// Input of which a field is wrong, with the words of whoever found out.
    pub(crate) fn found(field: &str, expected: &str, message: impl ToString) -> Self {
        let message = message.to_string();
        Self { field: field.to_owned(), expected: expected.to_owned(), actual: message.clone(), message }
    }

    /// The same, found in this place: a file, or an alias.
    pub(crate) fn within(mut self, place: impl fmt::Display) -> Self {
        self.message = format!("{place}: {}", self.message);
        self
    }

    /// The same, in the words of whoever found out.
    pub(crate) fn saying(mut self, message: impl fmt::Display) -> Self {
        self.message = message.to_string();
        self
    }

    /// Says it on standard error.
    pub(crate) fn print(&self, json: bool) {
        let style = paper::ERROR;
        if json {
            eprintln!("{}", serde_json::json!({ "error": self }));
        } else {
            anstream::eprintln!("{style}error{style:#}: {self}");
        }
    }

    /// The field.
    pub(crate) fn field(&self) -> &str {
        &self.field
    }
}

impl fmt::Display for BadInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Failure {
    /// Says what happened on standard error.
    pub(crate) fn report(&self, json: bool) -> ExitCode {
        if self.reader_left() {
            return ExitCode::SUCCESS;
        }
        let style = paper::ERROR;
        match self {
            Self::No => {}
            Self::Input(error) => error.print(json),
            Self::Machinery(error) if json => {
                let error = serde_json::json!({ "message": format!("{error:#}") });
                eprintln!("{}", serde_json::json!({ "error": error }));
            }
            Self::Machinery(error) => anstream::eprintln!("{style}error{style:#}: {error:#}"),
        }
        match self {
            Self::Input(_) => ExitCode::from(2),
            Self::No | Self::Machinery(_) => ExitCode::FAILURE,
        }
    }
}

impl Failure {
    /// Whether the reader of a pipe has seen enough, as `head` does: that is no failure.
    fn reader_left(&self) -> bool {
        let Self::Machinery(error) = self else { return false };
        error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    }
}

/// A command line that clap refused, in the JSON of every other refusal.
pub(crate) fn report_usage(error: &clap::Error) -> ExitCode {
    eprintln!("{}", serde_json::json!({ "error": usage(error) }));
    ExitCode::from(2)
}

fn usage(error: &clap::Error) -> BadInput {
    let text = error.to_string();
    // What is missing stands on lines of its own below the first.
    let paragraph: Vec<&str> = text.lines().take_while(|line| !line.is_empty()).map(str::trim).collect();
    let message = paragraph.join(" ").trim_start_matches("error: ").to_owned();
    let context = |kind| error.get(kind).map(ToString::to_string);
    let field = match (context(ContextKind::InvalidArg), context(ContextKind::InvalidSubcommand)) {
        (Some(argument), _) => {
            let name =
                argument.trim_start_matches(['-', '<']).split([' ', '=', '>']).next().unwrap_or_default();
            name.to_lowercase().replace('-', "_")
        }
        (None, Some(_)) => "command".to_owned(),
        (None, None) => String::new(),
    };
    // Behind the colon the parser of a value says what is wrong with it.
    let reason = message.split_once("': ").map(|(_, reason)| reason.to_owned());
    let expected = match (context(ContextKind::ValidValue), context(ContextKind::ValidSubcommand)) {
        (Some(values), _) | (None, Some(values)) => format!("one of {values}"),
        (None, None) => match (error.kind(), reason) {
            (ErrorKind::MissingRequiredArgument, _) => "a value".to_owned(),
            (ErrorKind::ArgumentConflict, _) => {
                let others = context(ContextKind::PriorArg).unwrap_or_default();
                format!("no {others} beside it")
            }
            (ErrorKind::InvalidSubcommand, _) => "a command; see --help".to_owned(),
            (_, Some(reason)) => in_plain_words(&reason),
            (_, None) => "an argument that this command has; see --help".to_owned(),
        },
    };
    let actual = context(ContextKind::InvalidValue)
        .or_else(|| context(ContextKind::InvalidSubcommand))
        .unwrap_or_else(|| "nothing".to_owned());
    BadInput { message, field, expected, actual: actual.trim_matches('"').to_owned() }
}

impl From<InputError> for Failure {
    fn from(error: InputError) -> Self {
        Self::Input(BadInput {
            message: error.to_string(),
            field: error.field().to_owned(),
            expected: error.expected(),
            actual: error.actual(),
        })
    }
}

/// What the standard library and clap say about numbers, as what they expect.
fn in_plain_words(reason: &str) -> String {
    if let Some((_, range)) = reason.split_once(" is not in ") {
        return format!("a number in {range}");
    }
    match reason {
        "invalid digit found in string" => "a whole number from 0".to_owned(),
        "number too large to fit in target type" => "a smaller number".to_owned(),
        "cannot parse integer from empty string" => "a number".to_owned(),
        other => other.to_owned(),
    }
}

impl From<fortytwo::InputError> for Failure {
    fn from(error: fortytwo::InputError) -> Self {
        Self::Input(BadInput {
            message: error.to_string(),
            field: error.field().to_owned(),
            expected: error.expected().to_owned(),
            actual: error.actual().to_owned(),
        })
    }
}

impl From<pools::InputError> for BadInput {
    fn from(error: pools::InputError) -> Self {
        Self {
            message: error.to_string(),
            field: error.field().to_owned(),
            expected: error.expected(),
            actual: error.actual(),
        }
    }
}

impl From<pools::InputError> for Failure {
    fn from(error: pools::InputError) -> Self {
        Self::Input(error.into())
    }
}

impl From<BadInput> for Failure {
    fn from(error: BadInput) -> Self {
        Self::Input(error)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Machinery(anyhow::Error::new(error).context("writing the answer"))
    }
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Self {
        Self::Machinery(error)
    }
}
