//! Solves the highest chance for every position and every number of points needed.

use std::ops::ControlFlow;

use super::fixed::LANES;
use super::plan::Plan;
use crate::branch::{Branches, settled_among};
use crate::category::CategorySet;
use crate::config::DiceConfig;
use crate::lattice::{self, Cell, GRID, Grid, ROLLS};
use crate::position::{Position, reachable_from, reachable_upper};
use crate::rules::{DiceeBox, Rules};
use crate::solver::simd::{self, Kernel};
use crate::solver::{ROW, RowIndex, SolveProgress, map};

/// A number that stands for a chance: whole numbers are small and give the same bits everywhere, `f64` tells apart chances
/// however small they are.
pub(crate) trait Number: Copy + Default + PartialEq + Send + Sync {
    /// Those that are computed side by side.
    type Lanes: Cell + Copy + Default + AsRef<[Self]> + AsMut<[Self]> + Send + Sync;
}

impl Number for u32 {
    type Lanes = [Self; LANES];
}

impl Number for f64 {
    type Lanes = [Self; LANES];
}

/// For every position, the chance for each number of points needed.
///
/// The chances of a position never rise with the points needed. What lies beyond the stored ones is 0.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct ChanceMap<N = u32> {
    rules: Rules,
    /// The place of a row in `rows`; [`ABSENT`] for rows that were not solved or are forgotten.
    slots: Vec<u16>,
    rows: Vec<Row>,
    /// The chances; those of a solve by the number of open boxes.
    parts: Vec<Vec<N>>,
}

/// Where the chances of a row are.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Row {
    /// The part that they are in.
    part: usize,
    /// Where those of a position begin there and how many there are, by settled upper subtotal.
    places: [(u32, u16); ROW],
}

/// What is solved, and what of it is kept.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extent {
    /// Only rows with no other open boxes than these are solved.
    pub(crate) within: CategorySet,
    /// Where play begins, if only what can follow from there is solved; else every upper subtotal and Dicee box is.
    pub(crate) from: Option<Position>,
    /// Whether only the rows are kept that one turn with all these boxes open needs: it begins on one, and ends on one
    /// with a box less. Never more than two levels are then in memory.
    pub(crate) one_turn: bool,
}

impl Extent {
    fn has(self, rules: Rules, row: RowIndex) -> bool {
        // A filled Dicee box stays as it is.
        let same_box = |from: Position| {
            from.dicee_box() == DiceeBox::Open || RowIndex::of(rules, row.open(), from.dicee_box()) == row
        };
        row.open().bits() & !self.within.bits() == 0 && self.from.is_none_or(same_box)
    }

    /// The settled upper subtotals of a row.
    fn uppers(self, row: RowIndex) -> impl Iterator<Item = u8> {
        let since = |from: Position| {
            let filled = from.open().bits() & !row.open().bits() & CategorySet::UPPER.bits();
            reachable_from(from.upper(), usize::from(filled))
        };
        settled_among(row, self.from.map_or_else(|| reachable_upper(row.filled_upper()), since))
    }

    /// About how much work a row is: its positions, times the blocks of chances of each, times the options of a roll beside
    /// the three sweeps, which cost as much as [`SWEEPS`] of them.
    fn cost(self, row: RowIndex, width: usize) -> usize {
        let open = row.open().len();
        let blocks = width.min(POINTS * open + 1).div_ceil(LANES);
        self.uppers(row).count() * blocks * (SWEEPS + open)
    }
}

/// About the most points of a box, for an estimate.
const POINTS: usize = 40;
/// What averaging and choosing cost beside looking at one option of every roll, for an estimate.
const SWEEPS: usize = 12;

/// Rows between two reports of progress: enough for all cores, or about as many as a browser solves in a second.
const BATCH: usize = if cfg!(feature = "parallel") { 64 } else { 8 };
/// The slot of a row that is not there.
const ABSENT: u16 = u16::MAX;

impl<N: Number> ChanceMap<N> {
    /// `goal[n]` is what a full card is worth that lacks `n` points: it never rises with `n`, and is 0 beyond.
    /// Nothing is returned when `progress` breaks the solve off.
    pub(crate) fn solve(
        rules: Rules,
        extent: Extent,
        goal: &[N],
        progress: &mut dyn FnMut(SolveProgress) -> ControlFlow<()>,
    ) -> Option<Self> {
        let width = goal.len();
        let mut table = Self {
            rules,
            slots: vec![ABSENT; RowIndex::count(rules)],
            rows: Vec::new(),
            parts: vec![Vec::new(); extent.within.len() + 1],
        };
        let needed: Vec<RowIndex> = RowIndex::all(rules).filter(|row| extent.has(rules, *row)).collect();
        let cost = |row: RowIndex| extent.cost(row, width);
        let (mut done, total) = (0, needed.iter().copied().map(cost).sum());
        for open in 0..=extent.within.len() {
            let level: Vec<RowIndex> =
                needed.iter().copied().filter(|row| row.open().len() == open).collect();
            for batch in level.chunks(BATCH) {
                let solved = map(batch, |&row| {
                    if open == 0 {
                        // Nothing comes on a full card, so all its subtotals are settled.
                        return vec![trimmed(goal.to_vec())];
                    }
                    table.solve_row(row, extent.uppers(row), width)
                });
                for (&row, solved) in batch.iter().zip(solved) {
                    let mut places = [(0, 0); ROW];
                    for (upper, chances) in extent.uppers(row).zip(solved) {
                        places[usize::from(upper)] = table.push(open, chances);
                    }
                    table.add_row(row, Row { part: open, places });
                }
                done += batch.iter().copied().map(cost).sum::<usize>();
                if progress(SolveProgress { done, total }).is_break() {
                    return None;
                }
            }
            if extent.one_turn && open >= 2 {
                table.parts[open - 2] = Vec::new();
            }
        }
        if extent.one_turn {
            table.forget_all_but(extent.within.len().saturating_sub(1));
        }
        Some(table)
    }

