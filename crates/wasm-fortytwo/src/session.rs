use chance::{Chance, ServerSeed};
use fortytwo::effects::{Effect, resumed};
use fortytwo::{
    BySeat, Command, Comparison, Event, FortyTwo, HandData, HandRecord, Phase, PlayerType, Refusal, Seat,
    Sight, SightData, Skill, TableResult, TileSet, View,
    share::{self, LinkNotes},
};
use ledger::{Game as _, Log, Source, Stamp, SubmitError, link};
use wasm_edge::Fault;

use crate::answer::{CheckedDeals, Due, DueKind, HistoryEntry, PlayedEvent, Receipt};
use crate::request::NewGame;

/// One game on this device: its log, and how well its bots play.
#[derive(Clone, Debug)]
pub struct Session {
    log: Log<FortyTwo>,
    skill: Skill,
    notes: LinkNotes,
}

impl Session {
    /// Sets up the table and deals.
    ///
    /// # Errors
    ///
    /// Never in practice: a fresh table can be started.
    pub fn create(request: &NewGame, now: u64, device: &mut dyn Chance) -> Result<Self, Fault> {
        let mut session = Self::new(Log::default(), request.skill);
        let start = Command::StartGame {
            seed: request.seed,
            player_types: None,
            dealer: request.dealer,
            house: request.house,
        };
        session.submit(0, "start", &start, now, device)?;
        Ok(session)
    }

    /// The game that a link holds: a URL, a query or fragment, or the bare value of `g`.
    ///
    /// # Errors
    ///
    /// A `LinkError` if the link is cut off, damaged or foreign, or holds what cannot have happened.
    pub fn from_link(text: &str, now: u64) -> Result<Self, Fault> {
        let bad = |message: String| Fault::new("LinkError", message).with("code", "ERR_INVALID_LINK");
        let parameters = link::parameters(text.trim_start_matches(['#', '?']));
        let skill = share::linked_skill(&parameters).map_err(|error| bad(error.to_string()))?;
        let notes = LinkNotes::read(&parameters).map_err(|error| bad(error.to_string()))?;
        let log = share::from_link(&parameters, stamp(now)).map_err(|error| bad(error.to_string()))?;
        if notes.secret.is_some_and(|secret| !log.state().promise().is_kept_by(secret)) {
            return Err(bad("secret: it is not the one that this game promised".to_owned()));
        }
        Ok(Self { log, skill, notes })
    }

    /// The game that a log holds, every id and seal checked, with how well the bots play.
    ///
    /// # Errors
    ///
    /// A `LogError` that says which event does not hold, and why.
    pub fn from_log(json: &str) -> Result<Self, Fault> {
        let (log, skill) = share::from_saved(json).map_err(|error| log_error(&error.to_string()))?;
        Ok(Self::new(log, skill))
    }

    /// The game as it stood after `version` events, to be played on from there with the same deals to come.
    ///
    /// # Errors
    ///
    /// A `LogError` if the events cannot be written down again, which no log of ours is.
    pub fn fork(&self, version: u64, now: u64) -> Result<Self, Fault> {
        let count = usize::try_from(version).unwrap_or(usize::MAX);
        let events = self.log.events().take(count).cloned();
        let log =
            Log::from_events(events, "fork", stamp(now)).map_err(|error| log_error(&error.to_string()))?;
        Ok(Self { log, skill: self.skill, notes: self.notes.clone() })
    }

    /// The same deals again, as in duplicate, beside what came of them here: a new game with the person in the same seat, or
    /// one seat further, so that each team has the tiles that the other one had.
    ///
    /// The deals of a finished live game follow from its secret again.
    ///
    /// # Errors
    ///
    /// A `LogError` while the secret of a live game is not shown.
    #[expect(clippy::wildcard_enum_match_arm, reason = "what follows the start is not of the setting up")]
    pub fn duplicate(&self, other_side: bool, now: u64, device: &mut dyn Chance) -> Result<Self, Fault> {
        let promise = self.log.state().promise();
        let secret = promise.revealed();
        if promise.commitment().is_some() && secret.is_none() {
            return Err(log_error("the deals follow from a secret that is not shown yet"));
        }
        let played = Some(TableResult::of_game(self.log.events(), self.person()));
        let notes = LinkNotes { played, secret, seat: None };
        let mut session = Self { log: Log::default(), skill: self.skill, notes };
        let seat = if other_side { self.person().left() } else { self.person() };
        let mut player_types = BySeat(Seat::ALL.map(|_| PlayerType::Ai));
        player_types[seat] = PlayerType::Human;
        for (place, event) in self.log.events().enumerate() {
            let command = match event {
                Event::SeedCommitted { game_id, commitment } => {
                    Command::Commit { game_id: game_id.clone(), commitment: *commitment }
                }
                Event::SeedMixed { player, client_seed } => {
                    Command::Mix { player: *player, client_seed: client_seed.clone() }
                }
                Event::GameStarted { seed, dealer, house, .. } => {
                    let (seed, dealer) = (*seed, Some(*dealer));
                    Command::StartGame { seed, player_types: Some(player_types), dealer, house: *house }
                }
                // The table was set up.
                _ => break,
            };
            let seat = command.player().unwrap_or(Seat::ALL[0]).into();
            session.submit(seat, &format!("start-{place}"), &command, now, device)?;
        }
        Ok(session)
    }

