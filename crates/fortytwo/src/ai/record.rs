use chance::InputError;
use ledger::Game as _;

use super::Bot;
use crate::auction::Auction;
use crate::bid::Bid;
use crate::contract::{Contract, Outcome, Tally};
use crate::event::Event;
use crate::game::FortyTwo;
use crate::house::HouseRules;
use crate::seat::{BySeat, ByTeam, Seat, Team};
use crate::sight::Sight;
use crate::tile::Tile;
use crate::tile_set::TileSet;

/// A hand that was played: the deal, what was said and named, and every tile in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandRecord {
    /// The house rules.
    pub rules: HouseRules,
    /// The marks of both teams before the hand.
    pub marks: ByTeam<u8>,
    /// Who dealt.
    pub dealer: Seat,
    /// The tiles of each seat before the first trick.
    pub hands: BySeat<TileSet>,
    /// What was said.
    pub auction: Auction,
    /// What was played for; `None` when all passed.
    pub contract: Option<Contract>,
    /// The tiles in the order in which they were played.
    pub plays: Vec<Tile>,
    /// What each team won.
    pub tally: Tally,
}

impl HandRecord {
    /// The hands of a game that were played to their decision, each with its number, the first being 0. Hands that all
    /// passed, or that were dealt again, leave gaps between the numbers.
    pub fn of_game<'a>(events: impl IntoIterator<Item = &'a Event>) -> Vec<(u32, Self)> {
        let mut game = FortyTwo::default();
        let mut records = Vec::new();
        let (mut dealt, mut plays) = (BySeat::default(), Vec::new());
        for event in events {
            game.apply(event);
            if let Event::HandsDealt { hands } = event {
                (dealt, plays) = (*hands, Vec::new());
            } else if let Event::DominoPlayed { domino, .. } = event {
                plays.push(*domino);
            } else if let (Event::HandReadyForScoring { .. }, Some(auction)) = (event, game.bids().auction())
            {
                let record = Self {
                    rules: game.house(),
                    marks: game.teams().marks(),
                    dealer: auction.dealer(),
                    hands: dealt,
                    auction: *auction,
                    contract: game.contract(),
                    plays: plays.clone(),
                    tally: *game.teams().tally(),
                };
                records.push((game.deck().hand(), record));
            }
        }
        records
    }

    /// Who gets how many marks; nobody when all passed or the hand was not played to its decision.
    #[must_use]
    pub fn award(&self) -> Option<(Team, u8)> {
        let contract = self.contract?;
        contract.award(contract.outcome(&self.tally))
    }
}

/// A hand that four bots are playing, one decision at a time. Each of them is shown its own seat's [`Sight`] alone.
#[derive(Clone, Debug)]
pub struct HandInPlay {
    record: HandRecord,
    sights: BySeat<Sight>,
}

impl HandInPlay {
    /// A hand before the first call.
    ///
    /// # Errors
    ///
    /// [`InputError`] if the hands are not a deal.
    pub fn new(hands: BySeat<TileSet>, dealer: Seat, rules: HouseRules) -> Result<Self, InputError> {
        let sight = |seat: Seat| -> Result<Sight, InputError> {
            Ok(Sight::new(seat, dealer, hands[seat])?.at_table(rules, ByTeam::default()))
        };
        let [a, b, c, d] = Seat::ALL;
        let sights = BySeat([sight(a)?, sight(b)?, sight(c)?, sight(d)?]);
        let auction = Auction::new(dealer);
        let (plays, tally, marks) = (Vec::new(), Tally::default(), ByTeam::default());
        let record = HandRecord { rules, marks, dealer, hands, auction, contract: None, plays, tally };
        Ok(Self { record, sights })
    }

    /// Who calls, names or plays now; nobody when the hand is decided, or all passed.
    #[must_use]
    pub fn turn(&self) -> Option<Seat> {
        // What is public is the same for all.
        let public = &self.sights[Seat::ALL[0]];
        let to_speak = public.auction().next().or_else(|| public.declarer());
        to_speak.or_else(|| {
            let outcome = public.contract()?.outcome(public.tally());
            public.player().filter(|_| outcome == Outcome::Live || !public.table().is_empty())
        })
    }

    /// One call, declaration or play; `false` when the hand is decided, or all passed.
    ///
    /// # Errors
    ///
    /// [`InputError`] if the hands were not a deal, or a bot broke a rule.
    pub fn step(&mut self, bots: &mut BySeat<Bot>) -> Result<bool, InputError> {
        let Some(seat) = self.turn() else { return Ok(false) };
        let sight = &self.sights[seat];
        if sight.auction().next().is_some() {
            let call = bots[seat].bid(sight);
            self.call(call)?;
            return Ok(true);
        }
        if sight.declarer().is_some() {
            let named = bots[seat].declare(sight);
            let declaration = named.ok_or_else(|| InputError::new("trump", "a declaration", "none"))?;
            self.tell(|sight| sight.hear_declaration(declaration))?;
        } else {
            let played = bots[seat].play(sight);
            let tile = played.ok_or_else(|| InputError::new("play", "a tile", "none"))?;
            self.tell(|sight| sight.see(tile))?;
            self.record.plays.push(tile);
        }
        let public = &self.sights[Seat::ALL[0]];
        self.record.auction = *public.auction();
        self.record.contract = public.contract();
        self.record.tally = *public.tally();
        Ok(true)
    }

    /// The next seat in the auction says this, whatever a bot would have said.
    ///
    /// # Errors
    ///
    /// [`InputError`] if it may not.
    pub fn call(&mut self, call: Option<Bid>) -> Result<(), InputError> {
        self.tell(|sight| sight.hear(call))?;
        self.record.auction = *self.sights[Seat::ALL[0]].auction();
        Ok(())
    }

    /// What this seat knows.
    #[must_use]
    pub fn sight(&self, seat: Seat) -> &Sight {
        &self.sights[seat]
    }

    /// What happened so far.
    #[must_use]
    pub fn record(&self) -> &HandRecord {
        &self.record
    }

    fn tell(&mut self, what: impl Fn(&mut Sight) -> Result<(), InputError>) -> Result<(), InputError> {
        self.sights.0.iter_mut().try_for_each(what)
    }
}

/// Plays one hand with four bots, until it is decided.
///
/// # Errors
///
/// [`InputError`] if the hands are not a deal.
pub fn play_hand(
    hands: BySeat<TileSet>,
    dealer: Seat,
    rules: HouseRules,
    bots: &mut BySeat<Bot>,
) -> Result<HandRecord, InputError> {
    let mut hand = HandInPlay::new(hands, dealer, rules)?;
    while hand.step(bots)? {}
    Ok(hand.record)
}
