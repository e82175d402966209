//! The task of one live game. It alone touches the log, so everything that happens to a game happens in sequence.
//!
//! * `closing.rs`: a table that the operator closed.
//! * `commands.rs`: a command from the request to the durable events.
//! * `audience.rs`: the watchers, and their presence.
//! * `chat.rs`: chat.
//! * `state.rs`: what a viewer is shown.
//! * `timers.rs`: bots and clocks.
//! * `queries.rs`: queries about the position, and notes.
//! * `forecasts.rs`: chances to win, for those who asked.
//! * `rematch.rs`: another game with the same people.
//! * `reports.rs`: the report on a game that is over.
//! * `review.rs`: reviewing a finished game together.
//! * `shares.rs`: per-player quotas.
//! * `updates.rs`: states and events for the sockets, each text written once for all viewers who are shown the same.
//!
//! Names: `queue_*` puts messages into the send queues of the sockets here, `wake_audience` wakes the sockets, `send_*` does both,
//! `broadcast` reaches all nodes, and `publish_*` tells other nodes only.

mod audience;
mod chat;
mod closing;
mod commands;
mod forecasts;
mod queries;
mod rematch;
mod reports;
mod review;
mod shares;
mod state;
mod timers;
mod updates;

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::Arc;
use std::time::Duration;

use chance::ServerSeed;
use ledger::{Log, PlayerId};
use protocol::{ErrorCode, GameId, GameKind};
use store::{Sanction, TableEntry};
use tokio::sync::mpsc;
use tokio::time::Instant;

pub use self::state::NAMELESS;

use self::audience::{Audience, LastSeen};
use self::forecasts::{Forecasts, forecasted};
use self::queries::Queries;
use self::rematch::Rematches;
use self::reports::KeptReport;
use self::review::Cursor;
use self::shares::Shares;
use self::state::{Names, Rendering, Times};
use self::timers::{Timers, computed, may_unload_before, sleep_until};
use crate::bus::NodeHint;
use crate::context::Context;
use crate::game::{Denied, LiveGame};
use crate::listing::Listing;
use crate::node::Node;
use crate::request::{RoomError, RoomRequest};

/// Why the log and the link of a game with hidden information are refused.
const STILL_SECRET: &str = "the log of this game stays secret until it is over";
/// How often a room checks whether it is still needed, and whether it missed something.
const POLL: Duration = Duration::from_secs(1);
/// The same where no other node shares the store, so that nothing can be missed: thousands of waiting rooms must cost next to
/// nothing.
const POLL_ALONE: Duration = Duration::from_secs(10);

/// A finished game is unloaded after this long without activity: people hardly come back to one, and a busy node finishes
/// thousands of games in the time that it keeps an idle one.
const OVER_IDLE: Duration = Duration::from_secs(20);

/// How often a watched room re-reads sanctions, names and blocks: a hint about them may be lost, or find the mailbox full.
const REFRESH: Duration = Duration::from_secs(5 * 60);

/// After a lost hint a room re-reads them within twice this time, and at most once in this time: all rooms of a node learn of a
/// lost hint at once, and each reads several rows of the store.
const REFRESH_SOON: Duration = Duration::from_secs(30);

/// Why a room ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StopReason {
    /// Nobody needed it.
    Idle,
    /// The node shuts down.
    Stopped,
}

/// A live game.
pub(crate) struct Room<G: LiveGame> {
    node: Arc<Node>,
    context: Context<G::Services>,
    kind: GameKind,
    id: GameId,
    /// Invariant: everything in it is in the store.
    log: Log<G>,
    rendering: Rendering<G>,
    times: Times,
    names: Names,
    audience: Audience,
    timers: Timers<G::Command>,
    queries: Queries<G>,
    forecasts: Forecasts,
    shares: Shares,
    rematches: Rematches,
    cursor: Option<Cursor>,
    report: KeptReport,
    /// When this room was opened.
    opened: LastSeen,
    /// The table in the lobby.
    entry: Option<TableEntry>,
    /// When the lobby last got the presence of the host, in milliseconds since 1970.
    host_shown: u64,
    /// The last update of the lobby.
    listed: Option<Listing>,
    /// How many refused commands were noted.
    audits: u32,
    /// Whether the operator closed the table.
    closed: bool,
    /// Whether the last read of the store failed, so that others may have moved the game unseen.
    from_memory: bool,
    /// When sanctions, names and blocks were last re-read, and when they will be re-read next.
    refreshed_at: Instant,
    refresh_at: Instant,
}

