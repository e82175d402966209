//! Learning Dicee, in browsers and Node: lessons, the puzzle of the day, drills, the deck of mistakes, and the profile of a
//! player.
//!
//! [`Tutor`] holds a solved game, which the engine module hands over as bytes; a [`MistakeDeck`] and a [`Profile`] are text
//! that the page stores. Built for size: this module solves only single turns.

mod calibration;
mod deck;
mod profile;
mod requests;
mod twin;

pub use calibration::{ShownCalibration, show_calibration};
pub use deck::MistakeDeck;
pub use profile::Profile;
pub use requests::{Insights, MoveRequest, ShownSituation, TryRequest};
pub use twin::Twin;

use coach::{
    DrillRequest, Exercise, LESSONS, Lesson, Mistake, OddsQuestion, PlayedGameData, Puzzle, Situation, Tries,
    drill, siblings, training,
};
use dicee::SolvedGame;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_edge::{Fault, from_json, request, to_js};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("types.d.ts");

/// Exercises and their grades under one set of rules.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Tutor {
    solved: SolvedGame,
}

#[wasm_bindgen]
impl Tutor {
    /// A tutor with the solved game that `toBytes` of the engine wrote.
    ///
    /// # Errors
    ///
    /// Throws a `SolvedGameError` if the bytes are foreign, of another version, truncated or changed.
    #[wasm_bindgen(js_name = fromBytes)]
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, JsValue> {
        let solved = SolvedGame::from_bytes(bytes)
            .map_err(|error| Fault::new("SolvedGameError", error.to_string()))?;
        Ok(Self { solved })
    }

    /// The rules it was solved for.
    #[wasm_bindgen(getter, unchecked_return_type = "Rules")]
    #[must_use]
    pub fn rules(&self) -> String {
        self.solved.rules().name().into()
    }

    /// The steps of a lesson, with the engine's numbers in their words.
    ///
    /// # Errors
    ///
    /// Throws an `InputError` that lists the names if there is no such lesson.
    #[wasm_bindgen(unchecked_return_type = "LessonStep[]")]
    pub fn lesson(&self, name: &str) -> Result<JsValue, JsValue> {
        let steps = Lesson::find(name).and_then(|lesson| lesson.steps(&self.solved));
        to_js(&steps.map_err(|error| Fault::from(&error))?)
    }

    /// The puzzle of a day such as `2026-11-15`, in UTC.
    ///
    /// # Errors
    ///
    /// Throws an `InputError` for what is no day.
    #[wasm_bindgen(unchecked_return_type = "Puzzle")]
    pub fn puzzle(&self, date: &str) -> Result<JsValue, JsValue> {
        let day = date.parse().map_err(|error| Fault::from(&error))?;
        self.solved.expect_rules(dicee::Rules::Standard).map_err(|error| Fault::from(&error))?;
        to_js(&Puzzle::of_day(&self.solved, day))
    }

    /// Exercises of one sort; the same seed gives the same ones.
    ///
    /// # Errors
    ///
    /// Throws an `InputError` if the request is malformed.
    #[wasm_bindgen(unchecked_return_type = "Exercise[]")]
    pub fn drill(
        &self,
        #[wasm_bindgen(unchecked_param_type = "DrillRequest")] wanted: &JsValue,
        seed: u32,
        count: u32,
    ) -> Result<JsValue, JsValue> {
        let wanted: DrillRequest = request(wanted)?;
        to_js(&drill(&self.solved, &wanted, u64::from(seed), bounded(count)))
    }

    /// Exercises for the player of a profile: seven in ten invite what costs most of late.
    ///
    /// # Errors
    ///
    /// Never in practice.
    #[wasm_bindgen(unchecked_return_type = "Exercise[]")]
    pub fn training(&self, profile: &Profile, seed: u32, count: u32) -> Result<JsValue, JsValue> {
        to_js(&training(&self.solved, profile.get(), u64::from(seed), bounded(count)))
    }

    /// Other rolls that invite the same mistake on the same card.
    ///
    /// # Errors
    ///
    /// Throws an `InputError` if the exercise is invalid.
    #[wasm_bindgen(unchecked_return_type = "Exercise[]")]
    pub fn siblings(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Exercise")] exercise: &JsValue,
        count: u32,
    ) -> Result<JsValue, JsValue> {
        let exercise: Exercise = request(exercise)?;
        let found = siblings(&self.solved, &exercise, bounded(count));
        to_js(&found.map_err(|error| Fault::from(&error))?)
    }

    /// The twin of a player: it plays 600 games by itself first, about a second.
    #[must_use]
    pub fn twin(&self, profile: &Profile) -> Twin {
        Twin::new(coach::Twin::of(&self.solved, profile.get()))
    }

