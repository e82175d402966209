use dicee::{Category, DiceeCommand, KeptMask};
use serde_json::{Map, Value};
use wasm_edge::Fault;

/// The command that a player at this device sends. Seating and starting are part of opening a table.
///
/// It is read by hand: what serde needs to buffer a tagged enum is a tenth of what a browser has to load.
///
/// # Errors
///
/// An `InputError` that names the field.
pub(crate) fn command(value: Value) -> Result<DiceeCommand, Fault> {
    let Value::Object(mut fields) = value else {
        return Err(Fault::input("command", "an object", &shown(&value)));
    };
    let kind = fields.remove("type").ok_or_else(|| Fault::input("type", NAMES, "nothing"))?;
    let command = match kind.as_str() {
        Some("roll") => DiceeCommand::Roll {
            kept_mask: fields.remove("keptMask").map(|mask| kept_mask(&mask)).transpose()?,
        },
        Some("keep") => DiceeCommand::Keep { kept_mask: kept_mask(&required(&mut fields, "keptMask")?)? },
        Some("score") => DiceeCommand::Score { category: category(&required(&mut fields, "category")?)? },
        Some("undo") => DiceeCommand::Undo {},
        Some("abandon") => DiceeCommand::Abandon {},
        _ => return Err(Fault::input("type", NAMES, &shown(&kind))),
    };
    match fields.keys().next() {
        Some(unknown) => Err(Fault::input(unknown, "a field of this command", "an unknown field")),
        None => Ok(command),
    }
}

const NAMES: &str = "one of roll, keep, score, undo, abandon";

fn required(fields: &mut Map<String, Value>, field: &str) -> Result<Value, Fault> {
    fields.remove(field).ok_or_else(|| Fault::input(field, "a value", "nothing"))
}

/// As JSON, by the writer that answers have: what `Display` brings for it would be a second one.
fn shown(value: &Value) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

fn kept_mask(value: &Value) -> Result<KeptMask, Fault> {
    let flags = value.as_array().filter(|flags| flags.len() == 5);
    let flags: Option<Vec<bool>> = flags.and_then(|flags| flags.iter().map(Value::as_bool).collect());
    let mask: Option<[bool; 5]> = flags.and_then(|flags| flags.try_into().ok());
    let wrong = || Fault::input("keptMask", "five flags, true or false", &shown(value));
    mask.map(KeptMask).ok_or_else(wrong)
}

fn category(value: &Value) -> Result<Category, Fault> {
    let found = Category::ALL.into_iter().find(|category| value.as_str() == Some(category.name()));
    found.ok_or_else(|| Fault::input("category", "a box of the card", &shown(value)))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_command_of_a_player_reads_as_it_is_written() {
        let mask = KeptMask([true, false, true, false, false]);
        let commands = [
            DiceeCommand::Roll { kept_mask: None },
            DiceeCommand::Roll { kept_mask: Some(mask) },
            DiceeCommand::Keep { kept_mask: mask },
            DiceeCommand::Undo {},
            DiceeCommand::Abandon {},
        ];
        let scores = Category::ALL.map(|category| DiceeCommand::Score { category });
        for written in commands.into_iter().chain(scores) {
            assert_eq!(command(serde_json::to_value(&written).unwrap()), Ok(written));
        }
    }

    #[test]
    fn what_is_no_command_is_refused_by_field() {
        for (value, field) in [
            (json!(7), "command"),
            (json!({}), "type"),
            (json!({ "type": "start" }), "type"),
            (json!({ "type": "score" }), "category"),
            (json!({ "type": "score", "category": "sevens" }), "category"),
            (json!({ "type": "keep", "keptMask": [true] }), "keptMask"),
            (json!({ "type": "roll", "keptMask": [1, 2, 3, 4, 5] }), "keptMask"),
            (json!({ "type": "undo", "twice": true }), "twice"),
        ] {
            assert_eq!(command(value.clone()).unwrap_err().property("field"), Some(field), "{value}");
        }
    }
}
