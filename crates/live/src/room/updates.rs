use std::collections::{HashMap, HashSet};

use ledger::Seat;
use protocol::{GameState, ServerMessage, StateText, StateUpdate, UpdateStyle};

use super::Room;
use crate::game::LiveGame;
use crate::text::Text;

/// The viewer whose state and events this viewer is sent too. In a game that shows everybody the same, that is a spectator, so
/// that each text is written once. Changes do not say which seat is the viewer's own: a player who takes another seat is sent the
/// whole state.
pub(super) const fn shown_like<G: LiveGame>(viewer: Option<Seat>) -> Option<Seat> {
    if G::SHOWS_ALL_ALIKE { None } else { viewer }
}

impl<G: LiveGame> Room<G> {
    /// The game has moved on: sets the timers and queues the new state for every socket here. Sockets are woken by
    /// [`wake_audience`](Self::wake_audience), and the rendered events follow later.
    pub(super) fn queue_move(&mut self) {
        self.record_times();
        self.set_timers();
        let settled = self.settle_queries();
        self.queue_states();
        settled.into_iter().for_each(|message| self.broadcast(message));
        self.refresh_presence();
    }

    /// The game has moved on: as [`queue_move`](Self::queue_move), and wakes the sockets.
    pub(super) fn send_move(&mut self) {
        self.queue_move();
        self.wake_audience();
    }

    /// Sends every socket here the state that its viewer may see.
    pub(super) fn send_states(&mut self) {
        self.queue_states();
        self.wake_audience();
    }

    /// Queues for every socket here the state that its viewer may see; no socket is woken.
    fn queue_states(&mut self) {
        if self.audience.is_empty() {
            return;
        }
        let mut updates: HashMap<Option<Seat>, SeatUpdate> = HashMap::new();
        let mut gone = Vec::new();
        let (version, now) = (self.log.version(), self.node.now());
        for (id, watcher) in &self.audience.watchers {
            let seat = self.seat(watcher.player);
            let before = self.audience.last_sent.get(&shown_like::<G>(seat)).filter(|before| {
                let follows = before.version() == watcher.known && watcher.shown_to == seat;
                follows && watcher.updates == UpdateStyle::Changes
            });
            let message = match before {
                Some(before) => {
                    let like = shown_like::<G>(seat);
                    let update = updates.entry(like).or_default();
                    update.changes(before, now, || self.state_with(like, Vec::new()))
                }
                None => {
                    let update = updates.entry(seat).or_default();
                    update.whole(now, || self.state_with(seat, Vec::new()))
                }
            };
            if !watcher.queue.queue(message) {
                gone.push(*id);
            }
        }
        let seats: Vec<Option<Seat>> =
            self.audience.watchers.values().map(|watcher| self.seat(watcher.player)).collect();
        let mut wanted = HashSet::new();
        for (watcher, seat) in self.audience.watchers.values_mut().zip(seats) {
            (watcher.known, watcher.shown_to) = (version, seat);
            if watcher.updates == UpdateStyle::Changes {
                wanted.insert(shown_like::<G>(seat));
            }
        }
        self.audience.last_sent.clear();
        for viewer in wanted {
            let text = updates.remove(&viewer).and_then(|update| update.text);
            let text = text.unwrap_or_else(|| StateText::new(&self.state_with(viewer, Vec::new())));
            self.audience.last_sent.insert(viewer, text);
        }
        gone.into_iter().for_each(|id| self.leave(id));
    }

    /// Renders and grades the events since the last call, and queues them for every socket here, behind the state.
    pub(super) fn queue_events(&mut self) {
        if self.audience.is_empty() {
            if self.skip_rendering() {
                self.check_invariants();
            }
            return;
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
            let viewer = shown_like::<G>(self.seat(watcher.player));
            let events = by_seat.entry(viewer).or_insert_with(|| {
                let events = rendered.iter().map(|rendered| G::show(rendered, viewer)).collect();
                Text::json(&ServerMessage::Events { version, events })
            });
            let mut all = announced.iter().chain([&*events]);
            if !all.all(|message| watcher.queue.queue(message.clone())) {
                gone.push(*id);
            }
        }
        gone.into_iter().for_each(|id| self.leave(id));
    }

    /// Wakes all sockets here: each writes everything that is queued for it to the network at once.
    pub(super) fn wake_audience(&self) {
        self.audience.watchers.values().for_each(|watcher| watcher.queue.wake());
    }
}

/// The update of one viewer; each form is written at most once.
#[derive(Default)]
struct SeatUpdate {
    /// The state, from which the next changes are computed.
    text: Option<StateText>,
    whole: Option<Text>,
    changes: Option<Text>,
}

impl SeatUpdate {
    /// What changed since the state before.
    fn changes(&mut self, before: &StateText, now: u64, state: impl FnOnce() -> GameState) -> Text {
        let Self { text, changes, .. } = self;
        let write = || {
            let after = text.get_or_insert_with(|| StateText::new(&state()));
            let changes = before.changes_to(after);
            Text::json(&ServerMessage::StateUpdate(StateUpdate::Changes { changes, timestamp: now }))
        };
        changes.get_or_insert_with(write).clone()
    }

    fn whole(&mut self, now: u64, state: impl FnOnce() -> GameState) -> Text {
        self.whole.get_or_insert_with(|| whole(state(), now)).clone()
    }
}

/// The message of a whole state.
pub(super) fn whole(game_state: GameState, timestamp: u64) -> Text {
    Text::json(&ServerMessage::StateUpdate(StateUpdate::Whole { game_state, timestamp }))
}
