use thiserror::Error;

use crate::config::ConfigError;
use crate::expression::ExpressionError;

/// Input that cannot be. Every variant names the field, what was expected, and what came.
///
/// ```
/// use pools::{DiceSystem, InputError};
///
/// let error = DiceSystem::standard().pool("pool", 100_000).unwrap_err();
/// assert_eq!(error.to_string(), "pool: expected at most 1000 dice, got 100000");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}: expected {}, got {}", self.field(), self.expected(), self.actual())]
pub enum InputError {
    /// More dice than a pool may have.
    TooManyDice {
        /// Which number.
        field: &'static str,
        /// The most dice.
        most: u32,
        /// What came.
        actual: i64,
    },
    /// A number outside of its range.
    OutOfRange {
        /// Which number.
        field: &'static str,
        /// The smallest that is allowed.
        low: i64,
        /// The largest that is allowed.
        high: i64,
        /// What came.
        actual: i64,
    },
    /// Text that is no exact chance.
    Fraction {
        /// What came.
        actual: String,
    },
    /// An exact answer that would take too long.
    TooMuchWork {
        /// What is too large.
        field: &'static str,
        /// The most steps.
        limit: u64,
        /// What it would take.
        estimate: u64,
    },
    /// A context that does not exist.
    Context {
        /// What came.
        actual: String,
    },
    /// A question that only a plain success pool can answer.
    NoSuccessPool {
        /// The question.
        field: &'static str,
        /// The expression.
        actual: String,
    },
    /// A configuration file that cannot be.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// An expression that cannot be.
    #[error(transparent)]
    Expression(#[from] ExpressionError),
    /// An expression to compare with that cannot be.
    #[error(transparent)]
    Versus(ExpressionError),
}

impl InputError {
    /// The field that is wrong.
    #[must_use]
    pub fn field(&self) -> &str {
        match self {
            Self::TooManyDice { field, .. }
            | Self::OutOfRange { field, .. }
            | Self::NoSuccessPool { field, .. }
            | Self::TooMuchWork { field, .. } => field,
            Self::Fraction { .. } => "chance",
            Self::Context { .. } => "context",
            Self::Config(error) => &error.path,
            Self::Expression(_) => "expression",
            Self::Versus(_) => "versus",
        }
    }

    /// What was expected.
    #[must_use]
    pub fn expected(&self) -> String {
        match self {
            Self::TooManyDice { most, .. } => format!("at most {most} dice"),
            Self::OutOfRange { low, high, .. } => format!("a number from {low} to {high}"),
            Self::TooMuchWork { limit, .. } => {
                format!("a question of at most {limit} steps of counting: fewer dice or rounds")
            }
            Self::Fraction { .. } => "a chance from 0 to 1, such as 0.9, 90% or 9/10".to_owned(),
            Self::Context { .. } => {
                "combat, exploration, crafting, dialogue or default, or a label such as Combat:Attack"
                    .to_owned()
            }
            Self::NoSuccessPool { .. } => {
                "dice of which only successes and botches are counted, such as 6d10>=8b1".to_owned()
            }
            Self::Config(error) => error.expected.clone(),
            Self::Expression(error) | Self::Versus(error) => error.problem.expected(),
        }
    }

    /// What came.
    #[must_use]
    pub fn actual(&self) -> String {
        match self {
            Self::TooManyDice { actual, .. } | Self::OutOfRange { actual, .. } => actual.to_string(),
            Self::TooMuchWork { estimate, .. } => format!("about {estimate}"),
            Self::Fraction { actual } | Self::Context { actual } | Self::NoSuccessPool { actual, .. } => {
                actual.clone()
            }
            Self::Config(error) => error.actual.clone(),
            Self::Expression(error) | Self::Versus(error) => error.text.clone(),
        }
    }
}
