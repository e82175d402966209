//! The highest chance to reach a target, for every target at once, and how to play for it.

mod fixed;
mod plan;
mod solve;

use chance::InputError;
use serde::Serialize;
use serde::ser::{SerializeStruct as _, Serializer};

use crate::analysis::Action;
use crate::branch::settled_uppers;
use crate::category::{Category, CategorySet};
use crate::config::DiceConfig;
use crate::input;
use crate::keep::{KeepPattern, keeps_of};
use crate::position::{Position, settled};
use crate::rolls_left::RollsLeft;
use crate::rules::{DiceeBox, Rules};
use crate::solver::{RowIndex, SolveProgress, TurnValues};
use fixed::{CERTAIN, from_share, to_share};
pub(crate) use plan::Plan;
use solve::ChanceMap;

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
#[derive(Clone, PartialEq, Eq)]
pub struct TargetChances {
    chances: ChanceMap,
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

/// The answer about one target.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TargetReport {
    /// The rules.
    pub rules: Rules,
    /// The open boxes.
    pub open: Vec<Category>,
    /// The upper subtotal.
    pub upper: u8,
    /// What the Dicee box holds.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub dicee_box: DiceeBox,
    /// The points wanted from here on.
    pub score: u16,
    /// The highest chance to make at least so many; with a roll on the table, the chance from there.
    pub chance: f64,
    /// With a roll on the table, every option, best first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<serde_json::Value>"))]
    pub options: Vec<TargetOption>,
}

impl Serialize for TargetOption {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut option = serializer.serialize_struct("TargetOption", 3)?;
        match self.action {
            Action::Score(category) => {
                option.serialize_field("action", "score")?;
                option.serialize_field("category", &category)?;
            }
            Action::Keep(keep) => {
                option.serialize_field("action", "keep")?;
                option.serialize_field("keep", &keep.faces())?;
            }
        }
        option.serialize_field("chance", &self.chance)?;
        option.end()
    }
}

impl TargetReport {
    /// Asks the solved chances about a position, before its turn or with a roll on the table.
    ///
    /// # Errors
    ///
    /// As [`TargetChances::chance`].
    pub fn new(
        chances: &TargetChances,
        position: Position,
        score: u16,
        rolled: Option<(DiceConfig, RollsLeft)>,
    ) -> Result<Self, InputError> {
        let options = match rolled {
            Some((roll, rolls_left)) => chances.options(position, score, roll, rolls_left)?,
            None => Vec::new(),
        };
        let chance = match options.first() {
            Some(best) => best.chance,
            None => chances.chance(position, score)?,
        };
        Ok(Self {
            rules: chances.rules(),
            open: position.open().iter().collect(),
            upper: position.upper(),
            dicee_box: position.dicee_box(),
            score,
            chance,
            options,
        })
    }
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

    fn solve_up_to(
        rules: Rules,
        open: CategorySet,
        highest: u16,
        progress: &mut dyn FnMut(SolveProgress),
    ) -> Self {
        let mut goal = vec![0; usize::from(highest) + 1];
        goal[0] = CERTAIN;
        Self { chances: ChanceMap::solve(rules, open, &goal, progress), highest }
    }

    /// Solves what a full card is worth that lacks so many points: `worth[n]`, from 0 to 1, never rising with `n`, for
    /// these open boxes and all that can follow.
    pub(crate) fn solve_worth(
        rules: Rules,
        open: CategorySet,
        worth: impl Iterator<Item = f64>,
        progress: &mut dyn FnMut(SolveProgress),
    ) -> Self {
        let goal: Vec<u32> = worth.map(from_share).collect();
        let highest = u16::try_from(goal.len() - 1).expect("at most 1,024 points");
        Self { chances: ChanceMap::solve(rules, open, &goal, progress), highest }
    }

    /// From `width` chances for each of these positions, given by row and settled upper subtotal.
    pub(crate) fn from_chances(
        rules: Rules,
        rows: usize,
        positions: &[(u16, u8)],
        chances: Vec<u32>,
        width: usize,
    ) -> Self {
        let highest = u16::try_from(width - 1).expect("at most 1,024 points");
        Self { chances: ChanceMap::from_chances(rules, rows, positions, chances, width), highest }
    }

    /// The chance as a whole number, by row and upper subtotal of a layout.
    ///
    /// # Panics
    ///
    /// Panics if there is no such row.
    #[must_use]
    pub fn whole(&self, row: usize, upper: u8, points: usize) -> u32 {
        let row = RowIndex::all(self.rules()).nth(row).expect("a row of the layout");
        self.chances.of(row, upper).get(points).copied().unwrap_or(0)
    }

    /// Whether two solutions have the same chances, to the last bit.
    #[must_use]
    pub fn same_chances(&self, other: &Self) -> bool {
        let same = |row: RowIndex| {
            settled_uppers(row).all(|upper| {
                let (mine, theirs) = (self.chances.of(row, upper), other.chances.of(row, upper));
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

    /// The bytes it holds.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.chances.bytes()
    }

    /// The highest chance to make at least so many points from here on, before the first roll of the next turn.
    ///
    /// # Errors
    ///
    /// [`InputError`] for a target that was not solved.
    pub fn chance(&self, position: Position, points: u16) -> Result<f64, InputError> {
        check(self.highest, points)?;
        let row = RowIndex::of(self.rules(), position.open(), position.dicee_box());
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
        check(self.highest, points)?;
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

    /// The chances of every keep of a turn.
    pub(crate) fn turn(&self, position: Position, points: u16, rolls: RollsLeft) -> TurnValues {
        let best = |index| {
            let roll = DiceConfig::at(index);
            let after = |category| self.after(position, points, roll, category);
            position.open().iter().filter_map(after).fold(0.0, f64::max)
        };
        TurnValues::from_standing(std::array::from_fn(best), rolls)
    }

    /// The chance after a roll went into a box, if the rules allow it.
    pub(crate) fn after(
        &self,
        position: Position,
        points: u16,
        roll: DiceConfig,
        category: Category,
    ) -> Option<f64> {
        let outcome = position.score(self.rules(), roll, category).ok()?;
        let next = outcome.next;
        let row = RowIndex::of(self.rules(), next.open(), next.dicee_box());
        Some(self.at(row, settled(next.open(), next.upper()), points.saturating_sub(outcome.points())))
    }

    /// The chance at a place of a row; `upper` is settled.
    #[inline]
    pub(crate) fn at(&self, row: RowIndex, upper: u8, points: u16) -> f64 {
        self.chances.of(row, upper).get(usize::from(points)).map_or(0.0, |&chance| to_share(chance))
    }
}

fn check(highest: u16, points: u16) -> Result<(), InputError> {
    if points > highest { Err(input::target_score(highest, points.into())) } else { Ok(()) }
}

impl std::fmt::Debug for TargetChances {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TargetChances").field("rules", &self.rules()).field("bytes", &self.bytes()).finish()
    }
}
