//! Dice pools for browsers and Node: exact odds of any dice as they are typed.
//!
//! [`parse`] and [`complete`] follow the keyboard, [`cost`] says how long an answer takes before it is asked for, and
//! [`odds`], [`check`], [`roll`] and [`sweep`] answer. Requests and answers are those of the HTTP API and of
//! `dicee ... --json`, made by the same functions of `pools`. Contests, extended checks and attacks are in
//! `wasm-contest`, sessions in `wasm-session`.
//!
//! Nothing is decided here. The TypeScript of all of it is generated into `types.d.ts`.

use pools::{
    AliasMap, Aliases, CheckRequest, DiceSystem, Expression, InputError, OddsRequest, ParseAnswer,
    RollRequest, SweepRequest,
};
use serde::Serialize;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_edge::{Fault, fresh_seed, from_json_with_null, request_with_null as read, to_js};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("types.d.ts");

/// Odds of a roll that take more steps, each about two nanoseconds here, are left out.
const MOST_ROLL_STEPS: u64 = 10_000_000;

/// What an expression is, or what is wrong with it. Never throws for an expression.
///
/// # Errors
///
/// Throws an `InputError` for invalid aliases.
#[wasm_bindgen(unchecked_return_type = "ParseAnswer")]
pub fn parse(
    text: &str,
    #[wasm_bindgen(unchecked_optional_param_type = "Record<string, string>")] aliases: &JsValue,
) -> Result<JsValue, JsValue> {
    to_js(&ParseAnswer::new(text, &known(aliases)?))
}

/// What can be typed next behind a text.
///
/// # Errors
///
/// Throws an `InputError` for invalid aliases.
#[wasm_bindgen(unchecked_return_type = "Completion[]")]
pub fn complete(
    text: &str,
    #[wasm_bindgen(unchecked_optional_param_type = "Record<string, string>")] aliases: &JsValue,
) -> Result<JsValue, JsValue> {
    to_js(&Expression::complete(text, &known(aliases)?))
}

/// The same expression with another number of the dice that it rolls first; nothing where that cannot be.
///
/// # Errors
///
/// Throws an `InputError` for an invalid expression or invalid aliases.
#[wasm_bindgen(js_name = withDice)]
pub fn with_dice(
    text: &str,
    dice: u32,
    #[wasm_bindgen(unchecked_optional_param_type = "Record<string, string>")] aliases: &JsValue,
) -> Result<Option<String>, JsValue> {
    let expression = Expression::parse(text, &known(aliases)?).map_err(|error| thrown(&error.into()))?;
    Ok(expression.with_dice(dice).map(|changed| changed.to_string()))
}

/// A pool of the system as an expression: `6d10>=8b1` for six dice of the standard one.
///
/// # Errors
///
/// Throws an `InputError` for too many dice, or an invalid system.
#[wasm_bindgen]
pub fn notation(
    dice: i32,
    #[wasm_bindgen(unchecked_param_type = "Partial<DiceSystem>")] system: &JsValue,
) -> Result<String, JsValue> {
    let given: serde_json::Value = from_json_with_null(system)?;
    let system = DiceSystem::from_value(&given).map_err(|error| thrown(&error.into()))?;
    let pool = system.pool("pool", dice.into()).map_err(|error| thrown(&error))?;
    Ok(system.notation(pool))
}

/// A whole system from one that names only what differs.
///
/// # Errors
///
/// Throws an `InputError` with the path of the field that is wrong.
#[wasm_bindgen(unchecked_return_type = "DiceSystem")]
pub fn system(
    #[wasm_bindgen(unchecked_param_type = "Partial<DiceSystem>")] given: &JsValue,
) -> Result<JsValue, JsValue> {
    let given: serde_json::Value = from_json_with_null(given)?;
    to_js(&DiceSystem::from_value(&given).map_err(|error| thrown(&error.into()))?)
}

/// The JSON Schema of a system, for an editor.
///
/// # Errors
///
/// Never in practice.
#[wasm_bindgen(js_name = systemSchema, unchecked_return_type = "object")]
pub fn system_schema() -> Result<JsValue, JsValue> {
    js_sys::JSON::parse(DiceSystem::SCHEMA)
}

