//! What a hand looks like it is worth, at a glance.

use crate::declaration::{Declaration, strength};
use crate::tile::Tile;
use crate::tile_set::TileSet;

/// What an experienced player would expect of a hand under a declaration.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Appraisal {
    pub(super) declaration: Declaration,
    /// Points of the team that leads, of 42.
    pub(super) points: f64,
}

impl Appraisal {
    /// Looks at seven tiles.
    ///
    /// The weights are those of a least-squares fit of exact double-dummy values: 900 random hands, their two or three
    /// most promising declarations, 16 random worlds each (R² 0.60 for a pip, 0.74 for doubles, 0.66 without trumps).
    pub(super) fn new(hand: TileSet, declaration: Declaration) -> Self {
        let trumps = trumps(declaration);
        let held = (hand & trumps).len() as f64;
        // Trumps above the highest one that is missing, and whether the second highest is there.
        let run = trumps.iter().filter(|tile| (beaters(declaration, *tile).with(*tile) - hand).is_empty());
        let run = run.count() as f64;
        let second = trumps.iter().find(|tile| beaters(declaration, *tile).len() == 1);
        let second = if second.is_some_and(|tile| hand.contains(tile)) { 1.0 } else { 0.0 };
        let side = hand - trumps;
        let winners: TileSet =
            side.iter().filter(|tile| (beaters(declaration, *tile) - trumps - hand).is_empty()).collect();
        let walking = winners.len() as f64;
        let exposed = f64::from((side - winners).count());
        let count = f64::from(hand.count());
        let points = match declaration {
            Declaration::Pip(_) => {
                18.0 + 2.75 * held + 3.0 * run + 0.9 * second + 1.75 * walking - 0.27 * exposed + 0.25 * count
            }
            Declaration::Doubles => 16.6 + 3.0 * held + 2.9 * run + 4.8 * second + 2.1 * walking,
            Declaration::NoTrump => 20.0 + 3.9 * walking - 0.36 * exposed + 0.5 * count,
            Declaration::Nello => nello(hand),
            Declaration::Sevens => sevens(hand),
        };
        Self { declaration, points }
    }

    /// The most promising of these declarations.
    pub(super) fn best(hand: TileSet, among: &[Declaration]) -> Option<Self> {
        let all = among.iter().map(|declaration| Self::new(hand, *declaration));
        all.max_by(|one, other| one.points.total_cmp(&other.points))
    }
}

/// The trumps.
pub(super) fn trumps(declaration: Declaration) -> TileSet {
    TRUMPS[declaration.index()]
}

/// The tiles that would win if this one were led.
pub(super) fn beaters(declaration: Declaration, lead: Tile) -> TileSet {
    BEATERS[declaration.index()][lead.index()]
}

static TRUMPS: [TileSet; Declaration::COUNT] = {
    let mut table = [TileSet::EMPTY; Declaration::COUNT];
    let mut row = 0;
    while row < Declaration::COUNT {
        let mut tile = 0;
        while tile < Tile::COUNT {
            if let Some(suit) = Declaration::ALL[row].trumps()
                && Declaration::ALL[row].belongs(Tile::ALL[tile], suit)
            {
                table[row] = table[row].with(Tile::ALL[tile]);
            }
            tile += 1;
        }
        row += 1;
    }
    table
};

static BEATERS: [[TileSet; Tile::COUNT]; Declaration::COUNT] = {
    let mut table = [[TileSet::EMPTY; Tile::COUNT]; Declaration::COUNT];
    let mut row = 0;
    while row < Declaration::COUNT {
        let declaration = Declaration::ALL[row];
        let mut lead = 0;
        while lead < Tile::COUNT {
            let own = strength(declaration, Tile::ALL[lead], Tile::ALL[lead]);
            let mut tile = 0;
            while tile < Tile::COUNT {
                if strength(declaration, Tile::ALL[lead], Tile::ALL[tile]) > own {
                    table[row][lead] = table[row][lead].with(Tile::ALL[tile]);
                }
                tile += 1;
            }
            lead += 1;
        }
        row += 1;
    }
    table
};

/// Nello wants low tiles: every high pip is a trick it may have to take. On the scale of points so that it can be
/// compared: a hand that is sure to lose every trick is as good as one that is sure to win them.
fn nello(hand: TileSet) -> f64 {
    let danger: f64 = hand
        .iter()
        .map(|tile| {
            let high = f64::from(tile.high().get());
            let low = f64::from(tile.low().get());
            if tile.is_double() { high * 1.2 } else { (high - 2.0).max(0.0) + 0.4 * low }
        })
        .sum();
    42.0 - danger
}

/// Sevens wants tiles near to seven pips, all of them.
fn sevens(hand: TileSet) -> f64 {
    42.0 - hand.iter().map(|tile| f64::from(tile.pips().abs_diff(7))).sum::<f64>() * 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tiles(text: &str) -> TileSet {
        text.split(' ').map(|tile| tile.parse::<Tile>().unwrap()).collect()
    }

    #[test]
    fn more_trumps_and_more_doubles_look_better() {
        let fives: Declaration = "5".parse().unwrap();
        let points = |hand: &str| Appraisal::new(tiles(hand), fives).points;
        let weak = points("5-5 5-1 4-2 3-1 2-0 1-0 6-3");
        let longer = points("5-5 5-4 5-1 4-2 3-1 2-0 1-0");
        let doubles = points("5-5 5-4 5-1 6-6 4-4 2-0 1-0");
        assert!(weak < longer && longer < doubles, "{weak} {longer} {doubles}");
    }

    #[test]
    fn the_suit_with_the_tiles_is_named() {
        let hand = tiles("4-4 6-4 5-4 4-3 6-6 2-0 1-0");
        let best = Appraisal::best(hand, &Declaration::ALL[..9]).unwrap();
        assert_eq!(best.declaration.to_string(), "4");
    }
}
