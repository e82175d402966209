//! What can still be read of a link that was cut off or changed on its way.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::alphabet;
use base64::engine::general_purpose::{GeneralPurpose, NO_PAD};
use miniz_oxide::inflate::decompress_to_vec_with_limit;
use serde_json::Value;

use super::{LARGEST, LinkError, MOST_EVENTS, Pair, decode_game};
use crate::game::Game;

/// A cut may leave bits behind that belong to no byte.
const CUT_OFF: GeneralPurpose =
    GeneralPurpose::new(&alphabet::URL_SAFE, NO_PAD.with_decode_allow_trailing_bits(true));

/// The beginning of a game, and what is wrong with the rest of its link.
#[derive(Debug)]
pub struct Readable<E> {
    /// The events up to the first that cannot be read or cannot have happened.
    pub events: Vec<E>,
    /// Why there are no more; `None` for an undamaged link.
    pub problem: Option<LinkError>,
}

/// As much of the game that these parameters hold as can be read. Nothing is guessed: each event could follow those before
/// it.
#[must_use]
pub fn decode_readable<G: Game>(parameters: &BTreeMap<String, String>) -> Readable<G::Event> {
    match decode_game::<G>(parameters) {
        Ok(events) => Readable { events, problem: None },
        Err(problem) => Readable { events: beginning::<G>(parameters), problem: Some(problem) },
    }
}

fn beginning<G: Game>(parameters: &BTreeMap<String, String>) -> Vec<G::Event> {
    let json = inflated(&bytes(&parts(parameters)));
    let mut pairs = pairs(readable_text(&json)).into_iter().peekable();
    match pairs.peek().and_then(Pair::named_game) {
        // Events of another game would mean something else here.
        Some(kind) if kind != G::NAME => return Vec::new(),
        Some(_) => drop(pairs.next()),
        None => (),
    }
    let mut state = G::default();
    let mut events = Vec::new();
    for pair in pairs {
        match pair.event_after(&state) {
            Ok(event) if state.admits(&event) => {
                state.apply(&event);
                events.push(event);
            }
            Ok(_) | Err(_) => break,
        }
    }
    events
}

/// The parts of the link up to the first that is missing.
fn parts(parameters: &BTreeMap<String, String>) -> String {
    if let Some(whole) = parameters.get("g") {
        return whole.clone();
    }
    (1..=parameters.len()).map_while(|number| parameters.get(&format!("g{number}"))).cloned().collect()
}

fn bytes(text: &str) -> Vec<u8> {
    let known = text.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(byte)).count();
    // Four characters are three bytes; one alone is none.
    let whole = if known % 4 == 1 { known - 1 } else { known };
    CUT_OFF.decode(&text[..whole]).unwrap_or_default()
}

fn inflated(packed: &[u8]) -> Vec<u8> {
    decompress_to_vec_with_limit(packed, LARGEST).unwrap_or_else(|error| error.output)
}

/// The text up to the first byte that is none.
fn readable_text(bytes: &[u8]) -> &str {
    match str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default(),
    }
}

/// The pairs of a JSON list that may end anywhere.
fn pairs(json: &str) -> Vec<Pair> {
    let mut rest = json.strip_prefix('[').unwrap_or_default();
    let mut pairs = Vec::new();
    while pairs.len() <= MOST_EVENTS {
        let mut values = serde_json::Deserializer::from_str(rest).into_iter::<Value>();
        let Some(Ok(value)) = values.next() else { break };
        let read = values.byte_offset();
        let Ok(pair) = Pair::of_json(value) else { break };
        pairs.push(pair);
        rest = rest[read..].strip_prefix(',').unwrap_or_default();
    }
    pairs
}
