use thiserror::Error;

/// Text or a number that stands for nothing in this game. Names the field, what was expected, and what came.
///
/// ```
/// use fortytwo::Tile;
///
/// let error = "7-1".parse::<Tile>().unwrap_err();
/// assert_eq!(error.to_string(), "domino: expected a tile such as 6-4, pips from 0 to 6, got \"7-1\"");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{field}: expected {expected}, got {actual}")]
pub struct InputError {
    field: &'static str,
    expected: String,
    actual: String,
}

impl InputError {
    /// An error about this field.
    #[must_use]
    pub fn new(field: &'static str, expected: impl Into<String>, actual: impl Into<String>) -> Self {
        Self { field, expected: expected.into(), actual: actual.into() }
    }

    /// Which field.
    #[must_use]
    pub const fn field(&self) -> &'static str {
        self.field
    }

    /// The same error about a field of another name.
    #[must_use]
    pub fn at(self, field: &'static str) -> Self {
        Self { field, ..self }
    }

    /// What was expected.
    #[must_use]
    pub fn expected(&self) -> &str {
        &self.expected
    }

    /// What came.
    #[must_use]
    pub fn actual(&self) -> &str {
        &self.actual
    }

    /// Text that came, quoted, and cut off where it is longer than anything this game writes.
    pub(crate) fn quoted(field: &'static str, expected: &str, actual: &str) -> Self {
        let start: String = actual.chars().take(40).collect();
        Self::new(field, expected, format!("{start:?}"))
    }

    pub(crate) fn seat(number: u8) -> Self {
        Self::new("player", "a seat from 0 to 3", number.to_string())
    }

    pub(crate) fn team(number: u8) -> Self {
        Self::new("team", "0 or 1", number.to_string())
    }
}
