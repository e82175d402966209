//! Events as they were stored, read again.
//!
//! By hand: [`Fields`] says why. Unknown kinds and unknown fields are refused, as everywhere.

use ledger::Fields;
use serde::Deserialize;
use serde::de::{Deserializer, Error};
use serde_json::Value;

use super::event::{SessionEvent, Throw};

impl<'de> Deserialize<'de> for SessionEvent {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Fields::of(Value::deserialize(deserializer)?).and_then(event).map_err(D::Error::custom)
    }
}

impl<'de> Deserialize<'de> for Throw {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Fields::of(Value::deserialize(deserializer)?).and_then(throw).map_err(D::Error::custom)
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

fn event(mut fields: Fields) -> Read<SessionEvent> {
    let kind: String = fields.take("type")?;
    let event = match kind.as_str() {
        "SESSION_OPENED" => SessionEvent::SessionOpened { seed: fields.take("seed")? },
        "SESSION_RESUMED" => SessionEvent::SessionResumed { seed: fields.take("seed")? },
        "SYSTEM_SET" => SessionEvent::SystemSet { system: fields.take("system")? },
        "ALIAS_DEFINED" => {
            SessionEvent::AliasDefined { name: fields.take("name")?, expression: fields.take("expression")? }
        }
        "POOL_SET" => SessionEvent::PoolSet {
            character: fields.take("character")?,
            pool: fields.take("pool")?,
            dice: fields.take("dice")?,
        },
        "CHARACTER_REMOVED" => SessionEvent::CharacterRemoved { character: fields.take("character")? },
        "CONTEXT_ENTERED" => SessionEvent::ContextEntered { context: fields.take("context")? },
        "CONTEXT_LEFT" => SessionEvent::ContextLeft {},
        "ENCOUNTER_BEGAN" => SessionEvent::EncounterBegan { seed: fields.take("seed")? },
        "CONTEXT_LOCKED" => {
            SessionEvent::ContextLocked { context: fields.take("context")?, seed: fields.take("seed")? }
        }
        "CONTEXT_RELEASED" => SessionEvent::ContextReleased { context: fields.take("context")? },
        "CHECK_STARTED" => SessionEvent::CheckStarted { terms: fields.take("terms")? },
        "CHECK_ABANDONED" => SessionEvent::CheckAbandoned { check: fields.take("check")? },
        "DICE_ROLLED" => SessionEvent::DiceRolled {
            throw: fields.take("throw")?,
            label: fields.optional("label")?,
            faces: fields.take("faces")?,
            drawn: fields.take("drawn")?,
        },
        "LOG_CLEARED" => SessionEvent::LogCleared {},
        other => return Err(Error::unknown_variant(other, EVENTS)),
    };
    fields.end(event)
}

/// What `kind` may say.
const THROWS: &[&str] = &["roll", "check", "contest", "attack", "round"];

fn throw(mut fields: Fields) -> Read<Throw> {
    let kind: String = fields.take("kind")?;
    let throw = match kind.as_str() {
        "roll" => {
            Throw::Roll { expression: fields.take("expression")?, character: fields.optional("character")? }
        }
        "check" => Throw::Check {
            dice: fields.take("dice")?,
            difficulty: fields.take("difficulty")?,
            character: fields.optional("character")?,
        },
        "contest" => Throw::Contest {
            initiator: fields.take("initiator")?,
            defender: fields.take("defender")?,
            character: fields.optional("character")?,
            target: fields.optional("target")?,
        },
        "attack" => Throw::Attack {
            dice: fields.take("dice")?,
            damage: fields.take("damage")?,
            armour: fields.take("armour")?,
            character: fields.optional("character")?,
            target: fields.optional("target")?,
        },
        "round" => Throw::Round { check: fields.take("check")? },
        other => return Err(Error::unknown_variant(other, THROWS)),
    };
    fields.end(throw)
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
