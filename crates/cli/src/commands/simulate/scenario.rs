//! `dicee simulate` of a scenario: a roll, a keep, a box, or any position.

use std::io::{self, Write as _};
use std::time::Instant;

use chance::{SeededChance, Summary};
use dicee::{Counted, Scenario, ScenarioAnswer, SolvedGame};
use rayon::prelude::*;
use serde::Serialize;

use crate::device::Device;
use crate::failure::Failure;
use crate::output::{self, BEST, Grid, PLAIN};

/// Trials that one thread runs at a time.
const CHUNK: u64 = 1 << 12;

/// The answer, and how long it took.
#[derive(Debug, Serialize)]
struct Report {
    #[serde(flatten)]
    answer: ScenarioAnswer,
    device: String,
    elapsed_ms: f64,
}

pub(super) fn run(
    scenario: &Scenario,
    game: Option<&SolvedGame>,
    (trials, seed): (u64, u64),
    device: &Device,
    pool: &rayon::ThreadPool,
    json: bool,
) -> Result<(), Failure> {
    let started = Instant::now();
    let ends = Scenario::checkpoints(trials);
    let starts = [0].into_iter().chain(ends.iter().copied());
    let parts: Vec<Summary> = starts
        .zip(&ends)
        .map(|(first, &end)| part(scenario, game, seed, first..end, device, pool))
        .collect::<Result<_, _>>()?;
    let answer = scenario.answer(game, &parts, seed, 0.95);
    let report =
        Report { answer, device: device.name(), elapsed_ms: started.elapsed().as_secs_f64() * 1000.0 };
    if json {
        return Ok(output::print_json(&report)?);
    }
    Ok(print(scenario, &report)?)
}

fn part(
    scenario: &Scenario,
    game: Option<&SolvedGame>,
    seed: u64,
    trials: std::ops::Range<u64>,
    device: &Device,
    pool: &rayon::ThreadPool,
) -> Result<Summary, Failure> {
    match (device, scenario.counted) {
        #[cfg(feature = "gpu")]
        (Device::Gpu(gpu), Counted::Achieved(_)) => {
            let turn = dicee::layout::AimedTurn::new(scenario).expect("the scenario counts a box");
            let count = trials.end - trials.start;
            let achieved = gpu.trials(&turn, seed, trials).map_err(anyhow::Error::from)?.result;
            Ok(Summary::repeated(1.0, achieved).merge(Summary::repeated(0.0, count - achieved)))
        }
        (_, Counted::Achieved(_) | Counted::Points(_)) => {
            let luck = SeededChance::from_seed(seed);
            let firsts: Vec<u64> = trials.clone().step_by(usize::try_from(CHUNK).expect("4,096")).collect();
            let run = |&first: &u64| scenario.run(game, &luck, first..trials.end.min(first + CHUNK));
            let parts: Vec<Summary> = pool.install(|| firsts.par_iter().map(run).collect());
            Ok(parts.into_iter().fold(Summary::default(), Summary::merge))
        }
    }
}

fn print(scenario: &Scenario, report: &Report) -> io::Result<()> {
    let mut out = output::out();
    let answer = &report.answer;
    let show = |value: f64| match scenario.counted {
        Counted::Achieved(_) => format!("{:.3}%", 100.0 * value),
        Counted::Points(_) => format!("{value:.3}"),
    };
    let what = match scenario.counted {
        Counted::Achieved(category) => format!("Chance of {}", category.title()),
        Counted::Points(bot) => format!("Points to come when {bot} plays"),
    };
    let [low, high] = answer.interval;
    writeln!(out, "{what}, {} rules", answer.rules)?;
    writeln!(
        out,
        "  estimate  {BEST}{}{BEST:#}  (95% confidence: {} to {})",
        show(answer.estimate),
        show(low),
        show(high)
    )?;
    if let Some(exact) = answer.exact {
        writeln!(out, "  exact     {}", show(exact))?;
    }
    writeln!(
        out,
        "  {} trials, seed {}, {} in {:.0} ms\n",
        answer.trials, answer.seed, report.device, report.elapsed_ms
    )?;
    let mut rows = Grid::new(["Trials", "Estimate", "From", "To"]);
    for point in &answer.convergence {
        let [low, high] = point.interval;
        rows.row(PLAIN, [point.trials.to_string(), show(point.estimate), show(low), show(high)]);
    }
    rows.print(&mut out)
}
