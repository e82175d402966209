//! A picture of the table.

use std::io::{self, Write};

use fortytwo::{BySeat, Command, Declaration, Phase, Seat, Tile, TileSet, View};

use super::words::{self, Names};
use crate::output::{self, BEST, FAINT, HEAD};

/// Draws what lies open, and the hands that are given.
pub(super) fn draw(
    out: &mut impl Write,
    view: &View,
    names: Names,
    hands: Option<&BySeat<TileSet>>,
) -> io::Result<()> {
    if view.phase == Phase::Waiting {
        return writeln!(out, "\nno game yet: its first event says how many marks win, and the house rules");
    }
    let (own, other) = (names.bottom().team(), names.bottom().team().opponents());
    let title = format!("Hand {}", view.hand_number + 1);
    let dealt = view.dealer.map_or_else(String::new, |dealer| format!(", {} dealt", names.of(dealer)));
    writeln!(
        out,
        "\n{HEAD}{title}{HEAD:#}  marks: {} of {}{dealt}",
        names.both(view.marks),
        view.house.target_marks.get()
    )?;
    if let (Some(bid), Some(bidder)) = (view.bid, view.bidder) {
        let trump = view.trump.map_or_else(|| "trumps not named yet".to_owned(), words::contract);
        writeln!(out, "bid {bid} by {}, {trump}", names.of(bidder))?;
    }
    match view.phase {
        Phase::Bidding | Phase::TrumpSelection => draw_calls(out, view, names)?,
        Phase::Playing | Phase::Scoring | Phase::GameOver => {
            let side = |team| {
                format!(
                    "{} {} in {}",
                    names.side(team),
                    output::count(view.tally.points[team], "point"),
                    output::count(view.tally.tricks[team], "trick")
                )
            };
            writeln!(out, "{}, {}", side(own), side(other))?;
            if view.phase != Phase::GameOver {
                draw_trick(out, view, names)?;
            }
        }
        Phase::Waiting => {}
    }
    if let Some(hands) = hands {
        for seat in names.bottom().round() {
            writeln!(out, "{:>6}  {}", names.of(seat), joined(hands[seat], view.trump))?;
        }
    }
    Ok(())
}

/// The reader's own tiles, those that may be played in front of the eye.
pub(super) fn draw_hand(out: &mut impl Write, view: &View) -> io::Result<()> {
    let playable = playable(view);
    write!(out, "your tiles ")?;
    for tile in sorted(view.hand, view.trump) {
        let style = if playable.is_empty() || playable.contains(tile) { BEST } else { FAINT };
        write!(out, " {style}{tile}{style:#}")?;
    }
    writeln!(out)
}

/// The tiles that the reader may play now.
pub(super) fn playable(view: &View) -> TileSet {
    let tile = |command: &Command| {
        if let Command::PlayDomino { domino, .. } = command { Some(*domino) } else { None }
    };
    view.moves.iter().filter_map(tile).collect()
}

/// Who said what.
fn draw_calls(out: &mut impl Write, view: &View, names: Names) -> io::Result<()> {
    let said = view.calls.iter().map(|call| {
        let bid = call.bid.map_or_else(|| "pass".to_owned(), |bid| bid.to_string());
        format!("{} {bid}", names.of(call.player))
    });
    let said: Vec<String> = said.collect();
    if said.is_empty() { Ok(()) } else { writeln!(out, "{}", said.join(", ")) }
}

/// The trick as it lies on the table: across, left, right, and in front.
fn draw_trick(out: &mut impl Write, view: &View, names: Names) -> io::Result<()> {
    let mut round = names.bottom().round();
    let mut shown = || {
        let seat = round.next().unwrap_or(names.bottom());
        let played = view.trick.iter().find(|play| play.player == seat);
        let mark = match (played, view.current_player == Some(seat), sits_out(view, seat)) {
            (Some(play), ..) => format!("[{}]", play.domino),
            (None, true, _) => "[...]".to_owned(),
            (None, false, true) => "(out)".to_owned(),
            (None, false, false) => "[   ]".to_owned(),
        };
        format!("{:>6} {mark}", names.of(seat))
    };
    let [bottom, left, top, right] = std::array::from_fn(|_| shown());
    writeln!(out, "\n{:>14}{top}", "")?;
    writeln!(out, "  {left}{:>12}{right}", "")?;
    writeln!(out, "{:>14}{bottom}\n", "")
}

fn sits_out(view: &View, seat: Seat) -> bool {
    view.contract().is_some_and(|contract| !contract.plays(seat))
}

/// Trumps first, then the others, high before low.
pub(super) fn sorted(hand: TileSet, trump: Option<Declaration>) -> Vec<Tile> {
    let is_trump =
        |tile: Tile| trump.is_some_and(|named| named.trumps().is_some_and(|suit| named.belongs(tile, suit)));
    let mut tiles: Vec<Tile> = hand.iter().collect();
    let strength = |tile: Tile| trump.map_or(0, |named| named.strength(tile, tile));
    tiles.sort_by_key(|tile| {
        std::cmp::Reverse((is_trump(*tile), strength(*tile) * u8::from(is_trump(*tile)), *tile))
    });
    tiles
}

fn joined(hand: TileSet, trump: Option<Declaration>) -> String {
    if hand.is_empty() {
        return "-".to_owned();
    }
    sorted(hand, trump).iter().map(Tile::to_string).collect::<Vec<_>>().join(" ")
}
