use serde::{Deserialize, Serialize};

use crate::advice::advisor::check_card;
use crate::advice::{AdviceError, Advisor, Audience, SkillLevel, aim, explain};
use crate::analysis::{Action, Choice};
use crate::category::Category;
use crate::grade::Quality;
use crate::horizon::Horizon;
use crate::keep::KeepPattern;
use crate::position::Position;
use crate::rolls_left::RollsLeft;
use crate::rules::Rules;
use crate::solver::{Outlook, TurnValues};

/// What to do with a roll, and why (data contract 4.4). Every text has at most 200 characters.
///
/// Values are expected points of this turn or of the rest of the game, as `horizon` says; `evDifference` is
/// what an alternative costs against the best option and never negative.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct DecisionRecommendation {
    /// What to do.
    pub action: RecommendedAction,
    /// Which dice to keep, in the order in which the dice came; only for `reroll`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kept_mask: Option<[bool; 5]>,
    /// What rolling again aims at; only for `reroll`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reroll_reason: Option<String>,
    /// What rolling is worth beyond the best score now; only for `reroll`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected_improvement: Option<f64>,
    /// The box to score; only for `score`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recommended_category: Option<Category>,
    /// What the recommended action is worth.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected_value: Option<f64>,
    /// The best scores other than the recommended one, best first; at most five.
    pub alternatives: Vec<ScoreAlternative>,
    /// 1: everything here is exact.
    pub confidence: f64,
    /// Why, in at most 200 characters.
    pub reasoning: String,
    /// Whom the tip is written for.
    pub pedagogy_level: SkillLevel,
    /// What to remember about the most tempting other option; experts get none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub learning_tip: Option<String>,
    /// How far ahead the values look.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub horizon: Option<Horizon>,
    /// The best keeps other than the recommended one, best first; at most three, absent without a roll left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub keep_alternatives: Option<Vec<KeepAlternative>>,
}

/// The kinds of action on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum RecommendedAction {
    /// Roll for the first time this turn.
    Roll,
    /// Keep some dice and roll the others.
    Reroll,
    /// Fill a box.
    Score,
}

/// A box that could be scored instead.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ScoreAlternative {
    /// The box.
    pub category: Category,
    /// What scoring it now is worth.
    pub ev: f64,
    /// What that costs against the best option; never negative.
    pub ev_difference: f64,
    /// What it means, in at most 200 characters.
    pub reasoning: String,
}

/// Dice that could be kept instead.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct KeepAlternative {
    /// Which dice to keep, in the order in which the dice came.
    pub kept_mask: [bool; 5],
    /// What keeping them is worth.
    pub ev: f64,
    /// What that costs against the best option; never negative.
    pub ev_difference: f64,
    /// What it aims at, in at most 200 characters.
    pub reasoning: String,
}

/// Other scores listed.
const SCORES: usize = 5;
/// Other keeps listed.
const KEEPS: usize = 3;

impl Advisor {
    /// What to do, and why (data contract 4.4). Nothing is solved again for it.
    #[must_use]
    pub fn recommend(&self, audience: Audience) -> DecisionRecommendation {
        DecisionRecommendation::new(self, audience)
    }
}

