//! From a request as it came to a question that has an answer.

use chance::InputError;
use dicee::{
    Action, AdviceError, Advisor, Audience, Category, CategorySet, DecisionEvaluation, Dice,
    ExplanationDepth, Outlook, Position, RollsLeft, Rules, ScoreRefusal, ScorecardData, Violation,
};
use thiserror::Error;

use super::roll::{EvaluationRequest, ProbabilityRequest, RecommendationRequest};
use crate::error::ErrorCode;

/// What a request is about, checked: a roll on a card that has an open box, with 0 to 2 rolls to come.
///
/// ```
/// use dicee::{CategorySet, Dice, KeptMask, Outlook, Scorecard, ScorecardData};
/// use protocol::ProbabilityRequest;
///
/// let request = ProbabilityRequest {
///     dice_result: Dice::new([5, 5, 5, 2, 6])?,
///     kept_mask: KeptMask::NONE,
///     rolls_remaining: 1,
///     available_categories: CategorySet::ALL.iter().collect(),
///     current_scorecard: ScorecardData::from(&Scorecard::default()),
///     rules_variant: None,
///     opponent_scores: None,
///     skill_level: None,
///     computation_method: None,
///     max_computation_time_ms: None,
/// };
/// let advisor = request.resolve()?.advisor(Outlook::Turn)?;
/// assert_eq!(advisor.probabilities(0.0).categories.len(), 13);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Situation {
    rules: Rules,
    position: Position,
    dice: Dice,
    rolls_left: RollsLeft,
}

/// A request that has no answer. Every variant names the field, what was expected, and what came.
#[derive(Clone, Debug, PartialEq, Error)]
#[error("{}: expected {}, got {}", self.field(), self.expected(), self.actual())]
pub enum RequestError {
    /// A number that is outside of its bounds.
    Bounds {
        /// The field.
        field: &'static str,
        /// What can be.
        expected: &'static str,
        /// What came.
        actual: String,
    },
    /// A card that contradicts itself.
    Scorecard {
        /// The field.
        field: &'static str,
        /// All that cannot be; never empty.
        violations: Vec<Violation>,
    },
    /// A list of open boxes that is not the card's.
    AvailableCategories {
        /// The field.
        field: &'static str,
        /// The open boxes of the card.
        open: CategorySet,
        /// What came.
        actual: Vec<Category>,
    },
    /// A card without an open box: the game is over.
    CardFull {
        /// The field.
        field: &'static str,
    },
    /// Neither a box nor dice to keep were chosen, or both.
    Choice {
        /// Whether both came.
        both: bool,
    },
    /// The rules do not allow what was chosen.
    Chosen(AdviceError),
    /// A box that is filled.
    NotOpen {
        /// The box.
        category: Category,
        /// The open boxes of the card.
        open: CategorySet,
    },
}

impl RequestError {
    /// The error code: of the data contract, section 11.2, where that has one, else `ERR_INVALID_SCORECARD` or `ERR_INVALID_REQUEST`.
    #[must_use]
    pub fn code(&self) -> ErrorCode {
        match self {
            Self::Bounds { field, .. } => ErrorCode::of_field(field),
            Self::Scorecard { .. } => ErrorCode::InvalidScorecard,
            Self::AvailableCategories { .. } => ErrorCode::InvalidCategory,
            Self::CardFull { .. } => ErrorCode::GameCompleted,
            Self::Choice { .. } => ErrorCode::InvalidRequest,
            Self::Chosen(AdviceError::Score(ScoreRefusal::AlreadyFilled { .. })) | Self::NotOpen { .. } => {
                ErrorCode::CategoryScored
            }
            Self::Chosen(AdviceError::Score(ScoreRefusal::ForcedElsewhere { .. })) => {
                ErrorCode::InvalidCategory
            }
            Self::Chosen(AdviceError::NothingRolled { .. } | AdviceError::NoRollLeft { .. }) => {
                ErrorCode::InvalidTurn
            }
            Self::Chosen(AdviceError::Input(_) | AdviceError::KeptAll { .. }) => ErrorCode::InvalidDice,
        }
    }

