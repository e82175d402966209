use serde::{Deserialize, Serialize};

use crate::bid::Bid;
use crate::declaration::Declaration;
use crate::house::HouseRules;
use crate::seat::{ByTeam, Seat, Team};

/// How many tricks a hand has.
pub const TRICKS: u8 = 7;
/// The points of a whole hand with four players.
pub const HAND_POINTS: u8 = 42;

/// What is played for in one hand: who promised what, and under which declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "FortyTwoContract"))]
pub struct Contract {
    /// Who won the auction.
    pub bidder: Seat,
    /// With which bid.
    pub bid: Bid,
    /// What was named.
    pub declaration: Declaration,
}

/// What each team has won in a hand so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "FortyTwoTally"))]
pub struct Tally {
    /// Points: count and one for each trick.
    pub points: ByTeam<u8>,
    /// Tricks.
    pub tricks: ByTeam<u8>,
}

impl Tally {
    /// The tally after this team won a trick with so many points.
    #[must_use]
    pub fn with_trick(mut self, team: Team, points: u8) -> Self {
        self.points[team] = self.points[team].saturating_add(points);
        self.tricks[team] = self.tricks[team].saturating_add(1);
        self
    }

    /// How many tricks were played.
    #[must_use]
    pub fn played(&self) -> u8 {
        self.tricks[Team::Even].saturating_add(self.tricks[Team::Odd])
    }
}

/// Where a contract stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "FortyTwoOutcome"))]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// Not decided.
    Live,
    /// The bidders have what they promised.
    Made,
    /// They cannot get it any more.
    Set,
}

/// Who names the trumps and leads first when this seat has won with this bid: its partner after a splash or plunge.
#[must_use]
pub const fn declarer(bidder: Seat, bid: Bid) -> Seat {
    if bid.is_partners() { bidder.partner() } else { bidder }
}

/// Whether this declaration may be named after this bid. Nello and sevens are house rules for plain mark bids.
#[must_use]
pub const fn may_declare(rules: HouseRules, bid: Bid, declaration: Declaration) -> bool {
    let marks = matches!(bid, Bid::Marks(_));
    match declaration {
        Declaration::Pip(_) | Declaration::Doubles | Declaration::NoTrump => true,
        Declaration::Nello => rules.nello && marks,
        Declaration::Sevens => rules.sevens && marks,
    }
}

impl Contract {
    /// Who leads the first trick.
    #[must_use]
    pub const fn leader(&self) -> Seat {
        declarer(self.bidder, self.bid)
    }

    /// Who sits out, if anyone does.
    #[must_use]
    pub const fn sits_out(&self) -> Option<Seat> {
        self.declaration.sits_out(self.bidder)
    }

    /// Whether this seat plays in this hand.
    #[must_use]
    pub fn plays(&self, seat: Seat) -> bool {
        self.sits_out() != Some(seat)
    }

    /// Who plays after this seat.
    #[must_use]
    pub fn after(&self, seat: Seat) -> Seat {
        let next = seat.left();
        if self.plays(next) { next } else { next.left() }
    }

    /// Where the contract stands after a completed trick.
    #[must_use]
    pub fn outcome(&self, tally: &Tally) -> Outcome {
        let defenders = self.bidder.team().opponents();
        match self.bid {
            Bid::Points(_) if self.is_kept(tally.points) => Outcome::Made,
            Bid::Points(points) if tally.points[defenders] > HAND_POINTS - points.get() => Outcome::Set,
            Bid::Points(_) => Outcome::Live,
            Bid::Marks(_) | Bid::Splash(_) | Bid::Plunge(_) if !self.is_kept(tally.points) => Outcome::Set,
            Bid::Marks(_) | Bid::Splash(_) | Bid::Plunge(_) if tally.played() >= TRICKS => Outcome::Made,
            Bid::Marks(_) | Bid::Splash(_) | Bid::Plunge(_) => Outcome::Live,
        }
    }

    /// Whether these points keep the promise so far. Any trick is worth a point, so points also say who took a trick.
    fn is_kept(&self, points: ByTeam<u8>) -> bool {
        let (bidders, defenders) = (self.bidder.team(), self.bidder.team().opponents());
        match (self.declaration, self.bid) {
            (Declaration::Nello, _) => points[bidders] == 0,
            (_, Bid::Points(bid)) => points[bidders] >= bid.get(),
            (_, Bid::Marks(_) | Bid::Splash(_) | Bid::Plunge(_)) => points[defenders] == 0,
        }
    }

    /// Who gets how many marks for a hand that ended with these points.
    #[must_use]
    pub fn award_for(&self, points: ByTeam<u8>) -> (Team, u8) {
        let team = self.bidder.team();
        (if self.is_kept(points) { team } else { team.opponents() }, self.bid.marks())
    }

    /// Who gets how many marks for this outcome; nobody while it is live.
    #[must_use]
    pub const fn award(&self, outcome: Outcome) -> Option<(Team, u8)> {
        let team = self.bidder.team();
        match outcome {
            Outcome::Live => None,
            Outcome::Made => Some((team, self.bid.marks())),
            Outcome::Set => Some((team.opponents(), self.bid.marks())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contract(bid: &str, declaration: &str) -> Contract {
        Contract {
            bidder: Seat::ALL[1],
            bid: bid.parse().unwrap(),
            declaration: declaration.parse().unwrap(),
        }
    }

    #[test]
    fn in_nello_the_partner_sits_out_and_any_trick_of_the_bidder_sets_it() {
        let nello = contract("M1", "nello");
        assert_eq!(nello.sits_out(), Some(Seat::ALL[3]));
        assert_eq!(nello.after(Seat::ALL[2]), Seat::ALL[0]);
        assert_eq!(nello.after(Seat::ALL[0]), Seat::ALL[1]);
        let six = (0..6).fold(Tally::default(), |tally, _| tally.with_trick(Team::Even, 6));
        assert_eq!(nello.outcome(&six), Outcome::Live);
        assert_eq!(nello.outcome(&six.with_trick(Team::Even, 1)), Outcome::Made);
        assert_eq!(nello.outcome(&six.with_trick(Team::Odd, 1)), Outcome::Set);
        assert_eq!(nello.award(Outcome::Set), Some((Team::Even, 1)));
    }

    #[test]
    fn special_declarations_need_a_plain_mark_bid_and_the_house_rule() {
        let bid = |text: &str| text.parse::<Bid>().unwrap();
        let all = HouseRules::EVERYTHING;
        for (rules, text, declaration, may) in [
            (all, "M2", Declaration::Nello, true),
            (all, "41", Declaration::Nello, false),
            (all, "splash 2", Declaration::Sevens, false),
            (all, "M1", Declaration::Sevens, true),
            (HouseRules::default(), "M1", Declaration::Sevens, false),
            (HouseRules::default(), "30", Declaration::Doubles, true),
        ] {
            assert_eq!(may_declare(rules, bid(text), declaration), may, "{text} {declaration}");
        }
    }

    #[test]
    fn after_a_splash_the_partner_leads() {
        assert_eq!(contract("splash 2", "5").leader(), Seat::ALL[3]);
        assert_eq!(contract("M2", "5").leader(), Seat::ALL[1]);
    }
}
