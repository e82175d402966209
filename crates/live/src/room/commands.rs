use std::sync::Arc;
use std::time::Instant;

use chance::{Chance, ServerSeed};
use ledger::{
    GameStatus, Log, PlayerId, Proposal, Proposed, Receipt, Scope, Seat, Sender, Source, Stamp, Stream,
    SubmitError,
};
use protocol::{ErrorCode, GameId, GameKind, RefusedCommand};
use serde_json::Value;
use store::{Append, StoreError, TableStatus, TableUpdate};
use uuid::Uuid;

use super::Room;
use super::closing::CLOSED;
use super::shares::check_length;
use crate::bus::NodeHint;
use crate::game::{Denied, LiveGame, Repetition};
use crate::listing::{Listing, NewTable};
use crate::node::Node;
use crate::request::{CommandAnswer, CommandInput, Reply, RoomCommand, RoomError};

/// Attempts before a busy game is given up.
const ATTEMPTS: usize = 20;

/// Refused commands of one game that are noted while it is in memory.
const MOST_AUDITS: u32 = 200;

/// Where a command comes from, and when its execution began.
#[derive(Clone, Copy, Debug)]
struct Origin {
    source: Source,
    trace: Option<Uuid>,
    started: Instant,
    /// Whether a player leaves by it, which is possible however long the game is.
    leaves: bool,
}

impl Origin {
    /// A command without a request.
    fn of(source: Source) -> Self {
        Self { source, trace: None, started: Instant::now(), leaves: false }
    }
}

/// How often the presence of the host of an open table is written to the lobby, in milliseconds.
const HOST_SHOWN_EVERY: u64 = 30_000;

/// How an attempt to carry a command out ended.
enum Attempt {
    /// Its events are durable.
    Done(Receipt),
    /// Another node appended first; the log now holds its events.
    Overtaken,
}

/// Why a command was not carried out.
enum Failure {
    /// By the rules.
    Refused(RoomError),
    /// The game is not at the expected version.
    Conflict { expected: u64, actual: u64 },
    /// For reasons outside the game.
    Other(RoomError),
}

impl<G: LiveGame> Room<G> {
    /// Carries out a command and answers its sender. Events that nobody waits for are rendered after that.
    pub(super) async fn answer_command(
        &mut self,
        player: PlayerId,
        mut request: RoomCommand,
        reply: Reply<CommandAnswer>,
    ) {
        self.note_seen(player);
        let (wants_events, ack) = (request.wants_events, request.ack.take());
        let answer = match self.command(player, request).await {
            Ok(Receipt { version, events, repeated }) => {
                if let Some(ack) = ack {
                    ack.send(version, repeated);
                }
                let events = if wants_events {
                    // The audience does not wait until the events are rendered and graded.
                    self.wake_audience();
                    self.events_at(events.start as u64..events.end as u64, self.seat(Some(player)))
                } else {
                    Vec::new()
                };
                Ok(CommandAnswer { version, repeated, events })
            }
            Err(error) => Err(error),
        };
        // The caller may have stopped waiting.
        let _ = reply.send(answer);
    }

    /// Carries out a command of a player; refusals and conflicts are counted, and refusals that matter are noted.
    async fn command(&mut self, player: PlayerId, request: RoomCommand) -> Result<Receipt, RoomError> {
        let (name, trace) = (request.command.name(), request.trace);
        let done = self.try_command(player, request).await;
        match &done {
            Err(RoomError::Refused { code, .. }) => {
                self.node.metrics.commands_refused.inc();
                self.audit(player, name, *code, trace).await;
            }
            Err(RoomError::Conflict { .. }) => {
                self.node.metrics.command_conflicts.inc();
            }
            Ok(_) | Err(_) => {}
        }
        done
    }

