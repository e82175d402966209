use std::time::Duration;

use ledger::Seat;
use protocol::ErrorCode;
use tokio::task::JoinHandle;
use tokio::time::Instant;

use super::Room;
use crate::clock::later;
use crate::game::{Action, Denied, LiveGame, Pending};

/// After a failure of the store a scheduled action is retried after this.
const RETRY: Duration = Duration::from_secs(1);
/// A game with an action scheduled within this stays loaded; another one is loaded again when somebody asks.
const KEEP_LOADED_WITHIN: Duration = Duration::from_secs(5);

/// A bot whose move is due within this computes it at once and makes it when it is due, so that its delay does not show
/// whether it had a choice.
const PRECOMPUTE_WITHIN: Duration = Duration::from_secs(3);

/// In all rooms, scheduled actions happen at multiples of this since the start of the node, so that their moves share one
/// commit and threads are woken once for all of them.
const TICK: Duration = Duration::from_millis(10);
/// Only waits of at least this are rounded up to a tick; at that length nobody notices.
const LONG_WAIT: Duration = Duration::from_millis(100);

/// Scheduled actions: bots and clocks.
pub(super) struct Timers<C> {
    pending: Vec<Pending<C>>,
    seen: SeenTimes,
    /// A bot at work on a blocking thread.
    computing: Option<MoveTask<C>>,
    /// No scheduled action runs before this, because the store has failed.
    not_before: Option<Instant>,
}

/// When this node saw the events of a game, by the monotonic clock. Wall clocks differ between nodes and can be set; a deadline
/// taken from one could end a turn early, or never pass.
#[derive(Debug, Default)]
struct SeenTimes {
    /// How many events were seen.
    upto: u64,
    /// The first position of each batch, and when it was seen.
    batches: Vec<(u64, Instant)>,
}

/// Batches that are remembered; a turn has fewer events, because keeps and undos are bounded.
const BATCHES: usize = 512;

impl SeenTimes {
    fn note(&mut self, version: u64) {
        if version <= self.upto && !self.batches.is_empty() {
            return;
        }
        if self.batches.len() >= BATCHES {
            self.batches.drain(..BATCHES / 2);
        }
        self.batches.push((self.upto, Instant::now()));
        self.upto = version;
    }

    /// When the event at this position was seen; for one that is forgotten, a later moment.
    fn at(&self, position: u64) -> Option<Instant> {
        let after = self.batches.partition_point(|(first, _)| *first <= position);
        self.batches.get(after.saturating_sub(1)).map(|(_, at)| *at)
    }
}

/// A move that is being computed.
pub(super) struct MoveTask<C> {
    /// The version that it is for.
    version: u64,
    /// When it is made.
    due: Instant,
    /// What is pending, but for the move.
    since: u64,
    seat: Seat,
    name: &'static str,
    ends_turn: bool,
    work: JoinHandle<Option<C>>,
}

impl<C> Default for Timers<C> {
    fn default() -> Self {
        Self { pending: Vec::new(), seen: SeenTimes::default(), computing: None, not_before: None }
    }
}

impl<C> Timers<C> {
    pub(super) const fn is_computing(&self) -> bool {
        self.computing.is_some()
    }
}

/// Waits for the move that is being computed; for ever if there is none.
pub(super) async fn computed<C>(timers: &mut Timers<C>) -> (MoveTask<C>, Option<C>) {
    let Some(computation) = &mut timers.computing else { return std::future::pending().await };
    // A panicked bot makes no move.
    let command = (&mut computation.work).await.ok().flatten();
    match timers.computing.take() {
        Some(computation) => (computation, command),
        None => std::future::pending().await,
    }
}

/// Whether a room may be unloaded that has nothing to do before `due`.
pub(super) fn may_unload_before(due: Instant) -> bool {
    due.saturating_duration_since(Instant::now()) > KEEP_LOADED_WITHIN
}

/// The first tick at or after a moment.
fn on_tick(began: Instant, due: Instant) -> Instant {
    let beyond = due.saturating_duration_since(began).as_nanos() % TICK.as_nanos();
    let beyond = Duration::from_nanos(u64::try_from(beyond).unwrap_or_default());
    if beyond.is_zero() { due } else { due + (TICK - beyond) }
}

pub(super) async fn sleep_until(due: Option<Instant>) {
    match due {
        Some(due) => tokio::time::sleep_until(due).await,
        None => std::future::pending().await,
    }
}

impl<G: LiveGame> Room<G> {
    pub(super) fn set_timers(&mut self) {
        self.timers.seen.note(self.log.version());
        // At a closed table nobody plays on, but a promised secret is still revealed once the game is over.
        self.timers.pending = if self.closed && !self.is_over() {
            Vec::new()
        } else {
            G::pending(&self.log, &self.id, &self.attendance(), &self.context)
        };
        // A bot stops computing a move for a player who is back.
        let is_pending = |thinking: &MoveTask<G::Command>| {
            self.timers
                .pending
                .iter()
                .any(|pending| (pending.seat, pending.name) == (thinking.seat, thinking.name))
        };
        if self.timers.computing.as_ref().is_some_and(|thinking| !is_pending(thinking)) {
            self.timers.computing = None;
        }
    }

