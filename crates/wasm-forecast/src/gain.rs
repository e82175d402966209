use wasm_bindgen::prelude::wasm_bindgen;

/// Which change of a chance, from one of `before` to the same place of `after`, raised it most; nothing if none did. Of the
/// rolls of a game and the chance of its winner, that is the roll that decided it.
#[wasm_bindgen(js_name = largestGain)]
#[must_use]
pub fn largest_gain(before: &[f64], after: &[f64]) -> Option<usize> {
    dicee::largest_gain(before.iter().copied().zip(after.iter().copied()))
}
