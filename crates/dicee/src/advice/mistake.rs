use std::fmt;

use serde::{Deserialize, Serialize};

use crate::advice::{AdviceError, Advisor};
use crate::analysis::{Action, TurnAnalysis};
use crate::category::Category;
use crate::config::DiceConfig;
use crate::face::Face;
use crate::grade::{Evaluation, Quality};
use crate::horizon::Horizon;
use crate::keep::KeepPattern;
use crate::position::Position;
use crate::rules::Rules;
use crate::solver::Outlook;

/// What was wrong with a decision that was not the best one.
///
/// The kind follows from what was done and what was best; the table in `docs/advice.md` has the rules in the order in which they
/// are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum MistakeKind {
    /// Scored although another roll was worth more.
    StoppedEarly,
    /// Rolled although scoring was worth more.
    RolledOn,
    /// Rolled with a full house, straight or Dicee on the table that was best to score.
    GaveUpASureScore,
    /// Another box paid more now and was better.
    LeftPoints,
    /// Gave up part of a set of equal dice.
    BrokeASet,
    /// Kept a run where something else was better.
    ChasedAStraight,
    /// Gave up a run that was the best hope.
    MissedAStraight,
    /// Kept dice beside the right ones.
    HeldExtraDice,
    /// Threw some of the right dice.
    LetGoGoodDice,
    /// Kept other dice than the right ones.
    HeldWrongDice,
    /// Took the points of a box that was worth more later.
    TookPointsNow,
    /// Kept what is best for this turn but not for the game.
    PlayedForTheTurn,
    /// Wrote the zero into a box that was worth more.
    BurnedTheWrongBox,
    /// Used up Chance where another box was better.
    WastedChance,
    /// Did not use a set for the upper section while the bonus was within reach.
    IgnoredUpperBonus,
    /// Of two boxes with the same points, used the one worth more later.
    SpentTheBetterBox,
}

/// The three families of mistakes (data contract 6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum MistakeCategory {
    /// Which dice give the better chances.
    Probability,
    /// When points in hand beat points to hope for.
    ExpectedValue,
    /// What this turn does to the rest of the game.
    Strategy,
}

impl MistakeKind {
    /// All of them.
    pub const ALL: [Self; 16] = [
        Self::StoppedEarly,
        Self::RolledOn,
        Self::GaveUpASureScore,
        Self::LeftPoints,
        Self::BrokeASet,
        Self::ChasedAStraight,
        Self::MissedAStraight,
        Self::HeldExtraDice,
        Self::LetGoGoodDice,
        Self::HeldWrongDice,
        Self::TookPointsNow,
        Self::PlayedForTheTurn,
        Self::BurnedTheWrongBox,
        Self::WastedChance,
        Self::IgnoredUpperBonus,
        Self::SpentTheBetterBox,
    ];

    /// The name on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::StoppedEarly => "stopped_early",
            Self::RolledOn => "rolled_on",
            Self::GaveUpASureScore => "gave_up_a_sure_score",
            Self::LeftPoints => "left_points",
            Self::BrokeASet => "broke_a_set",
            Self::ChasedAStraight => "chased_a_straight",
            Self::MissedAStraight => "missed_a_straight",
            Self::HeldExtraDice => "held_extra_dice",
            Self::LetGoGoodDice => "let_go_good_dice",
            Self::HeldWrongDice => "held_wrong_dice",
            Self::TookPointsNow => "took_points_now",
            Self::PlayedForTheTurn => "played_for_the_turn",
            Self::BurnedTheWrongBox => "burned_the_wrong_box",
            Self::WastedChance => "wasted_chance",
            Self::IgnoredUpperBonus => "ignored_upper_bonus",
            Self::SpentTheBetterBox => "spent_the_better_box",
        }
    }

    /// The family it belongs to.
    #[must_use]
    pub const fn category(self) -> MistakeCategory {
        match self {
            Self::StoppedEarly | Self::RolledOn | Self::GaveUpASureScore | Self::LeftPoints => {
                MistakeCategory::ExpectedValue
            }
            Self::BrokeASet
            | Self::ChasedAStraight
            | Self::MissedAStraight
            | Self::HeldExtraDice
            | Self::LetGoGoodDice
            | Self::HeldWrongDice => MistakeCategory::Probability,
            Self::TookPointsNow
            | Self::PlayedForTheTurn
            | Self::BurnedTheWrongBox
            | Self::WastedChance
            | Self::IgnoredUpperBonus
            | Self::SpentTheBetterBox => MistakeCategory::Strategy,
        }
    }
}

