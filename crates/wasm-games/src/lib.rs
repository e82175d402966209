//! The games themselves for browsers and Node: the same Rust that the server runs, over the same ledger.
//!
//! It is a module of its own, beside the engine in `wasm`, because a page that only asks for odds should not load it.

mod replay;

pub use replay::replay_link;

use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("types.d.ts");
