//! The task of one live game: it alone touches the log, so that everything that happens to a game happens in a row.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use chance::Chance;
use dicee::{GameStatus, PlayerId};
use ledger::{Clock, Log, Proposal, Proposed, Receipt, Scope, Seat, Sender, Source, Stream, SubmitError};
use protocol::ErrorContext;
use serde_json::{Map, Value, json};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio::time::Instant;

use super::hosted::{Asked, Denied, Hosted, NoteCounts, Pending, Thought};
use super::house::{House, OsChance};
use super::watch::{Outbox, Presence, WatchId, Watcher, chat_line, may_chat};
use crate::bus::Hint;
use crate::clock::{iso8601, now};
use crate::error::WrongField;
use crate::metrics::observe_since;
use store::{Append, GameId, StoreError, TableEntry, TableStatus};

/// How often a command is judged anew because somebody else was faster.
const ATTEMPTS: usize = 20;
/// When the store failed under something that happens by itself, it is tried again after this.
const RETRY: Duration = Duration::from_secs(1);

/// A bot at work, on a thread for that.
struct Thinking<C> {
    /// The version it looks at.
    version: u64,
    seat: Seat,
    name: &'static str,
    work: JoinHandle<Option<C>>,
}

/// Waits for the bot that thinks, if there is one.
async fn thought_of<C>(thinking: &mut Option<Thinking<C>>) -> (Thinking<C>, Option<C>) {
    let Some(under_way) = thinking else { return std::future::pending().await };
    // One that panicked has nothing to say.
    let command = (&mut under_way.work).await.ok().flatten();
    match thinking.take() {
        Some(thinking) => (thinking, command),
        None => std::future::pending().await,
    }
}

/// What a room is asked.
#[derive(Debug)]
pub(crate) enum Order {
    Command {
        player: PlayerId,
        request: CommandRequest,
        reply: Reply<CommandAnswer>,
    },
    /// The state as a viewer may know it, with the events from `since` on.
    Look {
        viewer: Option<PlayerId>,
        since: u64,
        reply: Reply<Value>,
    },
    /// The history as it is stored.
    Log {
        reply: Reply<String>,
    },
    Report {
        viewer: Option<PlayerId>,
        reply: Reply<Value>,
    },
    Watch {
        viewer: Option<PlayerId>,
        since: u64,
        outbox: Outbox,
        reply: Reply<WatchId>,
    },
    Leave(WatchId),
    Say {
        from: WatchId,
        text: String,
    },
    Mute {
        by: WatchId,
        player: PlayerId,
        muted: bool,
    },
    /// Somebody wants to know something about the position, or looks at a box.
    Remark {
        to: WatchId,
        asked: Asked,
    },
    /// What another node says.
    Heard(Hint),
    /// The house closes.
    Stop,
}

pub(crate) type Reply<T> = oneshot::Sender<Result<T, Trouble>>;

/// A command as it arrives.
#[derive(Clone, Debug)]
pub(crate) struct CommandRequest {
    pub(crate) id: String,
    pub(crate) expected: Option<u64>,
    pub(crate) command: Value,
    /// Whether its events are wanted in the answer. Whoever watches is told anyway, and telling means going through all
    /// that happened before.
    pub(crate) wants_events: bool,
}

/// What a command brought about.
#[derive(Debug)]
pub(crate) struct CommandAnswer {
    pub(crate) version: u64,
    pub(crate) repeated: bool,
    /// Its events, as the sender may know them.
    pub(crate) events: Vec<Value>,
}

