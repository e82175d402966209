//! Fuzzes the decoders for longer than the tests do, and says how much was run.
//!
//! The targets are tests whose names begin with `fuzz_`: those of public decoders in `crates/fuzz/tests`, those of private ones
//! beside the decoder. What they find is written into the corpus of their crate. They run in pieces of some seconds, and what
//! was done is kept beside the build, so that a run that was interrupted goes on.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use anyhow::{Result, bail};
use serde_json::Value;

use crate::command;
use crate::project::Project;

/// Where the targets are: in the tests of this crate, and in the libraries of these.
const PUBLIC: (&str, &str) = ("fuzz", "decoders");
const PRIVATE: [&str; 2] = ["live", "server"];

/// How many inputs a target gets in its first piece, and in any.
const FIRST: u64 = 10_000;
const MOST: u64 = 1_000_000;
/// How long a piece should take, in seconds.
const PIECE: f64 = 20.0;

/// What was run of one target.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Done {
    executions: u64,
    seconds: f64,
    answers: u64,
}

/// A target: its test, and the binary that holds it.
struct Target {
    name: String,
    test: String,
    binary: PathBuf,
}

/// Runs every target, or those whose names contain `only`, until each has had so many inputs, and then the fast ones until all
/// together have had `total`.
pub(crate) fn run(
    project: &Project,
    only: Option<&str>,
    executions: u64,
    total: u64,
    keep: bool,
) -> Result<()> {
    let report = project.scratch().join("fuzz.tsv");
    fs::create_dir_all(project.scratch())?;
    let targets = targets(project, only.unwrap_or_default())?;
    if targets.is_empty() {
        bail!("there is no target {}", only.unwrap_or("at all"));
    }
    loop {
        let done = totals(&fs::read_to_string(&report).unwrap_or_default());
        let of = |target: &Target| done.get(&target.name).copied().unwrap_or_default();
        let sum: u64 = targets.iter().map(|target| of(target).executions).sum();
        let behind = targets.iter().filter(|target| of(target).executions < executions);
        let next = behind.min_by_key(|target| of(target).executions);
        let next = next.or_else(|| (sum < total).then(|| fastest(&targets, of)).flatten());
        let Some(target) = next else {
            show(&targets, of);
            // The next call begins again.
            return Ok(fs::remove_file(&report)?);
        };
        let left = executions.saturating_sub(of(target).executions).max(total.saturating_sub(sum).min(MOST));
        let piece = piece(of(target)).min(left.max(1));
        let mut test = command::new(&target.binary, project.root());
        test.args(["--exact", &target.test, "--nocapture"]).env("DICEE_FUZZ_REPORT", &report);
        test.env("DICEE_FUZZ_EXECUTIONS", piece.to_string());
        if keep {
            test.env("DICEE_FUZZ_KEEP", "1");
        }
        command::run(&mut test)?;
    }
}

/// Builds the tests that hold targets, and lists those. In one call of cargo, so that what they share is built once; other
/// tests of the same crates, such as those of a whole server, are not built.
fn targets(project: &Project, only: &str) -> Result<Vec<Target>> {
    let (public, test) = PUBLIC;
    let mut cargo = project.cargo();
    cargo.args(["test", "--profile", "fuzz", "--all-features", "-p", public]);
    cargo.args(PRIVATE.iter().flat_map(|package| ["-p", package]));
    cargo.args(["--lib", "--test", test, "--no-run", "--message-format=json"]);
    let built = command::output(&mut cargo)?;
    let mut targets = Vec::new();
    for binary in binaries(&built) {
        let listed = command::output(command::new(&binary, project.root()).arg("--list"))?;
        for test in listed.lines().filter_map(|line| line.strip_suffix(": test")) {
            let name = test.rsplit("::").next().and_then(|name| name.strip_prefix("fuzz_"));
            if let Some(name) = name.filter(|name| name.contains(only)) {
                let (name, test, binary) = (name.to_owned(), test.to_owned(), binary.clone());
                targets.push(Target { name, test, binary });
            }
        }
    }
    Ok(targets)
}

