use chance::Chance;
use ledger::Game;

use crate::command::Command;
use crate::contract::{Contract, declarer, may_declare};
use crate::event::{ConsensusAction, Event, PlayerType};
use crate::house::HouseRules;
use crate::projections::{
    Bids, CompletedTricks, Consensus, CurrentPlayer, Deck, Hands, Phase, PlayerTypes, Projection as _,
    Quickplay, Teams, Trick, TrickCount, Trump,
};
use crate::refusal::Refusal;
use crate::seat::{BySeat, Seat, Team};
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
    pub(crate) consensus: Consensus,
    pub(crate) quickplay: Quickplay,
}

/// What can be asked about the table. All of it is for whoever may know everything; a seat gets its [`View`].
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

    /// The chain of seeds, the dealer, and the rules of the house.
    #[must_use]
    pub const fn deck(&self) -> &Deck {
        &self.deck
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
        let target = self.deck.house().target_marks.get();
        let leader = Team::ALL.into_iter().find(|team| self.teams.marks()[*team] >= target);
        leader.filter(|_| self.phase == Phase::GameOver)
    }

    /// Whether nobody's tiles are secret: the game is over, or only one person plays, whose own table it is.
    /// Otherwise not even the past may be told whole, because the seed of one hand leads to the next.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.phase == Phase::GameOver || (self.phase != Phase::Waiting && self.players.people() <= 1)
    }
}

/// What may be chosen.
impl FortyTwo {
    /// Lets happen what is due, and tells it.
    fn settle(&mut self) -> Vec<Event> {
        let mut events = Vec::new();
        while let Some(event) = self.due() {
            self.apply(&event);
            events.push(event);
        }
        events
    }

    fn choose(&self, seat: Seat, command: &Command, chance: &mut dyn Chance) -> Result<Vec<Event>, Refusal> {
        if let Some(player) = command.player().filter(|player| *player != seat) {
            return Err(Refusal::NotYourSeat { seat, player });
        }
        if let Command::StartGame { seed, player_types, dealer, house } = command {
            if self.phase != Phase::Waiting {
                return Err(Refusal::AlreadyStarted);
            }
            return Ok(vec![Event::GameStarted {
                seed: seed.unwrap_or_else(|| chance.next_word()),
                dealer: dealer.unwrap_or(Seat::ALL[3]),
                player_types: player_types.unwrap_or(ONE_AND_BOTS),
                house: *house,
            }]);
        }
        self.check_running()?;
        Ok(vec![match command {
            Command::StartGame { .. } => return Err(Refusal::AlreadyStarted),
            Command::PlaceBid { player, bid } => {
                self.check_bid(*player, *bid)?;
                Event::BidPlaced { player: *player, bid: *bid }
            }
            Command::Pass { player } => {
                self.check_pass(*player)?;
                Event::PlayerPassed { player: *player }
            }
            Command::SelectTrump { player, trump } => {
                self.check_trump(*player, *trump)?;
                Event::TrumpSelected { player: *player, trump: *trump }
            }
            Command::PlayDomino { player, domino } => {
                self.check_play(*player, *domino)?;
                Event::DominoPlayed { player: *player, domino: *domino }
            }
            Command::AgreeToAction { player, action } => {
                self.check_agreement(*player, *action)?;
                Event::PlayerAgreed { player: *player, action: *action }
            }
            Command::EnableQuickplay { speed } => {
                let enabled = Event::QuickplayEnabled {};
                let set = speed.map(|speed| Event::QuickplaySpeedSet { speed });
                return Ok([Some(enabled), set].into_iter().flatten().collect());
            }
            Command::DisableQuickplay {} => Event::QuickplayDisabled {},
            Command::RequestRedeal {} => {
                if self.players.is_ai(seat) {
                    return Err(Refusal::NotYourTable);
                }
                self.check_redeal()?
            }
            Command::Record { event } => {
                self.check_note(event)?;
                (**event).clone()
            }
        }])
    }

    fn check_running(&self) -> Result<(), Refusal> {
        match (self.phase, self.winner()) {
            (Phase::Waiting, _) => Err(Refusal::NotStarted),
            (_, Some(winner)) => Err(Refusal::GameOver { winner }),
            (_, None) => Ok(()),
        }
    }

    fn check_phase(&self, expected: Phase) -> Result<(), Refusal> {
        let actual = self.phase;
        if actual == expected { Ok(()) } else { Err(Refusal::WrongPhase { expected, actual }) }
    }

