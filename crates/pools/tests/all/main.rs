//! Tests of dice pools through their public API, in one binary: linking is what takes time.

mod designers_day;
mod docs;
mod expressions;
mod extended;
mod hostile;
mod reference;
mod roll_table;
mod service;
mod session;
mod simulation;
mod spelling;
