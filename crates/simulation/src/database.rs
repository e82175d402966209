//! The database that all nodes share, and their connections to it: requests and answers are late or get lost.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use chance::SeededChance;
use ledger::{Log, PlayerId, Proposed, Receipt, Scope, Seat, Source, Stream, Upcaster};
use live::{Seated, SeatedCommand};
use protocol::{Code, GameId};
use store::{
    Append, Block, Checkpoint, Complaint, Cursor, Directory, JudgedEntry, Learning, Memory, Note, Page,
    PlayedEntry, PlayedPlace, PlayerGame, PlayerRecord, PracticeRecord, ProfileSnapshot, Pruned, Sanction,
    Store, StoreError, StoreFuture, StoredEvent, StoredGame, TableEntry, TableFilter, TableUpdate,
};
use tokio::time::Instant;

use crate::Bug;
use crate::faults::Luck;
use crate::game::{Command, Echo};
use crate::life::Life;

/// How far a copy lags behind that [`Bug::StaleReadAfterFailover`] reads from.
const LAG: Duration = Duration::from_millis(800);

/// What is stored; it never forgets.
#[derive(Debug)]
pub(crate) struct Database {
    memory: Memory,
    bug: Option<Bug>,
    /// Nothing goes wrong on the way.
    calm: AtomicBool,
    down: AtomicBool,
    commits: Mutex<Commits>,
}

/// When and in which order events became visible, for the bugs that confuse it.
#[derive(Debug, Default)]
struct Commits {
    /// The position of the next append that begins.
    next: u64,
    /// By the position at which their append began.
    events: Vec<(u64, GameId, u64)>,
    at: HashMap<(GameId, u64), Instant>,
}

impl Database {
    pub(crate) fn new(bug: Option<Bug>) -> Arc<Self> {
        let (calm, down) = (AtomicBool::new(true), AtomicBool::new(false));
        Arc::new(Self { memory: Memory::default(), bug, calm, down, commits: Mutex::default() })
    }

    pub(crate) fn set_calm(&self, calm: bool) {
        self.calm.store(calm, Relaxed);
    }

    pub(crate) fn set_down(&self, down: bool) {
        self.down.store(down, Relaxed);
    }

    /// What is there, without a network in between.
    pub(crate) fn memory(&self) -> &Memory {
        &self.memory
    }

    /// Events by the position at which their append began, from `after` on: what [`Bug::FollowByPosition`] reads.
    pub(crate) fn by_position(&self, after: u64, limit: usize) -> Vec<(u64, GameId, u64)> {
        let mut events = self.commits().events.clone();
        events.retain(|(position, ..)| *position > after);
        events.sort_by_key(|(position, _, place)| (*position, *place));
        events.truncate(limit);
        events
    }

    fn begin(&self) -> u64 {
        let mut commits = self.commits();
        commits.next += 1;
        commits.next
    }

    async fn commit(&self, append: Append, position: u64) -> Result<Receipt, StoreError> {
        let by_itself = matches!(append.command().scope(), Scope::Seat(_)) && append.expected() > 0;
        let (game, first) = (append.game().clone(), append.expected());
        let made_before = append.clone();
        let receipt = match self.memory.append(append).await {
            Ok(receipt) if !receipt.repeated => receipt,
            Err(StoreError::Conflict { .. }) | Ok(_) if by_itself && self.bug == Some(Bug::DoubleBotMove) => {
                return self.store_again(&made_before).await;
            }
            other => return other,
        };
        let mut commits = self.commits();
        for place in first..receipt.version {
            commits.events.push((position, game.clone(), place));
            commits.at.insert((game.clone(), place), Instant::now());
        }
        Ok(receipt)
    }