    fn check_turn(&self, phase: Phase, player: Seat) -> Result<(), Refusal> {
        self.check_phase(phase)?;
        let current = self.turn.seat();
        if current == Some(player) { Ok(()) } else { Err(Refusal::NotYourTurn { player, current }) }
    }

    fn check_bid(&self, player: Seat, bid: crate::Bid) -> Result<(), Refusal> {
        self.check_turn(Phase::Bidding, player)?;
        let auction = self.bids.auction().ok_or(Refusal::NotStarted)?;
        Ok(auction.check_bid(self.deck.house(), self.hands.of_seat(player).doubles(), bid)?)
    }

    fn check_pass(&self, player: Seat) -> Result<(), Refusal> {
        self.check_turn(Phase::Bidding, player)?;
        Ok(self.bids.auction().ok_or(Refusal::NotStarted)?.check_pass(self.deck.house())?)
    }

    fn check_trump(&self, player: Seat, declaration: crate::Declaration) -> Result<(), Refusal> {
        self.check_turn(Phase::TrumpSelection, player)?;
        let (_, bid) = self.bids.winner().ok_or(Refusal::NotStarted)?;
        if may_declare(self.deck.house(), bid, declaration) {
            return Ok(());
        }
        Err(Refusal::Declaration { declaration, bid })
    }

    fn check_play(&self, player: Seat, domino: crate::Tile) -> Result<(), Refusal> {
        self.check_phase(Phase::Playing)?;
        if !self.plays(player) {
            return Err(Refusal::SitsOut { player });
        }
        self.check_turn(Phase::Playing, player)?;
        let (hand, legal) = (self.hands.of_seat(player), self.valid_tiles(player));
        match (hand.contains(domino), legal.contains(domino)) {
            (false, _) => Err(Refusal::NotInHand { domino, hand }),
            (true, false) => Err(Refusal::NotLegal { domino, legal }),
            (true, true) => Ok(()),
        }
    }

    fn check_agreement(&self, player: Seat, action: ConsensusAction) -> Result<(), Refusal> {
        let agreed = self.consensus.agreed(action).ok_or(Refusal::NothingToAgree { action })?;
        if !self.plays(player) {
            return Err(Refusal::SitsOut { player });
        }
        if agreed[player] { Err(Refusal::AlreadyAgreed { player }) } else { Ok(()) }
    }

    fn check_redeal(&self) -> Result<Event, Refusal> {
        self.check_phase(Phase::Bidding)?;
        let redeal = self.deck.redeal().filter(|_| self.players.people() == 1);
        redeal.ok_or(Refusal::NotYourTable)
    }

    /// A note must be about something that can be: an AI seat, and a decision that it may take.
    fn check_note(&self, event: &Event) -> Result<(), Refusal> {
        const LONGEST_NAME: usize = 64;
        let ai = |player: &Seat| self.players.is_ai(*player);
        let holds = match event {
            Event::AiScheduled { player, .. } | Event::AiThinking { player } => ai(player),
            Event::AiDecided { player, action } => {
                ai(player) && action.player() == Some(*player) && self.allows(*player, action)
            }
            Event::EffectScheduled { effect, .. } => ai(&effect.player()),
            Event::AnimationStarted { animation, .. } | Event::AnimationCompleted { animation, .. } => {
                animation.len() <= LONGEST_NAME
            }
            Event::GameStarted { .. }
            | Event::HandsDealt { .. }
            | Event::RedealInitiated { .. }
            | Event::GameEnded { .. }
            | Event::BidPlaced { .. }
            | Event::PlayerPassed { .. }
            | Event::BiddingCompleted { .. }
            | Event::AllPlayersPassed { .. }
            | Event::TrumpSelected { .. }
            | Event::DominoPlayed { .. }
            | Event::TrickCompleted { .. }
            | Event::HandReadyForScoring { .. }
            | Event::HandScored { .. }
            | Event::MarksAwarded { .. }
            | Event::GameTargetReached { .. }
            | Event::ConsensusRequested { .. }
            | Event::PlayerAgreed { .. }
            | Event::ConsensusReached { .. }
            | Event::QuickplayEnabled {}
            | Event::QuickplayDisabled {}
            | Event::QuickplaySpeedSet { .. } => false,
        };
        if holds { Ok(()) } else { Err(Refusal::NotANote) }
    }

    /// Whether this seat may do one of the things that a [`View`] offers.
    fn allows(&self, seat: Seat, command: &Command) -> bool {
        command.player() == Some(seat) && self.moves(seat).contains(command)
    }

