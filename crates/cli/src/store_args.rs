//! Which store a command of the operator is about.

use std::path::PathBuf;

use anyhow::Context as _;
use chance::InputError;
use server::{ConfigError, Sources, StoreChoice};

use crate::failure::Failure;
use crate::output::{self, FAINT};
use store::{Inventory, StoreError};

/// The store that `dicee serve` would use with the same settings.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Store (the one that `dicee serve` would use when left out)")]
pub(crate) struct StoreArgs {
    /// Settings file [default: dicee.toml in the data folder, if it exists]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Folder of the game database
    #[arg(long, value_name = "FOLDER")]
    data_dir: Option<String>,
}

/// A PostgreSQL database.
#[derive(Debug, clap::Args)]
pub(crate) struct DatabaseArgs {
    /// PostgreSQL database; give it as DICEE_DATABASE where it holds a password
    #[arg(long, value_name = "URL")]
    database: Option<String>,
}

impl StoreArgs {
    /// The store of these settings.
    pub(crate) fn choice(&self, database: Option<&DatabaseArgs>) -> Result<StoreChoice, Failure> {
        Ok(self.sources(database).load().map_err(|error| refused(&error))?.config.store)
    }

    /// The games' file in the data folder, whatever the settings say about a database.
    pub(crate) fn file(&self) -> Result<PathBuf, Failure> {
        let effective = self.sources(None).load().map_err(|error| refused(&error))?;
        Ok(effective.data_dir.join("dicee.db"))
    }

    fn sources(&self, database: Option<&DatabaseArgs>) -> Sources {
        let data_dir = self.data_dir.clone().map(|folder| ("data_dir", folder));
        let database = database.and_then(|args| args.database.clone()).map(|url| ("database", url));
        let flags = data_dir.into_iter().chain(database).collect();
        Sources { flags, file: self.config.clone(), ..Sources::of_process() }
    }
}

fn refused(error: &ConfigError) -> InputError {
    InputError::new(error.key(), error.expected(), error.actual()).saying(error)
}

/// Runs a command that waits for a store.
pub(crate) fn wait_for<T>(work: impl Future<Output = Result<T, Failure>>) -> Result<T, Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .context("starting the runtime")?;
    runtime.block_on(work)
}

/// What a store refused is invalid input, everything else a failure of the machinery.
pub(crate) fn failure_of(error: StoreError) -> Failure {
    if let StoreError::Malformed(wrong) = error {
        return wrong.into();
    }
    Failure::Machinery(error.into())
}

/// One line about what a store holds.
pub(crate) fn summary(inventory: &Inventory) -> String {
    let count = |table| inventory.rows_of(table);
    format!("{} games with {} events, {} players", count("games"), count("events"), count("people"))
}

/// The number of rows of every table.
pub(crate) fn print_tables(out: &mut impl std::io::Write, inventory: &Inventory) -> std::io::Result<()> {
    let mut grid = output::Grid::new(["table", "rows", "SHA-256"]);
    for table in &inventory.tables {
        let hash: String = table.sha256.chars().take(16).collect();
        grid.row(FAINT, [table.table.clone(), table.rows.to_string(), hash]);
    }
    grid.print(out)
}
