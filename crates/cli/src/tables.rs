//! Solved games, kept in the user's cache directory so that only the first call waits.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use dicee::{GameTable, Rules};

use crate::{files, paper};

/// How to come by a solved game.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Solving")]
pub(crate) struct TableArgs {
    /// Solve afresh: neither read nor write the cache (dicee/ in the user's cache directory)
    #[arg(long)]
    no_cache: bool,
    /// Threads to work with [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

/// A solved game and whether it came from the cache.
#[derive(Debug)]
pub(crate) struct Solved {
    pub(crate) table: GameTable,
    pub(crate) cached: bool,
}

impl TableArgs {
    /// The table for these rules: from the cache, or solved and then cached. A cache that cannot be read or
    /// written costs time, never the answer.
    pub(crate) fn table(&self, rules: Rules) -> anyhow::Result<Solved> {
        let file = if self.no_cache { None } else { cache_file(rules) };
        if let Some(table) = file.as_deref().and_then(|file| load(file, rules)) {
            return Ok(Solved { table, cached: true });
        }
        let table = self.solve(rules)?;
        if let Some(file) = &file
            && let Err(error) = store(file, &table)
        {
            paper::warn(&format!("the solved table could not be cached: {error:#}"));
        }
        Ok(Solved { table, cached: false })
    }

    /// The threads asked for.
    pub(crate) fn pool(&self) -> anyhow::Result<rayon::ThreadPool> {
        let threads = self.threads.map_or(0, usize::from);
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().context("starting threads")
    }

    fn solve(&self, rules: Rules) -> anyhow::Result<GameTable> {
        let bar = paper::progress_bar(&format!("solving {rules}"));
        let table = self.pool()?.install(|| {
            GameTable::solve_with_progress(rules, |progress| {
                bar.set_length(progress.total as u64);
                bar.set_position(progress.done as u64);
            })
        });
        bar.finish_and_clear();
        Ok(table)
    }
}

/// Writes a table to a file.
pub(crate) fn store(file: &Path, table: &GameTable) -> anyhow::Result<()> {
    files::replace(file, &table.to_bytes())
}

fn cache_file(rules: Rules) -> Option<PathBuf> {
    Some(cache_folder()?.join("dicee").join(format!("{rules}.table")))
}

/// Where this system keeps what can be made again; `None` for a user without a home.
fn cache_folder() -> Option<PathBuf> {
    let variable = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    if cfg!(windows) {
        return variable("LOCALAPPDATA");
    }
    let home = |below| Some(variable("HOME")?.join(below));
    if cfg!(target_os = "macos") {
        return home("Library/Caches");
    }
    // The XDG base directory specification: a relative path is to be ignored.
    variable("XDG_CACHE_HOME").filter(|folder| folder.is_absolute()).or_else(|| home(".cache"))
}

fn load(file: &Path, rules: Rules) -> Option<GameTable> {
    let bytes = match fs::read(file) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return None,
        Err(error) => {
            paper::warn(&format!("{}: {error}; solving afresh", file.display()));
            return None;
        }
    };
    match GameTable::from_bytes(&bytes) {
        Ok(table) if table.rules() == rules => Some(table),
        Ok(table) => {
            paper::warn(&format!("{} holds the rules {}; solving afresh", file.display(), table.rules()));
            None
        }
        Err(error) => {
            paper::warn(&format!("{}: {error}; solving afresh", file.display()));
            None
        }
    }
}
