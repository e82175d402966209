use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// The entropy of browsers, workers and Node.
    #[wasm_bindgen(js_namespace = crypto, js_name = getRandomValues)]
    fn fill_random(bytes: &mut [u8]);
}

/// A seed from the device.
pub(crate) fn fresh_seed() -> u64 {
    let mut bytes = [0; 8];
    fill_random(&mut bytes);
    u64::from_le_bytes(bytes)
}
