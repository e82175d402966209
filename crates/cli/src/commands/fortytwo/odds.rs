use std::io::{self, Write as _};

use chance::{SeededChance, Summary};
use fortytwo::{Bid, Declaration, HandOdds, InputError, Proportion, Solver, TileSet, hand_odds};
use serde::Serialize;

use super::tiles;
use crate::failure::Failure;
use crate::output::{self, BEST, FAINT, Grid, PLAIN};

/// The chance of making each bid with a hand, under each declaration
#[derive(Debug, clap::Args)]
#[command(after_help = "The other tiles are dealt at random, over and over; every deal is solved for
best play by everyone with all tiles face up. At a real table bids that need
every trick are harder than that. Intervals are 95% ones.

Examples:
  dicee fortytwo odds --hand 5-5,5-4,5-1,6-6,4-4,3-1,2-0
  dicee fortytwo odds --hand 5-5,5-4,5-1,6-6,4-4,3-1,2-0 --declare 5 --json")]
pub(crate) struct Args {
    /// The seven tiles
    #[arg(long, value_name = "TILES", allow_hyphen_values = true)]
    hand: String,
    /// Only this declaration: 0 to 6, doubles, none, nello or sevens [default: the pips, doubles and none]
    #[arg(long, value_name = "TRUMP", allow_hyphen_values = true)]
    declare: Option<String>,
    /// Number of deals to solve
    #[arg(long, value_name = "N", default_value_t = 100, allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(10..=100_000))]
    worlds: u32,
    /// Seed of the deals
    #[arg(long, default_value_t = 1, allow_negative_numbers = true, value_parser = seed)]
    seed: u64,
}

/// A seed in 64 bits, for which clap has no words but `invalid digit`.
fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("expected 0 to {}", u64::MAX))
}

#[derive(Debug, Serialize)]
struct Report {
    hand: TileSet,
    worlds: u32,
    seed: u64,
    declarations: Vec<Entry>,
}

#[derive(Debug, Serialize)]
struct Entry {
    declare: Declaration,
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<Mean>,
    bids: Vec<BidEntry>,
}

#[derive(Debug, Serialize)]
struct Mean {
    mean: f64,
    interval: [f64; 2],
}

#[derive(Debug, Serialize)]
struct BidEntry {
    bid: Bid,
    chance: f64,
    interval: [f64; 2],
}

impl From<&HandOdds> for Entry {
    fn from(odds: &HandOdds) -> Self {
        let points = odds.points.map(|points| {
            let (low, high) = points.interval(Summary::Z95);
            Mean { mean: points.mean(), interval: [low, high] }
        });
        let bid = |(bid, made): &(Bid, Proportion)| {
            let (low, high) = made.interval(Summary::Z95);
            BidEntry { bid: *bid, chance: made.share(), interval: [low, high] }
        };
        Self { declare: odds.declaration, points, bids: odds.bids.iter().map(bid).collect() }
    }
}

pub(crate) fn run(args: &Args, json: bool) -> Result<(), Failure> {
    let hand: TileSet = tiles("hand", &args.hand)?.into_iter().collect();
    let declarations = match &args.declare {
        Some(text) => vec![text.parse().map_err(|error: InputError| error.at("declare"))?],
        None => Declaration::ALL.into_iter().filter(|declaration| !declaration.is_special()).collect(),
    };
    let bar = output::progress_bar("solving deals");
    bar.set_length(u64::from(args.worlds) * declarations.len() as u64);
    let mut luck = SeededChance::from_seed(args.seed);
    let mut solver = Solver::new();
    let odds = hand_odds(hand, &declarations, args.worlds, &mut luck, &mut solver, || bar.inc(1))?;
    bar.finish_and_clear();
    let declarations = odds.iter().map(Entry::from).collect();
    let report = Report { hand, worlds: args.worlds, seed: args.seed, declarations };
    if json {
        return Ok(output::print_json(&report)?);
    }
    Ok(print(&report)?)
}

/// The columns: what people bid, in steps that tell declarations apart.
const SHOWN: [&str; 5] = ["30", "32", "35", "38", "M1"];

fn print(report: &Report) -> io::Result<()> {
    let mut out = output::out();
    writeln!(out, "{} over {} deals, all tiles face up\n", report.hand, report.worlds)?;
    let chance = |entry: &Entry, bid: &str| {
        let found = entry.bids.iter().find(|other| other.bid.to_string() == bid);
        found.map_or_else(String::new, |bid| format!("{:.0}%", 100.0 * bid.chance))
    };
    let first = |entry: &Entry| entry.bids.first().map_or(0.0, |bid| bid.chance);
    let best = report.declarations.iter().map(first).fold(0.0, f64::max);
    let mut table = Grid::new(["Trumps", "Points", "30", "32", "35", "38", "all", "30, 95% interval"]);
    for entry in &report.declarations {
        let style = match first(entry) {
            p if p >= best => BEST,
            p if p < 0.2 => FAINT,
            _ => PLAIN,
        };
        let points = entry.points.as_ref().map_or_else(String::new, |points| format!("{:.1}", points.mean));
        let [a, b, c, d, e] = SHOWN.map(|bid| chance(entry, bid));
        let interval = entry.bids.first().map_or_else(String::new, |bid| {
            format!("{:.0} to {:.0}%", 100.0 * bid.interval[0], 100.0 * bid.interval[1])
        });
        table.row(style, [entry.declare.to_string(), points, a, b, c, d, e, interval]);
    }
    table.print(&mut out)
}