/// Why a room did not do what it was asked.
#[derive(Clone, Debug)]
pub(crate) enum Trouble {
    /// There is no such game.
    NotFound,
    /// The message is not a command.
    Field(WrongField),
    /// The rules, or the rights of the player, do not allow it.
    Refused { code: &'static str, message: String, details: Option<Box<ErrorContext>> },
    /// The game has moved on; here is how it stands.
    Conflict { expected: u64, actual: u64, state: Box<Value> },
    /// The store is in trouble. What was asked may be asked again.
    Store(Box<StoreError>),
    /// Too much is waiting to be done.
    Busy,
}

impl Order {
    /// Answers whoever waits that it cannot be done.
    pub(crate) fn refuse(self, trouble: Trouble) {
        // Whoever does not wait any more needs no answer.
        match self {
            Self::Command { reply, .. } => drop(reply.send(Err(trouble))),
            Self::Look { reply, .. } | Self::Report { reply, .. } => drop(reply.send(Err(trouble))),
            Self::Log { reply } => drop(reply.send(Err(trouble))),
            Self::Watch { reply, .. } => drop(reply.send(Err(trouble))),
            Self::Leave(_)
            | Self::Say { .. }
            | Self::Mute { .. }
            | Self::Remark { .. }
            | Self::Heard(_)
            | Self::Stop => {}
        }
    }
}

impl From<Denied> for Trouble {
    fn from(denied: Denied) -> Self {
        Self::Refused { code: denied.code, message: denied.message, details: None }
    }
}

impl From<StoreError> for Trouble {
    fn from(error: StoreError) -> Self {
        Self::Store(Box::new(error))
    }
}

/// A live game.
pub(crate) struct Room<G: Hosted> {
    house: Arc<House>,
    id: GameId,
    /// Invariant: everything in it is in the store.
    log: Log<G>,
    teller: G::Teller,
    entry: Option<TableEntry>,
    names: HashMap<PlayerId, String>,
    watchers: BTreeMap<WatchId, Watcher>,
    next_watcher: WatchId,
    presence: Presence,
    pending: Vec<Pending<G::Command>>,
    /// A bot that thinks.
    thinking: Option<Thinking<G::Command>>,
    /// Nothing happens by itself before this: the store has failed.
    not_before: Option<Instant>,
    /// How many notes there are, once somebody asked.
    notes: Option<NoteCounts>,
    /// How often somebody looked at a box since the last event.
    hovers: u32,
    /// When each player's whole burst of chat is there again.
    chat: HashMap<PlayerId, Instant>,
    /// What the lobby was last told.
    shown: Option<(TableStatus, u8)>,
}

impl<G: Hosted> Room<G> {
    /// Reads a game from the store.
    pub(crate) async fn open(house: Arc<House>, id: GameId) -> Result<Self, Trouble> {
        let mut room = Self {
            id,
            log: Log::default(),
            teller: G::Teller::default(),
            entry: None,
            names: HashMap::new(),
            watchers: BTreeMap::new(),
            next_watcher: 0,
            presence: Presence::default(),
            pending: Vec::new(),
            thinking: None,
            not_before: None,
            chat: HashMap::new(),
            notes: None,
            hovers: 0,
            shown: None,
            house,
        };
        room.catch_up().await?;
        room.entry = room.house.directory().table(&room.id).await?;
        room.shown = room.entry.as_ref().map(|entry| (entry.status, entry.free_seats));
        room.refresh_names().await;
        room.pending = G::pending(&room.log, &room.house);
        Ok(room)
    }

    /// Lives until nobody needs it any more.
    pub(crate) async fn run(mut self, mut orders: mpsc::Receiver<Order>) {
        let house = Arc::clone(&self.house);
        house.metrics().active_games.inc();
        self.live(&mut orders).await;
        house.metrics().active_games.dec();
        // Nobody can send any more; what waits is still answered.
        orders.close();
        while let Ok(order) = orders.try_recv() {
            self.handle(order).await;
        }
    }

    async fn live(&mut self, orders: &mut mpsc::Receiver<Order>) {
        self.house.bus().publish(Hint::WhoIsThere { game: self.id.clone() });
        let mut poll = tokio::time::interval(Duration::from_secs(1));
        poll.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut ticks: u32 = 0;
        let mut idle_since = Instant::now();
        loop {
            let due = self.next_due();
            tokio::select! {
                order = orders.recv() => {
                    idle_since = Instant::now();
                    match order {
                        None | Some(Order::Stop) => break,
                        Some(order) => self.handle(order).await,
                    }
                }
                () = sleep_until(due), if self.thinking.is_none() => self.act().await,
                thought = thought_of(&mut self.thinking) => self.decided(thought).await,
                _ = poll.tick() => {
                    ticks = ticks.wrapping_add(1);
                    if !self.watchers.is_empty() {
                        idle_since = Instant::now();
                        if ticks.is_multiple_of(20) {
                            self.tell_presence_elsewhere();
                        }
                        // A shared store may have been written by others, and a hint may have been lost.
                        if self.house.is_shared() && (!self.house.hints_flow() || ticks.is_multiple_of(10)) {
                            self.follow().await;
                        }
                    }
                    if idle_since.elapsed() >= self.house.idle() && self.next_due().is_none_or(is_far) {
                        break;
                    }
                }
            }
        }
    }

