use std::cell::RefCell;

use dicee::{
    DistributionReport, DistributionRequest, KnownScores, Policy, Rules, ScoreDistribution, SolvedGame,
    TargetRequest, WinForecaster, WinRequest,
};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_edge::{Fault, to_js, traced_request};

use crate::target::report;
use crate::trials::TrialsRequest;

/// Forecasts under one set of rules.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Forecaster {
    solved: SolvedGame,
    /// The points to come of those who did not move since chances to win were last asked for.
    known: RefCell<KnownScores>,
}

#[wasm_bindgen]
impl Forecaster {
    /// A forecaster with the solved game that `toBytes` of the engine wrote.
    ///
    /// # Errors
    ///
    /// Throws a `SolvedGameError` if the bytes are foreign, of another version, truncated or changed.
    #[wasm_bindgen(js_name = fromBytes)]
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, JsValue> {
        let solved = SolvedGame::from_bytes(bytes)
            .map_err(|error| Fault::new("SolvedGameError", error.to_string()))?;
        Ok(Self { solved, known: RefCell::default() })
    }

    /// The rules it was solved for.
    #[wasm_bindgen(getter, unchecked_return_type = "Rules")]
    #[must_use]
    pub fn rules(&self) -> String {
        self.solved.rules().name().into()
    }

    /// Everybody's chance to win, if everybody plays for the highest expected score from here on. Exact up to eight open
    /// boxes; with more, from a thousand games that are played on.
    ///
    /// # Errors
    ///
    /// Throws an `InputError` that names the field if a card or a roll is invalid.
    #[wasm_bindgen(js_name = winChances, unchecked_return_type = "WinForecast")]
    pub fn win_chances(
        &self,
        #[wasm_bindgen(js_name = request, unchecked_param_type = "WinRequest")] asked: &JsValue,
    ) -> Result<JsValue, JsValue> {
        let contenders =
            traced_request::<WinRequest>(asked)?.resolve().map_err(|error| Fault::from(&error))?;
        let mut forecaster = WinForecaster::quick(&self.solved).remembering(self.known.take());
        let forecast = forecaster.forecast(&contenders);
        self.known.replace(forecaster.into_known());
        to_js(&forecast)
    }

    /// How likely every number of points still to come is. With more than eight open boxes it takes seconds and up to 300 MB,
    /// for bots that overlook options minutes.
    ///
    /// # Errors
    ///
    /// Throws an `InputError` that names the field if the request is invalid.
    #[wasm_bindgen(unchecked_return_type = "DistributionReport")]
    pub fn distribution(
        &self,
        #[wasm_bindgen(js_name = request, unchecked_param_type = "DistributionRequest")] asked: &JsValue,
    ) -> Result<JsValue, JsValue> {
        let asked: DistributionRequest = traced_request(asked)?;
        self.expect(asked.rules_variant)?;
        let (position, start) = asked.resolve().map_err(|error| Fault::from(&error))?;
        let bot = asked.bot.unwrap_or_default();
        let scores = ScoreDistribution::new(&Policy::of_bot(bot, &self.solved), position, start);
        let rules = self.solved.rules();
        to_js(&DistributionReport::new(&scores, rules, bot.name(), position, &asked.scores))
    }

    /// The highest chance to make at least so many points still to come and, with dice on the table, the chance after
    /// every option, best first. Eight open boxes take seconds, an empty card minutes: `onProgress` gets how much of the work
    /// is done.
    ///
    /// # Errors
    ///
    /// Throws an `InputError` that names the field if the request is invalid.
    #[wasm_bindgen(unchecked_return_type = "TargetReport")]
    pub fn target(
        &self,
        #[wasm_bindgen(js_name = request, unchecked_param_type = "TargetRequest")] asked: &JsValue,
        #[wasm_bindgen(js_name = onProgress, unchecked_optional_param_type = "(done: number, total: number) => void")]
        on_progress: Option<js_sys::Function>,
    ) -> Result<JsValue, JsValue> {
        let asked: TargetRequest = traced_request(asked)?;
        self.expect(asked.rules_variant)?;
        let (position, rolled) = asked.resolve().map_err(|error| Fault::from(&error))?;
        report(self.solved.rules(), position, asked.score, rolled, on_progress.as_ref())
    }

    /// Tries a scenario many times. `onEstimate` gets the estimate after 100, 200, 500, 1,000 trials and so on, which
    /// is the convergence of the answer.
    ///
    /// # Errors
    ///
    /// Throws an `InputError` that names the field if the request is invalid.
    #[wasm_bindgen(unchecked_return_type = "ScenarioAnswer")]
    pub fn simulate(
        &self,
        #[wasm_bindgen(js_name = request, unchecked_param_type = "TrialsRequest")] asked: &JsValue,
        #[wasm_bindgen(js_name = onEstimate, unchecked_optional_param_type = "(estimate: Estimate) => void")]
        on_estimate: Option<js_sys::Function>,
    ) -> Result<JsValue, JsValue> {
        let answer = traced_request::<TrialsRequest>(asked)?.run(&self.solved, |estimate| {
            if let (Some(on_estimate), Ok(estimate)) = (&on_estimate, to_js(estimate)) {
                // A listener that throws must not stop the simulation.
                let _ = on_estimate.call1(&JsValue::NULL, &estimate);
            }
        });
        to_js(&answer.map_err(|error| Fault::from(&error))?)
    }
}

impl Forecaster {
    fn expect(&self, rules: Option<Rules>) -> Result<(), Fault> {
        let rules = rules.unwrap_or(self.solved.rules());
        self.solved.expect_rules(rules).map_err(|error| Fault::from(&error))
    }
}
