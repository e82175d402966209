use chance::{InputError, SeededChance};
use dicee::{Bot, Estimate, Scenario, ScenarioAnswer, ScenarioRequest, SolvedGame};
use serde::Deserialize;

/// The most trials of one simulation.
const MOST_TRIALS: u32 = 100_000;
/// How sure intervals are.
const CONFIDENCE: f64 = 0.95;

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

impl TrialsRequest {
    /// Tries the scenario; `on_estimate` gets the estimate after 100, 200, 500, 1,000 trials and so on.
    ///
    /// # Errors
    ///
    /// [`InputError`] for the first invalid field.
    pub fn run(
        &self,
        solved: &SolvedGame,
        mut on_estimate: impl FnMut(&Estimate),
    ) -> Result<ScenarioAnswer, InputError> {
        let trials = self.iterations.unwrap_or(10_000);
        if !(1..=MOST_TRIALS).contains(&trials) {
            let expected = format!("a number from 1 to {MOST_TRIALS}");
            return Err(InputError::new("iterations", expected, trials));
        }
        let scenario = self.scenario.resolve(solved.rules(), self.bot.unwrap_or_default());
        let scenario = scenario.map_err(|error| error.within("scenario"))?;
        let seed = u64::from(self.seed.unwrap_or(1));
        let luck = SeededChance::from_seed(seed);
        let ends = Scenario::checkpoints(trials.into());
        let mut parts = Vec::with_capacity(ends.len());
        let mut first = 0;
        for end in ends {
            parts.push(scenario.run(Some(solved), &luck, first..end));
            first = end;
            if let Some(estimate) = scenario.convergence(&parts, CONFIDENCE).last() {
                on_estimate(estimate);
            }
        }
        Ok(scenario.answer(Some(solved), &parts, seed, CONFIDENCE))
    }
}