    async fn try_command(&mut self, player: PlayerId, request: RoomCommand) -> Result<Receipt, RoomError> {
        let RoomCommand { id, expected, command, trace, .. } = request;
        let command = parse::<G>(player, command)?;
        let leaves = G::is_leave(&command);
        let origin = Origin { source: Source::Client, trace, started: Instant::now(), leaves };
        for _ in 0..ATTEMPTS {
            if let Some(receipt) = self.log.receipt(Scope::Player(player), &id) {
                return Ok(receipt);
            }
            // A player who used up their share, or whose table was closed, may still leave.
            if !leaves {
                if self.closed {
                    return Err(Denied::forbidden(CLOSED).into());
                }
                self.shares.check(&self.log, player, &command)?;
            }
            let authorised = match self.log.state().authorise(player, &command, &self.context) {
                Ok(authorised) => authorised,
                Err(_) if self.was_behind().await? => continue,
                Err(denied) => return Err(denied.into()),
            };
            if authorised.takes_seat {
                let mut luck = self.context.entropy().chance();
                let decided = self.log.state().decide(authorised.seat, &authorised.command, &mut luck);
                if let Err(refusal) = decided {
                    let error = self.refused_by(&refusal, Some(player));
                    if self.was_behind().await? {
                        continue;
                    }
                    return Err(error);
                }
                self.record_seat(player).await?;
                self.learn_name(player).await;
            }
            let by = Sender::Player { player, seat: authorised.seat };
            match self.carry_out(by, &id, expected, &authorised.command, origin).await {
                Ok(Attempt::Done(receipt)) => {
                    if receipt.events.is_empty() && !receipt.repeated {
                        self.shares.count_empty_command(player);
                    }
                    return Ok(receipt);
                }
                Ok(Attempt::Overtaken) => {}
                Err(Failure::Conflict { expected, actual }) => {
                    // This node may be behind.
                    if actual < expected && self.was_behind().await? {
                        continue;
                    }
                    let state = Box::new(self.state(self.seat(Some(player)), actual));
                    return Err(RoomError::Conflict { expected, actual, state });
                }
                Err(Failure::Refused(_)) if self.was_behind().await? => {}
                Err(Failure::Refused(error) | Failure::Other(error)) => return Err(error),
            }
        }
        Err(RoomError::Busy)
    }

    /// Lets a player leave because the table is closed.
    pub(super) async fn leave_for_good(
        &mut self,
        player: PlayerId,
        leave: RoomCommand,
    ) -> Result<(), RoomError> {
        self.try_command(player, leave).await.map(drop)
    }

    /// Carries out a command of the table itself: a bot, or a clock.
    pub(super) async fn command_of_table(
        &mut self,
        seat: Seat,
        id: &str,
        command: &G::Command,
    ) -> Result<(), RoomError> {
        match self.carry_out(seat.into(), id, None, command, Origin::of(Source::Engine)).await {
            Ok(_) => Ok(()),
            Err(failure) => Err(failure.into()),
        }
    }

    /// Stores the first events of a game, before it is live.
    pub(crate) async fn create(
        secret: ServerSeed,
        node: Arc<Node>,
        services: Arc<G::Services>,
        kind: GameKind,
        id: GameId,
        host: PlayerId,
        options: G::Options,
    ) -> Result<NewTable, RoomError> {
        if let Some(first) = G::repeats(&options).cloned() {
            let first = Self::finished(&node, &kind, &first).await?;
            let Repetition { secret, commands } = G::repeat(options, &first, host)?;
            return Self::unread(secret, node, services, kind, id).set_up(host, &commands).await;
        }
        let mut room = Self::unread(secret, node, services, kind, id);
        // A rematch may have been opened by another node.
        room.catch_up().await?;
        let commands = G::opening(options, &room.id, host, &room.context)?;
        let commands: Vec<_> = commands.into_iter().map(|command| (Seat(0), command)).collect();
        room.set_up(host, &commands).await
    }

    /// Another game of this kind, as it is stored; an empty one if there is none.
    async fn finished(node: &Node, kind: &GameKind, game: &GameId) -> Result<Log<G>, RoomError> {
        let mut log = Log::default();
        if node.store().game(game).await?.is_some_and(|stored| stored.kind == *kind) {
            let read = log.extend(node.store().read(game, 0).await?, &G::upcaster());
            read.map_err(|error| StoreError::corrupt_log(game, &error))?;
        }
        Ok(log)
    }

