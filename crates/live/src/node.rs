use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use chance::ServerSeed;
use ledger::Stream;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use protocol::GameId;
use serde_json::Value;
use store::{Archive, Directory, Note, NoteQueue, Store, StoreError};
use tokio_util::sync::CancellationToken;

use crate::bus::{Bus, BusState};
use crate::clock::{Clock, SystemClock};
use crate::context::NodeContext;
use crate::entropy::{Entropy, OsEntropy};
use crate::game::Showing;
use crate::long_work::LongWork;

/// How long a failed append counts when nobody tries another one.
const REMEMBERED: Duration = Duration::from_secs(10);

/// Notes of a stream that may wait to be written.
const NOTES: usize = 1024;

/// How live games are run.
#[derive(Clone, Debug)]
pub struct LiveSettings {
    /// How long a bot seems to think.
    pub bot_delay: Duration,
    /// After how long without a request a game is unloaded from memory.
    pub idle: Duration,
    /// Requests that may wait at one game.
    pub mailbox: usize,
    /// Messages that may wait for one socket.
    pub send_queue: usize,
    /// Whether other nodes write to the same store.
    pub shared: bool,
    /// Whether people may chat at tables.
    pub chat: bool,
    /// Whether tables may be listed for everybody.
    pub public_tables: bool,
    /// What all nodes derive alike comes from it, such as the luck of bots; the same on every node.
    pub secret_key: [u8; 32],
    /// Wall time.
    pub clock: Arc<dyn Clock>,
    /// Randomness.
    pub entropy: Arc<dyn Entropy>,
}

impl LiveSettings {
    /// How many milliseconds a bot seems to think, unless it is set otherwise.
    pub const BOT_DELAY_MS: u64 = 700;
    /// After how many seconds without a request a game is unloaded, unless it is set otherwise.
    pub const IDLE_S: u64 = 300;
    /// Requests that may wait at one game, unless it is set otherwise.
    pub const MAILBOX: usize = 64;
    /// Messages that may wait for one socket, unless it is set otherwise.
    pub const SEND_QUEUE: usize = 256;

    /// For one node, with the time and the randomness of the operating system.
    #[must_use]
    pub fn new(secret_key: [u8; 32]) -> Self {
        Self {
            bot_delay: Duration::from_millis(Self::BOT_DELAY_MS),
            idle: Duration::from_secs(Self::IDLE_S),
            mailbox: Self::MAILBOX,
            send_queue: Self::SEND_QUEUE,
            shared: false,
            chat: true,
            public_tables: true,
            secret_key,
            clock: Arc::new(SystemClock),
            entropy: Arc::new(OsEntropy),
        }
    }
}

/// Upper bounds of histograms of times, in milliseconds.
pub const TIME_BOUNDS_MS: [f64; 14] =
    [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 20.0, 100.0, 500.0, 2_000.0, 10_000.0];

/// What rooms count and time. The handles are shared: register clones of them wherever metrics are shown.
#[derive(Clone, Debug)]
pub struct LiveMetrics {
    /// Games in memory.
    pub active_games: Gauge,
    /// Games that were played to their end; abandoned ones are not.
    pub games_completed: Counter,
    /// Commands whose events are stored.
    pub commands: Counter,
    /// Commands that expected another version, and retries after an optimistic-concurrency conflict.
    pub command_conflicts: Counter,
    /// Refusals by the rules or by the rights of a player.
    pub commands_refused: Counter,
    /// Appends and reads that the store did not carry out.
    pub store_errors: Counter,
    /// Hints, analyses and grades.
    pub calculations: Counter,
    /// States that were checked against the invariants of the data contract.
    pub invariant_checks: Counter,
    /// What was found wrong in them.
    pub invariant_violations: Counter,
    /// Grades whose values contradict each other.
    pub ev_errors: Counter,
    /// Requests whose game was in memory, and those that had to read it first.
    pub room_hits: Counter,
    /// See [`Self::room_hits`].
    pub room_misses: Counter,
    /// Milliseconds from a command to the last send queue that got the state after it.
    pub broadcast_ms: Histogram,
    /// Milliseconds that an append to the store took.
    pub append_ms: Histogram,
}

