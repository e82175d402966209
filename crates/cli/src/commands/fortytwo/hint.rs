//! How often each choice works by what a seat can know, as a table.

use std::io::{self, Write};

use fortytwo::{
    Bid, BidOdds, Declaration, DeclarationOdds, Hint, InputError, Phase, Share, Sight, Solver, TileOdds, View,
};

use super::words;
use crate::output::{BEST, Grid, PLAIN};

/// The odds of what the viewer has to choose now; nothing where there is no choice but to agree.
pub(super) fn odds(view: &View, solver: &mut Solver) -> Result<Option<Hint>, InputError> {
    let choosing = matches!(view.phase, Phase::Bidding | Phase::TrumpSelection | Phase::Playing);
    if !choosing || view.moves.is_empty() || view.consensus.is_some() {
        return Ok(None);
    }
    Hint::new(&Sight::try_from(view)?, solver)
}

/// The odds under what they say; the best choice stands out.
pub(super) fn draw(out: &mut impl Write, view: &View, hint: &Hint) -> io::Result<()> {
    let deals = |share: Option<Share>| share.map_or(0, |share| share.trials);
    if hint.plays.is_empty() {
        let first = hint.hand.first().and_then(|odds| odds.bids.first());
        writeln!(
            out,
            "in {} deals that fit what you know, all tiles face up:",
            deals(first.map(|b| b.makes))
        )?;
        return match (view.phase, view.bid) {
            (Phase::TrumpSelection, Some(bid)) => draw_declarations(out, hint, bid),
            _ => draw_bids(out, hint),
        };
    }
    let trials = deals(hint.plays.first().map(|play| play.makes));
    writeln!(out, "in {trials} deals that fit what you know, all tiles face up:")?;
    draw_plays(out, view, hint)
}

fn draw_plays(out: &mut impl Write, view: &View, hint: &Hint) -> io::Result<()> {
    let defends = view.viewer.zip(view.bidder).is_some_and(|(me, bidder)| me.team() != bidder.team());
    let own = |odds: &TileOdds| if defends { against(odds.makes) } else { odds.makes };
    let mut plays = hint.plays.clone();
    // Most deals first; what the team takes breaks ties, and who bid a nello wants to take little.
    let little = view.trump == Some(Declaration::Nello) && !defends;
    let wanted = |odds: &TileOdds| if little { -odds.takes } else { odds.takes };
    plays.sort_by(|one, other| {
        own(other).hits.cmp(&own(one).hits).then(wanted(other).total_cmp(&wanted(one)))
    });
    let takes = if matches!(view.bid, Some(Bid::Points(_))) { "Points" } else { "Tricks" };
    let works = if defends { "Sets the bid" } else { "Makes the bid" };
    let mut table = Grid::new(["Tile", works, "95% interval", takes]);
    for (place, odds) in plays.iter().enumerate() {
        let cells =
            [odds.tile.to_string(), percent(own(odds)), interval(own(odds)), format!("{:.1}", odds.takes)];
        table.row(if place == 0 { BEST } else { PLAIN }, cells);
    }
    table.print(out)
}

/// How often each declaration makes the bid that has won.
fn draw_declarations(out: &mut impl Write, hint: &Hint, bid: Bid) -> io::Result<()> {
    let mut rows: Vec<(&DeclarationOdds, Share)> =
        hint.hand.iter().filter_map(|odds| Some((odds, made(odds, bid)?))).collect();
    rows.sort_by_key(|(_, share)| std::cmp::Reverse(share.hits));
    let mut table = Grid::new(["Trumps", "Makes the bid", "95% interval", "Points"]);
    for (place, (odds, share)) in rows.into_iter().enumerate() {
        let cells =
            [words::named(odds.declaration).to_owned(), percent(share), interval(share), points(odds)];
        table.row(if place == 0 { BEST } else { PLAIN }, cells);
    }
    table.print(out)?;
    draw_best(out, hint, bid)
}

/// The best declaration for a bid, by deals that did not choose it.
fn draw_best(out: &mut impl Write, hint: &Hint, bid: Bid) -> io::Result<()> {
    let measured = |odds: &DeclarationOdds| Some((odds.declaration, for_bid(odds, bid)?.best?));
    let Some((declaration, share)) = hint.hand.iter().find_map(measured) else { return Ok(()) };
    writeln!(
        out,
        "the best of them, {}, in {} new deals: {bid} is made in {} ({})",
        words::named(declaration),
        share.trials,
        percent(share),
        interval(share)
    )
}

/// The columns: what people bid, in steps that tell declarations apart.
const SHOWN: [&str; 5] = ["30", "32", "35", "38", "M1"];

/// How often each declaration makes some bids.
fn draw_bids(out: &mut impl Write, hint: &Hint) -> io::Result<()> {
    let lowest = |odds: &DeclarationOdds| odds.bids.first().map(|odds| odds.makes);
    let mut rows: Vec<&DeclarationOdds> = hint.hand.iter().collect();
    rows.sort_by_key(|odds| std::cmp::Reverse(lowest(odds).map(|share| share.hits)));
    let mut table =
        Grid::new(["Trumps", "Points", "30", "32", "35", "38", "all", "95% interval of the first"]);
    for (place, odds) in rows.into_iter().enumerate() {
        let shown = |bid: &str| {
            let found = odds.bids.iter().find(|found| found.bid.to_string() == bid);
            found.map_or_else(String::new, |found| percent(found.makes))
        };
        let [a, b, c, d, e] = SHOWN.map(shown);
        let sure = lowest(odds).map_or_else(String::new, interval);
        let cells = [words::named(odds.declaration).to_owned(), points(odds), a, b, c, d, e, sure];
        table.row(if place == 0 { BEST } else { PLAIN }, cells);
    }
    table.print(out)?;
    let lowest = hint.hand.iter().find_map(|odds| odds.bids.iter().find(|odds| odds.best.is_some()));
    lowest.map_or(Ok(()), |lowest| draw_best(out, hint, lowest.bid))
}

/// How often a declaration makes a bid.
fn made(odds: &DeclarationOdds, bid: Bid) -> Option<Share> {
    for_bid(odds, bid).map(|found| found.makes)
}

/// Every bid of marks needs all tricks.
fn for_bid(odds: &DeclarationOdds, bid: Bid) -> Option<&BidOdds> {
    let wanted = |found: Bid| match bid {
        Bid::Points(_) => found == bid,
        Bid::Marks(_) | Bid::Splash(_) | Bid::Plunge(_) => matches!(found, Bid::Marks(_)),
    };
    odds.bids.iter().find(|found| wanted(found.bid))
}

fn points(odds: &DeclarationOdds) -> String {
    odds.points.map_or_else(String::new, |points| format!("{points:.1}"))
}

/// The deals in which the contract is not made.
fn against(makes: Share) -> Share {
    Share { hits: makes.trials - makes.hits, low: 1.0 - makes.high, high: 1.0 - makes.low, ..makes }
}

fn percent(share: Share) -> String {
    format!("{:.0}%", 100.0 * share.hits as f64 / share.trials.max(1) as f64)
}

fn interval(share: Share) -> String {
    format!("{:.0} to {:.0}%", 100.0 * share.low, 100.0 * share.high)
}
