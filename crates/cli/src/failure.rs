use std::process::ExitCode;

use dicee::InputError;

use crate::paper;

/// Why a command ended without an answer.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The input cannot be: exit code 2.
    Input(InputError),
    /// The machinery failed: exit code 1.
    Machinery(anyhow::Error),
}

impl Failure {
    /// Says what happened on standard error.
    pub(crate) fn report(&self, json: bool) -> ExitCode {
        if json {
            let error = match self {
                Self::Input(error) => serde_json::json!({
                    "message": error.to_string(),
                    "field": error.field(),
                    "expected": error.expected(),
                    "actual": error.actual(),
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

impl From<InputError> for Failure {
    fn from(error: InputError) -> Self {
        Self::Input(error)
    }
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Self {
        Self::Machinery(error)
    }
}
