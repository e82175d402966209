use std::fmt;
use std::str::FromStr;

use chance::InputError;
use serde::{Deserialize, Serialize};

use crate::seat::Seat;
use crate::tile::{Pip, Tile};
use crate::tile_set::TileSet;

/// What the winner of the auction names: which tiles are trumps, or a contract with play of its own.
///
/// Everything about suits is here, once: rules, bots, inference and search all call these functions.
/// Written `0` to `6`, `doubles`, `none`, `nello`, `sevens`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Declaration {
    /// The seven tiles with this pip are trumps and belong to no other suit.
    Pip(Pip),
    /// The seven doubles are trumps and belong to no other suit.
    Doubles,
    /// Follow me: no trumps; a double belongs to the suit of its pip.
    NoTrump,
    /// House rule: no trumps, doubles are a suit of their own, the bidder's partner sits out, and the bidder must
    /// lose every trick.
    Nello,
    /// House rule: each plays a tile nearest to seven pips, and the nearest wins.
    Sevens,
}

/// Tiles that follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Suit {
    /// Tiles with this pip.
    Pip(Pip),
    /// Doubles, where they are a suit.
    Doubles,
}

impl Declaration {
    /// How many there are.
    pub const COUNT: usize = 11;

    /// All of them: the pips, doubles, no trump, nello, sevens.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Pip(Pip::ALL[0]),
        Self::Pip(Pip::ALL[1]),
        Self::Pip(Pip::ALL[2]),
        Self::Pip(Pip::ALL[3]),
        Self::Pip(Pip::ALL[4]),
        Self::Pip(Pip::ALL[5]),
        Self::Pip(Pip::ALL[6]),
        Self::Doubles,
        Self::NoTrump,
        Self::Nello,
        Self::Sevens,
    ];

    /// Its place in [`Self::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        match self {
            Self::Pip(pip) => pip.get() as usize,
            Self::Doubles => 7,
            Self::NoTrump => 8,
            Self::Nello => 9,
            Self::Sevens => 10,
        }
    }

    /// Whether this is a house rule that only a mark bid may call.
    #[must_use]
    pub const fn is_special(self) -> bool {
        matches!(self, Self::Nello | Self::Sevens)
    }

    /// How many tiles make a trick: three in nello.
    #[must_use]
    pub const fn trick_size(self) -> usize {
        if matches!(self, Self::Nello) { 3 } else { 4 }
    }

    /// Who does not play when this seat has won the auction: its partner in nello.
    #[must_use]
    pub const fn sits_out(self, bidder: Seat) -> Option<Seat> {
        if matches!(self, Self::Nello) { Some(bidder.partner()) } else { None }
    }

    /// The suit that beats the others.
    #[must_use]
    pub const fn trumps(self) -> Option<Suit> {
        match self {
            Self::Pip(pip) => Some(Suit::Pip(pip)),
            Self::Doubles => Some(Suit::Doubles),
            Self::NoTrump | Self::Nello | Self::Sevens => None,
        }
    }

    /// The suit that this tile leads: trumps if it is one, else its higher pip. Sevens has no suits.
    #[must_use]
    pub const fn led_suit(self, lead: Tile) -> Option<Suit> {
        match self {
            Self::Sevens => None,
            Self::Pip(pip) if lead.shows(pip) => Some(Suit::Pip(pip)),
            Self::Doubles | Self::Nello if lead.is_double() => Some(Suit::Doubles),
            Self::Pip(_) | Self::Doubles | Self::NoTrump | Self::Nello => Some(Suit::Pip(lead.high())),
        }
    }

    /// Whether a tile belongs to a suit. A trump belongs to trumps alone.
    #[must_use]
    pub const fn belongs(self, tile: Tile, suit: Suit) -> bool {
        match (self, suit) {
            (Self::Sevens, _) => false,
            (Self::Doubles | Self::Nello, Suit::Doubles) => tile.is_double(),
            (Self::Doubles | Self::Nello, Suit::Pip(pip)) => tile.shows(pip) && !tile.is_double(),
            (Self::Pip(trump), Suit::Pip(pip)) => {
                tile.shows(pip) && (pip.get() == trump.get() || !tile.shows(trump))
            }
            (Self::NoTrump, Suit::Pip(pip)) => tile.shows(pip),
            (Self::Pip(_) | Self::NoTrump, Suit::Doubles) => false,
        }
    }

    /// The tiles that follow this lead. Empty in sevens, where nothing is followed.
    #[must_use]
    #[inline]
    pub fn followers(self, lead: Tile) -> TileSet {
        FOLLOWERS[self.index()][lead.index()]
    }

    /// The tiles of this hand that may be played to this lead, or led when there is none: those that follow if there
    /// are any, else all. In sevens, those nearest to seven pips.
    #[must_use]
    #[inline]
    pub fn legal(self, lead: Option<Tile>, hand: TileSet) -> TileSet {
        if self == Self::Sevens {
            let nearest = WITHIN.iter().find(|set| !hand.intersection(**set).is_empty());
            return nearest.map_or(TileSet::EMPTY, |set| hand.intersection(*set));
        }
        let Some(lead) = lead else { return hand };
        let follow = hand.intersection(self.followers(lead));
        if follow.is_empty() { hand } else { follow }
    }

    /// What a seat cannot have held when it played this tile to this lead, or led it: a tile may be played exactly
    /// from the hands without these. Void inference is this function.
    #[must_use]
    #[inline]
    pub fn denied(self, lead: Option<Tile>, played: Tile) -> TileSet {
        if self == Self::Sevens {
            return WITHIN[..distance_from_seven(played)].last().copied().unwrap_or(TileSet::EMPTY);
        }
        match lead {
            Some(lead) if !self.followers(lead).contains(played) => self.followers(lead),
            Some(_) | None => TileSet::EMPTY,
        }
    }

    /// How strong a tile is in a trick with this lead: the strongest wins, the first of equals (only in sevens are
    /// there equals that can win). 0 cannot win; any trump beats any other tile.
    #[must_use]
    #[inline]
    pub fn strength(self, lead: Tile, tile: Tile) -> u8 {
        STRENGTH[self.index()][lead.index()][tile.index()]
    }

    /// The place of the winning tile among those played, the lead first; `None` without any.
    #[must_use]
    pub fn winner(self, plays: &[Tile]) -> Option<usize> {
        let lead = *plays.first()?;
        let mut best = 0;
        for (place, &tile) in plays.iter().enumerate() {
            if self.strength(lead, tile) > self.strength(lead, plays[best]) {
                best = place;
            }
        }
        Some(best)
    }
}

