//! Tests of what is said to the outside, in one binary: linking is what takes time. `types` is another one, which
//! `cargo xtask types` runs.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[path = "../../../dicee/tests/common/mod.rs"]
mod common;
mod conformance;
mod contract;
mod contract_values;
mod golden;
mod node;
mod objects;
mod requests;
