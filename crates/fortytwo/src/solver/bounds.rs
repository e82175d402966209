//! What a team is sure of without any position.

use super::lines;
use super::position::Position;

/// Bounds of what the even team takes from the start of a trick on.
///
/// - The holder of the highest trumps without a gap wins a trick with each of them: every tile gets played, and
///   nothing beats those.
/// - The leader can play them at once. When that leaves the opponents without trumps, its tiles that nobody else can
///   beat in their suit win as well. Should its partner be forced to trump one of them, the partner has nothing but
///   trumps, and all tricks are won.
/// - While the opponents have trumps, such a tile still wins if both have to follow it: one for each suit, as long as
///   each of them keeps a tile for it that no suit before may have taken, and the partner has something else to throw
///   than trumps.
#[inline]
pub(super) fn sure(position: &Position, leader: usize, tricks: i32, total: i32) -> (i32, i32) {
    let hands = &position.hands;
    let lines = position.lines;
    let held = hands[0] | hands[1] | hands[2] | hands[3];
    let (owner, run) = top_trumps(position, held & lines.trumps);
    let others = held & !hands[leader];
    let opponents = [hands[(leader + 1) & 3], hands[(leader + 3) & 3]];
    let partner = hands[(leader + 2) & 3];
    let mut winners = if owner == leader { run } else { 0 };
    let drawn = opponents.iter().all(|hand| (hand & lines.trumps).count_ones() <= winners.count_ones());
    let mut spare = (partner & !lines.trumps).count_ones();
    let mut used = 0;
    let mut rest = hands[leader] & !lines.trumps;
    while rest != 0 {
        let tile = rest.trailing_zeros() as usize;
        rest &= rest - 1;
        if lines.above[tile] & others & !lines.trumps != 0 {
            continue;
        }
        if drawn {
            winners |= 1 << tile;
        } else if spare > 0 && opponents.iter().all(|hand| hand & lines.followers[tile] & !used != 0) {
            winners |= 1 << tile;
            used |= lines.followers[tile];
            spare -= 1;
        }
    }
    let worth = |winners: u32| {
        let sure = winners.count_ones() as i32;
        if sure >= tricks {
            total
        } else if position.counts() {
            sure + lines::count(winners)
        } else {
            sure
        }
    };
    let (mut leaders, mut defenders) = (worth(winners), 0);
    if (owner ^ leader) & 1 == 1 {
        defenders = worth(run);
    } else if owner != leader {
        leaders = leaders.max(worth(run));
    }
    if leader & 1 == 0 { (leaders, total - defenders) } else { (defenders, total - leaders) }
}

/// Who holds the highest trump, and it with those next to it in the same hand.
#[inline]
fn top_trumps(position: &Position, trumps: u32) -> (usize, u32) {
    let mut run = 0;
    let mut owner = 0;
    for &tile in &position.lines.trumps_down {
        if trumps & tile == 0 {
            continue;
        }
        if run == 0 {
            owner = (0..4).find(|seat| position.hands[*seat] & tile != 0).unwrap_or(0);
        } else if position.hands[owner] & tile == 0 {
            break;
        }
        run |= tile;
    }
    (owner, run)
}