    /// Carries out the first commands of a game. All are decided before the first is stored, so that nothing is stored of a game
    /// that cannot be opened as requested. A room that fails here must be dropped.
    async fn set_up(
        &mut self,
        host: PlayerId,
        commands: &[(Seat, G::Command)],
    ) -> Result<NewTable, RoomError> {
        let mut appends = Vec::with_capacity(commands.len());
        for (number, (seat, command)) in commands.iter().enumerate() {
            let (id, origin) = (format!("open-{number}"), Origin::of(Source::Server));
            let Proposed::New(mut proposal) = self.propose((*seat).into(), &id, None, command, origin)?
            else {
                return Err(RoomError::Busy);
            };
            appends.push(self.append_of(&mut proposal)?);
            self.log.accept(proposal).ok_or(RoomError::Busy)?;
        }
        // Both before the commitment is stored: without the secret the commitment could never be opened, and an erasure must
        // find every seat through its player.
        let secret = self.context.game_secret();
        let (kept, recorded) = tokio::join!(self.node.keep_secret(&self.id, secret), self.record_seat(host));
        recorded?;
        if kept? != *secret {
            return Err(RoomError::Busy);
        }
        let commands = appends.len() as u64;
        let stored = self.node.store().append_in_turn(appends).await;
        self.node.appended(stored.as_ref().err());
        match stored {
            Ok(receipts) if receipts.iter().any(|receipt| receipt.repeated) => Err(RoomError::Busy),
            Ok(_) => {
                self.node.metrics.commands.inc_by(commands);
                Ok(self.as_new())
            }
            Err(StoreError::Conflict { .. }) => Err(RoomError::Busy),
            Err(error) => Err(error.into()),
        }
    }

    /// Records a seat before the player sits down, so that an erasure finds every seat. The directory refuses a player who was
    /// erased, whether or not the hint has reached this node.
    async fn record_seat(&self, player: PlayerId) -> Result<(), RoomError> {
        let recorded = self.node.directory().record_seat(player, &self.id, self.node.now()).await;
        if let Err(error) = &recorded {
            // A full disk may show here first, before anything is appended.
            self.node.appended(Some(error));
        }
        if recorded? {
            return Ok(());
        }
        Err(Denied::forbidden("this player was erased").into())
    }

    /// The game as the lobby lists it first.
    pub(super) fn as_new(&self) -> NewTable {
        let (listing, taken) = (self.listing(), self.log.state().seats().len());
        let seats = u8::try_from(taken).unwrap_or(u8::MAX).saturating_add(listing.free_seats);
        NewTable { listing, version: self.log.version(), seats }
    }

    /// Lets the rules decide, stores the events, and only then applies and shows them.
    async fn carry_out(
        &mut self,
        by: Sender,
        id: &str,
        expected: Option<u64>,
        command: &G::Command,
        origin: Origin,
    ) -> Result<Attempt, Failure> {
        let mut proposal = match self.propose(by, id, expected, command, origin)? {
            Proposed::Repeated(receipt) => return Ok(Attempt::Done(receipt)),
            Proposed::New(proposal) => proposal,
        };
        match self.append(&mut proposal).await {
            Ok(false) => {
                self.node.metrics.commands.inc();
                let receipt = self.log.accept(proposal).ok_or(Failure::Other(RoomError::Busy))?;
                self.committed(origin.started);
                Ok(Attempt::Done(receipt))
            }
            // It was stored before, perhaps when the answer was lost, or by another node.
            Ok(true) => {
                self.catch_up().await.map_err(Failure::Other)?;
                // The node that stored it may not have published a hint.
                self.committed(origin.started);
                let version = self.log.version();
                let nothing = Receipt { version, events: 0..0, repeated: true };
                Ok(Attempt::Done(self.log.receipt(by.scope(), id).unwrap_or(nothing)))
            }
            Err(StoreError::Conflict { .. }) => {
                self.node.metrics.command_conflicts.inc();
                if self.catch_up().await.map_err(Failure::Other)? {
                    self.send_move();
                }
                Ok(Attempt::Overtaken)
            }
            Err(error) => Err(Failure::Other(error.into())),
        }
    }

