//! Many schedules of simulated nodes, optimised.

use anyhow::Result;

use crate::command;
use crate::project::Project;

/// Schedules with `--full`. The test command runs two thousand, as tests of the crate.
const FULL: u64 = 1_000_000;

/// Runs only with `--full`.
pub(crate) fn check(project: &Project) -> Result<()> {
    if project.is_full() {
        return run(project, 0, FULL);
    }
    println!("left out: with --full, or as cargo xtask simulate");
    Ok(())
}

/// Runs the schedules of so many seeds.
pub(crate) fn run(project: &Project, first: u64, schedules: u64) -> Result<()> {
    let mut cargo = project.cargo();
    cargo.args(["run", "--quiet", "--release", "-p", "simulation", "--"]);
    cargo.args(["--first", &first.to_string(), "--schedules", &schedules.to_string()]);
    command::run(&mut cargo)
}
