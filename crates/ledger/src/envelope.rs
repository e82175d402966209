use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chance::Fields;
use serde::de::Error as _;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::canonical::canonical_text;
use crate::command_key::CommandKey;
use crate::player::canonical_uuid;
use crate::version::Version;

/// What an event was for, which decides how long it is kept (data contract 3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "StreamType"))]
pub enum Stream {
    /// Needed to rebuild the game: kept for ever.
    Domain,
    /// Computed from domain events: kept 90 days.
    Analysis,
    /// How players use the screen: kept 30 days.
    Telemetry,
}

impl Stream {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Domain, Self::Analysis, Self::Telemetry];

    /// Its name in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Domain => "domain",
            Self::Analysis => "analysis",
            Self::Telemetry => "telemetry",
        }
    }

    /// For how many days it is kept; `None` is for ever.
    #[must_use]
    pub const fn retention_days(self) -> Option<u32> {
        match self {
            Self::Domain => None,
            Self::Analysis => Some(90),
            Self::Telemetry => Some(30),
        }
    }
}

/// Where an event comes from (data contract 4.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "EventSource"))]
pub enum Source {
    /// A player's device; also a table that the operator closes, because its players leave.
    Client,
    /// The server, when it opens a game.
    Server,
    /// The table itself: a bot or a time limit.
    Engine,
    /// Programs without a server, such as tests and imports; no live server writes it.
    System,
}

impl Source {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Client, Self::Server, Self::Engine, Self::System];

    /// Its name in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Client => "client",
            Self::Server => "server",
            Self::Engine => "engine",
            Self::System => "system",
        }
    }
}

/// The name of an event: base64url of the SHA-256 of `payload:position`, the payload as canonical JSON. The same
/// history has the same ids on every machine.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct EventId(String);

impl EventId {
    /// The id of a payload at a position.
    ///
    /// # Errors
    ///
    /// As [`to_canonical_json`](crate::to_canonical_json).
    pub fn of(payload: &impl Serialize, position: u64) -> Result<Self, serde_json::Error> {
        Self::of_json(&serde_json::to_value(payload)?, position)
    }

    /// As [`Self::of`], of a payload that is JSON already.
    pub(crate) fn of_json(payload: &Value, position: u64) -> Result<Self, serde_json::Error> {
        Ok(Self(hash(&format!("{}:{position}", canonical_text(payload)?))))
    }

    /// As text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Sixteen bytes for systems that name events by UUID: the first of the SHA-256 of `scope:id`. Equal histories
    /// have equal ids, so give the name of the game as the scope.
    #[must_use]
    pub fn bytes_within(&self, scope: &str) -> [u8; 16] {
        name_bytes(scope, &self.0)
    }
}

/// The first sixteen bytes of the SHA-256 of `scope:name`.
#[must_use]
pub fn name_bytes(scope: &str, name: &str) -> [u8; 16] {
    let digest: [u8; 32] = Sha256::digest(format!("{scope}:{name}")).into();
    std::array::from_fn(|byte| digest[byte])
}

impl fmt::Display for EventId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A seal over the whole history up to an event: base64url of the SHA-256 of `previous chain:id:schema version`, the
/// first previous chain being empty.
///
/// It covers what happened and in which order; not when, who sent it and under which command id. It has no key: who
/// rewrites a whole log can seal it again, so keep the last chain elsewhere where that matters.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Chain(String);

impl Chain {
    /// The chain after one more event.
    #[must_use]
    pub fn next(&self, id: &EventId, schema: Version) -> Self {
        Self(hash(&format!("{}:{id}:{schema}", self.0)))
    }

    /// As text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// An event with everything around it that is not the game's business. Fields that a newer program added are passed
/// over, so that nodes can be upgraded one by one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Envelope<E> {
    /// The hash of content and place.
    pub id: EventId,
    /// Its place in the log, from 0.
    #[serde(rename = "idx")]
    pub position: u64,
    /// Milliseconds since 1970, for people; never hashed.
    pub timestamp: u64,
    /// The command that brought it about; shared by all events of that command.
    pub correlation_id: CommandKey,
    /// The trace of the request that the command came with; absent where no request did. Never hashed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trace_id: Option<Uuid>,
    /// The event before it, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub causation_id: Option<EventId>,
    /// What it was for.
    pub stream: Stream,
    /// Who brought it about.
    pub source: Source,
    /// The schema it is written in.
    pub schema_version: Version,
    /// The seal over the history up to here.
    pub chain: Chain,
    /// The event itself.
    pub payload: E,
}

impl<E> Envelope<E> {
    /// A copy of the envelope around something else: the same event, read or written.
    pub(crate) fn copy_with<F>(&self, payload: F) -> Envelope<F> {
        Envelope {
            id: self.id.clone(),
            position: self.position,
            timestamp: self.timestamp,
            correlation_id: self.correlation_id.clone(),
            trace_id: self.trace_id,
            causation_id: self.causation_id.clone(),
            stream: self.stream,
            source: self.source,
            schema_version: self.schema_version,
            chain: self.chain.clone(),
            payload,
        }
    }

    /// The same envelope around something else: the same event, read or written.
    #[must_use]
    pub fn with<F>(self, payload: F) -> Envelope<F> {
        let Self {
            id,
            position,
            timestamp,
            correlation_id,
            trace_id,
            causation_id,
            stream,
            source,
            schema_version,
            chain,
            payload: _,
        } = self;
        Envelope {
            id,
            position,
            timestamp,
            correlation_id,
            trace_id,
            causation_id,
            stream,
            source,
            schema_version,
            chain,
            payload,
        }
    }
}

