//! Commands as they are asked.
//!
//! By hand: [`Fields`] says why. Unknown kinds and unknown fields are refused, as everywhere.

use chance::Fields;
use serde::Deserialize;
use serde::de::{Deserializer, Error};
use serde_json::Value;

use super::command::{SessionCommand, Side};
use crate::contexts::RngContext;

impl<'de> Deserialize<'de> for SessionCommand {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Fields::read(Value::deserialize(deserializer)?, command).map_err(D::Error::custom)
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

fn command(fields: &mut Fields) -> Read<SessionCommand> {
    let kind: String = fields.take("type")?;
    Ok(match kind.as_str() {
        "OPEN" => SessionCommand::Open { seed: fields.find("seed") },
        "RESUME" => SessionCommand::Resume { seed: fields.find("seed") },
        "SET_SYSTEM" => SessionCommand::SetSystem { system: fields.take("system")? },
        "DEFINE" => SessionCommand::Define { name: fields.get("name"), expression: fields.get("expression") },
        "SET_POOL" => SessionCommand::SetPool {
            character: fields.get("character"),
            pool: fields.get("pool"),
            dice: fields.get("dice"),
        },
        "REMOVE_CHARACTER" => SessionCommand::RemoveCharacter { character: fields.get("character") },
        "ENTER_CONTEXT" => SessionCommand::EnterContext { context: RngContext::of(fields)? },
        "LEAVE_CONTEXT" => SessionCommand::LeaveContext {},
        "BEGIN_ENCOUNTER" => SessionCommand::BeginEncounter { seed: fields.find("seed") },
        "LOCK_CONTEXT" => {
            SessionCommand::LockContext { context: RngContext::of(fields)?, seed: fields.find("seed") }
        }
        "RELEASE_CONTEXT" => SessionCommand::ReleaseContext { context: RngContext::of(fields)? },
        "ROLL" => SessionCommand::Roll {
            expression: fields.get("expression"),
            character: fields.find("character"),
            label: fields.find("label"),
        },
        "CHECK" => SessionCommand::Check {
            character: fields.find("character"),
            pool: fields.find("pool"),
            dice: fields.find("dice"),
            modifier: fields.or_default("modifier")?,
            dc: fields.get("dc"),
            label: fields.find("label"),
        },
        "CONTEST" => SessionCommand::Contest {
            initiator: fields.part("initiator", side)?,
            defender: fields.part("defender", side)?,
            label: fields.find("label"),
        },
        "ATTACK" => SessionCommand::Attack {
            character: fields.find("character"),
            pool: fields.find("pool"),
            dice: fields.find("dice"),
            damage: fields.get("damage"),
            armour: fields.or_default("armour")?,
            target: fields.find("target"),
            label: fields.find("label"),
        },
        "START_CHECK" => SessionCommand::StartCheck {
            check: fields.get("check"),
            character: fields.find("character"),
            pool: fields.find("pool"),
            dice: fields.find("dice"),
            target: fields.get("target"),
            rounds: fields.get("rounds"),
        },
        "ROLL_ROUND" => SessionCommand::RollRound { check: fields.get("check") },
        "ABANDON_CHECK" => SessionCommand::AbandonCheck { check: fields.get("check") },
        "CLEAR_LOG" => SessionCommand::ClearLog {},
        other => return Err(Error::unknown_variant(other, COMMANDS)),
    })
}

fn side(fields: &mut Fields) -> Read<Side> {
    Ok(Side { character: fields.find("character"), pool: fields.find("pool"), dice: fields.find("dice") })
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
            (json!({ "type": "CONTEST", "initiator": {} }), "missing field `defender`"),
            (json!({ "type": "CONTEST", "initiator": 6 }), "initiator: invalid type: number"),
            (json!({ "type": "CONTEST", "initiator": { "luck": 7 } }), "initiator: unknown field `luck`"),
            (json!(7), "invalid type: number, expected an object"),
        ] {
            let error = serde_json::from_value::<SessionCommand>(json).unwrap_err().to_string();
            assert!(error.starts_with(says), "{error}");
        }
    }
}
