use std::collections::HashMap;
use std::ops::Range;

use ledger::{Envelope, GameStatus, PlayerId, Seat};
use protocol::{GameState, SeatShown, ShownEvent, TableState};

use super::Room;
use crate::game::{LiveGame, Shown};
use crate::iso8601::iso8601;

/// How far the events are rendered, and the last rendered ones.
pub(super) struct Rendering<G: LiveGame> {
    renderer: G::Renderer,
    /// How many events were rendered or skipped.
    upto: usize,
    /// The last ones that were rendered; they end at `upto`.
    last: Vec<G::Rendered>,
}

/// When play began and ended, in milliseconds since 1970.
#[derive(Debug, Default)]
pub(super) struct Times {
    /// How many events were looked at.
    upto: usize,
    began: Option<u64>,
    ended: Option<u64>,
}

/// The name shown for a player whose name is not known.
pub const NAMELESS: &str = "Player";

/// The names of players.
#[derive(Debug, Default)]
pub(super) struct Names(HashMap<PlayerId, String>);

impl<G: LiveGame> Default for Rendering<G> {
    fn default() -> Self {
        Self { renderer: G::Renderer::default(), upto: 0, last: Vec::new() }
    }
}

impl<G: LiveGame> Rendering<G> {
    /// The events that were rendered last.
    pub(super) fn last(&self) -> &[G::Rendered] {
        &self.last
    }
}

impl Names {
    pub(super) fn of(&self, player: PlayerId) -> String {
        self.0.get(&player).cloned().unwrap_or_else(|| String::from(NAMELESS))
    }
}

impl<G: LiveGame> Room<G> {
    pub(super) fn seat(&self, player: Option<PlayerId>) -> Option<Seat> {
        self.log.state().seat_of(player?)
    }

    pub(super) fn is_over(&self) -> bool {
        matches!(self.log.state().status(), GameStatus::Completed | GameStatus::Abandoned)
    }

    /// Whether the lobby lists the table.
    pub(super) fn is_public(&self) -> bool {
        self.entry.as_ref().is_some_and(|entry| entry.public)
    }

    /// Whether hints are given here; always at a table that no lobby lists.
    pub(super) fn has_coach(&self) -> bool {
        self.entry.as_ref().is_none_or(|entry| entry.coach)
    }

    /// The game as a viewer may know it, with the events from `since` on.
    pub(super) fn state(&self, viewer: Option<Seat>, since: u64) -> GameState {
        self.state_with(viewer, self.replay(since..u64::MAX, viewer))
    }

    pub(super) fn state_with(&self, viewer: Option<Seat>, events: Vec<ShownEvent>) -> GameState {
        let names = |player| self.names.of(player);
        G::state(&self.log, &self.kind, Shown { viewer, table: self.table(viewer), events, names: &names })
    }

    fn table(&self, viewer: Option<Seat>) -> TableState {
        let game = self.log.state();
        let seats = game.seats().into_iter().map(|taken| SeatShown {
            seat: taken.seat.0,
            player_id: taken.player,
            display_name: match taken.player {
                Some(player) => self.names.of(player),
                None => bot_name(taken.bot.as_deref()),
            },
            connected: taken.bot.is_some() || taken.player.is_some_and(|id| self.audience.is_connected(id)),
            bot: taken.bot,
        });
        let (envelopes, status) = (self.log.envelopes(), game.status());
        let last = envelopes.last().filter(|_| self.is_over()).map(|last| last.timestamp);
        TableState {
            game_id: self.id.clone(),
            version: self.log.version(),
            status,
            code: self.entry.as_ref().map(|entry| entry.code.clone()),
            public: self.entry.as_ref().map(|entry| entry.public),
            coach: self.has_coach(),
            rematch: self.rematches.table().cloned(),
            you: viewer.map(|seat| seat.0),
            seats: seats.collect(),
            free_seats: game.free_seats(),
            turn_ends_at: self.turn_ends_at(),
            created_at: iso8601(envelopes.first().map_or(0, |first| first.timestamp)),
            started_at: self.times.began.map(iso8601),
            completed_at: self.times.ended.or(last).map(iso8601),
            from_memory: self.from_memory,
            success: true,
        }
    }

    /// Records when play began and ended, from the new events.
    pub(super) fn record_times(&mut self) {
        let Times { upto, began, ended } = &mut self.times;
        let first = |holds: fn(&G::Event) -> bool, fresh: &[Envelope<G::Event>]| {
            fresh.iter().find(|envelope| holds(&envelope.payload)).map(|envelope| envelope.timestamp)
        };
        let fresh = self.log.envelopes().get(*upto..).unwrap_or_default();
        *began = began.or_else(|| first(G::begins, fresh));
        *ended = ended.or_else(|| first(G::ends, fresh));
        *upto = self.log.envelopes().len();
    }

    // Events.