impl DecisionRecommendation {
    fn new(advisor: &Advisor, audience: Audience) -> Self {
        let analysis = advisor.analysis();
        let best = analysis.best;
        let best_keep = keep_of(&best);
        let others = || analysis.options[1..].iter();
        let mut keeps = others().filter_map(|option| Some((keep_of(option)?, option)));
        let keeps: [Option<(KeepPattern, &Choice)>; KEEPS] = std::array::from_fn(|_| keeps.next());
        let [first, second, third] = keeps.map(|keep| Some(keep?.0));
        let [best_aims, keep_aims @ ..] = aim::aims(advisor, [best_keep, first, second, third]);
        let mask = |keep: KeepPattern| keep.mask(&advisor.dice()).unwrap_or_default();
        let keep_alternatives = keeps.iter().zip(&keep_aims).filter_map(|(keep, aims)| {
            let (keep, option) = (*keep)?;
            Some(KeepAlternative {
                kept_mask: mask(keep),
                ev: option.value,
                ev_difference: option.loss,
                reasoning: explain::keep_alternative(advisor, aims, option),
            })
        });
        let alternatives = others().filter_map(|option| Some((category_of(option)?, option)));
        let reroll = best_keep.is_some();
        Self {
            action: if reroll { RecommendedAction::Reroll } else { RecommendedAction::Score },
            kept_mask: best_keep.map(mask),
            reroll_reason: reroll.then(|| explain::reroll_reason(advisor, &best_aims, audience.depth)),
            expected_improvement: best_keep.and_then(|_| {
                let score = analysis.options.iter().find(|option| category_of(option).is_some());
                score.map(|score| score.loss)
            }),
            recommended_category: analysis.recommended_category(),
            expected_value: Some(best.value),
            alternatives: alternatives
                .take(SCORES)
                .map(|(category, option)| ScoreAlternative {
                    category,
                    ev: option.value,
                    ev_difference: option.loss,
                    reasoning: explain::score_alternative(advisor, category, option),
                })
                .collect(),
            confidence: 1.0,
            reasoning: explain::recommendation(advisor, &best_aims, audience.depth),
            pedagogy_level: audience.level,
            learning_tip: learning_tip(advisor, audience.level).map(str::to_owned),
            horizon: Some(analysis.horizon),
            keep_alternatives: (analysis.rolls_left > RollsLeft::NONE).then(|| keep_alternatives.collect()),
        }
    }

    /// The advice before the first roll of a turn: roll, and what the turn or the game is worth from there.
    ///
    /// # Errors
    ///
    /// [`AdviceError::Input`] if the card is full or the solved game has other rules.
    pub fn before_first_roll(
        rules: Rules,
        position: Position,
        outlook: Outlook<'_>,
        audience: Audience,
    ) -> Result<Self, AdviceError> {
        check_card(rules, position, outlook)?;
        let value = match outlook {
            Outlook::Game(solved) => solved.value(position),
            Outlook::Turn => {
                let turn = TurnValues::solve(rules, position, outlook, RollsLeft::MAX);
                turn.keep_value(KeepPattern::NOTHING.to_index(), RollsLeft::MAX)
            }
        };
        Ok(Self {
            action: RecommendedAction::Roll,
            kept_mask: None,
            reroll_reason: None,
            expected_improvement: None,
            recommended_category: None,
            expected_value: Some(value),
            alternatives: Vec::new(),
            confidence: 1.0,
            reasoning: explain::before_first_roll(position, outlook.horizon(), value, audience.depth),
            pedagogy_level: audience.level,
            learning_tip: None,
            horizon: Some(outlook.horizon()),
            keep_alternatives: None,
        })
    }

    /// The same advice without the other options, as `showAlternatives: false` asks for.
    #[must_use]
    pub fn without_alternatives(self) -> Self {
        Self { alternatives: Vec::new(), keep_alternatives: None, ..self }
    }
}

/// The tip against the best option that costs more than a trifle: the one a player is most likely to take.
fn learning_tip(advisor: &Advisor, level: SkillLevel) -> Option<&'static str> {
    if level == SkillLevel::Expert {
        return None;
    }
    let analysis = advisor.analysis();
    let tempting = analysis.options.iter().find(|option| option.loss >= Quality::TRIFLE)?;
    let graded = analysis.evaluate(tempting.action)?;
    Some(advisor.classify(&graded, false)?.tip(level))
}

const fn keep_of(option: &Choice) -> Option<KeepPattern> {
    match option.action {
        Action::Keep(keep) => Some(keep),
        Action::Score(_) => None,
    }
}

const fn category_of(option: &Choice) -> Option<Category> {
    match option.action {
        Action::Score(category) => Some(category),
        Action::Keep(_) => None,
    }
}
