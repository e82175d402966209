use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use ledger::PlayerId;
use protocol::{GameId, GameState, Report};
use store::Archive;
use tokio::sync::broadcast::{self, error::RecvError};
use tokio::sync::mpsc::{self, error::TrySendError};
use tokio::sync::oneshot;
use tokio::task::JoinSet;
use tokio::time::MissedTickBehavior;

use crate::bus::{Bus, NodeHint};
use crate::node::{LiveMetrics, LiveSettings, Node};
use crate::registry::{GameRegistry, refuse_all};
use crate::request::{
    CommandAnswer, Rematch, RoomCommand, RoomError, RoomRequest, WatcherId, WatcherRequest,
};
use crate::send_queue::SendQueue;

/// How long a request may wait for a place in the mailbox of a busy game.
const MAILBOX_TIMEOUT: Duration = Duration::from_secs(3);
/// How long rooms may take to end, and notes to be written.
const ENDING: Duration = Duration::from_secs(3);
/// How often expired notes are removed.
const PRUNING: Duration = Duration::from_secs(60 * 60);
/// How often the logs of finished games are packed.
const PACKING: Duration = Duration::from_secs(60);
/// How long after its end the log of a game is packed, in milliseconds: by then it is rarely read.
const PACKED_AFTER: u64 = 10 * 60 * 1000;

/// All live games of this node. A room, the task of a game, is opened with the first request for the game, and ends when the game
/// has been idle for a while.
#[derive(Debug)]
pub struct Rooms {
    node: Arc<Node>,
    registry: GameRegistry,
    open: Mutex<OpenRooms>,
}

#[derive(Debug, Default)]
struct OpenRooms {
    rooms: HashMap<GameId, mpsc::Sender<RoomRequest>>,
    tasks: JoinSet<()>,
    closed: bool,
}

/// A request that was not delivered, with the full mailbox of its room; nothing if the rooms are closed.
type Undelivered = Option<Box<(mpsc::Sender<RoomRequest>, RoomRequest)>>;

impl Rooms {
    /// Rooms for the games of this registry; none is open yet.
    #[must_use]
    pub fn new(
        registry: GameRegistry,
        archive: Arc<dyn Archive>,
        bus: Bus,
        metrics: LiveMetrics,
        settings: LiveSettings,
    ) -> Self {
        Self { node: Arc::new(Node::new(archive, bus, metrics, settings)), registry, open: Mutex::default() }
    }

    /// Follows the hints of other nodes, writes notes, removes expired ones and packs the logs of finished games, as long as
    /// the rooms exist.
    pub fn start(self: &Arc<Self>) {
        tokio::spawn(follow_node_hints(Arc::downgrade(self), self.node.bus.subscribe()));
        tokio::spawn(prune_notes(Arc::downgrade(self)));
        tokio::spawn(pack_logs(Arc::downgrade(self)));
        self.node.start_notes();
    }

    /// The games that can be played.
    #[must_use]
    pub const fn registry(&self) -> &GameRegistry {
        &self.registry
    }

    pub(crate) const fn node(&self) -> &Arc<Node> {
        &self.node
    }

    /// The bus to the other nodes.
    #[must_use]
    pub fn bus(&self) -> &Bus {
        &self.node.bus
    }

    /// How many messages may wait for one socket.
    #[must_use]
    pub fn send_queue_capacity(&self) -> usize {
        self.node.send_queue
    }

    /// How many games are in memory.
    #[must_use]
    pub fn active(&self) -> usize {
        self.lock().rooms.len()
    }

    /// How many notes found no room.
    #[must_use]
    pub fn notes_dropped(&self) -> u64 {
        self.node.notes_dropped()
    }

    /// How many requests found their game in memory, and how many had it read from the store first.
    #[must_use]
    pub fn lookups(&self) -> (u64, u64) {
        let LiveMetrics { room_hits, room_misses, .. } = &self.node.metrics;
        (room_hits.get(), room_misses.get())
    }

    /// Whether the last append failed recently.
    #[must_use]
    pub fn writes_fail(&self) -> bool {
        self.node.writes_fail()
    }

    // Requests to a game.

