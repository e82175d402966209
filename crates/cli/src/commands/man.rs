use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use serde::Serialize;

use crate::failure::Failure;
use crate::output;

/// Write a man page for each command
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  dicee man ~/.local/share/man/man1
  man dicee-serve")]
pub(crate) struct Args {
    /// Folder for the pages; it is created if missing, and older pages are replaced
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
}

/// The pages that were written, for programs.
#[derive(Serialize)]
struct Pages<'a> {
    folder: &'a Path,
    pages: Vec<String>,
}

/// Writes the pages of `command`, the whole command line of this program.
pub(crate) fn run(args: &Args, command: clap::Command, json: bool) -> Result<(), Failure> {
    let folder = &args.folder;
    let pages =
        write(command, folder).with_context(|| format!("writing man pages into {}", folder.display()))?;
    if json {
        output::print_json(&Pages { folder, pages })?;
    } else {
        writeln!(output::out(), "{} man pages in {}", pages.len(), folder.display())?;
    }
    Ok(())
}

/// One page for each command that is not hidden, named as `man` looks for them: `dicee-fortytwo-play.1`.
fn write(command: clap::Command, folder: &Path) -> io::Result<Vec<String>> {
    fs::create_dir_all(folder)?;
    // Pages for `help` and what it helps with would say nothing new.
    let mut command = command.disable_help_subcommand(true);
    command.build();
    let mut pages = Vec::new();
    write_below(&command, folder, &mut pages)?;
    pages.sort();
    Ok(pages)
}

fn write_below(command: &clap::Command, folder: &Path, pages: &mut Vec<String>) -> io::Result<()> {
    let page = clap_mangen::Man::new(command.clone());
    let name = page.get_filename();
    let mut text = Vec::new();
    page.render(&mut text)?;
    fs::write(folder.join(&name), text)?;
    pages.push(name);
    for command in command.get_subcommands().filter(|command| !command.is_hide_set()) {
        write_below(command, folder, pages)?;
    }
    Ok(())
}
