//! Texas 42: one module a subcommand; `words`, `table` and `hint` for what they show, `prompt` for what a player types.

mod hint;
mod house;
mod legal;
mod match_;
mod odds;
mod play;
mod prompt;
pub(crate) mod replay;
pub(crate) mod review;
mod solve;
mod table;
mod trick;
mod words;

use fortytwo::{InputError, Tile};

pub(crate) use words::named;

use crate::failure::Failure;

/// Texas 42, the domino game: play it, replay it, solve it, and ask about its rules
#[derive(Debug, clap::Args)]
#[command(
    arg_required_else_help = true,
    after_help = "Examples:
  dicee fortytwo play
  dicee fortytwo play --house nello,splash --marks 3 --save game.json
  dicee fortytwo replay game.json --at 40
  dicee fortytwo review game.json --hand 1
  dicee fortytwo trick --trump 5 --plays 6-5,6-6,5-0,6-4
  dicee fortytwo legal --trump 4 --led 2-1 --hand 4-2,6-6,5-0
  dicee fortytwo solve --deal 42 --declare doubles
  dicee fortytwo odds --hand 5-5,5-4,5-1,6-6,4-4,3-1,2-0
  dicee fortytwo match --a strong --b heuristic --deals 20"
)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    Play(play::Args),
    Replay(replay::Args),
    Review(review::Args),
    Trick(trick::Args),
    Legal(legal::Args),
    Solve(solve::Args),
    Odds(odds::Args),
    #[command(name = "match")]
    Match(match_::Args),
}

pub(crate) fn run(args: &Args, json: bool) -> Result<(), Failure> {
    match &args.command {
        Command::Play(args) => play::run(args, json),
        Command::Replay(args) => replay::run(args, json),
        Command::Review(args) => review::run(args, json),
        Command::Trick(args) => trick::run(args, json),
        Command::Legal(args) => legal::run(args, json),
        Command::Solve(args) => solve::run(args, json),
        Command::Odds(args) => odds::run(args, json),
        Command::Match(args) => match_::run(args, json),
    }
}

/// Different tiles as people write them: `6-5,6-6` or `6-5 6-6`, also over several lines.
fn tiles(field: &'static str, text: &str) -> Result<Vec<Tile>, InputError> {
    let mut tiles = Vec::new();
    for word in text.split(|c: char| c == ',' || c.is_whitespace()).filter(|word| !word.is_empty()) {
        let tile: Tile = word.parse().map_err(|error: InputError| error.at(field))?;
        if tiles.contains(&tile) {
            return Err(InputError::new(field, "different tiles", format!("{tile} twice")));
        }
        tiles.push(tile);
    }
    Ok(tiles)
}
