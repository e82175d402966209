use std::io::Write as _;
use std::path::{Path, PathBuf};

use chance::InputError;
use serde::Serialize;
use server::StoreChoice;
use store::{RowDigest, Sqlite};

use crate::failure::Failure;
use crate::output::{self, BEST};
use crate::store_args::{DatabaseArgs, StoreArgs, failure_of, print_tables, summary, wait_for};

/// Back up the game database, also while a server runs, and check the copy
#[derive(Debug, clap::Args)]
#[command(after_help = "The copy holds everything that was acknowledged before this command started, and is
checked before it gets its name. It holds the server's keys: keep it as secret as
the file. PostgreSQL has pg_dump for this.

Examples:
  dicee backup /var/backups/dicee-2026-11-15.db
  dicee backup copy.db --data-dir /var/lib/dicee
  dicee doctor --file copy.db            look into the copy, game by game")]
pub(crate) struct Args {
    /// File to write; it must not exist
    #[arg(value_name = "TARGET")]
    target: PathBuf,
    #[command(flatten)]
    store: StoreArgs,
    #[command(flatten)]
    database: DatabaseArgs,
}

/// What was copied, for programs.
#[derive(Serialize)]
struct BackedUp<'a> {
    file: &'a Path,
    backup: &'a Path,
    tables: &'a [RowDigest],
}

pub(crate) fn run(args: &Args, json: bool) -> Result<(), Failure> {
    let file = match args.store.choice(Some(&args.database))? {
        StoreChoice::Sqlite(file) => file,
        other @ (StoreChoice::Memory | StoreChoice::Postgres(_)) => {
            let expected = "a SQLite file; back up PostgreSQL with pg_dump --format=custom";
            return Err(InputError::new("store", expected, other.to_string()).into());
        }
    };
    let inventory = wait_for(async { Sqlite::back_up(&file, &args.target).await.map_err(failure_of) })?;
    if json {
        let tables = &inventory.tables;
        output::print_json(&BackedUp { file: &file, backup: &args.target, tables })?;
        return Ok(());
    }
    let mut out = output::out();
    print_tables(&mut out, &inventory)?;
    writeln!(out, "\n{BEST}{}{BEST:#} holds {}", args.target.display(), summary(&inventory))?;
    Ok(())
}
