//! A coach for games of Dicee, in browsers and Node: advice in words, grades, the map of the next roll, what bots do,
//! and the report on a whole game.
//!
//! [`Coach`] holds a solved game, which the engine module hands over as bytes. [`Advisor`] looks at one moment, for the
//! whole game or, before the game is solved, for this turn. Built for size: nothing here is solved but single turns.

mod advice;
mod advisor;
mod report;

pub use advice::{
    AudienceRequest, BotRequest, CategoryAim, MomentRequest, PlayedMove, ScoreChance, ScoreDistribution,
    UpperBonus,
};
pub use advisor::{Advisor, bot_command, upper_bonus};
pub use report::{ReportRequest, report};

use std::rc::Rc;

use dicee::SolvedGame;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_edge::{Fault, request, to_js};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("types.d.ts");

/// Advice and reports under one set of rules.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Coach {
    solved: Rc<SolvedGame>,
}

#[wasm_bindgen]
impl Coach {
    /// A coach with the solved game that `toBytes` of the engine wrote.
    ///
    /// # Errors
    ///
    /// Throws a `SolvedGameError` if the bytes are foreign, of another version, truncated or changed.
    #[wasm_bindgen(js_name = fromBytes)]
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, JsValue> {
        let solved = SolvedGame::from_bytes(bytes)
            .map_err(|error| Fault::new("SolvedGameError", error.to_string()))?;
        Ok(Self { solved: Rc::new(solved) })
    }

    /// The rules it was solved for.
    #[wasm_bindgen(getter, unchecked_return_type = "Rules")]
    #[must_use]
    pub fn rules(&self) -> String {
        self.solved.rules().name().into()
    }

    /// The expected final score of a whole game.
    #[wasm_bindgen(getter, js_name = expectedScore)]
    #[must_use]
    pub fn expected_score(&self) -> f64 {
        self.solved.expected_score()
    }

    /// Advice for the highest expected final score.
    ///
    /// # Errors
    ///
    /// Throws an `InputError` that names the field if the moment cannot be or asks for other rules.
    pub fn advisor(
        &self,
        #[wasm_bindgen(unchecked_param_type = "MomentRequest")] moment: &JsValue,
    ) -> Result<Advisor, JsValue> {
        Advisor::new(moment, Some(Rc::clone(&self.solved)))
    }

    /// Expected points still to come from a card before the turn's first roll; 0 for a full card.
    ///
    /// # Errors
    ///
    /// Throws an `InputError` if no play leads to this card.
    #[wasm_bindgen(js_name = toCome)]
    pub fn to_come(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Scorecard")] scorecard: &JsValue,
    ) -> Result<f64, JsValue> {
        advisor::to_come(&self.solved, scorecard)
    }

    /// What a bot does now, as it would on the server.
    ///
    /// # Errors
    ///
    /// As `advisor`.
    #[wasm_bindgen(js_name = botCommand, unchecked_return_type = "DiceeCommand")]
    pub fn bot_command(
        &self,
        #[wasm_bindgen(js_name = request, unchecked_param_type = "BotRequest")] asked: &JsValue,
    ) -> Result<JsValue, JsValue> {
        let BotRequest { bot, seed, moment } = request(asked)?;
        let asked = moment.resolve(self.solved.rules())?;
        self.solved.expect_rules(asked.rules).map_err(|error| Fault::from(&error))?;
        to_js(&asked.bot_command(bot, seed, Some(&self.solved)))
    }

    /// Reports on a player's game, finished or running.
    ///
    /// # Errors
    ///
    /// Throws an `InputError` if a turn cannot have been played, or the game has other rules.
    #[wasm_bindgen(unchecked_return_type = "GameReport")]
    pub fn report(
        &self,
        #[wasm_bindgen(js_name = request, unchecked_param_type = "ReportRequest")] about: &JsValue,
    ) -> Result<JsValue, JsValue> {
        to_js(&report(&self.solved, &request(about)?)?)
    }
}
