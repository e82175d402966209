//! What every browser module does at its edge.
//!
//! [`request`], [`request_with_null`], [`traced_request`], [`from_json`] and [`from_json_with_null`] read what JavaScript hands
//! over and refuse what does not fit with the field at fault;
//! [`to_js`] writes an answer; [`Fault`] becomes the JavaScript `Error` that every module throws.

mod fault;
mod input;

pub use fault::{Fault, to_js};
pub use input::{describe, from_json, from_json_with_null, request, request_with_null, traced_request};
