//! What every position needs for the win bar.

use crate::branch::{Branches, settled_uppers};
use crate::category::Category;
use crate::distribution::{LANES, Mass, ScoreDistribution, Scratch, TurnStart, carry, curve, play_turn};
use crate::policy::Policy;
use crate::position::{Position, settled};
use crate::rules::Rules;
use crate::solver::{ROW, RowIndex, SolveProgress, SolvedGame, map};

/// The distribution of the points to come from every position, small enough to keep in memory and fast enough to ask
/// after every roll: for the policy of the highest expected score.
///
/// With at most [`Self::EXACT`] open boxes the answers are exact. With more they come from curves that are nowhere off
/// by more than 0.2 percentage points; [`ScoreDistribution::new`] then gives the exact answer in its own time.
#[derive(Clone, PartialEq)]
pub struct ScoreOutlook {
    rules: Rules,
    /// Where a position begins, by row and settled upper subtotal: in `exact` with at most three open boxes, in
    /// `curves` with more.
    places: Vec<[u32; ROW]>,
    /// Full distributions: the first number of points, how many there are, and their chances.
    exact: Vec<f32>,
    curves: Vec<u8>,
}

/// Open boxes up to which distributions are stored whole.
const STORED: usize = 3;
/// The greatest error of a curve at any number of points.
const TOLERANCE: f64 = 0.0015;
/// Rows between two reports of progress.
const BATCH: usize = 64;
/// Chances below this are left out where distributions become curves anyway.
const TRIFLE: f64 = 1e-13;

impl ScoreOutlook {
    /// Open boxes up to which answers are exact.
    pub const EXACT: usize = 5;

    /// Counts every position backwards from the full card, on the surrounding rayon pool (feature `parallel`).
    #[must_use]
    pub fn new(table: &SolvedGame, mut progress: impl FnMut(SolveProgress)) -> Self {
        build(table, &mut progress)
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// The bytes it holds.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of_val(self.places.as_slice()) + size_of_val(self.exact.as_slice()) + self.curves.len()
    }

    /// Whether the answer for so many open boxes is exact.
    #[must_use]
    pub const fn is_exact(position: Position) -> bool {
        position.open().len() <= Self::EXACT
    }

    /// The distribution of the points to come from any moment of a turn. The table must be the one of the same rules.
    ///
    /// # Panics
    ///
    /// Panics if the table has other rules.
    #[must_use]
    pub fn scores(&self, table: &SolvedGame, position: Position, start: TurnStart) -> ScoreDistribution {
        assert_eq!(self.rules, table.rules(), "one table for each rules");
        let open = position.open().len();
        let until = match (open, start) {
            // Nothing is decided any more.
            (0, _) => return ScoreDistribution::certain(0),
            (_, TurnStart::Fresh) if open <= STORED || open > Self::EXACT => open,
            _ if open <= Self::EXACT => STORED.min(open - 1),
            _ => open - 1,
        };
        let reached = carry(&Policy::Expected(table), position, start, until);
        let mut sum: Option<Mass> = None;
        for (row, reached) in reached {
            for (upper, mass) in reached {
                let rest = self.stored(row, upper);
                let range = mass.first + rest.first..mass.end() + rest.end();
                let sum = match &mut sum {
                    Some(sum) => {
                        sum.cover(range);
                        sum
                    }
                    none => none.insert(Mass::zeros(range)),
                };
                // The shorter one is walked through, the longer one added.
                let (short, long) =
                    if mass.chances.len() < rest.chances.len() { (&mass, &rest) } else { (&rest, &mass) };
                for (place, &chance) in short.chances.iter().enumerate().filter(|(_, chance)| **chance > 0.0)
                {
                    sum.add(long, short.first + place, chance);
                }
            }
        }
        let Mass { first, mut chances } = sum.expect("some position follows");
        // What is stored is rounded: a chance in a hundred million would be missing.
        let total: f64 = chances.iter().sum();
        chances.iter_mut().for_each(|chance| *chance /= total);
        ScoreDistribution::from_chances(first, chances)
    }

    fn stored(&self, row: RowIndex, upper: u8) -> Mass {
        let open = row.open().len();
        if open == 0 {
            return Mass { first: 0, chances: vec![1.0] };
        }
        let place = self.places[row.as_usize()][usize::from(upper)] as usize;
        if open > STORED {
            let (first, chances) = curve::read(&self.curves[place..]);
            return Mass { first, chances };
        }
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small whole numbers")]
        let whole = |place: usize| self.exact[place] as usize;
        let (first, count) = (whole(place), whole(place + 1));
        Mass { first, chances: self.exact[place + 2..][..count].iter().copied().map(f64::from).collect() }
    }
}

