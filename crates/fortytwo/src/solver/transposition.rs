/// The transposition table: bounds of positions at the start of a trick, in one hand of tiles. A fixed number of places, the
/// newest position replacing what was at its place.
///
/// In a hand every position is the set of tiles still held and who leads: 30 bits. An entry keeps all of them, so
/// two positions are never confused, and with them the hand it belongs to, so forgetting is counting one up.
#[derive(Clone, Debug)]
pub(super) struct TranspositionTable {
    entries: Vec<u64>,
    hand: u64,
}

/// Bounds of what the even team takes from a position on, and the lead that was best so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    pub(super) least: u8,
    pub(super) most: u8,
    /// Index of a tile, or [`Self::NO_LEAD`].
    pub(super) lead: u8,
}

impl Known {
    pub(super) const NO_LEAD: u8 = 31;
}

const PLACES: usize = 1 << 16;
const KEY_BITS: u32 = 30;
const HAND_BITS: u32 = 17;

impl Default for TranspositionTable {
    fn default() -> Self {
        Self { entries: vec![0; PLACES], hand: 0 }
    }
}

impl TranspositionTable {
    /// Another hand begins: nothing is known.
    pub(super) fn forget(&mut self) {
        self.hand += 1;
        if self.hand >> HAND_BITS != 0 {
            self.entries.fill(0);
            self.hand = 1;
        }
    }

    #[inline]
    pub(super) fn get(&self, key: u32) -> Option<Known> {
        let entry = self.entries[place(key)];
        if entry >> (64 - KEY_BITS - HAND_BITS) != self.tag(key) {
            return None;
        }
        let field = |shift: u32, bits: u32| ((entry >> shift) & ((1 << bits) - 1)) as u8;
        Some(Known { least: field(0, 6), most: field(6, 6), lead: field(12, 5) })
    }

    #[inline]
    pub(super) fn put(&mut self, key: u32, known: Known) {
        let facts = u64::from(known.least) | u64::from(known.most) << 6 | u64::from(known.lead) << 12;
        self.entries[place(key)] = self.tag(key) << (64 - KEY_BITS - HAND_BITS) | facts;
    }

    fn tag(&self, key: u32) -> u64 {
        self.hand << KEY_BITS | u64::from(key)
    }
}

/// Multiplicative hashing: the top bits of the product depend on all bits of the key.
#[inline]
fn place(key: u32) -> usize {
    (key.wrapping_mul(0x9E37_79B1) >> (32 - PLACES.trailing_zeros())) as usize
}
