//! Solves the highest chance for every position and every number of points needed.

use super::fixed::{Chances, LANES};
use super::plan::Plan;
use crate::branch::{Branches, settled_uppers};
use crate::category::CategorySet;
use crate::config::DiceConfig;
use crate::lattice::{self, Cell as _, GRID, Grid, ROLLS};
use crate::rules::Rules;
use crate::solver::simd::{self, Kernel};
use crate::solver::{ROW, RowIndex, SolveProgress, map};

/// For every position, the chance for each number of points needed.
///
/// The chances of a position never rise with the points needed. What lies beyond the stored ones is `beyond`.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct ChanceMap {
    rules: Rules,
    /// Where the chances of a position begin and how many there are, by row and settled upper subtotal.
    places: Vec<[(u32, u16); ROW]>,
    cells: Vec<u32>,
}

/// Rows between two reports of progress.
const BATCH: usize = 64;

impl ChanceMap {
    /// `goal[n]` is what a full card is worth that lacks `n` points: it never rises with `n`, and is 0 beyond.
    /// Only rows with no other open boxes than `within` are solved.
    pub(crate) fn solve(
        rules: Rules,
        within: CategorySet,
        goal: &[u32],
        progress: &mut dyn FnMut(SolveProgress),
    ) -> Self {
        let width = goal.len();
        let places = vec![[(0, 0); ROW]; RowIndex::count(rules)];
        let mut table = Self { rules, places, cells: Vec::new() };
        let needed: Vec<RowIndex> =
            RowIndex::all(rules).filter(|row| row.open().bits() & !within.bits() == 0).collect();
        let (mut done, total) = (0, needed.len());
        for open in 0..=within.len() {
            let level: Vec<RowIndex> =
                needed.iter().copied().filter(|row| row.open().len() == open).collect();
            for batch in level.chunks(BATCH) {
                let solved = map(batch, |&row| {
                    if open == 0 {
                        return vec![trimmed(goal.to_vec())];
                    }
                    table.solve_row(row, width)
                });
                for (&row, solved) in batch.iter().zip(solved) {
                    for (upper, chances) in settled_uppers(row).zip(solved) {
                        let first = u32::try_from(table.cells.len()).expect("fewer than 2^32 chances");
                        let count = u16::try_from(chances.len()).expect("at most 1,024 points");
                        table.places[row.as_usize()][usize::from(upper)] = (first, count);
                        table.cells.extend(chances);
                    }
                }
                done += batch.len();
                progress(SolveProgress { done, total });
            }
        }
        table
    }

    /// From `width` chances for each of these positions, given by row and settled upper subtotal.
    pub(crate) fn from_chances(
        rules: Rules,
        rows: usize,
        positions: &[(u16, u8)],
        cells: Vec<u32>,
        width: usize,
    ) -> Self {
        let mut places = vec![[(0, 0); ROW]; rows];
        let count = u16::try_from(width).expect("at most 1,024 points");
        for (number, &(row, upper)) in positions.iter().enumerate() {
            let first = u32::try_from(number * width).expect("fewer than 2^32 chances");
            places[usize::from(row)][usize::from(upper)] = (first, count);
        }
        Self { rules, places, cells }
    }

    pub(crate) const fn rules(&self) -> Rules {
        self.rules
    }

    /// The bytes it holds.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(self.places.as_slice()) + size_of_val(self.cells.as_slice())
    }

    /// The chances of a position, by the points needed; 0 beyond.
    #[inline]
    pub(crate) fn of(&self, row: RowIndex, upper: u8) -> &[u32] {
        let (first, count) = self.places[row.as_usize()][usize::from(upper) % ROW];
        &self.cells[first as usize..][..usize::from(count)]
    }

    fn solve_row(&self, row: RowIndex, width: usize) -> Vec<Vec<u32>> {
        let branches = Branches::new(self.rules, row);
        let plan = Plan::new(&branches);
        let padded = width.next_multiple_of(LANES);
        let mut worth = vec![0; branches.list().len() * padded];
        let mut options = vec![[0; LANES]; branches.list().len() + plan.pairs.len()];
        let mut grid: Box<Grid<Chances>> = Box::new([[0; LANES]; GRID]);
        settled_uppers(row)
            .map(|upper| {
                let mut most = 0;
                for (branch, worth) in branches.list().iter().zip(worth.chunks_exact_mut(padded)) {
                    let (reached, points) = branch.from(upper);
                    let next = self.of(branch.next, reached);
                    let points = usize::from(points).min(width);
                    // With so many points or fewer needed, these points are enough.
                    let (enough, rest) = worth.split_at_mut(points);
                    enough.fill(next[0]);
                    let count = next.len().min(rest.len());
                    rest[..count].copy_from_slice(&next[..count]);
                    rest[count..].fill(0);
                    most = most.max((points + next.len()).min(width));
                }
                let mut chances = vec![0; most.next_multiple_of(LANES)];
                for (block, chances) in chances.chunks_exact_mut(LANES).enumerate() {
                    simd::run(SolveBlock {
                        plan: &plan,
                        worth: &worth,
                        stride: padded,
                        first: block * LANES,
                        branches: branches.list().len(),
                        options: &mut options,
                        grid: &mut grid,
                        chances,
                    });
                }
                chances.truncate(most);
                trimmed(chances)
            })
            .collect()
    }
}

/// Without the zeros at the end, but never empty.
fn trimmed(mut chances: Vec<u32>) -> Vec<u32> {
    while chances.len() > 1 && chances.last() == Some(&0) {
        chances.pop();
    }
    chances
}

struct SolveBlock<'a> {
    plan: &'a Plan,
    worth: &'a [u32],
    stride: usize,
    first: usize,
    branches: usize,
    options: &'a mut [Chances],
    grid: &'a mut Grid<Chances>,
    chances: &'a mut [u32],
}

impl Kernel for SolveBlock<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { plan, worth, stride, first, branches, options, grid, chances } = self;
        for (branch, option) in options[..branches].iter_mut().enumerate() {
            option.copy_from_slice(&worth[branch * stride + first..][..LANES]);
        }
        for (place, &[one, other]) in plan.pairs.iter().enumerate() {
            let mut best = options[usize::from(one)];
            best.improve(&options[usize::from(other)]);
            options[branches + place] = best;
        }
        for roll in 0..DiceConfig::COUNT {
            let mut choices = plan.of_roll(roll).iter().map(|&place| &options[usize::from(place)]);
            let mut best = *choices.next().expect("some box is open");
            for choice in choices {
                best.improve(choice);
            }
            grid[ROLLS + roll] = best;
        }
        lattice::average(grid);
        lattice::choose(grid);
        lattice::average(grid);
        lattice::choose(grid);
        lattice::average(grid);
        chances.copy_from_slice(&grid[0]);
    }
}
