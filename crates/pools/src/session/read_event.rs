//! Events as they were stored, read again.
//!
//! By hand: [`Fields`] says why. Unknown kinds and unknown fields are refused, as everywhere.

use chance::Fields;
use serde::Deserialize;
use serde::de::{Deserializer, Error};
use serde_json::Value;

use super::event::{SessionEvent, Throw};
use crate::contexts::RngContext;

impl<'de> Deserialize<'de> for SessionEvent {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Fields::read(Value::deserialize(deserializer)?, event).map_err(D::Error::custom)
    }
}

impl<'de> Deserialize<'de> for Throw {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Fields::read(Value::deserialize(deserializer)?, throw).map_err(D::Error::custom)
    }
}

type Read<T> = Result<T, serde_json::Error>;

/// What `type` may say.
const EVENTS: &[&str] = &[
    "SESSION_OPENED",
    "SESSION_RESUMED",
    "SYSTEM_SET",
    "ALIAS_DEFINED",
    "POOL_SET",
    "CHARACTER_REMOVED",
    "CONTEXT_ENTERED",
    "CONTEXT_LEFT",
    "ENCOUNTER_BEGAN",
    "CONTEXT_LOCKED",
    "CONTEXT_RELEASED",
    "CHECK_STARTED",
    "CHECK_ABANDONED",
    "DICE_ROLLED",
    "LOG_CLEARED",
];

fn event(fields: &mut Fields) -> Read<SessionEvent> {
    let kind: String = fields.take("type")?;
    Ok(match kind.as_str() {
        "SESSION_OPENED" => SessionEvent::SessionOpened { seed: fields.get("seed") },
        "SESSION_RESUMED" => SessionEvent::SessionResumed { seed: fields.get("seed") },
        "SYSTEM_SET" => SessionEvent::SystemSet { system: fields.take("system")? },
        "ALIAS_DEFINED" => {
            SessionEvent::AliasDefined { name: fields.get("name"), expression: fields.get("expression") }
        }
        "POOL_SET" => SessionEvent::PoolSet {
            character: fields.get("character"),
            pool: fields.get("pool"),
            dice: fields.get("dice"),
        },
        "CHARACTER_REMOVED" => SessionEvent::CharacterRemoved { character: fields.get("character") },
        "CONTEXT_ENTERED" => SessionEvent::ContextEntered { context: RngContext::of(fields)? },
        "CONTEXT_LEFT" => SessionEvent::ContextLeft {},
        "ENCOUNTER_BEGAN" => SessionEvent::EncounterBegan { seed: fields.get("seed") },
        "CONTEXT_LOCKED" => {
            SessionEvent::ContextLocked { context: RngContext::of(fields)?, seed: fields.get("seed") }
        }
        "CONTEXT_RELEASED" => SessionEvent::ContextReleased { context: RngContext::of(fields)? },
        "CHECK_STARTED" => SessionEvent::CheckStarted { terms: fields.take("terms")? },
        "CHECK_ABANDONED" => SessionEvent::CheckAbandoned { check: fields.get("check") },
        "DICE_ROLLED" => SessionEvent::DiceRolled {
            throw: fields.take("throw")?,
            label: fields.find("label"),
            faces: fields.get("faces"),
            drawn: fields.get("drawn"),
        },
        "LOG_CLEARED" => SessionEvent::LogCleared {},
        other => return Err(Error::unknown_variant(other, EVENTS)),
    })
}

/// What `kind` may say.
const THROWS: &[&str] = &["roll", "check", "contest", "attack", "round"];

