use std::fmt;
use std::io;
use std::process::ExitCode;

use clap::error::ContextKind;

use crate::paper;

/// Why a command ended without an answer.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The input cannot be: exit code 2.
    Input(BadInput),
    /// The machinery failed: exit code 1.
    Machinery(anyhow::Error),
}

/// Input that cannot be, whichever game refused it.
#[derive(Debug)]
pub(crate) struct BadInput {
    message: String,
    field: String,
    expected: String,
    actual: String,
}

impl BadInput {
    /// What `field` should have held, and what it did.
    pub(crate) fn new(field: &str, expected: impl Into<String>, actual: impl Into<String>) -> Self {
        let (expected, actual) = (expected.into(), actual.into());
        let message = format!("{field}: expected {expected}, got {actual}");
        Self { message, field: field.to_owned(), expected, actual }
    }

    /// What a game said about it, where that is not about one field.
    pub(crate) fn said(message: String) -> Self {
        Self { message, field: String::new(), expected: String::new(), actual: String::new() }
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
        if json {
            let error = match self {
                Self::Input(error) => serde_json::json!({
                    "message": error.message,
                    "field": error.field,
                    "expected": error.expected,
                    "actual": error.actual,
                }),
                Self::Machinery(error) => serde_json::json!({ "message": format!("{error:#}") }),
            };
            eprintln!("{}", serde_json::json!({ "error": error }));
        } else {
            let style = paper::ERROR;
            match self {
                Self::Input(error) => anstream::eprintln!("{style}error{style:#}: {error}"),
                Self::Machinery(error) => anstream::eprintln!("{style}error{style:#}: {error:#}"),
            }
        }
        match self {
            Self::Input(_) => ExitCode::from(2),
            Self::Machinery(_) => ExitCode::FAILURE,
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
    let text = error.to_string();
    let message = text.lines().next().unwrap_or_default().trim_start_matches("error: ");
    let argument = error.get(ContextKind::InvalidArg).map(ToString::to_string).unwrap_or_default();
    let field =
        argument.trim_start_matches('-').split([' ', '=']).next().unwrap_or_default().replace('-', "_");
    let expected = match error.get(ContextKind::ValidValue) {
        Some(values) => format!("one of {values}"),
        None => "see --help".to_owned(),
    };
    let actual = error.get(ContextKind::InvalidValue).map(ToString::to_string).unwrap_or_default();
    let error =
        serde_json::json!({ "message": message, "field": field, "expected": expected, "actual": actual });
    eprintln!("{}", serde_json::json!({ "error": error }));
    ExitCode::from(2)
}

impl From<BadInput> for Failure {
    fn from(error: BadInput) -> Self {
        Self::Input(error)
    }
}

impl From<dicee::InputError> for Failure {
    fn from(error: dicee::InputError) -> Self {
        Self::Input(BadInput {
            message: error.to_string(),
            field: error.field().to_owned(),
            expected: error.expected().to_string(),
            actual: error.actual().to_string(),
        })
    }
}

impl From<fortytwo::InputError> for Failure {
    fn from(error: fortytwo::InputError) -> Self {
        Self::Input(BadInput::new(error.field(), error.expected(), error.actual()))
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
