//! Which plays to look at, and in which order: the better the first one, the less there is to position.

use super::lines::{self, APART};
use super::position::{Position, Trick};

/// The plays of a seat, most promising first, and of several that come to the same only one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moves {
    list: [(i16, u8); 7],
    left: u8,
}

impl Moves {
    #[inline]
    fn new() -> Self {
        Self { list: [(0, 0); 7], left: 0 }
    }

    #[inline]
    fn push(&mut self, score: i32, tile: usize) {
        self.list[self.left as usize] = (score as i16, tile as u8);
        self.left += 1;
    }

    #[inline]
    pub(super) fn next(&mut self) -> Option<usize> {
        let left = self.left as usize;
        if left == 0 {
            return None;
        }
        let mut best = 0;
        for place in 1..left {
            if self.list[place].0 > self.list[best].0 {
                best = place;
            }
        }
        let (_, tile) = self.list[best];
        self.list[best] = self.list[left - 1];
        self.left -= 1;
        Some(tile as usize)
    }
}

/// What may be led. `known` is the lead that was best before.
#[inline]
pub(super) fn leads(position: &Position, leader: usize, known: u8) -> Moves {
    let lines = position.lines;
    let hands = &position.hands;
    let hand = hands[leader];
    let others = (hands[0] | hands[1] | hands[2] | hands[3]) & !hand;
    let mut moves = Moves::new();
    let mut rest = distinct(position, position.legal(None, hand), hand, others);
    while rest != 0 {
        let tile = rest.trailing_zeros() as usize;
        rest &= rest - 1;
        let count = if position.counts() { lines::count(1 << tile) } else { 0 };
        let strength = &lines.strength[tile];
        let mut best = [0; 2];
        let mut next = position.after(leader);
        while next != leader {
            let legal = position.legal(Some(tile), hands[next]);
            let mut rest = legal & lines.winners[tile];
            while rest != 0 {
                let side = (next ^ leader) & 1;
                best[side] = best[side].max(strength[rest.trailing_zeros() as usize]);
                rest &= rest - 1;
            }
            next = position.after(next);
        }
        let mine = strength[tile];
        // The strongest on our side, on theirs: does this lead win by itself, by the partner, or not?
        let mut score = if mine > best[1] {
            60 + 2 * count
        } else if best[0] > best[1] {
            40 + 2 * count
        } else {
            -2 * count
        };
        score += i32::from(mine);
        if position.avoiding {
            score = -score;
        }
        if tile as u8 == known {
            score += 1000;
        }
        moves.push(score, tile);
    }
    moves
}

/// The order of these legal plays to the trick.
#[inline]
pub(super) fn follows(position: &Position, trick: &Trick, seat: usize, legal: u32) -> Moves {
    let lines = position.lines;
    let hands = &position.hands;
    let hand = hands[seat];
    let strength = &lines.strength[trick.lead];
    let mut moves = Moves::new();
    let others = (hands[0] | hands[1] | hands[2] | hands[3] | trick.tiles) & !hand;
    // The best that those who come after can still do.
    let (mut ours, mut theirs) = (0, 0);
    if (trick.winner ^ seat) & 1 == 0 {
        ours = trick.best
    } else {
        theirs = trick.best
    }
    let mut next = seat;
    for _ in trick.played + 1..position.trick_size {
        next = position.after(next);
        let mut rest = position.legal(Some(trick.lead), hands[next]) & lines.winners[trick.lead];
        let mut best = 0;
        while rest != 0 {
            best = best.max(strength[rest.trailing_zeros() as usize]);
            rest &= rest - 1;
        }
        if (next ^ seat) & 1 == 0 { ours = ours.max(best) } else { theirs = theirs.max(best) }
    }
    let mut rest = distinct(position, legal, hand, others);
    while rest != 0 {
        let tile = rest.trailing_zeros() as usize;
        rest &= rest - 1;
        let count = if position.counts() { lines::count(1 << tile) } else { 0 };
        let mine = strength[tile];
        let wins = mine.max(ours) > theirs;
        // What it takes to play it now, or what a tile thrown away could have won later.
        let cost = i32::from(if mine == 0 { lines.strength[tile][tile] } else { mine });
        let mut score = if wins { 100 + 4 * count - cost } else { -4 * count - cost };
        if position.avoiding {
            score = if wins { -cost } else { 100 + cost };
        }
        moves.push(score, tile);
    }
    moves
}

/// One of each group of tiles that come to the same: they count the same, lead the same suit with no tile of anyone
/// else between them, and nothing is left that leads their other suits. `others` are the tiles of the other hands and
/// those on the table.
#[inline]
fn distinct(position: &Position, legal: u32, hand: u32, others: u32) -> u32 {
    if legal & (legal - 1) == 0 {
        return legal;
    }
    let lines = position.lines;
    let mut plain = 0u32;
    let mut rest = legal;
    let alive = others | hand;
    while rest != 0 {
        let tile = rest.trailing_zeros() as usize;
        rest &= rest - 1;
        if lines.second_suit_leads[tile] & alive == 0 {
            plain |= 1 << tile;
        }
    }
    if plain & plain.wrapping_sub(1) == 0 {
        return legal;
    }
    let mut kept = legal;
    let mut rest = plain;
    while rest != 0 {
        let tile = rest.trailing_zeros() as usize;
        rest &= rest - 1;
        let mut rivals = rest;
        while rivals != 0 {
            let rival = rivals.trailing_zeros() as usize;
            rivals &= rivals - 1;
            let between = lines.between[tile][rival];
            if between != APART
                && between & others == 0
                && (!position.counts() || lines::count(1 << tile) == lines::count(1 << rival))
            {
                kept &= !(1 << tile);
                break;
            }
        }
    }
    kept
}
