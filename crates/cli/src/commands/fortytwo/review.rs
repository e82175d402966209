use std::io::{self, Write};

use chance::InputError;
use fortytwo::{
    CallReview, Contract, Declaration, DeclarationReview, FortyTwo, GameReview, HandRecord, Outcome,
    PlayReview, ReviewStudy, ReviewedHand, Seat, Share, Solver, Stake, TileReview,
};

use ledger::Log;

use super::words::{self, Names};
use crate::failure::Failure;
use crate::game_file;
use crate::output::{self, BEST, Grid, HEAD, PLAIN};

/// What each bid, declaration and play of a game was worth: all tiles face up, and by what its seat could know
#[derive(Debug, clap::Args)]
#[command(after_help = "A play costs what the side that made it takes less after it, when everyone
plays best from there on, than after the best play there was: points of 42, or
tricks where only tricks matter. That is exact, and hindsight: a play that cost
something may have been right for somebody who does not see all tiles.

So beside it stands what the seat could know: the deals that fit its tiles, the
calls and the plays so far, each played best with all tiles face up, and the
share of them in which its side wins the hand.

Examples:
  dicee fortytwo review game.json
  dicee fortytwo review game.json --hand 1 --json
  dicee fortytwo review game.json --deals 500
  dicee fortytwo review - < game.json")]
pub(crate) struct Args {
    /// The log of a game, a link (a URL, its parameters, or the value of g), or - for standard input
    #[arg(value_name = "FILE|LINK", allow_hyphen_values = true)]
    game: String,
    /// Only this hand, counted from 1 [default: all that were finished]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..))]
    hand: Option<u32>,
    /// Deals to sample for each choice; 0 leaves out what the seat could know
    #[arg(long, value_name = "N", default_value_t = GameReview::DEALS, allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(0..=10_000))]
    deals: u32,
}

pub(crate) fn run(args: &Args, json: bool) -> Result<(), Failure> {
    let (log, _) = game_file::fortytwo("game", game_file::load("game", &args.game)?)?;
    show(&log, "game", args.hand, args.deals, json)
}

/// The review of a game, or of one of its hands; `field` is where the game came from.
pub(crate) fn show(
    log: &Log<FortyTwo>,
    field: &str,
    hand: Option<u32>,
    deals: u32,
    json: bool,
) -> Result<(), Failure> {
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
    let mut solver = Solver::new();
    let mut hands = Vec::new();
    bar.set_length(records.len() as u64);
    for (number, record) in &records {
        if let Some(mut study) = ReviewStudy::new(*number, record, &mut solver)? {
            while deals > 0 && study.step(deals, &mut solver)? {}
            hands.push(study.into_hand());
        }
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
    print_calls(out, &names, hand)?;
    print_plays(out, &names, hand)
}

/// The calls and the declaration, each beside the best that could be named with the bid it is judged by.
fn print_calls(out: &mut impl Write, names: &Names, hand: &ReviewedHand) -> io::Result<()> {
    let mut table = Grid::new(["Seat", "Said", "Bid", "All tiles open", "By what it could know"]);
    for call in &hand.calls {
        let said = match (call.declaration, call.bid) {
            (Some(declaration), _) => words::named(declaration).to_owned(),
            (None, Some(bid)) => bid.to_string(),
            (None, None) => "pass".to_owned(),
        };
        let about = call.about.map_or_else(String::new, |bid| bid.to_string());
        let cells = [names.of(call.seat).to_owned(), said, about, open_of(call), known_of(call)];
        table.row(PLAIN, cells);
    }
    table.print(out)?;
    writeln!(out)
}

/// Whether the bid could be made with all tiles face up, and how.
fn open_of(call: &CallReview) -> String {
    let made = |option: &DeclarationReview| {
        let verdict = if option.makes { "made" } else { "set" };
        format!("{verdict} with {}", words::named(option.declaration))
    };
    let named = call.options.iter().find(|option| Some(option.declaration) == call.declaration);
    let better = call.options.iter().filter(|option| option.makes).max_by_key(|option| option.points);
    match (named, better) {
        (Some(named), Some(better)) if !named.makes => format!("{}, {}", made(named), made(better)),
        (Some(named), _) => made(named),
        (None, Some(better)) => made(better),
        (None, None) => "set with anything".to_owned(),
    }
}

/// The share of deals in which the bid is made, with what was named and with the best there was.
fn known_of(call: &CallReview) -> String {
    let describe = |declaration: Declaration, known: Share| {
        format!("{} with {}", percent(known), words::named(declaration))
    };
    let Some(best) = call.best else { return String::new() };
    let named = call.options.iter().find(|option| Some(option.declaration) == call.declaration);
    let named = named.filter(|option| option.declaration != best.declaration);
    let shown = named.and_then(|option| Some(describe(option.declaration, option.known?)));
    shown.into_iter().chain([describe(best.declaration, best.known)]).collect::<Vec<_>>().join(", ")
}

/// The plays that cost something with all tiles face up, or were worse than another by what the seat could know.
fn print_plays(out: &mut impl Write, names: &Names, hand: &ReviewedHand) -> io::Result<()> {
    let worth_showing = |play: &&PlayReview| play.cost > 0 || was_known_to_be_worse(play);
    let shown: Vec<&PlayReview> = hand.review.plays.iter().filter(worth_showing).collect();
    if shown.is_empty() {
        return writeln!(out, "no play cost anything");
    }
    let header = ["Trick", "Seat", "Played", "Best", "Cost", "Turned the hand", "By what it could know"];
    let mut table = Grid::new(header);
    for play in shown {
        let turned = if play.decisive { "yes" } else { "" };
        let cells = [
            play.trick.to_string(),
            names.of(play.seat).to_owned(),
            play.tile.to_string(),
            play.best.to_string(),
            play.cost.to_string(),
            turned.to_owned(),
            shares(play),
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

/// The tile that was played, and the one that wins the hand in most of the deals that the seat had to reckon with.
fn played_and_best(play: &PlayReview) -> Option<[(TileReview, Share); 2]> {
    let known = |option: &TileReview| option.known.map(|known| (*option, known));
    let played = play.legal.iter().filter_map(known).find(|(option, _)| option.tile == play.tile)?;
    let best = play
        .legal
        .iter()
        .filter_map(known)
        .fold(played, |best, other| if other.1.hits > best.1.hits { other } else { best });
    Some([played, best])
}

/// Whether even chance among the deals does not explain that another tile won more of them.
fn was_known_to_be_worse(play: &PlayReview) -> bool {
    played_and_best(play).is_some_and(|[played, best]| best.1.low > played.1.high)
}

fn shares(play: &PlayReview) -> String {
    let Some([played, best]) = played_and_best(play) else { return String::new() };
    let describe = |(option, known): (TileReview, Share)| format!("{} {}", option.tile, percent(known));
    if played.0.tile == best.0.tile {
        format!("{}, none better", describe(played))
    } else {
        format!("{}, {}", describe(played), describe(best))
    }
}

fn percent(share: Share) -> String {
    format!("{:.0}%", 100.0 * share.hits as f64 / share.trials.max(1) as f64)
}
