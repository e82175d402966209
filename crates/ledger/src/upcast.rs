use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use thiserror::Error;

/// A schema version, `major.minor.patch` (data contract 2.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(with = "String"))]
pub struct Version {
    /// Changes that break readers.
    pub major: u16,
    /// Additions.
    pub minor: u16,
    /// Refinements.
    pub patch: u16,
}

impl Version {
    /// `major.minor.patch`.
    #[must_use]
    pub const fn new(major: u16, minor: u16, patch: u16) -> Self {
        Self { major, minor, patch }
    }

    /// Whether a reader of `known` can read this: the same version, or a newer one that broke nothing.
    #[must_use]
    pub const fn is_read_as(self, known: Self) -> bool {
        let newer = self.minor > known.minor || (self.minor == known.minor && self.patch >= known.patch);
        self.major == known.major && newer
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.major, self.minor, self.patch)
    }
}

impl From<Version> for String {
    fn from(version: Version) -> Self {
        version.to_string()
    }
}

impl TryFrom<String> for Version {
    type Error = UpcastError;

    fn try_from(text: String) -> Result<Self, UpcastError> {
        text.parse()
    }
}

impl FromStr for Version {
    type Err = UpcastError;

    fn from_str(text: &str) -> Result<Self, UpcastError> {
        let malformed = || UpcastError::Malformed { actual: text.chars().take(40).collect() };
        let mut parts = text.split('.').map(|part| part.parse::<u16>().map_err(|_| malformed()));
        let (Some(major), Some(minor), Some(patch), None) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err(malformed());
        };
        let version = Self::new(major?, minor?, patch?);
        // One spelling a version: no signs, no leading zeros.
        if version.to_string() == text { Ok(version) } else { Err(malformed()) }
    }
}

/// Why an old event could not be brought up to date.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum UpcastError {
    /// No version.
    #[error("schema version: expected major.minor.patch, got {actual:?}")]
    Malformed {
        /// What came.
        actual: String,
    },
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

    #[test]
    fn versions_are_three_numbers() {
        assert_eq!("1.20.3".parse(), Ok(Version::new(1, 20, 3)));
        for text in ["", "1", "1.2", "1.2.3.4", "1.2.x", "1.2.-3", "1.2.99999", "+1.2.3", "1.02.3"] {
            assert!(text.parse::<Version>().is_err(), "{text}");
        }
        assert!(Version::new(1, 9, 0) < Version::new(1, 10, 0));
    }
}
