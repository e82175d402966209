use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::bid::{Bid, Marks};
use crate::house::HouseRules;
use crate::seat::Seat;

/// The auction of one hand: every seat speaks exactly once, the one left of the dealer first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Auction {
    dealer: Seat,
    /// What was said so far, in order; `None` is a pass.
    calls: [Option<Bid>; 4],
    spoken: u8,
}

/// How an auction ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum AuctionEnd {
    /// A seat won with its bid.
    Won {
        /// The seat.
        bidder: Seat,
        /// Its bid.
        bid: Bid,
    },
    /// Nobody bid: the tiles are dealt again.
    AllPassed,
}

/// Why a bid cannot be spoken now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BidRefusal {
    /// The auction is over.
    #[error("bid: the auction is over")]
    Over,
    /// Not above the highest bid.
    #[error("bid: expected more than {high}, got {offered}")]
    TooLow {
        /// The highest bid so far.
        high: Bid,
        /// What was offered.
        offered: Bid,
    },
    /// More marks than may be bid at this point.
    #[error("bid: expected at most M{most}, got {offered}")]
    TooHigh {
        /// The most marks.
        most: u8,
        /// What was offered.
        offered: Bid,
    },
    /// A contract that this table does not play.
    #[error("bid: {offered} is a house rule that this table does not play")]
    NotPlayed {
        /// What was offered.
        offered: Bid,
    },
    /// Too few doubles.
    #[error("bid: {offered} needs {needed} doubles in hand, got {held}")]
    Doubles {
        /// What was offered.
        offered: Bid,
        /// How many doubles it needs.
        needed: usize,
        /// How many there are.
        held: usize,
    },
    /// A pass by the dealer after three passes, where that is not allowed.
    #[error("bid: everybody passed, so the dealer must bid at least 30")]
    Forced,
}

impl Auction {
    /// The auction of a hand with this dealer, before anyone has spoken.
    #[must_use]
    pub const fn new(dealer: Seat) -> Self {
        Self { dealer, calls: [None; 4], spoken: 0 }
    }

    /// Who dealt.
    #[must_use]
    pub const fn dealer(&self) -> Seat {
        self.dealer
    }

    /// Who speaks now; `None` when all have.
    #[must_use]
    pub const fn next(&self) -> Option<Seat> {
        if self.spoken < 4 { Some(self.dealer.plus(1 + self.spoken)) } else { None }
    }

    /// What was said so far, in order; `None` is a pass.
    pub fn calls(&self) -> impl Iterator<Item = (Seat, Option<Bid>)> {
        let calls = self.calls.into_iter().take(usize::from(self.spoken));
        calls.zip(0..).map(|(call, place)| (self.dealer.plus(1 + place), call))
    }

    /// The highest bid and who spoke it.
    #[must_use]
    pub fn high(&self) -> Option<(Seat, Bid)> {
        // Bids rise, so the last one is the highest.
        self.calls().filter_map(|(seat, call)| Some((seat, call?))).last()
    }

    /// Whether the seat whose turn it is may bid this, holding so many doubles.
    ///
    /// # Errors
    ///
    /// [`BidRefusal`] says what stands against it.
    pub fn check_bid(&self, rules: HouseRules, doubles: usize, offered: Bid) -> Result<(), BidRefusal> {
        if self.spoken >= 4 {
            return Err(BidRefusal::Over);
        }
        let high = self.high().map(|(_, bid)| bid);
        if let Some(high) = high
            && offered.value() <= high.value()
        {
            return Err(BidRefusal::TooLow { high, offered });
        }
        match offered {
            Bid::Points(_) => Ok(()),
            Bid::Marks(marks) => {
                let most = match high {
                    None | Some(Bid::Points(_)) => 2,
                    Some(high) => high.marks().saturating_add(1),
                };
                if marks.get() > most { Err(BidRefusal::TooHigh { most, offered }) } else { Ok(()) }
            }
            Bid::Splash(_) if !rules.splash => Err(BidRefusal::NotPlayed { offered }),
            Bid::Plunge(_) if !rules.plunge => Err(BidRefusal::NotPlayed { offered }),
            Bid::Splash(marks) if !(2..=3).contains(&marks.get()) => {
                Err(BidRefusal::TooHigh { most: 3, offered })
            }
            Bid::Plunge(marks) if !(4..=Marks::MAX_PLUNGE).contains(&marks.get()) => {
                Err(BidRefusal::TooHigh { most: Marks::MAX_PLUNGE, offered })
            }
            Bid::Splash(_) | Bid::Plunge(_) => {
                let needed = offered.doubles_needed();
                if doubles < needed {
                    return Err(BidRefusal::Doubles { offered, needed, held: doubles });
                }
                Ok(())
            }
        }
    }

