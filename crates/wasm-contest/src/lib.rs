//! Dice pools against each other, for browsers and Node: contests, extended checks and attacks.
//!
//! [`contest`], [`extended`], [`attack`] and [`matrix`] answer, and [`cost`] says how long that takes before it is asked for.
//! Requests and answers are those of the HTTP API and of `dicee ... --json`, made by the same functions of `pools`. The odds
//! of dice on their own are in `wasm-pools`, sessions in `wasm-session`.
//!
//! Nothing is decided here. The TypeScript of all of it is generated into `types.d.ts`.

use pools::{AttackRequest, ContestRequest, ExtendedRequest, InputError, MatrixRequest};
use serde::Serialize;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_edge::{Fault, fresh_seed, request_with_null as read, to_js};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("types.d.ts");

/// About how many milliseconds the answer to a question takes here, before anything is counted.
///
/// # Errors
///
/// Throws an `InputError` for a request that does not fit, or that would be refused.
#[wasm_bindgen]
pub fn cost(
    #[wasm_bindgen(unchecked_param_type = "TableQuestion")] kind: &str,
    #[wasm_bindgen(js_name = request, unchecked_param_type = "object")] asked: &JsValue,
) -> Result<f64, JsValue> {
    let nanoseconds = match kind {
        "contest" => read::<ContestRequest>(asked)?.question().and_then(|question| question.nanoseconds()),
        "extended" => read::<ExtendedRequest>(asked)?.question().and_then(|question| question.nanoseconds()),
        "attack" => read::<AttackRequest>(asked)?.question().and_then(|question| question.nanoseconds()),
        other => Err(InputError::text("kind", "contest, extended or attack", other)),
    };
    // 32-bit limbs and no native multiplication: about twice the steps of a native machine.
    #[expect(clippy::cast_precision_loss, reason = "an estimate")]
    nanoseconds.map(|nanoseconds| nanoseconds as f64 * 2e-6).map_err(|error| thrown(&error))
}

/// Who wins a contest how often, and rolls of it.
///
/// # Errors
///
/// Throws an `InputError` that names the field.
#[wasm_bindgen(unchecked_return_type = "ContestAnswer")]
pub fn contest(
    #[wasm_bindgen(js_name = request, unchecked_param_type = "ContestRequest")] asked: &JsValue,
) -> Result<JsValue, JsValue> {
    answer(read::<ContestRequest>(asked)?.question().and_then(|question| question.answer(fresh_seed)))
}

/// The odds of an extended check by round, and rolls of it.
///
/// # Errors
///
/// Throws an `InputError` that names the field.
#[wasm_bindgen(unchecked_return_type = "ExtendedAnswer")]
pub fn extended(
    #[wasm_bindgen(js_name = request, unchecked_param_type = "ExtendedRequest")] asked: &JsValue,
) -> Result<JsValue, JsValue> {
    answer(read::<ExtendedRequest>(asked)?.question().and_then(|question| question.answer(fresh_seed)))
}

/// The odds of an attack and its damage, and rolls of it.
///
/// # Errors
///
/// Throws an `InputError` that names the field.
#[wasm_bindgen(unchecked_return_type = "AttackAnswer")]
pub fn attack(
    #[wasm_bindgen(js_name = request, unchecked_param_type = "AttackRequest")] asked: &JsValue,
) -> Result<JsValue, JsValue> {
    answer(read::<AttackRequest>(asked)?.question().and_then(|question| question.answer(fresh_seed)))
}

/// Every pool of the system against every other.
///
/// # Errors
///
/// Throws an `InputError` that names the field.
#[wasm_bindgen(unchecked_return_type = "MatrixAnswer")]
pub fn matrix(
    #[wasm_bindgen(js_name = request, unchecked_param_type = "MatrixRequest")] asked: &JsValue,
) -> Result<JsValue, JsValue> {
    answer(read::<MatrixRequest>(asked)?.answer())
}

fn answer<T: Serialize>(answer: Result<T, InputError>) -> Result<JsValue, JsValue> {
    to_js(&answer.map_err(|error| thrown(&error))?)
}

/// Wrong input as the JavaScript error that it becomes.
fn thrown(error: &InputError) -> JsValue {
    Fault::from(error).into()
}
