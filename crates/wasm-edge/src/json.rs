//! JSON text, read by JavaScript: every browser has a parser, and a second one with its tables of powers would be a
//! twentieth of a module. Fractions are read as exactly as they were written.

use js_sys::{Array, JSON, Object};
use serde_json::{Map, Number, Value};
use wasm_bindgen::{JsCast as _, JsValue};

use crate::fault::Fault;

/// Lists and objects within each other, as many as `serde_json` reads.
const DEEPEST: usize = 128;

/// JSON text as a value.
///
/// # Errors
///
/// An `InputError` of this field if it is no JSON, or too deep.
pub fn parse(field: &str, text: &str) -> Result<Value, Fault> {
    let parsed = JSON::parse(text).map_err(|thrown| {
        let says = js_sys::Error::from(thrown).message();
        Fault::input(field, "JSON", &String::from(says))
    })?;
    value(&parsed, DEEPEST)
        .ok_or_else(|| Fault::input(field, "at most 128 lists and objects within each other", "more"))
}

/// A value that `JSON.parse` made, if it is not too deep.
fn value(parsed: &JsValue, deeper: usize) -> Option<Value> {
    if let Some(text) = parsed.as_string() {
        return Some(Value::String(text));
    }
    if let Some(number) = parsed.as_f64() {
        return Some(self::number(number));
    }
    if let Some(truth) = parsed.as_bool() {
        return Some(Value::Bool(truth));
    }
    if parsed.is_null() {
        return Some(Value::Null);
    }
    let deeper = deeper.checked_sub(1)?;
    if let Some(list) = parsed.dyn_ref::<Array>() {
        return (0..list.length()).map(|place| value(&list.get(place), deeper)).collect();
    }
    let mut fields = Map::new();
    let entries = Object::entries(parsed.unchecked_ref());
    for place in 0..entries.length() {
        let entry: Array = entries.get(place).unchecked_into();
        // The names of fields are text.
        let name = entry.get(0).as_string().unwrap_or_default();
        fields.insert(name, value(&entry.get(1), deeper)?);
    }
    Some(Value::Object(fields))
}

/// A number as `serde_json` reads the same text: whole ones are integers.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked before")]
fn number(number: f64) -> Value {
    const ABOVE_U64: f64 = 18_446_744_073_709_551_616.0;
    const LOWEST_I64: f64 = -9_223_372_036_854_775_808.0;
    let whole = number.fract() == 0.0;
    if whole && (0.0..ABOVE_U64).contains(&number) {
        Value::Number((number as u64).into())
    } else if whole && (LOWEST_I64..0.0).contains(&number) {
        Value::Number((number as i64).into())
    } else {
        // JSON has no others than finite ones, but `1e999`.
        Number::from_f64(number).map_or(Value::Null, Value::Number)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::number;

    #[test]
    fn whole_numbers_are_integers_as_in_text() {
        for (given, wanted) in [
            (0.0, json!(0)),
            (-0.0, json!(0)),
            (52.0, json!(52)),
            (-3.0, json!(-3)),
            (0.5, json!(0.5)),
            (-1.25e-7, json!(-1.25e-7)),
            (9_007_199_254_740_992.0, json!(9_007_199_254_740_992_u64)),
            (18_446_744_073_709_549_568.0, json!(18_446_744_073_709_549_568_u64)),
            (18_446_744_073_709_551_616.0, json!(18_446_744_073_709_551_616.0)),
            (-9_223_372_036_854_775_808.0, json!(i64::MIN)),
            (-1e19, json!(-1e19)),
            (1e300, json!(1e300)),
            (f64::INFINITY, json!(null)),
        ] {
            assert_eq!(number(given), wanted, "{given}");
        }
    }
}
