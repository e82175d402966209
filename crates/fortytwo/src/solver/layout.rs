use chance::InputError;

use super::Stake;
use crate::contract::TRICKS;
use crate::declaration::Declaration;
use crate::seat::{BySeat, Seat};
use crate::tile::Tile;
use crate::tile_set::TileSet;

/// A hand with every tile face up: what each seat still holds, who led, and the tiles on the table.
///
/// Always one that can be played on: no tile is in two places, and those who have played to the trick hold one tile
/// fewer than the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Layout {
    declaration: Declaration,
    bidder: Seat,
    hands: BySeat<TileSet>,
    leader: Seat,
    table: [Option<Tile>; 3],
}

impl Layout {
    /// A fresh deal, or any tiles of which each seat holds equally many, led by this seat as the bidder. In nello its
    /// partner's tiles are laid aside.
    ///
    /// # Errors
    ///
    /// As for [`Self::new`].
    pub fn deal(
        declaration: Declaration,
        bidder: Seat,
        mut hands: BySeat<TileSet>,
    ) -> Result<Self, InputError> {
        if let Some(seat) = declaration.sits_out(bidder) {
            hands[seat] = TileSet::EMPTY;
        }
        Self::new(declaration, bidder, hands, bidder, &[])
    }

    /// A position in the middle of a hand. `table` holds the tiles of the trick so far, the leader's first.
    ///
    /// # Errors
    ///
    /// [`InputError`] when a tile is in two places, when hands do not have the sizes that this trick leaves, or when
    /// the seat that sits out leads or holds tiles.
    pub fn new(
        declaration: Declaration,
        bidder: Seat,
        hands: BySeat<TileSet>,
        leader: Seat,
        table: &[Tile],
    ) -> Result<Self, InputError> {
        let mut layout = Self { declaration, bidder, hands, leader, table: [None; 3] };
        let sits_out = declaration.sits_out(bidder);
        if sits_out == Some(leader) {
            return Err(InputError::new("leader", "a seat that plays in this hand", leader.to_string()));
        }
        if table.len() >= declaration.trick_size() {
            let expected = format!("fewer than {} tiles on the table", declaration.trick_size());
            return Err(InputError::new("trick", expected, table.len().to_string()));
        }
        let mut seen = TileSet::EMPTY;
        for tile in hands.0.iter().flat_map(|hand| hand.iter()).chain(table.iter().copied()) {
            if seen.contains(tile) {
                return Err(InputError::new("hands", "every tile in one place", format!("{tile} twice")));
            }
            seen = seen.with(tile);
        }
        let size = hands[leader].len() + usize::from(!table.is_empty());
        if size > usize::from(TRICKS) {
            return Err(InputError::new("hands", "at most 7 tiles in a hand", size.to_string()));
        }
        let mut waiting = table.len();
        let mut seat = leader;
        for _ in 0..declaration.trick_size() {
            let expected = size - usize::from(waiting > 0);
            if hands[seat].len() != expected {
                let actual = format!("{} at seat {seat}", hands[seat].len());
                return Err(InputError::new("hands", format!("{expected} tiles at seat {seat}"), actual));
            }
            waiting = waiting.saturating_sub(1);
            seat = layout.after(seat);
        }
        if let Some(seat) = sits_out
            && !hands[seat].is_empty()
        {
            let actual = format!("{} at seat {seat}", hands[seat].len());
            return Err(InputError::new("hands", "no tiles at the seat that sits out", actual));
        }
        for (place, tile) in layout.table.iter_mut().zip(table) {
            *place = Some(*tile);
        }
        Ok(layout)
    }

    /// What was named.
    #[must_use]
    pub const fn declaration(&self) -> Declaration {
        self.declaration
    }

    /// Who won the auction.
    #[must_use]
    pub const fn bidder(&self) -> Seat {
        self.bidder
    }

    /// What each seat holds.
    #[must_use]
    pub const fn hands(&self) -> &BySeat<TileSet> {
        &self.hands
    }

    /// Who leads, or led, this trick.
    #[must_use]
    pub const fn leader(&self) -> Seat {
        self.leader
    }

    /// The tiles on the table, the leader's first.
    pub fn table(&self) -> impl Iterator<Item = Tile> {
        self.table.into_iter().flatten()
    }

