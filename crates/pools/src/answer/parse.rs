use serde::Serialize;

use crate::{Aliases, Expression, ExpressionError, Problem, Reading};

/// What an expression is, or what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum ParseAnswer {
    /// It can be read.
    Read(ParsedExpression),
    /// It cannot.
    Fault(ExpressionFault),
}

/// An expression that can be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ParsedExpression {
    /// In canonical spelling.
    pub canonical: String,
    /// In canonical spelling, with every alias written out.
    pub written_out: String,
    /// What it does, in words.
    pub explanation: String,
    /// How many dice it rolls first; left out if it rolls none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dice: Option<u32>,
    /// Whether its result is a number of successes.
    pub counts_successes: bool,
    /// The lowest result.
    pub lowest: i64,
    /// The highest result.
    pub highest: i64,
    /// The most dice of one roll, every repeat and every explosion counted.
    pub most_dice: u64,
    /// About how many nanoseconds its odds take; left out where they would be refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nanoseconds: Option<u64>,
}

/// What is wrong with an expression.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExpressionFault {
    /// The character it is about, from 1.
    pub column: usize,
    /// What is wrong, in words.
    pub message: String,
    /// What was expected.
    pub expected: String,
    /// The ways to write an ambiguous spelling so that it can only mean one thing.
    pub readings: Vec<Reading>,
}

impl ParseAnswer {
    /// Reads an expression.
    #[must_use]
    pub fn new(text: &str, aliases: &Aliases) -> Self {
        match Expression::parse(text, aliases) {
            Ok(expression) => Self::Read(ParsedExpression::of(&expression)),
            Err(error) => Self::Fault(error.into()),
        }
    }
}

impl ParsedExpression {
    fn of(expression: &Expression) -> Self {
        let (lowest, highest) = expression.range();
        Self {
            canonical: expression.to_string(),
            written_out: expression.written_out().to_string(),
            explanation: expression.explain(),
            dice: expression.dice(),
            counts_successes: expression.counts_successes(),
            lowest,
            highest,
            most_dice: expression.most_dice(),
            nanoseconds: expression.odds_cost().ok().map(|cost| cost.steps),
        }
    }
}

impl From<ExpressionError> for ExpressionFault {
    fn from(ExpressionError { column, problem, .. }: ExpressionError) -> Self {
        let (message, expected) = (problem.to_string(), problem.expected());
        // The readings stand beside the message, which need not list them again.
        let message = message.lines().next().unwrap_or_default().trim_end_matches([':', ';']).to_owned();
        let readings = if let Problem::Ambiguous { readings } = problem { readings } else { Vec::new() };
        Self { column, message, expected, readings }
    }
}
