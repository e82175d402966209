//! A rolling upgrade: nodes of the previous release and of this one on one database.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, Result};

use crate::command;
use crate::project::Project;
use crate::torture;

/// The program of the previous release, for one of the three nodes of the torture test.
const PREVIOUS: &str = "DICEE_TEST_PREVIOUS";

/// Rounds of the torture test: enough for each fault to hit each node.
const ROUNDS: u32 = 20;

/// Builds a revision, the newest release before this one unless it is named, and breaks one node of it beside two of this
/// program. At full length alone, and only where there was a release.
pub(crate) fn check(project: &Project) -> Result<()> {
    if !project.is_full() {
        println!("left out: with --full, or as cargo xtask upgrade");
        return Ok(());
    }
    match previous_release(project)? {
        Some(tag) => run(project, &tag),
        None => {
            println!("left out: there is no earlier release, a tag v*, to upgrade from");
            Ok(())
        }
    }
}

/// The same from a revision.
pub(crate) fn run(project: &Project, revision: &str) -> Result<()> {
    let program = build(project, revision)?;
    println!("one node of {revision}, two of this program");
    command::run(torture::rounds(project, ROUNDS).env(PREVIOUS, program))
}

/// The newest tag of a release in the history of this commit, this commit left out.
pub(crate) fn previous_release(project: &Project) -> Result<Option<String>> {
    let mut git = command::new("git", project.root());
    let tags = command::output(git.args(["tag", "--list", "v*", "--merged", "HEAD~1", "--sort=-v:refname"]));
    // Without an earlier commit, or without git, there is no earlier release.
    Ok(tags.ok().and_then(|tags| tags.lines().next().map(str::to_owned)))
}

/// Builds the program of a revision in the same target directory, so that dependencies of both are built once, and keeps it
/// apart: this one has the same name there.
fn build(project: &Project, revision: &str) -> Result<PathBuf> {
    let folder = project.scratch().join("previous");
    let show = folder.to_str().context("the target directory has a name that is not UTF-8")?;
    if !folder.exists() {
        let mut git = command::new("git", project.root());
        command::run(git.args(["worktree", "add", "--detach", show, revision]))?;
    }
    command::run(command::new("git", &folder).args(["checkout", "--quiet", "--detach", revision]))?;
    let mut cargo = project.cargo();
    cargo.current_dir(&folder).args(["build", "-p", "cli"]).env("CARGO_TARGET_DIR", project.target());
    command::run(&mut cargo)?;
    let program = project.scratch().join("previous-dicee");
    fs::copy(project.debug_binary(), &program)
        .with_context(|| format!("cannot write {}", project.show(&program)))?;
    Ok(program)
}
