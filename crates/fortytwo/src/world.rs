use chance::{Chance, InputError};

use crate::seat::{BySeat, Seat};
use crate::sight::Sight;
use crate::tile::Tile;
use crate::tile_set::TileSet;

/// All the ways in which the tiles that a seat cannot see may lie, given the voids that were shown.
///
/// The ways are counted exactly, tile by tile, over how many tiles each seat still lacks. So drawing one never fails
/// and never favours any, however tight the voids are.
///
/// ```
/// use chance::SeededChance;
/// use fortytwo::{BySeat, Seat, Sight, Worlds, deal};
///
/// let hands = deal(7);
/// let sight = Sight::new(Seat::ALL[0], Seat::ALL[3], hands[Seat::ALL[0]])?;
/// let worlds = Worlds::of(&sight)?;
/// assert_eq!(worlds.count(), 399_072_960); // 21! / (7! 7! 7!)
/// let world = worlds.draw(&mut SeededChance::from_seed(1));
/// assert_eq!(world[Seat::ALL[0]], hands[Seat::ALL[0]]);
/// assert!(world.0.iter().all(|hand| hand.len() == 7));
/// # Ok::<(), fortytwo::InputError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Worlds {
    /// What is known to be in each hand.
    known: BySeat<TileSet>,
    /// What is not known to be anywhere, and who may hold it.
    tiles: Vec<(Tile, [bool; 4])>,
    /// How many of those each seat holds.
    lacks: [usize; 4],
    /// For each number of tiles not yet dealt and what the seats still lack, the ways to deal them.
    ways: Vec<u64>,
}

impl Worlds {
    /// What a seat can think of.
    ///
    /// # Errors
    ///
    /// [`InputError`] if what it saw cannot have happened.
    pub fn of(sight: &Sight) -> Result<Self, InputError> {
        let known = Seat::ALL.map(|seat| if seat == sight.seat() { sight.hand() } else { TileSet::EMPTY });
        let unknown = TileSet::ALL.minus(sight.seen());
        let lacks = Seat::ALL.map(|seat| if seat == sight.seat() { 0 } else { sight.held(seat) });
        let denied = Seat::ALL.map(|seat| sight.denied(seat));
        Self::new(BySeat(known), unknown, BySeat(lacks), BySeat(denied))
    }

    /// The ways to deal the `unknown` tiles so that each seat gets as many as it `lacks` and none that it is `denied`.
    ///
    /// # Errors
    ///
    /// [`InputError`] if there is no such way.
    pub fn new(
        known: BySeat<TileSet>,
        unknown: TileSet,
        lacks: BySeat<usize>,
        denied: BySeat<TileSet>,
    ) -> Result<Self, InputError> {
        let total: usize = lacks.0.iter().sum();
        if total != unknown.len() || lacks.0.iter().any(|lack| *lack > 28) {
            let expected = format!("places for {} unknown tiles", unknown.len());
            return Err(InputError::new("hands", expected, total.to_string()));
        }
        let tiles = unknown.iter().map(|tile| (tile, denied.0.map(|set| !set.contains(tile)))).collect();
        let mut worlds = Self { known, tiles, lacks: lacks.0, ways: Vec::new() };
        worlds.count_ways();
        if worlds.count() == 0 {
            return Err(InputError::new("plays", "voids that some deal allows", "voids that none does"));
        }
        Ok(worlds)
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.ways.get(self.place(self.lacks)).copied().unwrap_or(0)
    }

    /// One of them, each as likely as any other.
    pub fn draw(&self, luck: &mut (impl Chance + ?Sized)) -> BySeat<TileSet> {
        let mut left = below(luck, self.count());
        let mut hands = self.known;
        let mut lacks = self.lacks;
        // The number drawn is the place of a world in the order of this loop.
        for (tile, allowed) in self.tiles.iter().rev() {
            for seat in Seat::ALL {
                let Some(after) = self.dealt_to(seat, *allowed, lacks) else { continue };
                let ways = self.ways[self.place(after)];
                if left < ways {
                    lacks = after;
                    hands[seat] = hands[seat].with(*tile);
                    break;
                }
                left -= ways;
            }
        }
        hands
    }

    /// Every one of them: for small numbers.
    #[must_use]
    pub fn all(&self) -> Vec<BySeat<TileSet>> {
        let mut worlds = vec![(self.known, self.lacks)];
        for (tile, allowed) in self.tiles.iter().rev() {
            let mut next = Vec::with_capacity(worlds.len());
            for (hands, lacks) in worlds {
                for seat in Seat::ALL {
                    let Some(after) = self.dealt_to(seat, *allowed, lacks) else { continue };
                    if self.ways[self.place(after)] > 0 {
                        let mut hands = hands;
                        hands[seat] = hands[seat].with(*tile);
                        next.push((hands, after));
                    }
                }
            }
            worlds = next;
        }
        worlds.into_iter().map(|(hands, _)| hands).collect()
    }

    /// Fills in the ways from no tile up: tile number `n` goes to any seat that may hold it and lacks one, and the
    /// tiles before it have their ways.
    fn count_ways(&mut self) {
        let size = self.lacks.iter().map(|lack| lack + 1).product();
        self.ways = vec![0; size];
        self.ways[0] = 1;
        let [a, b, c, d] = self.lacks;
        // How many tiles are dealt follows from what is lacked, so one table serves all of them; a place only looks
        // at places with one tile fewer, which come before it.
        for w in 0..=a {
            for x in 0..=b {
                for y in 0..=c {
                    for z in 0..=d {
                        let lacks = [w, x, y, z];
                        let Some(last) = (w + x + y + z).checked_sub(1) else { continue };
                        let allowed = self.tiles[last].1;
                        let after = Seat::ALL.into_iter().filter_map(|s| self.dealt_to(s, allowed, lacks));
                        let ways = after.map(|after| self.ways[self.place(after)]).sum();
                        let place = self.place(lacks);
                        self.ways[place] = ways;
                    }
                }
            }
        }
    }

    /// What is lacked after this seat got a tile that these seats may hold.
    fn dealt_to(&self, seat: Seat, allowed: [bool; 4], mut lacks: [usize; 4]) -> Option<[usize; 4]> {
        let seat = seat.index();
        if !allowed[seat] || lacks[seat] == 0 {
            return None;
        }
        lacks[seat] -= 1;
        Some(lacks)
    }

    fn place(&self, lacks: [usize; 4]) -> usize {
        lacks.iter().zip(self.lacks).fold(0, |place, (lack, most)| place * (most + 1) + lack)
    }
}

/// A uniform number below a bound that may need two words; 0 below 0.
fn below(luck: &mut (impl Chance + ?Sized), bound: u64) -> u64 {
    if let Ok(small) = u32::try_from(bound) {
        return if small == 0 { 0 } else { luck.below(small).into() };
    }
    let accepted = u64::MAX - (u64::MAX % bound + 1) % bound;
    loop {
        let word = u64::from(luck.next_word()) << 32 | u64::from(luck.next_word());
        if word <= accepted {
            return word % bound;
        }
    }
}
