use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use chance::{Chance, ServerSeed};
use dicee::{DiceSource, DiceeCommand, DiceeGame, GameMode, Hex, PlayerId, Settings};
use fortytwo::FortyTwo;
use hmac::{Hmac, KeyInit as _, Mac as _};
use ledger::{Seat, Stream};
use pools::{ExtendedCheck, ExtendedCommand, ExtendedTerms, RollTable};
use serde_json::Value;
use sha2::Sha256;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinSet;
use uuid::Uuid;

use super::fortytwo_table::FortyTwoOptions;
use super::hosted::{Asked, Hosted, Kind};
use super::pools_tables::NoOptions;
use super::room::{CommandAnswer, CommandRequest, Order, Room, Trouble};
use super::seated::{Seated, SeatedCommand};
use super::watch::{Outbox, WatchId};
use crate::bus::{Bus, BusState, Hint};
use crate::clock::now;
use crate::metrics::LiveMetrics;
use crate::tables::Tables;
use store::{Archive, Code, Directory, TableEntry, TableStatus};
use store::{GameId, Note, NoteQueue, Store, StoreError};

/// All live games of this node, and what they share.
pub(crate) struct House {
    archive: Arc<dyn Archive>,
    bus: Bus,
    tables: Arc<Tables>,
    settings: HouseSettings,
    node: String,
    /// Where the dice of fair games come from.
    dice_key: [u8; 32],
    /// Makes bots of this process unpredictable.
    bot_key: u64,
    rooms: Mutex<Rooms>,
    /// Absent until the house listens, and once it is closed.
    notes: Mutex<Option<Notes>>,
    metrics: LiveMetrics,
}

#[derive(Debug, Default)]
struct Rooms {
    open: HashMap<GameId, mpsc::Sender<Order>>,
    tasks: JoinSet<()>,
    closed: bool,
}

/// The ways of notes into the store.
#[derive(Debug)]
struct Notes {
    analysis: NoteQueue,
    telemetry: NoteQueue,
}

/// Notes of a stream that may wait to be written.
const NOTES: usize = 1024;

/// An order that was not given, and the room that has no place for it now; nothing if there are no rooms any more.
type Unsent = Option<Box<(mpsc::Sender<Order>, Order)>>;

/// How long a question may wait for a place at a busy game.
const PATIENCE: Duration = Duration::from_secs(3);

/// How a house is kept.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HouseSettings {
    /// How long a bot seems to think.
    pub(crate) bot_delay: Duration,
    /// After how long without anything a game leaves the memory.
    pub(crate) idle: Duration,
    /// Orders that may wait at one game.
    pub(crate) mailbox: usize,
    /// Messages that may wait for one socket.
    pub(crate) outbox: usize,
    /// Whether other nodes write to the same store.
    pub(crate) shared: bool,
}

/// How a game begins.
#[derive(Clone, Debug)]
pub(crate) enum Opening {
    Dicee { mode: GameMode, settings: Settings, seed: Option<u64>, bots: Vec<dicee::Bot>, start: bool },
    FortyTwo { options: FortyTwoOptions, start: bool },
    ExtendedCheck { terms: Option<ExtendedTerms> },
    RollTable,
}

impl Opening {
    const fn kind(&self) -> Kind {
        match self {
            Self::Dicee { .. } => Kind::Dicee,
            Self::FortyTwo { .. } => Kind::Fortytwo,
            Self::ExtendedCheck { .. } => Kind::ExtendedCheck,
            Self::RollTable => Kind::RollTable,
        }
    }
}

impl std::fmt::Debug for House {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // No keys.
        f.debug_struct("House").field("archive", &self.archive).field("settings", &self.settings).finish()
    }
}

impl House {
    /// A house in which nothing is live yet.
    pub(crate) fn new(
        archive: Arc<dyn Archive>,
        bus: Bus,
        tables: Arc<Tables>,
        metrics: LiveMetrics,
        settings: HouseSettings,
        dice_key: [u8; 32],
    ) -> Self {
        Self {
            archive,
            bus,
            tables,
            settings,
            node: Uuid::new_v4().to_string(),
            dice_key,
            bot_key: Uuid::new_v4().as_u64_pair().0,
            rooms: Mutex::default(),
            notes: Mutex::new(None),
            metrics,
        }
    }

