use serde::Serialize;
use serde::ser::Error as _;
use serde_json::{Number, Value};

/// The largest integer up to which JavaScript counts exactly, 2^53: the last version, time and seed.
pub const LARGEST_EXACT: u64 = 1 << 53;

/// The JSON that JavaScript's `JSON.stringify` prints for the same value: no blanks, fields in their declared order,
/// numbers as JavaScript writes them. Hashes are taken over this text, so both sides get the same ones.
///
/// # Errors
///
/// If the value cannot be JSON, or JavaScript would print it otherwise: integers beyond 2^53, which it cannot hold, and
/// fields whose names are numbers, which it puts first.
pub fn to_canonical_json(value: &impl Serialize) -> Result<String, serde_json::Error> {
    canonical_text(&serde_json::to_value(value)?)
}

/// As [`to_canonical_json`], of a value that is JSON already.
///
/// # Errors
///
/// If JavaScript would print it otherwise.
pub(crate) fn canonical_text(value: &Value) -> Result<String, serde_json::Error> {
    let mut text = String::new();
    write(value, &mut text)?;
    Ok(text)
}

fn write(value: &Value, text: &mut String) -> Result<(), serde_json::Error> {
    match value {
        Value::Null | Value::Bool(_) | Value::String(_) => text.push_str(&serde_json::to_string(value)?),
        Value::Number(number) => text.push_str(&javascript_number(number)?),
        Value::Array(items) => {
            text.push('[');
            for (place, item) in items.iter().enumerate() {
                if place > 0 {
                    text.push(',');
                }
                write(item, text)?;
            }
            text.push(']');
        }
        Value::Object(fields) => {
            text.push('{');
            for (place, (name, field)) in fields.iter().enumerate() {
                if place > 0 {
                    text.push(',');
                }
                if !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit()) {
                    return Err(serde_json::Error::custom(
                        "JavaScript reorders fields whose names are numbers",
                    ));
                }
                text.push_str(&serde_json::to_string(name)?);
                text.push(':');
                write(field, text)?;
            }
            text.push('}');
        }
    }
    Ok(())
}

/// A number as ECMAScript's `Number::toString` writes it.
fn javascript_number(number: &Number) -> Result<String, serde_json::Error> {
    let integer = number.as_u64().or_else(|| number.as_i64().map(i64::unsigned_abs));
    if integer.is_some_and(|integer| integer > LARGEST_EXACT) {
        return Err(serde_json::Error::custom("an integer beyond 2^53, which JavaScript cannot hold"));
    }
    let text = number.to_string();
    if integer.is_some() {
        return Ok(text);
    }
    // serde_json writes the same shortest digits; only the layout differs. The number is 0.digits times 10 to the point.
    let (negative, text) = text.strip_prefix('-').map_or((false, &*text), |unsigned| (true, unsigned));
    let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let written = [whole, fraction].concat();
    let digits = written.trim_start_matches('0');
    let length = |text: &str| i32::try_from(text.len()).unwrap_or(i32::MAX);
    let point = exponent.parse::<i32>().unwrap_or(0) + length(whole) - (length(&written) - length(digits));
    let digits = digits.trim_end_matches('0');
    if digits.is_empty() {
        return Ok("0".into());
    }
    let count = length(digits);
    let zeros = |n: i32| "0".repeat(usize::try_from(n).unwrap_or(0));
    let unsigned = if !(-5..=21).contains(&point) {
        let sign = if point > 0 { "+" } else { "-" };
        let (first, rest) = digits.split_at(1);
        let rest = if rest.is_empty() { String::new() } else { format!(".{rest}") };
        format!("{first}{rest}e{sign}{}", (point - 1).abs())
    } else if point <= 0 {
        format!("0.{}{digits}", zeros(-point))
    } else if count <= point {
        format!("{digits}{}", zeros(point - count))
    } else {
        let (whole, fraction) = digits.split_at(usize::try_from(point).unwrap_or(0));
        format!("{whole}.{fraction}")
    };
    Ok(if negative { format!("-{unsigned}") } else { unsigned })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    #[test]
    fn fields_keep_their_order_and_text_is_escaped_as_in_javascript() {
        let value: Value =
            serde_json::from_str(r#"{ "z": [1, null, true], "a": "\u001f\"\\é\u2028" }"#).unwrap();
        assert_eq!(
            to_canonical_json(&value).unwrap(),
            "{\"z\":[1,null,true],\"a\":\"\\u001f\\\"\\\\é\u{2028}\"}"
        );
    }

    #[test]
    fn what_javascript_would_print_otherwise_is_refused() {
        assert!(to_canonical_json(&serde_json::json!({"2": 1, "b": 2})).is_err());
        assert!(to_canonical_json(&9_007_199_254_740_993_u64).is_err());
        assert!(to_canonical_json(&i64::MIN).is_err());
        assert_eq!(to_canonical_json(&(1u64 << 53)).unwrap(), "9007199254740992");
    }

    #[test]
    fn node_prints_the_same_text() {
        let numbers = [
            0.0,
            -0.0,
            1.0,
            -1.5,
            0.1,
            1e20,
            1e21,
            123_456_789_012_345_680_000.0,
            1.5e300,
            1e-6,
            1e-7,
            2.5e-9,
            -3e-5,
            1.0 / 3.0,
            9_007_199_254_740_993.0,
            f64::MAX,
            f64::MIN_POSITIVE,
            5e-324,
            100.0,
            12345.678,
        ];
        let ours = to_canonical_json(&numbers).unwrap();
        let script = format!(
            "process.stdout.write(JSON.stringify([{}]))",
            numbers.map(|n| format!("{n:e}")).join(",")
        );
        let output = Command::new("node").args(["-e", &script]).output().expect("Node is installed");
        assert_eq!(ours, String::from_utf8(output.stdout).unwrap());
    }
}