    /// The field that is wrong, with the way to it.
    #[must_use]
    pub const fn field(&self) -> &'static str {
        match self {
            Self::Bounds { field, .. }
            | Self::Scorecard { field, .. }
            | Self::AvailableCategories { field, .. }
            | Self::CardFull { field } => field,
            Self::Choice { .. } | Self::Chosen(AdviceError::Score(_)) => "chosenCategory",
            Self::Chosen(AdviceError::NoRollLeft { .. } | AdviceError::KeptAll { .. }) => "chosenKeptMask",
            Self::Chosen(AdviceError::NothingRolled { .. } | AdviceError::Input(_)) => "gameState",
            Self::NotOpen { .. } => "category",
        }
    }

    /// What would have been accepted.
    #[must_use]
    pub fn expected(&self) -> String {
        match self {
            Self::Bounds { expected, .. } => (*expected).into(),
            Self::Scorecard { .. } => "a card whose boxes and totals agree".into(),
            Self::AvailableCategories { open, .. } => format!("the open boxes of the card ({open})"),
            Self::CardFull { .. } => "a card with an open box".into(),
            Self::Choice { .. } => "either chosenCategory or chosenKeptMask".into(),
            Self::Chosen(error) => error.expected(),
            Self::NotOpen { open, .. } => format!("an open box ({open})"),
        }
    }

    /// What came instead.
    #[must_use]
    pub fn actual(&self) -> String {
        match self {
            Self::Bounds { actual, .. } => actual.clone(),
            Self::Scorecard { violations, .. } => {
                violations.iter().map(Violation::to_string).collect::<Vec<_>>().join("; ")
            }
            Self::AvailableCategories { actual, .. } if actual.is_empty() => "none".into(),
            Self::AvailableCategories { actual, .. } => {
                // A list may repeat itself; what matters has been seen by then.
                let mut names: Vec<&str> = actual.iter().take(14).map(|category| category.name()).collect();
                if actual.len() > names.len() {
                    names.push("...");
                }
                names.join(", ")
            }
            Self::CardFull { .. } => "a full one".into(),
            Self::Choice { both: true } => "both".into(),
            Self::Choice { both: false } => "neither".into(),
            Self::Chosen(error) => error.actual(),
            Self::NotOpen { category, .. } => format!("{category}, which is filled"),
        }
    }
}

impl From<RequestError> for InputError {
    fn from(error: RequestError) -> Self {
        Self::new(error.field(), error.expected(), error.actual()).with_code(error.code().as_str())
    }
}

impl Situation {
    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// The card.
    #[must_use]
    pub const fn position(&self) -> Position {
        self.position
    }

    /// The dice.
    #[must_use]
    pub const fn dice(&self) -> Dice {
        self.dice
    }

    /// Rolls still to come.
    #[must_use]
    pub const fn rolls_left(&self) -> RollsLeft {
        self.rolls_left
    }

    /// Solves the turn.
    ///
    /// # Errors
    ///
    /// [`RequestError::Chosen`] if the outlook is a table that was solved for other rules.
    pub fn advisor(&self, outlook: Outlook<'_>) -> Result<Advisor, RequestError> {
        let Self { rules, position, dice, rolls_left } = *self;
        Advisor::new(rules, position, outlook, dice.pips(), rolls_left).map_err(RequestError::Chosen)
    }
}

impl ProbabilityRequest {
    /// Checks every field.
    ///
    /// # Errors
    ///
    /// [`RequestError`] for the first field that cannot be.
    pub fn resolve(&self) -> Result<Situation, RequestError> {
        resolve_roll(
            self.rules_variant,
            self.dice_result,
            self.rolls_remaining,
            &self.current_scorecard,
            &self.available_categories,
        )
    }
}

impl RecommendationRequest {
    /// As [`ProbabilityRequest::resolve`].
    ///
    /// # Errors
    ///
    /// [`RequestError`] for the first field that cannot be.
    pub fn resolve(&self) -> Result<Situation, RequestError> {
        resolve_roll(
            self.rules_variant,
            self.dice_result,
            self.rolls_remaining,
            &self.current_scorecard,
            &self.available_categories,
        )
    }