impl Default for LiveMetrics {
    fn default() -> Self {
        Self {
            active_games: Gauge::default(),
            games_completed: Counter::default(),
            commands: Counter::default(),
            command_conflicts: Counter::default(),
            commands_refused: Counter::default(),
            store_errors: Counter::default(),
            calculations: Counter::default(),
            invariant_checks: Counter::default(),
            invariant_violations: Counter::default(),
            ev_errors: Counter::default(),
            room_hits: Counter::default(),
            room_misses: Counter::default(),
            broadcast_ms: Histogram::new(TIME_BOUNDS_MS),
            append_ms: Histogram::new(TIME_BOUNDS_MS),
        }
    }
}

impl LiveMetrics {
    /// Counts what contradicts itself in the grade of an event, and says it in the log.
    pub(crate) fn check_grade<G: Showing>(&self, game: &GameId, rendered: &G::Rendered) {
        for contradiction in G::contradictions(rendered) {
            self.ev_errors.inc();
            tracing::error!(%game, contradiction, "a grade contradicts itself");
        }
    }

    /// Counts what is wrong in the state of a game that was checked, and says it in the log.
    pub(crate) fn check_state(&self, game: &GameId, version: u64, violations: Vec<String>) {
        self.invariant_checks.inc();
        self.invariant_violations.inc_by(violations.len() as u64);
        for violation in violations {
            tracing::error!(%game, version, violation, "an invariant is broken");
        }
    }
}

/// What all rooms of this node share.
pub(crate) struct Node {
    pub(crate) archive: Arc<dyn Archive>,
    pub(crate) bus: Bus,
    pub(crate) context: Arc<NodeContext>,
    pub(crate) metrics: LiveMetrics,
    /// Names this node to the others.
    pub(crate) name: String,
    pub(crate) idle: Duration,
    pub(crate) mailbox: usize,
    pub(crate) send_queue: usize,
    /// Whether other nodes write to the same store.
    pub(crate) shared: bool,
    /// Whether people may chat at tables.
    pub(crate) chat: bool,
    /// Whether tables may be listed for everybody.
    pub(crate) public_tables: bool,
    /// Where hints that take long and reports are computed.
    pub(crate) long_work: LongWork,
    /// When it began to run, from which the ticks of its rooms are counted.
    pub(crate) began: tokio::time::Instant,
    /// The id of the next watcher of any room.
    next_watcher: AtomicU64,
    /// Absent before the node listens, and after it is closed.
    notes: Mutex<Option<Notes>>,
    /// Cancelled when the rooms are to end.
    pub(crate) stopping: CancellationToken,
    /// When an append last failed for want of a store; `None` since one succeeded.
    write_failed: Mutex<Option<Instant>>,
}

/// The queues of notes to the store.
#[derive(Debug)]
struct Notes {
    analysis: NoteQueue,
    telemetry: NoteQueue,
}

impl Notes {
    const fn queue(&self, stream: Stream) -> &NoteQueue {
        match stream {
            Stream::Analysis => &self.analysis,
            Stream::Telemetry | Stream::Domain => &self.telemetry,
        }
    }
}

impl Node {
    pub(crate) fn new(
        archive: Arc<dyn Archive>,
        bus: Bus,
        metrics: LiveMetrics,
        settings: LiveSettings,
    ) -> Self {
        let LiveSettings { bot_delay, idle, mailbox, send_queue, shared, chat, public_tables, .. } = settings;
        let LiveSettings { secret_key, clock, entropy, .. } = settings;
        let name = entropy.uuid().to_string();
        let context = Arc::new(NodeContext { clock, entropy, bot_delay, secret_key });
        Self {
            archive,
            bus,
            context,
            metrics,
            name,
            idle,
            mailbox,
            send_queue,
            shared,
            chat,
            public_tables,
            long_work: LongWork::default(),
            began: tokio::time::Instant::now(),
            next_watcher: AtomicU64::new(0),
            notes: Mutex::new(None),
            stopping: CancellationToken::new(),
            write_failed: Mutex::new(None),
        }
    }

    /// Remembers how an append went, or that a table could not be listed, a seat not be recorded or a secret not be kept.
    pub(crate) fn appended(&self, error: Option<&StoreError>) {
        let failed = error.is_some_and(|error| !error.is_refusal());
        if failed {
            self.metrics.store_errors.inc();
        }
        let mut write_failed = self.write_failed.lock().unwrap_or_else(PoisonError::into_inner);
        *write_failed = failed.then(Instant::now);
    }

    /// Whether the last append failed, not long ago.
    pub(crate) fn writes_fail(&self) -> bool {
        let write_failed = self.write_failed.lock().unwrap_or_else(PoisonError::into_inner);
        write_failed.is_some_and(|at| at.elapsed() < REMEMBERED)
    }