    async fn handle(&mut self, order: Order) {
        match order {
            Order::Command { player, request, reply } => {
                let answer = self.command(player, request).await;
                let _ = reply.send(answer);
            }
            Order::Look { viewer, since, reply } => {
                if self.house.is_shared() {
                    // Live reads go on from memory when the store is away.
                    let _ = self.follow().await;
                }
                let _ = reply.send(Ok(self.state(self.seat(viewer), since)));
            }
            Order::Log { reply } => {
                let answer = if self.log.state().is_open() {
                    self.log.to_json().map_err(|error| Denied::new("ERR_INTERNAL", error.to_string()).into())
                } else {
                    Err(Denied::forbidden("the log of this game stays secret until it is over").into())
                };
                let _ = reply.send(answer);
            }
            Order::Report { viewer, reply } => {
                let (log, house, seat) = (self.log.clone(), Arc::clone(&self.house), self.seat(viewer));
                tokio::task::spawn_blocking(move || {
                    let _ = reply.send(G::report(&log, seat, &house).map_err(Trouble::from));
                });
            }
            Order::Watch { viewer, since, outbox, reply } => {
                if self.house.is_shared() {
                    self.follow().await;
                }
                let id = self.watch(viewer, since, outbox).await;
                if reply.send(Ok(id)).is_err() {
                    self.leave(id);
                }
            }
            Order::Leave(id) => self.leave(id),
            Order::Say { from, text } => self.say(from, &text),
            Order::Mute { by, player, muted } => {
                if let Some(watcher) = self.watchers.get_mut(&by) {
                    let _ = if muted { watcher.muted.insert(player) } else { watcher.muted.remove(&player) };
                }
            }
            Order::Remark { to, asked } => self.remark(to, asked).await,
            Order::Heard(hint) => self.heard(hint).await,
            Order::Stop => {}
        }
    }

    /// Whether these commands could be carried out, one after the other.
    pub(crate) fn rehearse(&self, seat: Seat, commands: &[G::Command]) -> Result<(), Trouble> {
        let mut game = self.log.state().clone();
        for command in commands {
            let events = game.decide(seat, command, &mut OsChance::default());
            let events = events.map_err(|refusal| refused_by::<G>(&refusal))?;
            events.iter().for_each(|event| game.apply(event));
        }
        Ok(())
    }

    /// Carries out a command of the house itself, before anybody is there.
    pub(crate) async fn set_up(&mut self, seat: Seat, id: &str, command: &G::Command) -> Result<(), Trouble> {
        match self.carry_out(seat.into(), id, None, command, Source::Server).await? {
            Carried::Done(_) => Ok(()),
            Carried::Overtaken => Err(Trouble::Busy),
        }
    }

    // Commands.

    async fn command(&mut self, player: PlayerId, request: CommandRequest) -> Result<CommandAnswer, Trouble> {
        let CommandRequest { id, expected, command, wants_events } = request;
        for _ in 0..ATTEMPTS {
            let parsed = G::read_command(command.clone()).map_err(Trouble::Field)?;
            if let Some(receipt) = self.log.receipt(Scope::Player(player), &id) {
                return Ok(self.answer(player, receipt, wants_events));
            }
            let sent = match self.log.state().authorise(player, parsed) {
                Ok(sent) => sent,
                Err(_) if self.was_behind().await? => continue,
                Err(denied) => return Err(denied.into()),
            };
            if sent.takes_seat {
                // No luck is in this: what is refused now would be refused below.
                let refused =
                    self.log.state().decide(sent.seat, &sent.command, &mut OsChance::default()).err();
                if let Some(refusal) = refused {
                    if self.was_behind().await? {
                        continue;
                    }
                    return Err(refused_by::<G>(&refusal));
                }
                self.house.directory().record_seat(player, &self.id, now()).await?;
                self.learn_name(player).await;
            }
            let by = Sender::Player { player, seat: sent.seat };
            match self.carry_out(by, &id, expected, &sent.command, Source::Client).await {
                Ok(Carried::Done(receipt)) => return Ok(self.answer(player, receipt, wants_events)),
                Ok(Carried::Overtaken) => {}
                Err(Trouble::Conflict { expected, actual, .. }) => {
                    // Perhaps it is this node that is behind.
                    if actual < expected && self.was_behind().await? {
                        continue;
                    }
                    self.house.metrics().command_conflicts.inc();
                    let state = Box::new(self.state(self.seat(Some(player)), actual));
                    return Err(Trouble::Conflict { expected, actual, state });
                }
                Err(Trouble::Refused { .. }) if self.was_behind().await? => {}
                Err(trouble) => return Err(trouble),
            }
        }
        Err(Trouble::Busy)
    }

