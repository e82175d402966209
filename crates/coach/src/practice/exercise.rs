use dicee::{Action, Advisor, Audience, InputError, MistakeKind, Outlook, Quality, SolvedGame};
use serde::{Deserialize, Serialize};

use crate::decision::Move;
use crate::situation::Situation;

/// A situation to find the best move in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Exercise {
    /// The card and the dice.
    #[serde(deserialize_with = "chance::object")]
    pub situation: Situation,
    /// The kind of mistake that it invites.
    pub kind: MistakeKind,
}

/// A move in an exercise, graded.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Answer {
    /// Whether it is solved: the move costs less than 0.05 points.
    pub solved: bool,
    /// What the move costs.
    pub loss: f64,
    /// The grade.
    pub quality: Quality,
    /// The move.
    pub chosen: Move,
    /// The best move.
    pub best: Move,
    /// What was wrong; absent where nothing is better.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mistake: Option<MistakeKind>,
    /// The grade in a sentence.
    pub summary: String,
    /// What was better, and why.
    pub reasoning: String,
    /// What to remember; absent where nothing is better.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tip: Option<String>,
}

impl Situation {
    /// Grades a move, with words for this audience.
    ///
    /// # Errors
    ///
    /// [`InputError`] if the situation cannot be, the rules forbid the move, or the solved game is for other rules.
    pub fn grade(
        &self,
        solved: &SolvedGame,
        action: Action,
        audience: Audience,
    ) -> Result<Answer, InputError> {
        let checked = self.check()?;
        let refused =
            |error: dicee::AdviceError| InputError::new(error.field(), error.expected(), error.actual());
        let outlook = Outlook::Game(solved);
        let advisor = Advisor::new(checked.rules, checked.position, outlook, self.dice, checked.rolls_left)
            .map_err(refused)?;
        let graded = advisor.grade(action).map_err(refused)?;
        let words = advisor.evaluate(action, audience).map_err(refused)?.feedback;
        let named = |action| Move::of(checked.rules, checked.position, checked.roll, action);
        Ok(Answer {
            solved: graded.loss < Quality::TRIFLE,
            loss: graded.loss,
            quality: graded.quality,
            chosen: named(action),
            best: named(graded.best),
            mistake: words.mistake_kind,
            summary: words.summary,
            reasoning: words.reasoning,
            tip: words.learning_tip,
        })
    }
}
