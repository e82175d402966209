use dicee::{Decision, GameId, InputError, MistakeKind, SolvedGame, SurveyedOption, TurnSurvey};
use serde::{Deserialize, Serialize};

use crate::decision::Move;
use crate::noise::costly_kind;
use crate::played::{Moment, PlayedGame};
use crate::situation::Situation;

/// A decision that cost at least 0.05 points, with all that is needed to play it again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Mistake {
    /// Which game.
    pub game: GameId,
    /// When that game ended, in milliseconds since 1970.
    pub finished_at: u64,
    /// The turn and the roll.
    #[serde(deserialize_with = "chance::object")]
    pub moment: Moment,
    /// The card and the dice.
    #[serde(deserialize_with = "chance::object")]
    pub situation: Situation,
    /// What the player did.
    pub chosen: Move,
    /// What was best.
    pub best: Move,
    /// What it cost.
    pub loss: f64,
    /// What was wrong.
    pub kind: MistakeKind,
}

impl Mistake {
    /// Every mistake of a game, in order: to practise, not to judge by. A decision that went wrong in spite of a hint is
    /// one of them, and so is one on real or repeated dice, though neither says how well somebody plays.
    ///
    /// # Errors
    ///
    /// [`InputError`] if the solved game has other rules than the game that was played.
    pub fn all_of(solved: &SolvedGame, game: &PlayedGame) -> Result<Vec<Self>, InputError> {
        solved.expect_rules(game.record.rules())?;
        let mut found = Vec::new();
        let situations = Situation::all_of(&game.record);
        for turn in situations.chunk_by(|a, b| a.0.turn == b.0.turn) {
            let survey = TurnSurvey::new(solved, turn[0].0.position);
            // What the clock played is nobody's mistake.
            for (decision, situation) in turn.iter().filter(|(decision, _)| !decision.by_clock) {
                let options = survey.options(decision.roll, decision.rolls_left);
                let chosen = options.iter().find(|option| option.action == decision.action);
                let chosen = chosen.expect("every decision of a record is legal");
                found.extend(Self::of_decision(game, (decision, situation), &options[0], chosen));
            }
        }
        Ok(found)
    }

    /// The mistake that a decision is, if it cost something.
    pub(crate) fn of_decision(
        game: &PlayedGame,
        (decision, situation): (&Decision, &Situation),
        best: &SurveyedOption,
        chosen: &SurveyedOption,
    ) -> Option<Self> {
        let kind = costly_kind(chosen)?;
        let named = |option: &SurveyedOption| Move::new(game.record.rules(), decision, option.action);
        Some(Self {
            game: game.id,
            finished_at: game.finished_at,
            moment: Moment::of(decision),
            situation: situation.clone(),
            chosen: named(chosen),
            best: named(best),
            loss: chosen.loss,
            kind,
        })
    }
}
