use chance::fixed;
use dicee::{Action, Category, CategoryOdds, InputError, KeepPattern, Rules, SolvedGame, TurnSurvey};
use serde::Serialize;

use crate::decision::Move;
use crate::situation::{Checked, Situation, boxes};

/// A step of a lesson as it is written: `{0}`, `{1}` in its sentence stand for its numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) boxes: &'static [(Category, u8)],
    pub(super) dice: [u8; 5],
    pub(super) rolls_left: u8,
    pub(super) task: Task,
    pub(super) ask: &'static str,
    pub(super) sentence: &'static str,
    pub(super) numbers: &'static [Number],
}

/// What is to be done.
#[derive(Clone, Copy, Debug)]
pub(super) enum Task {
    /// Find this move, which is the best.
    Find(Choice),
    /// Guess the chance of a box with the rolls that are left, after keeping these dice.
    Guess(&'static [u8], Category),
}

/// A move.
#[derive(Clone, Copy, Debug)]
pub(super) enum Choice {
    Keep(&'static [u8]),
    Score(Category),
}

/// A number in a sentence, which the engine fills in.
#[derive(Clone, Copy, Debug)]
pub(super) enum Number {
    /// The exact chance of a box after keeping these dice, as a fraction.
    Fraction(&'static [u8], Category),
    /// The same in percent.
    Percent(&'static [u8], Category),
    /// What a move costs, in points.
    Cost(Choice),
}

/// A step of a lesson.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct LessonStep {
    /// The card and the dice.
    pub situation: Situation,
    /// What is to be done.
    pub task: LessonTask,
    /// The task in words.
    pub ask: String,
    /// What to learn from it, shown afterwards.
    pub sentence: String,
}

/// What is to be done in a step.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum LessonTask {
    /// Find the best move.
    FindMove {
        /// The best move.
        best: Move,
    },
    /// Guess a chance.
    GuessChance {
        /// The dice that are kept.
        keep: Vec<u8>,
        /// The box to achieve.
        category: Category,
        /// The exact chance, 0 to 1.
        exact: f64,
        /// The exact chance as a fraction.
        fraction: String,
    },
}

impl Step {
    pub(super) fn show(&self, solved: &SolvedGame) -> Result<LessonStep, InputError> {
        solved.expect_rules(Rules::Standard)?;
        let situation = self.situation();
        let checked = situation.check()?;
        let mut sentence = self.sentence.to_owned();
        for (place, number) in self.numbers.iter().enumerate() {
            sentence = sentence.replace(&format!("{{{place}}}"), &number.text(solved, &checked)?);
        }
        let task = match self.task {
            Task::Find(choice) => {
                let best = choice.action()?;
                LessonTask::FindMove { best: Move::of(checked.rules, checked.position, checked.roll, best) }
            }
            Task::Guess(keep, category) => {
                let chance = chance(&checked, keep, category)?;
                LessonTask::GuessChance {
                    keep: keep.to_vec(),
                    category,
                    exact: chance.value(),
                    fraction: chance.to_string(),
                }
            }
        };
        Ok(LessonStep { situation, task, ask: self.ask.to_owned(), sentence })
    }

    pub(super) fn situation(&self) -> Situation {
        Situation {
            rules: Rules::Standard,
            boxes: boxes(self.boxes.iter().copied()),
            dicee_bonus: 0,
            dice: self.dice,
            rolls_left: self.rolls_left,
        }
    }
}

impl Choice {
    pub(super) fn action(self) -> Result<Action, InputError> {
        match self {
            Self::Keep(faces) => Ok(Action::Keep(KeepPattern::from_faces(faces)?)),
            Self::Score(category) => Ok(Action::Score(category)),
        }
    }
}

impl Number {
    fn text(self, solved: &SolvedGame, checked: &Checked) -> Result<String, InputError> {
        Ok(match self {
            Self::Fraction(keep, category) => chance(checked, keep, category)?.to_string(),
            Self::Percent(keep, category) => {
                format!("{}%", fixed(100.0 * chance(checked, keep, category)?.value(), 0))
            }
            Self::Cost(choice) => {
                let action = choice.action()?;
                let options =
                    TurnSurvey::new(solved, checked.position).options(checked.roll, checked.rolls_left);
                let found = options.iter().find(|option| option.action == action);
                let wrong = || InputError::new("step", "a move that is legal here", "another");
                fixed(found.ok_or_else(wrong)?.loss, 1)
            }
        })
    }
}

fn chance(checked: &Checked, keep: &[u8], category: Category) -> Result<chance::Ratio, InputError> {
    let odds = CategoryOdds::new(checked.rules, checked.position, category);
    Ok(odds.with_keep(KeepPattern::from_faces(keep)?, checked.rolls_left))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lessons::LESSONS;

    fn standard() -> SolvedGame {
        SolvedGame::solve_values(Rules::Standard, |_| {})
    }

    #[test]
    fn every_step_is_legal_and_its_move_is_the_best_by_more_than_a_trifle() {
        let solved = standard();
        for lesson in &LESSONS {
            assert!((3..=4).contains(&lesson.steps.len()), "{}", lesson.name);
            for (number, step) in lesson.steps.iter().enumerate() {
                let place = format!("{} {}", lesson.name, number + 1);
                let checked = step.situation().check().unwrap_or_else(|error| panic!("{place}: {error}"));
                let options =
                    TurnSurvey::new(&solved, checked.position).options(checked.roll, checked.rolls_left);
                if let Task::Find(choice) = step.task {
                    assert_eq!(options[0].action, choice.action().unwrap(), "{place}");
                    assert!(options[1].loss >= 0.05, "{place}: {} is as good", options[1].loss);
                }
            }
        }
    }

    #[test]
    fn every_number_in_a_sentence_is_the_engines() {
        // What the rules say, and how many ways two or three dice can fall, needs no engine.
        const RULES: [&str; 9] = ["25", "30", "35", "40", "50", "63", "100", "36", "216"];
        let solved = standard();
        for lesson in &LESSONS {
            for (number, step) in lesson.steps(&solved).unwrap().iter().enumerate() {
                let place = format!("{} {}", lesson.name, number + 1);
                let written = &lesson.steps[number];
                assert!(!step.sentence.contains(['{', '}']), "{place}: {}", step.sentence);
                assert!(step.sentence.len() <= 240 && step.ask.len() <= 160, "{place}: {}", step.sentence);
                for text in [written.sentence, written.ask] {
                    let mut text = text.to_owned();
                    for place in 0..written.numbers.len() {
                        text = text.replace(&format!("{{{place}}}"), "");
                    }
                    for digits in
                        text.split(|letter: char| !letter.is_ascii_digit()).filter(|part| !part.is_empty())
                    {
                        let is_die =
                            digits.len() == 1 && written.dice.iter().any(|die| die.to_string() == digits);
                        assert!(is_die || RULES.contains(&digits), "{place}: where does {digits} come from?");
                    }
                }
            }
        }
    }

    #[test]
    fn lessons_are_found_by_name_and_need_the_standard_rules() {
        assert_eq!(crate::Lesson::find("greed").unwrap().name, "greed");
        assert!(crate::Lesson::find("poker").unwrap_err().expected().contains("counting, complements"));
        let classic = SolvedGame::solve_values(Rules::Classic, |_| {});
        assert!(LESSONS[0].steps(&classic).is_err());
    }
}
