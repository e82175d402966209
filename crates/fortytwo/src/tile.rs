use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use chance::InputError;

/// Half of a tile, or the suit of that number: 0 to 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pip(u8);

impl Pip {
    /// All of them, ascending.
    pub const ALL: [Self; 7] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5), Self(6)];

    /// This many pips, if a tile can show them.
    #[must_use]
    pub const fn new(pips: u8) -> Option<Self> {
        if pips <= 6 { Some(Self(pips)) } else { None }
    }

    /// 0 to 6.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }
}

impl fmt::Display for Pip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// One of the 28 tiles; written `6-4`, the higher half first. Its index is `high * (high + 1) / 2 + low`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Tile(u8);

impl Tile {
    /// How many tiles there are.
    pub const COUNT: usize = 28;

    /// All tiles by index: 0-0, 1-0, 1-1, 2-0, ... 6-6.
    pub const ALL: [Self; Self::COUNT] = {
        let mut all = [Self(0); Self::COUNT];
        let mut index = 0;
        while index < 28 {
            all[index as usize] = Self(index);
            index += 1;
        }
        all
    };

    /// The tile with these halves, in either order.
    #[must_use]
    pub const fn new(one: Pip, other: Pip) -> Self {
        let (high, low) = if one.0 < other.0 { (other.0, one.0) } else { (one.0, other.0) };
        Self(high * (high + 1) / 2 + low)
    }

    /// The tile at this index, if there is one.
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT { Some(Self::ALL[index]) } else { None }
    }

    /// 0 to 27.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The higher half.
    #[must_use]
    pub const fn high(self) -> Pip {
        let mut high = 0;
        while (high + 1) * (high + 2) / 2 <= self.0 {
            high += 1;
        }
        Pip(high)
    }

    /// The lower half; the same as the higher one on a double.
    #[must_use]
    pub const fn low(self) -> Pip {
        let high = self.high().0;
        Pip(self.0 - high * (high + 1) / 2)
    }

    /// Whether both halves are alike.
    #[must_use]
    pub const fn is_double(self) -> bool {
        self.high().0 == self.low().0
    }

    /// Whether one of the halves shows this many pips.
    #[must_use]
    pub const fn shows(self, pip: Pip) -> bool {
        self.high().0 == pip.0 || self.low().0 == pip.0
    }

    /// The pips of both halves together.
    #[must_use]
    pub const fn pips(self) -> u8 {
        self.high().0 + self.low().0
    }

    /// What it brings to the trick that takes it: 10 for 5-5 and 6-4, 5 for 5-0, 4-1 and 3-2.
    #[must_use]
    pub const fn count(self) -> u8 {
        // The tiles whose pips are a multiple of five; 0-0 has none.
        match self.pips() {
            10 => 10,
            5 => 5,
            _ => 0,
        }
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.high(), self.low())
    }
}

impl FromStr for Tile {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        let pip = |half: &str| match half.as_bytes() {
            [digit @ b'0'..=b'6'] => Pip::new(digit - b'0'),
            _ => None,
        };
        text.split_once('-')
            .and_then(|(one, other)| Some(Self::new(pip(one)?, pip(other)?)))
            .ok_or_else(|| InputError::quoted("domino", "a tile such as 6-4, pips from 0 to 6", text))
    }
}

impl From<Tile> for String {
    fn from(tile: Tile) -> Self {
        tile.to_string()
    }
}

impl TryFrom<String> for Tile {
    type Error = InputError;

    fn try_from(text: String) -> Result<Self, InputError> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_index_counts_up_through_the_halves() {
        let mut index = 0;
        for high in Pip::ALL {
            for low in Pip::ALL.into_iter().filter(|low| *low <= high) {
                let tile = Tile::new(low, high);
                assert_eq!((tile.index(), tile.high(), tile.low()), (index, high, low));
                assert_eq!(tile.to_string().parse(), Ok(tile));
                assert_eq!(Tile::from_index(index), Some(tile));
                index += 1;
            }
        }
        assert_eq!(index, Tile::COUNT);
        assert_eq!(Tile::from_index(28), None);
    }

    #[test]
    fn five_tiles_count_35_points() {
        let count: Vec<String> =
            Tile::ALL.iter().filter(|tile| tile.count() > 0).map(|t| format!("{t}={}", t.count())).collect();
        assert_eq!(count, ["3-2=5", "4-1=5", "5-0=5", "5-5=10", "6-4=10"]);
        assert_eq!(Tile::ALL.iter().map(|tile| u32::from(tile.count())).sum::<u32>(), 35);
    }

    #[test]
    fn other_text_is_no_tile() {
        assert_eq!("4-6".parse::<Tile>().unwrap().to_string(), "6-4");
        for text in ["", "6", "6-", "-4", "6-7", "6-4-", "06-4", " 6-4", "6:4", "+6-4", "🀱"] {
            assert!(text.parse::<Tile>().is_err(), "{text}");
        }
    }
}
