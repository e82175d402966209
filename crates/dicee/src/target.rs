//! The highest chance to reach a target, for every target at once, and how to play for it.

mod fixed;
mod lists;
mod plan;
mod report;
mod solve;

use std::ops::ControlFlow;

use chance::InputError;

use crate::analysis::Action;
use crate::branch::settled_uppers;
use crate::category::{Category, CategorySet};
use crate::config::DiceConfig;
use crate::input;
use crate::keep::{KeepPattern, keeps_of};
use crate::position::{Outcome, Position, settled};
use crate::rolls_left::RollsLeft;
use crate::rules::Rules;
use crate::solver::{RowIndex, SolveProgress, TurnValues};
use fixed::CERTAIN;
use lists::ChanceLists;
pub(crate) use plan::Plan;
pub use report::{TargetOptionData, TargetReport};
use solve::{ChanceMap, Extent, Number};

/// The highest chance to make at least so many points still to come, from every position, for every number up to
/// [`Self::HIGHEST`].
///
/// Scoring shifts the chances by the points, and a choice takes the better one for each number of points needed. The
/// policy is not stored: it is whatever the chances say. They are exact to better than 1e-7.
///
/// ```no_run
/// use dicee::{Position, Rules, TargetChances};
///
/// let chances = TargetChances::solve(Rules::JokerRules, |_| {});
/// assert!((chances.chance(Position::START, 300)? - 0.1739).abs() < 1e-3);
/// # Ok::<(), dicee::InputError>(())
/// ```
#[derive(Clone, PartialEq)]
pub struct TargetChances {
    chances: ChanceLists,
    highest: u16,
}

/// An option of a roll and the highest chance to reach the target after it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TargetOption {
    /// What to do.
    pub action: Action,
    /// The chance.
    pub chance: f64,
}

impl TargetChances {
    /// The highest target.
    pub const HIGHEST: u16 = 511;

    /// Solves every target for every position, on the surrounding rayon pool (feature `parallel`).
    #[must_use]
    pub fn solve(rules: Rules, mut progress: impl FnMut(SolveProgress)) -> Self {
        Self::solve_up_to(rules, CategorySet::ALL, Self::HIGHEST, &mut progress)
    }

    /// Solves the targets up to `points` for this position and all that can follow.
    ///
    /// # Errors
    ///
    /// [`InputError`] for more than [`Self::HIGHEST`] points.
    pub fn solve_from(
        rules: Rules,
        position: Position,
        points: u16,
        mut progress: impl FnMut(SolveProgress),
    ) -> Result<Self, InputError> {
        check(Self::HIGHEST, points)?;
        Ok(Self::solve_up_to(rules, position.open(), points, &mut progress))
    }

    /// Solves the targets up to `points` for one turn with these boxes open, whatever the upper subtotal, the roll and the
    /// rolls left: what [`TargetReport`] needs. The chances of later turns are forgotten on the way, so that a few MiB at
    /// most are left. Nothing is returned when `progress` breaks the solve off.
    ///
    /// # Errors
    ///
    /// As [`Self::solve_from`].
    pub fn solve_turn(
        rules: Rules,
        open: CategorySet,
        points: u16,
        mut progress: impl FnMut(SolveProgress) -> ControlFlow<()>,
    ) -> Result<Option<Self>, InputError> {
        let extent = Extent { within: open, from: None, one_turn: true };
        Self::solve_extent(rules, extent, points, &mut progress)
    }

    /// The same for one position alone, whatever the roll and the rolls left: with boxes filled, a part of the time is enough,
    /// because few upper subtotals can follow.
    ///
    /// # Errors
    ///
    /// As [`Self::solve_from`].
    pub fn solve_turn_of(
        rules: Rules,
        position: Position,
        points: u16,
        mut progress: impl FnMut(SolveProgress) -> ControlFlow<()>,
    ) -> Result<Option<Self>, InputError> {
        let extent = Extent { within: position.open(), from: Some(position), one_turn: true };
        Self::solve_extent(rules, extent, points, &mut progress)
    }

