use crate::bid::Bid;
use crate::command::Command;
use crate::contract::declarer;
use crate::declaration::Declaration;
use crate::tile::Tile;
use crate::tile_set::TileSet;
use crate::view::View;

/// What a player of simple habits does: bids on long suits with their double unless the partner has bid, names the
/// longest, leads the strongest, wins what counts if it can and throws what is cheap if it cannot. It looks at its own
/// view alone and is quick; it neither counts tiles nor looks ahead. Nothing if there is nothing to do.
#[must_use]
pub fn habit(view: &View) -> Option<Command> {
    let mut best: Option<(i32, &Command)> = None;
    for command in &view.moves {
        let score = match command {
            Command::Pass { .. } => 0,
            Command::PlaceBid { bid, .. } => bid_appeal(view, *bid),
            Command::SelectTrump { trump, .. } => strength(view.hand, *trump),
            Command::PlayDomino { domino, .. } => play_appeal(view, *domino),
            Command::AgreeToAction { .. }
            | Command::StartGame { .. }
            | Command::EnableQuickplay { .. }
            | Command::DisableQuickplay {}
            | Command::RequestRedeal {}
            | Command::Record { .. } => 0,
        };
        if best.is_none_or(|(top, _)| score > top) {
            best = Some((score, command));
        }
    }
    best.map(|(_, command)| command.clone())
}

/// Tricks that the hand seems good for under this declaration, in tenths.
fn strength(hand: TileSet, declaration: Declaration) -> i32 {
    let trumps = |tile: &Tile| declaration.trumps().is_some_and(|suit| declaration.belongs(*tile, suit));
    let own = hand.iter().filter(trumps);
    let masters = hand.iter().filter(|tile| is_master(declaration, *tile)).count();
    let low_sevens = hand.iter().filter(|tile| tile.pips().abs_diff(7) <= 1).count();
    let number = |count: usize| i32::try_from(count).unwrap_or(0);
    match declaration {
        Declaration::Pip(_) | Declaration::Doubles => 10 * number(own.count()) + 8 * number(masters),
        Declaration::NoTrump => 10 * number(masters),
        Declaration::Nello => {
            let low = hand.iter().filter(|tile| tile.high().get() <= 2).count();
            12 * number(low) - 20 * number(hand.doubles())
        }
        Declaration::Sevens => 11 * number(low_sevens),
    }
}

/// Whether no other tile of its suit beats it.
fn is_master(declaration: Declaration, tile: Tile) -> bool {
    declaration
        .followers(tile)
        .iter()
        .all(|other| declaration.strength(tile, other) <= declaration.strength(tile, tile))
}

/// How much this bid appeals; a pass is 0.
fn bid_appeal(view: &View, bid: Bid) -> i32 {
    let best = Declaration::ALL[..8].iter().map(|declaration| strength(view.hand, *declaration)).max();
    let worth = match best.unwrap_or(0) {
        ..42 => 0,
        42..52 => 30,
        52..62 => 32,
        62..74 => 35,
        74..90 => 42,
        _ => 43,
    };
    let high = view.calls.iter().rev().find(|call| call.bid.is_some());
    let partners = high.is_some_and(|call| Some(call.player.partner()) == view.viewer);
    match bid {
        Bid::Points(_) | Bid::Marks(_) if bid.value() <= worth && !partners => 100 - i32::from(bid.value()),
        Bid::Points(_) | Bid::Marks(_) => -i32::from(bid.value()),
        Bid::Splash(_) | Bid::Plunge(_) => -100 - i32::from(bid.marks()),
    }
}

fn play_appeal(view: &View, tile: Tile) -> i32 {
    let (Some(contract), Some(me)) = (view.contract(), view.viewer) else { return 0 };
    let declaration = contract.declaration;
    let count = i32::from(tile.count());
    let loses = declaration == Declaration::Nello && me == contract.bidder;
    let mut tiles: Vec<Tile> = view.trick.iter().map(|play| play.domino).collect();
    let Some(&lead) = tiles.first() else {
        let own = i32::from(declaration.strength(tile, tile));
        let drawn = declarer(contract.bidder, contract.bid).team() == me.team();
        let trump = declaration.trumps().is_some_and(|suit| declaration.belongs(tile, suit));
        return match (loses, is_master(declaration, tile), trump && drawn) {
            (true, ..) => -own - i32::from(tile.pips()),
            (false, true, true) => 60 + own,
            (false, true, false) => 40 + own + count,
            (false, false, true) => 20 + own,
            (false, false, false) => own - 2 * count,
        };
    };
    let partner_wins =
        declaration.winner(&tiles).is_some_and(|place| view.trick[place].player.team() == me.team());
    tiles.push(tile);
    let wins = declaration.winner(&tiles) == Some(tiles.len() - 1);
    let strong = i32::from(declaration.strength(lead, tile));
    match (loses, wins, partner_wins) {
        (true, true, _) => -100 + strong,
        (true, false, _) => 2 * strong + i32::from(tile.pips()),
        (false, _, true) if !wins => 2 * count - strong,
        (false, true, true) => count - 10 - strong,
        (false, true, false) => 30 + count - strong,
        (false, false, _) => -3 * count - strong,
    }
}
