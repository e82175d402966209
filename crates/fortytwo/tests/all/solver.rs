//! The solver against plain minimax: no pruning, no table, no merging, nothing shared but the rules.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::HashMap;

use chance::{Chance as _, SeededChance};
use fortytwo::{BySeat, Declaration, Layout, Seat, Solver, Stake, Team, Tile, TileSet, deal, trick_points};

/// A layout as a list of facts, played on by the rules alone.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Plain {
    hands: [TileSet; 4],
    leader: usize,
    trick: Vec<Tile>,
}

struct Minimax {
    declaration: Declaration,
    sits_out: Option<usize>,
    stake: Stake,
    /// Where hands are long, positions are remembered; nothing else is saved.
    memory: Option<HashMap<Plain, u8>>,
}

impl Minimax {
    fn next(&self, seat: usize) -> usize {
        let next = (seat + 1) % 4;
        if self.sits_out == Some(next) { (next + 1) % 4 } else { next }
    }

    /// What seats 0 and 2 take from here on.
    fn even(&mut self, plain: &Plain) -> u8 {
        if let Some(value) = self.memory.as_ref().and_then(|memory| memory.get(plain)) {
            return *value;
        }
        let turn = plain.trick.iter().fold(plain.leader, |seat, _| self.next(seat));
        let legal = self.declaration.legal(plain.trick.first().copied(), plain.hands[turn]);
        let values: Vec<u8> = legal.iter().map(|tile| self.after(plain, turn, tile)).collect();
        // In nello the bidder avoids tricks and the others force them on it.
        let greedy = self.declaration != Declaration::Nello;
        let best = if (turn % 2 == 0) == greedy { values.iter().max() } else { values.iter().min() };
        let value = best.copied().unwrap_or(0);
        if let Some(memory) = &mut self.memory {
            memory.insert(plain.clone(), value);
        }
        value
    }

    fn after(&mut self, plain: &Plain, turn: usize, tile: Tile) -> u8 {
        let mut next = plain.clone();
        next.hands[turn] = next.hands[turn].without(tile);
        next.trick.push(tile);
        if next.trick.len() < self.declaration.trick_size() {
            return self.even(&next);
        }
        let winner =
            (0..self.declaration.winner(&next.trick).unwrap()).fold(plain.leader, |s, _| self.next(s));
        let worth = if self.stake == Stake::Points { trick_points(&next.trick) } else { 1 };
        next = Plain { hands: next.hands, leader: winner, trick: vec![] };
        self.even(&next) + if winner % 2 == 0 { worth } else { 0 }
    }
}

/// A random position with this many tiles in the longest hand.
fn position(luck: &mut SeededChance, declaration: Declaration, size: usize) -> Layout {
    let bidder = Seat::ALL[luck.below(4) as usize];
    let sits_out = declaration.sits_out(bidder);
    let mut leader = Seat::ALL[luck.below(4) as usize];
    if sits_out == Some(leader) {
        leader = leader.left();
    }
    let mut tiles = Tile::ALL;
    luck.shuffle(&mut tiles);
    let mut hands = BySeat([0, 1, 2, 3].map(|seat| tiles[seat * size..][..size].iter().copied().collect()));
    if let Some(seat) = sits_out {
        hands[seat] = TileSet::EMPTY;
    }
    let mut layout = Layout::new(declaration, bidder, hands, leader, &[]).unwrap();
    let on_table = [0, 1, 2, 3][luck.below(4) as usize] % declaration.trick_size();
    for _ in 0..on_table {
        let mut legal: Vec<Tile> = layout.legal().iter().collect();
        luck.shuffle(&mut legal);
        layout = layout.after_play(legal[0]).unwrap();
    }
    layout
}

fn check(solver: &mut Solver, layout: &Layout, stake: Stake, remember: bool) {
    let mut minimax = Minimax {
        declaration: layout.declaration(),
        sits_out: layout.declaration().sits_out(layout.bidder()).map(Seat::index),
        stake,
        memory: remember.then(HashMap::new),
    };
    let plain =
        Plain { hands: layout.hands().0, leader: layout.leader().index(), trick: layout.table().collect() };
    let turn = layout.turn();
    let expected: Vec<(Tile, u8)> =
        layout.legal().iter().map(|tile| (tile, minimax.after(&plain, turn.index(), tile))).collect();
    assert_eq!(solver.plays(layout, stake, Team::Even), expected, "{layout:?} {stake:?}");
    let even = minimax.even(&plain);
    assert_eq!(solver.value(layout, stake, Team::Even), even, "{layout:?} {stake:?}");
    let total = even + solver.value(layout, stake, Team::Odd);
    for least in 0..=total + 1 {
        assert_eq!(solver.takes(layout, stake, Team::Even, least), even >= least, "{least} of {layout:?}");
        assert_eq!(
            solver.takes(layout, stake, Team::Odd, least),
            total - even >= least,
            "{least} of {layout:?}"
        );
    }
    let least = even.max(1);
    let takes: Vec<(Tile, bool)> = expected.iter().map(|(tile, value)| (*tile, *value >= least)).collect();
    assert_eq!(solver.plays_that_take(layout, stake, Team::Even, least), takes, "{layout:?}");
}

#[test]
fn the_solver_agrees_with_minimax_on_thousands_of_endgames() {
    let mut luck = SeededChance::from_seed(1);
    let mut solver = Solver::new();
    for declaration in Declaration::ALL {
        for stake in [Stake::Points, Stake::Tricks] {
            for size in [1, 2, 3, 3, 3, 3] {
                for _ in 0..60 {
                    check(&mut solver, &position(&mut luck, declaration, size), stake, false);
                }
            }
            for _ in 0..8 {
                check(&mut solver, &position(&mut luck, declaration, 4), stake, false);
            }
        }
    }
}

#[test]
fn the_solver_agrees_with_minimax_on_longer_hands() {
    let mut luck = SeededChance::from_seed(2);
    let mut solver = Solver::new();
    for declaration in Declaration::ALL {
        for stake in [Stake::Points, Stake::Tricks] {
            check(&mut solver, &position(&mut luck, declaration, 5), stake, true);
        }
    }
}

#[test]
#[ignore = "minimax needs a minute for hands of six; run with -- --ignored"]
fn the_solver_agrees_with_minimax_on_hands_of_six() {
    let mut luck = SeededChance::from_seed(3);
    let mut solver = Solver::new();
    for declaration in Declaration::ALL {
        let stake = if declaration.is_special() { Stake::Tricks } else { Stake::Points };
        check(&mut solver, &position(&mut luck, declaration, 6), stake, true);
    }
}

#[test]
fn whole_deals_are_split_without_a_rest_and_every_lead_is_consistent() {
    let mut solver = Solver::new();
    for (seed, declaration) in (0..).zip(Declaration::ALL) {
        let layout = Layout::deal(declaration, Seat::ALL[0], deal(seed)).unwrap();
        let stake = if declaration.is_special() { Stake::Tricks } else { Stake::Points };
        let value = solver.value(&layout, stake, Team::Even);
        assert_eq!(value + solver.value(&layout, stake, Team::Odd), layout.total(stake));
        let leads = solver.plays(&layout, stake, Team::Even).into_iter().map(|(_, value)| value);
        // The leader plays for the most, but in nello for the least.
        let best = if declaration == Declaration::Nello { leads.min() } else { leads.max() };
        assert_eq!(best, Some(value), "{declaration}");
    }
}
