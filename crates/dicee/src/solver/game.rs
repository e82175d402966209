use chance::InputError;

use super::choices::RowJob;
use super::kernel::{Carried, LANES, Spread, solve_row};
use super::row_index::{ROW, RowIndex};
use crate::category::{Category, CategorySet};
use crate::input;
use crate::position::Position;
use crate::rules::{DiceeBox, Rules};

/// The expected points still to come from every position under optimal play.
///
/// Positions are solved backwards from the full card, one *row* at a time: all upper subtotals of one set of
/// open boxes, side by side in vector lanes. Rows with equally many open boxes do not depend on each other
/// and are solved in parallel (feature `parallel`, on the surrounding rayon pool).
///
/// ```no_run
/// use dicee::{SolvedGame, Position, Rules};
///
/// let solved = SolvedGame::solve(Rules::Standard);
/// assert!((solved.value(Position::START) - 253.970241190).abs() < 1e-6);
/// ```
#[derive(Clone, PartialEq)]
pub struct SolvedGame {
    rules: Rules,
    standard_deviation: Option<f64>,
    /// One row a set of open boxes, by [`RowIndex`].
    rows: Vec<[f64; ROW]>,
}

/// A solved game from outside: the value of every reachable row and upper subtotal.
pub(crate) struct SolvedRows<'a> {
    pub(crate) rules: Rules,
    pub(crate) value: &'a dyn Fn(usize, usize) -> f64,
}

impl SolvedRows<'_> {
    pub(crate) fn into_game(self) -> SolvedGame {
        let mut rows = vec![[0.0; ROW]; RowIndex::count(self.rules)];
        for row in RowIndex::all(self.rules) {
            for upper in row.reachable_uppers() {
                rows[row.as_usize()][upper] = (self.value)(row.as_usize(), upper);
            }
        }
        SolvedGame { rules: self.rules, standard_deviation: None, rows }
    }
}

/// How far a solve has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolveProgress {
    /// What is done: rows of states, or the work that they are.
    pub done: usize,
    /// The same in all.
    pub total: usize,
}

/// Rows a solver works on between two reports of progress.
const BATCH: usize = 256;

impl SolvedGame {
    /// Solves the whole game, with the standard deviation of the final score.
    #[must_use]
    pub fn solve(rules: Rules) -> Self {
        Self::solve_with_progress(rules, |_| {})
    }

    /// As [`Self::solve`], reporting progress.
    #[must_use]
    pub fn solve_with_progress(rules: Rules, mut progress: impl FnMut(SolveProgress)) -> Self {
        solve_with_spread(rules, &mut progress)
    }

    /// Solves for the expected values alone, which takes less than half the time.
    #[must_use]
    pub fn solve_values(rules: Rules, mut progress: impl FnMut(SolveProgress)) -> Self {
        solve_values(rules, &mut progress)
    }

    /// The bytes it holds.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of_val(self.rows.as_slice())
    }

    /// The rules it was solved for.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// Accepts questions under the rules it was solved for, and refuses all others.
    ///
    /// # Errors
    ///
    /// [`InputError`] about `rules`.
    pub fn expect_rules(&self, asked: Rules) -> Result<(), InputError> {
        if asked == self.rules { Ok(()) } else { Err(input::solved_for_other_rules(self.rules, asked)) }
    }

    /// Expected points still to come, before the first roll of the next turn; 0 for a full card.
    #[must_use]
    pub fn value(&self, position: Position) -> f64 {
        let row = RowIndex::of(self.rules, position.open(), position.dicee_box());
        self.rows[row.as_usize()][usize::from(position.upper()) % ROW]
    }

    /// As [`Self::value`], for a place in a row.
    pub(crate) fn at(&self, row: RowIndex, upper: u8) -> f64 {
        self.rows[row.as_usize()][usize::from(upper) % ROW]
    }

    /// The expected final score of a whole game.
    #[must_use]
    pub fn expected_score(&self) -> f64 {
        self.value(Position::START)
    }

    /// The standard deviation of the final score under this play, unless only values were solved. Options can tie in
    /// value but not in spread; which of them is played then is fixed, and moves the fourth decimal.
    #[must_use]
    pub const fn standard_deviation(&self) -> Option<f64> {
        self.standard_deviation
    }

    /// How many positions play can reach.
    #[must_use]
    pub fn states(&self) -> usize {
        Self::state_count(self.rules)
    }

    pub(super) fn state_count(rules: Rules) -> usize {
        RowIndex::all(rules).map(|row| row.reachable_uppers().count()).sum()
    }

    /// The values of all reachable positions, in the fixed order of the file format.
    pub(super) fn reachable_values(&self) -> impl Iterator<Item = f64> + '_ {
        RowIndex::all(self.rules)
            .flat_map(move |row| row.reachable_uppers().map(move |upper| self.rows[row.as_usize()][upper]))
    }

    /// The inverse of [`Self::reachable_values`].
    pub(super) fn from_reachable_values(
        rules: Rules,
        standard_deviation: Option<f64>,
        mut values: impl Iterator<Item = f64>,
    ) -> Option<Self> {
        let mut rows = vec![[0.0; ROW]; RowIndex::count(rules)];
        for row in RowIndex::all(rules) {
            for upper in row.reachable_uppers() {
                rows[row.as_usize()][upper] = values.next()?;
            }
        }
        Some(Self { rules, standard_deviation, rows })
    }
}

