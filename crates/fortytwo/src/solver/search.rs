use super::layout::Layout;
use super::lines::{self, Lines};
use super::order;
use super::transposition::{Known, TranspositionTable};
use super::{Stake, bounds};
use crate::declaration::Declaration;
use crate::seat::Seat;
use crate::tile::Tile;

/// Null-window search over one layout.
///
/// Every question is "does the even team take at least `need` from here on?", and every answer is a bound that
/// settles it: a value of at least `need` is a lower bound, a smaller one an upper bound. What was learned is kept in
/// the transposition table at the start of each trick, so that the next question starts from it.
#[derive(Debug)]
pub(super) struct Search<'a> {
    transpositions: &'a mut TranspositionTable,
    pub(super) lines: &'static Lines,
    pub(super) hands: [u32; 4],
    stake: Stake,
    sevens: bool,
    /// Nello: a trick counts for those who did not take it.
    avoiding: bool,
    after: [usize; 4],
    trick_size: usize,
    leader: usize,
    on_table: [Option<Tile>; 3],
    total: u8,
    nodes: u64,
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

impl<'a> Search<'a> {
    pub(super) fn new(transpositions: &'a mut TranspositionTable, layout: &Layout, stake: Stake) -> Self {
        transpositions.forget();
        let declaration = layout.declaration();
        let sits_out = declaration.sits_out(layout.bidder());
        let after = Seat::ALL.map(|seat| {
            let next = seat.left();
            if Some(next) == sits_out { next.left().index() } else { next.index() }
        });
        let mut on_table = [None; 3];
        on_table.iter_mut().zip(layout.table()).for_each(|(place, tile)| *place = Some(tile));
        Self {
            transpositions,
            lines: Lines::of(declaration),
            hands: layout.hands().0.map(|hand| hand.bits()),
            stake,
            sevens: declaration == Declaration::Sevens,
            avoiding: declaration == Declaration::Nello,
            after,
            trick_size: declaration.trick_size(),
            leader: layout.leader().index(),
            on_table,
            total: layout.total(stake),
            nodes: 0,
        }
    }

    /// What both teams take together from here on.
    pub(super) const fn total(&self) -> u8 {
        self.total
    }

    pub(super) const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// What the even team takes, from a guess of it.
    pub(super) fn value(&mut self, guess: u8) -> u8 {
        self.converge(guess, Self::root)
    }

    /// The same after this play.
    pub(super) fn value_after(&mut self, tile: Tile, guess: u8) -> u8 {
        self.converge(guess, |search, need| search.root_after(tile, need))
    }

    pub(super) fn even_takes(&mut self, need: i32) -> bool {
        self.root(need) >= need
    }

    pub(super) fn even_takes_after(&mut self, tile: Tile, need: i32) -> bool {
        self.root_after(tile, need) >= need
    }

    /// Asks with one need after the other until both bounds meet: MTD(f).
    fn converge(&mut self, guess: u8, ask: impl Fn(&mut Self, i32) -> i32) -> u8 {
        let (mut least, mut most) = (0, i32::from(self.total()));
        let mut need = i32::from(guess).clamp(least, most).max(1);
        // Small steps first, since the guess is often close; then halves.
        let mut step = 1;
        while least < most {
            let answer = ask(self, need);
            if answer >= need {
                least = answer;
                need = (least + step).min((least + most + 1) / 2);
            } else {
                most = answer;
                need = (most - step + 1).max((least + most + 1) / 2);
            }
            step *= 6;
        }
        u8::try_from(least).unwrap_or(0)
    }

    fn root(&mut self, need: i32) -> i32 {
        match self.table_trick() {
            None => self.trick(self.leader, need),
            Some((trick, seat)) => self.follow(&trick, seat, need),
        }
    }

    fn root_after(&mut self, tile: Tile, need: i32) -> i32 {
        let (trick, seat) = match self.table_trick() {
            None => return self.play(None, self.leader, tile.index(), need),
            Some((trick, seat)) => (trick, seat),
        };
        self.play(Some(&trick), seat, tile.index(), need)
    }

    /// What the even team takes when everyone makes the most promising play: a guess.
    pub(super) fn estimate(&mut self) -> u8 {
        let hands = self.hands;
        let mut trick = self.table_trick();
        let mut leader = self.leader;
        let mut gain = 0;
        loop {
            let seat = trick.map_or(leader, |(_, seat)| seat);
            let legal = self.legal(trick.map(|(trick, _)| trick.lead), self.hands[seat]);
            if legal == 0 {
                break;
            }
            let mut moves = match &trick {
                None => order::leads(self, leader, Known::NO_LEAD),
                Some((trick, seat)) => order::follows(self, trick, *seat, legal),
            };
            let Some(tile) = moves.next() else { break };
            let with = self.with(trick.as_ref().map(|(trick, _)| trick), seat, tile);
            self.hands[seat] &= !(1 << tile);
            trick = Some((with, self.after[seat]));
            if with.played == self.trick_size {
                gain += self.gain(&with);
                leader = with.winner;
                trick = None;
            }
        }
        self.hands = hands;
        u8::try_from(gain).unwrap_or(0)
    }

