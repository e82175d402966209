//! `POST /api/v1/stats/simulate`: many games of a bot.

use std::collections::BTreeMap;

use chance::{InputError, Summary};
use dicee::{
    Bot, Category, DiceSource, Rules, Scenario, ScenarioAnswer, ScenarioRequest, Tally, proportion_interval,
};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::resolve::out_of_bounds;

/// `POST /api/v1/stats/simulate`
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SimulationRequest {
    /// Games to play, 1,000 to 10,000,000; 100,000 when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(range(min = SimulationRequest::MIN_ITERATIONS, max = SimulationRequest::MAX_ITERATIONS)))]
    pub iterations: Option<u64>,
    /// Where the dice come from, 0 to 2^53; a fresh one when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = DiceSource::LARGEST_SEED)))]
    pub seed: Option<u64>,
    /// Who plays; `optimal` when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot: Option<Bot>,
    /// The rules; `standard` when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules_variant: Option<Rules>,
    /// How sure the interval is: 0.95, also when left out, or 0.99.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence_level: Option<f64>,
    /// How long it may take, 1 to 5,000 milliseconds; 5,000 when left out. Whatever was played by then is the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = SimulationRequest::MAX_BUDGET_MS)))]
    pub max_computation_time_ms: Option<u64>,
    /// What each trial tries: a box from a roll or a keep, or the points from any moment of a game. Whole games when left
    /// out.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "chance::optional_object")]
    pub scenario: Option<ScenarioRequest>,
}

/// A [`SimulationRequest`] with every field filled in and checked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Simulation {
    /// Games to play.
    pub iterations: u64,
    /// Where the dice come from.
    pub seed: u64,
    /// Who plays.
    pub bot: Bot,
    /// The rules.
    pub rules: Rules,
    /// How sure the interval is.
    pub confidence: Confidence,
    /// How long it may take.
    pub budget_ms: u64,
    /// What each trial tries; `None` is a whole game.
    pub scenario: Option<Scenario>,
}

/// How sure an interval is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Confidence {
    /// 19 in 20.
    P95,
    /// 99 in 100.
    P99,
}

/// The answer to a [`SimulationRequest`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum SimulationResponse {
    /// Without a scenario.
    Games(Box<GamesSimulated>),
    /// With one.
    Scenario(Box<ScenarioSimulated>),
}

/// What came of the trials.
#[derive(Clone, Debug)]
pub enum Simulated {
    /// Whole games.
    Games(Tally),
    /// Trials of a scenario, and the exact value where there is one.
    Scenario(ScenarioAnswer),
}

/// A scenario that was tried many times.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScenarioSimulated {
    /// The estimate with its interval and convergence, and the exact value where there is one.
    pub scenario: ScenarioAnswer,
    /// Trials asked for.
    pub requested_iterations: u64,
    /// Whether time ran out before all were tried.
    pub partial: bool,
    /// What that means.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub warning: Option<String>,
    /// The request.
    pub request_id: Uuid,
    /// How long it took.
    pub computation_time_ms: f64,
    /// True: a request that fails is answered with an [`ErrorResponse`](crate::ErrorResponse).
    pub success: bool,
}

/// Whole games that were played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GamesSimulated {
    /// The rules.
    pub rules_variant: Rules,
    /// Who played.
    pub bot: Bot,
    /// Where the dice came from: the same seed gives the same games.
    pub seed: u64,
    /// Games asked for.
    pub requested_iterations: u64,
    /// Games played: those with the lowest numbers, so that a partial answer can be repeated.
    pub actual_iterations: u64,
    /// Whether time ran out before all were played.
    pub partial: bool,
    /// What that means.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub warning: Option<String>,
    /// The mean final score.
    pub mean_score: f64,
    /// How sure the interval is.
    pub confidence_level: f64,
    /// Where the true mean lies.
    pub confidence_interval: [f64; 2],
    /// The spread of the final scores.
    pub standard_deviation: f64,
    /// Final scores by the percentage of games that do not exceed them.
    pub percentiles: BTreeMap<String, u16>,
    /// The lowest final score.
    pub lowest: u16,
    /// The highest final score.
    pub highest: u16,
    /// The share of games with the upper bonus.
    pub upper_bonus_rate: f64,
    /// Where the true share lies, as sure as `confidenceLevel` says.
    pub upper_bonus_interval: [f64; 2],
    /// Every box.
    pub categories: BTreeMap<Category, CategoryTally>,
    /// The request.
    pub request_id: Uuid,
    /// How long it took.
    pub computation_time_ms: f64,
    /// True: a request that fails is answered with an [`ErrorResponse`](crate::ErrorResponse).
    pub success: bool,
}

/// What one box held over many games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CategoryTally {
    /// Its mean.
    pub mean_score: f64,
    /// The share of games in which it held 0.
    pub zero_rate: f64,
    /// Where the true share lies, as sure as `confidenceLevel` says.
    pub zero_interval: [f64; 2],
}