    /// Carries out a command.
    ///
    /// # Errors
    ///
    /// [`RoomError`]; the same command may then be sent again.
    pub async fn command(
        self: &Arc<Self>,
        game: &GameId,
        player: PlayerId,
        request: RoomCommand,
    ) -> Result<CommandAnswer, RoomError> {
        let request = Box::new(request);
        self.ask(game, |reply| RoomRequest::Command { player, request, reply }).await
    }

    /// The game as a viewer may see it, with the events from `since` on.
    ///
    /// # Errors
    ///
    /// [`RoomError`] if there is no such game, or it cannot be read.
    pub async fn state(
        self: &Arc<Self>,
        game: &GameId,
        viewer: Option<PlayerId>,
        since: u64,
    ) -> Result<GameState, RoomError> {
        self.ask(game, |reply| RoomRequest::State { viewer, since, reply }).await
    }

    /// The history as it is stored, as JSON, for its players, and for everybody once a public table is over.
    ///
    /// # Errors
    ///
    /// [`RoomError`], also while the history holds secrets.
    pub async fn log(self: &Arc<Self>, game: &GameId, viewer: Option<PlayerId>) -> Result<String, RoomError> {
        self.ask(game, |reply| RoomRequest::Log { viewer, reply }).await
    }

    /// The report on a game.
    ///
    /// # Errors
    ///
    /// [`RoomError`], also if there is nothing to report on yet.
    pub async fn report(
        self: &Arc<Self>,
        game: &GameId,
        viewer: Option<PlayerId>,
    ) -> Result<Report, RoomError> {
        self.ask(game, |reply| RoomRequest::Report { viewer, reply }).await
    }

    /// A game that is over, as the parameters of a link.
    ///
    /// # Errors
    ///
    /// [`RoomError`], also while the game goes on, and for those who did not play where the table was not public.
    pub async fn link(
        self: &Arc<Self>,
        game: &GameId,
        viewer: Option<PlayerId>,
    ) -> Result<String, RoomError> {
        self.ask(game, |reply| RoomRequest::Link { viewer, reply }).await
    }

    /// Closes the table of a game, here and on other nodes: everybody who plays there leaves, and nobody can play there
    /// any more. Closing it again changes nothing.
    ///
    /// # Errors
    ///
    /// [`RoomError`] if there is no such game, or the store fails; then it may be asked again.
    pub async fn close_table(self: &Arc<Self>, game: &GameId) -> Result<(), RoomError> {
        self.ask(game, |reply| RoomRequest::Close { reply }).await
    }

    /// Opens the table of a rematch, or says where it is.
    pub(crate) async fn ask_rematch(
        self: &Arc<Self>,
        game: &GameId,
        player: PlayerId,
    ) -> Result<Rematch, RoomError> {
        self.ask(game, |reply| RoomRequest::Rematch { player, reply }).await
    }

    /// Watches a game: from now on `queue` receives its messages, starting with the state.
    ///
    /// # Errors
    ///
    /// [`RoomError`] if there is no such game, or it cannot be read.
    pub async fn watch(
        self: &Arc<Self>,
        game: &GameId,
        viewer: Option<PlayerId>,
        since: u64,
        queue: SendQueue,
    ) -> Result<WatcherId, RoomError> {
        self.ask(game, |reply| RoomRequest::Watch { viewer, since, queue, reply }).await
    }

    /// Ends [`watch`](Self::watch).
    pub async fn leave(self: &Arc<Self>, game: &GameId, watcher: WatcherId) {
        // Waits for a place in the mailbox, so that a busy room receives it too.
        let room = self.lock().rooms.get(game).cloned();
        if let Some(room) = room {
            let request = Box::new(WatcherRequest::Leave);
            let _ = room.send(RoomRequest::FromWatcher { watcher, request }).await;
        }
    }

    /// Sends the request of a watcher to its room; the answer comes through the queue.
    ///
    /// # Errors
    ///
    /// [`RoomError::Busy`] if the mailbox of the game is full.
    pub fn tell(
        self: &Arc<Self>,
        game: &GameId,
        watcher: WatcherId,
        request: WatcherRequest,
    ) -> Result<(), RoomError> {
        let request = Box::new(request);
        self.send(game, RoomRequest::FromWatcher { watcher, request }).map_err(|_| RoomError::Busy)
    }