    fn push(&mut self, part: usize, chances: Vec<N>) -> (u32, u16) {
        let part = &mut self.parts[part];
        let first = u32::try_from(part.len()).expect("fewer than 2^32 chances");
        let count = u16::try_from(chances.len()).expect("at most 1,024 points");
        part.extend(chances);
        (first, count)
    }

    fn add_row(&mut self, index: RowIndex, row: Row) {
        self.slots[index.as_usize()] = u16::try_from(self.rows.len()).expect("at most 12,288 rows");
        self.rows.push(row);
    }

    /// Forgets the rows with fewer open boxes.
    fn forget_all_but(&mut self, fewest: usize) {
        let rows = std::mem::take(&mut self.rows);
        let slots = std::mem::replace(&mut self.slots, vec![ABSENT; RowIndex::count(self.rules)]);
        for (index, slot) in RowIndex::all(self.rules).zip(slots) {
            if slot != ABSENT && index.open().len() >= fewest {
                self.add_row(index, rows[usize::from(slot)]);
            }
        }
        for part in &mut self.parts {
            part.shrink_to_fit();
        }
    }

    /// From `width` chances for each of these positions, given by row and settled upper subtotal.
    pub(crate) fn from_chances(rules: Rules, positions: &[(u16, u8)], chances: Vec<N>, width: usize) -> Self {
        let slots = vec![ABSENT; RowIndex::count(rules)];
        let mut table = Self { rules, slots, rows: Vec::new(), parts: vec![chances] };
        for index in RowIndex::all(rules) {
            table.add_row(index, Row { part: 0, places: [(0, 0); ROW] });
        }
        let count = u16::try_from(width).expect("at most 1,024 points");
        for (number, &(row, upper)) in positions.iter().enumerate() {
            let first = u32::try_from(number * width).expect("fewer than 2^32 chances");
            table.rows[usize::from(row)].places[usize::from(upper)] = (first, count);
        }
        table
    }

    pub(crate) const fn rules(&self) -> Rules {
        self.rules
    }

    /// The bytes it holds.
    pub(crate) fn bytes(&self) -> usize {
        let chances: usize = self.parts.iter().map(|part| size_of_val(part.as_slice())).sum();
        size_of_val(self.slots.as_slice()) + size_of_val(self.rows.as_slice()) + chances
    }

    /// Whether a position is there.
    pub(crate) fn has(&self, row: RowIndex, upper: u8) -> bool {
        // Even impossible points have the chances of fewer beside them.
        !self.of(row, upper).is_empty()
    }

    /// The chances of a position, by the points needed; 0 beyond, and on rows that are not there.
    #[inline]
    pub(crate) fn of(&self, row: RowIndex, upper: u8) -> &[N] {
        let Some(row) = self.rows.get(usize::from(self.slots[row.as_usize()])) else { return &[] };
        let (first, count) = row.places[usize::from(upper) % ROW];
        &self.parts[row.part][first as usize..][..usize::from(count)]
    }

    fn solve_row(&self, row: RowIndex, uppers: impl Iterator<Item = u8>, width: usize) -> Vec<Vec<N>> {
        let branches = Branches::new(self.rules, row);
        let plan = Plan::new(&branches);
        let padded = width.next_multiple_of(LANES);
        let mut worth = vec![N::default(); branches.list().len() * padded];
        let mut options = vec![N::Lanes::default(); branches.list().len() + plan.pairs.len()];
        let mut grid: Box<Grid<N::Lanes>> = Box::new([N::Lanes::default(); GRID]);
        uppers
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
                    rest[count..].fill(N::default());
                    most = most.max((points + next.len()).min(width));
                }
                let mut chances = vec![N::default(); most.next_multiple_of(LANES)];
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
fn trimmed<N: Number>(mut chances: Vec<N>) -> Vec<N> {
    while chances.len() > 1 && chances.last() == Some(&N::default()) {
        chances.pop();
    }
    chances
}

struct SolveBlock<'a, N: Number> {
    plan: &'a Plan,
    worth: &'a [N],
    stride: usize,
    first: usize,
    branches: usize,
    options: &'a mut [N::Lanes],
    grid: &'a mut Grid<N::Lanes>,
    chances: &'a mut [N],
}

impl<N: Number> Kernel for SolveBlock<'_, N> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { plan, worth, stride, first, branches, options, grid, chances } = self;
        for (branch, option) in options[..branches].iter_mut().enumerate() {
            option.as_mut().copy_from_slice(&worth[branch * stride + first..][..LANES]);
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
        chances.copy_from_slice(grid[0].as_ref());
    }
}