impl SimulationRequest {
    /// The fewest and the most trials of a simulation.
    pub const MIN_ITERATIONS: u64 = 1_000;
    /// See [`Self::MIN_ITERATIONS`].
    pub const MAX_ITERATIONS: u64 = 10_000_000;
    /// The longest that a simulation may take.
    pub const MAX_BUDGET_MS: u64 = 5_000;

    /// Checks every field; `fresh_seed` serves where the request has none.
    ///
    /// # Errors
    ///
    /// [`InputError`] for the first field that is wrong.
    pub fn resolve(&self, fresh_seed: u64) -> Result<Simulation, InputError> {
        let iterations = self.iterations.unwrap_or(100_000);
        let (least, most) = (Self::MIN_ITERATIONS, Self::MAX_ITERATIONS);
        if !(least..=most).contains(&iterations) {
            return Err(out_of_bounds("iterations", &format!("a number from {least} to {most}"), iterations));
        }
        let seed = self.seed.unwrap_or(fresh_seed & (DiceSource::LARGEST_SEED - 1));
        if seed > DiceSource::LARGEST_SEED {
            return Err(out_of_bounds("seed", "a number up to 2^53", seed));
        }
        let level = self.confidence_level.unwrap_or(0.95);
        let levels = [Confidence::P95, Confidence::P99];
        let confidence = levels.into_iter().find(|known| (known.level() - level).abs() < 1e-9);
        let confidence = confidence.ok_or_else(|| out_of_bounds("confidenceLevel", "0.95 or 0.99", level))?;
        let budget_ms = self.max_computation_time_ms.unwrap_or(Self::MAX_BUDGET_MS);
        if !(1..=Self::MAX_BUDGET_MS).contains(&budget_ms) {
            return Err(out_of_bounds(
                "maxComputationTimeMs",
                &format!("a number from 1 to {}", Self::MAX_BUDGET_MS),
                budget_ms,
            ));
        }
        let (bot, rules) = (self.bot.unwrap_or_default(), self.rules_variant.unwrap_or_default());
        let scenario = self.scenario.as_ref().map(|scenario| scenario.resolve(rules, bot)).transpose();
        let scenario = scenario.map_err(|error| error.within("scenario"))?;
        Ok(Simulation { iterations, seed, bot, rules, confidence, budget_ms, scenario })
    }
}

impl Simulation {
    /// The answer, from what was tried.
    #[must_use]
    pub fn response(
        &self,
        simulated: Simulated,
        request_id: Uuid,
        computation_time_ms: f64,
    ) -> SimulationResponse {
        match simulated {
            Simulated::Games(tally) => {
                SimulationResponse::Games(self.games(&tally, request_id, computation_time_ms).into())
            }
            Simulated::Scenario(scenario) => {
                let trials = scenario.trials;
                SimulationResponse::Scenario(Box::new(ScenarioSimulated {
                    scenario,
                    requested_iterations: self.iterations,
                    partial: trials < self.iterations,
                    warning: self.warning(trials, "trials"),
                    request_id,
                    computation_time_ms,
                    success: true,
                }))
            }
        }
    }

    fn warning(&self, done: u64, what: &str) -> Option<String> {
        (done < self.iterations).then(|| {
            let all = self.iterations;
            format!("Time ran out after {done} of {all} {what}; the interval tells how much that says.")
        })
    }

    fn games(&self, tally: &Tally, request_id: Uuid, computation_time_ms: f64) -> GamesSimulated {
        let games = tally.games();
        let partial = games < self.iterations;
        let summary = tally.summary();
        let z = self.confidence.z();
        let (low, high) = summary.interval(z);
        GamesSimulated {
            rules_variant: self.rules,
            bot: self.bot,
            seed: self.seed,
            requested_iterations: self.iterations,
            actual_iterations: games,
            partial,
            warning: self.warning(games, "games"),
            mean_score: summary.mean(),
            confidence_level: self.confidence.level(),
            confidence_interval: [low, high],
            standard_deviation: summary.standard_deviation(),
            percentiles: tally.percentiles(),
            lowest: tally.percentile(0),
            highest: tally.percentile(100),
            upper_bonus_rate: tally.upper_bonus_rate(),
            upper_bonus_interval: proportion_interval(tally.upper_bonus_rate(), games, z),
            categories: Category::ALL
                .into_iter()
                .map(|category| {
                    let (mean_score, zero_rate) = (tally.mean_of(category), tally.zero_rate_of(category));
                    let zero_interval = proportion_interval(zero_rate, games, z);
                    (category, CategoryTally { mean_score, zero_rate, zero_interval })
                })
                .collect(),
            request_id,
            computation_time_ms,
            success: true,
        }
    }
}

impl Confidence {
    /// As a share.
    #[must_use]
    pub const fn level(self) -> f64 {
        match self {
            Self::P95 => 0.95,
            Self::P99 => 0.99,
        }
    }

    const fn z(self) -> f64 {
        match self {
            Self::P95 => Summary::Z95,
            Self::P99 => Summary::Z99,
        }
    }
}
