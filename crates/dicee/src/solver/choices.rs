//! What a finished turn can bring, for every upper subtotal of a row at once.

use super::points::ALL_POINTS;
use super::row_index::{ROW, RowIndex};
use crate::category::Category;
use crate::config::DiceConfig;
use crate::face::Face;
use crate::rules::{DiceeBox, Rules};
use crate::scores::five_of;

/// What solving one row needs.
pub(super) struct RowJob<'a> {
    pub(super) rules: Rules,
    pub(super) row: RowIndex,
    pub(super) values: &'a [[f64; ROW]],
    pub(super) squares: &'a [[f64; ROW]],
}

/// Everything a finished turn can bring on one row: for each open box and each number of points it can
/// score, a row of values over the upper subtotals; and for each roll, which of these it may choose from.
pub(super) struct Choices {
    values: Vec<[f64; ROW]>,
    squares: Vec<[f64; ROW]>,
    /// For each roll, one row number for each open box.
    of_roll: Vec<u8>,
    open: usize,
}

impl Choices {
    pub(super) fn new(job: &RowJob<'_>, squares: bool) -> Self {
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

    /// The values of an outcome and their second moments, where those are carried.
    #[inline(always)]
    pub(super) fn row(&self, row: u8, squares: bool) -> (&[f64; ROW], &[f64; ROW]) {
        let row = usize::from(row);
        (&self.values[row], &self.squares[if squares { row } else { 0 }])
    }

    /// The outcomes that a roll may choose from.
    #[inline(always)]
    pub(super) fn of_roll(&self, roll: usize) -> &[u8] {
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
    let next = RowIndex::of(job.rules, job.row.open().without(category), next_box).as_usize();
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
