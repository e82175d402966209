//! Plays many games at a time, within a budget of time.

use std::ops::Range;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::{Extension, State};
use chance::{SeededChance, Summary};
use dicee::{Bot, Scenario, ScenarioAnswer, SolvedGame, Tally};
use protocol::{Simulated, Simulation, SimulationRequest, SimulationResponse};
use rayon::prelude::*;
use tokio::sync::oneshot;
use uuid::Uuid;

use crate::api::Api;
use crate::body::Checked;
use crate::error::{ApiError, Rejection};
use crate::metrics::observe_since;
use crate::trace::Ids;

/// How long an answer may be late: the round in hand is played to its end, and a solve may be in front of it.
const GRACE: Duration = Duration::from_secs(5);

/// Plays games until they are played or time is up.
pub(crate) async fn simulate(
    State(api): State<Arc<Api>>,
    Extension(ids): Extension<Ids>,
    Checked(request): Checked<SimulationRequest>,
) -> Result<Json<SimulationResponse>, Rejection> {
    let started = Instant::now();
    let simulation = request.resolve(Uuid::new_v4().as_u64_pair().0)?;
    if api.solved.get(simulation.rules).is_none() {
        return Err(ApiError::NotReady { retry_after: 1 }.into());
    }
    let budget = Duration::from_millis(simulation.budget_ms);
    let place = api.simulator.place().ok_or(ApiError::Busy { retry_after: budget.as_secs().max(1) })?;
    let (answer, answered) = oneshot::channel();
    let shared = Arc::clone(&api);
    api.simulator.spawn(move || {
        let solved = shared.solved.get(simulation.rules);
        let (until, unwanted) = (started + budget, || answer.is_closed());
        let simulated = solved.map(|solved| match &simulation.scenario {
            None => Simulated::Games(play(&simulation, solved, until, unwanted)),
            Some(scenario) => Simulated::Scenario(attempt(scenario, &simulation, solved, until, unwanted)),
        });
        // Free the place before answering, so that the client can ask again at once.
        drop(place);
        // Nobody waits any more when the client has gone.
        let _ = answer.send(simulated);
    });
    let simulated = tokio::time::timeout(budget + GRACE, answered).await;
    let simulated = simulated.map_err(|_| ApiError::Timeout)?.ok().flatten().ok_or(ApiError::Internal)?;
    let time = observe_since(&api.metrics.simulation_ms, started);
    Ok(Json(simulation.response(simulated, ids.request, time)))
}

/// Games that one thread plays before time is looked at: the fewest, and the most, which is also where optimal games
/// are fastest.
const CHUNK: Range<u64> = 64..1 << 15;

/// Plays the games with the lowest numbers, at least one round of them.
fn play(simulation: &Simulation, solved: &SolvedGame, until: Instant, unwanted: impl Fn() -> bool) -> Tally {
    let &Simulation { iterations, seed, bot, .. } = simulation;
    let luck = SeededChance::from_seed(seed);
    let threads = rayon::current_num_threads() as u64;
    let started = Instant::now();
    let mut tally = Tally::default();
    let mut done = 0;
    while done < iterations && !unwanted() {
        let left = until.saturating_duration_since(Instant::now());
        if done > 0 && left.is_zero() {
            break;
        }
        let chunk = chunk(done, started.elapsed(), left, threads);
        let end = iterations.min(done + chunk * threads);
        tally = tally.merge(round(bot, solved, &luck, done..end, chunk));
        done = end;
    }
    tally
}

/// Tries a scenario; each part of the trials ends where its convergence is reported.
fn attempt(
    scenario: &Scenario,
    simulation: &Simulation,
    solved: &SolvedGame,
    until: Instant,
    unwanted: impl Fn() -> bool,
) -> ScenarioAnswer {
    let luck = SeededChance::from_seed(simulation.seed);
    let round = CHUNK.start * 16 * rayon::current_num_threads() as u64;
    let mut parts = Vec::new();
    let mut done = 0;
    for end in Scenario::checkpoints(simulation.iterations) {
        let mut part = Summary::default();
        while done < end && (done == 0 || Instant::now() < until) && !unwanted() {
            let last = end.min(done + round);
            let chunks: Vec<u64> = (done..last).step_by(1024).collect();
            let run = |&first: &u64| scenario.run(Some(solved), &luck, first..last.min(first + 1024));
            let tried: Vec<Summary> = chunks.par_iter().map(run).collect();
            part = tried.into_iter().fold(part, Summary::merge);
            done = last;
        }
        parts.push(part);
        if done < end {
            break;
        }
    }
    scenario.answer(Some(solved), &parts, simulation.seed, simulation.confidence.level())
}

/// As many games as the time that is left allows at the pace so far.
fn chunk(done: u64, elapsed: Duration, left: Duration, threads: u64) -> u64 {
    let pace = done as f64 / elapsed.as_secs_f64().max(1e-6);
    let possible = Duration::from_secs_f64((pace * left.as_secs_f64() / threads as f64).min(1e9)).as_secs();
    // Pace grows with the size of a round, so sizes grow step by step.
    possible.min(done).clamp(CHUNK.start, CHUNK.end)
}

fn round(bot: Bot, solved: &SolvedGame, luck: &SeededChance, games: Range<u64>, chunk: u64) -> Tally {
    let chunks: Vec<Range<u64>> = (games.start..games.end)
        .step_by(usize::try_from(chunk).unwrap_or(usize::MAX))
        .map(|first| first..games.end.min(first + chunk))
        .collect();
    let play = |games: &Range<u64>| Tally::of_games(bot, solved, luck, games.clone());
    let tallies: Vec<Tally> = chunks.par_iter().map(play).collect();
    tallies.into_iter().fold(Tally::default(), Tally::merge)
}
