//! What every browser module does at its edge.
//!
//! [`request`], [`request_with_null`], [`traced_request`], [`from_json`] and [`from_json_with_null`] read what JavaScript hands
//! over and refuse what does not fit with the field at fault; [`json_value`] and
//! [`json_value_with_null`] are read by [`Fields`], one by one, where that is less to load; [`parse`] reads text;
//! [`to_js`] writes an answer; [`Fault`] becomes the JavaScript `Error` that every module throws.

mod fault;
mod fields;
mod input;
mod json;

pub use fault::{Fault, to_js};
pub use fields::{Fields, number, parsed};
pub use input::{
    describe, from_json, from_json_with_null, json_value, json_value_with_null, request, request_with_null,
    traced_request,
};
pub use json::parse;