    fn solve_extent(
        rules: Rules,
        extent: Extent,
        points: u16,
        progress: &mut dyn FnMut(SolveProgress) -> ControlFlow<()>,
    ) -> Result<Option<Self>, InputError> {
        check(Self::HIGHEST, points)?;
        let chances = ChanceMap::solve(rules, extent, &goal(points), progress);
        Ok(chances.map(|chances| Self { chances: ChanceLists::Whole(chances), highest: points }))
    }

    fn solve_up_to(
        rules: Rules,
        open: CategorySet,
        highest: u16,
        progress: &mut dyn FnMut(SolveProgress),
    ) -> Self {
        Self { chances: ChanceLists::Whole(solve_all(rules, open, &goal(highest), progress)), highest }
    }

    /// Solves what a full card is worth that lacks so many points: `worth[n]`, from 0 to 1, never rising with `n`, for
    /// these open boxes and all that can follow. In `f64`, so that small chances are told apart.
    pub(crate) fn solve_worth(
        rules: Rules,
        open: CategorySet,
        worth: impl Iterator<Item = f64>,
        progress: &mut dyn FnMut(SolveProgress),
    ) -> Self {
        let goal: Vec<f64> = worth.collect();
        let highest = u16::try_from(goal.len() - 1).expect("at most 1,024 points");
        Self { chances: ChanceLists::Fine(solve_all(rules, open, &goal, progress)), highest }
    }

    /// From `width` chances for each of these positions, given by row and settled upper subtotal.
    pub(crate) fn from_chances(
        rules: Rules,
        positions: &[(u16, u8)],
        chances: Vec<u32>,
        width: usize,
    ) -> Self {
        let highest = u16::try_from(width - 1).expect("at most 1,024 points");
        let map = ChanceMap::from_chances(rules, positions, chances, width);
        Self { chances: ChanceLists::Whole(map), highest }
    }

    /// The chance as a whole number, by row and upper subtotal of a layout.
    ///
    /// # Panics
    ///
    /// Panics if there is no such row.
    #[must_use]
    pub fn whole(&self, row: usize, upper: u8, points: usize) -> u32 {
        let row = RowIndex::all(self.rules()).nth(row).expect("a row of the layout");
        self.chances.whole(row, upper).get(points).copied().unwrap_or(0)
    }

    /// Whether two solutions have the same chances, to the last bit.
    #[must_use]
    pub fn same_chances(&self, other: &Self) -> bool {
        let same = |row: RowIndex| {
            settled_uppers(row).all(|upper| {
                let (mine, theirs) = (self.chances.whole(row, upper), other.chances.whole(row, upper));
                let at = |chances: &[u32], need: usize| chances.get(need).copied().unwrap_or(0);
                (0..mine.len().max(theirs.len())).all(|need| at(mine, need) == at(theirs, need))
            })
        };
        self.rules() == other.rules() && RowIndex::all(self.rules()).all(same)
    }

    /// The whole number that stands for certainty in the chances of a layout.
    pub const CERTAIN: u32 = CERTAIN;

