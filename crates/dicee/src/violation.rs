use std::fmt;

use serde::Serialize;

/// A rule of the contract that does not hold, and where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Violation {
    /// The section of the data contract (docs/decisions/data-contract.md) that states the rule.
    pub rule: &'static str,
    /// The event, by its sequence number, if it is about one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sequence_number: Option<u64>,
    /// What was expected and what came.
    pub message: String,
}

impl Violation {
    /// A violation that is about no single event.
    #[must_use]
    pub fn new(rule: &'static str, message: impl Into<String>) -> Self {
        Self { rule, sequence_number: None, message: message.into() }
    }

    /// A violation in the event with this sequence number.
    #[must_use]
    pub fn at(rule: &'static str, sequence_number: u64, message: impl Into<String>) -> Self {
        Self { rule, sequence_number: Some(sequence_number), message: message.into() }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.sequence_number {
            Some(number) => write!(f, "event {number}: {} (rule {})", self.message, self.rule),
            None => write!(f, "{} (rule {})", self.message, self.rule),
        }
    }
}

/// Collects violations.
#[derive(Debug, Default)]
pub struct Findings(Vec<Violation>);

impl Findings {
    /// Notes a violation unless `holds`. The message is made only then.
    pub fn check(&mut self, holds: bool, violation: impl FnOnce() -> Violation) {
        if !holds {
            self.0.push(violation());
        }
    }

    /// Adds violations that were found elsewhere.
    pub fn extend(&mut self, violations: impl IntoIterator<Item = Violation>) {
        self.0.extend(violations);
    }

    /// All of them, in the order in which they were found.
    #[must_use]
    pub fn into_vec(self) -> Vec<Violation> {
        self.0
    }
}
