//! Runs many schedules: `cargo run --release -p simulation -- --schedules 100000`. Every failure is printed with its seed.
#![allow(clippy::print_stdout, reason = "a command says what it found")]

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use clap::Parser;
use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};

/// Lines of progress, at most.
const LINES: u64 = 40;
/// Schedules between two of them, at least.
const STEP: u64 = 1000;

/// Several nodes, their store and their bus in one process, on a virtual clock with seeded faults.
#[derive(Debug, Parser)]
#[command(after_help = "Examples:
  simulation --schedules 100000
  simulation --first 4711 --schedules 1        one schedule again; DICEE_SIMULATION_TRACE=1 shows its steps")]
struct Arguments {
    /// The seed of the first schedule.
    #[arg(long, default_value_t = 0)]
    first: u64,
    /// How many schedules are run.
    #[arg(long, default_value_t = 10_000)]
    schedules: u64,
}

fn main() -> anyhow::Result<()> {
    let Arguments { first, schedules } = Arguments::parse();
    let (began, done) = (Instant::now(), AtomicU64::new(0));
    let (seeds, step) = (first..first.saturating_add(schedules), STEP.max(schedules / LINES));
    let (violations, acknowledged, faults) = seeds
        .into_par_iter()
        .map(|seed| {
            let ended = simulation::run(seed, None);
            let done = done.fetch_add(1, Relaxed) + 1;
            if done.is_multiple_of(step) {
                let rate = done as f64 / began.elapsed().as_secs_f64() * 60.0;
                eprintln!("{done} of {schedules} schedules, {rate:.0} a minute");
            }
            match ended {
                Ok(summary) => (0, summary.acknowledged as u64, u64::from(summary.faults)),
                Err(violation) => {
                    println!("{violation}");
                    (1, 0, 0)
                }
            }
        })
        .reduce(|| (0_u64, 0, 0), |a, b| (a.0 + b.0, a.1 + b.1, a.2 + b.2));
    let seconds = began.elapsed().as_secs_f64();
    println!(
        "{schedules} schedules in {seconds:.1} s ({:.0} a minute), {faults} faults, {acknowledged} commands acknowledged, \
         {violations} violations",
        schedules as f64 / seconds * 60.0
    );
    anyhow::ensure!(violations == 0, "{violations} schedules broke a promise");
    Ok(())
}
