use std::sync::LazyLock;

use chance::InputError;

use crate::category::{Category, CategorySet};
use crate::config::DiceConfig;
use crate::face::Face;
use crate::input;
use crate::lattice::{self, Cell, Grid, ROLLS};
use crate::position::{Position, highest_upper, reachable_upper};
use crate::rules::{DiceeBox, Rules};
use crate::scores::{SCORES, five_of};
use crate::solver::simd;

/// The expected points still to come from every position under optimal play.
///
/// Positions are solved backwards from the full card, one *row* at a time: all upper subtotals of one set of
/// open boxes, side by side in vector lanes. Rows with equally many open boxes do not depend on each other
/// and are solved in parallel (feature `parallel`, on the surrounding rayon pool).
///
/// ```no_run
/// use dicee::{SolvedGame, Position, Rules};
///
/// let table = SolvedGame::solve(Rules::Standard);
/// assert!((table.value(Position::START) - 253.970241190).abs() < 1e-6);
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
            let reachable = reachable_upper(row.filled_upper());
            for upper in (0..ROW).filter(|upper| reachable >> upper & 1 == 1) {
                rows[row.0][upper] = (self.value)(row.0, upper);
            }
        }
        SolvedGame { rules: self.rules, standard_deviation: None, rows }
    }
}

/// How far a solve has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolveProgress {
    /// Rows of states solved.
    pub done: usize,
    /// Rows of states in all.
    pub total: usize,
}

/// States in a row: the upper subtotals 0 to 62, and 63 or more.
pub(crate) const ROW: usize = 64;

