use std::fmt;

use crate::InputError;

/// How many times the dice may still be rolled this turn, 0 to 3.
///
/// After the first roll of a turn it is 2. With 3 the whole turn is still to come: keeping nothing is then
/// worth exactly what the position is worth before the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RollsLeft(u8);

impl RollsLeft {
    /// The dice stand: only scoring is left.
    pub const NONE: Self = Self(0);
    /// After the first roll of a turn.
    pub const AFTER_FIRST: Self = Self(2);
    /// Before the first roll of a turn.
    pub const MAX: Self = Self(3);

    /// From a number that arrived from outside.
    ///
    /// # Errors
    ///
    /// [`InputError`] unless it is from 0 to 3.
    pub fn parse(number: i64) -> Result<Self, InputError> {
        match u8::try_from(number) {
            Ok(rolls @ 0..=3) => Ok(Self(rolls)),
            _ => Err(rolls_left(&number.to_string())),
        }
    }

    /// The number itself.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }

    /// For indexing arrays.
    #[must_use]
    pub const fn as_usize(self) -> usize {
        self.0 as usize
    }

    /// All four, ascending.
    pub fn iter_all() -> impl Iterator<Item = Self> {
        (0..=3).map(Self)
    }

    /// What is left after one more roll, if there is one.
    #[must_use]
    pub fn after_roll(self) -> Option<Self> {
        self.0.checked_sub(1).map(Self)
    }
}

impl fmt::Display for RollsLeft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A number of rolls that no turn has.
#[must_use]
pub fn rolls_left(actual: &str) -> InputError {
    InputError::text("rolls_left", format!("a number from 0 to {}", RollsLeft::MAX.get()), actual)
}
