use std::fmt::Write as _;

use thiserror::Error;

use crate::{Bot, Category, CategorySet, DiceConfig, KeepPattern, Position, RollsLeft, Rules};

/// Input that cannot be. Every variant names the field, what was expected, and what came.
///
/// ```
/// use dicee::{DiceConfig, InputError};
///
/// let error = DiceConfig::parse(&[5, 5, 5, 2]).unwrap_err();
/// assert_eq!(error.field(), "dice");
/// assert_eq!(error.to_string(), "dice: expected five dice, got 4 (5 5 5 2)");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}: expected {}, got {}", self.field(), self.expected(), self.actual())]
pub enum InputError {
    /// Not five dice.
    DiceCount {
        /// What came.
        actual: Vec<i64>,
    },
    /// A number that is no face.
    Face {
        /// `dice` or `keep`.
        field: &'static str,
        /// What came.
        actual: String,
    },
    /// More than five dice to keep.
    KeepCount {
        /// How many came.
        actual: usize,
    },
    /// A keep with dice that were not rolled.
    KeepNotInRoll {
        /// The keep.
        keep: KeepPattern,
        /// The roll.
        roll: DiceConfig,
    },
    /// A mask that is not five flags of 0 or 1.
    KeptMask {
        /// What came.
        actual: String,
    },
    /// A number of rolls that no turn has.
    RollsLeft {
        /// What came.
        actual: String,
    },
    /// A category that does not exist.
    UnknownCategory {
        /// `open` or `category`.
        field: &'static str,
        /// What came.
        actual: String,
    },
    /// A category listed twice.
    RepeatedCategory {
        /// Which one.
        category: Category,
    },
    /// A category that is already filled.
    CategoryNotOpen {
        /// Which one.
        category: Category,
        /// The open ones.
        open: CategorySet,
    },
    /// A card with every box filled: the game is over.
    NoOpenCategory,
    /// An upper subtotal that no play can reach with the upper boxes that are filled.
    UpperUnreachable {
        /// What came.
        actual: i64,
        /// The open categories.
        open: CategorySet,
    },
    /// A state of the Dicee box that contradicts the open categories or does not exist.
    DiceeBox {
        /// What came.
        actual: String,
        /// Whether `dicee` is among the open categories.
        dicee_open: bool,
    },
    /// Rules that do not exist.
    UnknownRules {
        /// What came.
        actual: String,
    },
    /// A horizon that does not exist.
    UnknownHorizon {
        /// What came.
        actual: String,
    },
    /// A bot that does not exist.
    UnknownBot {
        /// What came.
        actual: String,
    },
    /// A table solved for other rules than the position asks for.
    TableRules {
        /// The rules of the table.
        table: Rules,
        /// The rules asked for.
        actual: Rules,
    },
    /// A state key that does not describe a roll.
    StateKey {
        /// What came.
        actual: String,
    },
}