/// States that are solved side by side. Eight fill the widest vectors there are; on narrower ones they share
/// the cost of walking the lattice, which still beats solving fewer at a time.
const LANES: usize = 8;

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
        self.rows[row.0][usize::from(position.upper()) % ROW]
    }

    /// As [`Self::value`], for a place in a row.
    pub(crate) fn at(&self, row: RowIndex, upper: u8) -> f64 {
        self.rows[row.0][usize::from(upper) % ROW]
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
        RowIndex::all(rules).map(|row| reachable_upper(row.filled_upper()).count_ones() as usize).sum()
    }

    /// The values of all reachable positions, in the fixed order of the file format.
    pub(super) fn reachable_values(&self) -> impl Iterator<Item = f64> + '_ {
        RowIndex::all(self.rules).flat_map(move |row| {
            let reachable = reachable_upper(row.filled_upper());
            (0..ROW)
                .filter(move |upper| reachable >> upper & 1 == 1)
                .map(move |upper| self.rows[row.0][upper])
        })
    }

    /// The inverse of [`Self::reachable_values`].
    pub(super) fn from_reachable_values(
        rules: Rules,
        standard_deviation: Option<f64>,
        mut values: impl Iterator<Item = f64>,
    ) -> Option<Self> {
        let mut rows = vec![[0.0; ROW]; RowIndex::count(rules)];
        for row in RowIndex::all(rules) {
            let reachable = reachable_upper(row.filled_upper());
            for upper in (0..ROW).filter(|upper| reachable >> upper & 1 == 1) {
                rows[row.0][upper] = values.next()?;
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

/// The place of a row: first by what the Dicee box holds, then by the other twelve open boxes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RowIndex(usize);

impl RowIndex {
    const SETS: usize = 1 << (Category::COUNT - 1);
    const BOXES: [DiceeBox; 3] = [DiceeBox::Open, DiceeBox::Zero, DiceeBox::Fifty];

    pub(crate) fn of(rules: Rules, open: CategorySet, dicee_box: DiceeBox) -> Self {
        let bits = usize::from(open.bits());
        // Close the gap that the Dicee box leaves between the large straight and chance.
        let below = bits & ((1 << Category::Dicee.index()) - 1);
        let above = bits >> (Category::Dicee.index() + 1) << Category::Dicee.index();
        let layer = match dicee_box {
            DiceeBox::Open => 0,
            DiceeBox::Zero => 1,
            // Where nothing follows from a filled Dicee box, both fillings share their rows.
            DiceeBox::Fifty => Self::layers(rules) - 1,
        };
        Self(layer * Self::SETS + (below | above))
    }

    const fn layers(rules: Rules) -> usize {
        if rules.has_dicee_bonus() || rules.has_joker() { 3 } else { 2 }
    }

    pub(crate) const fn count(rules: Rules) -> usize {
        Self::layers(rules) * Self::SETS
    }

    pub(crate) fn all(rules: Rules) -> impl Iterator<Item = Self> {
        (0..Self::count(rules)).map(Self)
    }

    pub(crate) const fn dicee_box(self) -> DiceeBox {
        Self::BOXES[self.0 / Self::SETS]
    }

    pub(crate) fn open(self) -> CategorySet {
        let bits = self.0 % Self::SETS;
        let below = bits & ((1 << Category::Dicee.index()) - 1);
        let above = bits >> Category::Dicee.index() << (Category::Dicee.index() + 1);
        let bits = u16::try_from(below | above).expect("thirteen bits");
        let open = CategorySet::from_bits(bits).expect("thirteen bits");
        if matches!(self.dicee_box(), DiceeBox::Open) { open.with(Category::Dicee) } else { open }
    }

    /// For indexing arrays.
    pub(crate) const fn as_usize(self) -> usize {
        self.0
    }

    pub(crate) fn filled_upper(self) -> usize {
        usize::from(self.open().complement().upper().bits())
    }
}

/// A solved row: values, and the second moments of the points to come where they are carried.
#[derive(Clone)]
pub(super) struct Row {
    values: [f64; ROW],
    squares: [f64; ROW],
}

/// What solving one row needs.
pub(super) struct RowJob<'a> {
    rules: Rules,
    row: RowIndex,
    values: &'a [[f64; ROW]],
    squares: &'a [[f64; ROW]],
}

// Neither of these is generic, so the loops are compiled here, with this crate's optimisation, and not anew
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
                    simd::solve_row::<C>(&job)
                };
                let solved = map(batch, solve);
                for (row, solved) in batch.iter().zip(solved) {
                    // Lanes beside the reachable subtotals were carried along; what they hold means nothing.
                    let reachable = reachable_upper(row.filled_upper());
                    for upper in (0..ROW).filter(|upper| reachable >> upper & 1 == 1) {
                        values[row.0][upper] = solved.values[upper];
                    }
                    if C::HAS_SQUARES {
                        squares[row.0] = solved.squares;
                    }
                }
            }
            done += batch.len();
            progress(SolveProgress { done, total });
        }
    }
    let start = RowIndex::of(rules, CategorySet::ALL, DiceeBox::Open).0;
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
pub(super) fn row_kernel<C: Carried>(job: &RowJob<'_>) -> Row {
    let choices = Choices::new(job, C::HAS_SQUARES);
    let mut solved = Row { values: [0.0; ROW], squares: [0.0; ROW] };
    let highest = highest_upper(job.row.filled_upper());
    let mut grid: Grid<C> = std::array::from_fn(|_| C::load(&[0.0; ROW], &[0.0; ROW], 0));
    for first in (0..=highest).step_by(LANES) {
        for roll in 0..DiceConfig::COUNT {
            let mut options = choices.of_roll(roll).iter();
            let option = |&row: &u8| {
                let row = usize::from(row);
                C::load(&choices.values[row], &choices.squares[if C::HAS_SQUARES { row } else { 0 }], first)
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
pub(crate) static ROLL_PROBABILITY: [f64; DiceConfig::COUNT] = {
    let mut table = [0.0; DiceConfig::COUNT];
    let mut roll = 0;
    while roll < DiceConfig::COUNT {
        table[roll] = DiceConfig::at(roll).multiplicity() as f64 / DiceConfig::ROLLS as f64;
        roll += 1;
    }
    table
};

/// Everything a finished turn can bring on one row: for each open box and each number of points it can
/// score, a row of values over the upper subtotals; and for each roll, which of these it may choose from.
struct Choices {
    values: Vec<[f64; ROW]>,
    squares: Vec<[f64; ROW]>,
    /// For each roll, one row number for each open box.
    of_roll: Vec<u8>,
    open: usize,
}

impl Choices {
    fn new(job: &RowJob<'_>, squares: bool) -> Self {
        let open = job.row.open();
        let dicee_box = job.row.dicee_box();
        let mut choices = Self {
            values: Vec::with_capacity(
                ALL_POINTS.iter().map(|points| points.distinct.len()).sum::<usize>() + 6,
            ),
            squares: Vec::new(),
            of_roll: vec![0; DiceConfig::COUNT * open.len()],
            open: open.len(),
        };
        for (place, category) in open.iter().enumerate() {
            let first = choices.values.len();
            let points = &ALL_POINTS[category.index()];
            for &points in &points.distinct {
                let (values, second) = outcome_row(job, squares, category, points, 0);
                choices.push(squares, values, second);
            }
            for (roll, &class) in points.of_roll.iter().enumerate() {
                choices.of_roll[roll * open.len() + place] = row_number(first + usize::from(class));
            }
        }
        if job.rules.favours_further_dicee(dicee_box) {
            for face in Face::ALL {
                choices.add_further_dicee(job, squares, five_of(face));
            }
        }
        if choices.squares.is_empty() {
            choices.squares.push([0.0; ROW]);
        }
        choices
    }

    /// Replaces the choices of a roll whose scores the rules change by one row: the best of what is allowed.
    fn add_further_dicee(&mut self, job: &RowJob<'_>, squares: bool, roll: DiceConfig) {
        let (open, dicee_box) = (job.row.open(), job.row.dicee_box());
        let mut best: Option<([f64; ROW], [f64; ROW])> = None;
        for category in job.rules.allowed(open, dicee_box, roll).iter() {
            let Ok(scored) = job.rules.score(open, dicee_box, roll, category) else { continue };
            let rival = outcome_row(job, squares, category, scored.points, scored.dicee_bonus);
            match &mut best {
                None => best = Some(rival),
                Some((values, second)) => {
                    for upper in 0..ROW {
                        if rival.0[upper] > values[upper] {
                            values[upper] = rival.0[upper];
                            second[upper] = rival.1[upper];
                        }
                    }
                }
            }
        }
        let (values, second) = best.expect("some open box is always allowed");
        let row = row_number(self.values.len());
        self.push(squares, values, second);
        let first = roll.to_index().as_usize() * self.open;
        self.of_roll[first..first + self.open].fill(row);
    }

    fn push(&mut self, squares: bool, values: [f64; ROW], second: [f64; ROW]) {
        self.values.push(values);
        if squares {
            self.squares.push(second);
        }
    }

    #[inline(always)]
    fn of_roll(&self, roll: usize) -> &[u8] {
        &self.of_roll[roll * self.open..(roll + 1) * self.open]
    }
}

fn row_number(index: usize) -> u8 {
    u8::try_from(index).expect("fewer than 256 different outcomes of a turn")
}

/// The value of putting these points into this box, for every upper subtotal: points, bonuses and future;
/// and its second moment.
fn outcome_row(
    job: &RowJob<'_>,
    squares: bool,
    category: Category,
    points: u8,
    dicee_bonus: u8,
) -> ([f64; ROW], [f64; ROW]) {
    let next_box = if category == Category::Dicee { DiceeBox::holding(points) } else { job.row.dicee_box() };
    let next = RowIndex::of(job.rules, job.row.open().without(category), next_box).0;
    let step = if category.face().is_some() { points } else { 0 };
    let mut values = [0.0; ROW];
    let mut second = [0.0; ROW];
    for (upper, subtotal) in (0..ROW).zip(0..) {
        let (reached, bonus) = Rules::reach(subtotal, step);
        let reached = usize::from(reached);
        let now = f64::from(points) + f64::from(dicee_bonus) + f64::from(bonus);
        let future = job.values[next][reached];
        values[upper] = now + future;
        if squares {
            second[upper] = now * now + 2.0 * now * future + job.squares[next][reached];
        }
    }
    (values, second)
}

/// The different numbers of points a box can score, and which of them each roll gives.
pub(crate) struct Points {
    pub(crate) distinct: Vec<u8>,
    pub(crate) of_roll: [u8; DiceConfig::COUNT],
}

pub(crate) static ALL_POINTS: LazyLock<[Points; Category::COUNT]> = LazyLock::new(|| {
    SCORES.each_ref().map(|scores| {
        let mut distinct = scores.to_vec();
        distinct.sort_unstable();
        distinct.dedup();
        let class = |points: &u8| row_number(distinct.binary_search(points).expect("it is in the list"));
        let of_roll = scores.each_ref().map(class);
        Points { distinct, of_roll }
    })
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_positions_are_inverse() {
        for rules in Rules::ALL {
            for row in RowIndex::all(rules) {
                assert_eq!(RowIndex::of(rules, row.open(), row.dicee_box()), row, "{rules} {row:?}");
            }
        }
    }

    #[test]
    fn the_number_of_states_is_the_number_of_reachable_positions() {
        assert_eq!(SolvedGame::state_count(Rules::Standard), 536_448);
        assert_eq!(SolvedGame::state_count(Rules::Classic), 357_632);
    }
}
