//! Simulated players: are ratings right, habits found and nobody accused, twins alike, and does coaching help?
//!
//! A hundred players each in the test command, thousands with `DICEE_FULL=1` (`cargo xtask test --full`).
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test may panic, and these say what they measured"
)]

mod fold;
#[cfg(feature = "fortytwo")]
mod forty_two;
mod habits;
mod learner;
mod practice;
mod rating;
mod sim;
mod suggestions;
mod twin;
