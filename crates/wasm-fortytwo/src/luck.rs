use chance::{Chance, SeededChance};
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// The entropy of browsers, workers and Node.
    #[wasm_bindgen(js_namespace = crypto, js_name = getRandomValues)]
    fn fill_random(bytes: &mut [u8]);
}

/// The luck of this device, seeded from its entropy when it is first asked for.
#[derive(Default)]
pub(crate) struct Device(Option<SeededChance>);

impl Chance for Device {
    fn next_word(&mut self) -> u32 {
        let chance = self.0.get_or_insert_with(|| {
            let mut key = [0; 32];
            fill_random(&mut key);
            SeededChance::from_key(key)
        });
        chance.next_word()
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "whole milliseconds since 1970")]
pub(crate) fn now() -> u64 {
    js_sys::Date::now() as u64
}
