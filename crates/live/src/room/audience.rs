use std::collections::{BTreeMap, HashMap, HashSet};

use ledger::{PlayerId, Seat};
use protocol::{
    ClientMessage, ConnectionStatus, ErrorCode, ErrorMessage, GameState, PresentPlayer, ServerMessage,
    StateChanges, StateUpdate, UpdateStyle,
};

use super::Room;
use crate::bus::Hint;
use crate::chat::{ChatLimit, is_chat_line};
use crate::game::LiveGame;
use crate::presence::Presence;
use crate::request::{WatcherId, WatcherRequest};
use crate::send_queue::SendQueue;
use crate::text::Text;

/// One version of a game in so many is checked against the invariants.
const SAMPLED: u64 = 8;

/// Everybody who watches a game.
#[derive(Debug, Default)]
pub(super) struct Audience {
    watchers: BTreeMap<WatcherId, Watcher>,
    next: WatcherId,
    /// Those who watch through other nodes.
    pub(super) elsewhere: Presence,
    chat: ChatLimit,
    /// The state that each seat was last sent, where somebody on it wants changes only.
    last_sent: HashMap<Option<Seat>, GameState>,
}

/// One socket.
#[derive(Debug)]
struct Watcher {
    player: Option<PlayerId>,
    queue: SendQueue,
    /// Whose chat is not wanted.
    muted: HashSet<PlayerId>,
    updates: UpdateStyle,
    /// The version of the last state that was sent.
    known: u64,
    /// Whether forecasts were asked for.
    forecasts: bool,
}

/// A room that ends, or disconnects somebody, ends the socket as well.
impl Drop for Watcher {
    fn drop(&mut self) {
        self.queue.close();
    }
}

impl Audience {
    pub(super) fn is_empty(&self) -> bool {
        self.watchers.is_empty()
    }

    /// Whether a player watches through this node.
    fn has(&self, player: PlayerId) -> bool {
        self.watchers.values().any(|watcher| watcher.player == Some(player))
    }

    /// Sets whether a watcher wants forecasts; the queue to answer on, if they watch.
    pub(super) fn want_forecasts(&mut self, id: WatcherId, wanted: bool) -> Option<SendQueue> {
        let watcher = self.watchers.get_mut(&id)?;
        watcher.forecasts = wanted;
        Some(watcher.queue.clone())
    }

    /// Whether anybody wants forecasts.
    pub(super) fn wants_forecasts(&self) -> bool {
        self.watchers.values().any(|watcher| watcher.forecasts)
    }

    /// Sends a forecast to those who want it and have read what came before.
    pub(super) fn offer_forecast(&self, text: &Text) {
        for watcher in self.watchers.values().filter(|watcher| watcher.forecasts) {
            watcher.queue.offer(text.clone());
        }
    }

    /// Whether a player watches through any node.
    pub(super) fn is_connected(&self, player: PlayerId) -> bool {
        self.has(player) || self.elsewhere.has(player)
    }
}

impl<G: LiveGame> Room<G> {
    pub(super) async fn watch(
        &mut self,
        player: Option<PlayerId>,
        since: u64,
        queue: SendQueue,
    ) -> WatcherId {
        self.refresh_names().await;
        // The others get what is new before this one comes: it is part of the first state.
        self.send_fresh_events();
        let id = self.audience.next;
        self.audience.next += 1;
        let hello = ServerMessage::ConnectionStatus { status: ConnectionStatus::Connected };
        let state = self.state(self.seat(player), since);
        let first = self.whole(state);
        if queue.send(Text::json(&hello)) && queue.send(first) {
            let (known, updates) = (self.log.version(), UpdateStyle::Whole);
            let watcher = Watcher { player, queue, muted: HashSet::new(), updates, known, forecasts: false };
            self.audience.watchers.insert(id, watcher);
        }
        self.send_presence();
        self.publish_presence();
        id
    }

    pub(super) fn leave(&mut self, id: WatcherId) {
        if self.audience.watchers.remove(&id).is_some() {
            self.send_presence();
            self.publish_presence();
        }
    }

    pub(super) async fn handle_watcher(&mut self, id: WatcherId, request: WatcherRequest) {
        match request {
            WatcherRequest::Leave => self.leave(id),
            WatcherRequest::Identify(player) => self.identify(id, player).await,
            WatcherRequest::Resume { since, updates } => self.resume(id, since, updates),
            WatcherRequest::Chat(line) => self.chat(id, line),
            WatcherRequest::Mute { player, muted } => {
                if let Some(watcher) = self.audience.watchers.get_mut(&id) {
                    let _ = if muted { watcher.muted.insert(player) } else { watcher.muted.remove(&player) };
                }
            }
            WatcherRequest::Query(ClientMessage::RequestWinChance { wanted }) => {
                self.want_forecasts(id, wanted);
            }
            WatcherRequest::Query(message) => {
                let Some(watcher) = self.audience.watchers.get(&id) else { return };
                let (seat, queue) = (self.seat(watcher.player), watcher.queue.clone());
                self.query(seat, &queue, &message).await;
            }
        }
    }