    fn propose(
        &self,
        by: Sender,
        id: &str,
        expected: Option<u64>,
        command: &G::Command,
        origin: Origin,
    ) -> Result<Proposed<G::Event>, Failure> {
        // Leaving is exempt: at a table whose log is full nobody can sit down any more, so few can leave.
        if !origin.leaves {
            check_length(&self.log).map_err(|denied| Failure::Refused(denied.into()))?;
        }
        let stamp = Stamp { timestamp: self.now(), source: origin.source };
        let by_player = match by {
            Sender::Player { player, .. } => Some(player),
            Sender::Seat(_) => None,
        };
        let mut luck: Box<dyn Chance + '_> = match self.log.state().luck(&self.id, &self.context) {
            Some(luck) => luck,
            None => Box::new(self.context.entropy().chance()),
        };
        let proposed = self.log.propose(by, id, expected, command, &mut *luck, stamp);
        let mut proposed = proposed.map_err(|error| match error {
            SubmitError::Refused(refusal) => Failure::Refused(self.refused_by(&refusal, by_player)),
            SubmitError::Conflict { expected, actual } => Failure::Conflict { expected, actual },
            SubmitError::Storage(message) => Failure::Other(Denied::new(ErrorCode::Internal, message).into()),
        })?;
        if let (Proposed::New(proposal), Some(trace)) = (&mut proposed, origin.trace) {
            proposal.trace(trace);
        }
        Ok(proposed)
    }

    /// The time of a new event, in milliseconds since 1970. It never goes back within a game, whatever the clocks of the nodes
    /// say.
    pub(super) fn now(&self) -> u64 {
        let last = self.log.envelopes().last().map_or(0, |last| last.timestamp);
        self.node.now().max(last)
    }

    fn refused_by(&self, refusal: &G::Refusal, by: Option<PlayerId>) -> RoomError {
        let (code, details) = self.log.state().explain(refusal, by);
        RoomError::Refused { code, message: refusal.to_string(), details: details.map(Box::new) }
    }

    /// Notes an attempt to act for another player.
    async fn audit(&mut self, player: PlayerId, command: String, code: ErrorCode, trace: Option<Uuid>) {
        let matters = matches!(code, ErrorCode::NotYourTurn | ErrorCode::Forbidden);
        // Erasing a player finds the notes about them through their seats.
        if !matters || self.seat(Some(player)).is_none() || self.audits >= MOST_AUDITS {
            return;
        }
        self.audits += 1;
        // The number of notes per game is bounded, however often it is loaded.
        self.count_notes().await;
        let (version, timestamp) = (self.log.version(), self.now());
        let note = RefusedCommand::new(player, command, code, version, timestamp, trace);
        if let Ok(body) = serde_json::to_value(note) {
            self.note_if_there_is_room(Some(player), Stream::Telemetry, body);
        }
    }

    /// The append that stores a proposal.
    fn append_of(&self, proposal: &mut Proposal<G::Event>) -> Result<Append, StoreError> {
        let key = proposal.key().clone();
        let (expected, events) = (proposal.expected_version(), proposal.take_stored());
        Append::new(self.id.clone(), self.kind.clone(), expected, key, events)
    }

    /// Stores a proposal. Returns whether the command was stored before.
    async fn append(&self, proposal: &mut Proposal<G::Event>) -> Result<bool, StoreError> {
        let append = self.append_of(proposal)?;
        let started = std::time::Instant::now();
        let appended = self.node.store().append(append).await;
        self.node.appended(appended.as_ref().err());
        let receipt = appended?;
        self.node.metrics.append_ms.observe(started.elapsed().as_secs_f64() * 1e3);
        Ok(receipt.repeated)
    }

    /// The events are durable: publishes a hint for the other nodes, queues the state for the sockets here and updates the
    /// lobby. Sockets are woken when the room is done with the command, so that state and acknowledgement are one write.
    fn committed(&mut self, started: Instant) {
        // Bots sit down before the game begins, by a command of the host.
        if self.log.state().status() == GameStatus::Waiting {
            self.name_bots();
        }
        self.node.bus.publish(NodeHint::Moved { game: self.id.clone(), version: self.log.version() });
        self.queue_move();
        self.node.metrics.broadcast_ms.observe(started.elapsed().as_secs_f64() * 1e3);
        self.update_lobby();
    }

    /// Reads new events after a refusal. Returns whether there were any, so that the command must be decided again: otherwise a
    /// player could be refused because of an outdated state.
    async fn was_behind(&mut self) -> Result<bool, RoomError> {
        let behind = self.node.shared && self.catch_up().await?;
        if behind {
            self.send_move();
        }
        Ok(behind)
    }

    /// Reads what other nodes appended and shows it. If the store cannot be read, the state says that it comes from memory.
    pub(super) async fn follow(&mut self) {
        let read = self.catch_up().await;
        self.from_memory = read.is_err();
        if matches!(read, Ok(true)) {
            self.learn_new_names().await;
            self.send_move();
        }
    }

    /// Reads what other nodes appended. Returns whether there was something new.
    pub(super) async fn catch_up(&mut self) -> Result<bool, RoomError> {
        let read = self.node.store().read(&self.id, self.log.version()).await;
        if read.is_err() {
            self.node.metrics.store_errors.inc();
        }
        let events = read?;
        if events.is_empty() {
            return Ok(false);
        }
        let read = self.log.extend(events, &G::upcaster());
        read.map_err(|error| StoreError::corrupt_log(&self.id, &error))?;
        Ok(true)
    }

    /// The game as the lobby lists it.
    fn listing(&self) -> Listing {
        if self.closed {
            return Listing { status: TableStatus::Over, free_seats: 0 };
        }
        Listing::of(self.log.state())
    }

    /// Updates the lobby if the status has changed.
    pub(super) fn update_lobby(&mut self) {
        let listing = self.listing();
        // A finished game is listed at its last version, so that nobody has to ask its room for the status.
        if self.listed == Some(listing) && listing.status != TableStatus::Over {
            return;
        }
        let was_over = self.listed.is_none_or(|before| before.status == TableStatus::Over);
        if self.log.state().status() == GameStatus::Completed && !was_over {
            self.node.metrics.games_completed.inc();
        }
        let at = self.log.envelopes().last().map_or(0, |last| last.timestamp);
        self.update_listing(listing, at.max(self.host_shown));
    }

    /// Writes the presence of the host to the lobby from time to time: a table without its host is not listed for long.
    pub(super) fn show_host(&mut self) {
        let (now, listing) = (self.node.now(), self.listing());
        let waits = self.listed.is_some() && listing.status == TableStatus::Waiting;
        let here = self.log.state().host().is_some_and(|host| self.audience.has(host));
        if waits && here && self.is_public() && now >= self.host_shown + HOST_SHOWN_EVERY {
            self.host_shown = now;
            self.update_listing(listing, now);
        }
    }

    fn update_listing(&mut self, listing: Listing, updated_at: u64) {
        self.listed = Some(listing);
        let (node, id) = (Arc::clone(&self.node), self.id.clone());
        let Listing { status, free_seats } = listing;
        let update = TableUpdate { version: self.log.version(), status, free_seats, updated_at };
        // The lobby is an index: a late or lost update is corrected by the next one.
        tokio::spawn(async move {
            let _ = node.directory().update_table(&id, update).await;
        });
    }
}

/// Parses a command into the game's own type: once, before anything is tried.
fn parse<G: LiveGame>(player: PlayerId, command: CommandInput) -> Result<G::Command, RoomError> {
    match command {
        CommandInput::Json(command) => Ok(G::read_command(Value::Object(command))?),
        CommandInput::Message(message) => {
            G::command_of(&message).ok_or_else(|| Denied::no_message(&message).into())
        }
        CommandInput::Join { seat } => Ok(G::join(player, seat)),
        CommandInput::Leave => Ok(G::leave()),
        CommandInput::Begin => {
            G::begin().ok_or_else(|| Denied::forbidden("the host begins this game").into())
        }
    }
}

impl From<Failure> for RoomError {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Refused(error) | Failure::Other(error) => error,
            // Only players expect a version.
            Failure::Conflict { .. } => Self::Busy,
        }
    }
}