    /// Has all rooms, here and on other nodes, show a player's new name.
    pub fn renamed(&self, player: PlayerId) {
        self.tell_all_rooms(&NodeHint::Renamed { player });
    }

    /// Has all rooms, here and on other nodes, re-read whom a player blocked.
    pub fn blocked(&self, player: PlayerId) {
        self.tell_all_rooms(&NodeHint::Blocked { player });
    }

    fn tell_all_rooms(&self, hint: &NodeHint) {
        let rooms: Vec<mpsc::Sender<RoomRequest>> = self.lock().rooms.values().cloned().collect();
        for room in rooms {
            // A busy room re-reads names and blocks some minutes later.
            let _ = room.try_send(RoomRequest::NodeHint(Box::new(hint.clone())));
        }
        self.node.bus.publish(hint.clone());
    }

    /// Closes the sockets of a player who was erased or banned, here and on other nodes.
    pub async fn disconnect_everywhere(&self, player: PlayerId) {
        // The other nodes first: they do not wait for busy rooms of this one.
        self.node.bus.publish(NodeHint::Erased { player });
        // Older nodes know only this hint.
        self.node.bus.publish(NodeHint::Renamed { player });
        let rooms: Vec<mpsc::Sender<RoomRequest>> = self.lock().rooms.values().cloned().collect();
        for room in rooms {
            // Waits for a busy room, with a timeout: no socket of an erased player may stay open there.
            let hint = RoomRequest::NodeHint(Box::new(NodeHint::Erased { player }));
            let _ = tokio::time::timeout(MAILBOX_TIMEOUT, room.send(hint)).await;
        }
    }

    /// Waits until the notes that were taken so far are written.
    pub async fn flush_notes(&self) {
        self.node.flush_notes().await;
    }

    // Rooms.

    async fn ask<T>(
        self: &Arc<Self>,
        game: &GameId,
        request: impl FnOnce(oneshot::Sender<Result<T, RoomError>>) -> RoomRequest,
    ) -> Result<T, RoomError> {
        let (reply, answer) = oneshot::channel();
        match self.send(game, request(reply)) {
            Ok(()) => {}
            Err(Some(undelivered)) => {
                let (room, request) = *undelivered;
                let waited = tokio::time::timeout(MAILBOX_TIMEOUT, room.send(request)).await;
                if !matches!(waited, Ok(Ok(()))) {
                    return Err(RoomError::Busy);
                }
            }
            Err(None) => return Err(RoomError::Busy),
        }
        // A room that ended early may have stored the command without answering; a retry with the same id gets the answer.
        answer.await.unwrap_or(Err(RoomError::Busy))
    }

    /// Puts a request into the mailbox of a game, and opens its room if it has none. If the mailbox is full, returns the request
    /// with the mailbox.
    fn send(self: &Arc<Self>, game: &GameId, request: RoomRequest) -> Result<(), Undelivered> {
        let mut open = self.lock();
        if open.closed {
            return Err(None);
        }
        let mut request = request;
        if let Some(room) = open.rooms.get(game) {
            match room.try_send(request) {
                Ok(()) => {
                    self.node.metrics.room_hits.inc();
                    return Ok(());
                }
                Err(TrySendError::Full(request)) => return Err(Some(Box::new((room.clone(), request)))),
                // It has just been unloaded.
                Err(TrySendError::Closed(back)) => request = back,
            }
        }
        self.node.metrics.room_misses.inc();
        let (room, requests) = mpsc::channel(self.node.mailbox.max(1));
        // A new mailbox has room for one.
        let _ = room.try_send(request);
        self.open_room(&mut open, game.clone(), room, requests);
        Ok(())
    }