    /// Whether the seat whose turn it is may pass.
    ///
    /// # Errors
    ///
    /// [`BidRefusal`] if the auction is over, or the dealer must bid.
    pub fn check_pass(&self, rules: HouseRules) -> Result<(), BidRefusal> {
        match self.spoken {
            4.. => Err(BidRefusal::Over),
            3 if rules.forced_bid && self.high().is_none() => Err(BidRefusal::Forced),
            _ => Ok(()),
        }
    }

    /// Everything that the seat whose turn it is may bid, lowest first.
    #[must_use]
    pub fn legal_bids(&self, rules: HouseRules, doubles: usize) -> Vec<Bid> {
        Bid::all().filter(|bid| self.check_bid(rules, doubles, *bid).is_ok()).collect()
    }

    /// The auction after one more call; unchanged when all have spoken. Whether it may be spoken is not asked here.
    #[must_use]
    pub const fn after(mut self, call: Option<Bid>) -> Self {
        if self.spoken < 4 {
            self.calls[self.spoken as usize] = call;
            self.spoken += 1;
        }
        self
    }

    /// How it ended, once all have spoken.
    #[must_use]
    pub fn end(&self) -> Option<AuctionEnd> {
        if self.spoken < 4 {
            return None;
        }
        Some(match self.high() {
            Some((bidder, bid)) => AuctionEnd::Won { bidder, bid },
            None => AuctionEnd::AllPassed,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Complete auctions in which nobody bids more than so many marks; the redeal counts as one.
    fn complete(auction: Auction, cap: u8) -> u32 {
        if auction.end().is_some() {
            return 1;
        }
        let rules = HouseRules::default();
        let bids = auction.legal_bids(rules, 0).into_iter().filter(|bid| bid.marks() <= cap);
        bids.map(|bid| complete(auction.after(Some(bid)), cap)).sum::<u32>()
            + complete(auction.after(None), cap)
    }

    #[test]
    fn there_are_so_many_complete_auctions() {
        let counts = [1, 2, 3, 4, 5].map(|cap| complete(Auction::new(Seat::ALL[3]), cap));
        assert_eq!(counts, [2380, 3060, 3196, 3213, 3214]);
    }

    #[test]
    fn splash_and_plunge_must_outbid_and_are_raised_by_one_mark() {
        let rules = HouseRules::EVERYTHING;
        let said = |calls: &[&str]| {
            calls.iter().fold(Auction::new(Seat::ALL[0]), |auction, call| {
                let bid = call.parse().unwrap();
                assert_eq!(auction.check_bid(rules, 4, bid), Ok(()), "{call} after {auction:?}");
                auction.after(Some(bid))
            })
        };
        let legal = |calls: &[&str], doubles| {
            let bids = said(calls).legal_bids(rules, doubles);
            bids.iter().map(Bid::to_string).collect::<Vec<_>>().join(", ")
        };
        assert_eq!(legal(&["M1"], 4), "M2, splash 2, splash 3, plunge 4, plunge 5, plunge 6, plunge 7");
        assert_eq!(legal(&["M1"], 3), "M2, splash 2, splash 3");
        assert_eq!(legal(&["splash 2"], 3), "M3, splash 3");
        assert_eq!(legal(&["plunge 4"], 4), "M5, plunge 5, plunge 6, plunge 7");
        assert_eq!(legal(&["plunge 7", "M8", "M9"], 4), "M10");
    }

    #[test]
    fn a_forced_dealer_may_not_pass() {
        let passed = Auction::new(Seat::ALL[0]).after(None).after(None).after(None);
        let forced = HouseRules { forced_bid: true, ..HouseRules::default() };
        assert_eq!(passed.check_pass(HouseRules::default()), Ok(()));
        assert_eq!(passed.check_pass(forced), Err(BidRefusal::Forced));
        let bid = Auction::new(Seat::ALL[0]).after("30".parse().ok()).after(None).after(None);
        assert_eq!(bid.check_pass(forced), Ok(()));
        assert_eq!(bid.after(None).check_pass(forced), Err(BidRefusal::Over));
    }
}
