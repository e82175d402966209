use super::Projection;
use crate::contract::declarer;
use crate::event::Event;
use crate::seat::Seat;

/// Whose turn it is to bid, to name trumps or to play. Nobody's while all are asked to agree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CurrentPlayer {
    seat: Option<Seat>,
    out: Option<Seat>,
    /// Calls in the auction, or tiles in the trick.
    turns: u8,
}

impl CurrentPlayer {
    /// The seat.
    #[must_use]
    pub const fn seat(&self) -> Option<Seat> {
        self.seat
    }

    fn pass_on(&mut self, from: Seat, last: u8) {
        self.turns += 1;
        let next = from.left();
        let next = if self.out == Some(next) { next.left() } else { next };
        self.seat = if self.turns < last { Some(next) } else { None };
    }
}

impl Projection for CurrentPlayer {
    fn fold(&mut self, event: &Event) {
        match *event {
            Event::GameStarted { dealer, .. } | Event::RedealInitiated { dealer, .. } => {
                *self = Self { seat: Some(dealer.left()), out: None, turns: 0 };
            }
            Event::BidPlaced { player, .. } | Event::PlayerPassed { player } => self.pass_on(player, 4),
            Event::BiddingCompleted { winner, bid } => self.seat = Some(declarer(winner, bid)),
            // Nello is named by the bidder, never by the partner, so the other one sits out.
            Event::TrumpSelected { player, trump } => {
                *self = Self { seat: Some(player), out: trump.sits_out(player), turns: 0 };
            }
            Event::DominoPlayed { player, .. } => {
                self.pass_on(player, if self.out.is_some() { 3 } else { 4 });
            }
            Event::TrickCompleted { winner, .. } => (self.seat, self.turns) = (Some(winner), 0),
            Event::AllPlayersPassed { .. } | Event::HandReadyForScoring { .. } | Event::GameEnded { .. } => {
                self.seat = None;
            }
            _ => {}
        }
    }
}