/// The points of a trick: one, and what its tiles count. A hand of seven full tricks totals 42.
#[must_use]
pub fn trick_points(plays: &[Tile]) -> u8 {
    plays.iter().fold(1, |points, tile| points + tile.count())
}

/// For each declaration and lead, the tiles that follow it.
static FOLLOWERS: [[TileSet; Tile::COUNT]; Declaration::COUNT] = {
    let mut table = [[TileSet::EMPTY; Tile::COUNT]; Declaration::COUNT];
    let mut row = 0;
    while row < Declaration::COUNT {
        let mut lead = 0;
        while lead < Tile::COUNT {
            if let Some(suit) = Declaration::ALL[row].led_suit(Tile::ALL[lead]) {
                let mut tile = 0;
                while tile < Tile::COUNT {
                    if Declaration::ALL[row].belongs(Tile::ALL[tile], suit) {
                        table[row][lead] = table[row][lead].with(Tile::ALL[tile]);
                    }
                    tile += 1;
                }
            }
            lead += 1;
        }
        row += 1;
    }
    table
};

/// For each declaration and lead, the strength of every tile.
static STRENGTH: [[[u8; Tile::COUNT]; Tile::COUNT]; Declaration::COUNT] = {
    let mut table = [[[0; Tile::COUNT]; Tile::COUNT]; Declaration::COUNT];
    let mut row = 0;
    while row < Declaration::COUNT {
        let mut lead = 0;
        while lead < Tile::COUNT {
            let mut tile = 0;
            while tile < Tile::COUNT {
                table[row][lead][tile] = strength(Declaration::ALL[row], Tile::ALL[lead], Tile::ALL[tile]);
                tile += 1;
            }
            lead += 1;
        }
        row += 1;
    }
    table
};

/// Place `n` holds the tiles at most `n` pips from seven.
static WITHIN: [TileSet; 8] = {
    let mut table = [TileSet::EMPTY; 8];
    let mut distance = 0;
    while distance < 8 {
        let mut tile = 0;
        while tile < Tile::COUNT {
            if distance_from_seven(Tile::ALL[tile]) <= distance {
                table[distance] = table[distance].with(Tile::ALL[tile]);
            }
            tile += 1;
        }
        distance += 1;
    }
    table
};

/// 0 to 7.
const fn distance_from_seven(tile: Tile) -> usize {
    tile.pips().abs_diff(7) as usize
}

