//! What a team is sure of without any search.

use super::Stake;
use super::lines;
use super::search::Search;

/// Bounds of what the even team takes from the start of a trick on.
///
/// - Whoever holds the highest trumps without a gap wins a trick with each of them: every tile gets played, and
///   nothing beats those.
/// - The leader can play them at once. When that leaves the opponents without trumps, its tiles that nobody else can
///   beat in their suit win as well. Should its partner be forced to trump one of them, the partner has nothing but
///   trumps, and all tricks are won.
#[inline]
pub(super) fn sure(search: &Search<'_>, leader: usize, tricks: i32, total: i32, stake: Stake) -> (i32, i32) {
    let hands = &search.hands;
    let lines = search.lines;
    let held = hands[0] | hands[1] | hands[2] | hands[3];
    let (owner, mut winners) = top_trumps(search, held & lines.trumps);
    let mine = hands[leader];
    let others = held & !mine;
    let opponents = [hands[(leader + 1) & 3], hands[(leader + 3) & 3]];
    let mut taker = owner;
    let rounds = if owner == leader { winners.count_ones() } else { 0 };
    if opponents.iter().all(|hand| (hand & lines.trumps).count_ones() <= rounds) {
        let mut sides = 0;
        let mut rest = mine & !lines.trumps;
        while rest != 0 {
            let tile = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            if lines.above[tile] & others & !lines.trumps == 0 {
                sides |= 1 << tile;
            }
        }
        if owner == leader {
            winners |= sides;
        } else if sides.count_ones() > winners.count_ones() {
            taker = leader;
            winners = sides;
        }
    }
    let sure = winners.count_ones() as i32;
    let worth = if sure >= tricks {
        total
    } else if stake == Stake::Points {
        sure + lines::count(winners)
    } else {
        sure
    };
    if taker & 1 == 0 { (worth, total) } else { (0, total - worth) }
}

/// Who holds the highest trump, and it with those next to it in the same hand.
#[inline]
fn top_trumps(search: &Search<'_>, trumps: u32) -> (usize, u32) {
    let mut run = 0;
    let mut owner = 0;
    for &tile in &search.lines.trumps_down {
        if trumps & tile == 0 {
            continue;
        }
        if run == 0 {
            owner = (0..4).find(|seat| search.hands[*seat] & tile != 0).unwrap_or(0);
        } else if search.hands[owner] & tile == 0 {
            break;
        }
        run |= tile;
    }
    (owner, run)
}
