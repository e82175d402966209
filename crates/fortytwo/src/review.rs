use chance::InputError;
use serde::Serialize;

use crate::ai::HandRecord;
use crate::contract::{Contract, Tally};
use crate::declaration::trick_points;
use crate::hint::Share;
use crate::seat::{BySeat, Seat};
use crate::solver::{Goal, Layout, Solver, Stake};
use crate::tile::Tile;

/// What one play of a finished hand cost, against the best there was with all tiles face up.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "FortyTwoPlayReview"))]
pub struct PlayReview {
    /// The trick, the first being 1.
    pub trick: u8,
    /// Who played.
    pub seat: Seat,
    /// What was played.
    pub tile: Tile,
    /// The best play; the one that was made if that is as good as any.
    pub best: Tile,
    /// What the play lost: points of 42, or tricks where only tricks matter.
    pub cost: u8,
    /// Whether it turned the contract: made into set by the bidders, or set into made by the defenders.
    pub decisive: bool,
    /// Every legal tile.
    pub legal: Vec<TileReview>,
}

/// A legal tile of a play: what it was worth with all tiles face up, and by what its seat could know.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "FortyTwoTileReview"))]
pub struct TileReview {
    /// The tile.
    pub tile: Tile,
    /// What the bidders end with after it when everyone plays best from there on: points of 42, or tricks where only those
    /// matter.
    pub value: u8,
    /// In how many deals that the seat had to reckon with its team wins the hand after it: bidders make the bid, defenders
    /// set it. Absent for a forced play, and until they are looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub known: Option<Share>,
}

/// A tile, and what the bidders end with after it when everyone plays best from there on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "FortyTwoTileValue"))]
pub struct TileValue {
    /// The tile.
    pub tile: Tile,
    /// Points of 42, or tricks where only those matter.
    pub value: u8,
}

/// What the plays of a hand cost.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "FortyTwoHandReview"))]
pub struct HandReview {
    /// In the order of play.
    pub plays: Vec<PlayReview>,
    /// What each seat lost in all.
    pub cost: BySeat<u16>,
    /// Whether the contract would have been made had everyone played best.
    pub makeable: bool,
    /// What the bidders end with when everyone plays best: points, or tricks where only those matter.
    pub best: u8,
    /// What they came to: the same from the last play on, so that costs add up to the difference.
    pub reached: u8,
}

impl HandReview {
    /// Reviews a hand. One that all passed has no plays.
    ///
    /// Costs are judged play by play, from where the hand stood. They add up: what the bidders took is what best play
    /// by all would have given them, less their costs, plus those of the defenders.
    ///
    /// # Errors
    ///
    /// [`InputError`] if the plays of the record cannot be made in its hands.
    pub fn new(record: &HandRecord, solver: &mut Solver) -> Result<Self, InputError> {
        let (plays, cost) = (Vec::new(), BySeat::default());
        let mut review = Self { plays, cost, makeable: false, best: 0, reached: 0 };
        let Some(contract) = record.contract else { return Ok(review) };
        let mut hands = record.hands;
        if let Some(seat) = contract.sits_out() {
            hands[seat] = crate::tile_set::TileSet::EMPTY;
        }
        let mut layout = Layout::new(contract.declaration, contract.bidder, hands, contract.leader(), &[])?;
        let mut tally = Tally::default();
        review.makeable = solver.makes(&layout, Goal::of(&contract, &tally));
        let size = contract.declaration.trick_size();
        for (place, &tile) in record.plays.iter().enumerate() {
            let seat = layout.turn();
            let goal = Goal::of(&contract, &tally);
            // What makes the contract is good for the bidders and bad for the others, also in nello.
            let wants_more = seat.team() == contract.bidder.team();
            let legal = solver.plays(&layout, goal.stake, goal.team);
            let refusal =
                || InputError::new("plays", format!("a legal play of seat {seat}"), tile.to_string());
            let chosen = legal.iter().find(|(other, _)| *other == tile).map(|(_, value)| *value);
            let chosen = chosen.ok_or_else(refusal)?;
            let better = |value: u8| if wants_more { i16::from(value) } else { -i16::from(value) };
            // The first of the best, unless the play is one of them.
            let (mut best, mut value) = (tile, chosen);
            for &(other, worth) in &legal {
                if better(worth) > better(value) {
                    (best, value) = (other, worth);
                }
            }
            let cost = chosen.abs_diff(value);
            let total = layout.total(goal.stake);
            let legal = legal.into_iter().map(|(tile, value)| TileReview {
                tile,
                value: end_of_bidders(&contract, &tally, goal, value, total),
                known: None,
            });
            let legal: Vec<TileReview> = legal.collect();
            if place == 0 {
                review.best = end_of_bidders(&contract, &tally, goal, value, total);
            }
            review.reached = end_of_bidders(&contract, &tally, goal, chosen, total);
            let decisive = (chosen >= goal.least) != (value >= goal.least);
            let trick = u8::try_from(place / size + 1).unwrap_or(u8::MAX);
            review.plays.push(PlayReview { trick, seat, tile, best, cost, decisive, legal });
            review.cost[seat] += u16::from(cost);
            let table: Vec<Tile> = layout.table().chain([tile]).collect();
            layout = layout.after_play(tile).ok_or_else(refusal)?;
            if table.len() == size {
                tally = tally.with_trick(layout.leader().team(), trick_points(&table));
            }
        }
        Ok(review)
    }
}

/// What the bidders end with, from what the team of the goal takes from here on.
fn end_of_bidders(contract: &Contract, tally: &Tally, goal: Goal, takes: u8, total: u8) -> u8 {
    let bidders = contract.bidder.team();
    let takes = if goal.team == bidders { takes } else { total - takes };
    match goal.stake {
        Stake::Points => tally.points[bidders] + takes,
        Stake::Tricks => tally.tricks[bidders] + takes,
    }
}
