use std::io::Write as _;
use std::path::{Path, PathBuf};

use chance::InputError;
use serde::Serialize;
use server::StoreChoice;
use store::RowDigest;

use crate::failure::Failure;
use crate::output::{self, BEST};
use crate::store_args::{DatabaseArgs, StoreArgs, failure_of, print_tables, summary, wait_for};

/// Copy the game database into an empty PostgreSQL database, and verify that both are equal
#[derive(Debug, clap::Args)]
#[command(after_help = "Stop the server first: later moves would not be copied. Everything is copied in one
transaction, read back, and compared row by row before it is committed. Players
stay signed in, since the keys are copied. The file stays where it is.

Examples:
  DICEE_DATABASE=postgres://dicee:secret@db/dicee dicee migrate
  dicee migrate --file copy.db --database postgres://dicee@db/dicee
Then set `database` for the server, and start it.")]
pub(crate) struct Args {
    /// Copy this SQLite file [default: dicee.db in the data folder]
    #[arg(long, value_name = "FILE", conflicts_with = "data_dir")]
    file: Option<PathBuf>,
    #[command(flatten)]
    store: StoreArgs,
    #[command(flatten)]
    database: DatabaseArgs,
}

/// What was copied, for programs.
#[derive(Serialize)]
struct Migrated<'a> {
    file: &'a Path,
    database: String,
    tables: &'a [RowDigest],
}

pub(crate) fn run(args: &Args, json: bool) -> Result<(), Failure> {
    let target = args.store.choice(Some(&args.database))?;
    let StoreChoice::Postgres(url) = &target else {
        let expected = "a PostgreSQL database, such as postgres://dicee@host/dicee";
        return Err(InputError::new("database", expected, "none").into());
    };
    let file = args.file.clone().map_or_else(|| args.store.file(), Ok)?;
    let inventory = wait_for(async { store::migrate(&file, url).await.map_err(failure_of) })?;
    if json {
        let (database, tables) = (target.to_string(), &inventory.tables);
        output::print_json(&Migrated { file: &file, database, tables })?;
        return Ok(());
    }
    let mut out = output::out();
    print_tables(&mut out, &inventory)?;
    writeln!(out, "\n{BEST}{target}{BEST:#} holds the same as {}: {}", file.display(), summary(&inventory))?;
    Ok(())
}
