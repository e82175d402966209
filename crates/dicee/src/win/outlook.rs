//! What every position needs for the win bar.

use crate::branch::{Branches, settled_uppers};
use crate::category::CategorySet;
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
const TRIFLE: f64 = 1e-10;

/// The distributions of a row by upper subtotal, as the next level needs them: two levels are in memory at a time, and in
/// `f64` they would take a gigabyte.
type Kept = Vec<(u8, Mass<f32>)>;

impl ScoreOutlook {
    /// Open boxes up to which answers are exact.
    pub const EXACT: usize = 5;

    /// Counts every position backwards from the full card, on the surrounding rayon pool (feature `parallel`).
    #[must_use]
    pub fn new(solved: &SolvedGame, mut progress: impl FnMut(SolveProgress)) -> Self {
        build(solved, CategorySet::ALL, &mut progress)
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

    /// The distribution of the points to come from any moment of a turn. The solved game must be the one of the same rules.
    ///
    /// # Panics
    ///
    /// Panics if the solved game has other rules.
    #[must_use]
    pub fn scores(&self, solved: &SolvedGame, position: Position, start: TurnStart) -> ScoreDistribution {
        assert_eq!(self.rules, solved.rules(), "one solved game for each rules");
        let open = position.open().len();
        let until = match (open, start) {
            // Nothing is decided any more.
            (0, _) => return ScoreDistribution::certain(0),
            (_, TurnStart::Fresh) if open <= STORED || open > Self::EXACT => open,
            _ if open <= Self::EXACT => STORED.min(open - 1),
            _ => open - 1,
        };
        let reached = carry(&Policy::Expected(solved), position, start, until);
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

/// The positions with no other open boxes than `within`.
fn build(solved: &SolvedGame, within: CategorySet, progress: &mut dyn FnMut(SolveProgress)) -> ScoreOutlook {
    let rules = solved.rules();
    let policy = Policy::Expected(solved);
    let rows = RowIndex::count(rules);
    let needed: Vec<RowIndex> =
        RowIndex::all(rules).filter(|row| row.open().bits() & !within.bits() == 0).collect();
    let mut outlook =
        ScoreOutlook { rules, places: vec![[0; ROW]; rows], exact: Vec::new(), curves: Vec::new() };
    let (mut done, total) = (0, needed.len());
    // The distributions of the rows with one open box less, by row and upper subtotal.
    let mut below: Vec<Kept> = vec![Vec::new(); rows];
    for open in 0..=within.len() {
        let level: Vec<RowIndex> = needed.iter().copied().filter(|row| row.open().len() == open).collect();
        let mut here: Vec<Kept> = vec![Vec::new(); rows];
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
                here[row.as_usize()] = solved.iter().map(|(upper, mass)| (*upper, rounded(mass))).collect();
            }
            done += batch.len();
            progress(SolveProgress { done, total });
        }
        below = here;
    }
    outlook
}

#[expect(clippy::cast_possible_truncation, reason = "a chance keeps seven digits")]
fn rounded(mass: &Mass) -> Mass<f32> {
    Mass { first: mass.first, chances: mass.chances.iter().map(|&chance| chance as f32).collect() }
}

/// The distributions of one row, from those of the rows below.
fn row_distributions(policy: &Policy<'_>, row: RowIndex, below: &[Kept], cut: bool) -> Vec<(u8, Mass)> {
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

#[cfg(test)]
mod tests {
    use chance::{Chance as _, SeededChance};

    use super::*;
    use crate::solver::SolvedRows;
    use crate::{Category, Contender, DiceConfig, DiceeBox, KeepPattern, RollsLeft, WinForecaster};

    /// Cards with these boxes open, and no others, are looked up.
    const BOXES: [Category; 6] = [
        Category::Twos,
        Category::Sixes,
        Category::FullHouse,
        Category::SmallStraight,
        Category::Dicee,
        Category::Chance,
    ];

    /// A game with values that nobody solved: a policy is a policy, and this one is there at once.
    fn guessed(rules: Rules) -> SolvedGame {
        let value = |row: usize, upper: usize| f64::from(row.count_ones() * 15) + upper as f64 / 3.0;
        SolvedRows { rules, value: &value }.into_game()
    }

    fn looked_up(rules: Rules) -> (SolvedGame, ScoreOutlook) {
        let solved = guessed(rules);
        let mut last = None;
        let outlook = build(&solved, CategorySet::from_slice(&BOXES), &mut |progress| last = Some(progress));
        let rows = 64 + 32 * if rules == Rules::Classic { 0 } else { 1 };
        assert_eq!(last, Some(SolveProgress { done: rows, total: rows }), "{rules}");
        (solved, outlook)
    }

    fn position(open: &[Category], upper: i64) -> Position {
        let open = CategorySet::from_slice(open);
        let dicee_box = if open.contains(Category::Dicee) { DiceeBox::Open } else { DiceeBox::Fifty };
        Position::new(open, upper, dicee_box).unwrap()
    }

    fn starts(luck: &mut SeededChance) -> [TurnStart; 4] {
        let roll = DiceConfig::from_dice(&std::array::from_fn(|_| luck.die())).unwrap();
        let one = RollsLeft::parse(1).unwrap();
        [
            TurnStart::Fresh,
            TurnStart::Rolled { roll, rolls_left: RollsLeft::NONE },
            TurnStart::Rolled { roll, rolls_left: RollsLeft::AFTER_FIRST },
            TurnStart::Kept { keep: KeepPattern::from_faces(&[6, 6]).unwrap(), rolls_left: one },
        ]
    }

    #[test]
    fn points_are_exact_up_to_five_open_boxes_and_within_a_fifth_of_a_percent_beyond() {
        let mut luck = SeededChance::from_seed(3);
        for rules in [Rules::JokerRules, Rules::Classic] {
            let (solved, outlook) = looked_up(rules);
            for count in 1..=BOXES.len() {
                let position = position(&BOXES[6 - count..], if count == 6 { 37 } else { 42 });
                assert_eq!(ScoreOutlook::is_exact(position), count <= 5);
                let tolerance = if count <= ScoreOutlook::EXACT { 1e-6 } else { 0.002 };
                for start in starts(&mut luck) {
                    let exact = ScoreDistribution::new(&Policy::Expected(&solved), position, start);
                    let quick = outlook.scores(&solved, position, start);
                    for points in 0..=exact.highest() {
                        let error = (exact.at_least(points) - quick.at_least(points)).abs();
                        assert!(error < tolerance, "{rules} {position:?} {start:?} {points}: {error}");
                    }
                }
            }
        }
    }

    #[test]
    fn nothing_more_comes_on_a_full_card() {
        let (solved, outlook) = looked_up(Rules::Classic);
        let roll = DiceConfig::from_dice(&[1, 2, 2, 4, 6]).unwrap();
        let last = position(&[Category::Chance], 42);
        let full = last.score(Rules::Classic, roll, Category::Chance).unwrap().next;
        assert_eq!(outlook.scores(&solved, full, TurnStart::Fresh), ScoreDistribution::certain(0));
        assert_eq!(
            format!("{outlook:?}"),
            format!("ScoreOutlook {{ rules: Classic, bytes: {} }}", outlook.bytes())
        );
    }

    #[test]
    fn a_forecast_from_the_outlook_is_the_exact_one_and_says_when_it_is_not() {
        let (solved, outlook) = looked_up(Rules::JokerRules);
        let seat =
            |open: &[Category], points, start| Contender { points, ahead: Some((position(open, 42), start)) };
        let mut luck = SeededChance::from_seed(8);
        let start = starts(&mut luck)[2];
        let few = [
            seat(&BOXES[2..], 130, start),
            seat(&BOXES[3..], 150, TurnStart::Fresh),
            Contender { points: 240, ahead: None },
        ];
        assert_eq!(few.map(|contender| contender.open_boxes()), [4, 3, 0]);
        let mut quick = WinForecaster::with_outlook(&solved, &outlook);
        let mut exact = WinForecaster::exact(&solved);
        let (forecast, counted) = (quick.forecast(&few), exact.forecast(&few));
        assert!(forecast.exact && counted.exact);
        for (one, other) in forecast.chances.iter().zip(&counted.chances) {
            assert!((one.share - other.share).abs() < 1e-6, "{one:?} {other:?}");
        }
        // What is remembered gives the same answer again, to the last bit.
        let mut later = WinForecaster::with_outlook(&solved, &outlook).remembering(quick.into_known());
        assert_eq!(later.forecast(&few), forecast);
        let ahead = Some((position(&BOXES, 37), TurnStart::Fresh));
        assert!(!later.forecast(&[Contender { points: 99, ahead }]).exact, "six boxes come from curves");
    }

    #[test]
    #[should_panic(expected = "one solved game for each rules")]
    fn an_outlook_of_other_rules_is_refused() {
        let (_, outlook) = looked_up(Rules::Classic);
        let _ = outlook.scores(&guessed(Rules::Standard), position(&BOXES[4..], 42), TurnStart::Fresh);
    }
}
