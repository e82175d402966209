//! Named steps, run one after the other and timed.

use std::time::{Duration, Instant};

use anyhow::{Result, bail};

use crate::project::Project;

/// One check of `cargo xtask test`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    /// What `--only` takes.
    pub(crate) name: &'static str,
    /// What it checks, in a few words.
    pub(crate) about: &'static str,
    /// What to do when it fails, in one line.
    pub(crate) remedy: &'static str,
    pub(crate) run: fn(&Project) -> Result<()>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Passed,
    Failed,
    NotRun,
}

/// Runs the steps in order, up to the first failure unless `keep_going`, and prints how each ended.
pub(crate) fn run_all(project: &Project, steps: &[Step], keep_going: bool) -> Result<()> {
    let mut results = Vec::new();
    let mut stopped = false;
    for step in steps {
        let (outcome, took) =
            if stopped { (Outcome::NotRun, Duration::ZERO) } else { run_one(project, step) };
        stopped |= outcome == Outcome::Failed && !keep_going;
        results.push((step.name, outcome, took));
    }
    print!("\n{}", summary(&results));
    let failed: Vec<_> = results
        .iter()
        .filter(|(_, outcome, _)| *outcome == Outcome::Failed)
        .map(|(name, ..)| *name)
        .collect();
    if !failed.is_empty() {
        bail!("failed: {}; run one step alone with cargo xtask test --only {}", failed.join(", "), failed[0]);
    }
    Ok(())
}

fn run_one(project: &Project, step: &Step) -> (Outcome, Duration) {
    println!("\n== {}: {}", step.name, step.about);
    let started = Instant::now();
    let result = (step.run)(project);
    let took = started.elapsed();
    match result {
        Ok(()) => {
            println!("-- {}: ok in {}", step.name, seconds(took));
            (Outcome::Passed, took)
        }
        Err(error) => {
            println!("-- {}: FAILED after {}", step.name, seconds(took));
            println!("   why:        {error:#}");
            println!("   what to do: {}", step.remedy);
            (Outcome::Failed, took)
        }
    }
}

fn summary(results: &[(&str, Outcome, Duration)]) -> String {
    let mut lines = format!("{:<12} {:<8} {:>9}\n", "step", "result", "time");
    for (name, outcome, took) in results {
        let (word, time) = match outcome {
            Outcome::Passed => ("ok", seconds(*took)),
            Outcome::Failed => ("FAILED", seconds(*took)),
            Outcome::NotRun => ("not run", String::from("-")),
        };
        lines.push_str(&format!("{name:<12} {word:<8} {time:>9}\n"));
    }
    let total = results.iter().map(|(.., took)| *took).sum();
    lines.push_str(&format!("{:<12} {:<8} {:>9}\n", "total", "", seconds(total)));
    lines
}

fn seconds(duration: Duration) -> String {
    format!("{:.1} s", duration.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_summary_names_every_step_its_result_and_its_time() {
        let results = [
            ("fmt", Outcome::Passed, Duration::from_millis(420)),
            ("clippy", Outcome::Failed, Duration::from_millis(61_250)),
            ("tests", Outcome::NotRun, Duration::ZERO),
        ];
        let expected = "\
step         result        time
fmt          ok           0.4 s
clippy       FAILED      61.2 s
tests        not run          -
total                    61.7 s
";
        assert_eq!(summary(&results), expected);
    }
}
