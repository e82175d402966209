//! Dice pools at the table, for browsers and Node: sessions with characters, encounters and a log.
//!
//! [`PoolSession`] is a session of `dicee session`: the same commands, and the same file. The odds of dice on their own are
//! in `wasm-pools`, those of contests, extended checks and attacks in `wasm-contest`.
//!
//! Nothing is decided here. The TypeScript of all of it is generated into `types.d.ts`.

mod session;

pub use session::PoolSession;

use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("types.d.ts");