impl<G: LiveGame> Room<G> {
    /// Reads a game from the store. Boxed, since each future that holds a room by value is larger by it.
    pub(crate) async fn open(
        node: Arc<Node>,
        services: Arc<G::Services>,
        kind: GameKind,
        id: GameId,
    ) -> Result<Box<Self>, RoomError> {
        let secret = node.game_secret(&id).await?;
        let mut room = Box::new(Self::unread(secret, node, services, kind, id));
        room.catch_up().await?;
        room.closed = room.node.directory().is_sanctioned(Sanction::Closed(room.id.clone())).await?;
        room.skip_rendering();
        room.record_times();
        room.settle_queries();
        room.entry = room.node.directory().table(&room.id).await?;
        if let Some(TableEntry { status, free_seats, version, .. }) = room.entry {
            room.listed = Some(Listing { status, free_seats });
            // An update of the lobby may have been lost.
            if version < room.log.version() {
                room.update_lobby();
            }
        }
        room.refresh_names().await;
        room.find_rematch().await?;
        room.refresh_presence();
        room.set_timers();
        Ok(room)
    }

    /// A room that knows nothing of its game yet.
    fn unread(
        secret: ServerSeed,
        node: Arc<Node>,
        services: Arc<G::Services>,
        kind: GameKind,
        id: GameId,
    ) -> Self {
        let context = Context::new(services, Arc::clone(&node.context), secret);
        let opened = LastSeen::now(node.now());
        Self {
            node,
            context,
            kind,
            id,
            log: Log::default(),
            rendering: Rendering::default(),
            times: Times::default(),
            names: Names::default(),
            audience: Audience::default(),
            timers: Timers::default(),
            queries: Queries::default(),
            forecasts: Forecasts::default(),
            shares: Shares::default(),
            rematches: Rematches::default(),
            cursor: None,
            report: KeptReport::default(),
            opened,
            entry: None,
            host_shown: 0,
            listed: None,
            audits: 0,
            closed: false,
            from_memory: false,
            refreshed_at: Instant::now(),
            refresh_at: Instant::now() + REFRESH,
        }
    }

    /// Runs until nobody needs the game any more. Returns the requests that came too late: another room of the game may be open
    /// by then, and this one does not know what happens there.
    pub(crate) async fn run(
        mut self: Box<Self>,
        mut requests: mpsc::Receiver<RoomRequest>,
    ) -> Vec<RoomRequest> {
        let metrics = self.node.metrics.clone();
        metrics.active_games.inc();
        let end = self.serve(&mut requests).await;
        metrics.active_games.dec();
        // From now on nothing can be sent.
        requests.close();
        let mut late = Vec::new();
        while let Ok(request) = requests.try_recv() {
            match end {
                StopReason::Idle => late.push(request),
                // No new room opens during shutdown, so waiting requests are still answered here.
                StopReason::Stopped => {
                    Box::pin(self.handle(request)).await;
                    self.wake_audience();
                }
            }
        }
        late
    }

