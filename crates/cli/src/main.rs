//! The `dicee` command: the engine in a terminal, and the server.
//!
//! `main` parses the arguments and picks a module of `commands`; each of those asks the library one question
//! and shows the answer twice: as a table for people, and as JSON for machines. `args` holds what commands
//! share on the command line, `tables` the cache of solved games, `files` how they are written, `paper` the layout.

mod args;
mod commands;
mod failure;
mod files;
mod paper;
mod tables;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// A table where chance is transparent: exact odds, optimal play, and the web app.
#[derive(Debug, Parser)]
#[command(name = "dicee", version, arg_required_else_help = true, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    /// Print JSON for machines instead of tables for people
    #[arg(long, global = true)]
    json: bool,
}

const EXAMPLES: &str = "Examples:
  dicee analyze --dice 5,5,5,2,6 --rolls-left 1     what is this roll worth, and what to do with it
  dicee odds --dice 5,5,5,2,6 --keep 5,5,5 --rolls-left 1 --category full_house
  dicee fortytwo play                               a game of Texas 42 against three bots
  dicee serve                                       the same in the browser

Bad input ends with exit code 2 and says which field is wrong; anything else that fails, with 1.";

#[derive(Debug, Subcommand)]
enum Command {
    Solve(commands::solve::Args),
    Value(commands::value::Args),
    Analyze(commands::analyze::Args),
    Odds(commands::odds::Args),
    Simulate(commands::simulate::Args),
    Fortytwo(commands::fortytwo::Args),
    Serve(commands::serve::Args),
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        // Help and version come this way, too; they go to standard output.
        Err(error) if error.use_stderr() && std::env::args_os().any(|arg| arg == "--json") => {
            return failure::report_usage(&error);
        }
        Err(error) => error.exit(),
    };
    let done = match &cli.command {
        Command::Solve(args) => commands::solve::run(args, cli.json),
        Command::Value(args) => commands::value::run(args, cli.json),
        Command::Analyze(args) => commands::analyze::run(args, cli.json),
        Command::Odds(args) => commands::odds::run(args, cli.json),
        Command::Simulate(args) => commands::simulate::run(args, cli.json),
        Command::Fortytwo(args) => commands::fortytwo::run(args, cli.json),
        Command::Serve(args) => commands::serve::run(args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(cli.json),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory as _;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }
}
