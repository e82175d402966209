use std::collections::{BTreeMap, HashMap, HashSet};

use ledger::{PlayerId, Seat};
use protocol::{
    ConnectionStatus, ErrorCode, ErrorMessage, PresentPlayer, RematchTable, ServerMessage, StateText,
    UpdateStyle,
};
use store::Sanction;
use tokio::time::Instant;

use super::Room;
use super::updates::{shown_like, whole};
use crate::attendance::Attendance;
use crate::bus::NodeHint;
use crate::chat::{ChatLimit, RecentChat};
use crate::game::LiveGame;
use crate::presence::Presence;
use crate::request::{WatcherId, WatcherRequest};
use crate::send_queue::SendQueue;
use crate::text::Text;

/// The known version of a watcher that needs a full state: no game has it.
const NOTHING: u64 = u64::MAX;

/// How many players can be muted on one socket; as many as a player can block.
const MOST_MUTED: usize = 500;

/// One version of a game in so many is checked against the invariants.
const SAMPLED: u64 = 8;

/// Everybody who watches a game.
#[derive(Debug, Default)]
pub(super) struct Audience {
    /// In boxes: a map has room for eleven, and most games have one or two.
    pub(super) watchers: BTreeMap<WatcherId, Box<Watcher>>,
    /// Those who watch through other nodes.
    pub(super) elsewhere: Presence,
    pub(super) chat_limit: ChatLimit,
    pub(super) recent_chat: RecentChat,
    /// Who sat at the table when presence was last sent.
    people: Vec<PlayerId>,
    /// When players who are not connected last were, or last sent a command.
    last_seen: HashMap<PlayerId, LastSeen>,
    /// The state that each seat was last sent, where somebody on it wants changes only. Where all are shown the same, it is
    /// that of a spectator for everybody.
    pub(super) last_sent: HashMap<Option<Seat>, StateText>,
}

/// When somebody was last there: by the monotonic clock of this node, and in milliseconds since 1970 for people.
#[derive(Clone, Copy, Debug)]
pub(super) struct LastSeen {
    at: Instant,
    timestamp: u64,
}

impl LastSeen {
    pub(super) fn now(timestamp: u64) -> Self {
        Self { at: Instant::now(), timestamp }
    }
}

/// One socket.
#[derive(Debug)]
pub(super) struct Watcher {
    pub(super) player: Option<PlayerId>,
    pub(super) queue: SendQueue,
    /// Players who are muted on this socket.
    muted: HashSet<PlayerId>,
    /// Players whom the player blocked.
    blocked: HashSet<PlayerId>,
    pub(super) updates: UpdateStyle,
    /// The version of the last state that was sent, and the seat to which it was shown.
    pub(super) known: u64,
    pub(super) shown_to: Option<Seat>,
    /// Whether forecasts were asked for.
    forecasts: bool,
}

impl Watcher {
    /// Whether lines of this player are wanted.
    pub(super) fn wants(&self, player: PlayerId) -> bool {
        !self.muted.contains(&player) && !self.blocked.contains(&player)
    }

    /// Hides the lines of a player, or shows them again.
    fn mute(&mut self, player: PlayerId, muted: bool) {
        if !muted {
            self.muted.remove(&player);
        } else if self.muted.len() < MOST_MUTED || self.muted.contains(&player) {
            self.muted.insert(player);
        } else {
            let message = format!("at most {MOST_MUTED} players can be muted on one socket");
            let error = ErrorMessage::new(ErrorCode::Forbidden, message);
            // A slow reader is disconnected at the next move.
            let _ = self.queue.send(Text::json(&ServerMessage::Error(error)));
        }
    }
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
    pub(super) fn has(&self, player: PlayerId) -> bool {
        self.watchers.values().any(|watcher| watcher.player == Some(player))
    }

