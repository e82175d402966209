use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use serde::Serialize;
use store::{RowDigest, Sqlite};

use crate::failure::Failure;
use crate::files;
use crate::output::{self, BEST};
use crate::store_args::{StoreArgs, failure_of, print_tables, summary, wait_for};

/// Replace the game database with a backup, while no server runs
#[derive(Debug, clap::Args)]
#[command(
    after_help = "The backup is checked first, and brought to the schema of this version. An existing file
is replaced only with --replace, and kept under another name. Games played since the backup are
lost.

Examples:
  dicee restore /var/backups/dicee-2026-11-15.db
  dicee restore copy.db --replace
  dicee restore copy.db --data-dir /tmp/look     beside the real one, to look into it"
)]
pub(crate) struct Args {
    /// The backup
    #[arg(value_name = "BACKUP")]
    backup: PathBuf,
    /// Keep the existing file under another name, and use the backup instead
    #[arg(long)]
    replace: bool,
    #[command(flatten)]
    store: StoreArgs,
}

/// What is in the file now, for programs.
#[derive(Serialize)]
struct RestoredFile<'a> {
    file: &'a Path,
    /// Where the file is that was there before.
    replaced: Option<&'a Path>,
    tables: &'a [RowDigest],
}

pub(crate) fn run(args: &Args, json: bool) -> Result<(), Failure> {
    let file = args.store.file()?;
    let folder = files::folder_of(&file);
    files::create_private_folder(folder)
        .with_context(|| format!("making the folder {}", folder.display()))?;
    let restored =
        wait_for(async { Sqlite::restore(&args.backup, &file, args.replace).await.map_err(failure_of) })?;
    if json {
        let (replaced, tables) = (restored.replaced.as_deref(), &restored.inventory.tables);
        output::print_json(&RestoredFile { file: &file, replaced, tables })?;
        return Ok(());
    }
    let mut out = output::out();
    print_tables(&mut out, &restored.inventory)?;
    writeln!(out, "\n{BEST}{}{BEST:#} holds {}", file.display(), summary(&restored.inventory))?;
    if let Some(replaced) = &restored.replaced {
        writeln!(out, "The file that was there before is {}", replaced.display())?;
    }
    Ok(())
}
