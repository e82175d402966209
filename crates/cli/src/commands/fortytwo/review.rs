use std::io::{self, Write};

use chance::InputError;
use fortytwo::{
    Contract, FortyTwo, GameReview, HandRecord, Outcome, PlayReview, ReviewedHand, Seat, Solver, Stake,
};

use ledger::Log;

use super::words::{self, Names};
use crate::failure::Failure;
use crate::game_file;
use crate::output::{self, BEST, Grid, HEAD, PLAIN};

/// What each play of the finished hands of a game cost, with all tiles face up
#[derive(Debug, clap::Args)]
#[command(after_help = "A play costs what the side that made it takes less after it, when everyone
plays best from there on, than after the best play there was: points of 42, or
tricks where only tricks matter. That is exact, and hindsight: a play that cost
something may have been right for somebody who does not see all tiles.

Examples:
  dicee fortytwo review game.json
  dicee fortytwo review game.json --hand 1 --json
  dicee fortytwo review - < game.json")]
pub(crate) struct Args {
    /// The log of a game, a link (a URL, its parameters, or the value of g), or - for standard input
    #[arg(value_name = "FILE|LINK", allow_hyphen_values = true)]
    game: String,
    /// Only this hand, the first being 1 [default: all that were finished]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..))]
    hand: Option<u32>,
}

pub(crate) fn run(args: &Args, json: bool) -> Result<(), Failure> {
    let (log, _) = game_file::fortytwo("game", game_file::load("game", &args.game)?)?;
    show(&log, "game", args.hand, json)
}

/// The review of a game, or of one of its hands; `field` is where the game came from.
pub(crate) fn show(log: &Log<FortyTwo>, field: &str, hand: Option<u32>, json: bool) -> Result<(), Failure> {
    let mut records = HandRecord::of_game(log.events());
    if records.is_empty() {
        let actual = format!("a game of {} events in which none was", log.version());
        return Err(InputError::new(field, "a game in which a hand was finished", actual).into());
    }
    if let Some(wanted) = hand {
        let finished: Vec<String> = records.iter().map(|(number, _)| (number + 1).to_string()).collect();
        records.retain(|(number, _)| number + 1 == wanted);
        if records.is_empty() {
            let expected = format!("a hand that was finished: {}", finished.join(", "));
            return Err(InputError::new("hand", expected, wanted.to_string()).into());
        }
    }
    let bar = output::progress_bar("reviewing hands");
    bar.set_length(records.len() as u64);
    let mut solver = Solver::new();
    let mut hands = Vec::new();
    for (number, record) in &records {
        hands.extend(ReviewedHand::new(*number, record, &mut solver)?);
        bar.inc(1);
    }
    bar.finish_and_clear();
    if json {
        return Ok(output::print_json(&GameReview { hands })?);
    }
    let mut out = output::out();
    Ok(hands.iter().try_for_each(|hand| print(&mut out, hand))?)
}

fn print(out: &mut impl Write, hand: &ReviewedHand) -> io::Result<()> {
    let names = Names { me: None };
    let Contract { bidder, bid, declaration } = hand.contract;
    let ended = match hand.outcome {
        Outcome::Made => "made",
        Outcome::Set => "set",
        Outcome::Live => "not decided",
    };
    let best = if hand.review.makeable { "made" } else { "set" };
    writeln!(
        out,
        "\n{HEAD}Hand {}{HEAD:#}  {bid} by {}, {}: {BEST}{ended}{BEST:#}; with best play by all it is {best}",
        hand.hand,
        names.of(bidder),
        words::contract(declaration)
    )?;
    let costly: Vec<&PlayReview> = hand.review.plays.iter().filter(|play| play.cost > 0).collect();
    if costly.is_empty() {
        return writeln!(out, "no play cost anything");
    }
    let mut table = Grid::new(["Trick", "Seat", "Played", "Best", "Cost", "Turned the hand"]);
    for play in costly {
        let turned = if play.decisive { "yes" } else { "" };
        let cells = [
            play.trick.to_string(),
            names.of(play.seat).to_owned(),
            play.tile.to_string(),
            play.best.to_string(),
            play.cost.to_string(),
            turned.to_owned(),
        ];
        table.row(if play.decisive { BEST } else { PLAIN }, cells);
    }
    table.print(out)?;
    let unit = match hand.unit {
        Stake::Points => "points",
        Stake::Tricks => "tricks",
    };
    let lost = |seat: Seat| format!("{} {}", names.of(seat), hand.review.cost[seat]);
    writeln!(out, "{unit} lost: {}", Seat::ALL.map(lost).join(", "))
}
