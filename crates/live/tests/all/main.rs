//! Tests of live games, in one binary: linking is what takes time.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod bus;
mod changes;
mod client;
mod commands;
mod forecasts;
mod hidden_tiles;
mod lost_hints;
mod secrets;
mod stand_in;
mod tables;
mod truth;
mod virtual_clock;
