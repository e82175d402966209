use std::io::Write as _;

use fortytwo::{Declaration, InputError, Tile, TileSet};
use serde::Serialize;

use super::{tiles, words};
use crate::failure::Failure;
use crate::output::{self, BEST};

/// Which tiles of a hand may be played
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  dicee fortytwo legal --trump 4 --led 2-1 --hand 4-2,6-6,5-0
  dicee fortytwo legal --trump sevens --hand 6-0,5-3,6-6
  dicee fortytwo legal --trump doubles --led 6-1 --hand 6-6,6-5 --json")]
pub(crate) struct Args {
    /// What was named: 0 to 6, doubles, none, nello or sevens
    #[arg(long, value_name = "TRUMP", allow_hyphen_values = true)]
    trump: String,
    /// The tile that was led; left out, the hand leads
    #[arg(long, value_name = "TILE", allow_hyphen_values = true)]
    led: Option<String>,
    /// The tiles in hand, one to seven
    #[arg(long, value_name = "TILES", allow_hyphen_values = true)]
    hand: String,
}

#[derive(Debug, Serialize)]
struct Report {
    trump: Declaration,
    led: Option<Tile>,
    hand: Vec<Tile>,
    /// In the order of the hand.
    legal: Vec<Tile>,
}

pub(crate) fn run(args: &Args, json: bool) -> Result<(), Failure> {
    let trump: Declaration = args.trump.parse()?;
    let led: Option<Tile> =
        args.led.as_deref().map(str::parse).transpose().map_err(|error: InputError| error.at("led"))?;
    let hand = tiles("hand", &args.hand)?;
    if !(1..=7).contains(&hand.len()) {
        return Err(InputError::new("hand", "one to seven tiles", hand.len().to_string()).into());
    }
    if let Some(led) = led.filter(|led| hand.contains(led)) {
        return Err(InputError::new("hand", "tiles other than the one led", led.to_string()).into());
    }
    let set: TileSet = hand.iter().copied().collect();
    let may = trump.legal(led, set);
    let legal = hand.iter().copied().filter(|tile| may.contains(*tile)).collect();
    let report = Report { trump, led, hand, legal };
    if json {
        return Ok(output::print_json(&report)?);
    }
    let list: Vec<String> = report.legal.iter().map(Tile::to_string).collect();
    let to = led.map_or_else(|| "led".to_owned(), |led| format!("played to {led}"));
    writeln!(output::out(), "{BEST}{}{BEST:#} may be {to} with {}", list.join(" "), words::named(trump))?;
    Ok(())
}
