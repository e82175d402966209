//! Lists of numbers that JavaScript hands over, checked.

use chance::InputError;
use js_sys::{Array, Object, Reflect, Uint8Array};
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_edge::{Fault, describe};

/// More entries than any list of dice has; longer lists are not read to their end.
const ENOUGH: u32 = 13;

/// Whole numbers from a `Uint8Array` or a plain list of numbers; `wrong` makes the error for an entry that is none.
pub(crate) fn numbers(
    value: &JsValue,
    field: &'static str,
    wrong: impl Fn(String) -> InputError,
) -> Result<Vec<i64>, JsValue> {
    if !Array::is_array(value) && !value.is_instance_of::<Uint8Array>() {
        return Err(Fault::input(field, "a Uint8Array or a list of numbers", &describe(value)).into());
    }
    let object: &Object = value.unchecked_ref();
    let length = Reflect::get(object, &"length".into())?.as_f64().unwrap_or(0.0);
    let entries = (0..ENOUGH).take_while(|&place| f64::from(place) < length);
    entries
        .map(|place| {
            let entry = Reflect::get_u32(object, place)?;
            whole(&entry).ok_or_else(|| Fault::from(&wrong(describe(&entry))).into())
        })
        .collect()
}

/// A whole number, if that is what it is.
#[expect(clippy::cast_possible_truncation, reason = "checked to be whole and small")]
pub(crate) fn whole(value: &JsValue) -> Option<i64> {
    let number = value.as_f64()?;
    (number.fract() == 0.0 && number.abs() < 1e9).then_some(number as i64)
}