    /// The futures of the handlers are boxed: they take memory while they run, and an idle room takes little.
    async fn serve(&mut self, requests: &mut mpsc::Receiver<RoomRequest>) -> StopReason {
        self.node.bus.publish(NodeHint::WhoIsThere { game: self.id.clone() });
        let mut ticks: u32 = 0;
        let mut idle_since = Instant::now();
        let mut poll = std::pin::pin!(tokio::time::sleep(self.poll_after(idle_since)));
        let stopping = self.node.stopping.clone();
        let mut stopped = std::pin::pin!(stopping.cancelled());
        loop {
            self.precompute_move();
            let due = self.next_due();
            tokio::select! {
                biased;
                () = &mut stopped => return StopReason::Stopped,
                request = requests.recv() => {
                    idle_since = Instant::now();
                    match request {
                        None => return StopReason::Stopped,
                        Some(request) => Box::pin(self.handle(request)).await,
                    }
                }
                () = sleep_until(due), if !self.timers.is_computing() => Box::pin(self.act()).await,
                finished = computed(&mut self.timers) => Box::pin(self.finish_computation(finished)).await,
                finished = forecasted(&mut self.forecasts) => self.finish_forecast(finished),
                () = &mut poll => {
                    ticks = ticks.wrapping_add(1);
                    if !self.audience.is_empty() {
                        idle_since = Instant::now();
                        Box::pin(self.keep_up(ticks)).await;
                    }
                    if Instant::now() >= self.refresh_at {
                        self.refresh().await;
                    }
                    if idle_since.elapsed() >= self.idle_limit() && self.next_due().is_none_or(may_unload_before) {
                        return StopReason::Idle;
                    }
                    poll.as_mut().reset(Instant::now() + self.poll_after(idle_since));
                }
            }
            self.tell_audience();
            self.start_forecast();
            let soon = Instant::now() + POLL;
            if self.forecasts.is_missing() && poll.deadline() > soon {
                poll.as_mut().reset(soon);
            }
        }
    }

    /// Wakes the sockets for the state and the answer in their queues, then renders and grades what happened. A socket that
    /// has not written by then, as under load, writes all of it to the network in one call: waking and writing twice takes
    /// several times as long as rendering.
    fn tell_audience(&mut self) {
        self.wake_audience();
        self.queue_events();
        self.wake_audience();
    }

    /// How long the game stays in memory without activity.
    fn idle_limit(&self) -> Duration {
        if self.is_over() { self.node.idle.min(OVER_IDLE) } else { self.node.idle }
    }

    /// When the room polls next: at the latest when it will have been idle for long enough.
    fn poll_after(&self, idle_since: Instant) -> Duration {
        let left = self.idle_limit().saturating_sub(idle_since.elapsed());
        if self.node.shared || self.forecasts.is_missing() || left.is_zero() {
            return POLL;
        }
        POLL_ALONE.min(left)
    }

    async fn handle(&mut self, request: RoomRequest) {
        match request {
            RoomRequest::Command { player, request, reply } => {
                self.answer_command(player, *request, reply).await
            }
            RoomRequest::State { viewer, since, reply } => {
                self.follow_others().await;
                // The caller may have stopped waiting; the same below.
                let _ = reply.send(Ok(self.state(self.seat(viewer), since)));
            }
            RoomRequest::Log { viewer, reply } => {
                self.follow_others().await;
                let answer = if let Err(denied) = self.check_reader(viewer) {
                    Err(denied.into())
                } else if self.log.state().is_open() {
                    let json = self.log.to_named_json();
                    json.map_err(|error| Denied::new(ErrorCode::Internal, error.to_string()).into())
                } else {
                    Err(Denied::forbidden(STILL_SECRET).into())
                };
                let _ = reply.send(answer);
            }
            RoomRequest::Report { viewer, reply } => {
                self.follow_others().await;
                if let Err(denied) = self.check_reader(viewer) {
                    let _ = reply.send(Err(denied.into()));
                    return;
                }
                let (log, context, seat) = (self.log.clone(), self.context.clone(), self.seat(viewer));
                let kept = (G::KEEPS_REPORT && self.is_over()).then(|| self.report.clone());
                // Where too many wait the reply is dropped, and the client gets `Busy`.
                self.node.long_work.run_report(move || {
                    if !reply.is_closed() {
                        let make = || G::report(&log, seat, &context);
                        let report = kept.map_or_else(make, |kept| kept.or_make(make));
                        let _ = reply.send(report.map_err(RoomError::from));
                    }
                });
            }
            RoomRequest::Link { viewer, reply } => {
                self.follow_others().await;
                let _ = reply.send(self.link(viewer).map_err(RoomError::from));
            }
            RoomRequest::Close { reply } => {
                self.follow_others().await;
                let _ = reply.send(self.close().await);
            }
            RoomRequest::Rematch { player, reply } => {
                self.follow_others().await;
                let _ = reply.send(self.rematch(player).await);
            }
            RoomRequest::Watch { viewer, since, queue, reply } => {
                self.follow_others().await;
                let id = self.watch(viewer, since, queue).await;
                if reply.send(Ok(id)).is_err() {
                    self.leave(id);
                }
            }
            RoomRequest::FromWatcher { watcher, request } => self.handle_watcher(watcher, *request).await,
            RoomRequest::NodeHint(hint) => self.handle_node_hint(*hint).await,
        }
    }

