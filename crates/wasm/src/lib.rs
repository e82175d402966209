//! The Dicee engine for browsers and Node.
//!
//! Two surfaces over the same crate `dicee`:
//!
//! - [`ProbabilityEngine`], the small one: probabilities of a roll as JSON.
//! - [`analyze_turn`] and [`GameTable`], the typed one of our own web app: full analysis for both horizons,
//!   and the whole-game solve with progress, meant for a worker.
//!
//! Nothing is decided here: requests are parsed by `dicee` and answers serialised from its types. The
//! TypeScript side of both is in `types.d.ts`, which becomes part of the generated declarations.

mod engine;
mod error;
mod input;
mod probabilities;
mod table;

pub use engine::ProbabilityEngine;
pub use table::{GameTable, analyze_turn, names, upper_totals};

use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("types.d.ts");
