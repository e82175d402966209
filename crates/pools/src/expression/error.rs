use std::fmt;

use chance::InputError;
use serde::Serialize;
use thiserror::Error;

use crate::input;

/// Why an expression was refused, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct ExpressionError {
    /// The expression.
    pub text: String,
    /// The character it is about, from 1.
    pub column: usize,
    /// What is wrong.
    pub problem: Problem,
}

/// One of the ways to read an ambiguous spelling.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Reading {
    /// How to write it so that it can only mean this: an expression, the whole one where that can be read.
    pub write: String,
    /// What it means then.
    pub means: String,
}

/// What is wrong with an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// Something else was expected here.
    Unexpected {
        /// What.
        expected: &'static str,
        /// What came.
        found: String,
    },
    /// It can be read in more than one way.
    Ambiguous {
        /// The ways that can be written in this language; two unless one of them cannot.
        readings: Vec<Reading>,
    },
    /// A number that is too small or too large.
    OutOfRange {
        /// Which number.
        what: &'static str,
        /// The smallest that is allowed.
        low: i64,
        /// The largest that is allowed.
        high: i64,
        /// What came.
        actual: String,
    },
    /// Two things that do not go together.
    Unsupported {
        /// What came.
        what: &'static str,
        /// What was expected instead.
        instead: &'static str,
    },
    /// Every face would be rolled again, for ever.
    NoFaceLeft,
    /// A name that was not defined.
    UnknownAlias {
        /// The name.
        name: String,
        /// The names there are.
        known: Vec<String>,
    },
    /// An invalid name.
    AliasName {
        /// The name.
        name: String,
    },
    /// The divisor can be 0.
    DivisionByZero,
    /// Larger than the limits allow.
    TooLarge {
        /// What.
        what: &'static str,
        /// The most that is allowed.
        most: u64,
    },
    /// Exact odds that would take too long.
    TooMuchWork {
        /// The most steps.
        limit: u64,
        /// About what it would take.
        estimate: u64,
    },
}

impl ExpressionError {
    /// An error about the expression as a whole.
    pub(crate) fn whole(text: &str, problem: Problem) -> Self {
        Self { text: text.to_owned(), column: 1, problem }
    }
}

impl Problem {
    /// What was expected.
    #[must_use]
    pub fn expected(&self) -> String {
        match self {
            Self::Unexpected { expected, .. } => (*expected).to_owned(),
            Self::Ambiguous { readings } if readings.is_empty() => "a spelling with one meaning".to_owned(),
            Self::Ambiguous { readings } => {
                let all: Vec<String> =
                    readings.iter().map(|Reading { write, means }| format!("{write} ({means})")).collect();
                all.join(" or ")
            }
            Self::OutOfRange { what, low, high, .. } if low == high => {
                format!("{what}, which can only be {low}")
            }
            Self::OutOfRange { what, low, high, .. } => format!("{what} from {low} to {high}"),
            Self::Unsupported { instead, .. } => (*instead).to_owned(),
            Self::NoFaceLeft => "a face that is not rolled again".to_owned(),
            Self::UnknownAlias { known, .. } if known.is_empty() => {
                "an alias that was defined, and none was".to_owned()
            }
            Self::UnknownAlias { known, .. } => format!("one of the aliases @{}", known.join(", @")),
            Self::AliasName { .. } => "a name of up to 30 letters, digits and _, a letter first".to_owned(),
            Self::DivisionByZero => "a divisor that is never 0".to_owned(),
            Self::TooLarge { what, most } => format!("at most {most} {what}"),
            Self::TooMuchWork { limit, .. } => format!("exact odds of at most {limit} steps"),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unexpected { expected, found } => write!(f, "expected {expected}, got {found}"),
            Self::Ambiguous { readings } => {
                let width = readings.iter().map(|reading| reading.write.chars().count()).max().unwrap_or(0);
                f.write_str("expected a spelling with one meaning, got one that is read in two ways")?;
                f.write_str(match readings.len() {
                    0 => "",
                    1 => "; this one can be written here:",
                    _ => "; write the one you mean:",
                })?;
                readings
                    .iter()
                    .try_for_each(|Reading { write, means }| write!(f, "\n    {write:<width$}  {means}"))
            }
            Self::OutOfRange { actual, .. } => write!(f, "expected {}, got {actual}", self.expected()),
            Self::Unsupported { what, .. } => write!(f, "expected {}, got {what}", self.expected()),
            Self::NoFaceLeft => write!(f, "expected {}, got a reroll of every face", self.expected()),
            Self::UnknownAlias { name, .. } => write!(f, "expected {}, got @{name}", self.expected()),
            Self::AliasName { name } => write!(f, "expected {}, got {name:?}", self.expected()),
            Self::DivisionByZero => write!(f, "expected {}, got one that can be 0", self.expected()),
            Self::TooLarge { .. } => write!(f, "expected {}, got more", self.expected()),
            Self::TooMuchWork { estimate, .. } => {
                write!(f, "expected {}, got about {estimate}; ask for fewer dice or sides", self.expected())
            }
        }
    }
}

/// The longest text that is shown back.
const SHOWN: usize = 100;

impl fmt::Display for ExpressionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expression, column {}: {}", self.column, self.problem)?;
        let shown: String =
            self.text.chars().take(SHOWN).map(|c| if c.is_control() { ' ' } else { c }).collect();
        if self.column <= shown.chars().count() + 1 {
            write!(f, "\n  {shown}\n  {:>column$}", "^", column = self.column)?;
        }
        Ok(())
    }
}

/// The error is about `expression`, and its message points at the character.
impl From<ExpressionError> for InputError {
    fn from(error: ExpressionError) -> Self {
        let ExpressionError { text, column, problem } = &error;
        let (actual, is_somewhere) = match problem {
            Problem::Unexpected { found, .. } => (found, true),
            Problem::OutOfRange { actual, .. } => (actual, true),
            // These are about the whole expression.
            Problem::TooLarge { .. } | Problem::TooMuchWork { .. } | Problem::DivisionByZero => (text, false),
            Problem::Ambiguous { .. }
            | Problem::Unsupported { .. }
            | Problem::NoFaceLeft
            | Problem::UnknownAlias { .. }
            | Problem::AliasName { .. } => (text, true),
        };
        let mut expected = problem.expected();
        if is_somewhere {
            expected = format!("{expected}, at character {column}");
        }
        Self::new("expression", expected, input::cut(actual)).saying(&error)
    }
}
