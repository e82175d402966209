//! Where the parts of the project are.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result};
use serde_json::Value;

use crate::command;

/// The checkout, and where cargo puts what it builds from it; `CARGO_TARGET_DIR` moves that.
#[derive(Debug)]
pub(crate) struct Project {
    root: PathBuf,
    target: PathBuf,
    /// Whether long tests run as well.
    full: bool,
}

/// Set for every program that runs under `cargo xtask test --full`: tests with many rounds take more of them.
pub(crate) const FULL: &str = "DICEE_FULL";

impl Project {
    /// Finds the checkout this program was started from, and asks cargo where it builds.
    pub(crate) fn find() -> Result<Self> {
        let xtask = env::var_os("CARGO_MANIFEST_DIR")
            .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
        let root = xtask.parent().context("xtask has no parent folder")?.to_path_buf();
        let mut project = Self { target: root.join("target"), root, full: false };
        let metadata = project.metadata(&["--no-deps"])?;
        let target = metadata["target_directory"].as_str().context("cargo metadata names no target")?;
        project.target = PathBuf::from(target);
        Ok(project)
    }

    /// The same project, tested with `--full`.
    pub(crate) fn at_full_length(mut self, full: bool) -> Self {
        self.full = full;
        self
    }

    pub(crate) fn is_full(&self) -> bool {
        self.full
    }

    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    pub(crate) fn web(&self) -> PathBuf {
        self.root.join("web")
    }

    /// The npm package of the crate of a browser module.
    pub(crate) fn npm_package(&self, krate: &str) -> PathBuf {
        self.root.join("crates").join(krate).join("npm")
    }

    pub(crate) fn release_binary(&self) -> PathBuf {
        self.binary("release")
    }

    /// The binary that checks run: with `--full` the release build, else the one that the tests have built anyway.
    pub(crate) fn tested_binary(&self) -> PathBuf {
        if self.full { self.release_binary() } else { self.debug_binary() }
    }

    pub(crate) fn debug_binary(&self) -> PathBuf {
        self.binary("debug")
    }

    fn binary(&self, profile: &str) -> PathBuf {
        self.target.join(profile).join(format!("dicee{}", env::consts::EXE_SUFFIX))
    }

    /// The release binary for a target that was named to cargo.
    pub(crate) fn binary_for(&self, target: &str) -> PathBuf {
        let suffix = if target.contains("windows") { ".exe" } else { "" };
        self.target.join(target).join("release").join(format!("dicee{suffix}"))
    }

    /// Where releases are written.
    pub(crate) fn dist(&self) -> PathBuf {
        self.target.join("dist")
    }

    /// Where cargo puts what it builds and packs.
    pub(crate) fn target(&self) -> &Path {
        &self.target
    }

    /// A folder for files of our own, emptied by `cargo clean`.
    pub(crate) fn scratch(&self) -> PathBuf {
        self.target.join("xtask")
    }

    pub(crate) fn cargo(&self) -> Command {
        let cargo = env::var_os("CARGO").map_or_else(|| PathBuf::from("cargo"), PathBuf::from);
        self.scaled(command::new(cargo, &self.root))
    }

    fn scaled(&self, mut command: Command) -> Command {
        if self.full {
            command.env(FULL, "1");
        }
        command
    }

    pub(crate) fn npm(&self) -> Command {
        self.scaled(command::new("npm", &self.web()))
    }

    pub(crate) fn metadata(&self, args: &[&str]) -> Result<Value> {
        let json = command::output(self.cargo().args(["metadata", "--format-version", "1"]).args(args))?;
        serde_json::from_str(&json).context("cargo metadata printed something that is not JSON")
    }

    /// A path as a reader of the output wants it: from the root of the checkout where it lies inside.
    pub(crate) fn show(&self, path: &Path) -> String {
        path.strip_prefix(&self.root).unwrap_or(path).display().to_string()
    }
}
