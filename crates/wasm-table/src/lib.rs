//! A playable table of the dice game for browsers and Node: rules, log, views, links and verification, with the same
//! Rust that the server runs, over the same ledger.
//!
//! [`Session`] is the table without JavaScript: it seats players, carries out commands, shows the game at any version,
//! and names the bot whose turn it is. [`DiceeTable`] is its JavaScript interface: it adds the clock and the entropy of the
//! device, reads requests and throws typed errors. The moves of bots are chosen by the coach module, which has the
//! solved game; this module stays small enough for the first load.

mod command;
mod face;
mod history;
mod luck;
mod request;
mod session;

pub use face::DiceeTable;
pub use history::{HistoryEntry, history};
pub use request::{BotTurn, DiceVerdict, Receipt, SeatRequest, TableRequest};
pub use session::Session;

use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("types.d.ts");
