use std::io::Write as _;
use std::path::PathBuf;
use std::time::Instant;

use dicee::Rules;
use serde::Serialize;

use crate::args::rules_parser;
use crate::failure::Failure;
use crate::files;
use crate::paper::{self, BEST};
use crate::solved_games::SolverArgs;

/// Solve the whole game: the expected score of perfect play
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  dicee solve
  dicee solve --rules forced_dicee --no-cache --threads 1
  dicee solve --rules classic --out classic.table --json")]
pub(crate) struct Args {
    /// Rule variant
    #[arg(long, default_value = Rules::Standard.name(), value_parser = rules_parser())]
    rules: String,
    /// Also write the solved table to this file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    solver: SolverArgs,
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
        return Ok(paper::print_json(&report)?);
    }
    let mut out = paper::out();
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