    /// Renders the new events. Returns whether there are any.
    pub(super) fn render_fresh(&mut self) -> bool {
        let Rendering { renderer, upto, last } = &mut self.rendering;
        let fresh = self.log.envelopes().get(*upto..).unwrap_or_default();
        if fresh.is_empty() {
            return false;
        }
        let memory = self.queries.memory();
        let render = |envelope: &Envelope<G::Event>| {
            let mut rendered = G::render(renderer, envelope, &self.context);
            G::annotate(&mut rendered, memory);
            self.node.metrics.check_grade::<G>(&self.id, &rendered);
            rendered
        };
        *last = fresh.iter().map(render).collect();
        *upto += fresh.len();
        self.node.metrics.calculations.inc_by(last.len() as u64);
        self.check_invariants();
        true
    }

    /// Skips new events that nobody is shown. Returns whether there are any.
    pub(super) fn skip_rendering(&mut self) -> bool {
        let Rendering { renderer, upto, last } = &mut self.rendering;
        let fresh = self.log.envelopes().get(*upto..).unwrap_or_default();
        if fresh.is_empty() {
            return false;
        }
        fresh.iter().for_each(|envelope| G::skip(renderer, envelope));
        *upto += fresh.len();
        last.clear();
        true
    }

    /// The events at these positions as a viewer may see them. Those that were rendered last need no replay.
    pub(super) fn events_at(&mut self, positions: Range<u64>, viewer: Option<Seat>) -> Vec<ShownEvent> {
        if self.audience.is_empty() {
            self.render_fresh();
        } else {
            self.queue_events();
        }
        let first = self.rendering.upto - self.rendering.last.len();
        let (Ok(start), Ok(end)) = (usize::try_from(positions.start), usize::try_from(positions.end)) else {
            return Vec::new();
        };
        let ready = start.checked_sub(first).and_then(|start| self.rendering.last.get(start..end - first));
        match ready {
            Some(rendered) => rendered.iter().map(|rendered| G::show(rendered, viewer)).collect(),
            None => self.replay(positions, viewer),
        }
    }

    /// The same, by a replay from the first event.
    fn replay(&self, positions: Range<u64>, viewer: Option<Seat>) -> Vec<ShownEvent> {
        if positions.start >= self.log.version() {
            return Vec::new();
        }
        let mut renderer = G::Renderer::default();
        let mut events = Vec::new();
        for envelope in self.log.envelopes().iter().take_while(|envelope| envelope.position < positions.end) {
            if envelope.position < positions.start {
                G::skip(&mut renderer, envelope);
            } else {
                events.push(G::show(&G::render(&mut renderer, envelope, &self.context), viewer));
            }
        }
        events
    }

    // Names.

    pub(super) async fn refresh_names(&mut self) {
        for taken in self.log.state().seats() {
            if let (Some(player), None) = (taken.player, taken.bot) {
                self.learn_name(player).await;
            }
        }
        self.name_bots();
    }

    /// Names bots after their skill; that needs no directory.
    pub(super) fn name_bots(&mut self) {
        for taken in self.log.state().seats() {
            if let (Some(player), Some(bot)) = (taken.player, taken.bot) {
                self.names.0.insert(player, bot_name(Some(&bot)));
            }
        }
    }

    /// Looks up the names of players who sat down through another node.
    pub(super) async fn learn_new_names(&mut self) {
        let is_new =
            |player: Option<PlayerId>| player.is_some_and(|player| !self.names.0.contains_key(&player));
        if self.log.state().seats().iter().any(|taken| is_new(taken.player)) {
            self.refresh_names().await;
        }
    }

    /// Looks up the name of a watcher who has authenticated.
    pub(super) async fn learn_name_of_watcher(&mut self, player: Option<PlayerId>) {
        if let Some(player) = player.filter(|player| !self.names.0.contains_key(player)) {
            self.learn_name(player).await;
        }
    }

    /// Forgets the name of a player who neither sits nor watches here any more.
    pub(super) fn forget_name_of_watcher(&mut self, player: PlayerId) {
        if self.seat(Some(player)).is_none() && !self.audience.has(player) {
            self.names.0.remove(&player);
        }
    }

    /// Looks up the current name of a player; keeps the known one while the store is unavailable.
    pub(super) async fn learn_name(&mut self, player: PlayerId) {
        if let Ok(Some(record)) = self.node.directory().player(player).await {
            self.names.0.insert(player, record.name().to_owned());
        }
    }

    /// Looks up all names again, and shows changed ones.
    pub(super) async fn rename_all(&mut self) {
        let before = self.names.0.clone();
        for player in before.keys() {
            self.learn_name(*player).await;
        }
        if self.names.0 != before {
            for (player, name) in &self.names.0 {
                self.audience.recent_chat.rename(*player, name);
            }
            self.send_states();
        }
    }

    /// Shows everybody the new name of a player of this game.
    pub(super) async fn rename(&mut self, player: PlayerId) {
        if self.names.0.contains_key(&player) {
            self.learn_name(player).await;
            self.audience.recent_chat.rename(player, &self.names.of(player));
            self.send_states();
        }
    }
}

fn bot_name(bot: Option<&str>) -> String {
    let name = bot.unwrap_or("bot");
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect()) + " bot"
}