    /// A spectator turns out to be a player.
    async fn identify(&mut self, id: WatcherId, player: PlayerId) {
        self.send_fresh_events();
        let Some(watcher) = self.audience.watchers.get_mut(&id) else { return };
        watcher.player = Some(player);
        let alive = watcher.queue.send(Text::json(&ServerMessage::Authenticated { player_id: player }));
        let version = self.log.version();
        if !alive {
            return self.leave(id);
        }
        self.resume(id, version, UpdateStyle::Whole);
        self.send_presence();
        self.publish_presence();
    }

    /// Sends the state again, with the events from `since` on.
    fn resume(&mut self, id: WatcherId, since: u64, updates: UpdateStyle) {
        self.send_fresh_events();
        let Some(watcher) = self.audience.watchers.get_mut(&id) else { return };
        watcher.updates = updates;
        watcher.known = self.log.version();
        let (player, queue) = (watcher.player, watcher.queue.clone());
        let seat = self.seat(player);
        if updates == UpdateStyle::Changes {
            self.audience.last_sent.insert(seat, self.state_with(seat, Vec::new()));
        }
        if !queue.send(self.whole(self.state(seat, since))) {
            self.leave(id);
        }
    }

    /// Sends everybody the state as they may know it, and sets the timers. Events follow behind.
    pub(super) fn show_fresh_events(&mut self) {
        self.note_times();
        self.set_timers();
        self.check_invariants();
        self.send_states();
    }

    /// Checks the state of one version in so many against what must hold of every state; what is wrong is counted and
    /// logged, and changes nothing.
    fn check_invariants(&self) {
        if !self.log.version().is_multiple_of(SAMPLED) {
            return;
        }
        let found = G::violations(&self.log);
        self.node.metrics.invariant_checks.inc();
        self.node.metrics.invariant_violations.inc_by(found.len() as u64);
        for violation in found {
            tracing::error!(game = %self.id, version = self.log.version(), violation, "an invariant is broken");
        }
    }

    /// Sends everybody the state as they may know it.
    pub(super) fn send_states(&mut self) {
        if self.audience.is_empty() {
            return;
        }
        let mut updates: HashMap<Option<Seat>, SeatUpdate> = HashMap::new();
        let mut gone = Vec::new();
        for (id, watcher) in &self.audience.watchers {
            let seat = self.seat(watcher.player);
            let update =
                updates.entry(seat).or_insert_with(|| SeatUpdate::new(self.state_with(seat, Vec::new())));
            let before = self.audience.last_sent.get(&seat);
            let message = update.for_watcher(watcher, before, self.node.now());
            if !watcher.queue.send(message) {
                gone.push(*id);
            }
        }
        let version = self.log.version();
        self.audience.watchers.values_mut().for_each(|watcher| watcher.known = version);
        let wanted: HashSet<Option<Seat>> = self.seats_that_want_changes();
        self.audience.last_sent.clear();
        for (seat, update) in updates.into_iter().filter(|(seat, _)| wanted.contains(seat)) {
            self.audience.last_sent.insert(seat, update.state);
        }
        gone.into_iter().for_each(|id| self.leave(id));
    }

    fn seats_that_want_changes(&self) -> HashSet<Option<Seat>> {
        let wanting =
            self.audience.watchers.values().filter(|watcher| watcher.updates == UpdateStyle::Changes);
        wanting.map(|watcher| self.seat(watcher.player)).collect()
    }

    /// Renders what happened since the last time, grades it, and sends it to everybody: after they were shown the state.
    pub(super) fn send_fresh_events(&mut self) {
        if self.audience.is_empty() {
            return self.skip_rendering();
        }
        if !self.render_fresh() {
            return;
        }
        let rendered = self.rendering.last();
        let names = |player| self.names.of(player);
        let announced = G::announcements(&self.log, rendered, &names);
        let announced: Vec<Text> = announced.iter().map(Text::json).collect();
        let version = self.log.version();
        let mut by_seat: HashMap<Option<Seat>, Text> = HashMap::new();
        let mut gone = Vec::new();
        for (id, watcher) in &self.audience.watchers {
            let seat = self.seat(watcher.player);
            let events = by_seat.entry(seat).or_insert_with(|| {
                let events = rendered.iter().map(|rendered| G::show(rendered, seat)).collect();
                Text::json(&ServerMessage::Events { version, events })
            });
            let mut all = announced.iter().chain([&*events]);
            if !all.all(|message| watcher.queue.send(message.clone())) {
                gone.push(*id);
            }
        }
        gone.into_iter().for_each(|id| self.leave(id));
    }

    fn whole(&self, game_state: GameState) -> Text {
        whole(game_state, self.node.now())
    }

    // Chat.

