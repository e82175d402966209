//! What every browser module does at its edge.
//!
//! [`request`], [`request_with_null`], [`traced_request`], [`named`], [`from_json`] and [`from_json_with_null`] read what
//! JavaScript hands over and refuse what does not fit with the field at fault; [`json_value`] and [`json_value_with_null`]
//! are read by [`read_fields`], one by one, where that is less to load; [`parse`] reads text; [`to_js`] writes an answer;
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