    /// Everybody who watches through this node and says who they are, each once.
    pub(super) fn players(&self) -> HashSet<PlayerId> {
        self.watchers.values().filter_map(|watcher| watcher.player).collect()
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
        self.learn_name_of_watcher(player).await;
        // The others get new events first; for this watcher they are part of the first state.
        self.queue_events();
        let id = self.node.watcher_id();
        let hello = ServerMessage::ConnectionStatus { status: ConnectionStatus::Connected };
        let state = self.state(self.seat(player), since);
        let first = whole(state, self.node.now());
        if queue.send(Text::json(&hello)) && queue.send(first) {
            let (known, shown_to, updates) = (self.log.version(), self.seat(player), UpdateStyle::Whole);
            let (muted, blocked) = (HashSet::new(), self.blocks_of(player).await);
            let forecasts = false;
            let watcher = Watcher { player, queue, muted, blocked, updates, known, shown_to, forecasts };
            self.audience.watchers.insert(id, Box::new(watcher));
        }
        self.attendance_changed();
        self.publish_presence();
        self.show_cursor(id);
        self.show_chat(id);
        id
    }

    /// Who watches under this id, and how they are reached.
    pub(super) fn watcher(&self, id: WatcherId) -> Option<(Option<PlayerId>, &SendQueue)> {
        self.audience.watchers.get(&id).map(|watcher| (watcher.player, &watcher.queue))
    }

