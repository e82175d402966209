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

use crate::{Bot, Category, CategorySet, DiceConfig, KeepPattern, Position, RollsLeft, Rules};

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

/// A keep with dice that were not rolled.
#[must_use]
pub fn keep_not_in_roll(keep: KeepPattern, roll: DiceConfig) -> InputError {
    InputError::new("keep", format!("dice that are in the roll {roll}"), keep.to_string())
}

/// A mask that is not five flags of 0 or 1.
#[must_use]
pub fn kept_mask(actual: &str) -> InputError {
    InputError::text("kept", "five flags, each 0 or 1", actual)
}

/// A number of rolls that no turn has.
#[must_use]
pub fn rolls_left(actual: &str) -> InputError {
    InputError::text("rolls_left", format!("a number from 0 to {}", RollsLeft::MAX.get()), actual)
}

/// A category that does not exist; `field` is `open` or `category`.
#[must_use]
pub fn unknown_category(field: &str, actual: &str) -> InputError {
    InputError::text(field, format!("one of {}", CategorySet::ALL), actual)
}

/// A category listed twice.
#[must_use]
pub fn repeated_category(category: Category) -> InputError {
    InputError::new("open", "each category at most once", format!("{category} twice"))
}

/// A category that is already filled.
#[must_use]
pub fn category_not_open(category: Category, open: CategorySet) -> InputError {
    InputError::new("category", format!("an open category ({open})"), category.to_string())
}

/// A card with every box filled: the game is over.
#[must_use]
pub fn no_open_category() -> InputError {
    InputError::new("open", "at least one open category", "none")
}

/// An upper subtotal that no play can reach with the upper boxes that are filled.
#[must_use]
pub fn upper_unreachable(actual: i64, open: CategorySet) -> InputError {
    let filled = open.complement().upper();
    let expected = if filled.is_empty() {
        "0, because no upper box is filled".into()
    } else {
        format!("a subtotal that {filled} can add up to, such as {}", nearest(open, actual))
    };
    InputError::new("upper", expected, actual.to_string())
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

/// Rules that do not exist.
#[must_use]
pub fn unknown_rules(actual: &str) -> InputError {
    InputError::text("rules", format!("one of {}", Rules::ALL.map(Rules::name).join(", ")), actual)
}

/// A horizon that does not exist.
#[must_use]
pub fn unknown_horizon(actual: &str) -> InputError {
    InputError::text("horizon", "turn or game", actual)
}

/// A bot that does not exist.
#[must_use]
pub fn unknown_bot(actual: &str) -> InputError {
    InputError::text("bot", format!("one of {}", Bot::ALL.map(Bot::name).join(", ")), actual)
}

/// A bot whose play is no function of the position.
#[must_use]
pub fn random_bot(actual: Bot) -> InputError {
    let expected = "optimal or greedy: the other bots overlook options by chance";
    InputError::new("bot", expected, actual.name())
}

/// A target beyond the highest one that is solved.
#[must_use]
pub fn target_score(highest: u16, actual: i64) -> InputError {
    InputError::new("score", format!("a score from 0 to {highest}"), actual)
}

/// A game solved for other rules than the position asks for.
#[must_use]
pub fn solved_for_other_rules(solved: Rules, actual: Rules) -> InputError {
    let expected = format!("{}, the rules this table was solved for", solved.name());
    InputError::new("rules", expected, actual.name())
}

/// A state key that does not describe a roll.
#[must_use]
pub fn state_key(actual: &str) -> InputError {
    InputError::text("state_key", "sorted dice, kept faces and rolls left, such as 25556/555/1", actual)
}

/// The reachable subtotals on both sides of one that is not.
fn nearest(open: CategorySet, upper: i64) -> String {
    let totals: Vec<u8> = Position::upper_totals(open).collect();
    let above = totals.partition_point(|&total| i64::from(total) < upper);
    let near = &totals[above.saturating_sub(1)..(above + 1).min(totals.len())];
    near.iter().map(u8::to_string).collect::<Vec<_>>().join(" or ")
}

#[cfg(test)]
mod tests {
    use super::*;

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
