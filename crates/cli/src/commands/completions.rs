use std::io::{self, Write as _};

use clap_complete::Shell;
use serde::Serialize;

use crate::failure::Failure;
use crate::output;

/// Print shell completions
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  dicee completions bash > ~/.local/share/bash-completion/completions/dicee
  dicee completions zsh > ~/.zfunc/_dicee           with fpath+=~/.zfunc in ~/.zshrc
  dicee completions fish > ~/.config/fish/completions/dicee.fish")]
pub(crate) struct Args {
    /// The shell that reads them
    shell: Shell,
}

/// The completions, for programs.
#[derive(Serialize)]
struct Completions {
    shell: String,
    script: String,
}

/// Prints what `command`, the whole command line of this program, completes to.
pub(crate) fn run(args: &Args, mut command: clap::Command, json: bool) -> Result<(), Failure> {
    let name = command.get_name().to_owned();
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, name, &mut script);
    if json {
        let script = String::from_utf8_lossy(&script).into_owned();
        output::print_json(&Completions { shell: args.shell.to_string(), script })?;
    } else {
        io::stdout().lock().write_all(&script)?;
    }
    Ok(())
}
