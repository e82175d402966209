//! Twelve short lessons, each played on the real table. A step is a position, a task and a sentence.
//!
//! No step carries a number of its own: chances, costs and the best move come from the engine when the step is shown.

mod chances;
mod choices;
mod endgame;
mod number;

pub use number::{LessonStep, LessonTask};

use dicee::{InputError, SolvedGame};
use number::Step;
use serde::Serialize;

/// A lesson of three to four steps, about three minutes.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Lesson {
    /// Its name in a link.
    pub name: &'static str,
    /// Its title.
    pub title: &'static str,
    /// What one can do afterwards, in a sentence.
    pub goal: &'static str,
    #[serde(skip)]
    steps: &'static [Step],
}

/// All of them, in the order in which they build on each other.
pub static LESSONS: [Lesson; 12] = [
    chances::COUNTING,
    chances::COMPLEMENTS,
    chances::STRAIGHT_ODDS,
    choices::KEEPS,
    choices::SETS,
    choices::STRAIGHTS,
    choices::EXPECTED_VALUE,
    choices::GREED,
    endgame::BONUS,
    endgame::ZEROS,
    endgame::CHANCE,
    endgame::BONUS_DICE,
];

impl Lesson {
    /// The lesson of this name.
    ///
    /// # Errors
    ///
    /// [`InputError`] that lists the names if there is none.
    pub fn find(name: &str) -> Result<&'static Self, InputError> {
        let found = LESSONS.iter().find(|lesson| lesson.name == name);
        found.ok_or_else(|| {
            let names: Vec<&str> = LESSONS.iter().map(|lesson| lesson.name).collect();
            InputError::text("lesson", format!("one of {}", names.join(", ")), name)
        })
    }

    /// Its steps with the engine's numbers in their words.
    ///
    /// # Errors
    ///
    /// [`InputError`] unless the solved game has the standard rules, which all lessons have.
    pub fn steps(&self, solved: &SolvedGame) -> Result<Vec<LessonStep>, InputError> {
        self.steps.iter().map(|step| step.show(solved)).collect()
    }
}