    /// What both teams take together from here on, the tiles on the table included.
    #[must_use]
    pub fn total(&self, stake: Stake) -> u8 {
        let tiles = self.table().chain(self.hands.0.into_iter().flatten());
        let (tiles, count) = tiles.fold((0, 0), |(tiles, count), tile| (tiles + 1, count + tile.count()));
        let tricks = u8::try_from(tiles / self.declaration.trick_size()).unwrap_or(0);
        if stake == Stake::Points { tricks + count } else { tricks }
    }

    /// Whose turn it is; when the hand is over, who would lead.
    #[must_use]
    pub fn turn(&self) -> Seat {
        self.table().fold(self.leader, |seat, _| self.after(seat))
    }

    /// What the seat whose turn it is may play; nothing when the hand is over.
    #[must_use]
    pub fn legal(&self) -> TileSet {
        self.declaration.legal(self.table[0], self.hands[self.turn()])
    }

    /// The layout after this play, or `None` when the tile is not in the hand of the seat whose turn it is. A full
    /// trick leaves the table at once; whether the play is legal is not asked here.
    #[must_use]
    pub fn after_play(mut self, tile: Tile) -> Option<Self> {
        let seat = self.turn();
        if !self.hands[seat].contains(tile) {
            return None;
        }
        self.hands[seat] = self.hands[seat].without(tile);
        match self.table.iter_mut().take(self.declaration.trick_size() - 1).find(|place| place.is_none()) {
            Some(place) => *place = Some(tile),
            None => {
                let plays: Vec<Tile> = self.table().chain([tile]).collect();
                let winner = self.declaration.winner(&plays).unwrap_or(0);
                self.leader = (0..winner).fold(self.leader, |seat, _| self.after(seat));
                self.table = [None; 3];
            }
        }
        Some(self)
    }

    /// Who plays after this seat.
    fn after(&self, seat: Seat) -> Seat {
        let next = seat.left();
        if self.declaration.sits_out(self.bidder) == Some(next) { next.left() } else { next }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deal::deal;

    fn tiles(text: &str) -> TileSet {
        text.split(' ').filter(|word| !word.is_empty()).map(|tile| tile.parse::<Tile>().unwrap()).collect()
    }

    #[test]
    fn a_layout_that_cannot_be_played_on_is_refused() {
        let [a, b, ..] = Seat::ALL;
        let check = |declaration: &str, hands: [&str; 4], leader: Seat, table: &[&str], expected: &str| {
            let table: Vec<Tile> = table.iter().map(|tile| tile.parse().unwrap()).collect();
            let layout =
                Layout::new(declaration.parse().unwrap(), a, BySeat(hands.map(tiles)), leader, &table);
            assert_eq!(layout.unwrap_err().to_string(), expected);
        };
        let two = "hands: expected every tile in one place, got 6-6 twice";
        check("5", ["6-6", "6-6", "1-0", "2-0"], a, &[], two);
        check("5", ["6-6", "", "1-0", "2-0"], a, &[], "hands: expected 1 tiles at seat 1, got 0 at seat 1");
        check(
            "5",
            ["6-6", "5-0", "1-0", "2-0"],
            a,
            &["3-0"],
            "hands: expected 2 tiles at seat 1, got 1 at seat 1",
        );
        let four = "trick: expected fewer than 4 tiles on the table, got 4";
        check("5", [""; 4], a, &["3-0", "3-1", "3-2", "3-3"], four);
        let partner = "leader: expected a seat that plays in this hand, got 2";
        check("nello", ["6-6", "5-0", "", "2-0"], Seat::ALL[2], &[], partner);
        let aside = "hands: expected no tiles at the seat that sits out, got 1 at seat 2";
        check("nello", ["6-6", "5-0", "1-0", "2-0"], b, &[], aside);
    }

    #[test]
    fn seven_tricks_end_a_hand_and_count_42() {
        for declaration in Declaration::ALL {
            let mut layout = Layout::deal(declaration, Seat::ALL[1], deal(5)).unwrap();
            let total = if declaration == Declaration::Nello { None } else { Some(42) };
            assert!(total.is_none_or(|total| layout.total(Stake::Points) == total));
            assert_eq!(layout.total(Stake::Tricks), 7);
            let mut plays = 0;
            while let Some(tile) = layout.legal().first() {
                layout = layout.after_play(tile).unwrap();
                plays += 1;
            }
            assert_eq!(plays, 7 * declaration.trick_size());
            assert_eq!((layout.total(Stake::Points), layout.table().count()), (0, 0));
        }
    }
}
