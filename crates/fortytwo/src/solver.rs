//! The double-dummy solver: what a hand is worth when every tile lies face up and everyone plays best.
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the search counts tiles below 28 and points up to 42, which fit every type it uses"
)]

mod bounds;
mod goal;
mod layout;
mod lines;
mod order;
mod position;
mod search;
mod transposition;

pub use goal::Goal;
pub use layout::Layout;

use serde::Serialize;

use crate::declaration::Declaration;
use crate::seat::Team;
use crate::tile::Tile;
use crate::tile_set::TileSet;
use search::Search;
use transposition::TranspositionTable;

/// What is counted in a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "FortyTwoStake"))]
#[serde(rename_all = "lowercase")]
pub enum Stake {
    /// Points: one a trick, and the count of its tiles.
    Points,
    /// Tricks alone, for a bid of marks, nello and sevens.
    Tricks,
}

/// Exact values of [`Layout`]s, by search.
///
/// In nello the bidder plays to lose tricks and the others to make it take some; everywhere else each team plays for
/// as much as it can get. One solver serves any number of layouts, one after the other; it owns a transposition table
/// of half a megabyte, so make one and keep it.
///
/// ```
/// use fortytwo::{Declaration, Layout, Seat, Solver, Stake, Team, deal};
///
/// let layout = Layout::deal(Declaration::Doubles, Seat::ALL[0], deal(42))?;
/// let mut solver = Solver::new();
/// let points = solver.value(&layout, Stake::Points, Team::Even);
/// assert_eq!(points + solver.value(&layout, Stake::Points, Team::Odd), 42);
/// # Ok::<(), fortytwo::InputError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Solver {
    transpositions: TranspositionTable,
    nodes: u64,
}

impl Solver {
    /// A solver with an empty transposition table.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// What this team takes from here on, the tiles on the table included, when everyone plays best.
    pub fn value(&mut self, layout: &Layout, stake: Stake, team: Team) -> u8 {
        let team = paid(layout, team);
        let mut search = self.search(layout, stake);
        let total = search.total();
        let guess = search.estimate();
        let even = search.value(guess);
        self.nodes += search.nodes();
        of_team(even, total, team)
    }

    /// Whether this team can take at least so much from here on: cheaper than its [`value`](Self::value).
    pub fn takes(&mut self, layout: &Layout, stake: Stake, team: Team, least: u8) -> bool {
        let team = paid(layout, team);
        let mut search = self.search(layout, stake);
        let total = search.total();
        let takes = match team {
            Team::Even => search.even_takes(i32::from(least)),
            Team::Odd => !search.even_takes(i32::from(total) + 1 - i32::from(least)),
        };
        self.nodes += search.nodes();
        takes
    }

    /// What this team takes after each legal play of the seat whose turn it is; nothing when the hand is over.
    pub fn plays(&mut self, layout: &Layout, stake: Stake, team: Team) -> Vec<(Tile, u8)> {
        let team = paid(layout, team);
        let mut search = self.search(layout, stake);
        let total = search.total();
        let mut guess = total / 2;
        let mut values = Vec::new();
        for tile in layout.legal() {
            let even = search.value_after(tile, guess);
            guess = even;
            values.push((tile, of_team(even, total, team)));
        }
        self.nodes += search.nodes();
        values
    }

    /// For each legal play of the seat whose turn it is, whether this team takes at least so much after it.
    pub fn plays_that_take(
        &mut self,
        layout: &Layout,
        stake: Stake,
        team: Team,
        least: u8,
    ) -> Vec<(Tile, bool)> {
        self.plays_of_these_that_take(layout, Goal { stake, team, least }, TileSet::ALL)
    }

    /// The same for some plays; those of `tiles` that are not legal are left out.
    pub(crate) fn plays_of_these_that_take(
        &mut self,
        layout: &Layout,
        goal: Goal,
        tiles: TileSet,
    ) -> Vec<(Tile, bool)> {
        let team = paid(layout, goal.team);
        let mut search = self.search(layout, goal.stake);
        let (least, total) = (i32::from(goal.least), i32::from(search.total()));
        let mut answers = Vec::new();
        for tile in layout.legal().into_iter().filter(|tile| tiles.contains(*tile)) {
            let takes = match team {
                Team::Even => search.even_takes_after(tile, least),
                Team::Odd => !search.even_takes_after(tile, total + 1 - least),
            };
            answers.push((tile, takes));
        }
        self.nodes += search.nodes();
        answers
    }

    /// How many plays this solver has looked at, ever: its work, in a unit that is the same on every machine.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    fn search(&mut self, layout: &Layout, stake: Stake) -> Search<'_> {
        Search::new(&mut self.transpositions, layout, stake)
    }
}

/// Whose payoff in the search is what this team takes: in nello a trick pays those who did not take it.
fn paid(layout: &Layout, team: Team) -> Team {
    if layout.declaration() == Declaration::Nello { team.opponents() } else { team }
}

fn of_team(even: u8, total: u8, team: Team) -> u8 {
    match team {
        Team::Even => even,
        Team::Odd => total - even,
    }
}
