//! Named steps, run in two lanes and timed.
//!
//! Much of a run waits: for a linker, for the one thread of an optimiser, for a database. So a second lane goes on beside the
//! first. Its steps run in processes of their own, and what they print is shown when they have ended, in one piece.

use std::env;
use std::fs::{self, File};
use std::process::Command;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};

use crate::command;
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
    pub(crate) lane: Lane,
    /// Steps of the other lane that must have ended before: what they make is needed here, or they would disturb.
    pub(crate) after: &'static [&'static str],
    pub(crate) run: fn(&Project) -> Result<()>,
}

impl Step {
    /// The same step in the other lane, after these of the main one.
    pub(crate) const fn beside(self, after: &'static [&'static str]) -> Self {
        Self { lane: Lane::Side, after, ..self }
    }

    /// The same step, after these of the other lane.
    pub(crate) const fn after(self, after: &'static [&'static str]) -> Self {
        Self { after, ..self }
    }
}

/// Steps of one lane run in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lane {
    Main,
    /// Beside the main one.
    Side,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Passed,
    Failed,
    NotRun,
}

/// Runs the steps, up to the first failure unless `keep_going`, and prints how each ended.
pub(crate) fn run_all(project: &Project, steps: &[Step], keep_going: bool) -> Result<()> {
    let started = Instant::now();
    let both = [Lane::Main, Lane::Side].iter().all(|lane| steps.iter().any(|step| step.lane == *lane));
    let board = Board::new(steps.len(), keep_going);
    if both {
        thread::scope(|scope| {
            scope.spawn(|| board.run(steps, Some(Lane::Side), |step| run_apart(project, step)));
            board.run(steps, Some(Lane::Main), |step| run_here(project, step));
        });
    } else {
        board.run(steps, None, |step| run_here(project, step));
    }
    let results: Vec<_> =
        steps.iter().zip(board.results()).map(|(step, result)| (step.name, result.0, result.1)).collect();
    if results.len() > 1 {
        print!("\n{}", summary(&results, started.elapsed()));
    }
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

/// How far both lanes are.
#[derive(Debug)]
struct Board {
    /// By the place of the step; nothing while it has not ended.
    results: Mutex<Vec<Option<(Outcome, Duration)>>>,
    changed: Condvar,
    keep_going: bool,
}

impl Board {
    fn new(steps: usize, keep_going: bool) -> Self {
        Self { results: Mutex::new(vec![None; steps]), changed: Condvar::new(), keep_going }
    }

    /// Runs the steps of one lane, or of all.
    fn run(&self, steps: &[Step], lane: Option<Lane>, run: impl Fn(&Step) -> (Outcome, Duration)) {
        for (place, step) in steps.iter().enumerate() {
            if lane.is_some_and(|lane| lane != step.lane) {
                continue;
            }
            let ended =
                if self.may_begin(steps, step) { run(step) } else { (Outcome::NotRun, Duration::ZERO) };
            self.lock()[place] = Some(ended);
            self.changed.notify_all();
        }
    }

    /// Waits for the steps that this one comes after; a failure means that it is not run.
    fn may_begin(&self, steps: &[Step], step: &Step) -> bool {
        let before = |place: usize| step.after.contains(&steps[place].name);
        let waits = |results: &mut Vec<Option<_>>| {
            results.iter().enumerate().any(|(place, result)| before(place) && result.is_none())
        };
        let results = self.changed.wait_while(self.lock(), waits).unwrap_or_else(PoisonError::into_inner);
        let failed = results.iter().flatten().any(|(outcome, _)| *outcome == Outcome::Failed);
        !failed || self.keep_going
    }

    fn results(&self) -> Vec<(Outcome, Duration)> {
        self.lock().iter().map(|result| result.unwrap_or((Outcome::NotRun, Duration::ZERO))).collect()
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Option<(Outcome, Duration)>>> {
        self.results.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn run_here(project: &Project, step: &Step) -> (Outcome, Duration) {
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

/// Runs a step in a process of its own, and shows what that printed when it has ended.
fn run_apart(project: &Project, step: &Step) -> (Outcome, Duration) {
    println!("\n== {} begins beside the others", step.name);
    let started = Instant::now();
    let result = apart(project, step);
    let outcome = match result {
        Ok((true, printed)) => {
            print!("{printed}");
            Outcome::Passed
        }
        Ok((false, printed)) => {
            print!("{printed}");
            Outcome::Failed
        }
        Err(error) => {
            println!("-- {}: FAILED\n   why:        {error:#}", step.name);
            Outcome::Failed
        }
    };
    (outcome, started.elapsed())
}

/// Whether the step passed, and what it printed.
fn apart(project: &Project, step: &Step) -> Result<(bool, String)> {
    fs::create_dir_all(project.scratch())?;
    let path = project.scratch().join(format!("{}.out", step.name));
    let out = File::create(&path).with_context(|| format!("cannot write {}", project.show(&path)))?;
    let mut xtask = Command::new(env::current_exe()?);
    xtask.args(["test", "--only", step.name]).args(project.is_full().then_some("--full"));
    let status = xtask.stdout(out.try_clone()?).stderr(out).status();
    let status = status.with_context(|| format!("cannot start {}", command::show(&xtask)))?;
    let printed = String::from_utf8_lossy(&fs::read(&path)?).into_owned();
    fs::remove_file(&path)?;
    Ok((status.success(), printed))
}

fn summary(results: &[(&str, Outcome, Duration)], total: Duration) -> String {
    let mut lines = format!("{:<12} {:<8} {:>9}\n", "step", "result", "time");
    for (name, outcome, took) in results {
        let (word, time) = match outcome {
            Outcome::Passed => ("ok", seconds(*took)),
            Outcome::Failed => ("FAILED", seconds(*took)),
            Outcome::NotRun => ("not run", String::from("-")),
        };
        lines.push_str(&format!("{name:<12} {word:<8} {time:>9}\n"));
    }
    lines.push_str(&format!("{:<12} {:<8} {:>9}\n", "total", "", seconds(total)));
    lines
}

fn seconds(duration: Duration) -> String {
    format!("{:.1} s", duration.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOTH: [Step; 5] = [
        step("setup", Lane::Main, &[]),
        step("wasm", Lane::Side, &["setup"]),
        step("clippy", Lane::Main, &[]),
        step("web", Lane::Side, &["clippy"]),
        step("tests", Lane::Main, &["web"]),
    ];

    const fn step(name: &'static str, lane: Lane, after: &'static [&'static str]) -> Step {
        Step { name, about: "", remedy: "", lane, after, run: |_| Ok(()) }
    }

    /// Runs both lanes, in which the named steps fail: the names in the order in which they ended, and the results.
    fn run(failing: &[&str], keep_going: bool) -> (Vec<&'static str>, Vec<Outcome>) {
        let board = Board::new(BOTH.len(), keep_going);
        let ran = Mutex::new(Vec::new());
        let take = |step: &Step| {
            ran.lock().unwrap().push(step.name);
            let failed = failing.contains(&step.name);
            (if failed { Outcome::Failed } else { Outcome::Passed }, Duration::ZERO)
        };
        thread::scope(|scope| {
            scope.spawn(|| board.run(&BOTH, Some(Lane::Side), take));
            board.run(&BOTH, Some(Lane::Main), take);
        });
        let outcomes = board.results().into_iter().map(|(outcome, _)| outcome).collect();
        (ran.into_inner().unwrap(), outcomes)
    }

    #[test]
    fn a_step_begins_when_those_before_it_have_ended_in_both_lanes() {
        for _ in 0..100 {
            let (ran, outcomes) = run(&[], false);
            let place = |name| ran.iter().position(|ran| *ran == name).unwrap();
            assert!(place("setup") < place("wasm") && place("wasm") < place("web"), "{ran:?}");
            assert!(place("clippy") < place("web") && place("web") < place("tests"), "{ran:?}");
            assert_eq!(outcomes, [Outcome::Passed; 5]);
        }
    }

    #[test]
    fn a_failure_ends_both_lanes_unless_told_to_go_on() {
        let (ran, outcomes) = run(&["setup"], false);
        assert_eq!(ran, ["setup"]);
        assert_eq!(outcomes[1..], [Outcome::NotRun; 4]);
        let (ran, outcomes) = run(&["web"], false);
        assert!(!ran.contains(&"tests") && outcomes[3..] == [Outcome::Failed, Outcome::NotRun], "{ran:?}");
        let (ran, outcomes) = run(&["setup", "web"], true);
        assert_eq!((ran.len(), outcomes[4]), (5, Outcome::Passed));
    }

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
total                    61.3 s
";
        assert_eq!(summary(&results, Duration::from_millis(61_300)), expected);
    }
}
