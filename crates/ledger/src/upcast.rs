use serde_json::{Map, Value};
use thiserror::Error;

use crate::envelope::Envelope;
use crate::game::Event;
use crate::version::Version;

/// Why an old event could not be brought up to date.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum UpcastError {
    /// An event without its kind.
    #[error("{field}: expected the kind of the event, as text")]
    NoKind {
        /// The field that should name it.
        field: &'static str,
    },
    /// Something that is no object.
    #[error("expected an event object")]
    NoObject,
    /// A field that the old schema promised is missing or wrong.
    #[error("{kind} {version}: {field} is missing or of the wrong type")]
    Field {
        /// The kind of the event.
        kind: String,
        /// Its schema.
        version: Version,
        /// The field.
        field: &'static str,
    },
}

/// What is wrong with a schema version that is neither read nor brought up to date.
pub(crate) const UNKNOWN_VERSION: &str = "its schema version is not one that is known";

/// Why a stored event could not be read.
#[derive(Debug, Error)]
pub enum EventError {
    /// An old event that cannot be brought up to date.
    #[error(transparent)]
    Upcast(#[from] UpcastError),
    /// Its fields are not those of its kind.
    #[error(transparent)]
    Fields(#[from] serde_json::Error),
    /// Its schema is older than any that can be brought up to date, or of a newer major version.
    #[error("{UNKNOWN_VERSION}")]
    Version,
}

/// What an event looks like while it is brought up to date.
#[derive(Clone, Debug, PartialEq)]
pub struct Stored {
    /// Its kind.
    pub kind: String,
    /// Its schema.
    pub version: Version,
    /// All fields but the kind.
    pub fields: Map<String, Value>,
}

/// One step from an old schema to a newer one.
type Step = fn(Stored) -> Result<Stored, UpcastError>;

/// Brings stored events up to date, one step at a time, until no step knows their kind and version.
#[derive(Clone, Debug, Default)]
pub struct Upcaster {
    steps: Vec<(&'static str, Version, Step)>,
}

impl Upcaster {
    /// Adds a step for events of this kind and schema. A step must change the kind or raise the version.
    #[must_use]
    pub fn with(mut self, kind: &'static str, version: Version, step: Step) -> Self {
        self.steps.push((kind, version, step));
        self
    }

    /// Reads a stored event: brings an old one up to date, and passes over the fields that a newer minor schema added.
    /// Whether it can follow those before it is for [`Log::extend`](crate::Log::extend) to say.
    ///
    /// # Errors
    ///
    /// [`EventError`] if the schema is not known, or the event is not what its schema promised.
    pub fn read<E: Event>(&self, stored: &Envelope<Value>) -> Result<E, EventError> {
        let (version, payload) = self.upcast(E::TAG, stored.schema_version, stored.payload.clone())?;
        let event: E = read_event(payload, version)?;
        if version.is_read_as(event.schema()) { Ok(event) } else { Err(EventError::Version) }
    }

    /// Brings an event up to date. `tag` is the field that names its kind.
    ///
    /// # Errors
    ///
    /// [`UpcastError`] if it is no event or lacks what its schema promised.
    pub fn upcast(
        &self,
        tag: &'static str,
        version: Version,
        payload: Value,
    ) -> Result<(Version, Value), UpcastError> {
        let Value::Object(mut fields) = payload else { return Err(UpcastError::NoObject) };
        let Some(Value::String(kind)) = fields.shift_remove(tag) else {
            return Err(UpcastError::NoKind { field: tag });
        };
        let mut stored = Stored { kind, version, fields };
        // Each step moves on, so there are at most as many as are registered.
        for _ in 0..=self.steps.len() {
            let known = self
                .steps
                .iter()
                .find(|(kind, version, _)| *kind == stored.kind && *version == stored.version);
            let Some((_, _, step)) = known else { break };
            stored = step(stored)?;
        }
        let mut object = Map::new();
        object.insert(tag.into(), Value::String(stored.kind));
        object.extend(stored.fields);
        Ok((stored.version, Value::Object(object)))
    }
}

/// Reads an event. One of a newer minor schema may have fields that this program does not know: they are passed over
/// here, and stay in the log as they were written. A field that changes what happened is a new major version.
fn read_event<E: Event>(mut payload: Value, version: Version) -> Result<E, serde_json::Error> {
    // Each round removes a field, so there are at most as many as the event has.
    loop {
        let error = match E::deserialize(&payload) {
            Ok(event) => return Ok(event),
            Err(error) => error,
        };
        let newer = error.to_string();
        let unknown = chance::cut(&newer, "unknown field `").and_then(|(_, rest)| rest.split_once('`'));
        let Some((unknown, _)) = unknown else { return Err(error) };
        // Whether the version is newer is only known once the event can be read; an event of a known version with an
        // unknown field is refused by its writer's own promise.
        let mut without = payload.clone();
        if !remove(&mut without, unknown) {
            return Err(error);
        }
        let is_newer = E::deserialize(&without)
            .map_or(true, |event| version != event.schema() && version.is_read_as(event.schema()));
        if !is_newer {
            return Err(error);
        }
        payload = without;
    }
}

/// Removes a field, wherever in an event it stands; `false` if it is nowhere.
fn remove(value: &mut Value, field: &str) -> bool {
    match value {
        Value::Object(fields) => {
            fields.shift_remove(field).is_some() || fields.values_mut().any(|inner| remove(inner, field))
        }
        Value::Array(items) => items.iter_mut().any(|inner| remove(inner, field)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn renamed(mut stored: Stored) -> Result<Stored, UpcastError> {
        let version = stored.version;
        let dice = stored.fields.shift_remove("newDice").ok_or(UpcastError::Field {
            kind: stored.kind,
            version,
            field: "newDice",
        })?;
        stored.fields.insert("diceResult".into(), dice);
        Ok(Stored { kind: "roll".into(), version: Version::new(2, 0, 0), fields: stored.fields })
    }

    fn upcaster() -> Upcaster {
        Upcaster::default().with("reroll", Version::new(1, 0, 0), renamed)
    }

    #[test]
    fn old_events_come_out_in_the_new_shape_and_new_ones_unchanged() {
        let old = json!({"eventType": "reroll", "newDice": [1, 2, 3, 4, 5]});
        let new = json!({"eventType": "roll", "diceResult": [1, 2, 3, 4, 5]});
        let two = Version::new(2, 0, 0);
        assert_eq!(upcaster().upcast("eventType", Version::new(1, 0, 0), old), Ok((two, new.clone())));
        assert_eq!(upcaster().upcast("eventType", two, new.clone()), Ok((two, new)));
    }

    #[test]
    fn what_an_old_schema_promised_must_be_there() {
        let broken = json!({"eventType": "reroll"});
        let error = upcaster().upcast("eventType", Version::new(1, 0, 0), broken).unwrap_err();
        assert_eq!(error.to_string(), "reroll 1.0.0: newDice is missing or of the wrong type");
        assert_eq!(
            upcaster().upcast("eventType", Version::new(1, 0, 0), json!(3)),
            Err(UpcastError::NoObject)
        );
        assert!(upcaster().upcast("eventType", Version::new(1, 0, 0), json!({"eventType": 3})).is_err());
    }
}
