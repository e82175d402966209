//! What every browser module does at its edge.
//!
//! [`request`] and [`from_json`] read what JavaScript hands over and refuse what does not fit with the field at fault;
//! [`to_js`] writes an answer; [`Fault`] becomes the JavaScript `Error` that every module throws.

mod fault;
mod input;

pub use fault::{Fault, to_js};
pub use input::{describe, from_json, request};
