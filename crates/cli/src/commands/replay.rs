use std::io::{self, Write as _};

use chance::InputError;
use dicee::{DiceeView, Outlook};
use ledger::Game as _;
use protocol::contract::{self, GameEvent};
use serde::Serialize;

use crate::board;
use crate::commands::fortytwo;
use crate::failure::Failure;
use crate::game_file::{self, Loaded};
use crate::output::{self, FAINT};
use crate::solved_games::SolverArgs;

/// Show a game as it stood after any of its events
#[derive(Debug, clap::Args)]
#[command(
    after_help = "SOURCE is a saved game of dice or of Texas 42, a list of events, a link ('?g=...'), or - for standard
input.

Examples:
  dicee replay game.json
  dicee replay game.json --at 12
  dicee replay game.json --events
  dicee replay '?g=...' --json"
)]
pub(crate) struct Args {
    /// The game
    source: String,
    /// Number of events to replay [default: all]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    at: Option<u64>,
    /// List every event up to that point instead of the table; scores are graded for the whole game
    #[arg(long)]
    events: bool,
    #[command(flatten)]
    solver: SolverArgs,
}

#[derive(Debug, Serialize)]
struct Replay<'a> {
    version: u64,
    of: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    last_event: Option<&'a GameEvent>,
    view: DiceeView,
}

pub(crate) fn run(args: &Args, json: bool) -> Result<(), Failure> {
    let mut log = match game_file::load("source", &args.source)? {
        Loaded::Dicee(log, _) => log,
        Loaded::Pools(table) => return Err(table.refused("source", "a game of dice or of 42")),
        Loaded::FortyTwo(log, ..) => return fortytwo::replay::show(&log, args.at, args.events, json),
    };
    let of = log.version();
    let version = args.at.unwrap_or(of);
    if version > of {
        return Err(
            InputError::new("at", format!("0 to {of}, the number of events"), version.to_string()).into()
        );
    }
    log.reset_to(version);
    let view = log.state().view(None);
    let solved = match log.state().table() {
        Some(table) if args.events || json => Some(args.solver.solved_game(table.rules())?.game),
        _ => None,
    };
    let shown = contract::events(&log, solved.as_ref().map_or(Outlook::Turn, Outlook::Game));
    if json && args.events {
        return Ok(output::print_json(&shown)?);
    }
    if json {
        return Ok(output::print_json(&Replay { version, of, last_event: shown.last(), view })?);
    }
    let mut out = output::out();
    if args.events {
        for event in &shown {
            writeln!(out, "{}", board::event_line(&view, event))?;
        }
        return Ok(());
    }
    Ok(print(&view, shown.last(), version, of)?)
}

fn print(view: &DiceeView, last: Option<&GameEvent>, version: u64, of: u64) -> io::Result<()> {
    let mut out = output::out();
    writeln!(out, "{FAINT}after event {version} of {of}{FAINT:#}")?;
    if let Some(last) = last {
        writeln!(out, "{}", board::event_line(view, last))?;
    }
    writeln!(out)?;
    board::print(&mut out, view)
}
