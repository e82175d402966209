use std::fmt;
use std::ops::{BitAnd, BitOr, Sub};

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::tile::Tile;

/// A set of tiles, such as a hand: one bit a tile, by index. On the wire a list of tiles in the order of their index.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TileSet(u32);

impl TileSet {
    /// No tile.
    pub const EMPTY: Self = Self(0);
    /// All 28.
    pub const ALL: Self = Self((1 << Tile::COUNT) - 1);
    /// The seven doubles.
    pub const DOUBLES: Self = {
        let mut set = Self::EMPTY;
        let mut index = 0;
        while index < Tile::COUNT {
            if Tile::ALL[index].is_double() {
                set = set.with(Tile::ALL[index]);
            }
            index += 1;
        }
        set
    };

    /// The set of these bits; bits that stand for no tile are left out.
    #[must_use]
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits & Self::ALL.0)
    }

    /// Bit `n` is the tile of index `n`.
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// How many tiles.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether this tile is in it.
    #[must_use]
    pub const fn contains(self, tile: Tile) -> bool {
        self.0 & (1 << tile.index()) != 0
    }

    /// This set and one tile more.
    #[must_use]
    pub const fn with(self, tile: Tile) -> Self {
        Self(self.0 | 1 << tile.index())
    }

    /// This set without one tile.
    #[must_use]
    pub const fn without(self, tile: Tile) -> Self {
        Self(self.0 & !(1 << tile.index()))
    }

    /// The tiles of both sets.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The tiles in both sets.
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The tiles of this set that are not in the other.
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The tile of the lowest index.
    #[must_use]
    pub const fn first(self) -> Option<Tile> {
        Tile::from_index(self.0.trailing_zeros() as usize)
    }

    /// The tiles, by index.
    #[must_use]
    pub const fn iter(self) -> Tiles {
        Tiles(self)
    }

    /// How many doubles, which a splash or plunge is bid on.
    #[must_use]
    pub const fn doubles(self) -> usize {
        self.intersection(Self::DOUBLES).len()
    }

    /// What its tiles count together.
    #[must_use]
    pub fn count(self) -> u8 {
        self.iter().map(Tile::count).sum()
    }
}

/// The tiles of a set, by index.
#[derive(Clone, Debug)]
pub struct Tiles(TileSet);

impl Iterator for Tiles {
    type Item = Tile;

    #[inline]
    fn next(&mut self) -> Option<Tile> {
        let tile = self.0.first()?;
        self.0 = TileSet(self.0.0 & (self.0.0 - 1));
        Some(tile)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl ExactSizeIterator for Tiles {}

impl IntoIterator for TileSet {
    type Item = Tile;
    type IntoIter = Tiles;

    fn into_iter(self) -> Tiles {
        self.iter()
    }
}

impl FromIterator<Tile> for TileSet {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> Self {
        tiles.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl BitOr for TileSet {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        self.union(other)
    }
}

impl BitAnd for TileSet {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        self.intersection(other)
    }
}

impl Sub for TileSet {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self.minus(other)
    }
}

impl fmt::Display for TileSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, tile) in self.iter().enumerate() {
            write!(f, "{}{tile}", if place > 0 { " " } else { "" })?;
        }
        Ok(())
    }
}

impl fmt::Debug for TileSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

impl Serialize for TileSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for TileSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let tiles = Vec::<Tile>::deserialize(deserializer)?;
        let set: Self = tiles.iter().copied().collect();
        // One spelling a set, so that the same event has one id.
        if !tiles.is_sorted() || set.len() != tiles.len() {
            return Err(D::Error::custom("expected different tiles in the order of their index"));
        }
        Ok(set)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_is_written_as_its_tiles_in_order() {
        let set: TileSet = ["6-4", "0-0", "5-5"].iter().map(|text| text.parse::<Tile>().unwrap()).collect();
        let json = serde_json::to_string(&set).unwrap();
        assert_eq!(json, r#"["0-0","5-5","6-4"]"#);
        assert_eq!(serde_json::from_str::<TileSet>(&json).unwrap(), set);
        for wrong in [r#"["5-5","0-0"]"#, r#"["0-0","0-0"]"#, r#"["7-0"]"#, "3"] {
            assert!(serde_json::from_str::<TileSet>(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn sets_hold_tiles_and_nothing_else() {
        assert_eq!(TileSet::from_bits(u32::MAX), TileSet::ALL);
        assert_eq!((TileSet::ALL.len(), TileSet::ALL.count(), TileSet::ALL.doubles()), (28, 35, 7));
        assert_eq!(TileSet::DOUBLES.to_string(), "0-0 1-1 2-2 3-3 4-4 5-5 6-6");
        assert_eq!((TileSet::ALL - TileSet::DOUBLES) | TileSet::DOUBLES, TileSet::ALL);
        assert_eq!((TileSet::ALL & TileSet::DOUBLES).iter().len(), 7);
        assert_eq!(TileSet::EMPTY.first(), None);
    }
}
