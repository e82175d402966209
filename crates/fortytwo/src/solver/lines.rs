//! What a declaration makes of the tiles, as bit sets for the search. All of it is asked of [`Declaration`].

use std::sync::LazyLock;

use crate::declaration::Declaration;
use crate::tile::Tile;
use crate::tile_set::TileSet;

/// Bits of the tiles that count 5, and of those that count 10.
pub(super) const FIVES: u32 = counting(5);
pub(super) const TENS: u32 = counting(10);

#[derive(Debug)]
pub(super) struct Lines {
    /// For each lead, the tiles that follow it.
    pub(super) followers: [u32; Tile::COUNT],
    /// For each lead, the strength of every tile.
    pub(super) strength: [[u8; Tile::COUNT]; Tile::COUNT],
    /// For each lead, the tiles that can win: those that follow, and trumps.
    pub(super) winners: [u32; Tile::COUNT],
    /// For each lead, the tiles that beat it.
    pub(super) above: [u32; Tile::COUNT],
    /// The tiles that lead a suit to which this tile belongs without leading it.
    pub(super) second_suit_leads: [u32; Tile::COUNT],
    /// The tiles between two that lead the same suit; [`APART`] for two that do not.
    pub(super) between: [[u32; Tile::COUNT]; Tile::COUNT],
    /// The trumps.
    pub(super) trumps: u32,
    /// Each trump, the highest first; 0 where there are none.
    pub(super) trumps_down: [u32; 7],
}

/// Between two tiles that lead different suits: more than any hand holds.
pub(super) const APART: u32 = u32::MAX;

impl Lines {
    pub(super) fn of(declaration: Declaration) -> &'static Self {
        static ALL: LazyLock<[Lines; Declaration::COUNT]> =
            LazyLock::new(|| Declaration::ALL.map(Lines::new));
        &ALL[declaration.index()]
    }

    fn new(declaration: Declaration) -> Self {
        let tiles = Tile::ALL;
        let set = |test: &dyn Fn(Tile) -> bool| {
            tiles.into_iter().filter(|tile| test(*tile)).fold(0u32, |bits, tile| bits | 1 << tile.index())
        };
        let strength = |lead: Tile, tile: Tile| declaration.strength(lead, tile);
        let suit = |tile: Tile| declaration.led_suit(tile);
        let trumps = declaration.trumps().map_or(0, |trumps| set(&|tile| declaration.belongs(tile, trumps)));
        let higher = |tile: Tile| {
            let trumps = TileSet::from_bits(trumps).iter();
            trumps.filter(|other| strength(*other, *other) > strength(tile, tile)).count()
        };
        Self {
            followers: tiles.map(|lead| declaration.followers(lead).bits()),
            strength: tiles.map(|lead| tiles.map(|tile| strength(lead, tile))),
            winners: tiles.map(|lead| set(&|tile| strength(lead, tile) > 0)),
            above: tiles.map(|lead| set(&|tile| strength(lead, tile) > strength(lead, lead))),
            second_suit_leads: tiles.map(|tile| {
                set(&|lead| suit(lead) != suit(tile) && declaration.followers(lead).contains(tile))
            }),
            between: tiles.map(|one| {
                tiles.map(|other| {
                    if suit(one).is_none() || suit(one) != suit(other) {
                        return APART;
                    }
                    let (a, b) = (strength(one, one), strength(one, other));
                    set(&|tile| (a.min(b) + 1..a.max(b)).contains(&strength(one, tile)))
                })
            }),
            trumps,
            trumps_down: std::array::from_fn(|place| trumps & set(&|tile| higher(tile) == place)),
        }
    }
}

/// What these tiles count.
#[inline]
pub(super) const fn count(tiles: u32) -> i32 {
    (5 * (tiles & FIVES).count_ones() + 10 * (tiles & TENS).count_ones()) as i32
}

const fn counting(points: u8) -> u32 {
    let mut bits = 0;
    let mut index = 0;
    while index < Tile::COUNT {
        if Tile::ALL[index].count() == points {
            bits |= 1 << index;
        }
        index += 1;
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_tiles_count_and_the_bits_of_all_come_to_35() {
        for (points, tiles) in [(5, "3-2 4-1 5-0"), (10, "5-5 6-4"), (1, "")] {
            let named: TileSet = tiles.split_whitespace().map(|tile| tile.parse::<Tile>().unwrap()).collect();
            assert_eq!(counting(points), named.bits(), "{points}");
        }
        assert_eq!(count(TileSet::ALL.bits()), 35);
        assert_eq!(count(FIVES), 15);
        assert_eq!(count(TENS), 20);
    }
}
