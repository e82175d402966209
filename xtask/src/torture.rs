//! Many rounds of the torture test, in batches: what was done is kept beside the build, so that a run that was
//! interrupted goes on.

use std::fs;
use std::process::Command;

use anyhow::Result;

use crate::command;
use crate::project::Project;

/// Rounds on one database; then everything starts from an empty one.
const BATCH: u32 = 50;

/// Runs so many rounds, those of an interrupted run counted in.
pub(crate) fn run(project: &Project, rounds: u32) -> Result<()> {
    let report = project.scratch().join("torture.tsv");
    fs::create_dir_all(project.scratch())?;
    loop {
        let (done, moves) = totals(&fs::read_to_string(&report).unwrap_or_default());
        println!("{done} of {rounds} rounds, {moves} moves acknowledged");
        if done >= rounds {
            // The next call begins again.
            return Ok(fs::remove_file(&report)?);
        }
        let mut batch = self::rounds(project, (rounds - done).min(BATCH));
        command::run(batch.env("DICEE_TEST_TORTURE_REPORT", &report))?;
    }
}

/// The torture test with so many rounds.
pub(crate) fn rounds(project: &Project, rounds: u32) -> Command {
    let mut cargo = project.cargo();
    cargo.args(["test", "-p", "cli", "--all-features", "--test", "serving", "torture", "--", "--nocapture"]);
    cargo.env("DICEE_TEST_TORTURE_ROUNDS", rounds.to_string());
    cargo
}

/// The rounds and the moves of all batches, each a line of both.
fn totals(report: &str) -> (u32, u64) {
    let batches = report.lines().filter_map(|line| line.split_once('\t'));
    batches.fold((0, 0), |(rounds, moves), (more_rounds, more_moves)| {
        (rounds + more_rounds.parse().unwrap_or(0), moves + more_moves.parse().unwrap_or(0))
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn batches_add_up() {
        assert_eq!(super::totals("50\t812\n20\t300\n"), (70, 1_112));
        assert_eq!(super::totals(""), (0, 0));
    }
}
