//! Beyond the mean, in browsers and Node: chances to win, distributions, targets and simulations.
//!
//! [`Forecaster`] holds a solved game, which the engine module hands over as bytes. It is a module of its own because a
//! page needs it later than the engine, and often not at all. [`analyze_target`] needs no solved game.

mod forecaster;
mod gain;
mod target;
mod trials;

pub use forecaster::Forecaster;
pub use gain::largest_gain;
pub use target::analyze_target;
pub use trials::TrialsRequest;

use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("types.d.ts");
