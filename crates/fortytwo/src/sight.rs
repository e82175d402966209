use chance::InputError;

use crate::auction::{Auction, AuctionEnd};
use crate::bid::Bid;
use crate::contract::{Contract, Tally, declarer, may_declare};
use crate::declaration::{Declaration, trick_points};
use crate::house::HouseRules;
use crate::seat::{BySeat, ByTeam, Seat};
use crate::solver::Layout;
use crate::tile::Tile;
use crate::tile_set::TileSet;

/// What one seat knows of a hand: its own tiles, and what everyone saw and heard.
///
/// What decides for a seat is given this and nothing else, so it cannot look at other hands. It is built from the
/// deal on, call by call and play by play, and refuses what the rules do not allow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sight {
    seat: Seat,
    rules: HouseRules,
    marks: ByTeam<u8>,
    hand: TileSet,
    auction: Auction,
    contract: Option<Contract>,
    tally: Tally,
    leader: Seat,
    table: Vec<Tile>,
    plays: Vec<Tile>,
    /// Own tiles at the deal, and every tile played.
    seen: TileSet,
    shown: BySeat<TileSet>,
    denied: BySeat<TileSet>,
}

impl Sight {
    /// A seat that has just picked up its seven tiles, under straight rules and before any marks.
    ///
    /// # Errors
    ///
    /// [`InputError`] unless there are seven tiles.
    pub fn new(seat: Seat, dealer: Seat, hand: TileSet) -> Result<Self, InputError> {
        if hand.len() != 7 {
            return Err(InputError::new("hand", "7 different tiles", hand.len().to_string()));
        }
        Ok(Self {
            seat,
            rules: HouseRules::default(),
            marks: ByTeam::default(),
            hand,
            auction: Auction::new(dealer),
            contract: None,
            tally: Tally::default(),
            leader: dealer.left(),
            table: Vec::new(),
            plays: Vec::new(),
            seen: hand,
            shown: BySeat::default(),
            denied: BySeat::default(),
        })
    }

    /// The same at a table with these rules and marks.
    #[must_use]
    pub const fn at_table(mut self, rules: HouseRules, marks: ByTeam<u8>) -> Self {
        self.rules = rules;
        self.marks = marks;
        self
    }

    /// The next seat in the auction bids, or passes with `None`.
    ///
    /// # Errors
    ///
    /// [`InputError`] if it may not. Whether another seat has the doubles for a splash or plunge cannot be known.
    pub fn hear(&mut self, call: Option<Bid>) -> Result<(), InputError> {
        let doubles = if self.auction.next() == Some(self.seat) { self.hand.doubles() } else { 7 };
        match call {
            Some(bid) => self.auction.check_bid(self.rules, doubles, bid),
            None => self.auction.check_pass(self.rules),
        }
        .map_err(|refusal| InputError::new("bid", "a call that may be made", refusal.to_string()))?;
        self.auction = self.auction.after(call);
        Ok(())
    }

    /// The winner of the auction, or its partner after a splash or plunge, names this.
    ///
    /// # Errors
    ///
    /// [`InputError`] if the auction has no winner, something was named before, or this may not be.
    pub fn hear_declaration(&mut self, declaration: Declaration) -> Result<(), InputError> {
        let Some(AuctionEnd::Won { bidder, bid }) = self.auction.end().filter(|_| self.contract.is_none())
        else {
            return Err(InputError::new(
                "trump",
                "the auction to be won and nothing named",
                "another moment",
            ));
        };
        if !may_declare(self.rules, bid, declaration) {
            return Err(InputError::new("trump", format!("what {bid} may name"), declaration.to_string()));
        }
        let contract = Contract { bidder, bid, declaration };
        self.leader = contract.leader();
        self.contract = Some(contract);
        Ok(())
    }

