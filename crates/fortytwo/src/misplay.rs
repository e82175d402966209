use std::fmt;

use serde::{Deserialize, Serialize};

use crate::moment::Choice;
use crate::sight::Sight;
use crate::tile::Tile;

/// What is wrong with a choice, in the words of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "FortyTwoMisplay"))]
#[serde(rename_all = "snake_case")]
pub enum Misplay {
    /// A bid where passing, or less, was worth more.
    Overbid,
    /// A pass where a bid was worth more.
    Underbid,
    /// Other trumps made the bid more often.
    WrongTrumps,
    /// Another lead was better.
    BadLead,
    /// A trump where another tile was better.
    TrumpWasted,
    /// Another tile where a trump was better.
    TrumpHeldBack,
    /// A tile that counts where one that counts less was better.
    CountGivenAway,
    /// A tile that counts less where one that counts was better.
    CountHeldBack,
    /// The wrong tile of several that are alike in trumps and count.
    WrongTile,
}

impl Misplay {
    /// All of them, in the order in which they can come in a hand.
    pub const ALL: [Self; 9] = [
        Self::Overbid,
        Self::Underbid,
        Self::WrongTrumps,
        Self::BadLead,
        Self::TrumpWasted,
        Self::TrumpHeldBack,
        Self::CountGivenAway,
        Self::CountHeldBack,
        Self::WrongTile,
    ];

    /// The name on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Overbid => "overbid",
            Self::Underbid => "underbid",
            Self::WrongTrumps => "wrong_trumps",
            Self::BadLead => "bad_lead",
            Self::TrumpWasted => "trump_wasted",
            Self::TrumpHeldBack => "trump_held_back",
            Self::CountGivenAway => "count_given_away",
            Self::CountHeldBack => "count_held_back",
            Self::WrongTile => "wrong_tile",
        }
    }

    /// What is wrong with one choice where another one is better; nothing if they are no choices of one kind.
    #[must_use]
    pub fn of(sight: &Sight, chosen: Choice, best: Choice) -> Option<Self> {
        match (chosen, best) {
            (Choice::Call(chosen), Choice::Call(best)) => {
                let height = |call: Option<crate::bid::Bid>| call.map_or(0, crate::bid::Bid::value);
                Some(if height(chosen) > height(best) { Self::Overbid } else { Self::Underbid })
            }
            (Choice::Declaration(_), Choice::Declaration(_)) => Some(Self::WrongTrumps),
            (Choice::Play(chosen), Choice::Play(best)) => Some(of_play(sight, chosen, best)),
            (Choice::Call(_) | Choice::Declaration(_) | Choice::Play(_), _) => None,
        }
    }
}

fn of_play(sight: &Sight, chosen: Tile, best: Tile) -> Misplay {
    if sight.table().is_empty() {
        return Misplay::BadLead;
    }
    let declaration = sight.contract().map(|contract| contract.declaration);
    let is_trump = |tile: Tile| {
        let trumps = declaration.and_then(|declaration| Some((declaration, declaration.trumps()?)));
        trumps.is_some_and(|(declaration, suit)| declaration.belongs(tile, suit))
    };
    match (is_trump(chosen), is_trump(best)) {
        (true, false) => Misplay::TrumpWasted,
        (false, true) => Misplay::TrumpHeldBack,
        (true, true) | (false, false) if chosen.count() > best.count() => Misplay::CountGivenAway,
        (true, true) | (false, false) if chosen.count() < best.count() => Misplay::CountHeldBack,
        (true, true) | (false, false) => Misplay::WrongTile,
    }
}

impl fmt::Display for Misplay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seat::Seat;
    use crate::tile_set::TileSet;

    fn tile(text: &str) -> Tile {
        text.parse().unwrap()
    }

    /// Seat 1 follows seat 0, who bid 30 with fives and led this.
    fn following(lead: &str) -> Sight {
        let [bidder, me, _, dealer] = Seat::ALL;
        assert_eq!(dealer.left(), bidder);
        let hand: TileSet = ["5-1", "6-4", "4-4", "4-2", "4-1", "2-0", "1-0"].map(tile).into_iter().collect();
        let mut sight = Sight::new(me, dealer, hand).unwrap();
        for call in [Some("30".parse().unwrap()), None, None, None] {
            sight.hear(call).unwrap();
        }
        sight.hear_declaration("5".parse().unwrap()).unwrap();
        sight.see(tile(lead)).unwrap();
        sight
    }

    #[test]
    fn a_play_is_wrong_by_trumps_first_and_then_by_count() {
        let void = following("6-3");
        assert_eq!(void.legal().len(), 1, "6-4 must follow sixes");
        let threes = following("3-3");
        assert_eq!(threes.legal().len(), 7);
        for (chosen, best, misplay) in [
            ("5-1", "2-0", Misplay::TrumpWasted),
            ("2-0", "5-1", Misplay::TrumpHeldBack),
            ("6-4", "2-0", Misplay::CountGivenAway),
            ("6-4", "4-1", Misplay::CountGivenAway),
            ("1-0", "4-1", Misplay::CountHeldBack),
            ("1-0", "4-4", Misplay::WrongTile),
        ] {
            let found = Misplay::of(&threes, Choice::Play(tile(chosen)), Choice::Play(tile(best)));
            assert_eq!(found, Some(misplay), "{chosen} for {best}");
        }
    }

    #[test]
    fn a_call_is_wrong_by_its_height() {
        let [me, _, _, dealer] = Seat::ALL;
        let sight = Sight::new(me, dealer, crate::deal::deal(2)[me]).unwrap();
        let call = |text: &str| Choice::Call((text != "pass").then(|| text.parse().unwrap()));
        for (chosen, best, misplay) in [
            ("30", "pass", Misplay::Overbid),
            ("M2", "30", Misplay::Overbid),
            ("pass", "30", Misplay::Underbid),
        ] {
            assert_eq!(Misplay::of(&sight, call(chosen), call(best)), Some(misplay));
        }
        assert_eq!(Misplay::of(&sight, call("30"), Choice::Declaration("5".parse().unwrap())), None);
    }
}
