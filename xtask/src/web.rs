//! The web app, built by its own npm script.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, Result, bail};

use crate::command;
use crate::project::Project;
use crate::stamp::{Stamp, hash_bytes, hash_tree};

/// Builds the app into `web/dist`, unless nothing it is made of has changed. An untouched `dist` keeps the
/// binary that embeds it from being compiled again.
pub(crate) fn build(project: &Project) -> Result<()> {
    let dist = project.web().join("dist");
    // The installed packages change with package-lock.json, which is among the sources.
    let sources = hash_tree(&[project.web()], &["node_modules", "dist", ".svelte-kit", "shots", "tests"])?;
    let packages = hash_tree(&npm_packages(project)?, &["node_modules"])?;
    let inputs = hash_bytes(&[&sources.to_le_bytes(), &packages.to_le_bytes()]);
    let outputs = || hash_tree(std::slice::from_ref(&dist), &[]);
    let stamp = Stamp::at(project.scratch().join("web.stamp"));
    if stamp.is_fresh(inputs, outputs()?) {
        println!("{} is up to date", project.show(&dist));
        return Ok(());
    }
    command::run(project.npm().args(["run", "build"]))?;
    if !dist.join("index.html").is_file() {
        bail!("npm run build left no {}", project.show(&dist.join("index.html")));
    }
    stamp.write(inputs, outputs()?)
}

/// Every crate that is also an npm package: the app may use any of them.
fn npm_packages(project: &Project) -> Result<Vec<PathBuf>> {
    let crates = project.root().join("crates");
    let mut packages = Vec::new();
    for entry in fs::read_dir(&crates).with_context(|| format!("cannot read {}", project.show(&crates)))? {
        let package = entry?.path().join("npm");
        if package.is_dir() {
            packages.push(package);
        }
    }
    packages.sort();
    Ok(packages)
}