impl std::fmt::Debug for SolvedGame {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SolvedGame")
            .field("rules", &self.rules)
            .field("expected_score", &self.expected_score())
            .field("standard_deviation", &self.standard_deviation)
            .finish_non_exhaustive()
    }
}

// Neither of these is generic, so the loops are compiled here, with this crate's optimisation, and not again
// in every crate that listens to progress.

fn solve_with_spread(rules: Rules, progress: &mut dyn FnMut(SolveProgress)) -> SolvedGame {
    solve::<Spread>(rules, progress)
}

fn solve_values(rules: Rules, progress: &mut dyn FnMut(SolveProgress)) -> SolvedGame {
    solve::<[f64; LANES]>(rules, progress)
}

fn solve<C: Carried>(rules: Rules, progress: &mut dyn FnMut(SolveProgress)) -> SolvedGame {
    let total = RowIndex::count(rules);
    let mut values = vec![[0.0; ROW]; total];
    let mut squares = if C::HAS_SQUARES { values.clone() } else { Vec::new() };
    let mut done = 0;
    for open in 0..=Category::COUNT {
        let level: Vec<RowIndex> = RowIndex::all(rules).filter(|row| row.open().len() == open).collect();
        for batch in level.chunks(BATCH) {
            if open > 0 {
                let solve = |&row: &RowIndex| {
                    let job = RowJob { rules, row, values: &values, squares: &squares };
                    solve_row::<C>(&job)
                };
                let solved = map(batch, solve);
                for (row, solved) in batch.iter().zip(solved) {
                    // Lanes beside the reachable subtotals were carried along; what they hold means nothing.
                    for upper in row.reachable_uppers() {
                        values[row.as_usize()][upper] = solved.values[upper];
                    }
                    if C::HAS_SQUARES {
                        squares[row.as_usize()] = solved.squares;
                    }
                }
            }
            done += batch.len();
            progress(SolveProgress { done, total });
        }
    }
    let start = RowIndex::of(rules, CategorySet::ALL, DiceeBox::Open).as_usize();
    let standard_deviation = C::HAS_SQUARES.then(|| (squares[start][0] - values[start][0].powi(2)).sqrt());
    SolvedGame { rules, standard_deviation, rows: values }
}

/// Applies `solve` to every item, on the surrounding pool where there is one; the results keep their order.
#[cfg(feature = "parallel")]
pub(crate) fn map<T: Sync, R: Send>(items: &[T], solve: impl Fn(&T) -> R + Send + Sync) -> Vec<R> {
    use rayon::prelude::*;
    items.par_iter().map(solve).collect()
}

/// Applies `solve` to every item.
#[cfg(not(feature = "parallel"))]
pub(crate) fn map<T, R>(items: &[T], solve: impl Fn(&T) -> R) -> Vec<R> {
    items.iter().map(solve).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_states_is_the_number_of_reachable_positions() {
        assert_eq!(SolvedGame::state_count(Rules::Standard), 536_448);
        assert_eq!(SolvedGame::state_count(Rules::Classic), 357_632);
    }
}