    fn chat(&mut self, from: WatcherId, text: String) {
        let Some(watcher) = self.audience.watchers.get(&from) else { return };
        let player = watcher.player.filter(|player| self.log.state().seat_of(*player).is_some());
        let error = match player {
            None => ErrorMessage::new(ErrorCode::Forbidden, "only players at the table may chat"),
            Some(player) if !self.audience.chat.admit(player) => {
                ErrorMessage::new(ErrorCode::RateLimit, "too many lines of chat: wait a moment")
            }
            Some(player_id) => {
                let (display_name, timestamp) = (self.names.of(player_id), self.node.now());
                let line = ServerMessage::Chat { player_id, display_name, text, timestamp };
                self.node.bus.publish(Hint::Chat { game: self.id.clone(), line: line.clone() });
                return self.pass_on_chat(&line);
            }
        };
        watcher.queue.send(Text::json(&ServerMessage::Error(error)));
    }

    /// A line of chat from another node. Nothing of it is taken as it came: it must be of somebody at this table and a
    /// line as this node would take it, and it is told under the name and at the time that this node knows.
    pub(super) fn hear_chat(&mut self, line: ServerMessage) {
        let ServerMessage::Chat { player_id, text, .. } = line else { return };
        if self.seat(Some(player_id)).is_none() || !is_chat_line(&text) {
            return;
        }
        let (display_name, timestamp) = (self.names.of(player_id), self.node.now());
        self.pass_on_chat(&ServerMessage::Chat { player_id, display_name, text, timestamp });
    }

    /// Ends the sockets of a player who was erased.
    pub(super) fn expel(&mut self, player: PlayerId) {
        let theirs = self.audience.watchers.iter().filter(|(_, watcher)| watcher.player == Some(player));
        let theirs: Vec<WatcherId> = theirs.map(|(id, _)| *id).collect();
        for id in theirs {
            if let Some(watcher) = self.audience.watchers.get(&id) {
                watcher.queue.revoke();
            }
            self.leave(id);
        }
    }

    /// Sends a line of chat to everybody who wants it.
    fn pass_on_chat(&mut self, line: &ServerMessage) {
        let ServerMessage::Chat { player_id, .. } = line else { return };
        let message = Text::json(line);
        let wanting = self.audience.watchers.iter().filter(|(_, watcher)| !watcher.muted.contains(player_id));
        let slow = wanting.filter(|(_, watcher)| !watcher.queue.send(message.clone()));
        let slow: Vec<WatcherId> = slow.map(|(id, _)| *id).collect();
        slow.into_iter().for_each(|id| self.leave(id));
    }

    // Presence.

    /// How many watch here without a seat.
    fn spectators(&self) -> u32 {
        let is_seated = |watcher: &&Watcher| self.seat(watcher.player).is_some();
        let count = self.audience.watchers.values().filter(|watcher| !is_seated(watcher)).count();
        u32::try_from(count).unwrap_or(u32::MAX)
    }

    /// Tells the watchers of this node who is there.
    pub(super) fn send_presence(&self) {
        let people = self.log.state().seats().into_iter().filter(|taken| taken.bot.is_none());
        let players = people.filter_map(|taken| {
            let player_id = taken.player?;
            let connected = self.audience.is_connected(player_id);
            Some(PresentPlayer { player_id, seat: taken.seat.0, connected })
        });
        let players = players.collect();
        let spectators = self.spectators() + self.audience.elsewhere.spectators();
        let message = Text::json(&ServerMessage::Presence { players, spectators });
        for watcher in self.audience.watchers.values() {
            // A slow reader is disconnected at the next move.
            let _ = watcher.queue.send(message.clone());
        }
    }

    /// Tells the other nodes who is here.
    pub(super) fn publish_presence(&self) {
        let seated = |player: &PlayerId| self.log.state().seat_of(*player).is_some();
        let players = self.audience.watchers.values().filter_map(|watcher| watcher.player).filter(seated);
        self.node.bus.publish(Hint::Presence {
            game: self.id.clone(),
            node: self.node.name.clone(),
            players: players.collect(),
            spectators: self.spectators(),
        });
    }
}

/// The update of one seat, written at most once in each form.
struct SeatUpdate {
    state: GameState,
    whole: Option<Text>,
    changes: Option<Text>,
}

impl SeatUpdate {
    const fn new(state: GameState) -> Self {
        Self { state, whole: None, changes: None }
    }

    /// What this watcher is sent: changes where they are wanted and apply, else the whole state.
    fn for_watcher(&mut self, watcher: &Watcher, before: Option<&GameState>, now: u64) -> Text {
        let base = before.filter(|before| {
            watcher.updates == UpdateStyle::Changes && before.table().version == watcher.known
        });
        let Self { state, whole: written, changes } = self;
        match base {
            Some(before) => {
                let write = || {
                    let changes = StateChanges::between(before, state);
                    Text::json(&ServerMessage::StateUpdate(StateUpdate::Changes { changes, timestamp: now }))
                };
                changes.get_or_insert_with(write).clone()
            }
            None => written.get_or_insert_with(|| whole(state.clone(), now)).clone(),
        }
    }
}

fn whole(game_state: GameState, timestamp: u64) -> Text {
    Text::json(&ServerMessage::StateUpdate(StateUpdate::Whole { game_state, timestamp }))
}
