use std::io::Write as _;

use fortytwo::{Declaration, InputError, Tile, trick_points};
use serde::Serialize;

use super::{tiles, words};
use crate::failure::Failure;
use crate::output::{self, BEST};

/// Who wins a trick, and what it is worth
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  dicee fortytwo trick --trump 5 --plays 6-5,6-6,5-0,6-4
  dicee fortytwo trick --trump nello --plays 5-3,6-5,5-5
  dicee fortytwo trick --trump doubles --plays 5-3,6-5,0-0,5-4 --json")]
pub(crate) struct Args {
    /// What was named: 0 to 6, doubles, none, nello or sevens
    #[arg(long, value_name = "TRUMP", allow_hyphen_values = true)]
    trump: String,
    /// The tiles in the order of play, the lead first
    #[arg(long, value_name = "TILES", allow_hyphen_values = true)]
    plays: String,
}

#[derive(Debug, Serialize)]
struct Report {
    trump: Declaration,
    plays: Vec<Tile>,
    winner: Tile,
    points: u8,
}

pub(crate) fn run(args: &Args, json: bool) -> Result<(), Failure> {
    let trump: Declaration = args.trump.parse()?;
    let plays = tiles("plays", &args.plays)?;
    let size = trump.trick_size();
    let winner = trump.winner(&plays).filter(|_| plays.len() <= size);
    let Some(winner) = winner.map(|place| plays[place]) else {
        let expected = format!("1 to {size} tiles");
        return Err(InputError::new("plays", expected, plays.len().to_string()).into());
    };
    let report = Report { trump, winner, points: trick_points(&plays), plays };
    if json {
        return Ok(output::print_json(&report)?);
    }
    let Report { points, plays, .. } = &report;
    let so_far = if plays.len() < size { " so far" } else { "" };
    writeln!(
        output::out(),
        "{BEST}{winner}{BEST:#} wins{so_far}, {} with {}",
        output::count(*points, "point"),
        words::named(trump)
    )?;
    Ok(())
}
