//! The optimum to the last digit.

mod wide;

use serde::Serialize;

use crate::branch::{Branches, settled_uppers};
use crate::category::{Category, CategorySet};
use crate::config::DiceConfig;
use crate::lattice::{self, Cell as _, GRID, Grid, ROLLS};
use crate::rules::{DiceeBox, Rules};
use crate::solver::{ROW, RowIndex, SolveProgress, map};
use wide::Wide;

/// The expected final score of perfect play as a reduced fraction.
///
/// Every turn multiplies the common denominator by 6^15, five dice in each of three rolls, so with `n` open boxes it
/// divides 6^(15 n). At the empty card that is 6^195: numerators have at most 515 bits, and 576 suffice.
///
/// ```no_run
/// use dicee::{ExactScore, Rules};
///
/// let score = ExactScore::solve(Rules::JokerRules, |_| {});
/// assert_eq!((score.numerator.len(), score.denominator.len()), (139, 137));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExactScore {
    /// The rules.
    pub rules: Rules,
    /// The numerator, in decimals.
    pub numerator: String,
    /// The denominator, in decimals.
    pub denominator: String,
    /// The first decimals of the quotient, cut off, not rounded.
    pub decimals: String,
}

/// Decimals behind the point.
const DECIMALS: usize = 60;
/// What the five dice of a roll multiply the denominator by.
const ROLL: u64 = 7776;
/// Rows between two reports of progress.
const BATCH: usize = 64;

impl ExactScore {
    /// Solves the whole game in whole numbers, on the surrounding rayon pool (feature `parallel`).
    #[must_use]
    pub fn solve(rules: Rules, mut progress: impl FnMut(SolveProgress)) -> Self {
        let (numerator, denominator) = expected(rules, CategorySet::ALL, &mut progress);
        Self::new(rules, numerator, denominator)
    }

    fn new(rules: Rules, mut numerator: Wide, mut denominator: Wide) -> Self {
        for prime in [2, 3] {
            while let ((n, 0), (d, 0)) = (numerator.divided(prime), denominator.divided(prime)) {
                (numerator, denominator) = (n, d);
            }
        }
        let decimals = decimals(numerator, denominator);
        Self { rules, numerator: numerator.to_string(), denominator: denominator.to_string(), decimals }
    }
}

/// The expected score from a card with these open boxes and nothing above, before reducing.
fn expected(rules: Rules, open: CategorySet, progress: &mut dyn FnMut(SolveProgress)) -> (Wide, Wide) {
    let rows: Vec<RowIndex> =
        RowIndex::all(rules).filter(|row| row.open().bits() & !open.bits() == 0).collect();
    let mut values = vec![Vec::new(); RowIndex::count(rules)];
    let (mut done, total) = (0, rows.len());
    // What one point is worth in the units of the cards after this turn.
    let mut point = Wide::ONE;
    for boxes in 0..=open.len() {
        let level: Vec<RowIndex> = rows.iter().copied().filter(|row| row.open().len() == boxes).collect();
        for batch in level.chunks(BATCH) {
            let solved = map(batch, |&row| match boxes {
                0 => vec![Wide::ZERO; ROW],
                _ => solve_row(rules, row, &point, &values),
            });
            for (row, solved) in batch.iter().zip(solved) {
                values[row.as_usize()] = solved;
            }
            done += batch.len();
            progress(SolveProgress { done, total });
        }
        if boxes > 0 {
            point = point.times(ROLL).times(ROLL).times(ROLL);
        }
    }
    let dicee_box = if open.contains(Category::Dicee) { DiceeBox::Open } else { DiceeBox::Zero };
    let start = RowIndex::of(rules, open, dicee_box).as_usize();
    (values[start][usize::from(crate::position::settled(open, 0))], point)
}

fn solve_row(rules: Rules, row: RowIndex, point: &Wide, values: &[Vec<Wide>]) -> Vec<Wide> {
    let branches = Branches::new(rules, row);
    let mut grid: Box<Grid<Wide>> = vec![Wide::ZERO; GRID].try_into().expect("as many cells");
    let mut solved = vec![Wide::ZERO; ROW];
    for upper in settled_uppers(row) {
        let worth: Vec<Wide> = branches
            .list()
            .iter()
            .map(|branch| {
                let (reached, points) = branch.from(upper);
                let future = &values[branch.next.as_usize()][usize::from(reached)];
                point.times(points.into()).plus(future).times(ROLL)
            })
            .collect();
        for roll in 0..DiceConfig::COUNT {
            let mut options = branches.of_roll(roll).iter().map(|&place| &worth[usize::from(place)]);
            let mut best = *options.next().expect("some box is open");
            for option in options {
                best.improve(option);
            }
            grid[ROLLS + roll] = best;
        }
        for _ in 0..2 {
            lattice::average(&mut grid);
            lattice::choose(&mut grid);
            for cell in &mut grid[ROLLS..ROLLS + DiceConfig::COUNT] {
                *cell = cell.times(ROLL);
            }
        }
        lattice::average(&mut grid);
        solved[usize::from(upper)] = grid[0];
    }
    solved
}

/// The quotient in decimals: long division, one digit at a time.
fn decimals(numerator: Wide, denominator: Wide) -> String {
    let mut text = String::new();
    let mut rest = numerator;
    // The whole part has at most four digits; 576 bits hold ten thousand times the denominator of any game.
    let mut whole = 0u32;
    while rest >= denominator {
        rest = rest.minus(&denominator);
        whole += 1;
    }
    text.push_str(&whole.to_string());
    text.push('.');
    for _ in 0..DECIMALS {
        rest = rest.times(10);
        let mut digit = 0u32;
        while rest >= denominator {
            rest = rest.minus(&denominator);
            digit += 1;
        }
        text.push_str(&digit.to_string());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Position, SolvedGame};
    use Category::*;

    #[test]
    fn one_box_is_an_exact_fraction_that_can_be_checked_by_hand() {
        // Chance with three rolls: 5 x 14/3 points.
        let (n, d) = expected(Rules::Classic, CategorySet::EMPTY.with(Chance), &mut |_| {});
        let score = ExactScore::new(Rules::Classic, n, d);
        assert_eq!((score.numerator.as_str(), score.denominator.as_str()), ("70", "3"));
        assert!(score.decimals.starts_with("23.33333333333333333333333333333333"));
        // Dicee: 50 x 347897/7558272.
        let (n, d) = expected(Rules::Standard, CategorySet::EMPTY.with(Dicee), &mut |_| {});
        let score = ExactScore::new(Rules::Standard, n, d);
        assert_eq!((score.numerator.as_str(), score.denominator.as_str()), ("8697425", "3779136"));
    }

    #[test]
    fn endgames_agree_with_the_solver_to_its_last_digits() {
        for rules in Rules::ALL {
            let solved = SolvedGame::solve_values(rules, |_| {});
            for open in [[Ones, Twos, Dicee, Chance], [Sixes, Fives, Dicee, LargeStraight]] {
                let open = CategorySet::from_slice(&open);
                let (n, d) = expected(rules, open, &mut |_| {});
                let exact: f64 = ExactScore::new(rules, n, d).decimals.parse().unwrap();
                let position = Position::new(open, 0, DiceeBox::Open).unwrap();
                assert!((exact - solved.value(position)).abs() < 1e-11, "{rules} {open}");
            }
        }
    }
}
