//! Tests of the dice game through its public API, in one binary: linking is what takes time.

mod advice;
// The tests of `protocol` use it as well.
#[path = "../common/mod.rs"]
mod common;
mod conformance;
mod distribution;
mod game;
mod game_solver;
mod golden;
mod layouts;
mod mistakes;
mod players;
mod random_position;
mod reckonings;
mod reference;
mod refusals;
mod target;
mod win;
mod words;
mod written_cards;
