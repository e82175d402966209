use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use chance::InputError;

/// What a seat promises to win. Written `30` to `41`, `M1`, `M2`, ..., `splash 2`, `plunge 4`; `42` is read as `M1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Bid {
    /// At least so many of the 42 points.
    Points(Points),
    /// Every trick, for so many marks.
    Marks(Marks),
    /// House rule: every trick, for two or three marks, with trumps named and led by the partner.
    Splash(Marks),
    /// House rule: every trick, for four marks or more, with trumps named and led by the partner.
    Plunge(Marks),
}

/// The points of a bid, 30 to 41.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Points(u8);

impl Points {
    /// The lowest bid.
    pub const MIN: Self = Self(30);
    /// The highest bid of points; one more is a mark.
    pub const MAX: Self = Self(41);

    /// So many points, if they may be bid.
    #[must_use]
    pub const fn new(points: u8) -> Option<Self> {
        if points >= Self::MIN.0 && points <= Self::MAX.0 { Some(Self(points)) } else { None }
    }

    /// 30 to 41.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }
}

/// The marks of a bid, 1 to [`Marks::MAX`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Marks(u8);

impl Marks {
    /// The most that an auction can reach: a plunge for seven, raised three times.
    pub const MAX: u8 = 10;
    /// The most that may be plunged for.
    pub const MAX_PLUNGE: u8 = 7;

    /// So many marks, if they may be bid.
    #[must_use]
    pub const fn new(marks: u8) -> Option<Self> {
        if marks >= 1 && marks <= Self::MAX { Some(Self(marks)) } else { None }
    }

    /// As a number.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }
}

impl Bid {
    /// Every bid that can be spoken, lowest first.
    pub fn all() -> impl Iterator<Item = Self> {
        let marks = |range: std::ops::RangeInclusive<u8>| range.map(Marks);
        let points = (Points::MIN.0..=Points::MAX.0).map(|points| Self::Points(Points(points)));
        points
            .chain(marks(1..=Marks::MAX).map(Self::Marks))
            .chain(marks(2..=3).map(Self::Splash))
            .chain(marks(4..=Marks::MAX_PLUNGE).map(Self::Plunge))
    }

    /// What the hand is worth to the team that wins it: one mark for points, else the marks.
    #[must_use]
    pub const fn marks(self) -> u8 {
        match self {
            Self::Points(_) => 1,
            Self::Marks(marks) | Self::Splash(marks) | Self::Plunge(marks) => marks.0,
        }
    }

    /// Its place in the order of bids: points by value, then marks.
    #[must_use]
    pub const fn value(self) -> u8 {
        match self {
            Self::Points(points) => points.0,
            Self::Marks(marks) | Self::Splash(marks) | Self::Plunge(marks) => Points::MAX.0 + marks.0,
        }
    }

    /// Whether the partner names trumps and leads.
    #[must_use]
    pub const fn is_partners(self) -> bool {
        matches!(self, Self::Splash(_) | Self::Plunge(_))
    }

    /// How many doubles the hand must hold to speak it.
    #[must_use]
    pub const fn doubles_needed(self) -> usize {
        match self {
            Self::Points(_) | Self::Marks(_) => 0,
            Self::Splash(_) => 3,
            Self::Plunge(_) => 4,
        }
    }
}

impl fmt::Display for Bid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Points(points) => write!(f, "{}", points.0),
            Self::Marks(marks) => write!(f, "M{}", marks.0),
            Self::Splash(marks) => write!(f, "splash {}", marks.0),
            Self::Plunge(marks) => write!(f, "plunge {}", marks.0),
        }
    }
}

impl FromStr for Bid {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        let known = if text == "42" { "M1" } else { text };
        Self::all().find(|bid| bid.to_string() == known).ok_or_else(|| {
            let expected = "30 to 41, M1 to M10, splash 2 or 3, or plunge 4 to 7";
            InputError::quoted("bid", expected, text)
        })
    }
}

impl From<Bid> for String {
    fn from(bid: Bid) -> Self {
        bid.to_string()
    }
}

impl TryFrom<String> for Bid {
    type Error = InputError;

    fn try_from(text: String) -> Result<Self, InputError> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bids_are_written_as_they_are_read() {
        for bid in Bid::all() {
            assert_eq!(bid.to_string().parse(), Ok(bid));
        }
        assert_eq!("42".parse::<Bid>().unwrap().to_string(), "M1");
        for text in ["", "29", "42 points", "43", "M0", "M11", "splash 1", "splash 4", "plunge 3", "plunge 8"]
        {
            assert!(text.parse::<Bid>().is_err(), "{text}");
        }
    }

    #[test]
    fn points_come_before_marks_and_are_worth_one() {
        let bid = |text: &str| text.parse::<Bid>().unwrap();
        assert!(bid("41").value() < bid("M1").value());
        assert_eq!(bid("splash 3").value(), bid("M3").value());
        assert_eq!((bid("30").marks(), bid("M1").marks(), bid("plunge 4").marks()), (1, 1, 4));
    }
}