    /// The seat whose turn it is plays this tile.
    ///
    /// # Errors
    ///
    /// [`InputError`] if nothing is being played, the tile was seen before, or it contradicts what the seat showed.
    pub fn see(&mut self, tile: Tile) -> Result<(), InputError> {
        let (Some(seat), Some(contract)) = (self.player(), self.contract) else {
            return Err(InputError::new("play", "a hand in play", tile.to_string()));
        };
        let lead = self.table.first().copied();
        let may = if seat == self.seat {
            contract.declaration.legal(lead, self.hand).contains(tile)
        } else {
            !self.seen.contains(tile) && !self.denied[seat].contains(tile)
        };
        if !may {
            return Err(InputError::new(
                "play",
                format!("a tile that seat {seat} may play"),
                tile.to_string(),
            ));
        }
        self.denied[seat] = self.denied[seat].union(contract.declaration.denied(lead, tile));
        self.hand = self.hand.without(tile);
        self.seen = self.seen.with(tile);
        self.shown[seat] = self.shown[seat].with(tile);
        self.table.push(tile);
        self.plays.push(tile);
        if self.table.len() == contract.declaration.trick_size() {
            let places = contract.declaration.winner(&self.table).unwrap_or(0);
            self.leader = (0..places).fold(self.leader, |seat, _| contract.after(seat));
            self.tally = self.tally.with_trick(self.leader.team(), trick_points(&self.table));
            self.table.clear();
        }
        Ok(())
    }

    /// Whose eyes these are.
    #[must_use]
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// The rules of the table.
    #[must_use]
    pub const fn rules(&self) -> HouseRules {
        self.rules
    }

    /// The marks of both teams before this hand.
    #[must_use]
    pub const fn marks(&self) -> ByTeam<u8> {
        self.marks
    }

    /// The own tiles, as far as they were not played.
    #[must_use]
    pub const fn hand(&self) -> TileSet {
        self.hand
    }

    /// What was said.
    #[must_use]
    pub const fn auction(&self) -> &Auction {
        &self.auction
    }

    /// What is played for, once it was named.
    #[must_use]
    pub const fn contract(&self) -> Option<Contract> {
        self.contract
    }

    /// What each team has won.
    #[must_use]
    pub const fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Who led, or leads, the trick.
    #[must_use]
    pub const fn leader(&self) -> Seat {
        self.leader
    }

    /// The tiles on the table, the leader's first.
    #[must_use]
    pub fn table(&self) -> &[Tile] {
        &self.table
    }

    /// Every tile that was played, in order.
    #[must_use]
    pub fn plays(&self) -> &[Tile] {
        &self.plays
    }

    /// The tiles that are in no other hand: the own ones, and all that were played.
    #[must_use]
    pub const fn seen(&self) -> TileSet {
        self.seen
    }

    /// How many tiles this seat still holds.
    #[must_use]
    pub fn held(&self, seat: Seat) -> usize {
        7usize.saturating_sub(self.shown[seat].len())
    }

    /// What this seat has played.
    #[must_use]
    pub fn shown(&self, seat: Seat) -> TileSet {
        self.shown[seat]
    }

    /// What this seat has shown that it cannot hold.
    #[must_use]
    pub fn denied(&self, seat: Seat) -> TileSet {
        self.denied[seat]
    }

    /// Who names the declaration now, if somebody has to.
    #[must_use]
    pub fn declarer(&self) -> Option<Seat> {
        match (self.auction.end(), self.contract) {
            (Some(AuctionEnd::Won { bidder, bid }), None) => Some(declarer(bidder, bid)),
            _ => None,
        }
    }

    /// Who plays a tile now, if somebody has to. A hand may be played to its end though it is decided before.
    #[must_use]
    pub fn player(&self) -> Option<Seat> {
        let contract = self.contract?;
        let seat = self.table.iter().fold(self.leader, |seat, _| contract.after(seat));
        (self.held(seat) > 0).then_some(seat)
    }

    /// The hand with every tile face up, if the others held this.
    ///
    /// # Errors
    ///
    /// [`InputError`] if nothing is being played, or these hands do not fit what was seen.
    pub fn layout(&self, mut world: BySeat<TileSet>) -> Result<Layout, InputError> {
        let Some(contract) = self.contract else {
            return Err(InputError::new("trump", "a declaration", "none yet"));
        };
        if let Some(seat) = contract.sits_out() {
            world[seat] = TileSet::EMPTY;
        }
        Layout::new(contract.declaration, contract.bidder, world, self.leader, &self.table)
    }

    /// What this seat may play now; nothing when it is not its turn.
    #[must_use]
    pub fn legal(&self) -> TileSet {
        match self.contract {
            Some(contract) if self.player() == Some(self.seat) => {
                contract.declaration.legal(self.table.first().copied(), self.hand)
            }
            _ => TileSet::EMPTY,
        }
    }
}
