use chance::{Chance, Hex};
use ledger::Game as _;

use crate::bid::Bid;
use crate::consensus_action::ConsensusAction;
use crate::contract::{declarer, may_declare};
use crate::declaration::Declaration;
use crate::event::{Command, Event, PlayerType};
use crate::game::FortyTwo;
use crate::projections::Phase;
use crate::refusal::Refusal;
use crate::seat::{BySeat, Seat};
use crate::tile::Tile;

/// The longest text that a player adds to the deals, and the longest name of a game, in characters.
const LONGEST_TEXT: usize = 64;
/// Texts that may be given at one table, replaced ones included.
const MOST_TEXTS: u32 = 32;

/// One person in seat 0 and three bots.
const ONE_AND_BOTS: BySeat<PlayerType> =
    BySeat([PlayerType::Human, PlayerType::Ai, PlayerType::Ai, PlayerType::Ai]);

/// What may be chosen, by whom, and when. Commands and events from outside are judged by the same checks.
impl FortyTwo {
    /// The events of a choice; what the rules make of them is not among them.
    pub(crate) fn choose(
        &self,
        seat: Seat,
        command: &Command,
        chance: &mut dyn Chance,
    ) -> Result<Vec<Event>, Refusal> {
        if let Some(player) = command.player().filter(|player| *player != seat) {
            return Err(Refusal::NotYourSeat { seat, player });
        }
        let around = matches!(
            command,
            Command::StartGame { .. } | Command::Commit { .. } | Command::Mix { .. } | Command::Reveal { .. }
        );
        if !around {
            self.check_running()?;
        }
        Ok(vec![match command {
            Command::Commit { game_id, commitment } => {
                self.check_commitment(game_id)?;
                Event::SeedCommitted { game_id: game_id.clone(), commitment: *commitment }
            }
            Command::Mix { player, client_seed } => {
                self.check_mix(client_seed)?;
                Event::SeedMixed { player: *player, client_seed: client_seed.clone() }
            }
            Command::Reveal { server_seed } => {
                self.check_reveal(*server_seed)?;
                Event::SeedRevealed { server_seed: *server_seed }
            }
            Command::StartGame { .. } if self.phase != Phase::Waiting => return Err(Refusal::AlreadyStarted),
            Command::StartGame { seed, player_types, dealer, house } => Event::GameStarted {
                seed: seed.or_else(|| self.promise.commitment().is_none().then(|| chance.next_word())),
                dealer: dealer.unwrap_or(Seat::ALL[3]),
                player_types: player_types.unwrap_or(ONE_AND_BOTS),
                house: *house,
            },
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
                // Nothing happens where it is so already.
                let enabled = (!self.quickplay.enabled).then_some(Event::QuickplayEnabled {});
                let set = speed.filter(|speed| *speed != self.quickplay.speed);
                let set = set.map(|speed| Event::QuickplaySpeedSet { speed });
                return Ok(enabled.into_iter().chain(set).collect());
            }
            Command::DisableQuickplay {} if !self.quickplay.enabled => return Ok(Vec::new()),
            Command::DisableQuickplay {} => Event::QuickplayDisabled {},
            Command::RequestRedeal {} => {
                if self.players.is_ai(seat) {
                    return Err(Refusal::NotYourTable);
                }
                self.check_redeal()?
            }
            Command::Record { event } => {
                // What a bot may do depends on its tiles, so only its own seat gets an answer.
                if let Some(player) = event.note_of().filter(|player| *player != seat) {
                    return Err(Refusal::NotYourSeat { seat, player });
                }
                self.check_note(event)?;
                (**event).clone()
            }
        }])
    }

    fn check_commitment(&self, game_id: &str) -> Result<(), Refusal> {
        if self.phase != Phase::Waiting {
            return Err(Refusal::AlreadyStarted);
        }
        let named = (1..=LONGEST_TEXT).contains(&game_id.chars().count());
        match (self.promise.commitment(), named) {
            (Some(_), _) => Err(Refusal::AlreadyPromised),
            (None, false) => Err(Refusal::Text { field: "gameId" }),
            (None, true) => Ok(()),
        }
    }

    fn check_mix(&self, client_seed: &str) -> Result<(), Refusal> {
        if self.phase != Phase::Waiting {
            return Err(Refusal::AlreadyStarted);
        }
        if self.promise.commitment().is_none() {
            return Err(Refusal::NothingPromised);
        }
        let length = client_seed.chars().count();
        if !(1..=LONGEST_TEXT).contains(&length) || client_seed.chars().any(char::is_control) {
            return Err(Refusal::Text { field: "clientSeed" });
        }
        if self.promise.given() >= MOST_TEXTS { Err(Refusal::TooManyTexts) } else { Ok(()) }
    }

    fn check_reveal(&self, secret: Hex) -> Result<(), Refusal> {
        if self.promise.commitment().is_none() || self.deck.seed().is_some() {
            return Err(Refusal::NothingPromised);
        }
        if self.phase != Phase::GameOver {
            return Err(Refusal::NotOver);
        }
        if self.promise.revealed().is_some() {
            return Err(Refusal::AlreadyPromised);
        }
        if self.promise.is_kept_by(secret) { Ok(()) } else { Err(Refusal::BrokenPromise) }
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

    fn check_bid(&self, player: Seat, bid: Bid) -> Result<(), Refusal> {
        self.check_turn(Phase::Bidding, player)?;
        let auction = self.bids.auction().ok_or(Refusal::NotStarted)?;
        Ok(auction.check_bid(self.house(), self.hands.of_seat(player).doubles(), bid)?)
    }

    fn check_pass(&self, player: Seat) -> Result<(), Refusal> {
        self.check_turn(Phase::Bidding, player)?;
        Ok(self.bids.auction().ok_or(Refusal::NotStarted)?.check_pass(self.house())?)
    }

    fn check_trump(&self, player: Seat, declaration: Declaration) -> Result<(), Refusal> {
        self.check_turn(Phase::TrumpSelection, player)?;
        let (_, bid) = self.bids.winner().ok_or(Refusal::NotStarted)?;
        if may_declare(self.house(), bid, declaration) {
            return Ok(());
        }
        Err(Refusal::Declaration { declaration, bid })
    }

    fn check_play(&self, player: Seat, domino: Tile) -> Result<(), Refusal> {
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
    #[expect(clippy::wildcard_enum_match_arm, reason = "whatever is no note is none, now and later")]
    fn check_note(&self, event: &Event) -> Result<(), Refusal> {
        const LONGEST_NAME: usize = 64;
        let ai = |player: &Seat| self.players.is_ai(*player);
        let holds = match event {
            Event::AiScheduled { player, .. } | Event::AiThinking { player } => ai(player),
            Event::AiDecided { player, action } => ai(player) && self.moves(*player).contains(action),
            Event::EffectScheduled { effect, .. } => ai(&effect.player()),
            Event::AnimationStarted { animation, .. } | Event::AnimationCompleted { animation, .. } => {
                animation.len() <= LONGEST_NAME
            }
            _ => false,
        };
        if holds { Ok(()) } else { Err(Refusal::NotANote) }
    }

    /// Whether somebody may choose this now.
    pub(crate) fn may_be_chosen(&self, event: &Event) -> bool {
        #[expect(clippy::wildcard_enum_match_arm, reason = "the others are choices of a running game, below")]
        match event {
            Event::GameStarted { seed, .. } => {
                let dealt = seed.is_some() || self.promise.commitment().is_some();
                return dealt && self.phase == Phase::Waiting;
            }
            Event::SeedCommitted { game_id, .. } => return self.check_commitment(game_id).is_ok(),
            Event::SeedMixed { client_seed, .. } => return self.check_mix(client_seed).is_ok(),
            Event::SeedRevealed { server_seed } => return self.check_reveal(*server_seed).is_ok(),
            _ => {}
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
            Event::SeedCommitted { .. }
            | Event::SeedMixed { .. }
            | Event::SeedRevealed { .. }
            | Event::GameStarted { .. }
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
        if self.awaits_deal() {
            return Vec::new();
        }
        if self.due().is_some() {
            let mut settled = self.clone();
            settled.settle(None);
            return settled.moves(player);
        }
        let mut moves = Vec::new();
        if self.turn.seat() == Some(player) {
            let house = self.house();
            match (self.phase, self.bids.auction(), self.bids.winner()) {
                (Phase::Bidding, Some(auction), _) => {
                    moves.extend(auction.check_pass(house).is_ok().then_some(Command::Pass { player }));
                    let bids = auction.legal_bids(house, self.hands.of_seat(player).doubles());
                    moves.extend(bids.into_iter().map(|bid| Command::PlaceBid { player, bid }));
                }
                (Phase::TrumpSelection, _, Some((bidder, bid))) if declarer(bidder, bid) == player => {
                    let legal = Declaration::ALL.into_iter().filter(|d| may_declare(house, bid, *d));
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
