use thiserror::Error;

use crate::InputError;
use crate::analysis::{Action, CategoryAnalysis, TurnAnalysis};
use crate::category::Category;
use crate::config::DiceConfig;
use crate::grade::Evaluation;
use crate::input;
use crate::keep::KeepPattern;
use crate::position::Position;
use crate::rolls_left::RollsLeft;
use crate::rules::{Rules, ScoreRefusal};
use crate::solver::Outlook;

/// One roll on a card, solved, and able to say what to do with it and what was wrong with what was done.
///
/// ```
/// use dicee::{Advisor, Audience, Outlook, Position, RecommendedAction, RollsLeft, Rules};
///
/// let dice = [5, 2, 5, 6, 5];
/// let advisor = Advisor::new(Rules::Standard, Position::START, Outlook::Turn, dice, RollsLeft::parse(1)?)?;
/// let advice = advisor.recommend(Audience::default());
/// assert_eq!(advice.action, RecommendedAction::Reroll);
/// // The mask is for the dice as they came.
/// assert_eq!(advice.kept_mask, Some([true, false, true, true, true]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Advisor {
    analysis: TurnAnalysis,
    position: Position,
    /// Invariant: these are the dice of the analysis, in the caller's order.
    dice: [u8; 5],
}

/// A question that has no answer. Every variant names the field, what was expected, and what came.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}: expected {}, got {}", self.field(), self.expected(), self.actual())]
pub enum AdviceError {
    /// The roll, the card or the solved game is invalid.
    Input(#[from] InputError),
    /// No dice are on the table yet;
    /// [`DecisionRecommendation::before_first_roll`](crate::DecisionRecommendation::before_first_roll) speaks about that
    /// moment.
    NothingRolled {
        /// What came.
        actual: RollsLeft,
    },
    /// The rules do not allow this box.
    Score(#[from] ScoreRefusal),
    /// A keep after the last roll.
    NoRollLeft {
        /// The keep.
        keep: KeepPattern,
    },
    /// A keep that leaves no die to roll.
    KeptAll {
        /// The roll.
        roll: DiceConfig,
    },
}

impl AdviceError {
    /// The field that is wrong.
    #[must_use]
    pub fn field(&self) -> &str {
        match self {
            Self::Input(error) => error.field(),
            Self::NothingRolled { .. } => "rolls_left",
            Self::Score(_) => "category",
            Self::NoRollLeft { .. } | Self::KeptAll { .. } => "keep",
        }
    }

    /// What would have been accepted.
    #[must_use]
    pub fn expected(&self) -> String {
        match self {
            Self::Input(error) => error.expected().to_owned(),
            Self::NothingRolled { .. } => "a number from 0 to 2 once dice are on the table".into(),
            Self::Score(ScoreRefusal::AlreadyFilled { .. }) => "an open box".into(),
            Self::Score(ScoreRefusal::ForcedElsewhere { allowed, .. }) => {
                format!("one of {allowed}, where a further Dicee must go")
            }
            Self::NoRollLeft { .. } => "a box to score, because no roll is left".into(),
            Self::KeptAll { roll } => format!("at most four of the dice {roll}"),
        }
    }

    /// What came instead.
    #[must_use]
    pub fn actual(&self) -> String {
        match self {
            Self::Input(error) => error.shown().into_owned(),
            Self::NothingRolled { actual } => actual.to_string(),
            Self::Score(ScoreRefusal::AlreadyFilled { category }) => {
                format!("{category}, which is already filled")
            }
            Self::Score(ScoreRefusal::ForcedElsewhere { category, .. }) => category.to_string(),
            Self::NoRollLeft { keep } => format!("keeping {keep}"),
            Self::KeptAll { .. } => "all five".into(),
        }
    }
}

impl Advisor {
    /// Solves the turn and ranks the options of this roll.
    ///
    /// # Errors
    ///
    /// [`AdviceError::Input`] if a die is no face, the card is full, or the solved game has other rules;
    /// [`AdviceError::NothingRolled`] if three rolls are left.
    pub fn new(
        rules: Rules,
        position: Position,
        outlook: Outlook<'_>,
        dice: [u8; 5],
        rolls_left: RollsLeft,
    ) -> Result<Self, AdviceError> {
        let roll = DiceConfig::from_dice(&dice)?;
        check_card(rules, position, outlook)?;
        if rolls_left == RollsLeft::MAX {
            return Err(AdviceError::NothingRolled { actual: rolls_left });
        }
        let analysis = TurnAnalysis::new(rules, position, outlook, roll, rolls_left);
        Ok(Self { analysis, position, dice })
    }

    /// The ranked options and the chances of every box.
    #[must_use]
    pub const fn analysis(&self) -> &TurnAnalysis {
        &self.analysis
    }

    /// The card.
    #[must_use]
    pub const fn position(&self) -> Position {
        self.position
    }

    /// The dice, in the caller's order.
    #[must_use]
    pub const fn dice(&self) -> [u8; 5] {
        self.dice
    }

    /// The grade of what a player did, without words.
    ///
    /// # Errors
    ///
    /// [`AdviceError`] if the rules do not allow it.
    pub fn grade(&self, chosen: Action) -> Result<Evaluation, AdviceError> {
        if let Some(evaluation) = self.analysis.evaluate(chosen) {
            return Ok(evaluation);
        }
        let TurnAnalysis { rules, roll, rolls_left, .. } = self.analysis;
        match chosen {
            Action::Score(category) => {
                let refusal = self.position.score(rules, roll, category).err();
                Err(refusal.unwrap_or(ScoreRefusal::AlreadyFilled { category }).into())
            }
            Action::Keep(keep) if rolls_left == RollsLeft::NONE => Err(AdviceError::NoRollLeft { keep }),
            Action::Keep(keep) if !keep.fits(roll) => Err(input::keep_not_in_roll(keep, roll).into()),
            Action::Keep(_) => Err(AdviceError::KeptAll { roll }),
        }
    }

    /// What an open box holds and brings with this roll.
    pub(super) fn entry(&self, category: Category) -> Option<&CategoryAnalysis> {
        self.analysis.categories.iter().find(|entry| entry.category == category)
    }

    /// The points that scoring a box now puts into it.
    pub(super) fn points(&self, category: Category) -> u8 {
        self.entry(category).and_then(|entry| entry.score).unwrap_or(0)
    }

    /// The bonuses beside them.
    pub(super) fn bonus(&self, category: Category) -> u16 {
        self.entry(category).map_or(0, |entry| entry.bonus)
    }

    /// All points that scoring a box now brings, bonuses included.
    pub(super) fn points_now(&self, category: Category) -> u16 {
        u16::from(self.points(category)) + self.bonus(category)
    }
}

/// Refuses a card or a table that a solver would panic on.
pub(super) fn check_card(rules: Rules, position: Position, outlook: Outlook<'_>) -> Result<(), InputError> {
    if position.is_full() {
        return Err(input::no_open_category());
    }
    match outlook {
        Outlook::Game(solved) => solved.expect_rules(rules),
        Outlook::Turn => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Audience, CategorySet, DiceeBox};

    fn advisor(dice: [u8; 5], rolls: i64) -> Result<Advisor, AdviceError> {
        let rolls = RollsLeft::parse(rolls).unwrap();
        Advisor::new(Rules::Standard, Position::START, Outlook::Turn, dice, rolls)
    }

    #[test]
    fn what_cannot_be_asked_is_refused_by_field() {
        assert_eq!(advisor([1, 2, 3, 4, 7], 1).unwrap_err().field(), "dice");
        assert_eq!(advisor([1, 2, 3, 4, 5], 3).unwrap_err().field(), "rolls_left");
        let mut card = crate::Scorecard::default();
        for category in Category::ALL {
            card.score(Rules::Standard, DiceConfig::from_dice(&[1, 2, 3, 4, 5]).unwrap(), category).unwrap();
        }
        let full = Advisor::new(Rules::Standard, card.position(), Outlook::Turn, [1; 5], RollsLeft::NONE);
        assert_eq!(full.unwrap_err().field(), "open");
    }

    #[test]
    fn what_cannot_be_done_is_refused_by_field() {
        let keep = |faces: &[u8]| Action::Keep(KeepPattern::from_faces(faces).unwrap());
        let open = CategorySet::from_slice(&[Category::Fours, Category::Chance]);
        let position = Position::new(open, 0, DiceeBox::Fifty).unwrap();
        let forced =
            Advisor::new(Rules::ForcedDicee, position, Outlook::Turn, [4; 5], RollsLeft::NONE).unwrap();
        let rolling = advisor([1, 2, 3, 4, 6], 1).unwrap();
        for (advisor, action, field, message) in [
            (&forced, Action::Score(Category::Ones), "category", "ones, which is already filled"),
            (
                &forced,
                Action::Score(Category::Chance),
                "category",
                "one of fours, where a further Dicee must go, got chance",
            ),
            (&forced, keep(&[4]), "keep", "because no roll is left, got keeping 4"),
            (&rolling, keep(&[5]), "keep", "dice that are in the roll 1 2 3 4 6, got 5"),
            (&rolling, keep(&[1, 2, 3, 4, 6]), "keep", "got all five"),
        ] {
            let error = advisor.evaluate(action, Audience::default()).unwrap_err();
            assert_eq!(error.field(), field);
            assert!(error.to_string().contains(message), "{error}");
            assert!(error.to_string().contains("expected") && error.to_string().contains("got"), "{error}");
        }
    }
}
