//! Tests of reports, in one binary: linking is what takes time.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod report;
mod win_curve;
