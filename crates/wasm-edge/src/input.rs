//! What JavaScript hands over, checked: wrong types become an `InputError` that names the field, never a guess.

use chance::Fields;
use js_sys::{Array, JSON, Uint8Array};
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_path_to_error::{Deserializer, Track};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast as _, JsValue};

use crate::fault::Fault;
use crate::json;

/// A request from a plain object. Read by the names of its fields alone, which is a third less code for every type.
///
/// # Errors
///
/// An `InputError` that names the field at fault.
pub fn request<T: DeserializeOwned>(value: &JsValue) -> Result<T, JsValue> {
    expect_object(value)?;
    by_names(plain(value, |value| value.is_null() || unsayable(value))?)
}

/// As [`request`], where null says something: a dice system without botches has `botchValue: null`.
///
/// # Errors
///
/// An `InputError` that names the field at fault.
pub fn request_with_null<T: DeserializeOwned>(value: &JsValue) -> Result<T, JsValue> {
    expect_object(value)?;
    by_names(plain(value, unsayable)?)
}

fn by_names<T: DeserializeOwned>(value: Value) -> Result<T, JsValue> {
    chance::object(value).map_err(|error: serde_json::Error| Fault::at_path("", &error.to_string()).into())
}

fn expect_object(value: &JsValue) -> Result<(), JsValue> {
    if !value.is_object() || Array::is_array(value) || value.is_function() {
        return Err(Fault::input("request", "an object", &describe(value)).into());
    }
    Ok(())
}

/// As [`request`], where a field may lie deep in a request: the error has the whole path to it, such as
/// `players[1].rollsRemaining`. Following the path costs a few kilobytes for every type, and reading it by the names of its
/// fields alone saves as many.
///
/// # Errors
///
/// An `InputError` that names the field at fault.
pub fn traced_request<T: DeserializeOwned>(value: &JsValue) -> Result<T, JsValue> {
    expect_object(value)?;
    let value = plain(value, |value| value.is_null() || unsayable(value))?;
    let mut track = Track::new();
    chance::object(Deserializer::new(value, &mut track)).map_err(|error: serde_json::Error| {
        let path = track.path().to_string();
        Fault::at_path(if path == "." { "" } else { &path }, &error.to_string()).into()
    })
}

/// Anything that JSON can say, including nothing. Null within is refused: it is mostly a number that was none.
///
/// # Errors
///
/// An `InputError` that names the field at fault.
pub fn from_json<T: DeserializeOwned>(value: &JsValue) -> Result<T, JsValue> {
    typed(plain(value, |value| value.is_null() || unsayable(value))?)
}

/// The same where null says something.
///
/// # Errors
///
/// An `InputError` that names the field at fault.
pub fn from_json_with_null<T: DeserializeOwned>(value: &JsValue) -> Result<T, JsValue> {
    typed(plain(value, unsayable)?)
}

/// As [`from_json`]; an error that is about no field of it is about this one.
///
/// # Errors
///
/// An `InputError` that names the field at fault.
pub fn named<T: DeserializeOwned>(name: &str, value: &JsValue) -> Result<T, JsValue> {
    let value = plain(value, |value| value.is_null() || unsayable(value))?;
    serde_json::from_value(value).map_err(|error| Fault::of_value(name, &error.to_string()).into())
}

/// An object, by a function that asks for each of its fields; an error that is about none of them is about this name.
///
/// # Errors
///
/// An `InputError` that names the field at fault.
pub fn read_fields<T>(
    name: &str,
    value: Value,
    read: impl FnOnce(&mut Fields) -> Result<T, serde_json::Error>,
) -> Result<T, Fault> {
    Fields::read(value, read).map_err(|error| Fault::of_value(name, &error.to_string()))
}

/// As [`from_json`], to be read field by field.
///
/// # Errors
///
/// An `InputError` for what JSON cannot say.
pub fn json_value(value: &JsValue) -> Result<Value, JsValue> {
    plain(value, |value| value.is_null() || unsayable(value))
}

/// The same where null says something.
///
/// # Errors
///
/// An `InputError` for what JSON cannot say.
pub fn json_value_with_null(value: &JsValue) -> Result<Value, JsValue> {
    plain(value, unsayable)
}

/// By way of `Value`: one reader for every type keeps the modules small.
fn typed<T: DeserializeOwned>(value: Value) -> Result<T, JsValue> {
    serde_json::from_value(value).map_err(|error| Fault::at_path("", &error.to_string()).into())
}

/// As `JSON.stringify` says it, but for what is refused.
fn plain(value: &JsValue, refused: fn(&JsValue) -> bool) -> Result<Value, JsValue> {
    let sayable = move |_: JsValue, value: JsValue| {
        if refused(&value) {
            JsValue::from_str(&describe(&value))
        } else if let Some(bytes) = value.dyn_ref::<Uint8Array>() {
            Array::from(bytes).into()
        } else {
            value
        }
    };
    let replacer = Closure::<dyn Fn(JsValue, JsValue) -> JsValue>::new(sayable);
    let text = JSON::stringify_with_replacer(value, replacer.as_ref())
        .map_err(|_| Fault::input("request", "an object that JSON can say", &describe(value)))?;
    // `stringify` answers undefined for undefined: what was left out.
    let text = text.as_string().unwrap_or_else(|| "null".into());
    Ok(json::parse("request", &text)?)
}

/// `JSON.stringify` turns NaN and infinity into null, which would read as "left out", and stumbles over big
/// integers. As text they are refused where a number is expected.
fn unsayable(value: &JsValue) -> bool {
    value.as_f64().is_some_and(|number| !number.is_finite()) || value.is_bigint()
}

/// A value in a few words, for an error.
#[must_use]
pub fn describe(value: &JsValue) -> String {
    const LONGEST: usize = 40;
    if let Some(text) = value.as_string() {
        return text.chars().take(LONGEST).collect();
    }
    if let Some(number) = value.dyn_ref::<js_sys::Number>() {
        // By JavaScript, whose way of writing numbers needs no code here.
        return number.to_string_with_radix(10).map_or_else(|_| "a number".into(), String::from);
    }
    if let Some(truth) = value.as_bool() {
        return truth.to_string();
    }
    let kind = if value.is_null() {
        "null"
    } else if value.is_undefined() {
        "nothing"
    } else if Array::is_array(value) {
        "a list"
    } else if value.is_function() {
        "a function"
    } else if value.is_bigint() {
        "a big integer"
    } else {
        "an object"
    };
    kind.into()
}
