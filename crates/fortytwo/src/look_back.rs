use chance::InputError;
use serde::Serialize;

use crate::bid::Bid;
use crate::declaration::Declaration;
use crate::hint::{DeclarationOdds, TileOdds, hint_luck, nameable};
use crate::moment::{Choice, Moment};
use crate::odds::{HandStudy, PlayStudy};
use crate::seat::Seat;
use crate::solver::Solver;
use crate::tile::Tile;

/// One choice of a finished hand, and what was worth what by what its seat could know.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LookBackEntry {
    /// Who chose.
    pub seat: Seat,
    /// What kind of choice it was.
    pub kind: LookBackKind,
    /// The bid, for a call that was no pass.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bid: Option<Bid>,
    /// What was named, for a declaration.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub declaration: Option<Declaration>,
    /// The tile, for a play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tile: Option<Tile>,
    /// Every legal play; empty for calls and declarations.
    pub plays: Vec<TileOdds>,
    /// Every declaration that could be named; empty for plays.
    pub hand: Vec<DeclarationOdds>,
}

/// What was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum LookBackKind {
    /// A bid or a pass.
    Call,
    /// Trumps, or a special contract.
    Declaration,
    /// A tile.
    Play,
}

impl LookBackEntry {
    /// Looks at a choice over so many deals that fit what its seat knew.
    ///
    /// # Errors
    ///
    /// [`InputError`] if the seat cannot have known it; none that a game gives.
    pub fn new(moment: &Moment, deals: u32, solver: &mut Solver) -> Result<Self, InputError> {
        let (sight, mut luck) = (&moment.sight, hint_luck(&moment.sight));
        let (mut plays, mut hand) = (Vec::new(), Vec::new());
        match moment.choice {
            Choice::Call(_) | Choice::Declaration(_) => {
                let mut study = HandStudy::new(sight.clone(), &nameable(sight));
                study.add(deals, &mut luck, solver, || {})?;
                hand = study.odds().iter().map(DeclarationOdds::from).collect();
            }
            Choice::Play(_) => {
                let mut study = PlayStudy::new(sight.clone());
                // A forced play is no choice: one deal says so.
                let deals = if sight.legal().len() > 1 { deals } else { 1 };
                study.add(deals, &mut luck, solver)?;
                plays = study.odds().iter().map(TileOdds::from).collect();
            }
        }
        let (kind, bid, declaration, tile) = match moment.choice {
            Choice::Call(bid) => (LookBackKind::Call, bid, None, None),
            Choice::Declaration(declaration) => (LookBackKind::Declaration, None, Some(declaration), None),
            Choice::Play(tile) => (LookBackKind::Play, None, None, Some(tile)),
        };
        Ok(Self { seat: sight.seat(), kind, bid, declaration, tile, plays, hand })
    }
}
