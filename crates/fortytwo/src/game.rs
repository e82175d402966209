use chance::{Chance, FairDice, ServerSeed};
use ledger::Game;

use crate::contract::Contract;
use crate::deal::{deal_by, is_deal};
use crate::event::{Command, Event};
use crate::house::HouseRules;
use crate::projections::{
    Bids, CompletedTricks, Consensus, CurrentPlayer, Deck, Hands, LastHand, Phase, PlayerTypes,
    Projection as _, Promise, Quickplay, Teams, Trick, TrickCount, Trump,
};
use crate::refusal::Refusal;
use crate::seat::{Seat, Team};
use crate::tile_set::TileSet;
use crate::view::View;

/// A game of 42 as its [projections](crate::projections) and the last event, from which follows what is due.
///
/// A command makes one choice; what the rules make of it follows by itself ([`FortyTwo::due`]). So an event is
/// admitted exactly if it is the one that is due, or, when none is, a choice that somebody may make now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FortyTwo {
    pub(crate) last: Option<Event>,
    pub(crate) phase: Phase,
    pub(crate) players: PlayerTypes,
    pub(crate) deck: Deck,
    pub(crate) hands: Hands,
    pub(crate) bids: Bids,
    pub(crate) trump: Trump,
    pub(crate) turn: CurrentPlayer,
    pub(crate) trick: Trick,
    pub(crate) completed: CompletedTricks,
    pub(crate) trick_count: TrickCount,
    pub(crate) teams: Teams,
    pub(crate) last_hand: LastHand,
    pub(crate) consensus: Consensus,
    pub(crate) quickplay: Quickplay,
    pub(crate) promise: Promise,
}

/// What can be asked about the table. It shows everything; a seat gets its [`View`].
impl FortyTwo {
    /// What the table is doing.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// Who sits where.
    #[must_use]
    pub const fn players(&self) -> &PlayerTypes {
        &self.players
    }

    /// The chain of seeds, the dealer, and the house rules.
    #[must_use]
    pub const fn deck(&self) -> &Deck {
        &self.deck
    }

    /// What was promised about the deals.
    #[must_use]
    pub const fn promise(&self) -> &Promise {
        &self.promise
    }

    /// The luck of the next deal, where the deals follow from a promised secret: [`FairDice`] with the texts of the players
    /// in the order of their seats, the name of the game, and the number of the hand as the counter.
    #[must_use]
    pub fn luck(&self, secret: &ServerSeed) -> Option<FairDice> {
        self.promise.commitment()?;
        let hand = match self.phase {
            Phase::Waiting => 0,
            _ if self.awaits_deal() => u64::from(self.deck.hand()),
            Phase::Bidding | Phase::TrumpSelection | Phase::Playing | Phase::Scoring | Phase::GameOver => {
                u64::from(self.deck.hand()) + 1
            }
        };
        Some(FairDice::new(secret, &self.promise.client_seeds(), self.promise.game(), hand))
    }

    /// Whether the next event is a deal that only the holder of the promised secret can make.
    pub(crate) fn awaits_deal(&self) -> bool {
        let begun = matches!(self.last, Some(Event::GameStarted { .. } | Event::RedealInitiated { .. }));
        begun && self.deck.seed().is_none()
    }

    /// What the table agreed on.
    #[must_use]
    pub const fn house(&self) -> HouseRules {
        self.deck.house()
    }

    /// The tiles that each seat holds.
    #[must_use]
    pub const fn hands(&self) -> &Hands {
        &self.hands
    }

    /// The auction.
    #[must_use]
    pub const fn bids(&self) -> &Bids {
        &self.bids
    }

    /// What was named.
    #[must_use]
    pub const fn trump(&self) -> Trump {
        self.trump
    }

    /// Whose turn it is.
    #[must_use]
    pub const fn current_player(&self) -> Option<Seat> {
        self.turn.seat()
    }

    /// The trick on the table.
    #[must_use]
    pub const fn trick(&self) -> &Trick {
        &self.trick
    }

    /// The tricks of this hand.
    #[must_use]
    pub const fn completed_tricks(&self) -> &CompletedTricks {
        &self.completed
    }

    /// How many there are.
    #[must_use]
    pub const fn trick_count(&self) -> TrickCount {
        self.trick_count
    }

    /// Points and marks.
    #[must_use]
    pub const fn teams(&self) -> &Teams {
        &self.teams
    }

    /// Points and tricks of this hand until the next deal, also after they were scored.
    #[must_use]
    pub const fn last_hand(&self) -> &LastHand {
        &self.last_hand
    }

    /// Who has agreed to what.
    #[must_use]
    pub const fn consensus(&self) -> &Consensus {
        &self.consensus
    }

