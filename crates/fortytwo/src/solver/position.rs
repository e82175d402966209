use super::Stake;
use super::layout::Layout;
use super::lines::{self, Lines};
use crate::declaration::Declaration;
use crate::seat::Seat;
use crate::tile_set::TileSet;

/// The hands that are left, as bits, and the rules that hold for them: what a search looks at and changes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Position {
    pub(super) lines: &'static Lines,
    pub(super) hands: [u32; 4],
    pub(super) stake: Stake,
    pub(super) sevens: bool,
    /// Nello: a trick counts for those who did not take it.
    pub(super) avoiding: bool,
    after: [usize; 4],
    pub(super) trick_size: usize,
}

/// A trick in the making.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trick {
    pub(super) lead: usize,
    /// How many have played.
    pub(super) played: usize,
    /// The tiles on the table.
    pub(super) tiles: u32,
    /// The strongest tile so far, and whose it is.
    pub(super) best: u8,
    pub(super) winner: usize,
}

impl Position {
    pub(super) fn new(layout: &Layout, stake: Stake) -> Self {
        let declaration = layout.declaration();
        let sits_out = declaration.sits_out(layout.bidder());
        let after = Seat::ALL.map(|seat| {
            let next = seat.left();
            if Some(next) == sits_out { next.left().index() } else { next.index() }
        });
        Self {
            lines: Lines::of(declaration),
            hands: layout.hands().0.map(|hand| hand.bits()),
            stake,
            sevens: declaration == Declaration::Sevens,
            avoiding: declaration == Declaration::Nello,
            after,
            trick_size: declaration.trick_size(),
        }
    }

    /// A trick with one more tile.
    #[inline]
    pub(super) fn with(&self, trick: Option<&Trick>, seat: usize, tile: usize) -> Trick {
        let Some(&(mut trick)) = trick else {
            let best = self.lines.strength[tile][tile];
            return Trick { lead: tile, played: 1, tiles: 1 << tile, best, winner: seat };
        };
        let strength = self.lines.strength[trick.lead][tile];
        if strength > trick.best {
            trick.best = strength;
            trick.winner = seat;
        }
        trick.played += 1;
        trick.tiles |= 1 << tile;
        trick
    }

    /// What the even team gets for a full trick.
    #[inline]
    pub(super) fn gain(&self, trick: &Trick) -> i32 {
        if (trick.winner & 1 == 0) == self.avoiding {
            return 0;
        }
        if self.stake == Stake::Points { 1 + lines::count(trick.tiles) } else { 1 }
    }

    /// What this seat may play to the trick.
    #[inline]
    pub(super) fn legal(&self, lead: Option<usize>, hand: u32) -> u32 {
        if self.sevens {
            let nearest = TileSet::from_bits(hand);
            return Declaration::Sevens.legal(None, nearest).bits();
        }
        let Some(lead) = lead else { return hand };
        let follow = hand & self.lines.followers[lead];
        if follow == 0 { hand } else { follow }
    }

    /// Who plays after this seat.
    pub(super) const fn after(&self, seat: usize) -> usize {
        self.after[seat]
    }

    /// Whether count tiles are worth their points.
    pub(super) const fn counts(&self) -> bool {
        matches!(self.stake, Stake::Points)
    }
}
