//! Probability, counted and sampled.
//!
//! Two halves that are independent of each other in this crate:
//!
//! - **Exact**: [`Ratio`] is a reduced fraction and knows how people read probabilities (percentage, odds,
//!   fraction); [`Distribution`] holds outcomes with integer weights.
//! - **Sampled**: [`Chance`] is the only source of randomness of a game; [`SeededChance`] is its
//!   reproducible implementation on ChaCha; [`FairDice`] are committed to before the game and
//!   can be verified after it; [`derive_seed`] chains seeds; [`Summary`] turns samples into a mean with a
//!   confidence interval.
//!
//! The crate also has the types for input that all other crates share: [`InputError`] is the error for invalid input,
//! [`object`] reads a struct only from a JSON object, [`Fields`] reads one field by field, [`Misread`] parses the errors of
//! serde, and [`cut`] splits a text in few bytes of code.
//!
//! Probability is counted in integers until it is shown. Samplers are our own, so that a seed means the same
//! dice on every platform and in every release.
//!
//! ```
//! use chance::{Chance, Ratio, SeededChance};
//!
//! let full_house = Ratio::new(30, 216);
//! assert_eq!(full_house.to_string(), "5/36");
//! assert_eq!(full_house.percentage(), "13.9%");
//! assert_eq!(full_house.odds(), "1 in 7.2");
//!
//! let mut luck = SeededChance::from_seed(42);
//! let die = luck.die();
//! assert!((1..=6).contains(&die));
//! ```

mod distribution;
mod fair;
mod fields;
mod hex;
mod input;
mod misread;
mod object;
mod order;
mod ratio;
mod source;
mod summary;
mod text;

pub use distribution::Distribution;
pub use fair::{Commitment, FairDice, ServerSeed, derive_seed};
pub use fields::Fields;
pub use hex::{Hex, HexError};
pub use input::InputError;
pub use misread::{Misfit, Misread};
pub use object::{object, object_array, objects, objects_by_key, optional_object, optional_objects};
pub use order::{rank_of, sort_by_rank};
pub use ratio::{Ratio, fixed, percentage};
pub use source::{Chance, SavedChance, SeededChance};
pub use summary::Summary;
pub use text::cut;