pub(crate) const fn strength(declaration: Declaration, lead: Tile, tile: Tile) -> u8 {
    const TRUMP: u8 = 10;
    let Some(led) = declaration.led_suit(lead) else { return 8 - tile.pips().abs_diff(7) };
    match declaration.trumps() {
        Some(trumps) if declaration.belongs(tile, trumps) => TRUMP + rank(tile, trumps),
        _ if declaration.belongs(tile, led) => 1 + rank(tile, led),
        _ => 0,
    }
}

/// 0 to 7 inside a suit: the double is highest, then by the other pip; doubles by their pip.
const fn rank(tile: Tile, suit: Suit) -> u8 {
    match suit {
        Suit::Doubles => tile.high().get(),
        Suit::Pip(_) if tile.is_double() => 7,
        Suit::Pip(pip) => tile.pips() - pip.get(),
    }
}

impl fmt::Display for Declaration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pip(pip) => pip.fmt(f),
            Self::Doubles => f.write_str("doubles"),
            Self::NoTrump => f.write_str("none"),
            Self::Nello => f.write_str("nello"),
            Self::Sevens => f.write_str("sevens"),
        }
    }
}

impl FromStr for Declaration {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        let known = Self::ALL.into_iter().find(|declaration| declaration.to_string() == text);
        known.ok_or_else(|| InputError::quoted("trump", "0 to 6, doubles, none, nello or sevens", text))
    }
}

impl From<Declaration> for String {
    fn from(declaration: Declaration) -> Self {
        declaration.to_string()
    }
}

impl TryFrom<String> for Declaration {
    type Error = InputError;

    fn try_from(text: String) -> Result<Self, InputError> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chance::{Chance as _, SeededChance};

    fn tile(text: &str) -> Tile {
        text.parse().unwrap()
    }

    fn tiles(text: &str) -> TileSet {
        text.split(' ').filter(|word| !word.is_empty()).map(tile).collect()
    }

    #[test]
    fn a_trump_is_never_in_the_suit_of_its_other_pip() {
        let check = |declaration: &str, lead: &str, followers: &str| {
            let declaration: Declaration = declaration.parse().unwrap();
            assert_eq!(
                declaration.followers(tile(lead)),
                tiles(followers),
                "{declaration}: {lead} is followed by {}",
                declaration.followers(tile(lead))
            );
        };
        check("4", "2-1", "2-0 2-1 2-2 3-2 5-2 6-2");
        check("4", "4-2", "4-0 4-1 4-2 4-3 4-4 5-4 6-4");
        check("doubles", "6-1", "6-0 6-1 6-2 6-3 6-4 6-5");
        check("doubles", "1-1", "0-0 1-1 2-2 3-3 4-4 5-5 6-6");
        check("none", "6-1", "6-0 6-1 6-2 6-3 6-4 6-5 6-6");
        check("none", "1-1", "1-0 1-1 2-1 3-1 4-1 5-1 6-1");
        check("nello", "6-1", "6-0 6-1 6-2 6-3 6-4 6-5");
        check("nello", "1-1", "0-0 1-1 2-2 3-3 4-4 5-5 6-6");
        check("sevens", "6-1", "");
    }

