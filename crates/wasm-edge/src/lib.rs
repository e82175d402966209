//! The shared boundary of the browser modules.
//!
//! [`request`], [`request_with_null`], [`traced_request`], [`named`], [`from_json`] and [`from_json_with_null`] read what
//! values from JavaScript, and refuse invalid ones with the field at fault; [`json_value`] and [`json_value_with_null`]
//! are read by [`read_fields`], field by field, where that makes a smaller module; [`parse`] reads text; [`to_js`] writes an answer;
//! [`Fault`] becomes the JavaScript `Error` that every module throws; [`DeviceChance`], [`fresh_seed`] and [`now`] are the
//! entropy and the time of the device.

mod device;
mod fault;
mod input;
mod json;

pub use device::{DeviceChance, fresh_seed, now};
pub use fault::{Fault, to_js};
pub use input::{
    describe, from_json, from_json_with_null, json_value, json_value_with_null, named, read_fields, request,
    request_with_null, traced_request,
};
pub use json::parse;
