//! Commands as they are asked.
//!
//! By hand: [`Fields`] says why. Unknown kinds and unknown fields are refused, as everywhere.

use ledger::Fields;
use serde::Deserialize;
use serde::de::{Deserializer, Error};
use serde_json::Value;

use super::command::SessionCommand;

impl<'de> Deserialize<'de> for SessionCommand {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Fields::of(Value::deserialize(deserializer)?).and_then(command).map_err(D::Error::custom)
    }
}

type Read<T> = Result<T, serde_json::Error>;

/// What `type` may say.
const COMMANDS: &[&str] = &[
    "OPEN",
    "RESUME",
    "SET_SYSTEM",
    "DEFINE",
    "SET_POOL",
    "REMOVE_CHARACTER",
    "ENTER_CONTEXT",
    "LEAVE_CONTEXT",
    "BEGIN_ENCOUNTER",
    "LOCK_CONTEXT",
    "RELEASE_CONTEXT",
    "ROLL",
    "CHECK",
    "CONTEST",
    "ATTACK",
    "START_CHECK",
    "ROLL_ROUND",
    "ABANDON_CHECK",
    "CLEAR_LOG",
];

fn command(mut fields: Fields) -> Read<SessionCommand> {
    let kind: String = fields.take("type")?;
    let command = match kind.as_str() {
        "OPEN" => SessionCommand::Open { seed: fields.optional("seed")? },
        "RESUME" => SessionCommand::Resume { seed: fields.optional("seed")? },
        "SET_SYSTEM" => SessionCommand::SetSystem { system: fields.take("system")? },
        "DEFINE" => {
            SessionCommand::Define { name: fields.take("name")?, expression: fields.take("expression")? }
        }
        "SET_POOL" => SessionCommand::SetPool {
            character: fields.take("character")?,
            pool: fields.take("pool")?,
            dice: fields.take("dice")?,
        },
        "REMOVE_CHARACTER" => SessionCommand::RemoveCharacter { character: fields.take("character")? },
        "ENTER_CONTEXT" => SessionCommand::EnterContext { context: fields.take("context")? },
        "LEAVE_CONTEXT" => SessionCommand::LeaveContext {},
        "BEGIN_ENCOUNTER" => SessionCommand::BeginEncounter { seed: fields.optional("seed")? },
        "LOCK_CONTEXT" => {
            SessionCommand::LockContext { context: fields.take("context")?, seed: fields.optional("seed")? }
        }
        "RELEASE_CONTEXT" => SessionCommand::ReleaseContext { context: fields.take("context")? },
        "ROLL" => SessionCommand::Roll {
            expression: fields.take("expression")?,
            character: fields.optional("character")?,
            label: fields.optional("label")?,
        },
        "CHECK" => SessionCommand::Check {
            character: fields.optional("character")?,
            pool: fields.optional("pool")?,
            dice: fields.optional("dice")?,
            modifier: fields.or_default("modifier")?,
            dc: fields.take("dc")?,
            label: fields.optional("label")?,
        },
        "CONTEST" => SessionCommand::Contest {
            initiator: fields.take("initiator")?,
            defender: fields.take("defender")?,
            label: fields.optional("label")?,
        },
        "ATTACK" => SessionCommand::Attack {
            character: fields.optional("character")?,
            pool: fields.optional("pool")?,
            dice: fields.optional("dice")?,
            damage: fields.take("damage")?,
            armour: fields.or_default("armour")?,
            target: fields.optional("target")?,
            label: fields.optional("label")?,
        },
        "START_CHECK" => SessionCommand::StartCheck {
            check: fields.take("check")?,
            character: fields.optional("character")?,
            pool: fields.optional("pool")?,
            dice: fields.optional("dice")?,
            target: fields.take("target")?,
            rounds: fields.take("rounds")?,
        },
        "ROLL_ROUND" => SessionCommand::RollRound { check: fields.take("check")? },
        "ABANDON_CHECK" => SessionCommand::AbandonCheck { check: fields.take("check")? },
        "CLEAR_LOG" => SessionCommand::ClearLog {},
        other => return Err(Error::unknown_variant(other, COMMANDS)),
    };
    fields.end(command)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// A command of each kind, with all of its fields.
    fn whole() -> Vec<Value> {
        vec![
            json!({ "type": "OPEN", "seed": "7" }),
            json!({ "type": "RESUME", "seed": "7" }),
            json!({ "type": "SET_SYSTEM", "system": { "sides": 6, "botchValue": null } }),
            json!({ "type": "DEFINE", "name": "n", "expression": "2d6" }),
            json!({ "type": "SET_POOL", "character": "Ada", "pool": "stealth", "dice": 6 }),
            json!({ "type": "REMOVE_CHARACTER", "character": "Ada" }),
            json!({ "type": "ENTER_CONTEXT", "context": "combat" }),
            json!({ "type": "LEAVE_CONTEXT" }),
            json!({ "type": "BEGIN_ENCOUNTER", "seed": "7" }),
            json!({ "type": "LOCK_CONTEXT", "context": "combat", "seed": "7" }),
            json!({ "type": "RELEASE_CONTEXT", "context": "combat" }),
            json!({ "type": "ROLL", "expression": "2d6", "character": "Ada", "label": "l" }),
            json!({ "type": "CHECK", "character": "Ada", "pool": "p", "dice": "2d6", "modifier": 1, "dc": 2, "label": "l" }),
            json!({ "type": "CONTEST", "initiator": { "dice": 6 }, "defender": { "character": "Bo", "pool": "p" }, "label": "l" }),
            json!({ "type": "ATTACK", "character": "Ada", "pool": "p", "dice": 6, "damage": 3, "armour": 1, "target": "Bo", "label": "l" }),
            json!({ "type": "START_CHECK", "check": "c", "character": "Ada", "pool": "p", "dice": 6, "target": 9, "rounds": 5 }),
            json!({ "type": "ROLL_ROUND", "check": "c" }),
            json!({ "type": "ABANDON_CHECK", "check": "c" }),
            json!({ "type": "CLEAR_LOG" }),
        ]
    }

    #[test]
    fn every_command_is_read_as_it_is_written() {
        let commands = whole();
        let kinds: Vec<&str> = commands.iter().filter_map(|command| command["type"].as_str()).collect();
        assert_eq!(kinds, COMMANDS);
        for json in commands {
            let command: SessionCommand = serde_json::from_value(json.clone()).unwrap();
            assert_eq!(serde_json::to_value(command).unwrap(), json);
        }
    }

    #[test]
    fn unknown_kinds_and_fields_and_missing_ones_are_refused() {
        for (json, says) in [
            (json!({ "type": "SLEEP" }), "unknown variant `SLEEP`, expected one of `OPEN`, `RESUME`"),
            (
                json!({ "type": "ROLL_ROUND", "check": "c", "luck": 7 }),
                "unknown field `luck`, expected one of",
            ),
            (json!({ "type": "ROLL_ROUND" }), "missing field `check`"),
            (
                json!({ "type": "ROLL_ROUND", "check": 7 }),
                "check: invalid type: integer `7`, expected a string",
            ),
            (json!({ "type": "CHECK", "dc": 2, "modifier": null }), "modifier: invalid type: null"),
            (json!(7), "invalid type: number, expected an object"),
        ] {
            let error = serde_json::from_value::<SessionCommand>(json).unwrap_err().to_string();
            assert!(error.starts_with(says), "{error}");
        }
    }
}
