use super::Stake;
use crate::declaration::{Declaration, Suit};
use crate::seat::BySeat;
use crate::tile::{Pip, Tile};
use crate::tile_set::TileSet;

/// Finds positions of one hand that come to the same, because they differ only in ranks that nobody can tell apart.
///
/// The tiles that lead one suit form a class. Inside it only their order matters, so a tile may stand for a higher
/// one that is gone if no other lies between, both were dealt to the same seat, both count the same, and neither
/// belongs to another suit that can still be led. [`Self::canonical`] moves every tile as far up as that goes.
///
/// The pips 0 to 6 make classes of the tiles whose higher half they are; since a tile's index counts through those,
/// a class is a field of adjacent bits, the higher rank the higher bit. Trumps, or doubles where they are a suit, are
/// in no such field: they are the one class that is gathered tile by tile.
#[derive(Clone, Debug)]
pub(super) struct Twins {
    /// Canonical forms of the classes; 0 where they were not asked for yet.
    forms: Vec<u8>,
    /// The tiles of the suit that stands apart, and each of them from the lowest up.
    apart: u32,
    apart_up: [u32; 7],
    /// The tiles that were dealt.
    dealt: u32,
    /// What tells tiles apart: whose they are, and what they count.
    marks: [u8; Tile::COUNT],
}

/// The bits of the class of each pip, and the tiles of higher classes that belong to its suit, under its double.
const CLASS: [u32; 7] = per_pip(true);
const GUESTS: [u32; 7] = per_pip(false);
/// Where the forms of each class start: a class of `n` tiles has 4^n; at the end the class that stands apart.
const START: [usize; 8] = [0, 4, 20, 84, 340, 1364, 5460, 21844];
const FORMS: usize = START[7] + 128;

impl Default for Twins {
    fn default() -> Self {
        Self { forms: vec![0; FORMS], apart: 0, apart_up: [0; 7], dealt: 0, marks: [0; Tile::COUNT] }
    }
}

impl Twins {
    /// Another hand begins.
    pub(super) fn start(&mut self, declaration: Declaration, hands: &BySeat<TileSet>, stake: Stake) {
        self.forms.fill(0);
        let apart = match declaration {
            Declaration::Pip(pip) => Some(Suit::Pip(pip)),
            Declaration::Doubles | Declaration::Nello => Some(Suit::Doubles),
            Declaration::NoTrump | Declaration::Sevens => None,
        };
        let mut tiles: Vec<Tile> =
            Tile::ALL.into_iter().filter(|t| apart.is_some_and(|suit| declaration.belongs(*t, suit))).collect();
        tiles.sort_by_key(|tile| declaration.strength(*tile, *tile));
        self.apart_up = [0; 7];
        self.apart_up.iter_mut().zip(&tiles).for_each(|(bit, tile)| *bit = 1 << tile.index());
        self.apart = tiles.into_iter().collect::<TileSet>().bits();
        self.dealt = 0;
        for (seat, hand) in hands.iter() {
            self.dealt |= hand.bits();
            for tile in *hand {
                let count = if stake == Stake::Points { tile.count() } else { 0 };
                self.marks[tile.index()] = count << 2 | u8::from(seat);
            }
        }
    }

    /// The same set of tiles for all positions that come to the same.
    #[inline]
    pub(super) fn canonical(&mut self, held: u32) -> u32 {
        let plain = held & !self.apart;
        let mut canonical = 0;
        let mut alive = 0;
        for pip in 0..7 {
            let class = plain & CLASS[pip];
            if class == 0 {
                continue;
            }
            let shift = pip * (pip + 1) / 2;
            let mask = (class >> shift) as usize;
            let guests = usize::from(plain & GUESTS[pip] != 0);
            // Which lower suits can be led, and whether guests rank below the double.
            let around = guests << pip | alive;
            let place = START[pip] + (around << (pip + 1) | mask);
            let mut form = self.forms[place];
            if form == 0 {
                form = self.form_of_class(pip, mask, around);
                self.forms[place] = form;
            }
            canonical |= u32::from(form) << shift;
            alive |= 1 << pip;
        }
        if held & self.apart != 0 {
            canonical |= self.canonical_apart(held);
        }
        canonical
    }

    fn form_of_class(&self, pip: usize, mask: usize, around: usize) -> u8 {
        let first = pip * (pip + 1) / 2;
        let dealt = (self.dealt & !self.apart) >> first;
        // A lower suit that can be led fixes the tile that belongs to it, guests fix the double: the same bits.
        slide(7.min(pip + 1), mask, |bit| {
            (dealt >> bit & 1 == 1 && around >> bit & 1 == 0).then(|| self.marks[first + bit])
        })
    }

    fn canonical_apart(&mut self, held: u32) -> u32 {
        let mut mask = 0;
        for (bit, tile) in self.apart_up.iter().enumerate() {
            mask |= usize::from(held & tile != 0) << bit;
        }
        let place = START[7] + mask;
        let mut form = self.forms[place];
        if form == 0 {
            form = slide(7, mask, |bit| {
                let tile = self.apart_up[bit];
                (self.dealt & tile != 0).then(|| self.marks[tile.trailing_zeros() as usize])
            });
            self.forms[place] = form;
        }
        let mut tiles = 0;
        for (bit, tile) in self.apart_up.iter().enumerate() {
            if form >> bit & 1 == 1 {
                tiles |= tile;
            }
        }
        tiles
    }
}

/// Moves the bits of a mask up, from the highest down, each to the highest place below the one before it that has the
/// same mark; a place without a mark is fixed and takes no other.
fn slide(width: usize, mask: usize, mark: impl Fn(usize) -> Option<u8>) -> u8 {
    let mut form = 0;
    let mut below = width;
    for bit in (0..width).rev().filter(|bit| mask >> bit & 1 == 1) {
        let wanted = mark(bit);
        let place =
            (bit..below).rev().find(|place| wanted.is_some() && mark(*place) == wanted).unwrap_or(bit);
        form |= 1 << place;
        below = place;
    }
    form
}

const fn per_pip(class: bool) -> [u32; 7] {
    let mut bits = [0; 7];
    let mut index = 0;
    while index < Tile::COUNT {
        let tile = Tile::ALL[index];
        let pip: Pip = if class { tile.high() } else { tile.low() };
        if class || !tile.is_double() {
            bits[pip.get() as usize] |= 1 << index;
        }
        index += 1;
    }
    bits
}
