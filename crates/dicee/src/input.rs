//! What the dice game says about invalid input: one function for each way to be wrong, all of which make an
//! [`InputError`].
//!
//! ```
//! use dicee::DiceConfig;
//!
//! let error = DiceConfig::parse(&[5, 5, 5, 2]).unwrap_err();
//! assert_eq!(error.field(), "dice");
//! assert_eq!(error.to_string(), "dice: expected five dice, got 4 (5 5 5 2)");
//! ```

use chance::InputError;

// What is about a type stands beside it; this module depends on none of them.
pub use crate::bot::{random_bot, unknown_bot};
pub use crate::category::{category_not_open, repeated_category, unknown_category};
pub use crate::keep::keep_not_in_roll;
pub use crate::position::upper_unreachable;
pub use crate::rolls_left::rolls_left;
pub use crate::rules::{solved_for_other_rules, unknown_rules};

/// Not five dice.
#[must_use]
pub fn dice_count(dice: &[i64]) -> InputError {
    let shown: Vec<String> = dice.iter().take(12).map(i64::to_string).collect();
    let more = if dice.len() > shown.len() { " ..." } else { "" };
    let actual = match dice.len() {
        0 => "0".to_owned(),
        count => format!("{count} ({}{more})", shown.join(" ")),
    };
    InputError::new("dice", "five dice", actual)
}

/// A value that is not a face; `field` is `dice` or `keep`.
#[must_use]
pub fn face(field: &str, actual: &str) -> InputError {
    InputError::text(field, "faces from 1 to 6", actual)
}

/// More than five dice to keep.
#[must_use]
pub fn keep_count(actual: usize) -> InputError {
    InputError::new("keep", "at most five dice", actual.to_string())
}

/// A mask that is not five flags of 0 or 1.
#[must_use]
pub fn kept_mask(actual: &str) -> InputError {
    InputError::text("kept", "five flags, each 0 or 1", actual)
}

/// A card with every box filled: the game is over.
#[must_use]
pub fn no_open_category() -> InputError {
    InputError::new("open", "at least one open category", "none")
}

/// A state of the Dicee box that contradicts the open categories or does not exist.
#[must_use]
pub fn dicee_box(actual: &str, dicee_open: bool) -> InputError {
    let expected = if dicee_open {
        "open, because dicee is among the open categories"
    } else {
        "0 or 50, because dicee is not among the open categories"
    };
    InputError::text("dicee_box", expected, actual)
}

/// A horizon that does not exist.
#[must_use]
pub fn unknown_horizon(actual: &str) -> InputError {
    InputError::text("horizon", "turn or game", actual)
}

/// A target beyond the highest one that is solved.
#[must_use]
pub fn target_score(highest: u16, actual: i64) -> InputError {
    InputError::new("score", format!("a score from 0 to {highest}"), actual)
}

/// A state key that does not describe a roll.
#[must_use]
pub fn state_key(actual: &str) -> InputError {
    InputError::text("state_key", "sorted dice, kept faces and rolls left, such as 25556/555/1", actual)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Category, CategorySet};

    #[test]
    fn errors_name_the_field_the_expectation_and_what_came() {
        let ones_filled = CategorySet::ALL.without(Category::Ones);
        for (error, text) in [
            (rolls_left("4"), "rolls_left: expected a number from 0 to 3, got 4"),
            (no_open_category(), "open: expected at least one open category, got none"),
            (
                upper_unreachable(7, ones_filled),
                "upper: expected a subtotal that ones can add up to, such as 5, got 7",
            ),
            (
                upper_unreachable(7, CategorySet::ALL),
                "upper: expected 0, because no upper box is filled, got 7",
            ),
            (face("dice", "7"), "dice: expected faces from 1 to 6, got 7"),
            (dice_count(&[]), "dice: expected five dice, got 0"),
        ] {
            assert_eq!(error.to_string(), text);
        }
    }
}