    pub(super) fn leave(&mut self, id: WatcherId) {
        if let Some(watcher) = self.audience.watchers.remove(&id) {
            if let Some(player) = watcher.player {
                self.note_seen(player);
                self.forget_name_of_watcher(player);
            }
            self.attendance_changed();
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
                    watcher.mute(player, muted);
                }
            }
            WatcherRequest::Forecasts { wanted } => self.want_forecasts(id, wanted),
            WatcherRequest::Cursor { version } => self.move_cursor(id, version),
            WatcherRequest::Query(message) => {
                let Some(watcher) = self.audience.watchers.get(&id) else { return };
                let (player, queue) = (watcher.player, watcher.queue.clone());
                self.query(player, &queue, &message).await;
            }
        }
    }

    /// A spectator has authenticated.
    async fn identify(&mut self, id: WatcherId, player: PlayerId) {
        self.learn_name_of_watcher(Some(player)).await;
        self.queue_events();
        let blocked = self.blocks_of(Some(player)).await;
        let Some(watcher) = self.audience.watchers.get_mut(&id) else { return };
        watcher.player = Some(player);
        watcher.blocked = blocked;
        let alive = watcher.queue.send(Text::json(&ServerMessage::Authenticated { player_id: player }));
        let version = self.log.version();
        if !alive {
            return self.leave(id);
        }
        self.resume(id, version, UpdateStyle::Whole);
        self.attendance_changed();
        self.publish_presence();
        // Only now is it known whom this player blocked.
        self.show_chat(id);
    }

    /// Sends the state again, with the events from `since` on.
    fn resume(&mut self, id: WatcherId, since: u64, updates: UpdateStyle) {
        self.queue_events();
        let Some(watcher) = self.audience.watchers.get_mut(&id) else { return };
        let (player, queue) = (watcher.player, watcher.queue.clone());
        let seat = player.and_then(|player| self.log.state().seat_of(player));
        (watcher.updates, watcher.known, watcher.shown_to) = (updates, self.log.version(), seat);
        if updates == UpdateStyle::Changes {
            let like = shown_like::<G>(seat);
            let state = StateText::new(&self.state_with(like, Vec::new()));
            let sent = self.audience.last_sent.entry(like).or_insert_with(|| state.clone());
            // Changes are relative to the state that the other sockets of this seat were sent. If something beside the game has
            // changed since then, such as presence, this socket needs another whole state.
            if *sent != state
                && let Some(watcher) = self.audience.watchers.get_mut(&id)
            {
                watcher.known = NOTHING;
            }
        }
        if !queue.send(whole(self.state(seat, since), self.node.now())) {
            self.leave(id);
        }
    }

    /// Sends presence to everybody when somebody sat down or stood up.
    pub(super) fn refresh_presence(&mut self) {
        let people: Vec<PlayerId> =
            self.log.state().seats().into_iter().filter_map(|taken| taken.player).collect();
        if people != self.audience.people {
            self.audience.people = people;
            self.send_presence();
            self.publish_presence();
        }
    }

    /// Checks the state against the invariants, at every [`SAMPLED`]th version. Violations are counted and logged, and change
    /// nothing.
    pub(super) fn check_invariants(&self) {
        if !self.log.version().is_multiple_of(SAMPLED) {
            return;
        }
        self.node.metrics.check_state(&self.id, self.log.version(), G::violations(&self.log));
    }

    /// Sends a message to every socket of this node. It is not stored.
    pub(super) fn broadcast_here(&mut self, message: &ServerMessage) {
        let message = Text::json(message);
        let slow = self.audience.watchers.iter().filter(|(_, watcher)| !watcher.queue.send(message.clone()));
        let slow: Vec<WatcherId> = slow.map(|(id, _)| *id).collect();
        slow.into_iter().for_each(|id| self.leave(id));
    }

    /// Sends a message to every socket of this game on all nodes. It is not stored.
    pub(super) fn broadcast(&mut self, message: ServerMessage) {
        self.broadcast_here(&message);
        self.node.bus.publish(NodeHint::Relayed { game: self.id.clone(), message });
    }

    /// Passes on a message from the room of this game at another node, if it is one that rooms relay. Names are those that this
    /// node knows, a rematch must be in the store, and only the host moves the cursor.
    #[expect(clippy::wildcard_enum_match_arm, reason = "all other messages are made here")]
    pub(super) async fn relay(&mut self, mut message: ServerMessage) {
        match &mut message {
            ServerMessage::Rematch { game_id, code, player_id } => {
                let Some(table) = self.rematch_of(*player_id).await else { return };
                self.rematches.note(table.clone(), *player_id);
                (*game_id, *code) = (table.game_id, table.code);
            }
            ServerMessage::Cursor { player_id, version } => {
                let Ok(cursor) = self.check_cursor(Some(*player_id), *version) else { return };
                self.cursor = Some(cursor);
            }
            ServerMessage::Predicted { player_id, display_name, .. } => {
                *display_name = self.name_of_guesser(*player_id).await;
            }
            ServerMessage::Prediction { event, display_name, .. } => {
                *display_name = self.name_of_guesser(event.base.player_id).await;
            }
            _ => return,
        }
        self.broadcast_here(&message);
    }

    /// The table of the rematch that a player of this game asked for at another node, as the store has it.
    async fn rematch_of(&mut self, player: PlayerId) -> Option<RematchTable> {
        self.seat(Some(player))?;
        if !self.is_over() {
            // This node may be behind.
            self.follow().await;
        }
        self.find_rematch().await.ok()?;
        self.rematches.table().cloned()
    }

    /// The name of a player who may watch through another node only.
    async fn name_of_guesser(&mut self, player: PlayerId) -> String {
        self.learn_name_of_watcher(Some(player)).await;
        let name = self.names.of(player);
        self.forget_name_of_watcher(player);
        name
    }

    /// Ends the sockets of a player who was erased or banned.
    pub(super) fn disconnect(&mut self, player: PlayerId) {
        self.audience.recent_chat.forget(player);
        let theirs = self.audience.watchers.iter().filter(|(_, watcher)| watcher.player == Some(player));
        let theirs: Vec<WatcherId> = theirs.map(|(id, _)| *id).collect();
        for id in theirs {
            if let Some(watcher) = self.audience.watchers.get(&id) {
                watcher.queue.revoke();
            }
            self.leave(id);
        }
    }

    /// Whether the store says that a player was erased or banned; false while it cannot be read.
    pub(super) async fn is_barred(&self, player: PlayerId) -> bool {
        let directory = self.node.directory();
        let erased = directory.player(player).await.is_ok_and(|known| known.is_some_and(|it| it.is_erased()));
        erased || directory.is_sanctioned(Sanction::Banned(player)).await.unwrap_or(false)
    }

    /// Whom a watcher blocked; nobody while the store is unavailable.
    async fn blocks_of(&self, player: Option<PlayerId>) -> HashSet<PlayerId> {
        let Some(player) = player else { return HashSet::new() };
        self.node.directory().blocks_of(player).await.unwrap_or_default().into_iter().collect()
    }

    /// Re-reads whom a player blocked; keeps the known list while the store is unavailable.
    pub(super) async fn refresh_blocks(&mut self, player: PlayerId) {
        if self.audience.has(player)
            && let Ok(blocked) = self.node.directory().blocks_of(player).await
        {
            let blocked: HashSet<PlayerId> = blocked.into_iter().collect();
            let own = self.audience.watchers.values_mut().filter(|watcher| watcher.player == Some(player));
            own.for_each(|watcher| watcher.blocked.clone_from(&blocked));
        }
    }

    // Presence.

    /// How many watch here without a seat.
    fn spectators(&self) -> u32 {
        let is_seated = |player: Option<PlayerId>| self.seat(player).is_some();
        let count = self.audience.watchers.values().filter(|watcher| !is_seated(watcher.player)).count();
        u32::try_from(count).unwrap_or(u32::MAX)
    }

    /// Notes that a player of this table is here now.
    pub(super) fn note_seen(&mut self, player: PlayerId) {
        if self.seat(Some(player)).is_some() {
            self.audience.last_seen.insert(player, LastSeen::now(self.node.now()));
        }
    }

    /// A watcher came or left: sends presence to every socket, and sets the timers, since scheduled actions may change.
    fn attendance_changed(&mut self) {
        self.send_presence();
        self.set_timers();
        self.show_host();
    }

    /// Notes the presence at another node.
    pub(super) fn note_presence(&mut self, node: String, players: Vec<PlayerId>, spectators: u32) {
        let people: Vec<PlayerId> =
            self.log.state().seats().iter().filter_map(|taken| taken.player).collect();
        let before: Vec<PlayerId> =
            people.into_iter().filter(|player| self.audience.is_connected(*player)).collect();
        self.audience.elsewhere.update(node, players, spectators);
        before
            .into_iter()
            .filter(|player| !self.audience.is_connected(*player))
            .collect::<Vec<_>>()
            .into_iter()
            .for_each(|player| self.note_seen(player));
        self.attendance_changed();
    }

    /// Since when a player of this table is away; `None` if they are there.
    fn away_since(&self, player: PlayerId) -> Option<LastSeen> {
        let seen = || self.audience.last_seen.get(&player).copied().unwrap_or(self.opened);
        (!self.audience.is_connected(player)).then(seen)
    }

    /// Which people of the table are connected.
    pub(super) fn attendance(&self) -> Attendance {
        let people = self.log.state().seats().into_iter().filter(|taken| taken.bot.is_none());
        let people = people.filter_map(|taken| taken.player);
        let since = |player| self.away_since(player).map(|seen| seen.at);
        Attendance::new(people.map(|player| (player, since(player))))
    }

    /// Sends presence to the watchers of this node.
    pub(super) fn send_presence(&self) {
        let people = self.log.state().seats().into_iter().filter(|taken| taken.bot.is_none());
        let players = people.filter_map(|taken| {
            let player_id = taken.player?;
            let away_since = self.away_since(player_id).map(|seen| seen.timestamp);
            Some(PresentPlayer { player_id, seat: taken.seat.0, connected: away_since.is_none(), away_since })
        });
        let players = players.collect();
        let spectators = self.spectators().saturating_add(self.audience.elsewhere.spectators());
        let message = Text::json(&ServerMessage::Presence { players, spectators });
        for watcher in self.audience.watchers.values() {
            // A slow reader is disconnected at the next move.
            let _ = watcher.queue.send(message.clone());
        }
    }

    /// Publishes the presence at this node to the others.
    pub(super) fn publish_presence(&self) {
        let seated = |player: &PlayerId| self.log.state().seat_of(*player).is_some();
        let players = self.audience.watchers.values().filter_map(|watcher| watcher.player).filter(seated);
        self.node.bus.publish(NodeHint::Presence {
            game: self.id.clone(),
            node: self.node.name.clone(),
            players: players.collect(),
            spectators: self.spectators(),
        });
    }
}
