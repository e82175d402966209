use thiserror::Error;

use crate::{ExtendedRefusal, InputError};

/// Why a table refused a command.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TableRefusal {
    /// There are as many rolls as a table keeps.
    #[error("this table has its {most} rolls: open another one")]
    Full {
        /// The most rolls.
        most: u32,
    },
    /// An invalid number or expression.
    #[error(transparent)]
    Input(#[from] InputError),
    /// An expression that is too long to be shown.
    #[error("expression: expected at most {most} characters, got {actual}")]
    LongExpression {
        /// The most characters.
        most: usize,
        /// What came.
        actual: usize,
    },
    /// An expression of more dice than anybody wants to look at.
    #[error("expression: expected at most {most} dice, repeats and explosions counted, got up to {actual}")]
    TooManyDice {
        /// The most dice.
        most: u32,
        /// What came.
        actual: u64,
    },
    /// Words that cannot be shown.
    #[error("{field}: expected 1 to {most} characters, none of them a control character, got {actual}")]
    Words {
        /// The field: `label`, `actor` or `target`.
        field: &'static str,
        /// The most characters.
        most: usize,
        /// How many came.
        actual: usize,
    },
    /// An invalid name for an expression.
    #[error("aliases[{place}]: {problem}")]
    Alias {
        /// Which one, from 0.
        place: usize,
        /// What is wrong with it.
        problem: String,
    },
    /// More names than a table needs.
    #[error("aliases: expected at most {most}, got {actual}")]
    TooManyAliases {
        /// The most.
        most: usize,
        /// What came.
        actual: usize,
    },
    /// More extended checks than a table needs.
    #[error("this table began its {most} extended checks: open another one")]
    TooManyChecks {
        /// The most.
        most: usize,
    },
    /// A number that no extended check has.
    #[error("check: expected the number of an extended check, of which there are {checks}, got {check}")]
    NoSuchCheck {
        /// What came.
        check: u32,
        /// How many there are.
        checks: usize,
    },
    /// A round of an extended check that cannot be rolled.
    #[error(transparent)]
    Extended(#[from] ExtendedRefusal),
    /// A number that no roll has.
    #[error("roll: expected the number of a roll, of which there are {rolls}, got {roll}")]
    NoSuchRoll {
        /// What came.
        roll: u32,
        /// How many there are.
        rolls: u32,
    },
    /// Somebody else's roll.
    #[error("roll {roll} was made by seat {owner}, which alone may reveal it, not by seat {seat}")]
    NotYours {
        /// The roll.
        roll: u32,
        /// Whose it is.
        owner: u8,
        /// Who asked.
        seat: u8,
    },
    /// A roll that everybody sees.
    #[error("roll {roll} is not hidden")]
    NotHidden {
        /// The roll.
        roll: u32,
    },
}

impl TableRefusal {
    /// The field of the command that is wrong, if it is one.
    #[must_use]
    pub fn field(&self) -> Option<&str> {
        match self {
            Self::Full { .. } | Self::TooManyChecks { .. } => None,
            Self::Input(error) => Some(error.field()),
            Self::LongExpression { .. } | Self::TooManyDice { .. } => Some("expression"),
            Self::Words { field, .. } => Some(field),
            Self::Alias { .. } | Self::TooManyAliases { .. } => Some("aliases"),
            Self::NoSuchCheck { .. } | Self::Extended(_) => Some("check"),
            Self::NoSuchRoll { .. } | Self::NotYours { .. } | Self::NotHidden { .. } => Some("roll"),
        }
    }
}
