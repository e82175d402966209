//! A table of Forty-Two for browsers and Node: rules, log, views and links, with the same Rust that the server runs, over the
//! same ledger. Bots, hints, reviews and the solver are in `wasm-fortytwo-coach`.
//!
//! [`Session`] is the table without JavaScript: it deals, carries out commands, shows the game to a seat at any version,
//! and says what is due. [`FortyTwoTable`] is its JavaScript face: it brings the clock and the entropy of
//! the device, reads requests and throws typed errors.

mod answer;
mod command;
mod face;
mod glance;
mod request;
mod session;

pub use answer::{CheckedDeals, Due, DueKind, HistoryEntry, PlayedEvent, Receipt};
pub use face::{FortyTwoTable, drill, glance_of, holds_game};
pub use glance::{Glance, Open, Race, TrumpsInHand};
pub use request::NewGame;
pub use session::Session;

use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("types.d.ts");
