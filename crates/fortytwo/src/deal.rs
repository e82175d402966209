use chance::{Chance, SeededChance, derive_seed};

use crate::seat::BySeat;
use crate::tile::Tile;
use crate::tile_set::TileSet;

/// The hands that a seed means, dealt by [`SeededChance`].
#[must_use]
pub fn deal(seed: u32) -> BySeat<TileSet> {
    deal_by(&mut SeededChance::from_seed(seed.into()))
}

/// The hands that this luck deals: the 28 tiles by index, shuffled, seven to each seat from seat 0.
#[must_use]
pub fn deal_by(mut luck: &mut dyn Chance) -> BySeat<TileSet> {
    let mut tiles = Tile::ALL;
    // The method of the reference: a trait object has none.
    Chance::shuffle(&mut luck, &mut tiles);
    let (hands, _) = tiles.as_chunks::<7>();
    BySeat(std::array::from_fn(|seat| hands[seat].iter().copied().collect()))
}

/// Whether these are four hands of seven that hold every tile once.
#[must_use]
pub(crate) fn is_deal(hands: &BySeat<TileSet>) -> bool {
    let sevens = hands.iter().all(|(_, hand)| hand.len() == 7);
    sevens && hands.0.into_iter().fold(TileSet::EMPTY, TileSet::union) == TileSet::ALL
}

/// The seed of hand number `hand` of a game, the first being 0, from the seed of the hand before it:
/// `hash32(previous seed, hand, "redeal")` as [`derive_seed`] defines it.
#[must_use]
pub fn next_seed(previous: u32, hand: u32) -> u32 {
    derive_seed(previous, hand, "redeal")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_means_these_hands_for_ever() {
        let hands = deal(42).0.map(|hand| hand.to_string());
        assert_eq!(hands, PINNED);
        assert_eq!((next_seed(42, 1), next_seed(42, 2)), PINNED_SEEDS);
    }

    const PINNED: [&str; 4] = [
        "0-0 2-2 3-0 4-0 4-2 6-0 6-3",
        "1-0 3-3 4-3 5-2 6-4 6-5 6-6",
        "1-1 3-1 4-1 4-4 5-0 5-1 5-3",
        "2-0 2-1 3-2 5-4 5-5 6-1 6-2",
    ];
    const PINNED_SEEDS: (u32, u32) = (255_484_672, 1_529_741_532);

    #[test]
    fn every_tile_is_dealt_once() {
        for seed in 0..1000 {
            let hands = deal(seed);
            assert!(hands.iter().all(|(_, hand)| hand.len() == 7));
            assert_eq!(hands.0.into_iter().fold(TileSet::EMPTY, TileSet::union), TileSet::ALL);
        }
    }
}