    /// The pace of AI seats.
    #[must_use]
    pub const fn quickplay(&self) -> Quickplay {
        self.quickplay
    }

    /// What this hand is played for, once trumps are named.
    #[must_use]
    pub fn contract(&self) -> Option<Contract> {
        let (bidder, bid) = self.bids.winner()?;
        Some(Contract { bidder, bid, declaration: self.trump.declaration()? })
    }

    /// Whether this seat plays in this hand; all do but the partner in nello.
    #[must_use]
    pub fn plays(&self, seat: Seat) -> bool {
        self.contract().is_none_or(|contract| contract.plays(seat))
    }

    /// The tiles that this seat may play now; none if it is not its turn.
    #[must_use]
    pub fn valid_tiles(&self, seat: Seat) -> TileSet {
        match self.trump.declaration() {
            Some(declaration) if self.phase == Phase::Playing && self.turn.seat() == Some(seat) => {
                declaration.legal(self.trick.lead(), self.hands.of_seat(seat))
            }
            _ => TileSet::EMPTY,
        }
    }

    /// Who won, once the game is over.
    #[must_use]
    pub fn winner(&self) -> Option<Team> {
        let target = self.house().target_marks.get();
        let leader = Team::ALL.into_iter().find(|team| self.teams.marks()[*team] >= target);
        leader.filter(|_| self.phase == Phase::GameOver)
    }

    /// Whether somebody chose what was dealt, so that the game says nothing about its players: with a seed where the deals were
    /// promised, or by having tiles dealt again.
    #[must_use]
    pub fn is_practice(&self) -> bool {
        let seeded = self.promise.commitment().is_some() && self.deck.first_seed().is_some();
        seeded || self.deck.was_redealt()
    }

    /// Whether nobody's tiles are secret: the game is over, or only one person plays, whose own table it is.
    /// Otherwise not even the past may be told whole: where there is a seed, that of one hand leads to the next.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.phase == Phase::GameOver || (self.phase != Phase::Waiting && self.players.people() <= 1)
    }
}

impl Game for FortyTwo {
    const NAME: &'static str = "fortytwo";

    type Command = Command;
    type Event = Event;
    type Refusal = Refusal;
    type View = View;

    fn decide(
        &self,
        seat: ledger::Seat,
        command: &Command,
        chance: &mut dyn Chance,
    ) -> Result<Vec<Event>, Refusal> {
        let player = Seat::try_from(seat).map_err(|_| Refusal::NoSeat { seat: seat.0 })?;
        let mut after = self.clone();
        // Nothing is due at a table that lives; a history may have been cut off inside a command.
        let mut events = after.settle(Some(&mut *chance));
        let chosen = after.choose(player, command, chance)?;
        chosen.iter().for_each(|event| after.apply(event));
        events.extend(chosen);
        events.extend(after.settle(Some(chance)));
        Ok(events)
    }

    fn admits(&self, event: &Event) -> bool {
        match (self.due(), event) {
            (Some(due), _) => due == *event,
            (None, Event::HandsDealt { hands }) => self.awaits_deal() && is_deal(hands),
            (None, _) => !self.awaits_deal() && self.may_be_chosen(event),
        }
    }

    fn due(&self) -> Option<Event> {
        self.consequence()
    }

    fn apply(&mut self, event: &Event) {
        self.phase.fold(event);
        self.players.fold(event);
        self.deck.fold(event);
        self.hands.fold(event);
        self.bids.fold(event);
        self.trump.fold(event);
        self.turn.fold(event);
        self.trick.fold(event);
        self.completed.fold(event);
        self.trick_count.fold(event);
        self.teams.fold(event);
        self.last_hand.fold(event);
        self.consensus.fold(event);
        self.quickplay.fold(event);
        self.promise.fold(event);
        self.last = Some(event.clone());
    }

    fn view(&self, viewer: Option<ledger::Seat>) -> View {
        self.seen_by(viewer.and_then(|seat| Seat::try_from(seat).ok()))
    }
}

impl FortyTwo {
    /// Lets happen what is due, and tells it. Tiles of a promised secret are dealt by its luck; without it they stay
    /// undealt.
    pub(crate) fn settle(&mut self, mut luck: Option<&mut dyn Chance>) -> Vec<Event> {
        let mut events = Vec::new();
        loop {
            let event = match (self.due(), &mut luck) {
                (Some(due), _) => due,
                (None, Some(luck)) if self.awaits_deal() => Event::HandsDealt { hands: deal_by(&mut **luck) },
                (None, _) => return events,
            };
            self.apply(&event);
            events.push(event);
        }
    }
}