/// About how many milliseconds the answer to a question takes here, before anything is counted.
///
/// # Errors
///
/// Throws an `InputError` for a request that does not fit, or that would be refused.
#[wasm_bindgen]
pub fn cost(
    #[wasm_bindgen(unchecked_param_type = "PoolQuestion")] kind: &str,
    #[wasm_bindgen(js_name = request, unchecked_param_type = "object")] asked: &JsValue,
) -> Result<f64, JsValue> {
    let nanoseconds = match kind {
        "odds" => read::<OddsRequest>(asked)?.question().and_then(|question| question.nanoseconds()),
        "check" => read::<CheckRequest>(asked)?.question().and_then(|question| question.nanoseconds()),
        "roll" => {
            read::<RollRequest>(asked)?.question(MOST_ROLL_STEPS).map(|question| question.nanoseconds())
        }
        other => {
            return Err(thrown(&InputError::text("kind", "odds, check or roll", other)));
        }
    };
    // 32-bit limbs and no native multiplication: about twice the steps of a native machine.
    #[expect(clippy::cast_precision_loss, reason = "an estimate")]
    nanoseconds.map(|nanoseconds| nanoseconds as f64 * 2e-6).map_err(|error| thrown(&error))
}

/// The exact odds of any dice.
///
/// # Errors
///
/// Throws an `InputError` that names the field.
#[wasm_bindgen(unchecked_return_type = "OddsAnswer")]
pub fn odds(
    #[wasm_bindgen(js_name = request, unchecked_param_type = "PoolOddsRequest")] asked: &JsValue,
) -> Result<JsValue, JsValue> {
    let question = read::<OddsRequest>(asked)?.question();
    answer(question.and_then(|question| {
        question.check_exact()?;
        Ok(question.report()?.answer())
    }))
}

/// The odds of a check, and a roll of it.
///
/// # Errors
///
/// Throws an `InputError` that names the field.
#[wasm_bindgen(unchecked_return_type = "CheckAnswer")]
pub fn check(
    #[wasm_bindgen(js_name = request, unchecked_param_type = "CheckRequest")] asked: &JsValue,
) -> Result<JsValue, JsValue> {
    answer(read::<CheckRequest>(asked)?.question().and_then(|question| question.answer(fresh_seed)))
}

/// Rolls any dice, once or several times.
///
/// # Errors
///
/// Throws an `InputError` that names the field.
#[wasm_bindgen(unchecked_return_type = "RollOrSeries")]
pub fn roll(
    #[wasm_bindgen(js_name = request, unchecked_param_type = "PoolRollRequest")] asked: &JsValue,
) -> Result<JsValue, JsValue> {
    let question = read::<RollRequest>(asked)?.question(MOST_ROLL_STEPS);
    answer(question.and_then(|question| question.answer(fresh_seed)))
}

/// The same question for a range of dice and difficulties.
///
/// # Errors
///
/// Throws an `InputError` that names the field.
#[wasm_bindgen(unchecked_return_type = "SweepAnswer")]
pub fn sweep(
    #[wasm_bindgen(js_name = request, unchecked_param_type = "SweepRequest")] asked: &JsValue,
) -> Result<JsValue, JsValue> {
    answer(read::<SweepRequest>(asked)?.answer())
}

fn answer<T: Serialize>(answer: Result<T, InputError>) -> Result<JsValue, JsValue> {
    to_js(&answer.map_err(|error| thrown(&error))?)
}

fn known(aliases: &JsValue) -> Result<Aliases, JsValue> {
    let given: Option<AliasMap> = from_json_with_null(aliases)?;
    let refuse = |(name, error)| thrown(&InputError::from(error).at(name).within("aliases"));
    given.map_or_else(|| Ok(Aliases::default()), |map| Aliases::of_map(&map).map_err(refuse))
}

/// Wrong input as the JavaScript error that it becomes.
fn thrown(error: &InputError) -> JsValue {
    Fault::from(error).into()
}