    fn answer(&self, player: PlayerId, receipt: Receipt, told: bool) -> CommandAnswer {
        let Receipt { version, events, repeated } = receipt;
        if !repeated {
            self.house.metrics().commands.inc();
        }
        let seat = self.seat(Some(player));
        let events =
            if told { self.events(events.start as u64, events.end as u64, seat) } else { Vec::new() };
        CommandAnswer { version, repeated, events }
    }

    /// Whether another node had moved the game, so that what was refused has to be judged anew. Without this somebody
    /// could be refused for what was acknowledged elsewhere a moment ago.
    async fn was_behind(&mut self) -> Result<bool, Trouble> {
        let version = self.log.version();
        let behind = self.house.is_shared() && self.catch_up().await?;
        if behind {
            self.broadcast_since(version);
        }
        Ok(behind)
    }

    /// Lets the rules decide, and appends. Nothing is kept that is not durable.
    async fn carry_out(
        &mut self,
        by: Sender,
        id: &str,
        expected: Option<u64>,
        command: &G::Command,
        source: Source,
    ) -> Result<Carried, Trouble> {
        let before = self.log.version();
        let clock = Clock { timestamp: now(), source };
        let proposed = {
            let mut luck: Box<dyn Chance + Send> =
                self.log.state().luck(&self.house).unwrap_or_else(|| Box::new(OsChance::default()));
            self.log.propose(by, id, expected, command, &mut *luck, clock)
        };
        let proposed = proposed.map_err(|error| match error {
            SubmitError::Refused(refusal) => refused_by::<G>(&refusal),
            SubmitError::Conflict { expected, actual } => {
                Trouble::Conflict { expected, actual, state: Box::new(Value::Null) }
            }
            SubmitError::Storage(message) => Denied::new("ERR_INTERNAL", message).into(),
        })?;
        let mut proposal = match proposed {
            Proposed::Repeated(receipt) => return Ok(Carried::Done(receipt)),
            Proposed::New(proposal) => proposal,
        };
        match self.append(&mut proposal).await {
            Ok(false) => {
                let receipt = self.log.accept(proposal).ok_or(Trouble::Busy)?;
                self.committed(before);
                Ok(Carried::Done(receipt))
            }
            // It was stored before, perhaps when the answer was lost, or by another node: that is what counts.
            Ok(true) => {
                self.catch_up().await?;
                // Whoever stored it may have had no time to tell anybody.
                self.committed(before);
                let receipt = self.log.receipt(by.scope(), id).unwrap_or(Receipt {
                    version: self.log.version(),
                    events: 0..0,
                    repeated: true,
                });
                Ok(Carried::Done(receipt))
            }
            Err(StoreError::Conflict { .. }) => {
                if self.catch_up().await? {
                    self.broadcast_since(before);
                }
                Ok(Carried::Overtaken)
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Stores a proposal; whether the command was stored before.
    async fn append(&self, proposal: &mut Proposal<G::Event>) -> Result<bool, StoreError> {
        let command = proposal.key().to_string().parse()?;
        let expected = proposal.expected_version();
        let events = proposal.take_stored();
        let append = Append::new(self.id.clone(), G::KIND.stored(), expected, command, events)?;
        let started = std::time::Instant::now();
        let receipt = self.house.store().append(append).await?;
        observe_since(&self.house.metrics().append_ms, started);
        Ok(receipt.repeated)
    }

    /// What the events after `before` change around the game: all of it after they are durable.
    fn committed(&mut self, before: u64) {
        self.house.bus().publish(Hint::Moved { game: self.id.clone(), version: self.log.version() });
        self.broadcast_since(before);
        self.tell_lobby();
    }

    /// How the game stands, for the lobby.
    pub(crate) fn standing(&self) -> (TableStatus, u8) {
        let status = match self.log.state().status() {
            GameStatus::Waiting => TableStatus::Waiting,
            GameStatus::Active => TableStatus::Active,
            GameStatus::Completed | GameStatus::Abandoned => TableStatus::Over,
        };
        let free = self.log.state().free_seats();
        // A table that takes people while it plays is as good as one that waits.
        let status = if status == TableStatus::Active && free > 0 { TableStatus::Waiting } else { status };
        (status, free)
    }

    fn tell_lobby(&mut self) {
        let (status, free) = self.standing();
        if self.shown == Some((status, free)) {
            return;
        }
        if status == TableStatus::Over && self.shown.is_some_and(|(before, _)| before != TableStatus::Over) {
            self.house.metrics().games_completed.inc();
        }
        self.shown = Some((status, free));
        let at = self.log.envelopes().last().map_or(0, |last| last.timestamp);
        let (house, id) = (Arc::clone(&self.house), self.id.clone());
        // An index: late or lost, it is put right by the next change.
        tokio::spawn(async move {
            let _ = house.directory().update_table(&id, status, free, at).await;
        });
    }

    // What happens by itself.

    fn next_due(&self) -> Option<Instant> {
        let at = self.pending.iter().map(|pending| pending.at).min()?;
        let due = Instant::now() + Duration::from_millis(at.saturating_sub(now()));
        Some(self.not_before.map_or(due, |not_before| due.max(not_before)))
    }

    async fn act(&mut self) {
        let now = now();
        let Some(place) = self.pending.iter().position(|pending| pending.at <= now) else { return };
        let Pending { seat, name, thought, .. } = self.pending.swap_remove(place);
        let version = self.log.version();
        match thought {
            Thought::Ready(command) => self.move_by_itself(seat, name, Some(command)).await,
            // People are served while a bot thinks.
            Thought::Slow(think) => {
                let work = tokio::task::spawn_blocking(think);
                self.thinking = Some(Thinking { version, seat, name, work });
            }
        }
    }

    /// A bot has made up its mind. If the game has moved on, it was asked anew already.
    async fn decided(&mut self, (thinking, command): (Thinking<G::Command>, Option<G::Command>)) {
        let Thinking { version, seat, name, .. } = thinking;
        if version == self.log.version() {
            self.move_by_itself(seat, name, command).await;
        } else {
            self.pending = G::pending(&self.log, &self.house);
        }
    }

    async fn move_by_itself(&mut self, seat: Seat, name: &'static str, command: Option<G::Command>) {
        let version = self.log.version();
        let carried = match command {
            Some(command) => {
                let id = format!("{name}-{version}");
                self.carry_out(seat.into(), &id, None, &command, Source::Engine).await
            }
            None => Err(Denied::new("ERR_INTERNAL", "nothing came to mind").into()),
        };
        self.not_before = None;
        if let Err(trouble) = carried {
            tracing::debug!(game = %self.id, name, ?trouble, "nothing happened by itself");
        }
        if self.log.version() == version {
            // The store is away, or something is wrong: look again after a while.
            self.not_before = Some(Instant::now() + RETRY);
            self.pending = G::pending(&self.log, &self.house);
        }
    }

    // The store.

    /// Reads what others appended; whether there was something.
    async fn catch_up(&mut self) -> Result<bool, Trouble> {
        let version = self.log.version();
        let events = self.house.store().read(&self.id, version).await?;
        if events.is_empty() {
            return Ok(false);
        }
        self.log.extend(events, &G::upcaster()).map_err(|error| StoreError::corrupt_log(&self.id, &error))?;
        if version == 0 {
            self.log.envelopes().iter().for_each(|envelope| G::pass(&mut self.teller, envelope));
        }
        Ok(true)
    }

    /// As [`Self::catch_up`], and tells everybody. Trouble with the store is no trouble for those who only look.
    async fn follow(&mut self) {
        let version = self.log.version();
        if let Ok(true) = self.catch_up().await {
            self.broadcast_since(version);
            self.refresh_names().await;
        }
    }

    async fn heard(&mut self, hint: Hint) {
        match hint {
            Hint::Moved { version, .. } if version > self.log.version() => self.follow().await,
            Hint::Moved { .. } => {}
            Hint::Missed => self.follow().await,
            Hint::Chat { line, .. } => self.pass_on(&line),
            Hint::Presence { node, players, spectators, .. } => {
                self.presence.heard(node, players, spectators);
                self.tell_presence_here();
            }
            Hint::WhoIsThere { .. } => self.tell_presence_elsewhere(),
            Hint::Renamed { player } => self.rename(player).await,
        }
    }

    // Those who watch.

    async fn watch(&mut self, player: Option<PlayerId>, since: u64, outbox: Outbox) -> WatchId {
        self.refresh_names().await;
        let id = self.next_watcher;
        self.next_watcher += 1;
        let hello = json!({ "type": "connection_status", "status": "connected" });
        let state = self.update(self.state(self.seat(player), since));
        let alive = outbox.send(text(&hello)) && outbox.send(state);
        let watcher = Watcher::new(player, outbox);
        if alive {
            self.watchers.insert(id, watcher);
        }
        self.tell_presence_here();
        self.tell_presence_elsewhere();
        id
    }

    fn leave(&mut self, id: WatchId) {
        if self.watchers.remove(&id).is_some() {
            self.tell_presence_here();
            self.tell_presence_elsewhere();
        }
    }

    /// Tells everybody what happened from `version` on, each what they may know, and sets the clocks.
    fn broadcast_since(&mut self, version: u64) {
        let skip = usize::try_from(version).unwrap_or(usize::MAX).min(self.log.envelopes().len());
        let fresh = &self.log.envelopes()[skip..];
        let told: Vec<G::Told> =
            fresh.iter().map(|envelope| G::tell(&mut self.teller, envelope, &self.house)).collect();
        self.pending = G::pending(&self.log, &self.house);
        self.hovers = 0;
        if self.watchers.is_empty() || told.is_empty() {
            return;
        }
        let names = |player| name_of(&self.names, player);
        let said: Vec<Utf8Bytes> = G::announcements(&self.log, &told, &names).iter().map(text).collect();
        let mut updates: HashMap<Option<Seat>, Utf8Bytes> = HashMap::new();
        let mut gone = Vec::new();
        for (id, watcher) in &self.watchers {
            let seat = self.seat(watcher.player);
            let update = updates.entry(seat).or_insert_with(|| {
                let events = told.iter().map(|told| G::show(told, seat)).collect();
                self.update(self.state_with(seat, events))
            });
            let all = said.iter().chain([&*update]);
            if !all.into_iter().all(|message| watcher.outbox.send(message.clone())) {
                gone.push(*id);
            }
        }
        gone.into_iter().for_each(|id| self.leave(id));
    }

    fn say(&mut self, from: WatchId, line: &str) {
        let Some(watcher) = self.watchers.get(&from) else { return };
        let player = watcher.player.filter(|player| self.log.state().seat_of(*player).is_some());
        let (code, message) = match player {
            None => ("ERR_FORBIDDEN", "only players at the table may chat"),
            Some(player) if !may_chat(self.chat.entry(player).or_insert_with(Instant::now)) => {
                ("ERR_RATE_LIMIT", "too many lines of chat: wait a moment")
            }
            Some(player) => {
                let line = chat_line(player, &name_of(&self.names, player), line, now());
                self.house.bus().publish(Hint::Chat { game: self.id.clone(), line: line.clone() });
                return self.pass_on(&line);
            }
        };
        watcher.outbox.send(text(&error_message(code, message, None)));
    }

    /// Sends a line of chat to everybody who wants it.
    fn pass_on(&mut self, line: &Value) {
        let from = line["playerId"].as_str().and_then(|id| id.parse().ok());
        let message = text(line);
        let muted = |watcher: &Watcher| from.is_some_and(|from| watcher.muted.contains(&from));
        let slow = self.watchers.iter().filter(|(_, watcher)| !muted(watcher));
        let slow = slow.filter(|(_, watcher)| !watcher.outbox.send(message.clone()));
        let slow: Vec<WatchId> = slow.map(|(id, _)| *id).collect();
        slow.into_iter().for_each(|id| self.leave(id));
    }

    async fn remark(&mut self, to: WatchId, mut asked: Asked) {
        let Some(watcher) = self.watchers.get(&to) else { return };
        let (seat, outbox) = (self.seat(watcher.player), watcher.outbox.clone());
        if let Asked::Hover { count, .. } = &mut asked {
            self.hovers += 1;
            *count = self.hovers;
        }
        let counts = self.count_notes().await;
        let remark = match G::remark(&self.log, seat, asked, counts, &self.house) {
            Ok(remark) => remark,
            // Nobody waits for an answer to a look.
            Err(_) if matches!(asked, Asked::Hover { .. }) => return,
            Err(denied) => {
                outbox.send(text(&error_message(denied.code, &denied.message, None)));
                return;
            }
        };
        if let Some(message) = remark.message {
            outbox.send(text(&message));
        }
        for (stream, body) in remark.notes {
            if let Some(counts) = &mut self.notes {
                match stream {
                    Stream::Analysis => counts.analysis += 1,
                    Stream::Telemetry => counts.telemetry += 1,
                    Stream::Domain => {}
                }
            }
            self.house.note(&self.id, stream, body);
        }
    }

    /// How many notes there are; those of other nodes since this room was opened are not counted.
    async fn count_notes(&mut self) -> NoteCounts {
        if let Some(counts) = self.notes {
            return counts;
        }
        let store = self.house.store();
        let analysis = store.notes(&self.id, Stream::Analysis).await.map_or(0, |notes| notes.len() as u64);
        let telemetry = store.notes(&self.id, Stream::Telemetry).await.map_or(0, |notes| notes.len() as u64);
        *self.notes.insert(NoteCounts { analysis, telemetry })
    }

    fn is_here(&self, player: PlayerId) -> bool {
        self.watchers.values().any(|watcher| watcher.player == Some(player))
    }

    /// How many watch here without a seat.
    fn spectators(&self) -> u32 {
        let seated = |player: Option<PlayerId>| self.seat(player).is_some();
        let count = self.watchers.values().filter(|watcher| !seated(watcher.player)).count();
        u32::try_from(count).unwrap_or(u32::MAX)
    }

    fn tell_presence_here(&self) {
        let seats = self.log.state().seats().into_iter();
        let players: Vec<Value> = seats
            .filter_map(|taken| {
                let player = taken.player.filter(|_| taken.bot.is_none())?;
                let connected = self.is_connected(player);
                Some(json!({ "playerId": player, "seat": taken.seat.0, "connected": connected }))
            })
            .collect();
        let spectators = self.spectators() + self.presence.spectators();
        let message = text(&json!({ "type": "presence", "players": players, "spectators": spectators }));
        for watcher in self.watchers.values() {
            // Whoever is too slow is cut at the next move.
            let _ = watcher.outbox.send(message.clone());
        }
    }

    fn is_connected(&self, player: PlayerId) -> bool {
        self.is_here(player) || self.presence.is_there(player)
    }

    fn tell_presence_elsewhere(&self) {
        let seated = |player: &PlayerId| self.log.state().seat_of(*player).is_some();
        let players = self.watchers.values().filter_map(|watcher| watcher.player).filter(seated);
        self.house.bus().publish(Hint::Presence {
            game: self.id.clone(),
            node: self.house.node(),
            players: players.collect(),
            spectators: self.spectators(),
        });
    }

    // What is shown.

    fn seat(&self, player: Option<PlayerId>) -> Option<Seat> {
        self.log.state().seat_of(player?)
    }

    /// The events of these places as a viewer may know them.
    fn events(&self, first: u64, end: u64, viewer: Option<Seat>) -> Vec<Value> {
        let mut teller = G::Teller::default();
        let mut events = Vec::new();
        for envelope in self.log.envelopes().iter().take_while(|envelope| envelope.position < end) {
            if envelope.position < first {
                G::pass(&mut teller, envelope);
            } else {
                events.push(G::show(&G::tell(&mut teller, envelope, &self.house), viewer));
            }
        }
        events
    }

    fn state(&self, viewer: Option<Seat>, since: u64) -> Value {
        self.state_with(viewer, self.events(since, u64::MAX, viewer))
    }

    fn state_with(&self, viewer: Option<Seat>, events: Vec<Value>) -> Value {
        let game = self.log.state();
        let names = |player| name_of(&self.names, player);
        let seats: Vec<Value> = game
            .seats()
            .into_iter()
            .map(|taken| {
                let name = taken.player.map(names).unwrap_or_else(|| bot_name(taken.bot.as_deref()));
                let connected = taken.bot.is_some() || taken.player.is_some_and(|id| self.is_connected(id));
                let mut shown = json!({ "seat": taken.seat.0, "displayName": name, "connected": connected });
                if let Some(player) = taken.player {
                    shown["playerId"] = player.0.to_string().into();
                }
                if let Some(bot) = taken.bot {
                    shown["bot"] = bot.into();
                }
                shown
            })
            .collect();
        let at = |holds: fn(&G::Event) -> bool| {
            let found = self.log.envelopes().iter().find(|envelope| holds(&envelope.payload));
            found.map(|envelope| iso8601(envelope.timestamp))
        };
        let mut state = Map::new();
        state.insert("gameId".into(), self.id.as_str().into());
        state.insert("kind".into(), G::KIND.name().into());
        state.insert("version".into(), self.log.version().into());
        state.insert("status".into(), serde_json::to_value(game.status()).unwrap_or_default());
        if let Some(entry) = &self.entry {
            state.insert("code".into(), entry.code.as_str().into());
            state.insert("public".into(), entry.public.into());
        }
        state.insert("you".into(), viewer.map(|seat| seat.0).into());
        state.insert("seats".into(), seats.into());
        state.insert("freeSeats".into(), game.free_seats().into());
        let created = self.log.envelopes().first().map_or(0, |first| first.timestamp);
        state.insert("createdAt".into(), iso8601(created).into());
        let over = matches!(game.status(), GameStatus::Completed | GameStatus::Abandoned);
        let last = self.log.envelopes().last().filter(|_| over);
        let ended = at(G::ends).or_else(|| last.map(|last| iso8601(last.timestamp)));
        for (name, moment) in [("startedAt", at(G::begins)), ("completedAt", ended)] {
            if let Some(moment) = moment {
                state.insert(name.into(), moment.into());
            }
        }
        state.extend(G::details(&self.log, viewer, &names));
        state.insert("events".into(), events.into());
        state.insert("success".into(), true.into());
        state.into()
    }

    fn update(&self, state: Value) -> Utf8Bytes {
        text(&json!({ "type": "state_update", "gameState": state, "timestamp": now() }))
    }

    // Names.

    async fn refresh_names(&mut self) {
        let people: Vec<PlayerId> = self
            .log
            .state()
            .seats()
            .into_iter()
            .filter_map(|taken| taken.player.filter(|_| taken.bot.is_none()))
            .collect();
        for player in people {
            self.learn_name(player).await;
        }
        for taken in self.log.state().seats() {
            if let (Some(player), Some(bot)) = (taken.player, &taken.bot) {
                self.names.insert(player, bot_name(Some(bot)));
            }
        }
    }

    /// Shows everybody what a player is called now, if it is one of theirs.
    async fn rename(&mut self, player: PlayerId) {
        if !self.names.contains_key(&player) {
            return;
        }
        self.learn_name(player).await;
        let shown = |watcher: &Watcher| self.update(self.state_with(self.seat(watcher.player), Vec::new()));
        let deaf = |(_, watcher): &(&WatchId, &Watcher)| !watcher.outbox.send(shown(watcher));
        let gone: Vec<WatchId> = self.watchers.iter().filter(deaf).map(|(id, _)| *id).collect();
        gone.into_iter().for_each(|id| self.leave(id));
    }

    /// What a player is called now; what is known stays when the store is away.
    async fn learn_name(&mut self, player: PlayerId) {
        if let Ok(Some(person)) = self.house.directory().player(player).await {
            self.names.insert(player, person.name().to_owned());
        }
    }
}

fn refused_by<G: Hosted>(refusal: &G::Refusal) -> Trouble {
    let (code, details) = G::explain(refusal);
    Trouble::Refused { code, message: refusal.to_string(), details: details.map(Box::new) }
}

/// How carrying a command out ended.
enum Carried {
    /// It is durable.
    Done(Receipt),
    /// Somebody else was faster; the log now holds what they did.
    Overtaken,
}

/// A message that something did not happen.
pub(crate) fn error_message(code: &str, message: &str, command: Option<&str>) -> Value {
    let recoverable = matches!(code, "ERR_SERVICE_DOWN" | "ERR_RATE_LIMIT" | "ERR_CONFLICT" | "ERR_DATABASE");
    let severity = if recoverable { "warning" } else { "error" };
    let mut error = json!({
        "type": "error", "errorCode": code, "message": message, "severity": severity, "recoverable": recoverable,
    });
    if let Some(command) = command {
        error["commandId"] = command.into();
    }
    error
}

pub(crate) fn text(value: &Value) -> Utf8Bytes {
    value.to_string().into()
}

fn name_of(names: &HashMap<PlayerId, String>, player: PlayerId) -> String {
    names.get(&player).cloned().unwrap_or_else(|| String::from("Player"))
}

fn bot_name(bot: Option<&str>) -> String {
    let name = bot.unwrap_or("bot");
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect()) + " bot"
}

fn is_far(due: Instant) -> bool {
    due.saturating_duration_since(Instant::now()) > Duration::from_secs(5)
}

async fn sleep_until(due: Option<Instant>) {
    match due {
        Some(due) => tokio::time::sleep_until(due).await,
        None => std::future::pending().await,
    }
}