    fn open_room(
        self: &Arc<Self>,
        open: &mut OpenRooms,
        game: GameId,
        room: mpsc::Sender<RoomRequest>,
        requests: mpsc::Receiver<RoomRequest>,
    ) {
        while open.tasks.try_join_next().is_some() {}
        open.rooms.insert(game.clone(), room.clone());
        // Weak, so that a room ends when nobody else can send to it.
        let (rooms, room) = (Arc::clone(self), room.downgrade());
        open.tasks.spawn(async move {
            let late = rooms.run(game.clone(), requests).await;
            rooms.forget(&game, room.upgrade());
            for request in late {
                // Where the mailbox is full, the caller gets `Busy`.
                let _ = rooms.send(&game, request);
            }
        });
    }

    /// Removes a room that has ended, unless another one has already replaced it.
    fn forget(&self, game: &GameId, room: Option<mpsc::Sender<RoomRequest>>) {
        let mut open = self.lock();
        if open.rooms.get(game).zip(room).is_some_and(|(known, room)| known.same_channel(&room)) {
            open.rooms.remove(game);
        }
    }

    /// Finds the game of a room through the registry and runs it. Returns the requests that came too late.
    async fn run(&self, id: GameId, requests: mpsc::Receiver<RoomRequest>) -> Vec<RoomRequest> {
        let row = match self.node.store().game(&id).await {
            Ok(stored) => stored.and_then(|game| self.registry.find(&game.kind)).ok_or(RoomError::NotFound),
            Err(error) => Err(error.into()),
        };
        match row {
            Ok(row) => row.run(Arc::clone(&self.node), id, requests).await,
            Err(error) => {
                refuse_all(requests, &error);
                Vec::new()
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, OpenRooms> {
        // A panic while the lock is held leaves no inconsistent state.
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends all rooms: waiting requests are answered, and nothing new is started. A room that waits for a store which
    /// does not answer is aborted after a while; its pending events were not acknowledged.
    pub async fn close(&self) {
        let mut tasks = {
            let mut open = self.lock();
            open.closed = true;
            // Not by a message: a full mailbox would have no place for it.
            self.node.stopping.cancel();
            open.rooms.clear();
            std::mem::take(&mut open.tasks)
        };
        let ended = tokio::time::timeout(ENDING, async { while tasks.join_next().await.is_some() {} }).await;
        if ended.is_err() {
            tracing::warn!(rooms = tasks.len(), "rooms did not end in time and were given up");
            tasks.shutdown().await;
        }
        if tokio::time::timeout(ENDING, self.node.finish_notes()).await.is_err() {
            tracing::warn!("notes could not be written in time and are lost");
        }
    }
}

/// Removes expired notes, now and every hour.
async fn prune_notes(rooms: Weak<Rooms>) {
    let mut hours = tokio::time::interval(PRUNING);
    loop {
        hours.tick().await;
        let Some(rooms) = rooms.upgrade() else { return };
        if let Err(error) = rooms.node.archive.prune(rooms.node.now()).await {
            tracing::warn!(%error, "expired notes could not be removed");
        }
    }
}

/// Packs the logs of games that have been over for a while, now and every minute.
async fn pack_logs(rooms: Weak<Rooms>) {
    let mut minutes = tokio::time::interval(PACKING);
    minutes.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        minutes.tick().await;
        let Some(rooms) = rooms.upgrade() else { return };
        let before = rooms.node.now().saturating_sub(PACKED_AFTER);
        if let Err(error) = rooms.node.archive.pack(before).await {
            tracing::warn!(%error, "logs of finished games could not be packed");
        }
    }
}

/// Passes the hints of other nodes on to the rooms they are about.
async fn follow_node_hints(rooms: Weak<Rooms>, mut hints: broadcast::Receiver<NodeHint>) {
    loop {
        let hint = match hints.recv().await {
            Ok(hint) => hint,
            Err(RecvError::Lagged(_)) => NodeHint::Missed,
            Err(RecvError::Closed) => return,
        };
        let Some(rooms) = rooms.upgrade() else { return };
        let concerned: Vec<mpsc::Sender<RoomRequest>> = {
            let open = rooms.lock();
            match hint.game() {
                Some(game) => open.rooms.get(game).cloned().into_iter().collect(),
                None => open.rooms.values().cloned().collect(),
            }
        };
        for room in concerned {
            // A busy room reads it later anyway: events within seconds, all else within minutes.
            let _ = room.try_send(RoomRequest::NodeHint(Box::new(hint.clone())));
        }
    }
}
