//! A rolling upgrade: nodes of the previous release and of this one on one database.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, Result, bail};

use crate::command;
use crate::project::Project;
use crate::releases::{self, Previous, Release};
use crate::torture;

/// The program of the previous release, for one of the three nodes of the torture test.
const PREVIOUS: &str = "DICEE_TEST_PREVIOUS";

/// Rounds of the torture test: enough for each fault to hit each node.
const ROUNDS: u32 = 20;

/// Builds the newest release before this one, and breaks one node of it beside two of this program. At full length alone,
/// and only where there was a release whose commit is here.
pub(crate) fn check(project: &Project) -> Result<()> {
    if !project.is_full() {
        println!("left out: with --full, or as cargo xtask upgrade");
        return Ok(());
    }
    match releases::previous(project)? {
        Previous::Known(release) => run(project, &release),
        Previous::Missing(Release { tag, .. }) => {
            println!(
                "left out: this clone does not hold the commit of {tag}; git fetch --unshallow brings it"
            );
            Ok(())
        }
        Previous::None => {
            println!("left out: there is no earlier release to upgrade from");
            Ok(())
        }
    }
}

/// The same from a revision, or from the newest release before this one.
pub(crate) fn from(project: &Project, revision: Option<String>) -> Result<()> {
    if let Some(revision) = revision {
        return run(project, &Release { tag: revision.clone(), revision });
    }
    match releases::previous(project)? {
        Previous::Known(release) => run(project, &release),
        Previous::Missing(Release { tag, revision }) => {
            bail!("this clone does not hold {tag}, commit {revision}")
        }
        Previous::None => bail!("there is no earlier release; --from names a revision"),
    }
}

fn run(project: &Project, release: &Release) -> Result<()> {
    let program = build(project, &release.revision)?;
    println!("one node of {}, two of this program", release.tag);
    command::run(torture::rounds(project, ROUNDS).env(PREVIOUS, program))
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
