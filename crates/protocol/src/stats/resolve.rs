//! From a request as it came to a question that has an answer.

use chance::InputError;
use dicee::{
    Action, AdviceError, Advisor, Audience, Category, CategorySet, DecisionEvaluation, Dice,
    ExplanationDepth, Outlook, Position, Question, RollsLeft, Rules, ScoreRefusal, ScorecardData,
    TargetChances, Violation,
};

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
///     show_distributions: None,
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

    /// The same as a question for the engine, about this target.
    #[must_use]
    pub fn question(&self, target: Option<u16>) -> Question {
        let Self { rules, position, dice, rolls_left } = *self;
        Question { rules, position, roll: dice.config(), rolls_left, target }
    }

    /// Solves the turn.
    ///
    /// # Errors
    ///
    /// [`InputError`] if the outlook is a game that was solved for other rules.
    pub fn advisor(&self, outlook: Outlook<'_>) -> Result<Advisor, InputError> {
        let Self { rules, position, dice, rolls_left } = *self;
        Advisor::new(rules, position, outlook, dice.pips(), rolls_left).map_err(refused)
    }
}

impl ProbabilityRequest {
    /// Checks every field.
    ///
    /// # Errors
    ///
    /// [`InputError`] for the first field that is wrong.
    pub fn resolve(&self) -> Result<Situation, InputError> {
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
    /// [`InputError`] for the first field that is wrong.
    pub fn resolve(&self) -> Result<Situation, InputError> {
        if let Some(points) = self.target.filter(|points| *points > TargetChances::HIGHEST) {
            let expected = format!("a score from 0 to {}", TargetChances::HIGHEST);
            return Err(out_of_bounds("target", &expected, points));
        }
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
    /// [`InputError`] for the first field that is wrong.
    pub fn resolve(&self) -> Result<Situation, InputError> {
        let state = &self.game_state;
        let rolls_left = 3u8.checked_sub(state.roll_number).filter(|&left| left < 3);
        let rolls_left = rolls_left.ok_or_else(|| {
            out_of_bounds("gameState.rollNumber", "a number from 1 to 3", state.roll_number)
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
    /// [`InputError`] unless it is one thing.
    pub fn chosen(&self) -> Result<Action, InputError> {
        match (self.chosen_category, self.chosen_kept_mask) {
            (Some(category), None) => Ok(Action::Score(category)),
            (None, Some(mask)) => Ok(Action::Keep(self.game_state.dice_result.kept(mask))),
            (Some(_), Some(_)) => Err(no_choice("both")),
            (None, None) => Err(no_choice("neither")),
        }
    }

    /// Grades the choice.
    ///
    /// # Errors
    ///
    /// [`InputError`] if there is no one choice, or the rules do not allow it.
    pub fn evaluate(&self, advisor: &Advisor) -> Result<DecisionEvaluation, InputError> {
        let audience = Audience { level: self.skill_level, depth: ExplanationDepth::default() };
        advisor.evaluate(self.chosen()?, audience).map_err(refused)
    }
}

fn resolve_roll(
    rules: Option<Rules>,
    dice: Dice,
    rolls_remaining: u8,
    card: &ScorecardData,
    available: &[Category],
) -> Result<Situation, InputError> {
    let rolls_left = rolls_remaining_left(rolls_remaining)?;
    let position = open_card("currentScorecard", card)?;
    check_open("availableCategories", position.open(), available)?;
    Ok(Situation { rules: rules.unwrap_or_default(), position, dice, rolls_left })
}

/// `rollsRemaining` of a roll that lies on the table.
pub(super) fn rolls_remaining_left(number: u8) -> Result<RollsLeft, InputError> {
    if number > RollsLeft::AFTER_FIRST.get() {
        return Err(out_of_bounds("rollsRemaining", "a number from 0 to 2", number));
    }
    Ok(rolls(number))
}

/// A valid card, on which something is left to do.
pub(super) fn open_card(field: &'static str, card: &ScorecardData) -> Result<Position, InputError> {
    let card = card.card().map_err(|violations| contradiction(field, &violations))?;
    let position = card.position();
    if position.is_full() {
        let full = InputError::new(field, "a card with an open box", "a full one");
        return Err(full.with_code(ErrorCode::GameCompleted.as_str()));
    }
    Ok(position)
}

fn check_open(field: &'static str, open: CategorySet, listed: &[Category]) -> Result<(), InputError> {
    if listed.len() == open.len() && CategorySet::from_slice(listed) == open {
        return Ok(());
    }
    // A list may repeat itself; what matters has been seen by then.
    let mut names: Vec<&str> = listed.iter().take(14).map(|category| category.name()).collect();
    if listed.len() > names.len() {
        names.push("...");
    }
    let actual = if names.is_empty() { String::from("none") } else { names.join(", ") };
    let error = InputError::new(field, format!("the open boxes of the card ({open})"), actual);
    Err(error.with_code(ErrorCode::InvalidCategory.as_str()))
}

/// A number that is outside of its bounds.
pub(super) fn out_of_bounds(field: &str, expected: &str, actual: impl ToString) -> InputError {
    InputError::new(field, expected, actual.to_string()).with_code(ErrorCode::of_field(field).as_str())
}

/// A card that contradicts itself.
fn contradiction(field: &str, violations: &[Violation]) -> InputError {
    let actual = violations.iter().map(Violation::to_string).collect::<Vec<_>>().join("; ");
    let error = InputError::new(field, "a card whose boxes and totals agree", actual);
    error.with_code(ErrorCode::InvalidScorecard.as_str())
}

/// Neither a box nor dice to keep were chosen, or both.
fn no_choice(actual: &str) -> InputError {
    let error = InputError::new("chosenCategory", "either chosenCategory or chosenKeptMask", actual);
    error.with_code(ErrorCode::InvalidRequest.as_str())
}

/// What was asked for cannot be advised on, or the rules do not allow what was chosen.
fn refused(error: AdviceError) -> InputError {
    let (field, code) = match &error {
        AdviceError::Score(ScoreRefusal::AlreadyFilled { .. }) => {
            ("chosenCategory", ErrorCode::CategoryScored)
        }
        AdviceError::Score(ScoreRefusal::ForcedElsewhere { .. }) => {
            ("chosenCategory", ErrorCode::InvalidCategory)
        }
        AdviceError::NoRollLeft { .. } => ("chosenKeptMask", ErrorCode::InvalidTurn),
        AdviceError::KeptAll { .. } => ("chosenKeptMask", ErrorCode::InvalidDice),
        AdviceError::NothingRolled { .. } => ("gameState", ErrorCode::InvalidTurn),
        AdviceError::Input(_) => ("gameState", ErrorCode::InvalidDice),
    };
    InputError::new(field, error.expected(), error.actual()).with_code(code.as_str())
}

fn rolls(number: u8) -> RollsLeft {
    RollsLeft::parse(number.into()).expect("the number was checked")
}