impl MistakeCategory {
    /// The name on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Probability => "probability",
            Self::ExpectedValue => "expected_value",
            Self::Strategy => "strategy",
        }
    }
}

impl fmt::Display for MistakeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Display for MistakeCategory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Advisor {
    /// What was wrong with a legal choice; `None` if nothing was better. See [`MistakeKind`].
    ///
    /// # Errors
    ///
    /// [`AdviceError`] if the rules do not allow it.
    pub fn mistake(&self, chosen: Action) -> Result<Option<MistakeKind>, AdviceError> {
        let graded = self.grade(chosen)?;
        let best_this_turn = self.analysis().horizon == Horizon::Game
            && graded.loss >= Quality::NOTHING
            && self.this_turn().evaluate(chosen).is_some_and(|graded| graded.loss < Quality::NOTHING);
        Ok(self.classify(&graded, best_this_turn))
    }

    /// The first of these kinds that an option of this roll would be, at a cost of more than a trifle; `None` where none would.
    /// It is what somebody who makes these mistakes should be warned of.
    #[must_use]
    pub fn tempting(&self, kinds: &[MistakeKind]) -> Option<MistakeKind> {
        if kinds.is_empty() {
            return None;
        }
        let this_turn = (self.analysis().horizon == Horizon::Game).then(|| self.this_turn());
        let costly = self.analysis().options.iter().filter(|option| option.loss >= Quality::TRIFLE);
        let possible: Vec<MistakeKind> = costly
            .filter_map(|option| {
                let graded = self.analysis().evaluate(option.action)?;
                let turn = this_turn.as_ref().and_then(|turn| turn.evaluate(option.action));
                self.classify(&graded, turn.is_some_and(|graded| graded.loss < Quality::NOTHING))
            })
            .collect();
        kinds.iter().copied().find(|kind| possible.contains(kind))
    }

    /// What was wrong with a graded choice; `best_this_turn` says that it was best for the turn.
    pub(super) fn classify(&self, graded: &Evaluation, best_this_turn: bool) -> Option<MistakeKind> {
        let TurnAnalysis { rules, roll, .. } = *self.analysis();
        let moment = MistakeMoment { rules, position: self.position(), roll };
        classify(moment, graded.chosen, graded.best, graded.loss, best_this_turn)
    }

    /// The same roll, judged by the points of this turn alone.
    fn this_turn(&self) -> TurnAnalysis {
        let TurnAnalysis { rules, roll, rolls_left, .. } = *self.analysis();
        TurnAnalysis::new(rules, self.position(), Outlook::Turn, roll, rolls_left)
    }
}

/// A roll on a card, as far as kinds of mistakes depend on it.
#[derive(Clone, Copy, Debug)]
pub(super) struct MistakeMoment {
    pub(super) rules: Rules,
    pub(super) position: Position,
    pub(super) roll: DiceConfig,
}

impl MistakeMoment {
    /// The points that scoring a box now puts into it, and all that it brings, bonuses included.
    fn points(self, category: Category) -> (u8, u16) {
        let outcome = self.position.score(self.rules, self.roll, category);
        outcome.map_or((0, 0), |outcome| (outcome.scored.points, outcome.points()))
    }
}

