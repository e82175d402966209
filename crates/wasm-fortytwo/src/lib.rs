//! A playable table of Forty-Two for browsers and Node: rules, log, views, links, bots, hints, review and solver, with
//! the same Rust that the server runs, over the same ledger.
//!
//! [`Session`] is the table without JavaScript: it deals, carries out commands, shows the game to a seat at any version,
//! says what is due, and asks the bots. [`FortyTwoTable`] is its JavaScript face: it brings the clock and the entropy of
//! the device, reads requests and throws typed errors. What takes long is a study that is asked step by step
//! ([`PlayHints`], [`HandHints`], [`LookBack`], [`SeedSearch`]), so that a worker can report progress, answer others in
//! between, and stop.

mod answer;
mod command;
mod face;
mod glance;
mod lab;
mod luck;
mod read;
mod request;
mod session;
mod study;

pub use answer::{
    CheckedDeals, Due, DueKind, FoundDeal, HistoryEntry, LookBackEntry, LookBackKind, PlayedEvent,
    PositionAnswer, Receipt, SolvedDeal,
};
pub use face::{FortyTwoTable, deal_seed, find_seed, glance_of, hand_odds, holds_game, solve, solve_deal};
pub use glance::{Glance, Race, TrumpsInHand};
pub use lab::{solve_deals, solve_position};
pub use request::{DealRequest, NewGame, PositionRequest, SearchRequest, WishName};
pub use session::Session;
pub use study::{HandHints, LookBack, PlayHints, SeedSearch};

use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("types.d.ts");
