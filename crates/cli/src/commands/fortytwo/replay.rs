use std::io::Write as _;

use chance::InputError;
use fortytwo::{BySeat, Event, FortyTwo, TileSet, View};
use ledger::{Game as _, Log};
use serde::Serialize;

use super::table;
use super::words::Names;
use crate::failure::Failure;
use crate::game_file;
use crate::output::{self, FAINT};

/// Show the table at any moment of a game, from its log or its link
#[derive(Debug, clap::Args)]
#[command(after_help = "Every event is checked first: a deal that is not of its seed, a trick that
went to somebody else or a score that does not add up is an error.

Examples:
  dicee fortytwo replay game.json
  dicee fortytwo replay game.json --at 40 --json
  dicee fortytwo replay game.json --list
  dicee fortytwo replay - < game.json")]
pub(crate) struct Args {
    /// The log of a game, a link (a URL, its parameters, or the value of g), or - for standard input
    #[arg(value_name = "FILE|LINK", allow_hyphen_values = true)]
    game: String,
    /// Number of events to replay [default: all]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    at: Option<u64>,
    /// List the events up to there
    #[arg(long)]
    list: bool,
}

#[derive(Debug, Serialize)]
struct Report<'a> {
    /// How many events there are.
    events: u64,
    /// After how many of them this is.
    at: u64,
    /// The last of those.
    event: Option<&'a Event>,
    /// What lies open.
    view: View,
    /// What does not.
    hands: BySeat<TileSet>,
    /// The seed of this hand, once there is one; `view.seed` is that of the first hand, once the game is over.
    hand_seed: Option<u32>,
    /// All events up to here, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    history: Option<Vec<&'a Event>>,
}

pub(crate) fn run(args: &Args, json: bool) -> Result<(), Failure> {
    let (log, _) = game_file::fortytwo("game", game_file::load("game", &args.game)?)?;
    show(&log, args.at, args.list, json)
}

/// The table after `at` events, with the list of them if that was asked for.
pub(crate) fn show(log: &Log<FortyTwo>, at: Option<u64>, list: bool, json: bool) -> Result<(), Failure> {
    let at = at.unwrap_or(log.version());
    if at > log.version() {
        let expected = format!("0 to {}, the number of events", log.version());
        return Err(InputError::new("at", expected, at.to_string()).into());
    }
    let state = log.state_at(at);
    let past: Vec<&Event> = log.events().take(usize::try_from(at).unwrap_or(usize::MAX)).collect();
    if json {
        let report = Report {
            events: log.version(),
            at,
            event: past.last().copied(),
            view: state.view(None),
            hands: state.hands().by_seat(),
            hand_seed: state.deck().seed(),
            history: list.then_some(past),
        };
        return Ok(output::print_json(&report)?);
    }
    Ok(print(log, &state, &past, list)?)
}

fn print(log: &Log<FortyTwo>, state: &FortyTwo, past: &[&Event], list: bool) -> std::io::Result<()> {
    let mut out = output::out();
    let names = Names { me: None };
    if list {
        for (number, event) in past.iter().enumerate() {
            writeln!(out, "{FAINT}{:>5}{FAINT:#}  {}", number + 1, names.tell(event))?;
        }
    }
    let last = past.last().map_or_else(|| "before anything happened".to_owned(), |event| names.tell(event));
    writeln!(out, "after {} of {} events: {last}", past.len(), log.version())?;
    table::draw(&mut out, &state.view(None), names, Some(&state.hands().by_seat()))
}