/// The test binaries in what cargo said.
fn binaries(built: &str) -> Vec<PathBuf> {
    let messages = built.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    messages.filter_map(|message| message["executable"].as_str().map(PathBuf::from)).collect()
}

/// Of the faster half the one with the fewest inputs.
fn fastest(targets: &[Target], of: impl Fn(&Target) -> Done) -> Option<&Target> {
    let mut by_speed: Vec<&Target> = targets.iter().collect();
    by_speed.sort_by(|one, other| speed(of(other)).total_cmp(&speed(of(one))));
    by_speed.truncate(targets.len().div_ceil(2));
    by_speed.into_iter().min_by_key(|target| of(target).executions)
}

fn speed(done: Done) -> f64 {
    done.executions as f64 / done.seconds.max(0.1)
}

/// How many inputs take about as long as a piece should.
fn piece(done: Done) -> u64 {
    if done.executions == 0 {
        return FIRST;
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is an estimate")]
    let inputs = (speed(done) * PIECE) as u64;
    inputs.clamp(FIRST / 10, MOST)
}

/// What was run of every target; a line of the report is a name, a count, seconds, and the kinds of answers.
fn totals(report: &str) -> BTreeMap<String, Done> {
    let mut totals = BTreeMap::<String, Done>::new();
    for line in report.lines() {
        let [name, count, seconds, answers] = line.split('\t').collect::<Vec<_>>()[..] else { continue };
        let done = totals.entry(name.to_owned()).or_default();
        done.executions += count.parse::<u64>().unwrap_or(0);
        done.seconds += seconds.parse::<f64>().unwrap_or(0.0);
        done.answers = done.answers.max(answers.parse().unwrap_or(0));
    }
    totals
}

fn show(targets: &[Target], of: impl Fn(&Target) -> Done) {
    println!("\n{:<24} {:>12} {:>8} {:>10} {:>8}", "target", "executions", "seconds", "a second", "answers");
    let mut sum = 0;
    for target in targets {
        let done @ Done { executions, seconds, answers } = of(target);
        println!("{:<24} {executions:>12} {seconds:>8.0} {:>10.0} {answers:>8}", target.name, speed(done));
        sum += executions;
    }
    println!("{:<24} {sum:>12}", "all");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binaries_are_those_that_cargo_says_it_built() {
        let built = concat!(
            "{\"reason\":\"compiler-artifact\",\"executable\":null}\n",
            "{\"reason\":\"compiler-artifact\",\"executable\":\"/t/decoders-1\"}\n",
            "{\"reason\":\"build-finished\",\"success\":true}\n",
        );
        assert_eq!(binaries(built), [PathBuf::from("/t/decoders-1")]);
    }

    #[test]
    fn pieces_add_up_and_take_about_as_long_as_they_should() {
        let done = totals("token\t10000\t0.5\t7\nbus\t10\t1.0\t2\nhalf a li\ntoken\t30000\t1.5\t9\n");
        assert_eq!(done["token"], Done { executions: 40_000, seconds: 2.0, answers: 9 });
        assert_eq!((piece(done["token"]), piece(done["bus"])), (400_000, 1_000));
        assert_eq!(piece(Done::default()), FIRST);
    }

    #[test]
    fn the_bulk_goes_to_the_fast_half_the_one_that_had_least_first() {
        let target =
            |name: &str| Target { name: name.to_owned(), test: String::new(), binary: PathBuf::new() };
        let targets = [target("slow"), target("fast"), target("faster")];
        let of = |target: &Target| match target.name.as_str() {
            "slow" => Done { executions: 10, seconds: 10.0, answers: 1 },
            "fast" => Done { executions: 50_000, seconds: 10.0, answers: 1 },
            _ => Done { executions: 90_000, seconds: 10.0, answers: 1 },
        };
        assert_eq!(fastest(&targets, of).unwrap().name, "fast");
    }
}
