use serde::{Deserialize, Serialize};

use crate::advice::{AdviceError, Advisor, Audience, MistakeCategory, MistakeKind, aim, explain};
use crate::analysis::Action;
use crate::category::Category;
use crate::grade::Quality;
use crate::horizon::Horizon;

/// A decision, graded in numbers and words (the answer of the data contract, section 6, without the envelope). Keeps are
/// graded like scores.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct DecisionEvaluation {
    /// The grade.
    pub decision_quality: Quality,
    /// Points that went into the box; 0 for a keep.
    pub points_earned: u8,
    /// What the choice was worth.
    pub expected_value: f64,
    /// The best box, if scoring was best.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub optimal_category: Option<Category>,
    /// What the best option was worth.
    #[serde(rename = "optimalEV")]
    pub optimal_ev: f64,
    /// Best less chosen; never negative.
    pub ev_difference: f64,
    /// The difference as a share of the best, 0 to 1; 0 where the best is worth nothing.
    pub ev_percentage_loss: f64,
    /// The grade in words.
    pub feedback: EvaluationFeedback,
    /// Which dice were kept, in the order in which the dice came; only for keeps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chosen_kept_mask: Option<[bool; 5]>,
    /// The best dice to keep, in the order in which the dice came, if rolling again was best.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub optimal_kept_mask: Option<[bool; 5]>,
    /// How far ahead the values look.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub horizon: Option<Horizon>,
}

/// The words of an evaluation. Every text has at most 200 characters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct EvaluationFeedback {
    /// The grade in a sentence.
    pub summary: String,
    /// What was better, and why.
    pub reasoning: String,
    /// What to remember; absent where nothing was better.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub learning_tip: Option<String>,
    /// The family of the mistake; absent where nothing was better.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mistake_category: Option<MistakeCategory>,
    /// The mistake itself; absent where nothing was better.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mistake_kind: Option<MistakeKind>,
}

impl Advisor {
    /// Grades what a player did, and says what was better (data contract 6).
    ///
    /// # Errors
    ///
    /// [`AdviceError`] if the rules do not allow it.
    pub fn evaluate(&self, chosen: Action, audience: Audience) -> Result<DecisionEvaluation, AdviceError> {
        DecisionEvaluation::new(self, chosen, audience)
    }
}

impl DecisionEvaluation {
    fn new(advisor: &Advisor, chosen: Action, audience: Audience) -> Result<Self, AdviceError> {
        let graded = advisor.grade(chosen)?;
        let mistake = advisor.mistake(chosen)?;
        let keep = |action| match action {
            Action::Keep(keep) => Some(keep),
            Action::Score(_) => None,
        };
        let mask = |action| keep(action)?.mask(&advisor.dice());
        let category = |action| match action {
            Action::Score(category) => Some(category),
            Action::Keep(_) => None,
        };
        let [chosen_aims, best_aims] = aim::aims(advisor, [keep(chosen), keep(graded.best)]);
        let best_value = graded.best_value;
        Ok(Self {
            decision_quality: graded.quality,
            points_earned: category(chosen).map_or(0, |category| advisor.points(category)),
            expected_value: graded.chosen_value,
            optimal_category: category(graded.best),
            optimal_ev: best_value,
            ev_difference: graded.loss,
            ev_percentage_loss: if best_value > 0.0 { (graded.loss / best_value).min(1.0) } else { 0.0 },
            feedback: EvaluationFeedback {
                summary: explain::verdict(advisor, &graded),
                reasoning: explain::feedback(advisor, &graded, &chosen_aims, &best_aims, audience.depth),
                learning_tip: mistake.map(|kind| kind.tip(audience.level).to_owned()),
                mistake_category: mistake.map(MistakeKind::category),
                mistake_kind: mistake,
            },
            chosen_kept_mask: mask(chosen),
            optimal_kept_mask: mask(graded.best),
            horizon: Some(advisor.analysis().horizon),
        })
    }
}