/// Follows the table of [`MistakeKind`]. `best_this_turn` says that the choice was best for the turn.
pub(super) fn classify(
    moment: MistakeMoment,
    chosen: Action,
    best: Action,
    loss: f64,
    best_this_turn: bool,
) -> Option<MistakeKind> {
    if loss < Quality::NOTHING {
        return None;
    }
    Some(match (chosen, best) {
        (Action::Score(_), Action::Keep(_)) if best_this_turn => MistakeKind::TookPointsNow,
        (Action::Score(_), Action::Keep(_)) => MistakeKind::StoppedEarly,
        (Action::Keep(kept), Action::Score(best)) if risks(moment, kept, best) => {
            MistakeKind::GaveUpASureScore
        }
        (Action::Keep(_), Action::Score(_)) => MistakeKind::RolledOn,
        (Action::Score(chosen), Action::Score(best)) => score_for_score(moment, chosen, best),
        (Action::Keep(_), Action::Keep(_)) if best_this_turn => MistakeKind::PlayedForTheTurn,
        (Action::Keep(kept), Action::Keep(best)) => keep_for_keep(moment.position, kept, best),
    })
}

/// Whether the keep gives up a finished combination.
fn risks(moment: MistakeMoment, kept: KeepPattern, made: Category) -> bool {
    moment.points(made).0 > 0
        && match made {
            Category::FullHouse | Category::LargeStraight | Category::Dicee => true,
            Category::SmallStraight => !kept.counts().windows(4).any(|run| !run.contains(&0)),
            Category::Ones
            | Category::Twos
            | Category::Threes
            | Category::Fours
            | Category::Fives
            | Category::Sixes
            | Category::ThreeOfKind
            | Category::FourOfKind
            | Category::Chance => false,
        }
}

fn score_for_score(moment: MistakeMoment, chosen: Category, best: Category) -> MistakeKind {
    let ((points, now), (best_points, best_now)) = (moment.points(chosen), moment.points(best));
    if points == 0 && best_points == 0 {
        MistakeKind::BurnedTheWrongBox
    } else if now < best_now {
        MistakeKind::LeftPoints
    } else if chosen.face().is_none()
        && best.face().is_some_and(|face| moment.roll.count(face) >= 3)
        && upper_bonus_is_open(moment.position)
    {
        MistakeKind::IgnoredUpperBonus
    } else if chosen == Category::Chance {
        MistakeKind::WastedChance
    } else if now > best_now {
        MistakeKind::TookPointsNow
    } else {
        MistakeKind::SpentTheBetterBox
    }
}

fn keep_for_keep(position: Position, kept: KeepPattern, best: KeepPattern) -> MistakeKind {
    let open = position.open();
    let straight_open = open.contains(Category::SmallStraight) || open.contains(Category::LargeStraight);
    match (is_run(kept), is_run(best)) {
        (true, false) if straight_open => return MistakeKind::ChasedAStraight,
        (false, true) if straight_open => return MistakeKind::MissedAStraight,
        _ => {}
    }
    let part_of = |part: KeepPattern, whole: KeepPattern| {
        part.counts().iter().zip(whole.counts()).all(|(&part, whole)| part <= whole)
    };
    let largest_set = |keep: KeepPattern| keep.counts().into_iter().max().unwrap_or(0);
    if part_of(best, kept) {
        MistakeKind::HeldExtraDice
    } else if largest_set(best) >= 2 && largest_set(kept) < largest_set(best) {
        MistakeKind::BrokeASet
    } else if part_of(kept, best) {
        MistakeKind::LetGoGoodDice
    } else {
        MistakeKind::HeldWrongDice
    }
}

/// Three or four different faces that fit into one straight.
fn is_run(keep: KeepPattern) -> bool {
    let faces = keep.faces();
    let (Some(low), Some(high)) = (faces.first(), faces.last()) else { return false };
    faces.len() >= 3 && high - low <= 4 && keep.counts().into_iter().all(|count| count <= 1)
}

/// Whether the upper bonus is still to be won and can still be.
pub(super) fn upper_bonus_is_open(position: Position) -> bool {
    let most: u8 = open_faces(position).map(|face| 5 * face.pips()).sum();
    position.upper() < Rules::UPPER_GOAL && position.upper() + most >= Rules::UPPER_GOAL
}

/// The faces whose upper boxes are open.
pub(super) fn open_faces(position: Position) -> impl Iterator<Item = Face> {
    Face::ALL.into_iter().filter(move |&face| position.open().contains(Category::of_face(face)))
}
