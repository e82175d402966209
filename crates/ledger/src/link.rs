//! A whole game in a URL: the events as `{t, p}` pairs (kind and payload), JSON, DEFLATE, base64url, in the
//! parameter `g`; past [`LONGEST`] characters in `g1`, `g2`, ... Ids, chains and times are left out: they follow from
//! the events, or do not matter. [`encode_game`] also leaves out the payloads that the rules alone decide.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_with_limit};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use thiserror::Error;

use crate::game::{Event, Game};

/// The longest value of one parameter.
pub const LONGEST: usize = 1900;
/// The most bytes that a link may unpack to; a game needs a few thousand.
const LARGEST: usize = 4 << 20;
/// Small links are worth the work.
const LEVEL: u8 = 10;

/// Why a link does not hold a game.
#[derive(Debug, Error)]
pub enum LinkError {
    /// No part of a link.
    #[error("the link holds no game: expected the parameter g, or g1, g2 and so on")]
    Missing,
    /// A part that is not there though later ones are.
    #[error("the link is incomplete: g{part} is missing")]
    MissingPart {
        /// Its number.
        part: usize,
    },
    /// Characters that no link has.
    #[error("the link is damaged: {0}")]
    Alphabet(#[from] base64::DecodeError),
    /// Bytes that do not unpack.
    #[error("the link is damaged or cut off: it does not unpack ({0})")]
    Packing(&'static str),
    /// More than any game needs.
    #[error("the link unpacks to more than {LARGEST} bytes, which no game needs")]
    TooLarge,
    /// Text that is no list of events.
    #[error("the link holds something else than a game: {0}")]
    Content(serde_json::Error),
    /// An event that this game does not know.
    #[error("event {place} of the link: {error}")]
    Event {
        /// Its place, from 0.
        place: usize,
        /// What is wrong with it.
        error: serde_json::Error,
    },
    /// An event that cannot follow those before it.
    #[error("event {place} of the link cannot follow what happened before it")]
    Impossible {
        /// Its place, from 0.
        place: usize,
    },
}

/// An event without its envelope.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Pair {
    t: String,
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    p: Map<String, Value>,
}

/// The parameters that hold these events, in order.
///
/// # Errors
///
/// If an event cannot be written as JSON.
pub fn encode<'a, E: Event + 'a>(
    events: impl IntoIterator<Item = &'a E>,
) -> Result<Vec<(String, String)>, serde_json::Error> {
    pack(&events.into_iter().map(|event| Pair::of(event)).collect::<Result<Vec<_>, _>>()?)
}

/// The parameters that hold this game from its beginning. An event that was [due](Game::due) is only named.
///
/// # Errors
///
/// If an event cannot be written as JSON.
pub fn encode_game<'a, G: Game>(
    events: impl IntoIterator<Item = &'a G::Event>,
) -> Result<Vec<(String, String)>, serde_json::Error>
where
    G::Event: 'a,
{
    let mut state = G::default();
    let mut pairs = Vec::new();
    for event in events {
        let mut pair = Pair::of(event)?;
        if state.due().as_ref() == Some(event) {
            pair.p.clear();
        }
        state.apply(event);
        pairs.push(pair);
    }
    pack(&pairs)
}

/// The events that these parameters hold; parameters of other names are ignored, and `g` goes before `g1`.
///
/// # Errors
///
/// [`LinkError`] if the link is cut off, damaged or foreign.
pub fn decode<E: Event>(parameters: &BTreeMap<String, String>) -> Result<Vec<E>, LinkError> {
    let pairs = unpack(parameters)?.into_iter().enumerate();
    pairs.map(|(place, pair)| pair.event().map_err(|error| LinkError::Event { place, error })).collect()
}

