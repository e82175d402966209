use coach::{Calibration, CalibrationPoint};
use serde::Serialize;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_edge::{Fault, to_js};

/// How well somebody guesses chances.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ShownCalibration {
    /// How many guesses.
    pub guesses: u32,
    /// How far guesses are off, from 0 to 1: the root of the mean squared difference; absent before the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<f64>,
    /// The curve: a point for each tenth in which there are guesses.
    pub curve: Vec<CalibrationPoint>,
}

/// What guesses come to: each is two numbers from 0 to 1, what was said and what is exact.
///
/// # Errors
///
/// Throws an `InputError` for what is no probability.
#[wasm_bindgen(js_name = showCalibration, unchecked_return_type = "ShownCalibration")]
pub fn show_calibration(guesses: &[f64]) -> Result<JsValue, JsValue> {
    let mut calibration = Calibration::default();
    for guess in guesses.chunks_exact(2) {
        calibration.add(guess[0], guess[1]).map_err(|error| Fault::from(&error))?;
    }
    to_js(&ShownCalibration::new(&calibration))
}

impl ShownCalibration {
    fn new(calibration: &Calibration) -> Self {
        Self {
            guesses: calibration.guesses(),
            error: calibration.excess_brier().map(f64::sqrt),
            curve: calibration.curve(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guesses_are_told_how_far_they_are_off() {
        let mut calibration = Calibration::default();
        assert!(ShownCalibration::new(&calibration).error.is_none());
        for (guessed, exact) in [(0.5, 0.3), (0.7, 0.5), (0.9, 0.9)] {
            calibration.add(guessed, exact).unwrap();
        }
        let shown = ShownCalibration::new(&calibration);
        assert_eq!((shown.guesses, shown.curve.len()), (3, 3));
        assert!((shown.error.unwrap() - (0.08f64 / 3.0).sqrt()).abs() < 1e-12);
    }
}
