//! Fuzzes the decoders for longer than the tests do, and says how much was run.
//!
//! The targets are tests whose names begin with `fuzz_`: those of public decoders in `crates/fuzz/tests`, those of private ones
//! beside the decoder. What they find is written into the corpus of their crate.

use std::fs;

use anyhow::{Context as _, Result, bail};

use crate::command;
use crate::project::Project;

/// The crates with targets.
const PACKAGES: [&str; 3] = ["fuzz", "live", "server"];

/// Runs every target, or those whose names contain `target`, each so many times.
pub(crate) fn run(project: &Project, target: Option<&str>, executions: u64, keep: bool) -> Result<()> {
    let report = project.scratch().join("fuzz.tsv");
    fs::create_dir_all(project.scratch())?;
    if report.exists() {
        fs::remove_file(&report)?;
    }
    let filter = format!("fuzz_{}", target.unwrap_or_default());
    for package in PACKAGES {
        let mut cargo = project.cargo();
        cargo.args(["test", "-p", package, "--all-features", "--lib", "--tests", "--"]);
        cargo.args([filter.as_str(), "--nocapture", "--test-threads=1"]);
        cargo.env("DICEE_FUZZ_EXECUTIONS", executions.to_string()).env("DICEE_FUZZ_REPORT", &report);
        if keep {
            cargo.env("DICEE_FUZZ_KEEP", "1");
        }
        command::run(&mut cargo)?;
    }
    let lines = fs::read_to_string(&report).unwrap_or_default();
    if lines.is_empty() {
        bail!("there is no target {}", target.unwrap_or("at all"));
    }
    println!("\n{:<24} {:>12} {:>8} {:>8}", "target", "executions", "seconds", "answers");
    let mut sum = 0;
    for line in lines.lines() {
        let [name, count, seconds, answers] = line.split('\t').collect::<Vec<_>>()[..] else { continue };
        println!("{name:<24} {count:>12} {seconds:>8} {answers:>8}");
        sum += count.parse::<u64>().context("the report counts")?;
    }
    println!("{:<24} {sum:>12}", "all");
    Ok(())
}