    /// Whom the advice is for.
    #[must_use]
    pub const fn audience(&self) -> Audience {
        Audience { level: self.skill_level, depth: self.explanation_depth }
    }
}

impl EvaluationRequest {
    /// Checks what lay on the table; [`Self::evaluate`] judges the choice.
    ///
    /// # Errors
    ///
    /// [`RequestError`] for the first field that cannot be.
    pub fn resolve(&self) -> Result<Situation, RequestError> {
        let state = &self.game_state;
        let rolls_left = 3u8.checked_sub(state.roll_number).filter(|&left| left < 3);
        let rolls_left = rolls_left.ok_or_else(|| RequestError::Bounds {
            field: "gameState.rollNumber",
            expected: "a number from 1 to 3",
            actual: state.roll_number.to_string(),
        })?;
        let rules = state.rules_variant.unwrap_or_default();
        let position = open_card("gameState.scorecard", &state.scorecard)?;
        check_open("gameState.availableCategories", position.open(), &state.available_categories)?;
        Ok(Situation { rules, position, dice: state.dice_result, rolls_left: rolls(rolls_left) })
    }

    /// What was done with the dice of a checked request.
    ///
    /// # Errors
    ///
    /// [`RequestError::Choice`] unless it is one thing.
    pub fn chosen(&self) -> Result<Action, RequestError> {
        match (self.chosen_category, self.chosen_kept_mask) {
            (Some(category), None) => Ok(Action::Score(category)),
            (None, Some(mask)) => Ok(Action::Keep(self.game_state.dice_result.kept(mask))),
            (Some(_), Some(_)) => Err(RequestError::Choice { both: true }),
            (None, None) => Err(RequestError::Choice { both: false }),
        }
    }

    /// Grades the choice.
    ///
    /// # Errors
    ///
    /// [`RequestError`] if there is no one choice, or the rules do not allow it.
    pub fn evaluate(&self, advisor: &Advisor) -> Result<DecisionEvaluation, RequestError> {
        let audience = Audience { level: self.skill_level, depth: ExplanationDepth::default() };
        advisor.evaluate(self.chosen()?, audience).map_err(RequestError::Chosen)
    }
}

fn resolve_roll(
    rules: Option<Rules>,
    dice: Dice,
    rolls_remaining: u8,
    card: &ScorecardData,
    available: &[Category],
) -> Result<Situation, RequestError> {
    let rolls_left = rolls_remaining_left(rolls_remaining)?;
    let position = open_card("currentScorecard", card)?;
    check_open("availableCategories", position.open(), available)?;
    Ok(Situation { rules: rules.unwrap_or_default(), position, dice, rolls_left })
}

/// `rollsRemaining` of a roll that lies on the table.
pub(super) fn rolls_remaining_left(number: u8) -> Result<RollsLeft, RequestError> {
    if number > RollsLeft::AFTER_FIRST.get() {
        return Err(RequestError::Bounds {
            field: "rollsRemaining",
            expected: "a number from 0 to 2",
            actual: number.to_string(),
        });
    }
    Ok(rolls(number))
}

/// A card that can be, and on which something is left to do.
pub(super) fn open_card(field: &'static str, card: &ScorecardData) -> Result<Position, RequestError> {
    let card = card.card().map_err(|violations| RequestError::Scorecard { field, violations })?;
    let position = card.position();
    if position.is_full() {
        return Err(RequestError::CardFull { field });
    }
    Ok(position)
}

fn check_open(field: &'static str, open: CategorySet, listed: &[Category]) -> Result<(), RequestError> {
    if listed.len() == open.len() && CategorySet::from_slice(listed) == open {
        return Ok(());
    }
    Err(RequestError::AvailableCategories { field, open, actual: listed.to_vec() })
}

fn rolls(number: u8) -> RollsLeft {
    RollsLeft::parse(number.into()).expect("the number was checked")
}