    /// When a scheduled action is due.
    fn due(&self, pending: &Pending<G::Command>) -> Instant {
        let due = self.timers.seen.at(pending.since).unwrap_or_else(Instant::now) + pending.wait;
        let due = if pending.wait < LONG_WAIT { due } else { on_tick(self.node.began, due) };
        pending.not_before.map_or(due, |not_before| due.max(not_before))
    }

    /// When the time limit of the player to move ends, in milliseconds since 1970.
    pub(super) fn turn_ends_at(&self) -> Option<u64> {
        let waiting = self.timers.pending.iter().filter(|pending| pending.ends_turn);
        let waiting = waiting.map(|pending| self.due(pending));
        let thinking = self.timers.computing.iter().filter(|thinking| thinking.ends_turn);
        let due = waiting.chain(thinking.map(|thinking| thinking.due)).min()?;
        Some(later(self.node.now(), due.saturating_duration_since(Instant::now())))
    }

    /// When the next scheduled action is due.
    pub(super) fn next_due(&self) -> Option<Instant> {
        let due = self.timers.pending.iter().map(|pending| self.due(pending)).min()?;
        Some(self.timers.not_before.map_or(due, |not_before| due.max(not_before)))
    }

    /// Runs the next action that is due.
    pub(super) async fn act(&mut self) {
        let now = Instant::now();
        let Some(place) = self.timers.pending.iter().position(|pending| self.due(pending) <= now) else {
            return;
        };
        let pending = self.timers.pending.swap_remove(place);
        match pending.action {
            Action::Ready(command) => {
                self.make_scheduled_move(pending.seat, pending.name, Some(command)).await
            }
            Action::Compute(_) => self.compute(pending),
        }
    }

    /// Starts computing the next move of a bot if it is due soon.
    pub(super) fn precompute_move(&mut self) {
        if self.timers.is_computing() || self.timers.not_before.is_some() {
            return;
        }
        let soon = Instant::now() + PRECOMPUTE_WITHIN;
        let due = self.timers.pending.iter().map(|pending| self.due(pending));
        let next = (0..).zip(due).min_by_key(|(_, due)| *due).filter(|(_, due)| *due <= soon);
        let next = next.and_then(|(place, _)| {
            let thinks = matches!(self.timers.pending.get(place)?.action, Action::Compute(_));
            thinks.then_some(place)
        });
        if let Some(place) = next {
            let pending = self.timers.pending.swap_remove(place);
            self.compute(pending);
        }
    }

    /// Computes a move on a blocking thread; the room serves requests meanwhile.
    fn compute(&mut self, pending: Pending<G::Command>) {
        let due = self.due(&pending);
        let Pending { since, seat, name, ends_turn, action, .. } = pending;
        let Action::Compute(compute) = action else { return };
        let (version, work) = (self.log.version(), tokio::task::spawn_blocking(compute));
        self.timers.computing = Some(MoveTask { version, due, since, seat, name, ends_turn, work });
    }

    /// Makes the move that was computed, when it is time. If the game has moved on meanwhile, it is for another position.
    pub(super) async fn finish_computation(
        &mut self,
        (computation, command): (MoveTask<G::Command>, Option<G::Command>),
    ) {
        let MoveTask { version, due, since, seat, name, ends_turn, .. } = computation;
        if version != self.log.version() {
            return self.set_timers();
        }
        match command {
            Some(command) if due > Instant::now() => {
                let (wait, not_before, action) = (Duration::ZERO, Some(due), Action::Ready(command));
                self.timers.pending.push(Pending { since, wait, not_before, seat, name, ends_turn, action });
            }
            command => self.make_scheduled_move(seat, name, command).await,
        }
    }

    /// Carries out a command of the table; after a failure all pending actions are determined again, after [`RETRY`].
    async fn make_scheduled_move(&mut self, seat: Seat, name: &'static str, command: Option<G::Command>) {
        let version = self.log.version();
        let done = match command {
            Some(command) => self.command_of_table(seat, &format!("{name}-{version}"), &command).await,
            None => Err(Denied::new(ErrorCode::Internal, "no move was found").into()),
        };
        self.timers.not_before = None;
        if let Err(error) = done {
            tracing::debug!(game = %self.id, name, %error, "a scheduled action failed");
        }
        if self.log.version() == version {
            // The store is unavailable, or the command was refused.
            self.timers.not_before = Some(Instant::now() + RETRY);
            self.set_timers();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tick_is_never_before_a_moment_and_at_most_a_tick_after_it() {
        let began = Instant::now();
        let at = |microseconds| began + Duration::from_micros(microseconds);
        for (due, tick) in [(0, 0), (1, 10_000), (9_999, 10_000), (10_000, 10_000), (703_400, 710_000)] {
            assert_eq!(on_tick(began, at(due)), at(tick), "{due} µs");
        }
        let before = at(0).checked_sub(Duration::from_millis(3)).unwrap();
        assert_eq!(on_tick(began, before), before, "what is due already is not put off");
    }
}
