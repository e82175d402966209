//! Solves one row of states, several upper subtotals side by side in vector lanes.

use std::marker::PhantomData;

use super::choices::{Choices, RowJob};
use super::row_index::ROW;
use super::simd::{self, Kernel};
use crate::config::DiceConfig;
use crate::lattice::{self, Cell, Grid, ROLLS};
use crate::position::highest_upper;

/// States that are solved side by side. Eight fill the widest vectors there are; on narrower ones they share
/// the cost of walking the lattice, which still beats solving fewer at a time.
pub(super) const LANES: usize = 8;

/// A solved row: values, and the second moments of the points to come where they are carried.
#[derive(Clone)]
pub(super) struct Row {
    pub(super) values: [f64; ROW],
    pub(super) squares: [f64; ROW],
}

/// Solves one row with the widest vectors this machine has.
pub(super) fn solve_row<C: Carried>(job: &RowJob<'_>) -> Row {
    simd::run(RowKernel { job, carried: PhantomData::<C> })
}

struct RowKernel<'a, C> {
    job: &'a RowJob<'a>,
    carried: PhantomData<C>,
}

impl<C: Carried> Kernel for RowKernel<'_, C> {
    type Output = Row;

    #[inline(always)]
    fn run(self) -> Row {
        row_kernel::<C>(self.job)
    }
}

/// A lattice cell that holds [`LANES`] states side by side.
pub(super) trait Carried: Cell + Clone + Send {
    const HAS_SQUARES: bool;
    fn load(values: &[f64; ROW], squares: &[f64; ROW], first: usize) -> Self;
    fn mean_over(weighted: impl Iterator<Item = (f64, Self)>) -> Self;
    fn store(self, row: &mut Row, first: usize);
}

/// Mean and second moment of the points to come; the better mean wins.
#[derive(Clone)]
pub(super) struct Spread {
    mean: [f64; LANES],
    square: [f64; LANES],
}

impl Cell for Spread {
    #[inline(always)]
    fn average(cells: [&Self; 6]) -> Self {
        Self {
            mean: <[f64; LANES]>::average(cells.map(|cell| &cell.mean)),
            square: <[f64; LANES]>::average(cells.map(|cell| &cell.square)),
        }
    }

    #[inline(always)]
    fn improve(&mut self, rival: &Self) {
        // Loaded first and selected lane by lane, this compiles to vector blends; written with branches on
        // memory it does not.
        let (mine, theirs) = (self.clone(), rival.clone());
        self.square = std::array::from_fn(|lane| {
            if theirs.mean[lane] > mine.mean[lane] { theirs.square[lane] } else { mine.square[lane] }
        });
        self.mean.improve(&theirs.mean);
    }
}

impl Carried for [f64; LANES] {
    const HAS_SQUARES: bool = false;

    #[inline(always)]
    fn load(values: &[f64; ROW], _: &[f64; ROW], first: usize) -> Self {
        lanes(values, first)
    }

    #[inline(always)]
    fn mean_over(weighted: impl Iterator<Item = (f64, Self)>) -> Self {
        let mut sum = [0.0; LANES];
        for (weight, cell) in weighted {
            for lane in 0..LANES {
                sum[lane] += weight * cell[lane];
            }
        }
        sum
    }

    #[inline(always)]
    fn store(self, row: &mut Row, first: usize) {
        row.values[first..first + LANES].copy_from_slice(&self);
    }
}

impl Carried for Spread {
    const HAS_SQUARES: bool = true;

    #[inline(always)]
    fn load(values: &[f64; ROW], squares: &[f64; ROW], first: usize) -> Self {
        Self { mean: lanes(values, first), square: lanes(squares, first) }
    }

    #[inline(always)]
    fn mean_over(weighted: impl Iterator<Item = (f64, Self)>) -> Self {
        let mut sum = Self { mean: [0.0; LANES], square: [0.0; LANES] };
        for (weight, cell) in weighted {
            for lane in 0..LANES {
                sum.mean[lane] += weight * cell.mean[lane];
                sum.square[lane] += weight * cell.square[lane];
            }
        }
        sum
    }

    #[inline(always)]
    fn store(self, row: &mut Row, first: usize) {
        row.values[first..first + LANES].copy_from_slice(&self.mean);
        row.squares[first..first + LANES].copy_from_slice(&self.square);
    }
}

#[inline(always)]
fn lanes(row: &[f64; ROW], first: usize) -> [f64; LANES] {
    *row[first..].first_chunk().expect("the lanes of a block lie within its row")
}

/// Solves one row, [`LANES`] subtotals at a time.
#[inline(always)]
fn row_kernel<C: Carried>(job: &RowJob<'_>) -> Row {
    let choices = Choices::new(job, C::HAS_SQUARES);
    let mut solved = Row { values: [0.0; ROW], squares: [0.0; ROW] };
    let highest = highest_upper(job.row.filled_upper());
    let mut grid: Grid<C> = std::array::from_fn(|_| C::load(&[0.0; ROW], &[0.0; ROW], 0));
    for first in (0..=highest).step_by(LANES) {
        for roll in 0..DiceConfig::COUNT {
            let mut options = choices.of_roll(roll).iter();
            let option = |&row: &u8| {
                let (values, squares) = choices.row(row, C::HAS_SQUARES);
                C::load(values, squares, first)
            };
            let mut best = options.next().map(option).expect("some box is open");
            for row in options {
                best.improve(&option(row));
            }
            grid[ROLLS + roll] = best;
        }
        lattice::average(&mut grid);
        lattice::choose(&mut grid);
        lattice::average(&mut grid);
        lattice::choose(&mut grid);
        let rolls = grid[ROLLS..ROLLS + DiceConfig::COUNT].iter();
        C::mean_over(ROLL_PROBABILITY.iter().copied().zip(rolls.cloned())).store(&mut solved, first);
    }
    solved
}

/// The probability of each roll of five dice.
static ROLL_PROBABILITY: [f64; DiceConfig::COUNT] = {
    let mut table = [0.0; DiceConfig::COUNT];
    let mut roll = 0;
    while roll < DiceConfig::COUNT {
        table[roll] = DiceConfig::at(roll).multiplicity() as f64 / DiceConfig::ROLLS as f64;
        roll += 1;
    }
    table
};
