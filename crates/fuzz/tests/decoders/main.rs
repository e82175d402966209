//! Every public decoder, fuzzed. The corpus lies beside this folder.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod commands;
mod games;
mod requests;
mod sample;
mod texts;

use fuzz::Target;

/// The committed inputs, a folder for each target.
const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/corpus");

/// Runs a target on the corpus of this crate.
fn check(target: Target) {
    target.check(CORPUS);
}

/// What a decoder made of an input, as an answer.
fn answer<T: std::fmt::Debug, E: std::fmt::Display>(result: Result<T, E>) -> String {
    match result {
        Ok(value) => format!("ok {value:?}"),
        Err(error) => rule(&error.to_string()),
    }
}

/// Which rule was broken: an error without what came instead, which would make every answer a new one.
fn rule(error: &str) -> String {
    error.split(" got ").next().unwrap_or_default().to_owned()
}

/// The input as text; what is no text never reaches a decoder of text.
fn text(input: &[u8]) -> &str {
    match std::str::from_utf8(input) {
        Ok(text) => text,
        Err(error) => std::str::from_utf8(&input[..error.valid_up_to()]).unwrap_or_default(),
    }
}
