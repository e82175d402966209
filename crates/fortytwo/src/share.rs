//! What may leave the table: the link that holds a whole game, where nothing in it is secret, and otherwise the history
//! as one seat may know it.

use std::collections::BTreeMap;

use ledger::link::{self, LinkError};
use ledger::{Clock, Log, LogError};
use serde::Serialize;
use serde_json::{Map, Value};
use thiserror::Error;

use crate::event::Event;
use crate::game::FortyTwo;
use crate::seat::Seat;

/// Why a game cannot be shared whole.
#[derive(Debug, Error)]
pub enum ShareError {
    /// It would tell what people at the table must not know.
    #[error("the game is not over and {people} people play: a link would show their tiles")]
    Hidden {
        /// How many people.
        people: usize,
    },
    /// It cannot be written.
    #[error("writing the link: {0}")]
    Json(#[from] serde_json::Error),
}

/// Why a link is no game of 42.
#[derive(Debug, Error)]
pub enum LoadError {
    /// The link cannot be read.
    #[error(transparent)]
    Link(#[from] LinkError),
    /// It holds something that cannot have happened.
    #[error(transparent)]
    Log(#[from] LogError),
}

/// The parameters of a link that holds the whole game, `g` or `g1`, `g2`, ...
///
/// # Errors
///
/// [`ShareError::Hidden`] while more than one person plays: the seed in it leads to everybody's tiles, of this hand
/// and of all to come. Such a game is shared once it is over; until then see [`seen`].
pub fn to_link(log: &Log<FortyTwo>) -> Result<Vec<(String, String)>, ShareError> {
    if !log.state().is_open() {
        return Err(ShareError::Hidden { people: log.state().players().people() });
    }
    Ok(link::encode_game::<FortyTwo>(log.events())?)
}

/// The game that a link holds. Every event is checked, and every deal, winner and score computed again.
///
/// # Errors
///
/// [`LoadError`] if the link is damaged, or holds something that cannot have happened.
pub fn from_link(parameters: &BTreeMap<String, String>, clock: Clock) -> Result<Log<FortyTwo>, LoadError> {
    let events = link::decode_game::<FortyTwo>(parameters)?;
    Ok(Log::from_events(events, "link", clock)?)
}

/// One event as a seat, or a spectator, may know it: kind and payload, without what is hidden.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "FortyTwoSeen"))]
pub struct Seen {
    /// The kind.
    pub t: String,
    /// The rest.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub p: Map<String, Value>,
}

/// The history of a running game as one seat, or a spectator, may know it: without seeds, without the tiles of
/// others, without what bots are about to do; and without ids and chains, from which the 32 bits of a seed could be
/// found by trying them all.
///
/// # Errors
///
/// If an event cannot be written as JSON.
pub fn seen(log: &Log<FortyTwo>, viewer: Option<Seat>) -> Result<Vec<Seen>, serde_json::Error> {
    log.events().map(|event| see(event, viewer)).collect()
}

/// What no seat may know of an event, by kind.
const SECRETS: [(&str, &str); 5] = [
    ("GAME_STARTED", "seed"),
    ("REDEAL_INITIATED", "newSeed"),
    ("HANDS_DEALT", "hands"),
    ("AI_DECIDED", "action"),
    ("EFFECT_SCHEDULED", "effect"),
];

/// One event of a running game as one seat, or a spectator, may know it; see [`seen`].
///
/// # Errors
///
/// If the event cannot be written as JSON.
pub fn see(event: &Event, viewer: Option<Seat>) -> Result<Seen, serde_json::Error> {
    let (t, mut p) = link::to_pair(event)?;
    for (_, secret) in SECRETS.iter().filter(|(kind, _)| *kind == t) {
        p.shift_remove(*secret);
    }
    if let (Event::HandsDealt { hands }, Some(seat)) = (event, viewer) {
        p.insert("hand".into(), serde_json::to_value(hands[seat])?);
    }
    Ok(Seen { t, p })
}
