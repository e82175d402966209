//! What the device brings: entropy and the time.

use chance::{Chance, SeededChance};
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// The entropy of browsers, workers and Node.
    #[wasm_bindgen(js_namespace = crypto, js_name = getRandomValues)]
    fn fill_random(bytes: &mut [u8]);
}

/// The luck of this device, seeded from its entropy when it is first asked for.
#[derive(Debug, Default)]
pub struct DeviceChance(Option<SeededChance>);

impl Chance for DeviceChance {
    fn next_word(&mut self) -> u32 {
        let chance = self.0.get_or_insert_with(|| {
            let mut key = [0; 32];
            fill_random(&mut key);
            SeededChance::from_key(key)
        });
        chance.next_word()
    }
}

/// A seed from the entropy of this device.
#[must_use]
pub fn fresh_seed() -> u64 {
    let mut bytes = [0; 8];
    fill_random(&mut bytes);
    u64::from_le_bytes(bytes)
}

/// Milliseconds since 1970.
#[must_use]
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "whole milliseconds since 1970")]
pub fn now() -> u64 {
    js_sys::Date::now() as u64
}