impl Envelope<Value> {
    /// From JSON that was already read. By hand: [`Fields`] says why.
    pub(crate) fn from_value(value: Value) -> Result<Self, serde_json::Error> {
        let mut fields = Fields::of(value)?;
        let stream = fields.one_of("stream", &Stream::ALL, Stream::name)?;
        let source = fields.one_of("source", &Source::ALL, Source::name)?;
        let schema_version = fields.take("schemaVersion")?;
        let trace_id = fields.optional("traceId")?.map(|text: String| trace(&text)).transpose()?;
        let read = Self {
            id: EventId(fields.get("id")),
            position: fields.get("idx"),
            timestamp: fields.get("timestamp"),
            correlation_id: fields.get::<String>("correlationId").as_str().into(),
            trace_id,
            causation_id: fields.find("causationId").map(EventId),
            stream,
            source,
            schema_version,
            chain: Chain(fields.get("chain")),
            payload: fields.value("payload")?,
        };
        fields.checked(read)
    }
}

fn trace(text: &str) -> Result<Uuid, serde_json::Error> {
    canonical_uuid(text).ok_or_else(|| serde_json::Error::custom("traceId: expected a UUID in small letters"))
}

fn hash(text: &str) -> String {
    // Not by `encode`, which can print its bytes in a panic: that is a kilobyte of every browser module.
    let mut letters = [0; 43];
    let length = URL_SAFE_NO_PAD.encode_slice(Sha256::digest(text), &mut letters);
    debug_assert!(length.is_ok_and(|length| length == letters.len()), "43 letters hold 32 bytes");
    letters.into_iter().map(char::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    #[test]
    fn node_computes_the_same_ids_and_chains() {
        #[derive(Serialize)]
        struct Payload {
            r#type: &'static str,
            dice: [u8; 5],
            odds: f64,
        }
        let payload = Payload { r#type: "ROLLED", dice: [5, 5, 5, 2, 6], odds: 0.5 };
        let first = EventId::of(&payload, 0).unwrap();
        let second = EventId::of(&payload, 1).unwrap();
        let one = Version::new(1, 0, 0);
        let chain = Chain::default().next(&first, one).next(&second, one);
        let script = r#"
            const { createHash } = require('node:crypto');
            const hash = (text) => createHash('sha256').update(text).digest('base64url');
            const json = JSON.stringify({ type: 'ROLLED', dice: [5, 5, 5, 2, 6], odds: 0.5 });
            const [first, second] = [hash(json + ':0'), hash(json + ':1')];
            process.stdout.write([first, second, hash(hash(':' + first + ':1.0.0') + ':' + second + ':1.0.0')].join(' '));
        "#;
        let output = Command::new("node").args(["-e", script]).output().expect("Node is installed");
        let theirs = String::from_utf8(output.stdout).unwrap();
        assert_eq!(theirs, format!("{first} {second} {}", chain.as_str()));
    }

    #[test]
    fn an_envelope_is_read_by_hand_as_it_is_by_its_derived_reader() {
        let written = serde_json::json!({
            "id": "a", "idx": 7, "timestamp": 1, "correlationId": "0:b",
            "traceId": "00000000-0000-0000-0000-000000000003", "causationId": "c", "stream": "analysis",
            "source": "server", "schemaVersion": "1.2.3", "chain": "d", "payload": { "x": null }, "newer": true,
        });
        let read = Envelope::from_value(written.clone()).unwrap();
        assert_eq!(read, serde_json::from_value(written.clone()).unwrap());
        for name in ["traceId", "causationId"] {
            let mut without = written.clone();
            without.as_object_mut().unwrap().remove(name);
            let read = Envelope::from_value(without.clone()).unwrap();
            assert_eq!(read, serde_json::from_value(without).unwrap());
        }
        for (name, values) in
            [("stream", Stream::ALL.map(Stream::name).as_slice()), ("source", &Source::ALL.map(Source::name))]
        {
            for value in values {
                let mut other = written.clone();
                other[name] = serde_json::json!(value);
                let read = Envelope::from_value(other.clone()).unwrap();
                assert_eq!(read, serde_json::from_value(other).unwrap());
            }
        }
        let mut wrong = written.clone();
        wrong["traceId"] = serde_json::json!("00000000-0000-0000-0000-00000000000G");
        assert!(Envelope::from_value(wrong).is_err());
        for name in ["id", "idx", "correlationId", "stream", "source", "schemaVersion", "chain", "payload"] {
            let mut without = written.clone();
            without.as_object_mut().unwrap().remove(name);
            let error = Envelope::from_value(without).unwrap_err().to_string();
            assert_eq!(error, format!("missing field `{name}`"));
        }
    }

    #[test]
    fn streams_are_kept_as_long_as_the_contract_says() {
        assert_eq!(Stream::Domain.retention_days(), None);
        assert_eq!(Stream::Analysis.retention_days(), Some(90));
        assert_eq!(Stream::Telemetry.retention_days(), Some(30));
    }

    #[test]
    fn an_id_has_other_bytes_in_every_game() {
        let id = EventId::of(&"ROLLED", 0).unwrap();
        assert_eq!(id.to_string(), id.as_str());
        assert_eq!(id.bytes_within("game-1"), name_bytes("game-1", id.as_str()));
        assert_ne!(id.bytes_within("game-1"), id.bytes_within("game-2"));
        assert_ne!(id.bytes_within("game-1"), EventId::of(&"ROLLED", 1).unwrap().bytes_within("game-1"));
        // The first sixteen bytes of the SHA-256 of `a:b`.
        let known = Sha256::digest("a:b");
        assert_eq!(name_bytes("a", "b"), known[..16]);
    }
}
