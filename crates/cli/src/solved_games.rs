//! Solved games, kept in the user's cache directory so that only the first call waits.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use dicee::{Rules, SolvedGame};

use crate::{files, output};

/// How a solved game is obtained.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Solving")]
pub(crate) struct SolverArgs {
    /// Solve again, without reading or writing the cache (dicee/ in the user's cache directory)
    #[arg(long)]
    no_cache: bool,
    /// Number of threads [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

/// A solved game and whether it came from the cache.
#[derive(Debug)]
pub(crate) struct Solved {
    pub(crate) game: SolvedGame,
    pub(crate) cached: bool,
}

impl SolverArgs {
    /// The solved game under these rules: from the cache, or solved and then cached. A cache that cannot be read or
    /// written costs time, never the answer.
    pub(crate) fn solved_game(&self, rules: Rules) -> anyhow::Result<Solved> {
        let file = if self.no_cache { None } else { cache_file(rules) };
        if let Some(game) = file.as_deref().and_then(|file| load(file, rules)) {
            return Ok(Solved { game, cached: true });
        }
        let game = self.solve(rules)?;
        if let Some(file) = &file
            && let Err(error) = files::replace(file, &game.to_bytes())
        {
            output::warn(&format!("the solved game could not be cached: {error:#}"));
        }
        Ok(Solved { game, cached: false })
    }

    /// The threads asked for.
    pub(crate) fn pool(&self) -> anyhow::Result<rayon::ThreadPool> {
        let threads = self.threads.map_or(0, usize::from);
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().context("starting threads")
    }

    fn solve(&self, rules: Rules) -> anyhow::Result<SolvedGame> {
        let bar = output::progress_bar(&format!("solving {rules}"));
        let game = self.pool()?.install(|| {
            SolvedGame::solve_with_progress(rules, |progress| {
                bar.set_length(progress.total as u64);
                bar.set_position(progress.done as u64);
            })
        });
        bar.finish_and_clear();
        Ok(game)
    }
}

fn cache_file(rules: Rules) -> Option<PathBuf> {
    Some(files::cache_folder()?.join("dicee").join(format!("{rules}.table")))
}

fn load(file: &Path, rules: Rules) -> Option<SolvedGame> {
    let bytes = match fs::read(file) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return None,
        Err(error) => {
            output::warn(&format!("{}: {error}; solving afresh", file.display()));
            return None;
        }
    };
    match SolvedGame::from_bytes(&bytes) {
        Ok(game) if game.rules() == rules => Some(game),
        Ok(game) => {
            output::warn(&format!("{} holds the rules {}; solving afresh", file.display(), game.rules()));
            None
        }
        Err(error) => {
            output::warn(&format!("{}: {error}; solving afresh", file.display()));
            None
        }
    }
}
