use chance::{Chance, SeededChance};
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// The entropy of browsers, workers and Node.
    #[wasm_bindgen(js_namespace = crypto, js_name = getRandomValues)]
    fn fill_random(bytes: &mut [u8]);
}

/// Luck from the device: a fresh sequence for every command.
pub(crate) fn luck() -> impl Chance {
    let mut bytes = [0; 8];
    fill_random(&mut bytes);
    SeededChance::from_seed(u64::from_le_bytes(bytes))
}

/// Milliseconds since 1970.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "far below 2^53")]
pub(crate) fn now() -> u64 {
    js_sys::Date::now() as u64
}
