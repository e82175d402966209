use super::Projection;
use crate::auction::Auction;
use crate::bid::Bid;
use crate::event::Event;
use crate::seat::Seat;

/// The auction of this hand, and who won it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bids {
    auction: Option<Auction>,
    winner: Option<(Seat, Bid)>,
}

impl Bids {
    /// What was said, once there is a game.
    #[must_use]
    pub const fn auction(&self) -> Option<&Auction> {
        self.auction.as_ref()
    }

    /// The highest bid so far.
    #[must_use]
    pub fn high(&self) -> Option<(Seat, Bid)> {
        self.auction?.high()
    }

    /// Who won the auction with what, once it is over.
    #[must_use]
    pub const fn winner(&self) -> Option<(Seat, Bid)> {
        self.winner
    }

    fn call(&mut self, call: Option<Bid>) {
        self.auction = self.auction.map(|auction| auction.after(call));
    }
}

impl Projection for Bids {
    fn fold(&mut self, event: &Event) {
        match *event {
            Event::GameStarted { dealer, .. } | Event::RedealInitiated { dealer, .. } => {
                *self = Self { auction: Some(Auction::new(dealer)), winner: None };
            }
            Event::BidPlaced { bid, .. } => self.call(Some(bid)),
            Event::PlayerPassed { .. } => self.call(None),
            Event::BiddingCompleted { winner, bid } => self.winner = Some((winner, bid)),
            _ => {}
        }
    }
}
