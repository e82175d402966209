//! A small mutational fuzzer on stable Rust.
//!
//! A [`Target`] is a decoder with examples of its input. [`Target::check`] replays the committed corpus, then changes its
//! inputs again and again ([`Mutator`]) and runs the decoder on each. A panic is a bug: the input is written into the
//! corpus, where every later test run replays it.
//!
//! There is no instrumentation, so the fuzzer uses the answers: an input with a new answer, numbers
//! and quoted text aside, joins the inputs that are mutated. Decoders here say which rule an input broke, so answers
//! distinguish the paths through a decoder nearly as well as counters would.
//!
//! The ordinary tests run a few hundred changed inputs, the same ones every time. `cargo xtask fuzz` sets
//! `DICEE_FUZZ_EXECUTIONS` (how many), and runs from a fresh seed, which is printed; `DICEE_FUZZ_SEED` repeats it.
//!
//! ```
//! let run = |input: &[u8]| format!("{:?}", std::str::from_utf8(input).map(str::parse::<u8>));
//! fuzz::Target::new("bytes", run).example("17").check_without_corpus();
//! ```

mod json;
mod mutator;
mod random;
mod run;
mod target;

pub use mutator::{Mutator, Seed};
pub use random::Random;
pub use target::Target;
