use super::{Layout, Solver, Stake};
use crate::bid::Bid;
use crate::contract::{Contract, Outcome, TRICKS, Tally};
use crate::declaration::Declaration;
use crate::seat::Team;
use crate::tile::Tile;
use crate::tile_set::TileSet;

/// What makes a contract, as a question to the [`Solver`]: this team takes at least so much from here on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Goal {
    /// What is counted.
    pub stake: Stake,
    /// Whose takings decide: the bidders', but in nello the defenders', who then take every trick.
    pub team: Team,
    /// How much of it makes the contract; more than there is when it is already set.
    pub least: u8,
}

impl Goal {
    /// What is still to be done for this contract after these tricks.
    #[must_use]
    pub fn of(contract: &Contract, tally: &Tally) -> Self {
        let bidders = contract.bidder.team();
        let left = TRICKS.saturating_sub(tally.played());
        let (stake, team, least) = match (contract.declaration, contract.bid) {
            (Declaration::Nello, _) => (Stake::Tricks, bidders.opponents(), left),
            (_, Bid::Points(points)) => {
                (Stake::Points, bidders, points.get().saturating_sub(tally.points[bidders]))
            }
            (_, Bid::Marks(_) | Bid::Splash(_) | Bid::Plunge(_)) => (Stake::Tricks, bidders, left),
        };
        let least = match contract.outcome(tally) {
            Outcome::Live => least,
            Outcome::Made => 0,
            Outcome::Set => u8::MAX,
        };
        Self { stake, team, least }
    }
}

impl Solver {
    /// Whether the contract is made when everyone plays best.
    pub fn makes(&mut self, layout: &Layout, goal: Goal) -> bool {
        self.takes(layout, goal.stake, goal.team, goal.least)
    }

    /// For each legal play, whether the contract is made after it.
    pub fn plays_that_make(&mut self, layout: &Layout, goal: Goal) -> Vec<(Tile, bool)> {
        self.plays_that_take(layout, goal.stake, goal.team, goal.least)
    }

    /// The same for some of the legal plays.
    pub fn plays_among(&mut self, layout: &Layout, goal: Goal, tiles: TileSet) -> Vec<(Tile, bool)> {
        self.plays_of_these_that_take(layout, goal, tiles)
    }
}