    /// Reads what other nodes appended, if the store is shared. While it is unavailable, reads are answered from memory.
    async fn follow_others(&mut self) {
        if self.node.shared {
            self.follow().await;
        }
    }

    /// Checks whether a viewer may read the report, the log and the link: anyone who has played may, and everybody once a public
    /// table is over. The code of a private table only lets people watch.
    fn check_reader(&self, viewer: Option<PlayerId>) -> Result<(), Denied> {
        let (over, public) = (self.is_over(), self.is_public());
        if viewer.is_some_and(|player| self.log.state().has_played(player)) || (over && public) {
            return Ok(());
        }
        Err(Denied::forbidden(match (public, over) {
            (true, false) => "the report and the log are for its players until the game is over",
            (true, true) | (false, _) => "the report and the log of a private table are for its players",
        }))
    }

    /// Handles a hint of another node.
    async fn handle_node_hint(&mut self, hint: NodeHint) {
        match hint {
            NodeHint::Moved { version, .. } if version > self.log.version() => self.follow().await,
            NodeHint::Moved { .. } => {}
            NodeHint::Missed => {
                self.follow().await;
                self.refresh_soon();
            }
            NodeHint::Chat { line, .. } => self.receive_chat(line),
            NodeHint::Relayed { message, .. } => self.relay(message).await,
            NodeHint::Presence { node, players, spectators, .. } => {
                self.note_presence(node, players, spectators);
            }
            NodeHint::WhoIsThere { .. } => self.publish_presence(),
            NodeHint::Renamed { player } => self.rename(player).await,
            NodeHint::Erased { player } => {
                self.disconnect(player);
                self.rename(player).await;
            }
            NodeHint::Closed { .. } => self.check_closed().await,
            NodeHint::Blocked { player } => self.refresh_blocks(player).await,
        }
    }

    /// Runs at every poll while somebody watches: every second, or every ten seconds where no other node shares the store.
    async fn keep_up(&mut self, ticks: u32) {
        self.forecasts.retry();
        self.show_host();
        if ticks.is_multiple_of(20) {
            self.publish_presence();
        }
        // Others may have written to a shared store, and a hint may have been lost.
        if self.node.shared && (!self.node.receives_hints() || ticks.is_multiple_of(10)) {
            self.follow().await;
        }
    }

    /// Brings the next re-read forward. Rooms do it at different times, which follow from their ids.
    pub(super) fn refresh_soon(&mut self) {
        let mut hasher = DefaultHasher::new();
        self.id.hash(&mut hasher);
        let turn = REFRESH_SOON.mul_f64((hasher.finish() % 1024) as f64 / 1024.0);
        let soon = Instant::now().max(self.refreshed_at + REFRESH_SOON) + turn;
        self.refresh_at = self.refresh_at.min(soon);
    }

    /// Re-reads what is not in events: whether the operator closed the table and, for those who are here, who was erased or
    /// banned, names and blocks. While the store is unavailable nothing changes.
    async fn refresh(&mut self) {
        self.refreshed_at = Instant::now();
        self.refresh_at = self.refreshed_at + REFRESH;
        self.check_closed().await;
        // Names are read again when a watcher joins.
        if self.audience.is_empty() {
            return;
        }
        for player in self.audience.players() {
            if self.is_barred(player).await {
                self.disconnect(player);
            }
            self.refresh_blocks(player).await;
        }
        self.rename_all().await;
    }
}