    /// What a twin does in a situation; the same seed gives the same oversights.
    ///
    /// # Errors
    ///
    /// Throws an `InputError` if the situation cannot be, or has other rules.
    #[wasm_bindgen(js_name = twinMove, unchecked_return_type = "Move")]
    pub fn twin_move(
        &self,
        twin: &Twin,
        #[wasm_bindgen(unchecked_param_type = "SituationInput")] situation: &JsValue,
        seed: u32,
    ) -> Result<JsValue, JsValue> {
        let situation: Situation = request(situation)?;
        to_js(&twin.decide(&self.solved, &situation, seed)?)
    }

    /// Grades a move.
    ///
    /// # Errors
    ///
    /// Throws an `InputError` if the situation cannot be or the rules forbid the move.
    #[wasm_bindgen(unchecked_return_type = "Answer")]
    pub fn grade(
        &self,
        #[wasm_bindgen(js_name = request, unchecked_param_type = "TryRequest")] asked: &JsValue,
    ) -> Result<JsValue, JsValue> {
        let TryRequest { situation, played, level, depth } = request(asked)?;
        let action = played.action(&situation)?;
        let audience = dicee::Audience { level, depth };
        let answer = situation.grade(&self.solved, action, audience);
        to_js(&answer.map_err(|error| Fault::from(&error))?)
    }

    /// Folds a game into a profile; says why it does not count, if it does not.
    ///
    /// # Errors
    ///
    /// Throws an `InputError` if a turn cannot have been played, or the game has other rules.
    #[wasm_bindgen(js_name = addGame, unchecked_return_type = "SetAside | undefined")]
    pub fn add_game(
        &self,
        profile: &mut Profile,
        #[wasm_bindgen(js_name = game, unchecked_param_type = "PlayedGameData")] played: &JsValue,
    ) -> Result<JsValue, JsValue> {
        let played: PlayedGameData = request(played)?;
        let game = played.game().map_err(|error| Fault::from(&error))?;
        let set_aside = profile.add(&self.solved, &game).map_err(|error| Fault::from(&error))?;
        set_aside.map_or(Ok(JsValue::UNDEFINED), |reason| to_js(&reason))
    }

    /// Every mistake of a game, to practise: also those made in spite of a hint, and those of games that do not count.
    ///
    /// # Errors
    ///
    /// Throws an `InputError` if a turn cannot have been played, or the game has other rules.
    #[wasm_bindgen(unchecked_return_type = "Mistake[]")]
    pub fn mistakes(
        &self,
        #[wasm_bindgen(js_name = game, unchecked_param_type = "PlayedGameData")] played: &JsValue,
    ) -> Result<JsValue, JsValue> {
        let played: PlayedGameData = request(played)?;
        let found = played.game().and_then(|game| Mistake::all_of(&self.solved, &game));
        to_js(&found.map_err(|error| Fault::from(&error))?)
    }
}

/// The lessons, in order.
///
/// # Errors
///
/// Never in practice.
#[wasm_bindgen(unchecked_return_type = "Lesson[]")]
pub fn lessons() -> Result<JsValue, JsValue> {
    to_js(&LESSONS)
}

/// Chances to guess; the same seed gives the same ones.
///
/// # Errors
///
/// Never in practice.
#[wasm_bindgen(js_name = oddsQuestions, unchecked_return_type = "OddsQuestion[]")]
pub fn odds_questions(seed: u32, count: u32) -> Result<JsValue, JsValue> {
    to_js(&OddsQuestion::draw(u64::from(seed), bounded(count)))
}

/// The card and the totals of a situation, as a table shows them.
///
/// # Errors
///
/// Throws an `InputError` if the situation is invalid.
#[wasm_bindgen(js_name = showSituation, unchecked_return_type = "ShownSituation")]
pub fn show_situation(
    #[wasm_bindgen(unchecked_param_type = "SituationInput")] situation: &JsValue,
) -> Result<JsValue, JsValue> {
    let situation: Situation = request(situation)?;
    to_js(&ShownSituation::new(&situation)?)
}

/// What to tell others about the puzzle of a day, without giving it away.
///
/// # Errors
///
/// Throws an `InputError` for what is no day.
#[wasm_bindgen(js_name = shareText)]
pub fn share_text(
    date: &str,
    #[wasm_bindgen(unchecked_param_type = "Tries")] tries: &JsValue,
) -> Result<String, JsValue> {
    let tries: Tries = from_json(tries)?;
    let day = date.parse().map_err(|error| Fault::from(&error))?;
    Ok(Puzzle::share_text(day, &tries))
}

/// Nobody solves more than this in one go.
fn bounded(count: u32) -> usize {
    count.min(100) as usize
}