    /// The rules it was solved for.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.chances.rules()
    }

    /// The highest target that was solved.
    #[must_use]
    pub const fn highest(&self) -> u16 {
        self.highest
    }

    /// The bytes it holds.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.chances.bytes()
    }

    /// The highest chance to make at least so many points from here on, before the first roll of the next turn.
    ///
    /// # Errors
    ///
    /// [`InputError`] for a target or open boxes that were not solved.
    pub fn chance(&self, position: Position, points: u16) -> Result<f64, InputError> {
        let row = self.check(position, points)?;
        Ok(self.at(row, settled(position.open(), position.upper()), points))
    }

    /// Every option of a roll with its chance, best first. Where chances tie, scoring comes before rolling and keeping
    /// more dice before keeping fewer.
    ///
    /// # Errors
    ///
    /// As [`Self::chance`].
    ///
    /// # Panics
    ///
    /// Panics if the card is full.
    pub fn options(
        &self,
        position: Position,
        points: u16,
        roll: DiceConfig,
        rolls_left: RollsLeft,
    ) -> Result<Vec<TargetOption>, InputError> {
        self.check(position, points)?;
        let turn = self.turn(position, points, rolls_left);
        let scores = position.open().iter().filter_map(|category| {
            Some(TargetOption {
                action: Action::Score(category),
                chance: self.after(position, points, roll, category)?,
            })
        });
        let mut options: Vec<TargetOption> = scores.collect();
        if rolls_left > RollsLeft::NONE {
            let index = roll.to_index();
            options.extend(keeps_of(index).iter().filter(|keep| **keep != index.keep_all()).map(|&keep| {
                let action = Action::Keep(KeepPattern::from_index(keep));
                TargetOption { action, chance: turn.keep_value(keep, rolls_left) }
            }));
        }
        options.sort_by(|a, b| b.chance.total_cmp(&a.chance));
        Ok(options)
    }

    /// The row of a position, if it was solved up to so many points.
    fn check(&self, position: Position, points: u16) -> Result<RowIndex, InputError> {
        check(self.highest, points)?;
        let row = RowIndex::of(self.rules(), position.open(), position.dicee_box());
        if self.chances.has(row, settled(position.open(), position.upper())) {
            return Ok(row);
        }
        Err(InputError::new("open", "boxes whose chances were solved", position.open().to_string()))
    }

    /// The chances of every keep of a turn.
    fn turn(&self, position: Position, points: u16, rolls: RollsLeft) -> TurnValues {
        let best = |index| {
            let roll = DiceConfig::at(index);
            let after = |category| self.after(position, points, roll, category);
            position.open().iter().filter_map(after).fold(0.0, f64::max)
        };
        TurnValues::from_standing(std::array::from_fn(best), rolls)
    }

    /// The chance after a roll went into a box, if the rules allow it.
    fn after(&self, position: Position, points: u16, roll: DiceConfig, category: Category) -> Option<f64> {
        Some(self.after_score(points, &position.score(self.rules(), roll, category).ok()?))
    }

    /// The same, where the score is known.
    pub(crate) fn after_score(&self, points: u16, outcome: &Outcome) -> f64 {
        let next = outcome.next;
        let row = RowIndex::of(self.rules(), next.open(), next.dicee_box());
        self.at(row, settled(next.open(), next.upper()), points.saturating_sub(outcome.points()))
    }

    /// The chance at a place of a row; `upper` is settled.
    #[inline]
    pub(crate) fn at(&self, row: RowIndex, upper: u8, points: u16) -> f64 {
        self.chances.at(row, upper, points)
    }
}

/// Certain for somebody who needs nothing more.
fn goal(highest: u16) -> Vec<u32> {
    let mut goal = vec![0; usize::from(highest) + 1];
    goal[0] = CERTAIN;
    goal
}

fn solve_all<N: Number>(
    rules: Rules,
    within: CategorySet,
    goal: &[N],
    progress: &mut dyn FnMut(SolveProgress),
) -> ChanceMap<N> {
    let mut on_progress = |report| {
        progress(report);
        ControlFlow::Continue(())
    };
    ChanceMap::solve(rules, Extent { within, from: None, one_turn: false }, goal, &mut on_progress)
        .expect("nothing breaks it off")
}

fn check(highest: u16, points: u16) -> Result<(), InputError> {
    if points > highest { Err(input::target_score(highest, points.into())) } else { Ok(()) }
}

impl std::fmt::Debug for TargetChances {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TargetChances").field("rules", &self.rules()).field("bytes", &self.bytes()).finish()
    }
}