    fn new(log: Log<FortyTwo>, skill: Skill) -> Self {
        Self { log, skill, notes: LinkNotes::default() }
    }

    /// The seat of the person at this device: the one that the link names, else the first in which a person sits.
    #[must_use]
    pub fn person(&self) -> Seat {
        if let Some(seat) = self.notes.seat {
            return seat;
        }
        let types = self.log.state().players().by_seat();
        let person = Seat::ALL.into_iter().find(|seat| types[*seat] == PlayerType::Human);
        person.unwrap_or(Seat::ALL[0])
    }

    /// This table beside the one where its deals were played first, if they were.
    #[must_use]
    pub fn comparison(&self) -> Option<Comparison> {
        let here = TableResult::of_game(self.log.events(), self.person());
        self.notes.played.as_ref().map(|first| Comparison::new(first, &here))
    }

    /// Carries out a command of a seat, at most once for each seat and command id.
    ///
    /// # Errors
    ///
    /// A `Refusal` with its code and field if the rules do not allow it.
    pub fn submit(
        &mut self,
        seat: u8,
        command_id: &str,
        command: &Command,
        now: u64,
        device: &mut dyn Chance,
    ) -> Result<Receipt, Fault> {
        let secret = self.notes.secret.map(|secret| ServerSeed::from_bytes(secret.0));
        let mut dealt = secret.and_then(|secret| self.log.state().luck(&secret));
        let luck: &mut dyn Chance = match &mut dealt {
            Some(dealt) => dealt,
            None => &mut *device,
        };
        let submitted = self.log.submit(ledger::Seat(seat), command_id, None, command, luck, stamp(now));
        let repeated = submitted.map_err(refused)?.repeated;
        if let Some(server_seed) = self.notes.secret.filter(|_| self.is_over()) {
            let shown = Command::Reveal { server_seed };
            let seat = ledger::Seat(seat);
            self.log.submit(seat, "reveal", None, &shown, device, stamp(now)).map_err(refused)?;
            // The game says it now.
            self.notes.secret = None;
        }
        Ok(Receipt { version: self.version(), repeated })
    }

    /// How many events there are.
    #[must_use]
    pub fn version(&self) -> u64 {
        self.log.version()
    }

    /// How well the bots play.
    #[must_use]
    pub const fn skill(&self) -> Skill {
        self.skill
    }

    /// What a seat sees, or a spectator; after `at` events, or all of them.
    #[must_use]
    pub fn view(&self, seat: Option<u8>, at: Option<u64>) -> View {
        let seat = seat.map(ledger::Seat);
        match at.filter(|&at| at < self.version()) {
            Some(at) => self.log.state_at(at).view(seat),
            None => self.log.state().view(seat),
        }
    }

    /// What everybody holds after `at` events, or all of them: for looking back at one's own table of bots.
    #[must_use]
    pub fn hands(&self, at: Option<u64>) -> BySeat<TileSet> {
        match at.filter(|&at| at < self.version()) {
            Some(at) => self.log.state_at(at).hands().by_seat(),
            None => self.log.state().hands().by_seat(),
        }
    }

    /// What the bots will do by themselves, and when. Nothing else is waited for but people.
    #[must_use]
    pub fn due(&self) -> Vec<Due> {
        let due = resumed(self.log.state()).into_iter().map(|scheduled| Due {
            seat: scheduled.effect.player(),
            kind: match scheduled.effect {
                Effect::AiTurn { .. } => DueKind::Turn,
                Effect::AiAgree { .. } => DueKind::Agree,
            },
            delay: scheduled.execute_at,
        });
        due.collect()
    }

    /// What a seat knows of the hand being played, after `at` events or all of them.
    ///
    /// # Errors
    ///
    /// An `InputError` between hands.
    pub fn sight(&self, seat: u8, at: Option<u64>) -> Result<SightData, Fault> {
        let sight = Sight::try_from(&self.view(Some(seat), at)).map_err(|error| Fault::from(&error))?;
        Ok(SightData::from(&sight))
    }

    /// Every event after the first `since` as kind and payload.
    ///
    /// # Errors
    ///
    /// A `LogError` if an event cannot be written as JSON, which no event of ours is.
    pub fn events(&self, since: usize) -> Result<Vec<PlayedEvent>, Fault> {
        let events = self.log.events().skip(since).map(PlayedEvent::whole);
        events.collect::<Result<_, _>>().map_err(|error| log_error(&error.to_string()))
    }

    /// Every event with the hand and the trick it belongs to.
    #[must_use]
    pub fn history(&self) -> Vec<HistoryEntry> {
        let mut game = FortyTwo::default();
        let mut entries = Vec::new();
        for (event, version) in self.log.events().zip(1..) {
            game.apply(event);
            entries.push(HistoryEntry {
                version,
                kind: kind_of(event),
                seat: chooser(event),
                hand: game.deck().hand(),
                trick: game.trick_count().get(),
                rests: game.due().is_none(),
            });
        }
        entries
    }