impl std::fmt::Debug for ScoreOutlook {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ScoreOutlook").field("rules", &self.rules).field("bytes", &self.bytes()).finish()
    }
}

fn build(table: &SolvedGame, progress: &mut dyn FnMut(SolveProgress)) -> ScoreOutlook {
    let rules = table.rules();
    let policy = Policy::Expected(table);
    let total = RowIndex::count(rules);
    let mut outlook =
        ScoreOutlook { rules, places: vec![[0; ROW]; total], exact: Vec::new(), curves: Vec::new() };
    let mut done = 0;
    // The distributions of the rows with one open box less, by row and upper subtotal.
    let mut below: Vec<Vec<(u8, Mass)>> = vec![Vec::new(); total];
    for open in 0..=Category::COUNT {
        let level: Vec<RowIndex> = RowIndex::all(rules).filter(|row| row.open().len() == open).collect();
        let mut here: Vec<Vec<(u8, Mass)>> = vec![Vec::new(); total];
        for batch in level.chunks(BATCH) {
            let solved = map(batch, |&row| match open {
                0 => vec![(settled(row.open(), 0), Mass { first: 0, chances: vec![1.0] })],
                _ => row_distributions(&policy, row, &below, open > STORED),
            });
            for (&row, solved) in batch.iter().zip(solved) {
                for (upper, mass) in &solved {
                    let place = &mut outlook.places[row.as_usize()][usize::from(*upper)];
                    if open > STORED {
                        *place = u32::try_from(outlook.curves.len()).expect("fewer than 2^32 bytes");
                        curve::write(mass.first, &mass.chances, TOLERANCE, &mut outlook.curves);
                    } else {
                        *place = u32::try_from(outlook.exact.len()).expect("fewer than 2^32 chances");
                        #[expect(
                            clippy::cast_possible_truncation,
                            reason = "small whole numbers, and chances"
                        )]
                        outlook.exact.extend(
                            [mass.first as f32, mass.chances.len() as f32]
                                .into_iter()
                                .chain(mass.chances.iter().map(|&chance| chance as f32)),
                        );
                    }
                }
                here[row.as_usize()] = solved;
            }
            done += batch.len();
            progress(SolveProgress { done, total });
        }
        below = here;
    }
    outlook
}

/// The distributions of one row, from those of the rows below.
fn row_distributions(
    policy: &Policy<'_>,
    row: RowIndex,
    below: &[Vec<(u8, Mass)>],
    cut: bool,
) -> Vec<(u8, Mass)> {
    let branches = Branches::new(policy.rules(), row);
    let uppers: Vec<u8> = settled_uppers(row).collect();
    let mut scratch = Scratch::new();
    let mut worth = vec![[0.0; LANES]; branches.list().len()];
    let mut ends = Vec::new();
    let mut solved = Vec::with_capacity(uppers.len());
    for group in uppers.chunks(LANES) {
        for (worth, branch) in worth.iter_mut().zip(branches.list()) {
            for (worth, &upper) in worth.iter_mut().zip(group) {
                *worth = policy.worth(branch, upper, None);
            }
        }
        play_turn(&branches, &worth, 1.0, TurnStart::Fresh, &mut scratch, &mut ends);
        for (lane, &upper) in group.iter().enumerate() {
            let mut sum: Option<Mass> = None;
            for (branch, ends) in branches.list().iter().zip(&ends).filter(|(_, ends)| ends[lane] > 0.0) {
                let (reached, points) = branch.from(upper);
                let next = &below[branch.next.as_usize()];
                let (_, next) = next
                    .iter()
                    .find(|(upper, _)| *upper == reached)
                    .expect("every reached position is known");
                let points = usize::from(points);
                let range = next.first + points..next.end() + points;
                let sum = match &mut sum {
                    Some(sum) => {
                        sum.cover(range);
                        sum
                    }
                    none => none.insert(Mass::zeros(range)),
                };
                sum.add(next, points, ends[lane]);
            }
            let mut sum = sum.expect("every turn ends");
            if cut {
                sum.cut(TRIFLE);
            }
            solved.push((upper, sum));
        }
    }
    solved
}