impl InputError {
    /// The field that is wrong.
    #[must_use]
    pub const fn field(&self) -> &'static str {
        match self {
            Self::DiceCount { .. } => "dice",
            Self::Face { field, .. } | Self::UnknownCategory { field, .. } => field,
            Self::KeepCount { .. } | Self::KeepNotInRoll { .. } => "keep",
            Self::KeptMask { .. } => "kept",
            Self::RollsLeft { .. } => "rolls_left",
            Self::CategoryNotOpen { .. } => "category",
            Self::RepeatedCategory { .. } | Self::NoOpenCategory => "open",
            Self::UpperUnreachable { .. } => "upper",
            Self::DiceeBox { .. } => "dicee_box",
            Self::UnknownRules { .. } | Self::TableRules { .. } => "rules",
            Self::UnknownHorizon { .. } => "horizon",
            Self::UnknownBot { .. } => "bot",
            Self::StateKey { .. } => "state_key",
        }
    }

    /// What would have been accepted.
    #[must_use]
    pub fn expected(&self) -> String {
        match self {
            Self::DiceCount { .. } => "five dice".into(),
            Self::Face { .. } => "faces from 1 to 6".into(),
            Self::KeepCount { .. } => "at most five dice".into(),
            Self::KeepNotInRoll { roll, .. } => format!("dice that are in the roll {roll}"),
            Self::KeptMask { .. } => "five flags, each 0 or 1".into(),
            Self::RollsLeft { .. } => format!("a number from 0 to {}", RollsLeft::MAX.get()),
            Self::UnknownCategory { .. } => format!("one of {}", CategorySet::ALL),
            Self::RepeatedCategory { .. } => "each category at most once".into(),
            Self::CategoryNotOpen { open, .. } => format!("an open category ({open})"),
            Self::NoOpenCategory => "at least one open category".into(),
            Self::UpperUnreachable { open, actual } => {
                let filled = open.complement().upper();
                if filled.is_empty() {
                    "0, because no upper box is filled".into()
                } else {
                    format!("a subtotal that {filled} can add up to, such as {}", nearest(*open, *actual))
                }
            }
            Self::DiceeBox { dicee_open: true, .. } => {
                "open, because dicee is among the open categories".into()
            }
            Self::DiceeBox { dicee_open: false, .. } => {
                "0 or 50, because dicee is not among the open categories".into()
            }
            Self::UnknownRules { .. } => format!("one of {}", list(Rules::ALL.map(Rules::name))),
            Self::UnknownHorizon { .. } => "turn or game".into(),
            Self::UnknownBot { .. } => format!("one of {}", list(Bot::ALL.map(Bot::name))),
            Self::TableRules { table, .. } => {
                format!("{}, the rules this table was solved for", table.name())
            }
            Self::StateKey { .. } => "sorted dice, kept faces and rolls left, such as 25556/555/1".into(),
        }
    }

    /// What came instead.
    #[must_use]
    pub fn actual(&self) -> String {
        match self {
            Self::DiceCount { actual } => {
                let mut text = actual.len().to_string();
                let dice: Vec<String> = actual.iter().take(12).map(i64::to_string).collect();
                if !dice.is_empty() {
                    let more = if actual.len() > dice.len() { " ..." } else { "" };
                    write!(text, " ({}{more})", dice.join(" ")).expect("writing to a string cannot fail");
                }
                text
            }
            Self::KeepCount { actual } => actual.to_string(),
            Self::KeepNotInRoll { keep, .. } => keep.to_string(),
            Self::UpperUnreachable { actual, .. } => actual.to_string(),
            Self::RollsLeft { actual } => actual.clone(),
            Self::Face { actual, .. }
            | Self::KeptMask { actual }
            | Self::UnknownCategory { actual, .. }
            | Self::DiceeBox { actual, .. }
            | Self::UnknownRules { actual }
            | Self::UnknownHorizon { actual }
            | Self::UnknownBot { actual }
            | Self::StateKey { actual } => shortened(actual),
            Self::RepeatedCategory { category } => format!("{category} twice"),
            Self::CategoryNotOpen { category, .. } => category.to_string(),
            Self::NoOpenCategory => "none".into(),
            Self::TableRules { actual, .. } => actual.name().into(),
        }
    }
}

/// The reachable subtotals on both sides of one that is not.
fn nearest(open: CategorySet, upper: i64) -> String {
    let totals: Vec<u8> = Position::upper_totals(open).collect();
    let above = totals.partition_point(|&total| i64::from(total) < upper);
    let near = &totals[above.saturating_sub(1)..(above + 1).min(totals.len())];
    near.iter().map(u8::to_string).collect::<Vec<_>>().join(" or ")
}

fn list<const N: usize>(names: [&str; N]) -> String {
    names.join(", ")
}

/// Enough of a foreign text to recognise it, without control characters; nothing is shown as such.
fn shortened(text: &str) -> String {
    const LONGEST: usize = 40;
    let clean: String = text.chars().filter(|c| !c.is_control()).take(LONGEST).collect();
    match clean.trim() {
        "" => "nothing".into(),
        _ if text.chars().count() > LONGEST => format!("{clean}..."),
        _ => clean,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_the_field_the_expectation_and_what_came() {
        let ones_filled = CategorySet::ALL.without(Category::Ones);
        for (error, text) in [
            (
                InputError::RollsLeft { actual: "4".into() },
                "rolls_left: expected a number from 0 to 3, got 4",
            ),
            (InputError::NoOpenCategory, "open: expected at least one open category, got none"),
            (
                InputError::UpperUnreachable { actual: 7, open: ones_filled },
                "upper: expected a subtotal that ones can add up to, such as 5, got 7",
            ),
            (
                InputError::UpperUnreachable { actual: 7, open: CategorySet::ALL },
                "upper: expected 0, because no upper box is filled, got 7",
            ),
            (
                InputError::Face { field: "dice", actual: "7".into() },
                "dice: expected faces from 1 to 6, got 7",
            ),
        ] {
            assert_eq!(error.to_string(), text);
        }
    }

    #[test]
    fn foreign_text_is_shortened_and_cleaned() {
        let error = InputError::UnknownRules { actual: format!("\u{1b}[31m{}", "x".repeat(500)) };
        assert!(error.to_string().len() < 160);
        assert!(!error.to_string().contains('\u{1b}'));
    }
}