    /// Hears what other nodes say, writes notes and forgets old ones, as long as the house stands.
    pub(crate) fn listen(self: &Arc<Self>) {
        tokio::spawn(listen(Arc::downgrade(self), self.bus.subscribe()));
        tokio::spawn(forget(Arc::downgrade(self)));
        let queue = || NoteQueue::start(Arc::clone(&self.archive) as _, NOTES);
        *self.notes() = Some(Notes { analysis: queue(), telemetry: queue() });
    }

    /// Keeps a note if there is room; nobody waits for it.
    pub(crate) fn note(&self, game: &GameId, stream: Stream, body: Value) {
        let Ok(note) = Note::new(game.clone(), stream, now(), body) else { return };
        if let Some(notes) = &*self.notes() {
            match stream {
                Stream::Analysis => notes.analysis.offer(note),
                Stream::Telemetry | Stream::Domain => notes.telemetry.offer(note),
            };
        }
    }

    /// How many notes found no room.
    pub(crate) fn notes_dropped(&self) -> u64 {
        self.notes().as_ref().map_or(0, |notes| notes.analysis.dropped() + notes.telemetry.dropped())
    }

    fn notes(&self) -> std::sync::MutexGuard<'_, Option<Notes>> {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn store(&self) -> &dyn Store {
        &*self.archive
    }

    pub(crate) fn directory(&self) -> &dyn Directory {
        &*self.archive
    }

    pub(crate) fn bus(&self) -> &Bus {
        &self.bus
    }

    pub(crate) fn tables(&self) -> &Tables {
        &self.tables
    }

    /// The same, for work on another thread.
    pub(crate) fn share_tables(&self) -> Arc<Tables> {
        Arc::clone(&self.tables)
    }

    pub(crate) fn metrics(&self) -> &LiveMetrics {
        &self.metrics
    }

    pub(crate) fn node(&self) -> String {
        self.node.clone()
    }

    pub(crate) const fn bot_delay(&self) -> Duration {
        self.settings.bot_delay
    }

    pub(crate) const fn idle(&self) -> Duration {
        self.settings.idle
    }

    pub(crate) const fn outbox(&self) -> usize {
        self.settings.outbox
    }

    pub(crate) const fn is_shared(&self) -> bool {
        self.settings.shared
    }

    /// Whether other nodes tell what they do.
    pub(crate) fn hints_flow(&self) -> bool {
        self.bus.state() == BusState::Connected
    }

    pub(crate) fn bot_seed(&self, version: u64) -> u64 {
        self.bot_key ^ version
    }

    /// The secret seed of a fair game: the same on every node, and known to nobody before it is shown.
    pub(crate) fn dice_secret(&self, game: &str) -> ServerSeed {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.dice_key).expect("any length is a key");
        mac.update(game.as_bytes());
        ServerSeed::from_bytes(mac.finalize().into_bytes().into())
    }

    // What can be asked of a game.

    pub(crate) async fn command(
        self: &Arc<Self>,
        game: &GameId,
        player: PlayerId,
        request: CommandRequest,
    ) -> Result<CommandAnswer, Trouble> {
        self.ask(game, |reply| Order::Command { player, request, reply }).await
    }

    pub(crate) async fn look(
        self: &Arc<Self>,
        game: &GameId,
        viewer: Option<PlayerId>,
        since: u64,
    ) -> Result<Value, Trouble> {
        self.ask(game, |reply| Order::Look { viewer, since, reply }).await
    }

    pub(crate) async fn log(self: &Arc<Self>, game: &GameId) -> Result<String, Trouble> {
        self.ask(game, |reply| Order::Log { reply }).await
    }

    pub(crate) async fn report(
        self: &Arc<Self>,
        game: &GameId,
        viewer: Option<PlayerId>,
    ) -> Result<Value, Trouble> {
        self.ask(game, |reply| Order::Report { viewer, reply }).await
    }

    pub(crate) async fn watch(
        self: &Arc<Self>,
        game: &GameId,
        viewer: Option<PlayerId>,
        since: u64,
        outbox: Outbox,
    ) -> Result<WatchId, Trouble> {
        self.ask(game, |reply| Order::Watch { viewer, since, outbox, reply }).await
    }

    pub(crate) async fn leave(self: &Arc<Self>, game: &GameId, id: WatchId) {
        // A room that is full of work is told nevertheless: nobody waits for the answer.
        let room = self.rooms().open.get(game).cloned();
        if let Some(room) = room {
            let _ = room.send(Order::Leave(id)).await;
        }
    }

    /// Tells all rooms, here and on other nodes, that a player is called otherwise from now on.
    pub(crate) fn renamed(&self, player: PlayerId) {
        let rooms: Vec<mpsc::Sender<Order>> = self.rooms().open.values().cloned().collect();
        for room in rooms {
            // A room that is too busy to listen looks when the next one comes to watch.
            let _ = room.try_send(Order::Heard(Hint::Renamed { player }));
        }
        self.bus.publish(Hint::Renamed { player });
    }

    pub(crate) fn say(self: &Arc<Self>, game: &GameId, from: WatchId, text: String) -> Result<(), Trouble> {
        self.tell(game, Order::Say { from, text })
    }

    pub(crate) fn mute(
        self: &Arc<Self>,
        game: &GameId,
        by: WatchId,
        player: PlayerId,
        muted: bool,
    ) -> Result<(), Trouble> {
        self.tell(game, Order::Mute { by, player, muted })
    }

    pub(crate) fn remark(self: &Arc<Self>, game: &GameId, to: WatchId, asked: Asked) -> Result<(), Trouble> {
        self.tell(game, Order::Remark { to, asked })
    }

    /// Gives an order that nobody waits for.
    fn tell(self: &Arc<Self>, game: &GameId, order: Order) -> Result<(), Trouble> {
        self.send(game, order).map_err(|_| Trouble::Busy)
    }

    /// Gives up the seat of somebody who is erased, so that nobody waits for them.
    pub(crate) async fn leave_for_good(
        self: &Arc<Self>,
        game: &GameId,
        kind: &store::Kind,
        player: PlayerId,
    ) {
        let command = match Kind::from_name(kind.as_str()) {
            Some(Kind::Dicee) => "abandon",
            Some(Kind::Fortytwo | Kind::ExtendedCheck | Kind::RollTable) => "stand",
            None => return,
        };
        let command = serde_json::json!({ "type": command });
        let request =
            CommandRequest { id: String::from("erased"), expected: None, command, wants_events: false };
        // A game that is over needs no goodbye, and refuses it.
        let _ = self.command(game, player, request).await;
    }

    async fn ask<T>(
        self: &Arc<Self>,
        game: &GameId,
        order: impl FnOnce(oneshot::Sender<Result<T, Trouble>>) -> Order,
    ) -> Result<T, Trouble> {
        let (reply, answer) = oneshot::channel();
        match self.send(game, order(reply)) {
            Ok(()) => {}
            // Whoever asks can wait a little.
            Err(Some(unsent)) => {
                let (room, order) = *unsent;
                let waited = tokio::time::timeout(PATIENCE, room.send(order)).await;
                if !matches!(waited, Ok(Ok(()))) {
                    return Err(Trouble::Busy);
                }
            }
            Err(None) => return Err(Trouble::Busy),
        }
        // A room that broke off has stored what it answered, and nothing else.
        answer.await.unwrap_or(Err(Trouble::Busy))
    }

    /// Gives an order to the room of a game, and opens the room if it is not live. An order that finds no place in a
    /// full mailbox comes back with it.
    fn send(self: &Arc<Self>, game: &GameId, order: Order) -> Result<(), Unsent> {
        let mut rooms = self.rooms();
        if rooms.closed {
            return Err(None);
        }
        let mut order = order;
        if let Some(room) = rooms.open.get(game) {
            match room.try_send(order) {
                Ok(()) => return Ok(()),
                Err(mpsc::error::TrySendError::Full(order)) => {
                    return Err(Some(Box::new((room.clone(), order))));
                }
                // It has just left the memory.
                Err(mpsc::error::TrySendError::Closed(back)) => order = back,
            }
        }
        let (room, orders) = mpsc::channel(self.settings.mailbox.max(1));
        // A new mailbox has room for one.
        let _ = room.try_send(order);
        self.enter(&mut rooms, game.clone(), room, |house| live(house, game.clone(), orders));
        Ok(())
    }

    fn enter<F>(
        self: &Arc<Self>,
        rooms: &mut Rooms,
        game: GameId,
        room: mpsc::Sender<Order>,
        task: impl FnOnce(Arc<Self>) -> F,
    ) where
        F: Future<Output = ()> + Send + 'static,
    {
        while rooms.tasks.try_join_next().is_some() {}
        rooms.open.insert(game.clone(), room.clone());
        let (house, work) = (Arc::clone(self), task(Arc::clone(self)));
        rooms.tasks.spawn(async move {
            work.await;
            let mut rooms = house.rooms();
            if rooms.open.get(&game).is_some_and(|open| open.same_channel(&room)) {
                rooms.open.remove(&game);
            }
        });
    }

    fn rooms(&self) -> std::sync::MutexGuard<'_, Rooms> {
        // Nothing is left half done by whoever panicked with the lock.
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    // Opening games.

    /// Opens a game, and a table for it in the lobby.
    pub(crate) async fn found(
        self: &Arc<Self>,
        host: PlayerId,
        opening: Opening,
        public: bool,
    ) -> Result<GameId, Trouble> {
        let uuid = Uuid::new_v4();
        let id: GameId = uuid.to_string().parse()?;
        let kind = opening.kind();
        // The one place that picks the game by what was asked for; `live` picks it by what was stored.
        let (status, free_seats) = match opening {
            Opening::Dicee { mode, settings, seed, bots, start } => {
                let dice = seed.map_or_else(
                    || DiceSource::Fair { commitment: self.promise(&id) },
                    |seed| DiceSource::Seeded { seed },
                );
                let game_id = dicee::GameId(uuid);
                let create =
                    DiceeCommand::Create { game_id, game_mode: mode, player_ids: vec![host], settings, dice };
                let mut commands = vec![create];
                commands.extend(bots.into_iter().map(|bot| {
                    let player_id = PlayerId(Uuid::new_v4());
                    DiceeCommand::AddBot { player_id, bot }
                }));
                commands.extend(start.then_some(DiceeCommand::Start));
                self.begin::<DiceeGame>(&id, host, commands).await?
            }
            Opening::FortyTwo { options, start } => {
                let mut commands = vec![SeatedCommand::Open { host, options }];
                if start {
                    let types = fortytwo::BySeat([
                        fortytwo::PlayerType::Human,
                        fortytwo::PlayerType::Ai,
                        fortytwo::PlayerType::Ai,
                        fortytwo::PlayerType::Ai,
                    ]);
                    commands.push(SeatedCommand::Game(fortytwo::Command::StartGame {
                        seed: None,
                        player_types: Some(types),
                        dealer: None,
                        house: options.house,
                    }));
                }
                self.begin::<Seated<FortyTwo>>(&id, host, commands).await?
            }
            Opening::ExtendedCheck { terms } => {
                let mut commands = vec![SeatedCommand::Open { host, options: NoOptions {} }];
                let start = |terms| SeatedCommand::Game(ExtendedCommand::StartCheck { terms });
                commands.extend(terms.map(start));
                self.begin::<Seated<ExtendedCheck>>(&id, host, commands).await?
            }
            Opening::RollTable => {
                let open = SeatedCommand::Open { host, options: NoOptions {} };
                self.begin::<Seated<RollTable>>(&id, host, vec![open]).await?
            }
        };
        self.list(&id, kind, host, public, status, free_seats).await?;
        Ok(id)
    }

    fn promise(&self, id: &GameId) -> Hex {
        Hex(*self.dice_secret(id.as_str()).commitment().as_bytes())
    }

    /// Carries out the first commands of a game, from its first seat; says how it stands for the lobby.
    async fn begin<G: Hosted>(
        self: &Arc<Self>,
        id: &GameId,
        host: PlayerId,
        commands: Vec<G::Command>,
    ) -> Result<(TableStatus, u8), Trouble> {
        let mut room = Room::<G>::open(Arc::clone(self), id.clone()).await?;
        // Nothing is stored of a game that cannot be opened as it was asked for.
        room.rehearse(Seat(0), &commands)?;
        self.archive.record_seat(host, id, now()).await?;
        for (number, command) in commands.into_iter().enumerate() {
            room.set_up(Seat(0), &format!("open-{number}"), &command).await?;
        }
        Ok(room.standing())
    }

    /// Puts a game into the lobby under a code of its own.
    async fn list(
        &self,
        id: &GameId,
        kind: Kind,
        host: PlayerId,
        public: bool,
        status: TableStatus,
        free_seats: u8,
    ) -> Result<(), Trouble> {
        let at = now();
        loop {
            let entry = TableEntry {
                game: id.clone(),
                kind: kind.stored(),
                code: Code::random()?,
                host,
                public,
                status,
                free_seats,
                created_at: at,
                updated_at: at,
            };
            match self.archive.open_table(entry).await {
                Ok(()) => return Ok(()),
                // One of 729 million was taken: draw another.
                Err(StoreError::Taken { field: "code", .. }) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Ends all rooms: what waits is answered, and nothing new is begun.
    pub(crate) async fn close(&self) {
        let mut tasks = {
            let mut rooms = self.rooms();
            rooms.closed = true;
            for room in rooms.open.values() {
                let _ = room.try_send(Order::Stop);
            }
            rooms.open.clear();
            std::mem::take(&mut rooms.tasks)
        };
        while tasks.join_next().await.is_some() {}
        let notes = self.notes().take();
        if let Some(Notes { analysis, telemetry }) = notes {
            analysis.finish().await;
            telemetry.finish().await;
        }
    }
}

/// Removes notes whose time is over, now and every hour.
async fn forget(house: std::sync::Weak<House>) {
    let mut hours = tokio::time::interval(Duration::from_secs(60 * 60));
    loop {
        hours.tick().await;
        let Some(house) = house.upgrade() else { return };
        if let Err(error) = house.archive.prune(now()).await {
            tracing::warn!(%error, "old notes could not be removed");
        }
    }
}

/// The life of a room: the one `match` that picks the game.
async fn live(house: Arc<House>, id: GameId, orders: mpsc::Receiver<Order>) {
    let kind = match house.store().game(&id).await {
        Ok(Some(game)) => Kind::from_name(game.kind.as_str()),
        Ok(None) => None,
        Err(error) => return refuse_all(orders, &error.into()),
    };
    match kind {
        Some(Kind::Dicee) => run::<DiceeGame>(house, id, orders).await,
        Some(Kind::Fortytwo) => run::<Seated<FortyTwo>>(house, id, orders).await,
        Some(Kind::ExtendedCheck) => run::<Seated<ExtendedCheck>>(house, id, orders).await,
        Some(Kind::RollTable) => run::<Seated<RollTable>>(house, id, orders).await,
        None => refuse_all(orders, &Trouble::NotFound),
    }
}

async fn run<G: Hosted>(house: Arc<House>, id: GameId, orders: mpsc::Receiver<Order>) {
    match Room::<G>::open(house, id).await {
        Ok(room) => room.run(orders).await,
        Err(trouble) => refuse_all(orders, &trouble),
    }
}

/// Answers everybody who waits at a room that cannot be opened.
fn refuse_all(mut orders: mpsc::Receiver<Order>, trouble: &Trouble) {
    orders.close();
    while let Ok(order) = orders.try_recv() {
        order.refuse(trouble.clone());
    }
}

/// Passes on what other nodes say to the rooms it is about.
async fn listen(house: std::sync::Weak<House>, mut hints: tokio::sync::broadcast::Receiver<Hint>) {
    loop {
        let hint = match hints.recv().await {
            Ok(hint) => hint,
            Err(tokio::sync::broadcast::error::RecvError::Lagged(_)) => Hint::Missed,
            Err(tokio::sync::broadcast::error::RecvError::Closed) => return,
        };
        let Some(house) = house.upgrade() else { return };
        let rooms: Vec<mpsc::Sender<Order>> = {
            let rooms = house.rooms();
            match hint.game() {
                Some(game) => rooms.open.get(game).cloned().into_iter().collect(),
                None => rooms.open.values().cloned().collect(),
            }
        };
        for room in rooms {
            // A room that is too busy to listen looks by itself, a little later.
            let _ = room.try_send(Order::Heard(hint.clone()));
        }
    }
}

/// Luck from the operating system.
#[derive(Debug, Default)]
pub(crate) struct OsChance {
    words: [u32; 16],
    left: usize,
}

impl Chance for OsChance {
    fn next_word(&mut self) -> u32 {
        if self.left == 0 {
            let mut bytes = [0u8; 64];
            getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
            for (word, bytes) in self.words.iter_mut().zip(bytes.chunks_exact(4)) {
                *word = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
            }
            self.left = self.words.len();
        }
        self.left -= 1;
        self.words[self.left]
    }
}
