use chance::sort_by_rank;

use crate::advice::mistake::{self, MistakeKind, MistakeMoment};
use crate::analysis::{Action, billionths};
use crate::category::Category;
use crate::config::DiceConfig;
use crate::keep::{KeepPattern, keeps_of};
use crate::position::Position;
use crate::rolls_left::RollsLeft;
use crate::rules::Rules;
use crate::solver::{Outlook, SolvedGame, TurnValues};

/// One turn, solved for both horizons, able to say of every option what it costs and what kind of mistake it is.
///
/// It says the same as an [`Advisor`](crate::Advisor) without words and odds, and solves each turn once: made for folding
/// many games.
#[derive(Clone, Debug)]
pub struct TurnSurvey<'t> {
    solved: &'t SolvedGame,
    position: Position,
    game: TurnValues,
    turn: TurnValues,
}

/// An option of a roll: what it is worth, what it costs, and what would be wrong with it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SurveyedOption {
    /// The action.
    pub action: Action,
    /// Expected points to the end of the game.
    pub value: f64,
    /// Expected points of this turn.
    pub turn_value: f64,
    /// What it costs against the best option; never negative.
    pub loss: f64,
    /// What would be wrong with it; `None` if nothing is better.
    pub mistake: Option<MistakeKind>,
}

impl<'t> TurnSurvey<'t> {
    /// Solves the turn of a position.
    ///
    /// # Panics
    ///
    /// Panics if the card is full.
    #[must_use]
    pub fn new(solved: &'t SolvedGame, position: Position) -> Self {
        let solve = |outlook| TurnValues::solve(solved.rules(), position, outlook, RollsLeft::AFTER_FIRST);
        Self { solved, position, game: solve(Outlook::Game(solved)), turn: solve(Outlook::Turn) }
    }

    /// The card.
    #[must_use]
    pub const fn position(&self) -> Position {
        self.position
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.solved.rules()
    }

    /// What a roll is worth to the best player, to the end of the game.
    #[must_use]
    pub fn value(&self, roll: DiceConfig, rolls_left: RollsLeft) -> f64 {
        self.game.value(roll, rolls_left)
    }

    /// Every legal option of a roll, best first; equals in the order of [`TurnAnalysis`](crate::TurnAnalysis).
    ///
    /// # Panics
    ///
    /// Panics if three rolls are left: then there is no roll yet.
    #[must_use]
    pub fn options(&self, roll: DiceConfig, rolls_left: RollsLeft) -> Vec<SurveyedOption> {
        let mut options = Vec::with_capacity(Category::COUNT + 32);
        for category in self.position.open().iter() {
            if let Ok(outcome) = self.position.score(self.rules(), roll, category) {
                let now = f64::from(outcome.points());
                let value = now + self.solved.value(outcome.next);
                options.push(option(Action::Score(category), value, now));
            }
        }
        if rolls_left > RollsLeft::NONE {
            let whole = roll.to_index().keep_all();
            options.extend(keeps_of(roll.to_index()).iter().filter(|&&keep| keep != whole).map(|&keep| {
                let value = self.game.keep_value(keep, rolls_left);
                let turn = self.turn.keep_value(keep, rolls_left);
                option(Action::Keep(KeepPattern::from_index(keep)), value, turn)
            }));
        }
        sort_by_rank(&mut options, |option| !billionths(option.value));
        let best = options.first().copied().expect("a card with an open box has an option");
        let turn_best = options.iter().map(|option| billionths(option.turn_value)).max().unwrap_or(0);
        let moment = MistakeMoment { rules: self.rules(), position: self.position, roll };
        for option in &mut options {
            option.loss = (billionths(best.value) - billionths(option.value)) as f64 * 1e-9;
            let best_this_turn = billionths(option.turn_value) == turn_best;
            option.mistake =
                mistake::classify(moment, option.action, best.action, option.loss, best_this_turn);
        }
        options
    }
}

const fn option(action: Action, value: f64, turn_value: f64) -> SurveyedOption {
    SurveyedOption { action, value, turn_value, loss: 0.0, mistake: None }
}

#[cfg(test)]
mod tests {
    use chance::SeededChance;

    use super::*;
    use crate::{Advisor, Bot};

    #[test]
    fn a_survey_says_what_the_advisor_says_of_every_option() {
        let luck = SeededChance::from_seed(12);
        for rules in [Rules::Standard, Rules::ForcedDicee] {
            let solved = SolvedGame::solve_values(rules, |_| {});
            for number in 0..4 {
                let game =
                    Bot::Casual.play(&solved, &mut luck.stream(number), &mut luck.stream(number | 1 << 32));
                for decision in game.decisions() {
                    let survey = TurnSurvey::new(&solved, decision.position);
                    let dice = decision.roll.faces().try_into().unwrap();
                    let outlook = Outlook::Game(&solved);
                    let advisor =
                        Advisor::new(rules, decision.position, outlook, dice, decision.rolls_left).unwrap();
                    let options = survey.options(decision.roll, decision.rolls_left);
                    assert_eq!(options.len(), advisor.analysis().options.len());
                    for option in options {
                        let graded = advisor.grade(option.action).unwrap();
                        assert!((graded.loss - option.loss).abs() < 1e-12, "{option:?}");
                        assert_eq!(advisor.mistake(option.action).unwrap(), option.mistake, "{option:?}");
                    }
                }
            }
        }
    }
}