    /// The trick on the table, and who plays to it next.
    fn table_trick(&self) -> Option<(Trick, usize)> {
        let mut seat = self.leader;
        let mut trick: Option<Trick> = None;
        for tile in self.on_table.iter().flatten() {
            trick = Some(self.with(trick.as_ref(), seat, tile.index()));
            seat = self.after[seat];
        }
        Some((trick?, seat))
    }

    /// The start of a trick.
    fn trick(&mut self, leader: usize, need: i32) -> i32 {
        let [a, b, c, d] = self.hands;
        let held = a | b | c | d;
        let tricks = self.hands[leader].count_ones() as i32;
        let total = if self.stake == Stake::Points { tricks + lines::count(held) } else { tricks };
        if need <= 0 {
            return 0;
        }
        if need > total {
            return total;
        }
        if tricks == 1 {
            return self.last_trick(leader, total);
        }
        let key = held | (leader as u32) << Tile::COUNT;
        let mut known = self.transpositions.get(key).unwrap_or(Known {
            least: 0,
            most: total as u8,
            lead: Known::NO_LEAD,
        });
        if i32::from(known.least) >= need {
            return known.least.into();
        }
        if i32::from(known.most) < need {
            return known.most.into();
        }
        if !self.avoiding && !self.sevens {
            let (least, most) = bounds::sure(self, leader, tricks, total, self.stake);
            if least >= need {
                return least;
            }
            if most < need {
                return most;
            }
        }
        let even = leader & 1 == 0;
        let mut moves = order::leads(self, leader, known.lead);
        let mut best = if even { 0 } else { total };
        while let Some(tile) = moves.next() {
            let value = self.play(None, leader, tile, need);
            if even {
                best = best.max(value);
                if best >= need {
                    known.lead = tile as u8;
                    break;
                }
            } else {
                best = best.min(value);
                if best < need {
                    known.lead = tile as u8;
                    break;
                }
            }
        }
        if best >= need {
            known.least = known.least.max(best as u8);
        } else {
            known.most = known.most.min(best as u8);
        }
        self.transpositions.put(key, known);
        best
    }

    /// A seat's turn in a trick.
    fn follow(&mut self, trick: &Trick, seat: usize, need: i32) -> i32 {
        let legal = self.legal(Some(trick.lead), self.hands[seat]);
        if legal & (legal - 1) == 0 {
            return self.play(Some(trick), seat, legal.trailing_zeros() as usize, need);
        }
        let even = seat & 1 == 0;
        let mut moves = order::follows(self, trick, seat, legal);
        let mut best = if even { 0 } else { i32::MAX };
        while let Some(tile) = moves.next() {
            let value = self.play(Some(trick), seat, tile, need);
            if even {
                best = best.max(value);
                if best >= need {
                    break;
                }
            } else {
                best = best.min(value);
                if best < need {
                    break;
                }
            }
        }
        best
    }

    /// What comes of this play.
    #[inline]
    fn play(&mut self, trick: Option<&Trick>, seat: usize, tile: usize, need: i32) -> i32 {
        self.nodes += 1;
        let trick = self.with(trick, seat, tile);
        self.hands[seat] &= !(1 << tile);
        let value = if trick.played == self.trick_size {
            let gain = self.gain(&trick);
            gain + self.trick(trick.winner, need - gain)
        } else {
            self.follow(&trick, self.after[seat], need)
        };
        self.hands[seat] |= 1 << tile;
        value
    }

    #[inline]
    fn with(&self, trick: Option<&Trick>, seat: usize, tile: usize) -> Trick {
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
    fn gain(&self, trick: &Trick) -> i32 {
        if (trick.winner & 1 == 0) == self.avoiding {
            return 0;
        }
        if self.stake == Stake::Points { 1 + lines::count(trick.tiles) } else { 1 }
    }

    /// Everyone has one tile left.
    fn last_trick(&mut self, leader: usize, total: i32) -> i32 {
        self.nodes += self.trick_size as u64;
        let mut seat = leader;
        let mut trick = None;
        for _ in 0..self.trick_size {
            trick = Some(self.with(trick.as_ref(), seat, self.hands[seat].trailing_zeros() as usize));
            seat = self.after[seat];
        }
        let winner = trick.map_or(leader, |trick| trick.winner);
        if (winner & 1 == 0) == self.avoiding { 0 } else { total }
    }

    /// What this seat may play to the trick.
    #[inline]
    pub(super) fn legal(&self, lead: Option<usize>, hand: u32) -> u32 {
        if self.sevens {
            let nearest = crate::tile_set::TileSet::from_bits(hand);
            return Declaration::Sevens.legal(None, nearest).bits();
        }
        let Some(lead) = lead else { return hand };
        let follow = hand & self.lines.followers[lead];
        if follow == 0 { hand } else { follow }
    }

    pub(super) fn after(&self, seat: usize) -> usize {
        self.after[seat]
    }

    pub(super) const fn trick_size(&self) -> usize {
        self.trick_size
    }

    pub(super) const fn counts(&self) -> bool {
        matches!(self.stake, Stake::Points)
    }

    pub(super) const fn avoiding(&self) -> bool {
        self.avoiding
    }
}
