//! How somebody plays Forty-Two: the same rating and the same test of habits, from hands that were judged by what a seat
//! could know. Losses are marks a hand.

mod line;
mod mistake;
mod patterns;
mod played;
mod profile;
mod words;

pub use mistake::FortyTwoMistake;
pub use patterns::{FortyTwoHabit, FortyTwoKindCount, FortyTwoPatterns};
pub use played::{PlayedHand, TableEvent, played_hands};
pub use profile::{FortyTwoProfile, FortyTwoSkill};
