use super::layout::Layout;
use super::lines;
use super::order;
use super::position::{Position, Trick};
use super::transposition::{Known, TranspositionTable};
use super::{Stake, bounds};
use crate::tile::Tile;

/// Null-window search over one layout.
///
/// Every question is "does the even team take at least `need` from here on?", and every answer is a bound that
/// settles it: a value of at least `need` is a lower bound, a smaller one an upper bound. What was learned is kept in
/// the transposition table at the start of each trick, so that the next question starts from it.
#[derive(Debug)]
pub(super) struct Search<'a> {
    transpositions: &'a mut TranspositionTable,
    position: Position,
    leader: usize,
    on_table: [Option<Tile>; 3],
    total: u8,
    nodes: u64,
}

impl<'a> Search<'a> {
    pub(super) fn new(transpositions: &'a mut TranspositionTable, layout: &Layout, stake: Stake) -> Self {
        transpositions.forget();
        let mut on_table = [None; 3];
        on_table.iter_mut().zip(layout.table()).for_each(|(place, tile)| *place = Some(tile));
        Self {
            transpositions,
            position: Position::new(layout, stake),
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
        let hands = self.position.hands;
        let mut trick = self.table_trick();
        let mut leader = self.leader;
        let mut gain = 0;
        loop {
            let seat = trick.map_or(leader, |(_, seat)| seat);
            let legal = self.position.legal(trick.map(|(trick, _)| trick.lead), self.position.hands[seat]);
            if legal == 0 {
                break;
            }
            let mut moves = match &trick {
                None => order::leads(&self.position, leader, Known::NO_LEAD),
                Some((trick, seat)) => order::follows(&self.position, trick, *seat, legal),
            };
            let Some(tile) = moves.next() else { break };
            let with = self.position.with(trick.as_ref().map(|(trick, _)| trick), seat, tile);
            self.position.hands[seat] &= !(1 << tile);
            trick = Some((with, self.position.after(seat)));
            if with.played == self.position.trick_size {
                gain += self.position.gain(&with);
                leader = with.winner;
                trick = None;
            }
        }
        self.position.hands = hands;
        u8::try_from(gain).unwrap_or(0)
    }

    /// The trick on the table, and who plays to it next.
    fn table_trick(&self) -> Option<(Trick, usize)> {
        let mut seat = self.leader;
        let mut trick: Option<Trick> = None;
        for tile in self.on_table.iter().flatten() {
            trick = Some(self.position.with(trick.as_ref(), seat, tile.index()));
            seat = self.position.after(seat);
        }
        Some((trick?, seat))
    }

    /// The start of a trick.
    fn trick(&mut self, leader: usize, need: i32) -> i32 {
        let [a, b, c, d] = self.position.hands;
        let held = a | b | c | d;
        let tricks = self.position.hands[leader].count_ones() as i32;
        let total = if self.position.counts() { tricks + lines::count(held) } else { tricks };
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
        if !self.position.avoiding && !self.position.sevens {
            let (least, most) = bounds::sure(&self.position, leader, tricks, total);
            if least >= need {
                return least;
            }
            if most < need {
                return most;
            }
        }
        let even = leader & 1 == 0;
        let mut moves = order::leads(&self.position, leader, known.lead);
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
        let legal = self.position.legal(Some(trick.lead), self.position.hands[seat]);
        if legal & (legal - 1) == 0 {
            return self.play(Some(trick), seat, legal.trailing_zeros() as usize, need);
        }
        let even = seat & 1 == 0;
        let mut moves = order::follows(&self.position, trick, seat, legal);
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
        let trick = self.position.with(trick, seat, tile);
        self.position.hands[seat] &= !(1 << tile);
        let value = if trick.played == self.position.trick_size {
            let gain = self.position.gain(&trick);
            gain + self.trick(trick.winner, need - gain)
        } else {
            self.follow(&trick, self.position.after(seat), need)
        };
        self.position.hands[seat] |= 1 << tile;
        value
    }

    /// Everyone has one tile left.
    fn last_trick(&mut self, leader: usize, total: i32) -> i32 {
        self.nodes += self.position.trick_size as u64;
        let mut seat = leader;
        let mut trick = None;
        for _ in 0..self.position.trick_size {
            trick = Some(self.position.with(
                trick.as_ref(),
                seat,
                self.position.hands[seat].trailing_zeros() as usize,
            ));
            seat = self.position.after(seat);
        }
        let winner = trick.map_or(leader, |trick| trick.winner);
        if (winner & 1 == 0) == self.position.avoiding { 0 } else { total }
    }
}
