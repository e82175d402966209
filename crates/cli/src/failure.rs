use std::io;
use std::process::ExitCode;

use chance::InputError;
use clap::error::{ContextKind, ErrorKind};
use serde::Serialize;

use crate::output;

/// Why a command ended without an answer.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Invalid input: exit code 2.
    Input(InputError),
    /// The answer is no, and was printed: exit code 1.
    No,
    /// The machinery failed: exit code 1.
    Machinery(anyhow::Error),
}

/// An error as JSON: `{"error": ...}`.
#[derive(Debug, Serialize)]
pub(crate) struct ErrorAnswer<E> {
    pub(crate) error: E,
}

/// An error of which nothing is known but what to say.
#[derive(Debug, Serialize)]
pub(crate) struct Message {
    pub(crate) message: String,
}

impl<E: Serialize> ErrorAnswer<E> {
    /// Prints it on standard error.
    fn print(&self) {
        eprintln!("{}", serde_json::to_string(self).unwrap_or_default());
    }
}

/// Prints an error about input on standard error.
pub(crate) fn print(error: &InputError, json: bool) {
    let style = output::ERROR;
    if json {
        ErrorAnswer { error }.print();
    } else {
        anstream::eprintln!("{style}error{style:#}: {error}");
    }
}

impl Failure {
    /// Says what happened on standard error.
    pub(crate) fn report(&self, json: bool) -> ExitCode {
        if self.reader_left() {
            return ExitCode::SUCCESS;
        }
        let style = output::ERROR;
        match self {
            Self::No => {}
            Self::Input(error) => print(error, json),
            Self::Machinery(error) if json => {
                ErrorAnswer { error: Message { message: format!("{error:#}") } }.print();
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

/// A command line that clap refused: in the JSON of every other refusal, or in clap's words but for those of the standard
/// library.
pub(crate) fn report_usage(error: &clap::Error, json: bool) -> ExitCode {
    if json {
        ErrorAnswer { error: usage(error) }.print();
    } else {
        let text = error.render().ansi().to_string();
        let text = match reason_of(&error.to_string()) {
            Some(reason) if in_plain_words(&reason) != reason => {
                text.replacen(&reason, &format!("expected {}", in_plain_words(&reason)), 1)
            }
            _ => text,
        };
        anstream::eprint!("{text}");
    }
    ExitCode::from(2)
}

/// What the parser of a value says is wrong with it: it stands behind the colon.
fn reason_of(text: &str) -> Option<String> {
    let first = text.lines().next()?;
    first.split_once("': ").map(|(_, reason)| reason.to_owned())
}

fn usage(error: &clap::Error) -> InputError {
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
    let reason = reason_of(&message);
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
    InputError::new(field, expected, actual.trim_matches('"')).saying(message)
}

impl From<InputError> for Failure {
    fn from(error: InputError) -> Self {
        Self::Input(error)
    }
}

/// What the standard library and clap say about numbers, as what they expect.
fn in_plain_words(reason: &str) -> String {
    if let Some((_, range)) = reason.split_once(" is not in ") {
        return match range.split_once("..=") {
            Some((least, most)) => format!("a number from {least} to {most}"),
            None => format!("a number in {range}"),
        };
    }
    match reason {
        "invalid digit found in string" => "a whole number".to_owned(),
        "invalid float literal" => "a number".to_owned(),
        "number too large to fit in target type" => "a smaller number".to_owned(),
        "cannot parse integer from empty string" => "a number".to_owned(),
        other => other.to_owned(),
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
