//! Tests of dice pools through their public API, in one binary: linking is what takes time.

mod designers_day;
mod docs;
mod expressions;
mod extended;
mod hostile;
mod question_refusals;
mod questions;
mod reference;
mod roll_table;
#[cfg(feature = "schema")]
mod schemas;
mod service;
mod session;
mod simulation;
mod spelling;
