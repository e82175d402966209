//! From a request as it came to a question that has an answer.

use chance::{InputError, rank_of, sort_by_rank};
use dicee::{
    Action, AdviceError, Advisor, Audience, Category, CategorySet, Contender, DecisionEvaluation,
    DecisionRecommendation, Dice, ExplanationDepth, MistakeKind, Outlook, Position, Quality, Question,
    RollsLeft, Rules, ScoreRefusal, ScorecardData, SkillLevel, Tally, TargetChances, TurnStart, Violation,
    WinChance, WinForecast,
};

use super::roll::{ChanceToWin, EvaluationRequest, ProbabilityRequest, RecommendationRequest};
use crate::contract::{EventBody, GameEvent, ScoreDecision};
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
        self.check_opponents()?;
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

    /// What to do and why, with a tip against what the player got wrong lately where this roll invites it again.
    #[must_use]
    pub fn recommend(&self, advisor: &Advisor) -> DecisionRecommendation {
        let mut recommendation = advisor.recommend(self.audience());
        if !self.show_alternatives {
            recommendation = recommendation.without_alternatives();
        }
        // Experts get no tips with recommendations.
        let tempting = || advisor.tempting(&self.recent_mistakes());
        if let Some(kind) = (self.skill_level < SkillLevel::Expert).then(tempting).flatten() {
            recommendation.learning_tip = Some(kind.tip(self.skill_level).to_owned());
        }
        recommendation
    }

    /// The kinds of mistake among `recentDecisions`, dearest first. Scores name their kind by its tip, those that were written
    /// elsewhere at least its family; what the clock decided, or was decided after a hint, is nobody's mistake.
    #[must_use]
    pub fn recent_mistakes(&self) -> Vec<MistakeKind> {
        let scores = self.recent_decisions.iter().flatten().filter_map(own_score);
        let mut costs = [0.0; MistakeKind::ALL.len()];
        for score in scores.filter(|score| score.ev_difference >= Quality::TRIFLE) {
            let kinds = kinds_of(score);
            for kind in &kinds {
                costs[*kind as usize] += score.ev_difference / kinds.len() as f64;
            }
        }
        let mut kinds: Vec<MistakeKind> =
            MistakeKind::ALL.into_iter().filter(|kind| costs[*kind as usize] > 0.0).collect();
        sort_by_rank(&mut kinds, |kind| !rank_of(costs[*kind as usize]));
        kinds
    }

    /// The player, with these dice, and the others, whose scores stand; `None` where none were given.
    #[must_use]
    pub fn contenders(&self, asked: &Situation) -> Option<Vec<Contender>> {
        let others = self.opponent_scores.as_ref().filter(|scores| !scores.is_empty())?;
        let start = TurnStart::Rolled { roll: asked.dice.config(), rolls_left: asked.rolls_left };
        let points = self.current_scorecard.grand_total;
        let player = Contender { points, ahead: Some((asked.position, start)) };
        let others = others.iter().map(|&points| Contender { points, ahead: None });
        Some(std::iter::once(player).chain(others).collect())
    }

    fn check_opponents(&self) -> Result<(), InputError> {
        const MOST: usize = WinChance::PLAYERS - 1;
        let scores = self.opponent_scores.as_deref().unwrap_or_default();
        if scores.len() > MOST {
            let expected = format!("at most {MOST} scores");
            return Err(out_of_bounds("opponentScores", &expected, scores.len()));
        }
        match scores.iter().find(|score| **score > Tally::HIGHEST) {
            Some(score) => {
                let expected = format!("scores from 0 to {}", Tally::HIGHEST);
                Err(out_of_bounds("opponentScores", &expected, score))
            }
            None => Ok(()),
        }
    }
}

/// A score that its player decided alone.
fn own_score(event: &GameEvent) -> Option<&ScoreDecision> {
    let EventBody::Score(score) = &event.body else { return None };
    let helped = score.by_clock == Some(true) || score.hint_requested == Some(true);
    (!helped).then_some(score)
}

/// The kind of mistake that a score was, or all of its family.
fn kinds_of(score: &ScoreDecision) -> Vec<MistakeKind> {
    if let Some(kind) = score.learning_tip.as_deref().and_then(MistakeKind::of_tip) {
        return vec![kind];
    }
    let families = score.concepts_applied.as_deref().unwrap_or_default();
    let named = |kind: &MistakeKind| families.iter().any(|family| family == kind.category().name());
    MistakeKind::ALL.into_iter().filter(named).collect()
}

impl ChanceToWin {
    /// What it assumes.
    pub const BASIS: &'static str =
        "Assumes that the scores of the others are final, and that you play for the highest expected score.";

    /// The chance of the first of a forecast.
    #[must_use]
    pub fn of_first(forecast: &WinForecast) -> Option<Self> {
        let chance = forecast.chances.first()?;
        Some(Self {
            probability: chance.share,
            alone: chance.alone,
            shared: chance.shared,
            exact: forecast.exact,
            basis: Self::BASIS.to_owned(),
        })
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
