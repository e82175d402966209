use std::fmt;
use std::ops::{Index, IndexMut};

use serde::{Deserialize, Serialize};

use chance::InputError;

/// One of the four places at the table, 0 to 3 clockwise. Partners sit across: 0 and 2 against 1 and 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Seat(u8);

impl Seat {
    /// All seats, clockwise from 0.
    pub const ALL: [Self; 4] = [Self(0), Self(1), Self(2), Self(3)];

    /// The seat of this number, if there is one.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if number < 4 { Some(Self(number)) } else { None }
    }

    /// 0 to 3.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The next seat clockwise, which acts after this one.
    #[must_use]
    pub const fn left(self) -> Self {
        self.plus(1)
    }

    /// The seat this many places further clockwise.
    #[must_use]
    pub const fn plus(self, places: u8) -> Self {
        Self((self.0 + places % 4) % 4)
    }

    /// The seat across the table.
    #[must_use]
    pub const fn partner(self) -> Self {
        self.plus(2)
    }

    /// Whose marks this seat plays for.
    #[must_use]
    pub const fn team(self) -> Team {
        if self.0.is_multiple_of(2) { Team::Even } else { Team::Odd }
    }

    /// The four seats clockwise, this one first.
    pub fn round(self) -> impl ExactSizeIterator<Item = Self> {
        (0..4).map(move |places| self.plus(places))
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl From<Seat> for u8 {
    fn from(seat: Seat) -> Self {
        seat.0
    }
}

impl From<Seat> for ledger::Seat {
    fn from(seat: Seat) -> Self {
        Self(seat.0)
    }
}

impl TryFrom<u8> for Seat {
    type Error = InputError;

    fn try_from(number: u8) -> Result<Self, InputError> {
        Self::new(number).ok_or_else(|| InputError::new("player", "a seat from 0 to 3", number.to_string()))
    }
}

impl TryFrom<ledger::Seat> for Seat {
    type Error = InputError;

    fn try_from(seat: ledger::Seat) -> Result<Self, InputError> {
        Self::try_from(seat.0)
    }
}

/// Two partners. On the wire 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub enum Team {
    /// Seats 0 and 2.
    Even,
    /// Seats 1 and 3.
    Odd,
}

impl Team {
    /// Both teams.
    pub const ALL: [Self; 2] = [Self::Even, Self::Odd];

    /// 0 or 1.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The other team.
    #[must_use]
    pub const fn opponents(self) -> Self {
        match self {
            Self::Even => Self::Odd,
            Self::Odd => Self::Even,
        }
    }
}

impl fmt::Display for Team {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        u8::from(*self).fmt(f)
    }
}

impl From<Team> for u8 {
    fn from(team: Team) -> Self {
        team as Self
    }
}

impl TryFrom<u8> for Team {
    type Error = InputError;

    fn try_from(number: u8) -> Result<Self, InputError> {
        match number {
            0 => Ok(Self::Even),
            1 => Ok(Self::Odd),
            _ => Err(InputError::new("team", "0 or 1", number.to_string())),
        }
    }
}

/// One value for each seat; a list of four on the wire.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
#[serde(transparent)]
pub struct BySeat<T>(pub [T; 4]);

impl<T> BySeat<T> {
    /// Every seat with its value.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, &T)> {
        Seat::ALL.into_iter().zip(&self.0)
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;

    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index()]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index()]
    }
}

/// One value for each team; a list of two on the wire.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
#[serde(transparent)]
pub struct ByTeam<T>(pub [T; 2]);

impl<T> Index<Team> for ByTeam<T> {
    type Output = T;

    fn index(&self, team: Team) -> &T {
        &self.0[team.index()]
    }
}

impl<T> IndexMut<Team> for ByTeam<T> {
    fn index_mut(&mut self, team: Team) -> &mut T {
        &mut self.0[team.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn partners_sit_across_and_play_for_the_same_marks() {
        for seat in Seat::ALL {
            assert_eq!(seat.partner().partner(), seat);
            assert_eq!(seat.partner().team(), seat.team());
            assert_eq!(seat.left().team(), seat.team().opponents());
            assert_eq!(seat.round().last(), Some(seat.plus(3)));
            assert_eq!(seat.plus(255), seat.plus(3));
        }
    }

    #[test]
    fn there_are_four_seats_and_two_teams() {
        assert_eq!(serde_json::from_str::<Seat>("3").unwrap(), Seat::ALL[3]);
        let error = serde_json::from_str::<Seat>("4").unwrap_err().to_string();
        assert!(error.starts_with("player: expected a seat from 0 to 3, got 4"), "{error}");
        assert_eq!(serde_json::to_string(&Team::ALL).unwrap(), "[0,1]");
        assert!(serde_json::from_str::<Team>("2").is_err());
    }
}