/// The game that these parameters hold, from [`encode_game`] or [`encode`]: what is only named is computed again, and
/// every event must be able to follow those before it.
///
/// # Errors
///
/// [`LinkError`] if the link is cut off, damaged or foreign, or holds something that cannot have happened.
pub fn decode_game<G: Game>(parameters: &BTreeMap<String, String>) -> Result<Vec<G::Event>, LinkError> {
    let mut state = G::default();
    let mut events = Vec::new();
    for (place, pair) in unpack(parameters)?.into_iter().enumerate() {
        let wrong = |error| LinkError::Event { place, error };
        let event = match state.due() {
            Some(due) if pair.p.is_empty() && Pair::of(&due).map_err(wrong)?.t == pair.t => due,
            _ => pair.event().map_err(wrong)?,
        };
        if !state.admits(&event) {
            return Err(LinkError::Impossible { place });
        }
        state.apply(&event);
        events.push(event);
    }
    Ok(events)
}

/// The kind of an event, and the rest of it.
///
/// # Errors
///
/// If the event cannot be written as JSON.
pub fn to_pair<E: Event>(event: &E) -> Result<(String, Map<String, Value>), serde_json::Error> {
    Pair::of(event).map(|pair| (pair.t, pair.p))
}

fn pack(pairs: &[Pair]) -> Result<Vec<(String, String)>, serde_json::Error> {
    let packed = URL_SAFE_NO_PAD.encode(compress_to_vec(&serde_json::to_vec(pairs)?, LEVEL));
    if packed.len() <= LONGEST {
        return Ok(vec![("g".into(), packed)]);
    }
    let parts = packed.as_bytes().chunks(LONGEST).zip(1..);
    Ok(parts
        .map(|(part, number)| (format!("g{number}"), String::from_utf8_lossy(part).into_owned()))
        .collect())
}

fn unpack(parameters: &BTreeMap<String, String>) -> Result<Vec<Pair>, LinkError> {
    let packed = URL_SAFE_NO_PAD.decode(joined(parameters)?)?;
    let json = decompress_to_vec_with_limit(&packed, LARGEST).map_err(|error| {
        if error.status == TINFLStatus::HasMoreOutput {
            LinkError::TooLarge
        } else if matches!(error.status, TINFLStatus::FailedCannotMakeProgress | TINFLStatus::NeedsMoreInput)
        {
            LinkError::Packing("it ends too soon")
        } else {
            LinkError::Packing("the bytes are not DEFLATE")
        }
    })?;
    serde_json::from_slice(&json).map_err(LinkError::Content)
}

fn joined(parameters: &BTreeMap<String, String>) -> Result<String, LinkError> {
    if let Some(whole) = parameters.get("g") {
        return Ok(whole.clone());
    }
    let numbers = parameters.keys().filter_map(|name| {
        let number = name.strip_prefix('g')?.parse::<usize>().ok()?;
        (number > 0 && *name == format!("g{number}")).then_some(number)
    });
    let last = numbers.max().ok_or(LinkError::Missing)?.min(parameters.len());
    let part = |number| parameters.get(&format!("g{number}")).ok_or(LinkError::MissingPart { part: number });
    (1..=last.max(1)).map(|number| part(number).map(String::as_str)).collect()
}

impl Pair {
    fn of<E: Event>(event: &E) -> Result<Self, serde_json::Error> {
        use serde::ser::Error as _;
        let Value::Object(mut fields) = serde_json::to_value(event)? else {
            return Err(serde_json::Error::custom("an event serialises as an object"));
        };
        let Some(Value::String(kind)) = fields.shift_remove(E::TAG) else {
            return Err(serde_json::Error::custom("an event names its kind"));
        };
        Ok(Self { t: kind, p: fields })
    }

    fn event<E: Event>(self) -> Result<E, serde_json::Error> {
        use serde::de::Error as _;
        if self.p.contains_key(E::TAG) {
            return Err(serde_json::Error::custom("the payload names a kind of its own"));
        }
        let mut object = Map::new();
        object.insert(E::TAG.into(), Value::String(self.t));
        object.extend(self.p);
        serde_json::from_value(Value::Object(object))
    }
}
