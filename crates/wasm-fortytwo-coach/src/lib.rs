//! What thinks about Forty-Two in browsers and Node: bots, hints, odds, reviews, solved deals and positions, deals as one
//! wishes them, what finished hands say about their player, with the same Rust that the server runs. The table is in
//! `wasm-fortytwo`; what it hands over is a [`fortytwo::SightData`] or a [`fortytwo::HandData`].
//!
//! What takes long is a study that is asked step by step ([`PlayHints`], [`HandHints`], [`Review`], [`SeedSearch`]), so
//! that a worker can report progress, answer others in between, and stop.

mod answer;
mod face;
mod player;
mod profile;
mod read;
mod request;
mod solve;
mod study;

pub use answer::{BotMove, FoundDeal, PositionAnswer, SolvedDeal};
pub use face::{deal_seed, find_seed, hand_hint, hand_odds, hint, review, solve, solve_deal};
pub use player::{FortyTwoBot, bot_move};
pub use profile::{FortyTwoInsights, FortyTwoPlayedHand, insights, judge_hand, profile};
pub use request::{DealRequest, PositionRequest, SearchRequest, WishName};
pub use solve::{solve_deals, solve_position};
pub use study::{HandHints, PlayHints, Review, SeedSearch};

use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("types.d.ts");
