use dicee::input;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_edge::{Fault, describe, to_js};

use crate::input::{numbers, whole};
use crate::probabilities::{Answer, Cache, State};

/// Exact probabilities of all thirteen categories for a roll, on an empty card.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct ProbabilityEngine {
    cache: Cache,
}

#[wasm_bindgen]
impl ProbabilityEngine {
    /// An engine with an empty cache.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The chance of each category after keeping the flagged dice, as the JSON of a `ProbabilityVector`.
    ///
    /// # Errors
    ///
    /// Throws an `InputError` unless there are five faces, five flags of 0 or 1, and 0 to 3 rolls.
    pub fn calculate_probabilities(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Uint8Array | number[]")] dice: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Uint8Array | number[]")] kept: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] rolls: &JsValue,
    ) -> Result<String, JsValue> {
        let started = now();
        let dice = numbers(dice, "dice", |actual| input::face("dice", &actual))?;
        let kept = numbers(kept, "kept", |actual| input::kept_mask(&actual))?;
        let rolls = whole(rolls).ok_or_else(|| input::rolls_left(&describe(rolls)));
        let state =
            rolls.and_then(|rolls| State::parse(&dice, &kept, rolls)).map_err(|error| Fault::from(&error))?;
        let mut answer = self.cache.answer(state, &dice);
        answer.computation_time = now() - started;
        json(&answer)
    }

    /// The vector for a state key (`25556/555/1`: sorted dice, kept faces, rolls left) if it is in the
    /// cache, else `null`.
    ///
    /// # Errors
    ///
    /// Throws an `InputError` if the key does not describe a roll.
    #[wasm_bindgen(js_name = lookupProbabilities, unchecked_return_type = "ProbabilityVector | null")]
    pub fn lookup_probabilities(
        &mut self,
        #[wasm_bindgen(js_name = stateKey, unchecked_param_type = "string")] state_key: &JsValue,
    ) -> Result<JsValue, JsValue> {
        let started = now();
        let state = State::from_key(&describe(state_key)).map_err(|error| Fault::from(&error))?;
        let Some(mut answer) = self.cache.lookup(state) else { return Ok(JsValue::NULL) };
        answer.computation_time = now() - started;
        to_js(&answer)
    }

    /// How many states are remembered, and how often that helped.
    ///
    /// # Errors
    ///
    /// Never in practice: the answer is three numbers.
    #[wasm_bindgen(js_name = getCacheStats, unchecked_return_type = "CacheStats")]
    pub fn cache_stats(&self) -> Result<JsValue, JsValue> {
        to_js(&self.cache.stats())
    }
}

fn json(answer: &Answer) -> Result<String, JsValue> {
    serde_json::to_string(answer).map_err(|error| Fault::new("EngineError", error.to_string()).into())
}

#[wasm_bindgen]
extern "C" {
    /// The clock of browsers, workers and Node.
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;
}
