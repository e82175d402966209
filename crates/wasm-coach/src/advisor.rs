use std::rc::Rc;

use dicee::ScorecardData;
use dicee::{Category, KeptMask, Outlook, Rules};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_edge::{from_json, request, to_js};

use crate::advice::{
    Asked, AudienceRequest, BotRequest, MomentRequest, PlayedMove, UpperBonus, card_of, refused,
};

/// One moment of a game, solved: what to do, what was wrong with what was done, and what the next roll can bring.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Advisor {
    asked: Asked,
    advisor: dicee::Advisor,
    solved: Option<Rc<dicee::SolvedGame>>,
}

#[wasm_bindgen]
impl Advisor {
    /// Advice for the most points this turn. Needs no solved game; `Coach.advisor` looks at the whole game.
    ///
    /// # Errors
    ///
    /// Throws an `InputError` that names the field if the moment is invalid.
    #[wasm_bindgen(js_name = forTurn)]
    pub fn for_turn(
        #[wasm_bindgen(unchecked_param_type = "MomentRequest")] moment: &JsValue,
    ) -> Result<Self, JsValue> {
        Self::new(moment, None)
    }

    /// Every option ranked, and the odds of every open box.
    ///
    /// # Errors
    ///
    /// Never in practice.
    #[wasm_bindgen(unchecked_return_type = "TurnAnalysis")]
    pub fn analysis(&self) -> Result<JsValue, JsValue> {
        to_js(self.advisor.analysis())
    }

    /// What to do and why, for this audience.
    ///
    /// # Errors
    ///
    /// Throws an `InputError` if there is no such audience.
    #[wasm_bindgen(unchecked_return_type = "DecisionRecommendation")]
    pub fn recommend(
        &self,
        #[wasm_bindgen(unchecked_param_type = "AudienceRequest")] audience: &JsValue,
    ) -> Result<JsValue, JsValue> {
        let audience: AudienceRequest = request(audience)?;
        to_js(&self.advisor.recommend(audience.into()))
    }

    /// Grades what a player did, and says what was better.
    ///
    /// # Errors
    ///
    /// Throws an `InputError` if the rules do not allow it.
    #[wasm_bindgen(unchecked_return_type = "DecisionEvaluation")]
    pub fn evaluate(
        &self,
        #[wasm_bindgen(unchecked_param_type = "PlayedMove")] played: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "AudienceRequest")] audience: &JsValue,
    ) -> Result<JsValue, JsValue> {
        let (played, audience): (PlayedMove, AudienceRequest) = (request(played)?, request(audience)?);
        let action = played.action(self.asked.dice()?);
        to_js(&self.advisor.evaluate(action, audience.into()).map_err(|error| refused(&error))?)
    }

    /// Every roll that can follow keeping these dice, with ways and value; at most 252.
    ///
    /// # Errors
    ///
    /// Throws an `InputError` if no roll is left or all dice are kept.
    #[wasm_bindgen(js_name = keepOutlook, unchecked_return_type = "KeepOutlook")]
    pub fn keep_outlook(
        &self,
        #[wasm_bindgen(js_name = keptMask, unchecked_param_type = "boolean[]")] kept: &JsValue,
    ) -> Result<JsValue, JsValue> {
        let kept: KeptMask = from_json(kept)?;
        let keep = self.asked.dice()?.kept(kept);
        to_js(&self.advisor.keep_outlook(self.outlook(), keep).map_err(|error| refused(&error))?)
    }

    /// How likely each score in a box is, when the rest of the turn is played for it after keeping these dice.
    ///
    /// # Errors
    ///
    /// Throws an `InputError` if the box is filled.
    #[wasm_bindgen(unchecked_return_type = "ScoreDistribution")]
    pub fn distribution(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Category")] category: &JsValue,
        #[wasm_bindgen(js_name = keptMask, unchecked_param_type = "boolean[]")] kept: &JsValue,
    ) -> Result<JsValue, JsValue> {
        let category: Category = from_json(category)?;
        to_js(&self.asked.distribution(category, from_json(kept)?)?)
    }

    /// The dice to keep for the best chance at a box, and that chance.
    ///
    /// # Errors
    ///
    /// Throws an `InputError` if the box is filled.
    #[wasm_bindgen(unchecked_return_type = "CategoryAim")]
    pub fn aim(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Category")] category: &JsValue,
    ) -> Result<JsValue, JsValue> {
        to_js(&self.asked.aim(from_json(category)?)?)
    }
}

impl Advisor {
    pub(crate) fn new(moment: &JsValue, solved: Option<Rc<dicee::SolvedGame>>) -> Result<Self, JsValue> {
        let moment: MomentRequest = request(moment)?;
        let rules = solved.as_deref().map_or(Rules::default(), dicee::SolvedGame::rules);
        let asked = moment.resolve(rules)?;
        let outlook = outlook(solved.as_deref());
        let advisor =
            dicee::Advisor::new(asked.rules, asked.position, outlook, asked.dice()?.pips(), asked.rolls_left)
                .map_err(|error| refused(&error))?;
        Ok(Self { asked, advisor, solved })
    }

    fn outlook(&self) -> Outlook<'_> {
        outlook(self.solved.as_deref())
    }
}

const fn outlook(solved: Option<&dicee::SolvedGame>) -> Outlook<'_> {
    match solved {
        Some(solved) => Outlook::Game(solved),
        None => Outlook::Turn,
    }
}

/// Points still to come from a card before the turn's first roll; 0 for a full one.
pub(crate) fn to_come(solved: &dicee::SolvedGame, card: &JsValue) -> Result<f64, JsValue> {
    let card = card_of(&request::<ScorecardData>(card)?)?;
    Ok(card.to_play().map_or(0.0, |position| solved.value(position)))
}

/// How the bonus of the upper boxes stands on a card.
///
/// # Errors
///
/// Throws an `InputError` if no play leads to this card.
#[wasm_bindgen(js_name = upperBonus, unchecked_return_type = "UpperBonus")]
pub fn upper_bonus(
    #[wasm_bindgen(unchecked_param_type = "Scorecard")] scorecard: &JsValue,
) -> Result<JsValue, JsValue> {
    to_js(&UpperBonus::of(&card_of(&request::<ScorecardData>(scorecard)?)?))
}

/// What a bot does now without a solved game: its first roll, and all that a bot does which looks at its turn alone. Null for
/// a bot that looks at the whole game; `Coach.botCommand` says what that one does.
///
/// # Errors
///
/// Throws an `InputError` that names the field if the moment is invalid.
#[wasm_bindgen(js_name = botCommand, unchecked_return_type = "DiceeCommand | null")]
pub fn bot_command(
    #[wasm_bindgen(js_name = request, unchecked_param_type = "BotRequest")] asked: &JsValue,
) -> Result<JsValue, JsValue> {
    let BotRequest { bot, seed, moment } = request(asked)?;
    to_js(&moment.resolve(Rules::default())?.bot_command(bot, seed, None))
}