    pub(crate) fn store(&self) -> &dyn Store {
        &*self.archive
    }

    pub(crate) fn directory(&self) -> &dyn Directory {
        &*self.archive
    }

    /// The secret of a game: its own, or of a game that was begun before games had their own, the one that was derived for
    /// it.
    pub(crate) async fn game_secret(&self, game: &GameId) -> Result<ServerSeed, StoreError> {
        let own = self.directory().game_secret(game).await?;
        Ok(ServerSeed::from_bytes(own.unwrap_or_else(|| self.context.derived_secret(game.as_str()))))
    }

    /// Stores the secret of a new game; the one that the game has from then on, where another node was faster.
    pub(crate) async fn keep_secret(
        &self,
        game: &GameId,
        new: &ServerSeed,
    ) -> Result<ServerSeed, StoreError> {
        let kept = self.directory().keep_game_secret(game, new.reveal()).await;
        if let Err(error) = &kept {
            // A full disk may show here first, before anything is appended.
            self.appended(Some(error));
        }
        Ok(ServerSeed::from_bytes(kept?))
    }

    /// Wall time, in milliseconds since 1970.
    pub(crate) fn now(&self) -> u64 {
        self.context.clock.now()
    }

    /// Whether hints of other nodes arrive.
    pub(crate) fn receives_hints(&self) -> bool {
        self.bus.state() == BusState::Connected
    }

    /// An id for a watcher. No two rooms of this node give the same one, so that nobody speaks for a watcher of a room
    /// that was unloaded meanwhile.
    pub(crate) fn watcher_id(&self) -> u64 {
        self.next_watcher.fetch_add(1, Relaxed)
    }

    /// Takes notes from now on.
    pub(crate) fn start_notes(&self) {
        let queue = || NoteQueue::start(Arc::clone(&self.archive) as _, NOTES);
        *self.notes() = Some(Notes { analysis: queue(), telemetry: queue() });
    }

    /// Keeps a note if there is room; nobody waits for it.
    pub(crate) fn note(&self, game: &GameId, stream: Stream, body: Value) {
        let Ok(note) = Note::new(game.clone(), stream, self.now(), body) else { return };
        if let Some(notes) = &*self.notes() {
            notes.queue(stream).offer(note);
        }
    }

    /// Keeps a note, and waits until it is stored; `false` if it could not be.
    pub(crate) async fn keep_note(&self, game: &GameId, stream: Stream, body: Value) -> bool {
        let Ok(note) = Note::new(game.clone(), stream, self.now(), body) else { return false };
        let writing = self.notes().as_ref().map(|notes| notes.queue(stream).keep(note));
        match writing {
            Some(writing) => writing.await,
            None => false,
        }
    }

    /// How many notes found no room.
    pub(crate) fn notes_dropped(&self) -> u64 {
        self.notes().as_ref().map_or(0, |notes| notes.analysis.dropped() + notes.telemetry.dropped())
    }

    /// Waits until the notes that were taken so far are written.
    pub(crate) async fn flush_notes(&self) {
        let waiting = self.notes().as_ref().map(|notes| (notes.analysis.flush(), notes.telemetry.flush()));
        if let Some((analysis, telemetry)) = waiting {
            analysis.await;
            telemetry.await;
        }
    }

    /// Writes the notes that wait, and takes no more.
    pub(crate) async fn finish_notes(&self) {
        let notes = self.notes().take();
        if let Some(Notes { analysis, telemetry }) = notes {
            analysis.finish().await;
            telemetry.finish().await;
        }
    }

    fn notes(&self) -> MutexGuard<'_, Option<Notes>> {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { archive, context, name, .. } = self;
        f.debug_struct("Node")
            .field("name", name)
            .field("archive", archive)
            .field("context", context)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_in_a_state_is_counted() {
        let (metrics, id) = (LiveMetrics::default(), "checked".parse::<GameId>().unwrap());
        metrics.check_state(&id, 8, Vec::new());
        assert_eq!((metrics.invariant_checks.get(), metrics.invariant_violations.get()), (1, 0));
        metrics.check_state(&id, 16, vec!["the total is too high".into(), "the turn is too late".into()]);
        assert_eq!((metrics.invariant_checks.get(), metrics.invariant_violations.get()), (2, 2));
    }
}
