//! Beyond the mean: chances to win, distributions, targets and simulations from a solved game.

use chance::SeededChance;
use dicee::{
    Bot, DistributionReport, DistributionRequest, InputError, Policy, Rules, Scenario, ScenarioRequest,
    ScoreDistribution, TargetReport, TargetRequest, TargetTable, WinForecaster, WinRequest,
};
use serde::Deserialize;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::error::{input_error, to_js};
use crate::input::request;
use crate::table::GameTable;

/// Open boxes up to which points and targets are counted here; with more it takes many seconds.
const MOST_BOXES: usize = 8;
/// The most trials of one simulation.
const MOST_TRIALS: u32 = 100_000;

/// What to simulate.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TrialsRequest {
    /// What each trial tries.
    #[serde(default, deserialize_with = "chance::object")]
    pub scenario: ScenarioRequest,
    /// Who plays where points are counted; `optimal` when left out.
    #[serde(default)]
    pub bot: Option<Bot>,
    /// Trials, 1 to 100,000; 10,000 when left out.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 100_000)))]
    pub iterations: Option<u32>,
    /// Where the dice come from; 1 when left out.
    #[serde(default)]
    pub seed: Option<u32>,
}

#[wasm_bindgen]
impl GameTable {
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
        let contenders = request::<WinRequest>(asked)?.resolve().map_err(|error| input_error(&error))?;
        let mut forecaster = WinForecaster::quick(self.solved()).remembering(self.known().take());
        let forecast = forecaster.forecast(&contenders);
        self.known().replace(forecaster.into_known());
        to_js(&forecast)
    }

    /// How likely every number of points still to come is.
    ///
    /// # Errors
    ///
    /// Throws an `InputError` that names the field if the request cannot be, or if more than eight boxes are open.
    #[wasm_bindgen(unchecked_return_type = "DistributionReport")]
    pub fn distribution(
        &self,
        #[wasm_bindgen(js_name = request, unchecked_param_type = "DistributionRequest")] asked: &JsValue,
    ) -> Result<JsValue, JsValue> {
        let asked: DistributionRequest = request(asked)?;
        self.expect(asked.rules_variant)?;
        let (position, start) = asked.resolve().map_err(|error| input_error(&error))?;
        check_boxes(position.open().len())?;
        let bot = asked.bot.unwrap_or_default();
        let scores = ScoreDistribution::new(&Policy::of_bot(bot, self.solved()), position, start);
        let rules = self.solved().rules();
        to_js(&DistributionReport::new(&scores, rules, bot.name(), position, &asked.scores))
    }

    /// The highest chance to make at least so many points still to come and, with dice on the table, the chance after
    /// every option, best first.
    ///
    /// # Errors
    ///
    /// Throws an `InputError` that names the field if the request cannot be, or if more than eight boxes are open.
    #[wasm_bindgen(unchecked_return_type = "TargetReport")]
    pub fn target(
        &self,
        #[wasm_bindgen(js_name = request, unchecked_param_type = "TargetRequest")] asked: &JsValue,
    ) -> Result<JsValue, JsValue> {
        let asked: TargetRequest = request(asked)?;
        self.expect(asked.rules_variant)?;
        let (position, rolled) = asked.resolve().map_err(|error| input_error(&error))?;
        check_boxes(position.open().len())?;
        let rules = self.solved().rules();
        let report = TargetTable::solve_from(rules, position, asked.score, |_| {})
            .and_then(|chances| TargetReport::new(&chances, position, asked.score, rolled));
        to_js(&report.map_err(|error| input_error(&error))?)
    }

    /// Tries a scenario many times. `onEstimate` hears what is known after 100, 200, 500, 1,000 trials and so on, which
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
        heard: Option<js_sys::Function>,
    ) -> Result<JsValue, JsValue> {
        let asked: TrialsRequest = request(asked)?;
        let trials = asked.iterations.unwrap_or(10_000);
        if !(1..=MOST_TRIALS).contains(&trials) {
            let expected = format!("a number from 1 to {MOST_TRIALS}");
            return Err(input_error(&InputError::new("iterations", expected, trials)));
        }
        let table = self.solved();
        let scenario = asked
            .scenario
            .resolve(table.rules(), asked.bot.unwrap_or_default())
            .map_err(|error| input_error(&error.within("scenario")))?;
        let seed = u64::from(asked.seed.unwrap_or(1));
        let luck = SeededChance::from_seed(seed);
        let ends = Scenario::checkpoints(trials.into());
        let mut parts = Vec::with_capacity(ends.len());
        let mut first = 0;
        for end in ends {
            parts.push(scenario.run(Some(table), &luck, first..end));
            first = end;
            if let Some(heard) = &heard {
                let estimate = scenario.convergence(&parts, CONFIDENCE).pop();
                // A listener that throws must not stop the simulation.
                let _ = heard.call1(&JsValue::NULL, &to_js(&estimate)?);
            }
        }
        to_js(&scenario.answer(Some(table), &parts, seed, CONFIDENCE))
    }
}

/// How sure intervals are.
const CONFIDENCE: f64 = 0.95;

impl GameTable {
    fn expect(&self, rules: Option<Rules>) -> Result<(), JsValue> {
        let rules = rules.unwrap_or(self.solved().rules());
        self.solved().expect_rules(rules).map_err(|error| input_error(&error))
    }
}

fn check_boxes(open: usize) -> Result<(), JsValue> {
    if open <= MOST_BOXES {
        return Ok(());
    }
    let expected = format!("a card with at most {MOST_BOXES} open boxes");
    Err(input_error(&InputError::new("moment.currentScorecard", expected, open as u64)))
}
