use std::io::{self, Write as _};
use std::path::PathBuf;

use server::{Diagnosis, StoreChoice, Verdict, diagnose};
use store::StoreError;

use crate::failure::Failure;
use crate::output::{self, BEST, ERROR, FAINT, WARNING};
use crate::store_args::{DatabaseArgs, StoreArgs, failure_of, wait_for};

/// Check a store for damage: the database, every log, the rules, the summaries
#[derive(Debug, clap::Args)]
#[command(after_help = "Nothing is changed, and a server may be running. Six checks:
  database     pages, indexes, references; nothing is left of erased players
  logs         ids, positions and hash chains of all events
  rules        every game is replayed, and its rules allow every event
  lobby        tables are listed as their games stand
  projections  summaries equal a rebuild
  profiles     kept profiles equal a rebuild from the games
Exit code 0: nothing is broken; 1: something is, restore a backup; 2: bad input.

Examples:
  dicee doctor
  dicee doctor --file copy.db            a backup
  dicee doctor --database postgres://dicee@db/dicee
  dicee doctor --json | jq .healthy      for monitoring")]
pub(crate) struct Args {
    /// Examine this SQLite file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["config", "data_dir", "database"])]
    file: Option<PathBuf>,
    #[command(flatten)]
    store: StoreArgs,
    #[command(flatten)]
    database: DatabaseArgs,
}

pub(crate) fn run(args: &Args, json: bool) -> Result<(), Failure> {
    let choice = match &args.file {
        Some(file) => StoreChoice::Sqlite(file.clone()),
        None => args.store.choice(Some(&args.database))?,
    };
    let diagnosis = wait_for(async {
        diagnose(&choice).await.map_err(|error| {
            // A schema that is older than this program, which the server or a restore would migrate.
            if let server::Error::Store { source: source @ StoreError::Malformed(_), .. } = error {
                return failure_of(source);
            }
            Failure::Machinery(error.into())
        })
    })?;
    if json {
        output::print_json(&diagnosis)?;
    } else {
        print(&diagnosis)?;
    }
    if diagnosis.healthy { Ok(()) } else { Err(Failure::No) }
}

fn print(diagnosis: &Diagnosis) -> io::Result<()> {
    let mut out = output::out();
    for check in &diagnosis.checks {
        let (style, word) = match check.verdict {
            Verdict::Holds => (BEST, "holds"),
            Verdict::Doubtful => (WARNING, "doubtful"),
            Verdict::Broken => (ERROR, "broken"),
            Verdict::Skipped => (FAINT, "skipped"),
        };
        writeln!(out, "{:<12} {style}{word:<8}{style:#} {}", check.name, check.detail)?;
        for defect in &check.problems {
            writeln!(out, "               {}: {}", defect.subject, defect.problem)?;
        }
        let more = check.count - (check.problems.len() as u64).min(check.count);
        if more > 0 {
            writeln!(out, "               and {more} more")?;
        }
    }
    let (style, verdict) = if diagnosis.healthy { (BEST, "healthy") } else { (ERROR, "broken") };
    let Diagnosis { store, games, events, .. } = diagnosis;
    let (games, events) = (output::count(*games, "game"), output::count(*events, "event"));
    writeln!(out, "\n{style}{verdict}{style:#}: {store}, {games} with {events}")
}
