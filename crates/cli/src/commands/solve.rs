use std::io::Write as _;
use std::path::PathBuf;
use std::time::Instant;

use dicee::{ExactScore, Rules};
use serde::Serialize;

use crate::args::rules_parser;
use crate::device::{Device, DeviceArgs};
use crate::failure::Failure;
use crate::files;
use crate::output::{self, BEST};
use crate::solved_games::SolverArgs;

/// Solve the whole game: the expected score of perfect play
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  dicee solve
  dicee solve --rules forced_dicee --no-cache --threads 1
  dicee solve --rules classic --out classic.table --json
  dicee solve --exact --rules joker_rules")]
pub(crate) struct Args {
    /// Rule variant
    #[arg(long, default_value = Rules::Standard.name(), value_parser = rules_parser())]
    rules: String,
    /// Also write the solved game to this file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// As an exact, reduced fraction
    #[arg(long, conflicts_with = "out")]
    exact: bool,
    #[command(flatten)]
    device: DeviceArgs,
    #[command(flatten)]
    solver: SolverArgs,
}

/// The optimum to the last digit, and how long it took.
#[derive(Debug, Serialize)]
struct ExactReport {
    #[serde(flatten)]
    score: ExactScore,
    elapsed_ms: f64,
}

#[derive(Debug, Serialize)]
struct Report {
    rules: Rules,
    expected_score: f64,
    standard_deviation: Option<f64>,
    states: usize,
    elapsed_ms: f64,
    cached: bool,
}

pub(crate) fn run(args: &Args, json: bool) -> Result<(), Failure> {
    let rules: Rules = args.rules.parse()?;
    if args.exact {
        return solve_exactly(args, rules, json);
    }
    // A CPU has solved the game before a GPU has compiled its kernels: it is taken only when asked for.
    let device = args.device.open(false)?;
    #[cfg(feature = "gpu")]
    if let Device::Gpu(gpu) = &device {
        return solve_on_gpu(args, gpu, rules, json);
    }
    debug_assert!(matches!(device, Device::Cpu));
    let started = Instant::now();
    let solved = args.solver.solved_game(rules)?;
    let elapsed_ms = started.elapsed().as_secs_f64() * 1000.0;
    if let Some(file) = &args.out {
        files::replace(file, &solved.game.to_bytes())?;
    }
    let report = Report {
        rules,
        expected_score: solved.game.expected_score(),
        standard_deviation: solved.game.standard_deviation(),
        states: solved.game.states(),
        elapsed_ms,
        cached: solved.cached,
    };
    if json {
        return Ok(output::print_json(&report)?);
    }
    let mut out = output::out();
    let how = if report.cached { "read from the cache" } else { "solved" };
    writeln!(out, "Perfect play under {rules} rules")?;
    writeln!(out, "  expected score      {BEST}{:.6}{BEST:#}", report.expected_score)?;
    if let Some(deviation) = report.standard_deviation {
        writeln!(out, "  standard deviation  {deviation:.4}")?;
    }
    writeln!(out, "  positions           {}", report.states)?;
    writeln!(out, "  {how} in {elapsed_ms:.0} ms")?;
    if let Some(file) = &args.out {
        writeln!(out, "  written to {}", file.display())?;
    }
    Ok(())
}

fn solve_exactly(args: &Args, rules: Rules, json: bool) -> Result<(), Failure> {
    let bar = output::progress_bar(&format!("solving {rules} in whole numbers"));
    let started = Instant::now();
    let score = args.solver.pool()?.install(|| {
        ExactScore::solve(rules, |progress| {
            bar.set_length(progress.total as u64);
            bar.set_position(progress.done as u64);
        })
    });
    bar.finish_and_clear();
    let elapsed_ms = started.elapsed().as_secs_f64() * 1000.0;
    if json {
        return Ok(output::print_json(&ExactReport { score, elapsed_ms })?);
    }
    let mut out = output::out();
    writeln!(out, "Perfect play under {rules} rules expects exactly")?;
    writeln!(out, "{BEST}{}{BEST:#}", score.numerator)?;
    writeln!(out, "{}", "-".repeat(score.numerator.len()))?;
    writeln!(out, "{}", score.denominator)?;
    writeln!(out, "= {}...", score.decimals)?;
    let digits = (score.numerator.len(), score.denominator.len());
    writeln!(out, "  {} and {} digits, solved in {:.1} s", digits.0, digits.1, elapsed_ms / 1000.0)?;
    Ok(())
}

/// What a solve on a GPU says.
#[cfg(feature = "gpu")]
#[derive(Debug, Serialize)]
struct GpuReport {
    rules: Rules,
    expected_score: f64,
    device: String,
    timing: gpu::Timing,
}

#[cfg(feature = "gpu")]
fn solve_on_gpu(args: &Args, gpu: &gpu::Gpu, rules: Rules, json: bool) -> Result<(), Failure> {
    let solved = gpu.solve(rules).map_err(anyhow::Error::from)?;
    if let Some(file) = &args.out {
        files::replace(file, &solved.result.to_bytes())?;
    }
    let expected_score = solved.result.expected_score();
    let report = GpuReport { rules, expected_score, device: gpu.name().to_owned(), timing: solved.timing };
    if json {
        return Ok(output::print_json(&report)?);
    }
    let mut out = output::out();
    writeln!(out, "Perfect play under {rules} rules on {}", report.device)?;
    writeln!(out, "  expected score      {BEST}{expected_score:.6}{BEST:#}")?;
    let gpu::Timing { prepare_ms, upload_ms, kernel_ms, download_ms } = report.timing;
    writeln!(
        out,
        "  kernels {kernel_ms:.2} ms; arrays {prepare_ms:.0} ms, upload {upload_ms:.1} ms, download {download_ms:.1} ms"
    )?;
    Ok(())
}
