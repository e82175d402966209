//! How a hand goes on when everybody plays by rule of thumb.

use super::heuristic::Turn;
use crate::contract::{Contract, Outcome, Tally};
use crate::declaration::trick_points;
use crate::seat::{BySeat, Seat};
use crate::sight::Sight;
use crate::solver::{Goal, Layout, Solver};
use crate::tile::Tile;
use crate::tile_set::TileSet;

/// With so many tricks left the tiles are laid face up.
const FACE_UP: usize = 3;

/// One world, played on without looking at the tiles of others: what every seat knows by itself decides. It is blind to
/// much, but unlike best play with all tiles face up it never knows what cannot be known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rollout {
    contract: Contract,
    hands: BySeat<TileSet>,
    played: TileSet,
    leader: Seat,
    table: [Tile; 4],
    on_table: usize,
    tally: Tally,
}

impl Rollout {
    /// The hand that a seat sees, if the others held this.
    pub(super) fn of(sight: &Sight, contract: Contract, world: BySeat<TileSet>) -> Self {
        let mut rollout = Self::new(contract, world);
        rollout.played = sight.seen() - sight.hand();
        rollout.leader = sight.leader();
        rollout.tally = *sight.tally();
        for tile in sight.table() {
            rollout.lay(*tile);
        }
        rollout
    }

    /// The hand before its first lead.
    pub(super) fn new(contract: Contract, mut hands: BySeat<TileSet>) -> Self {
        if let Some(seat) = contract.sits_out() {
            hands[seat] = TileSet::EMPTY;
        }
        let (played, tally, leader) = (TileSet::EMPTY, Tally::default(), contract.leader());
        Self { contract, hands, played, leader, table: [Tile::ALL[0]; 4], on_table: 0, tally }
    }

    /// Whether the contract is made after this play of the seat whose turn it is.
    pub(super) fn makes_after(mut self, tile: Tile, solver: &mut Solver) -> bool {
        self.play(self.turn(), tile);
        self.makes(solver)
    }

    /// Whether the contract is made.
    pub(super) fn makes(mut self, solver: &mut Solver) -> bool {
        loop {
            if self.on_table == 0 {
                match self.contract.outcome(&self.tally) {
                    Outcome::Live => {}
                    outcome @ (Outcome::Made | Outcome::Set) => return outcome == Outcome::Made,
                }
                if self.hands[self.leader].len() <= FACE_UP {
                    let goal = Goal::of(&self.contract, &self.tally);
                    return self.layout().is_some_and(|layout| solver.makes(&layout, goal));
                }
            }
            if self.step().is_none() {
                return false;
            }
        }
    }

    /// Lets the seat whose turn it is play; `None` without a tile.
    fn step(&mut self) -> Option<Tile> {
        let (contract, leader, seat) = (&self.contract, self.leader, self.turn());
        let (hand, table) = (self.hands[seat], &self.table[..self.on_table]);
        let tile = Turn { contract, seat, hand, seen: self.played | hand, leader, table }.play()?;
        self.play(seat, tile);
        Some(tile)
    }

    fn turn(&self) -> Seat {
        (0..self.on_table).fold(self.leader, |seat, _| self.contract.after(seat))
    }

    fn play(&mut self, seat: Seat, tile: Tile) {
        self.hands[seat] = self.hands[seat].without(tile);
        self.played = self.played.with(tile);
        self.lay(tile);
        let table = &self.table[..self.on_table];
        if table.len() == self.contract.declaration.trick_size() {
            let places = self.contract.declaration.winner(table).unwrap_or(0);
            self.leader = (0..places).fold(self.leader, |seat, _| self.contract.after(seat));
            self.tally = self.tally.with_trick(self.leader.team(), trick_points(table));
            self.on_table = 0;
        }
    }

    fn lay(&mut self, tile: Tile) {
        self.table[self.on_table] = tile;
        self.on_table += 1;
    }

    fn layout(&self) -> Option<Layout> {
        let Contract { declaration, bidder, .. } = self.contract;
        Layout::new(declaration, bidder, self.hands, self.leader, &[]).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ai::{Bot, Skill, play_hand};
    use crate::deal::deal;
    use crate::house::HouseRules;

    #[test]
    fn a_rollout_plays_as_four_sensible_players_do() {
        let (mut compared, mut solver) = (0, Solver::new());
        for seed in 0..60 {
            let mut bots = BySeat(Seat::ALL.map(|_| Bot::new(Skill::Heuristic, 1)));
            let record = play_hand(deal(seed), Seat::ALL[0], HouseRules::EVERYTHING, &mut bots).unwrap();
            let Some(contract) = record.contract else { continue };
            let mut rollout = Rollout::new(contract, record.hands);
            for tile in &record.plays {
                assert_eq!(rollout.step(), Some(*tile), "{record:?}");
                compared += 1;
            }
            assert_eq!(rollout.tally, record.tally);
            let made = record.award().unwrap().0 == contract.bidder.team();
            assert_eq!(rollout.makes(&mut solver), made, "{record:?}");
        }
        assert!(compared > 600, "{compared}");
    }
}