    /// Stores a move of the table once more, under another name and at whatever version the game is.
    async fn store_again(&self, append: &Append) -> Result<Receipt, StoreError> {
        let mut log = Log::<Seated<Echo>>::default();
        let stored = self.memory.read(append.game(), 0).await?;
        let corrupt = |error| StoreError::corrupt_log(append.game(), &error);
        log.extend(stored, &Upcaster::default()).map_err(corrupt)?;
        let timestamp = log.envelopes().last().map_or(0, |last| last.timestamp);
        let stamp = ledger::Stamp { timestamp, source: Source::Engine };
        let (id, command) = (format!("again-{}", log.version()), SeatedCommand::Game(Command::Answer {}));
        let mut luck = SeededChance::from_seed(0);
        match log.propose(Seat(0).into(), &id, None, &command, &mut luck, stamp) {
            Ok(Proposed::New(mut proposal)) => {
                let (key, expected) = (proposal.key().clone(), proposal.expected_version());
                let events = proposal.take_stored();
                let (game, kind) = (append.game().clone(), append.kind().clone());
                self.memory.append(Append::new(game, kind, expected, key, events)?).await
            }
            Ok(Proposed::Repeated(_)) | Err(_) => {
                Err(StoreError::Conflict { expected: append.expected(), actual: log.version() })
            }
        }
    }

    fn commits(&self) -> MutexGuard<'_, Commits> {
        self.commits.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How one process reaches the database.
#[derive(Debug)]
pub(crate) struct Connection {
    database: Arc<Database>,
    life: Arc<Life>,
    luck: Luck,
    /// Whether the process took the place of one that crashed.
    restarted: bool,
}

impl Connection {
    pub(crate) fn open(
        database: &Arc<Database>,
        life: &Arc<Life>,
        seed: u64,
        name: &str,
        restarted: bool,
    ) -> Self {
        let (database, life) = (Arc::clone(database), Arc::clone(life));
        Self { database, life, luck: Luck::of(seed, name), restarted }
    }

    fn is_calm(&self) -> bool {
        self.database.calm.load(Relaxed)
    }

    /// The way to the database, or back.
    async fn travel(&self) -> Result<(), StoreError> {
        if self.is_calm() {
            tokio::time::sleep(self.luck.wait(0, 2)).await;
        } else {
            let late = self.luck.one_in(30);
            tokio::time::sleep(if late { self.luck.wait(50, 800) } else { self.luck.wait(0, 4) }).await;
            if self.luck.one_in(40) {
                return Err(StoreError::Unavailable { reason: String::from("the connection was lost") });
            }
        }
        if self.database.down.load(Relaxed) {
            return Err(StoreError::Unavailable { reason: String::from("the database is down") });
        }
        Ok(())
    }

    /// A process that dies after it sent a request does not take it back.
    async fn call<'a, T>(
        &'a self,
        request: impl FnOnce() -> StoreFuture<'a, T> + Send,
    ) -> Result<T, StoreError> {
        self.life.running().await;
        self.travel().await?;
        let answer = request().await;
        self.travel().await?;
        self.life.running().await;
        answer
    }

    /// [`Bug::AcknowledgeBeforeAppend`].
    fn acknowledge_first(&self, append: Append) -> Result<Receipt, StoreError> {
        let place = |version: u64| usize::try_from(version).unwrap_or(usize::MAX);
        let events = place(append.expected())..place(append.version());
        let receipt = Receipt { version: append.version(), events, repeated: false };
        let (database, life, late) =
            (Arc::clone(&self.database), Arc::clone(&self.life), self.luck.wait(1, 40));
        tokio::spawn(async move {
            tokio::time::sleep(late).await;
            if !life.is_dead() && !database.down.load(Relaxed) {
                let position = database.begin();
                // Nobody waits for it.
                let _ = database.commit(append, position).await;
            }
        });
        Ok(receipt)
    }

    /// [`Bug::StaleReadAfterFailover`].
    fn without_the_newest(&self, game: &GameId, mut events: Vec<StoredEvent>) -> Vec<StoredEvent> {
        let commits = self.database.commits();
        let is_copied = |event: &StoredEvent| {
            let at = commits.at.get(&(game.clone(), event.position));
            at.is_none_or(|at| at.elapsed() > LAG)
        };
        let copied = events.iter().take_while(|event| is_copied(event)).count();
        events.truncate(copied);
        events
    }
}

/// Everything goes the same way: there, done, and back.
macro_rules! over_the_network {
    ($($name:ident($($argument:ident: $type:ty),*) -> $answer:ty;)*) => {$(
        fn $name<'a>(&'a self, $($argument: $type),*) -> StoreFuture<'a, $answer> {
            Box::pin(self.call(move || self.database.memory.$name($($argument),*)))
        }
    )*};
}