    /// The whole game as the parameters of a link, with how well the bots play where that is not strong, and what came of the
    /// same deals at the first table.
    ///
    /// # Errors
    ///
    /// A `LogError` while several people play; this table has one.
    pub fn link(&self) -> Result<String, Fault> {
        share::query(&self.log, self.skill, &self.notes).map_err(|error| log_error(&error.to_string()))
    }

    /// The log as JSON that names its game, with how well the bots play where that is not strong.
    ///
    /// # Errors
    ///
    /// As [`Self::events`].
    pub fn log(&self) -> Result<String, Fault> {
        share::saved(&self.log, self.skill).map_err(|error| log_error(&error.to_string()))
    }

    /// The hands that were played to their decision, by number, the first being 0.
    #[must_use]
    pub fn records(&self) -> Vec<(u32, HandRecord)> {
        HandRecord::of_game(self.log.events())
    }

    /// A finished hand, as it is handed on; `None` for one that is not finished.
    #[must_use]
    pub fn record(&self, hand: u32) -> Option<HandData> {
        let (number, record) = self.records().into_iter().find(|(number, _)| *number == hand)?;
        Some(HandData::new(number, &record))
    }

    /// Deals every hand again, from the secret that was promised or from the seed.
    #[must_use]
    pub fn check_deals(&self) -> CheckedDeals {
        CheckedDeals::of(self.log.events())
    }

    /// Whether the game is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.log.state().phase() == Phase::GameOver
    }
}

/// The name of an event on the wire.
fn kind_of(event: &Event) -> &'static str {
    match event {
        Event::SeedCommitted { .. } => "SEED_COMMITTED",
        Event::SeedMixed { .. } => "SEED_MIXED",
        Event::SeedRevealed { .. } => "SEED_REVEALED",
        Event::GameStarted { .. } => "GAME_STARTED",
        Event::HandsDealt { .. } => "HANDS_DEALT",
        Event::RedealInitiated { .. } => "REDEAL_INITIATED",
        Event::GameEnded { .. } => "GAME_ENDED",
        Event::BidPlaced { .. } => "BID_PLACED",
        Event::PlayerPassed { .. } => "PLAYER_PASSED",
        Event::BiddingCompleted { .. } => "BIDDING_COMPLETED",
        Event::AllPlayersPassed { .. } => "ALL_PLAYERS_PASSED",
        Event::TrumpSelected { .. } => "TRUMP_SELECTED",
        Event::DominoPlayed { .. } => "DOMINO_PLAYED",
        Event::TrickCompleted { .. } => "TRICK_COMPLETED",
        Event::HandReadyForScoring { .. } => "HAND_READY_FOR_SCORING",
        Event::HandScored { .. } => "HAND_SCORED",
        Event::MarksAwarded { .. } => "MARKS_AWARDED",
        Event::GameTargetReached { .. } => "GAME_TARGET_REACHED",
        Event::ConsensusRequested { .. } => "CONSENSUS_REQUESTED",
        Event::PlayerAgreed { .. } => "PLAYER_AGREED",
        Event::ConsensusReached { .. } => "CONSENSUS_REACHED",
        Event::AiScheduled { .. } => "AI_SCHEDULED",
        Event::AiThinking { .. } => "AI_THINKING",
        Event::AiDecided { .. } => "AI_DECIDED",
        Event::QuickplayEnabled {} => "QUICKPLAY_ENABLED",
        Event::QuickplayDisabled {} => "QUICKPLAY_DISABLED",
        Event::QuickplaySpeedSet { .. } => "QUICKPLAY_SPEED_SET",
        Event::EffectScheduled { .. } => "EFFECT_SCHEDULED",
        Event::AnimationStarted { .. } => "ANIMATION_STARTED",
        Event::AnimationCompleted { .. } => "ANIMATION_COMPLETED",
    }
}

/// Whose choice an event was, if somebody chose it.
#[expect(clippy::wildcard_enum_match_arm, reason = "everything else is no choice of a seat")]
const fn chooser(event: &Event) -> Option<Seat> {
    match event {
        Event::BidPlaced { player, .. }
        | Event::PlayerPassed { player }
        | Event::TrumpSelected { player, .. }
        | Event::DominoPlayed { player, .. }
        | Event::PlayerAgreed { player, .. } => Some(*player),
        _ => None,
    }
}

const fn stamp(now: u64) -> Stamp {
    Stamp { timestamp: now, source: Source::Client }
}

fn log_error(message: &str) -> Fault {
    Fault::new("LogError", message).with("code", "ERR_INVALID_LOG")
}

fn refused(error: SubmitError<Refusal>) -> Fault {
    match error {
        SubmitError::Refused(refusal) => Fault::refusal(&refusal, refusal.code(), refusal.field()),
        SubmitError::Conflict { .. } => Fault::refusal(&error, "ERR_CONFLICT", None),
        SubmitError::Storage(message) => log_error(&message),
    }
}