    #[test]
    fn the_order_inside_a_suit_is_the_double_then_the_other_pip() {
        let order = |declaration: &str, lead: &str| {
            let declaration: Declaration = declaration.parse().unwrap();
            let lead = tile(lead);
            let mut all: Vec<Tile> =
                Tile::ALL.into_iter().filter(|t| declaration.strength(lead, *t) > 0).collect();
            all.sort_by_key(|t| std::cmp::Reverse(declaration.strength(lead, *t)));
            all.iter().map(Tile::to_string).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(order("3", "6-1"), "3-3 6-3 5-3 4-3 3-2 3-1 3-0 6-6 6-5 6-4 6-2 6-1 6-0");
        assert_eq!(order("doubles", "6-1"), "6-6 5-5 4-4 3-3 2-2 1-1 0-0 6-5 6-4 6-3 6-2 6-1 6-0");
        assert_eq!(order("none", "3-3"), "3-3 6-3 5-3 4-3 3-2 3-1 3-0");
        assert_eq!(order("nello", "3-3"), "6-6 5-5 4-4 3-3 2-2 1-1 0-0");
        assert_eq!(order("nello", "5-3"), "6-5 5-4 5-3 5-2 5-1 5-0");
    }

    #[test]
    fn in_sevens_the_nearest_must_be_played_and_the_first_of_equals_wins() {
        let legal = |hand: &str| Declaration::Sevens.legal(Some(tile("6-6")), tiles(hand));
        assert_eq!(legal("6-0 5-3 6-6"), tiles("6-0 5-3"));
        assert_eq!(legal("6-0 4-3 6-1"), tiles("4-3 6-1"));
        assert_eq!(legal("0-0"), tiles("0-0"));
        assert_eq!(Declaration::Sevens.legal(None, tiles("6-0 5-3 6-6")), tiles("6-0 5-3"));
        let winner = |plays: [&str; 4]| Declaration::Sevens.winner(&plays.map(tile));
        assert_eq!(winner(["6-0", "5-3", "6-6", "4-3"]), Some(3));
        assert_eq!(winner(["6-6", "6-0", "5-3", "4-4"]), Some(1));
        assert_eq!(Declaration::Sevens.denied(None, tile("6-1")), TileSet::EMPTY);
        assert_eq!(Declaration::Sevens.denied(None, tile("6-0")), tiles("4-3 5-2 6-1"));
    }

    #[test]
    fn a_tile_may_be_played_exactly_from_the_hands_without_what_it_denies() {
        let mut luck = SeededChance::from_seed(1);
        for _ in 0..20_000 {
            let mut all = Tile::ALL;
            luck.shuffle(&mut all);
            let hand: TileSet = all[..1 + luck.below(7) as usize].iter().copied().collect();
            let lead = [None, Some(all[27])][luck.below(2) as usize];
            let declaration = Declaration::ALL[luck.below(11) as usize];
            let legal = declaration.legal(lead, hand);
            assert!(!legal.is_empty());
            for played in hand {
                let allowed = hand.intersection(declaration.denied(lead, played)).is_empty();
                assert_eq!(allowed, legal.contains(played), "{declaration} {lead:?} {hand} {played}");
            }
        }
    }

    #[test]
    fn every_tile_belongs_to_the_suits_that_the_rules_name() {
        let suits = |declaration: &str, text: &str| {
            let declaration: Declaration = declaration.parse().unwrap();
            let named = |suit: Suit| match suit {
                Suit::Pip(pip) => pip.to_string(),
                Suit::Doubles => "doubles".to_owned(),
            };
            let pips = (0..7).filter_map(Pip::new).map(Suit::Pip);
            let all = pips.chain([Suit::Doubles]).filter(|suit| declaration.belongs(tile(text), *suit));
            all.map(named).collect::<Vec<_>>().join(" ")
        };
        for (declaration, tile, expected) in [
            ("4", "4-2", "4"),
            ("4", "4-4", "4"),
            ("4", "2-1", "1 2"),
            ("4", "2-2", "2"),
            ("doubles", "2-2", "doubles"),
            ("doubles", "2-1", "1 2"),
            ("none", "2-2", "2"),
            ("none", "6-5", "5 6"),
            ("nello", "2-2", "doubles"),
            ("nello", "6-5", "5 6"),
            ("sevens", "4-3", ""),
        ] {
            assert_eq!(suits(declaration, tile), expected, "{tile} under {declaration}");
        }
    }

    #[test]
    fn the_tables_of_strength_and_followers_hold_what_the_rules_compute() {
        for declaration in Declaration::ALL {
            for (lead, tile) in Tile::ALL.into_iter().flat_map(|lead| Tile::ALL.map(|tile| (lead, tile))) {
                let computed = strength(declaration, lead, tile);
                assert_eq!(declaration.strength(lead, tile), computed, "{declaration}: {tile} on {lead}");
                let follows = declaration.led_suit(lead).is_some_and(|suit| declaration.belongs(tile, suit));
                assert_eq!(declaration.followers(lead).contains(tile), follows);
                // What follows can win; a trump always can, and in sevens everything.
                let trump = declaration.trumps().is_some_and(|trumps| declaration.belongs(tile, trumps));
                let can_win = follows || trump || declaration == Declaration::Sevens;
                assert_eq!(computed > 0, can_win, "{declaration}: {tile} on {lead}");
            }
        }
    }

    #[test]
    fn declarations_are_written_as_they_are_read() {
        for (index, declaration) in Declaration::ALL.into_iter().enumerate() {
            assert_eq!(declaration.to_string().parse(), Ok(declaration));
            assert_eq!(declaration.index(), index);
        }
        for text in ["", "7", "05", "Doubles", "follow me"] {
            assert!(text.parse::<Declaration>().is_err(), "{text}");
        }
    }
}