impl Store for Connection {
    fn append(&self, append: Append) -> StoreFuture<'_, Receipt> {
        Box::pin(async move {
            if self.database.bug == Some(Bug::AcknowledgeBeforeAppend) && !self.is_calm() {
                self.life.running().await;
                return self.acknowledge_first(append);
            }
            let position = self.database.begin();
            self.call(move || Box::pin(self.database.commit(append, position))).await
        })
    }

    fn read<'a>(&'a self, game: &'a GameId, since: u64) -> StoreFuture<'a, Vec<StoredEvent>> {
        Box::pin(async move {
            let events = self.call(move || self.database.memory.read(game, since)).await?;
            let stale = self.restarted && self.database.bug == Some(Bug::StaleReadAfterFailover);
            Ok(if stale { self.without_the_newest(game, events) } else { events })
        })
    }

    over_the_network! {
        game(game: &'a GameId) -> Option<StoredGame>;
        games(after: Option<&'a GameId>, limit: u32) -> Vec<StoredGame>;
        follow(after: Cursor, limit: u32) -> Page;
        note(notes: Vec<Note>) -> ();
        notes_after(game: &'a GameId, stream: Stream, after: u64, limit: u32) -> Vec<(u64, Note)>;
        count_notes(game: &'a GameId, stream: Stream) -> u64;
        prune(now: u64) -> Pruned;
        checkpoint(projection: &'a str) -> Option<Checkpoint>;
        save_checkpoint(checkpoint: Checkpoint) -> ();
        ready() -> ();
        close() -> ();
    }
}

impl Directory for Connection {
    over_the_network! {
        key(name: &'a str) -> [u8; 32];
        keep_game_secret(game: &'a GameId, secret: [u8; 32]) -> [u8; 32];
        game_secret(game: &'a GameId) -> Option<[u8; 32]>;
        register(player: PlayerRecord) -> ();
        player(id: PlayerId) -> Option<PlayerRecord>;
        rename(id: PlayerId, display_name: &'a str) -> bool;
        hide_results(id: PlayerId, hidden: bool) -> bool;
        rotate_secret(id: PlayerId, old: &'a [u8; 32], new: &'a [u8; 32]) -> bool;
        erase(id: PlayerId, now: u64) -> bool;
        open_table(table: TableEntry) -> ();
        table(game: &'a GameId) -> Option<TableEntry>;
        table_by_code(code: &'a Code) -> Option<TableEntry>;
        update_table(game: &'a GameId, update: TableUpdate) -> bool;
        open_tables(filter: &'a TableFilter) -> Vec<TableEntry>;
        record_seat(player: PlayerId, game: &'a GameId, at: u64) -> bool;
        has_sat(player: PlayerId, game: &'a GameId) -> bool;
        games_of(player: PlayerId, limit: u32) -> Vec<PlayerGame>;
        set_block(block: Block, blocked: bool) -> ();
        blocks_of(player: PlayerId) -> Vec<PlayerId>;
        blocked_by(player: PlayerId) -> Vec<PlayerId>;
        report(complaint: Complaint, most: u32) -> bool;
        complaints(limit: u32) -> Vec<Complaint>;
        set_sanction(sanction: Sanction, at: Option<u64>) -> bool;
        is_sanctioned(sanction: Sanction) -> bool;
        sanctions(limit: u32) -> Vec<(Sanction, u64)>;
    }
}

impl Learning for Connection {
    over_the_network! {
        record_played(games: Vec<PlayedEntry>) -> u64;
        played(player: PlayerId, after: Option<&'a PlayedPlace>, until: u64, limit: u32) -> Vec<PlayedEntry>;
        count_uploaded(player: PlayerId) -> u64;
        snapshot(player: PlayerId, revision: u32, until: u64) -> Option<ProfileSnapshot>;
        snapshots_after(revision: u32, after: Option<(PlayerId, &'a PlayedPlace)>, limit: u32) -> Vec<ProfileSnapshot>;
        save_snapshot(snapshot: ProfileSnapshot) -> bool;
        clear_snapshots() -> ();
        record_judged(games: Vec<JudgedEntry>) -> u64;
        judged(player: PlayerId, revision: u32, after: Option<&'a PlayedPlace>, until: u64, limit: u32) -> Vec<JudgedEntry>;
        has_judged(player: PlayerId, game: &'a GameId, revision: u32) -> bool;
        practice(player: PlayerId) -> Option<PracticeRecord>;
        save_practice(player: PlayerId, expected: u64, body: String) -> bool;
    }
}
