use dicee::DiceeCommand;
use serde::Deserialize as _;
use serde_json::Value;
use wasm_edge::Fault;

/// The command that a player at this device sends. Seating and starting are part of opening a table.
///
/// # Errors
///
/// An `InputError` that names the field.
pub(crate) fn command(value: Value) -> Result<DiceeCommand, Fault> {
    let command =
        DiceeCommand::deserialize(value).map_err(|error| Fault::of_value("command", &error.to_string()))?;
    match command {
        DiceeCommand::Roll { .. }
        | DiceeCommand::Keep { .. }
        | DiceeCommand::Score { .. }
        | DiceeCommand::Undo {}
        | DiceeCommand::Abandon {} => Ok(command),
        DiceeCommand::Create { .. }
        | DiceeCommand::Join { .. }
        | DiceeCommand::AddBot { .. }
        | DiceeCommand::Mix { .. }
        | DiceeCommand::Start {}
        | DiceeCommand::Expire {}
        | DiceeCommand::Reveal { .. } => Err(Fault::input("type", NAMES, command.name())),
    }
}

const NAMES: &str = "one of roll, keep, score, undo, abandon";

#[cfg(test)]
mod tests {
    use dicee::{Category, KeptMask};
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
