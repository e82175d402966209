//! What JavaScript hands over, checked: wrong types become an `InputError` that names the field, never a guess.

use chance::InputError;
use js_sys::{Array, JSON, Object, Reflect, Uint8Array};
use serde::de::DeserializeOwned;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast as _, JsValue};

use crate::error::{from_serde, input_error, refuse};

/// More entries than any list of dice has; longer lists are not read to their end.
const ENOUGH: u32 = 13;

/// A request from a plain object.
pub(crate) fn request<T: DeserializeOwned>(value: &JsValue) -> Result<T, JsValue> {
    if !value.is_object() || Array::is_array(value) || value.is_function() {
        return Err(refuse("request", "an object", &describe(value)));
    }
    from_json(value)
}

/// Anything that JSON can say, including nothing.
pub(crate) fn from_json<T: DeserializeOwned>(value: &JsValue) -> Result<T, JsValue> {
    let replacer = Closure::<dyn Fn(JsValue, JsValue) -> JsValue>::new(|_, value: JsValue| sayable(value));
    let text = JSON::stringify_with_replacer(value, replacer.as_ref())
        .map_err(|_| refuse("request", "an object that JSON can say", &describe(value)))?;
    // `stringify` answers undefined for undefined: what was left out.
    let text = text.as_string().unwrap_or_else(|| "null".into());
    serde_path_to_error::deserialize(&mut serde_json::Deserializer::from_str(&text))
        .map_err(|error| input_error(&from_serde(&error.path().to_string(), &error.inner().to_string())))
}

/// `JSON.stringify` turns NaN and infinity into null, which would read as "left out", and stumbles over big
/// integers. As text they are refused where a number is expected.
fn sayable(value: JsValue) -> JsValue {
    let unsayable =
        value.as_f64().is_some_and(|number| !number.is_finite()) || value.is_null() || value.is_bigint();
    if unsayable {
        JsValue::from_str(&describe(&value))
    } else if let Some(bytes) = value.dyn_ref::<Uint8Array>() {
        Array::from(bytes).into()
    } else {
        value
    }
}

/// Whole numbers from a `Uint8Array` or a plain list of numbers; `wrong` makes the error for an entry that is none.
pub(crate) fn numbers(
    value: &JsValue,
    field: &'static str,
    wrong: impl Fn(String) -> InputError,
) -> Result<Vec<i64>, JsValue> {
    if !Array::is_array(value) && !value.is_instance_of::<Uint8Array>() {
        return Err(refuse(field, "a Uint8Array or a list of numbers", &describe(value)));
    }
    let object: &Object = value.unchecked_ref();
    let length = Reflect::get(object, &"length".into())?.as_f64().unwrap_or(0.0);
    let entries = (0..ENOUGH).take_while(|&place| f64::from(place) < length);
    entries
        .map(|place| {
            let entry = Reflect::get_u32(object, place)?;
            whole(&entry).ok_or_else(|| input_error(&wrong(describe(&entry))))
        })
        .collect()
}

/// A whole number, if that is what it is.
#[expect(clippy::cast_possible_truncation, reason = "checked to be whole and small")]
pub(crate) fn whole(value: &JsValue) -> Option<i64> {
    let number = value.as_f64()?;
    (number.fract() == 0.0 && number.abs() < 1e9).then_some(number as i64)
}

/// A value in a few words, for an error.
pub(crate) fn describe(value: &JsValue) -> String {
    const LONGEST: usize = 40;
    if let Some(text) = value.as_string() {
        return text.chars().take(LONGEST).collect();
    }
    if let Some(number) = value.as_f64() {
        return number.to_string();
    }
    if let Some(truth) = value.as_bool() {
        return truth.to_string();
    }
    let kind = match value {
        _ if value.is_undefined() => "undefined",
        _ if value.is_null() => "null",
        _ if value.is_bigint() => "a big integer",
        _ if value.is_function() => "a function",
        _ if Array::is_array(value) => "a list",
        _ => "an object",
    };
    kind.to_owned()
}