    /// Whether somebody may choose this now.
    fn may_be_chosen(&self, event: &Event) -> bool {
        if let Event::GameStarted { .. } = event {
            return self.phase == Phase::Waiting;
        }
        if self.check_running().is_err() {
            return false;
        }
        match event {
            Event::BidPlaced { player, bid } => self.check_bid(*player, *bid).is_ok(),
            Event::PlayerPassed { player } => self.check_pass(*player).is_ok(),
            Event::TrumpSelected { player, trump } => self.check_trump(*player, *trump).is_ok(),
            Event::DominoPlayed { player, domino } => self.check_play(*player, *domino).is_ok(),
            Event::PlayerAgreed { player, action } => self.check_agreement(*player, *action).is_ok(),
            Event::RedealInitiated { .. } => self.check_redeal().is_ok_and(|redeal| redeal == *event),
            Event::QuickplayEnabled {} | Event::QuickplayDisabled {} | Event::QuickplaySpeedSet { .. } => {
                true
            }
            Event::AiScheduled { .. }
            | Event::AiThinking { .. }
            | Event::AiDecided { .. }
            | Event::EffectScheduled { .. }
            | Event::AnimationStarted { .. }
            | Event::AnimationCompleted { .. } => self.check_note(event).is_ok(),
            Event::GameStarted { .. }
            | Event::HandsDealt { .. }
            | Event::GameEnded { .. }
            | Event::BiddingCompleted { .. }
            | Event::AllPlayersPassed { .. }
            | Event::TrickCompleted { .. }
            | Event::HandReadyForScoring { .. }
            | Event::HandScored { .. }
            | Event::MarksAwarded { .. }
            | Event::GameTargetReached { .. }
            | Event::ConsensusRequested { .. }
            | Event::ConsensusReached { .. } => false,
        }
    }

    /// What this seat may do in the game now, in the order of the rules: to pass and to bid, to name, to play, to agree.
    #[must_use]
    pub fn moves(&self, player: Seat) -> Vec<Command> {
        if self.due().is_some() {
            let mut settled = self.clone();
            settled.settle();
            return settled.moves(player);
        }
        let mut moves = Vec::new();
        if self.turn.seat() == Some(player) {
            let house = self.deck.house();
            match (self.phase, self.bids.auction(), self.bids.winner()) {
                (Phase::Bidding, Some(auction), _) => {
                    moves.extend(auction.check_pass(house).is_ok().then_some(Command::Pass { player }));
                    let bids = auction.legal_bids(house, self.hands.of_seat(player).doubles());
                    moves.extend(bids.into_iter().map(|bid| Command::PlaceBid { player, bid }));
                }
                (Phase::TrumpSelection, _, Some((bidder, bid))) if declarer(bidder, bid) == player => {
                    let legal = crate::Declaration::ALL.into_iter().filter(|d| may_declare(house, bid, *d));
                    moves.extend(legal.map(|trump| Command::SelectTrump { player, trump }));
                }
                _ => {}
            }
        }
        let tiles = self.valid_tiles(player).iter();
        moves.extend(tiles.map(|domino| Command::PlayDomino { player, domino }));
        if let Some(action) = self.consensus.pending()
            && self.check_agreement(player, action).is_ok()
        {
            moves.push(Command::AgreeToAction { player, action });
        }
        moves
    }
}

/// One person in seat 0 and three bots.
const ONE_AND_BOTS: BySeat<PlayerType> =
    BySeat([PlayerType::Human, PlayerType::Ai, PlayerType::Ai, PlayerType::Ai]);

impl Game for FortyTwo {
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
        let mut events = after.settle();
        let chosen = after.choose(player, command, chance)?;
        chosen.iter().for_each(|event| after.apply(event));
        events.extend(chosen);
        events.extend(after.settle());
        Ok(events)
    }

    fn admits(&self, event: &Event) -> bool {
        match self.due() {
            Some(due) => due == *event,
            None => self.may_be_chosen(event),
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
        self.consensus.fold(event);
        self.quickplay.fold(event);
        self.last = Some(event.clone());
    }

    fn view(&self, viewer: Option<ledger::Seat>) -> View {
        View::of(self, viewer.and_then(|seat| Seat::try_from(seat).ok()))
    }
}

/// The rules of the house, from outside the game.
impl FortyTwo {
    /// What the table agreed on.
    #[must_use]
    pub const fn house(&self) -> HouseRules {
        self.deck.house()
    }
}
