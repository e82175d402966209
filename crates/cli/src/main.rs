//! The `dicee` command: the engine in a terminal, and the server.
//!
//! `main` parses the arguments and calls a module of `commands`; each of those asks the library one question
//! and prints the answer in one of two forms: text for people, or JSON for programs. `args` has arguments that several
//! commands share, `game_file` loads games from files and links, `solved_games` is the cache of
//! solved games, `board` draws the table of the dice game, `output` prints. The commands for dice pools share
//! `pool_args` and `histogram`; their answers are types of the crate `pools`. Those for operators share `store_args`.
//! `completions` and `man` describe the command line, which `main` passes to them.

mod args;
mod board;
mod commands;
mod device;
mod failure;
mod files;
mod game_file;
mod histogram;
mod output;
mod pool_args;
mod signals;
mod solved_games;
mod store_args;

use std::process::ExitCode;

use clap::{CommandFactory as _, Parser, Subcommand};

/// A sixth of what a move of a live game costs is the allocator of the system, and that of musl has one lock for all threads.
#[cfg(target_os = "linux")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

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
  dicee play                         a game of dice, with advice when you ask
  dicee analyze --dice 55526 --rolls-left 1      what is this roll worth?
  dicee puzzle                       the puzzle of the day
  dicee fortytwo play                Texas 42 against three bots
  dicee odds-of '6d10>=8b1' --dc 2   exact odds of a dice pool, or of any dice
  dicee serve                        the web app, live tables and the HTTP API

Invalid input exits with 2 and names the field; any other failure exits with 1.";

#[derive(Debug, Subcommand)]
enum Command {
    Solve(commands::solve::Args),
    Value(commands::value::Args),
    Analyze(commands::analyze::Args),
    Odds(commands::odds::Args),
    Distribution(commands::distribution::Args),
    Target(commands::target::Args),
    Simulate(commands::simulate::Args),
    Play(commands::play::Args),
    Replay(commands::replay::Args),
    Verify(commands::verify::Args),
    Report(commands::report::Args),
    Profile(commands::profile::Args),
    Puzzle(commands::puzzle::Args),
    Train(commands::train::Args),
    Fortytwo(commands::fortytwo::Args),
    Roll(commands::roll::Args),
    OddsOf(commands::odds_of::Args),
    Check(commands::check::Args),
    Contest(commands::contest::Args),
    Extended(commands::extended::Args),
    Attack(commands::attack::Args),
    Session(commands::session::Args),
    Serve(commands::serve::Args),
    Load(commands::load::Args),
    Capacity(commands::capacity::Args),
    Backup(commands::backup::Args),
    Restore(commands::restore::Args),
    Doctor(commands::doctor::Args),
    Migrate(commands::migrate::Args),
    Completions(commands::completions::Args),
    Man(commands::man::Args),
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        // Help and version come this way, too; they go to standard output.
        Err(error) if error.use_stderr() => {
            return failure::report_usage(&error, std::env::args_os().any(|arg| arg == "--json"));
        }
        Err(error) => error.exit(),
    };
    let done = match &cli.command {
        Command::Solve(args) => commands::solve::run(args, cli.json),
        Command::Value(args) => commands::value::run(args, cli.json),
        Command::Analyze(args) => commands::analyze::run(args, cli.json),
        Command::Odds(args) => commands::odds::run(args, cli.json),
        Command::Distribution(args) => commands::distribution::run(args, cli.json),
        Command::Target(args) => commands::target::run(args, cli.json),
        Command::Simulate(args) => commands::simulate::run(args, cli.json),
        Command::Play(args) => commands::play::run(args, cli.json),
        Command::Replay(args) => commands::replay::run(args, cli.json),
        Command::Verify(args) => commands::verify::run(args, cli.json),
        Command::Report(args) => commands::report::run(args, cli.json),
        Command::Profile(args) => commands::profile::run(args, cli.json),
        Command::Puzzle(args) => commands::puzzle::run(args, cli.json),
        Command::Train(args) => commands::train::run(args, cli.json),
        Command::Fortytwo(args) => commands::fortytwo::run(args, cli.json),
        Command::Roll(args) => commands::roll::run(args, cli.json),
        Command::OddsOf(args) => commands::odds_of::run(args, cli.json),
        Command::Check(args) => commands::check::run(args, cli.json),
        Command::Contest(args) => commands::contest::run(args, cli.json),
        Command::Extended(args) => commands::extended::run(args, cli.json),
        Command::Attack(args) => commands::attack::run(args, cli.json),
        Command::Session(args) => commands::session::run(args, cli.json),
        Command::Serve(args) => commands::serve::run(args, cli.json),
        Command::Load(args) => commands::load::run(args, cli.json),
        Command::Capacity(args) => commands::capacity::run(args, cli.json),
        Command::Backup(args) => commands::backup::run(args, cli.json),
        Command::Restore(args) => commands::restore::run(args, cli.json),
        Command::Doctor(args) => commands::doctor::run(args, cli.json),
        Command::Migrate(args) => commands::migrate::run(args, cli.json),
        Command::Completions(args) => commands::completions::run(args, Cli::command(), cli.json),
        Command::Man(args) => commands::man::run(args, Cli::command(), cli.json),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(cli.json),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }
}
