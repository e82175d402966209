//! What finished hands say about how somebody plays.

use coach::{FortyTwoMistake, FortyTwoPatterns, FortyTwoProfile, FortyTwoSkill};
use fortytwo::{InputError, JudgedHand, Seat, Solver};
use serde::{Deserialize, Serialize};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_edge::{Fault, from_json_with_null, to_js};

use crate::read;

/// A judged hand of a game.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FortyTwoPlayedHand {
    /// The game, by a name of one's own.
    pub game: String,
    /// What `judgeHand` said.
    pub hand: JudgedHand,
}

/// How somebody plays Forty-Two, and where the marks go.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct FortyTwoInsights {
    /// How well.
    pub skill: FortyTwoSkill,
    /// The kinds of mistake, and which of them are habits.
    pub patterns: FortyTwoPatterns,
    /// The last mistakes, oldest first.
    pub mistakes: Vec<FortyTwoMistake>,
    /// Hands that do not count: more than half of their choices had help.
    pub set_aside: u32,
}

/// What every choice of a seat in a finished hand gave away, by what it could know. Takes about a second.
///
/// Choices of the tricks in `aided` had help and are left out, 0 being bid and declaration.
///
/// # Errors
///
/// Throws an `InputError` if the hand cannot have been played so, or there is no such seat.
#[wasm_bindgen(js_name = judgeHand, unchecked_return_type = "FortyTwoJudgedHand")]
pub fn judge_hand(
    #[wasm_bindgen(unchecked_param_type = "FortyTwoHandRecord")] hand: &JsValue,
    seat: u8,
    aided: &[u8],
) -> Result<JsValue, JsValue> {
    let (number, record) = read::hand(hand)?;
    let seat = Seat::try_from(seat).map_err(|error: InputError| Fault::from(&error))?;
    let judged = JudgedHand::new(number, &record, seat, &mut Solver::new());
    to_js(&judged.map_err(|error| Fault::from(&error))?.without(aided))
}

/// How somebody plays, from judged hands in the order in which they were played.
///
/// # Errors
///
/// Throws an `InputError` for what `judgeHand` did not say.
#[wasm_bindgen(unchecked_return_type = "FortyTwoInsights")]
pub fn profile(
    #[wasm_bindgen(unchecked_param_type = "FortyTwoPlayedHand[]")] hands: &JsValue,
) -> Result<JsValue, JsValue> {
    to_js(&insights(&from_json_with_null::<Vec<FortyTwoPlayedHand>>(hands)?))
}

/// What [`profile`] says, without JavaScript.
#[must_use]
pub fn insights(hands: &[FortyTwoPlayedHand]) -> FortyTwoInsights {
    let mut profile = FortyTwoProfile::default();
    let mut set_aside = 0;
    for FortyTwoPlayedHand { game, hand } in hands {
        set_aside += u32::from(!profile.add(game, hand));
    }
    FortyTwoInsights {
        skill: profile.skill(),
        patterns: profile.patterns(),
        mistakes: profile.mistakes().cloned().collect(),
        set_aside,
    }
}
