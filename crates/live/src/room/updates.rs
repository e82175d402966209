use std::collections::{HashMap, HashSet};

use ledger::Seat;
use protocol::{GameState, ServerMessage, StateText, StateUpdate, UpdateStyle};

use super::Room;
use crate::game::LiveGame;
use crate::text::Text;

/// The viewer whose state and events stand for those of this one: where all are shown the same, they are written once, as for
/// a spectator. Which seat is whose is not among the changes of a state: who takes another seat is sent the whole state.
pub(super) const fn shown_like<G: LiveGame>(viewer: Option<Seat>) -> Option<Seat> {
    if G::SHOWS_ALL_ALIKE { None } else { viewer }
}

impl<G: LiveGame> Room<G> {
    /// Queues for everybody the state as they may know it; nobody is woken.
    pub(super) fn queue_states(&mut self) {
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

    /// Renders what happened since the last time, grades it, and queues it for everybody, behind the state.
    pub(super) fn publish_events(&mut self) {
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
}

/// The update of one viewer, written at most once in each form.
#[derive(Default)]
struct SeatUpdate {
    /// The state, to tell the next changes from.
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
