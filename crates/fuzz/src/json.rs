//! Changes inside of JSON that leave it JSON: what byte changes would take ages to find.

use serde_json::{Map, Value, json};

use crate::random::Random;

/// Numbers at which something ends.
const NUMBERS: &[i64] =
    &[0, 1, -1, 2, 5, 6, 7, 13, 63, 64, 127, 128, 255, 256, 1_000, 65_535, 65_536, 1 << 31, 1 << 32, 1 << 53];

/// A value that a field may not expect.
fn odd_value(random: &mut Random, words: &[String]) -> Value {
    match random.below(12) {
        0 => Value::Null,
        1 => json!(random.below(2) == 0),
        2 => json!([]),
        3 => json!({}),
        4 => json!(i64::MIN),
        5 => json!(u64::MAX),
        6 => json!(1e308),
        7 => json!(0.5),
        8 => json!("\u{0}\u{202e}é😀"),
        9 => json!("9".repeat(1 + random.below(40))),
        10 if !words.is_empty() => json!(random.pick(words)),
        _ => json!(random.pick(NUMBERS)),
    }
}

/// How many values there are in it, itself included.
fn size(value: &Value) -> usize {
    1 + match value {
        Value::Array(items) => items.iter().map(size).sum(),
        Value::Object(fields) => fields.values().map(size).sum(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => 0,
    }
}

/// The value of this number, counted from the outside in.
fn nth<'a>(value: &'a mut Value, number: &mut usize) -> Option<&'a mut Value> {
    if *number == 0 {
        return Some(value);
    }
    *number -= 1;
    match value {
        Value::Array(items) => items.iter_mut().find_map(|item| nth(item, number)),
        Value::Object(fields) => fields.values_mut().find_map(|item| nth(item, number)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => None,
    }
}

/// As [`nth`], to look at.
fn seen<'a>(value: &'a Value, number: &mut usize) -> Option<&'a Value> {
    if *number == 0 {
        return Some(value);
    }
    *number -= 1;
    match value {
        Value::Array(items) => items.iter().find_map(|item| seen(item, number)),
        Value::Object(fields) => fields.values().find_map(|item| seen(item, number)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => None,
    }
}

/// Changes one value of a document, perhaps to one that stands elsewhere in it or in `other`.
pub(crate) fn change(document: &mut Value, other: Option<&Value>, words: &[String], random: &mut Random) {
    let donor = match other {
        Some(other) if random.below(2) == 0 => other,
        _ => &*document,
    };
    let given = seen(donor, &mut random.below(size(donor))).cloned().unwrap_or(Value::Null);
    let mut place = random.below(size(document));
    let Some(value) = nth(document, &mut place) else { return };
    match (random.below(10), &mut *value) {
        (0..=2, Value::Number(number)) => {
            let step = [1, -1, 2, -2, 10][random.below(5)];
            *value =
                number.as_i64().map_or_else(|| odd_value(random, words), |n| json!(n.wrapping_add(step)));
        }
        (0..=1, Value::String(text)) => change_text(text, words, random),
        (0..=3, Value::Array(items)) => change_list(items, given, random),
        (0..=3, Value::Object(fields)) => change_fields(fields, given, words, random),
        (4..=6, _) => *value = given,
        _ => *value = odd_value(random, words),
    }
}

fn change_text(text: &mut String, words: &[String], random: &mut Random) {
    let mut characters: Vec<char> = text.chars().collect();
    let at = random.below(characters.len() + 1);
    match random.below(4) {
        0 => characters.insert(at, *random.pick(&['0', '-', ' ', '.', 'x', '\u{0}', 'é', '"', '/'])),
        1 if at < characters.len() => _ = characters.remove(at),
        2 if !words.is_empty() => characters = random.pick(words).chars().collect(),
        _ => characters = characters.repeat(1 + random.below(20)),
    }
    *text = characters.into_iter().take(4_000).collect();
}

fn change_list(items: &mut Vec<Value>, given: Value, random: &mut Random) {
    let at = random.below(items.len() + 1);
    match random.below(6) {
        0 if at < items.len() => _ = items.remove(at),
        1 => items.insert(at, given),
        2 if at < items.len() => items.insert(at, items[at].clone()),
        3 if !items.is_empty() => items.truncate(at),
        4 if !items.is_empty() => {
            let with = random.below(items.len());
            items.swap(at.min(with), with);
        }
        _ => {
            let copy: Vec<Value> = items.iter().take(200).cloned().collect();
            items.extend(copy);
        }
    }
}

fn change_fields(fields: &mut Map<String, Value>, given: Value, words: &[String], random: &mut Random) {
    let names: Vec<String> = fields.keys().cloned().collect();
    let name = if names.is_empty() { String::new() } else { random.pick(&names).clone() };
    match random.below(4) {
        0 => _ = fields.remove(&name),
        1 => _ = fields.insert(name, given),
        2 if !words.is_empty() => _ = fields.insert(random.pick(words).clone(), given),
        _ => {
            if let Some(value) = fields.remove(&name) {
                fields.insert(format!("{name}_"), value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_of_a_document_can_be_reached() {
        let mut document = json!({ "a": [1, { "b": null }], "c": "d" });
        assert_eq!(size(&document), 6);
        for number in 0..6 {
            let seen = seen(&document, &mut { number }).cloned();
            assert!(seen.is_some() && nth(&mut document, &mut { number }).cloned() == seen, "{number}");
        }
        assert_eq!(nth(&mut document, &mut 4).cloned(), Some(Value::Null));
        assert!(nth(&mut document, &mut 6).is_none());
    }
}
