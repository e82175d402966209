//! Tests of a server from outside, in one binary: linking is what takes time. Live games are in `live`, several nodes in
//! `nodes`.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod encrypted;
mod listening;
mod new_game;
mod operating;
mod settings;
