use std::collections::BTreeMap;
use std::io::Write as _;

use fortytwo::{BySeat, Declaration, InputError, Layout, Seat, Solver, Stake, Tile, TileSet, deal};
use serde::Serialize;

use super::tiles;
use crate::failure::Failure;
use crate::output::{self, BEST, Grid, PLAIN};

/// Solve a deal or a position with all tiles face up: what best play by everyone comes to
#[derive(Debug, clap::Args)]
#[command(after_help = "The value is what the leader's team takes: points of 42, but in nello and
sevens tricks of 7. In nello the leader is the bidder, plays to take none, and
its partner sits out.

Examples:
  dicee fortytwo solve --deal 42 --declare doubles
  dicee fortytwo solve --deal 7 --declare 5 --leader 2 --json
  dicee fortytwo solve --declare 5 --leader 3 --bidder 0 --trick 5-5,6-5 \\
    --deal '6-6; 4-4,3-3; 5-1,2-0; 6-4'     two tiles lie on the table
  dicee fortytwo solve --declare none --deal '
    6-6,6-5,6-4,6-3,6-2,6-1,6-0; 5-5,5-4,5-3,5-2,5-1,5-0,4-4;
    4-3,4-2,4-1,4-0,3-3,3-2,3-1; 3-0,2-2,2-1,2-0,1-1,1-0,0-0'")]
pub(crate) struct Args {
    /// A seed, or four hands for seats 0 to 3: tiles separated by commas, hands by semicolons
    #[arg(long, value_name = "SEED|HANDS", allow_hyphen_values = true)]
    deal: String,
    /// The declaration: 0 to 6, doubles, none, nello or sevens
    #[arg(long, value_name = "TRUMP", allow_hyphen_values = true)]
    declare: String,
    /// The seat that leads, or led, the trick, 0 to 3
    #[arg(long, value_name = "SEAT", default_value_t = 0, allow_negative_numbers = true, value_parser = clap::value_parser!(u8).range(0..=3))]
    leader: u8,
    /// The seat that won the auction, whose team is counted for [default: the leader]
    #[arg(long, value_name = "SEAT", allow_negative_numbers = true, value_parser = clap::value_parser!(u8).range(0..=3))]
    bidder: Option<u8>,
    /// The tiles of a trick under way, the lead first
    #[arg(long, value_name = "TILES", default_value = "")]
    trick: String,
}

#[derive(Debug, Serialize)]
struct Report {
    declare: Declaration,
    leader: Seat,
    bidder: Seat,
    turn: Seat,
    trick: Vec<Tile>,
    /// `points` of 42, or `tricks` of 7.
    unit: &'static str,
    value: u8,
    leads: BTreeMap<String, u8>,
    hands: BySeat<TileSet>,
}

pub(crate) fn run(args: &Args, json: bool) -> Result<(), Failure> {
    let hands = hands(&args.deal)?;
    let declare: Declaration = args.declare.parse().map_err(|error: InputError| error.at("declare"))?;
    let leader = Seat::try_from(args.leader).map_err(|error| error.at("leader"))?;
    let (stake, unit) =
        if declare.is_special() { (Stake::Tricks, "tricks") } else { (Stake::Points, "points") };
    let bidder = Seat::try_from(args.bidder.unwrap_or(args.leader)).map_err(|error| error.at("bidder"))?;
    let trick = if args.trick.is_empty() { Vec::new() } else { tiles("trick", &args.trick)? };
    let sizes = hands.0.map(TileSet::len);
    if trick.is_empty() && sizes.iter().any(|size| *size != sizes[0]) {
        let most = sizes.iter().enumerate().rev().max_by_key(|(_, size)| **size);
        let actual = most.map(|(seat, size)| format!("{size} tiles at seat {seat}")).unwrap_or_default();
        return Err(InputError::new("deal", "equally many tiles at every seat", actual).into());
    }
    let mut held = hands;
    if let Some(seat) = declare.sits_out(bidder) {
        held[seat] = TileSet::EMPTY;
    }
    let layout = Layout::new(declare, bidder, held, leader, &trick).map_err(|error| {
        let field = if error.field() == "hands" { "deal".to_owned() } else { error.field().to_owned() };
        error.at(field)
    })?;
    let mut solver = Solver::new();
    let value = solver.value(&layout, stake, bidder.team());
    let mut leads = solver.plays(&layout, stake, bidder.team());
    let turn = layout.turn();
    if json {
        let leads = leads.iter().map(|(tile, value)| (tile.to_string(), *value)).collect();
        let report = Report { declare, leader, bidder, turn, trick, unit, value, leads, hands };
        return Ok(output::print_json(&report)?);
    }
    let mut out = output::out();
    for (seat, hand) in hands.iter() {
        writeln!(out, "seat {seat}  {hand}")?;
    }
    let of = format!("{} {unit}", layout.total(stake));
    let who = if bidder == leader { "its team".to_owned() } else { format!("the team of seat {bidder}") };
    let led = if trick.is_empty() { "leads" } else { "led" };
    let played: Vec<String> = trick.iter().map(ToString::to_string).collect();
    let played = if played.is_empty() { String::new() } else { format!(" {}", played.join(" ")) };
    writeln!(out, "\n{declare}, seat {leader} {led}{played}: {who} takes {BEST}{value}{BEST:#} of {of}\n")?;
    let mut table = Grid::new([if trick.is_empty() { "Lead" } else { "Tile" }, "Takes"]);
    // The best first: the most for the bidders, the least for the others and in nello.
    let best = value;
    leads.sort_by_key(|(_, value)| value.abs_diff(best));
    for (tile, value) in leads {
        table.row(if value == best { BEST } else { PLAIN }, [tile.to_string(), value.to_string()]);
    }
    Ok(table.print(&mut out)?)
}

/// The hands of a seed, or those that are written out.
fn hands(text: &str) -> Result<BySeat<TileSet>, InputError> {
    const FIELD: &str = "deal";
    if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
        let seed = text.parse().map_err(|_| InputError::new(FIELD, "a seed up to 4294967295", text))?;
        return Ok(deal(seed));
    }
    let parts: Vec<&str> = text.split(';').collect();
    let &[a, b, c, d] = &parts[..] else {
        let actual = if parts.len() == 1 { format!("{text:?}") } else { format!("{} hands", parts.len()) };
        return Err(InputError::new(FIELD, "a seed, or four hands separated by semicolons", actual));
    };
    let mut all = TileSet::EMPTY;
    let mut hands = BySeat::default();
    for (seat, part) in Seat::ALL.into_iter().zip([a, b, c, d]) {
        let hand: TileSet = tiles(FIELD, part)?.into_iter().collect();
        if let Some(twice) = (hand & all).first() {
            return Err(InputError::new(FIELD, "every tile in one hand", format!("{twice} twice")));
        }
        all = all | hand;
        hands[seat] = hand;
    }
    Ok(hands)
}
