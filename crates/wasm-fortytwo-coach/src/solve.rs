//! Positions with every tile face up.

use fortytwo::{Declaration, Layout, Solver, Stake};
use wasm_edge::Fault;

use crate::answer::{PositionAnswer, SolvedDeal};
use crate::request::{DealRequest, PositionRequest};

/// What a deal is worth to the bidders under every declaration.
///
/// # Errors
///
/// An `InputError` that names the field if the hands are no deal.
pub fn solve_deals(request: &DealRequest) -> Result<Vec<SolvedDeal>, Fault> {
    let mut solver = Solver::new();
    let team = request.bidder.team();
    let mut solved = Vec::new();
    for declaration in Declaration::ALL {
        let layout = Layout::deal(declaration, request.bidder, request.hands);
        let layout = layout.map_err(|error| Fault::from(&error))?;
        let tricks = layout.total(Stake::Tricks);
        let stake = if declaration.is_special() { Stake::Tricks } else { Stake::Points };
        let value = solver.value(&layout, stake, team);
        let all = match declaration {
            Declaration::Nello => value == 0,
            Declaration::Sevens => value == tricks,
            Declaration::Pip(_) | Declaration::Doubles | Declaration::NoTrump => {
                solver.takes(&layout, Stake::Tricks, team, tricks)
            }
        };
        solved.push(SolvedDeal { declaration, value, all });
    }
    Ok(solved)
}

/// What every legal tile of the seat whose turn it is leaves the bidders.
///
/// # Errors
///
/// An `InputError` that names the field if the position cannot be played on.
pub fn solve_position(request: &PositionRequest) -> Result<PositionAnswer, Fault> {
    let PositionRequest { hands, declaration, bidder, leader, trick } = request;
    let mut hands = *hands;
    if let Some(seat) = declaration.sits_out(*bidder) {
        hands[seat] = fortytwo::TileSet::EMPTY;
    }
    let layout = Layout::new(*declaration, *bidder, hands, leader.unwrap_or(*bidder), trick);
    let layout = layout.map_err(|error| Fault::from(&error))?;
    let stake = if declaration.is_special() { Stake::Tricks } else { Stake::Points };
    let team = bidder.team();
    let plays = Solver::new().plays(&layout, stake, team);
    Ok(PositionAnswer::new(&layout, team, layout.total(stake), plays))
}