fn throw(fields: &mut Fields) -> Read<Throw> {
    let kind: String = fields.take("kind")?;
    Ok(match kind.as_str() {
        "roll" => Throw::Roll { expression: fields.get("expression"), character: fields.find("character") },
        "check" => Throw::Check {
            dice: fields.get("dice"),
            difficulty: fields.get("difficulty"),
            character: fields.find("character"),
        },
        "contest" => Throw::Contest {
            initiator: fields.get("initiator"),
            defender: fields.get("defender"),
            character: fields.find("character"),
            target: fields.find("target"),
        },
        "attack" => Throw::Attack {
            dice: fields.get("dice"),
            damage: fields.get("damage"),
            armour: fields.get("armour"),
            character: fields.find("character"),
            target: fields.find("target"),
        },
        "round" => Throw::Round { check: fields.get("check") },
        other => return Err(Error::unknown_variant(other, THROWS)),
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn rolled(throw: &Value) -> Value {
        json!({ "type": "DICE_ROLLED", "throw": throw, "label": "l", "faces": [[1, 2], [3]], "drawn": 3 })
    }

    /// An event of each kind, with all of its fields.
    fn whole() -> Vec<Value> {
        let system = serde_json::to_value(crate::DiceSystem::standard()).unwrap();
        let terms = json!({ "pool": 6, "targetSuccesses": 10, "maxRounds": 5 });
        let terms: crate::ExtendedTerms = serde_json::from_value(terms).unwrap();
        vec![
            json!({ "type": "SESSION_OPENED", "seed": "7" }),
            json!({ "type": "SESSION_RESUMED", "seed": "7" }),
            json!({ "type": "SYSTEM_SET", "system": system }),
            json!({ "type": "ALIAS_DEFINED", "name": "n", "expression": "2d6" }),
            json!({ "type": "POOL_SET", "character": "Ada", "pool": "stealth", "dice": "2d6" }),
            json!({ "type": "CHARACTER_REMOVED", "character": "Ada" }),
            json!({ "type": "CONTEXT_ENTERED", "context": "combat" }),
            json!({ "type": "CONTEXT_LEFT" }),
            json!({ "type": "ENCOUNTER_BEGAN", "seed": "7" }),
            json!({ "type": "CONTEXT_LOCKED", "context": "combat", "seed": "7" }),
            json!({ "type": "CONTEXT_RELEASED", "context": "combat" }),
            json!({ "type": "CHECK_STARTED", "terms": terms }),
            json!({ "type": "CHECK_ABANDONED", "check": "c" }),
            rolled(&throws()[0]),
            json!({ "type": "LOG_CLEARED" }),
        ]
    }

    /// A throw of each kind, with all of its fields.
    fn throws() -> Vec<Value> {
        vec![
            json!({ "kind": "roll", "expression": "2d6", "character": "Ada" }),
            json!({ "kind": "check", "dice": 6, "difficulty": 2, "character": "Ada" }),
            json!({ "kind": "contest", "initiator": 6, "defender": "2d6", "character": "Ada", "target": "Bo" }),
            json!({ "kind": "attack", "dice": 6, "damage": 3, "armour": 1, "character": "Ada", "target": "Bo" }),
            json!({ "kind": "round", "check": "c" }),
        ]
    }

    #[test]
    fn every_event_is_read_as_it_is_written() {
        let (events, throws) = (whole(), throws());
        let said = |list: &[Value], tag: &str| -> Vec<String> {
            list.iter().filter_map(|item| item[tag].as_str().map(str::to_owned)).collect()
        };
        assert_eq!(said(&events, "type"), EVENTS);
        assert_eq!(said(&throws, "kind"), THROWS);
        for json in events.into_iter().chain(throws.iter().map(rolled)) {
            let event: SessionEvent = serde_json::from_value(json.clone()).unwrap();
            assert_eq!(serde_json::to_value(event).unwrap(), json);
        }
    }

    #[test]
    fn unknown_kinds_and_fields_are_refused() {
        for (json, says) in [
            (json!({ "type": "SLEPT" }), "unknown variant `SLEPT`"),
            (json!({ "type": "LOG_CLEARED", "luck": 7 }), "unknown field `luck`"),
            (rolled(&json!({ "kind": "hop" })), "throw: unknown variant `hop`"),
            (rolled(&json!({ "kind": "round", "check": "c", "luck": 7 })), "throw: unknown field `luck`"),
        ] {
            let error = serde_json::from_value::<SessionEvent>(json).unwrap_err().to_string();
            assert!(error.starts_with(says), "{error}");
        }
    }
}
