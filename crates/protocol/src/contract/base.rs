use dicee::{DiceeEvent, GameId, PlayerId};
use ledger::{Envelope, Source, Stream, Version, name_bytes};
use serde::{Deserialize, Serialize};
use uuid::{Builder, Uuid};

/// What every event carries (data contract 5.1).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BaseGameEvent {
    /// The event's name, a UUID of version 4.
    pub id: Uuid,
    /// The version of its schema.
    pub event_version: Version,
    /// Its place in the game, from 1, without gaps.
    pub sequence_number: u64,
    /// How long it is kept.
    pub stream_type: Stream,
    /// Who brought it about.
    pub event_source: Source,
    /// Shared by everything that one command brought about.
    pub trace_id: Uuid,
    /// The events that led to it.
    pub causal_chain: Vec<Uuid>,
    /// Milliseconds since 1970.
    pub timestamp: u64,
    /// The game.
    pub game_id: GameId,
    /// Whose action it was; the host's where it was nobody's.
    pub player_id: PlayerId,
    /// The player's turn, 1 to 13; 0 outside of turns.
    pub turn_number: u8,
    /// The roll of that turn, 1 to 3; 0 outside of turns and before the first roll.
    pub roll_number: u8,
}

/// The UUID of a stored event: its content hash within its game, in the form of a version 4 UUID.
#[must_use]
pub fn event_uuid(game: GameId, envelope: &Envelope<DiceeEvent>) -> Uuid {
    uuid(envelope.id.bytes_within(&game.text()))
}

/// The UUID of anything else that belongs to an event or a command, such as its analysis.
#[must_use]
pub(super) fn derived_uuid(game: GameId, name: &str) -> Uuid {
    uuid(name_bytes(&game.text(), name))
}

fn uuid(bytes: [u8; 16]) -> Uuid {
    Builder::from_random_bytes(bytes).into_uuid()
}
