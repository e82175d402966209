//! What dice pools say about invalid input: one function for each way to be wrong, all of which make an
//! [`InputError`].
//!
//! ```
//! use pools::DiceSystem;
//!
//! let error = DiceSystem::standard().pool("pool", 100_000).unwrap_err();
//! assert_eq!(error.to_string(), "pool: expected at most 1000 dice, got 100000");
//! ```

use std::fmt::Display;

use chance::InputError;

/// More dice than a pool may have.
#[must_use]
pub fn too_many_dice(field: &str, most: u32, actual: i64) -> InputError {
    InputError::new(field, format!("at most {most} dice"), actual.to_string())
}

/// A number outside its range.
#[must_use]
pub fn out_of_range(field: &str, low: i64, high: i64, actual: impl Display) -> InputError {
    InputError::new(field, format!("a number from {low} to {high}"), actual.to_string())
}

/// Text that is not an exact probability.
#[must_use]
pub fn fraction(actual: &str) -> InputError {
    InputError::new("chance", "a chance from 0 to 1, such as 0.9, 90% or 9/10", actual)
}

/// A context that does not exist.
#[must_use]
pub fn context(actual: &str) -> InputError {
    let expected = "combat, exploration, crafting, dialogue or default, or a label such as Combat:Attack";
    InputError::new("context", expected, actual)
}

/// A question that only a plain success pool can answer.
#[must_use]
pub fn no_success_pool(field: &str, actual: impl Display) -> InputError {
    let expected = "dice of which only successes and botches are counted, such as 6d10>=8b1";
    InputError::new(field, expected, actual.to_string())
}

/// A question that only dice of which successes are counted can answer.
#[must_use]
pub fn no_counted_pool(field: &str, actual: impl Display) -> InputError {
    let expected = "dice of which successes are counted, such as 6d10!10>=8b1";
    InputError::new(field, expected, actual.to_string())
}

/// An exact answer that would take too long.
#[must_use]
pub fn too_much_work(field: &str, limit: u64, estimate: u64) -> InputError {
    let expected = format!("a question of at most {limit} steps of counting: fewer dice or rounds");
    InputError::new(field, expected, format!("about {estimate}"))
}

/// As much of a text from outside as an error repeats.
pub(crate) fn cut(text: &str) -> String {
    const LONGEST: usize = 200;
    let more = if text.chars().nth(LONGEST).is_some() { "..." } else { "" };
    text.chars().take(LONGEST).chain(more.chars()).collect()
}
