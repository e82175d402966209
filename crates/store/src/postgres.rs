//! One database, any number of nodes.

mod breaker;
mod conduct;
mod directory;
mod events;
mod examine;
mod learning;
mod rows;
mod schema;

use std::str::FromStr as _;
use std::time::Duration;

use ledger::{PlayerId, Receipt, Stream};
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{ConnectOptions as _, Connection as _, PgPool};

use self::breaker::Breaker;
use crate::append::Append;
use crate::archive::{Directory, Learning, Store, StoreFuture, secret_name};
use crate::checkpoint::Checkpoint;
use crate::conduct::{Block, Complaint};
use crate::cursor::{Cursor, Page, StoredEvent, StoredGame};
use crate::defect::Defect;
use crate::error::StoreError;
use crate::learning::{JudgedEntry, PlayedEntry, PlayedPlace, PracticeRecord, ProfileSnapshot};
use crate::note::{Note, Pruned};
use crate::player::PlayerRecord;
use crate::sanction::Sanction;
use crate::table::{PlayerGame, TableEntry, TableFilter, TableUpdate};
use protocol::Code;
use protocol::GameId;

/// How a database is used; the defaults suit a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PostgresSettings {
    /// At most this many connections; at least 1.
    pub connections: u32,
    /// How long to wait for a connection, and for the result of a statement.
    pub timeout: Duration,
}

impl Default for PostgresSettings {
    fn default() -> Self {
        Self { connections: 16, timeout: Duration::from_secs(5) }
    }
}

/// A store in a PostgreSQL database (13 or newer), which several nodes share.
#[derive(Debug)]
pub struct Postgres {
    pool: PgPool,
    timeout: Duration,
    breaker: Breaker,
}

impl Postgres {
    /// Connects to a database such as `postgres://user:password@host:5432/dicee`, and migrates its schema; several
    /// nodes may do so at once. `sslmode` and `sslrootcert` in the address say whether connections are encrypted and whom
    /// they trust, as PostgreSQL's own programs have it; without them encryption is tried first.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if it cannot be reached, [`StoreError::NewerSchema`] if a newer version of this
    /// program migrated it.
    pub async fn connect(url: &str, settings: PostgresSettings) -> Result<Self, StoreError> {
        let store = Self::join(options(url, settings)?, settings).await?;
        schema::migrate(&store.pool).await?;
        Ok(store)
    }

    /// Connects to a database to read it only, while nodes may write to it. Nothing is migrated, and the database refuses
    /// every write.
    ///
    /// # Errors
    ///
    /// As [`Postgres::connect`]; [`StoreError::Malformed`] if its schema is older than this program.
    pub async fn connect_to_read(url: &str) -> Result<Self, StoreError> {
        let settings = PostgresSettings { connections: 2, ..PostgresSettings::default() };
        let options = options(url, settings)?.options([("default_transaction_read_only", "on")]);
        let store = Self::join(options, settings).await?;
        schema::require_newest(&store.pool).await?;
        Ok(store)
    }

    async fn join(options: PgConnectOptions, settings: PostgresSettings) -> Result<Self, StoreError> {
        let pool = PgPoolOptions::new()
            .max_connections(settings.connections.max(1))
            .acquire_timeout(settings.timeout)
            .connect_with(options.clone())
            .await?;
        Ok(Self { pool, timeout: settings.timeout, breaker: Breaker::new(options) })
    }

    /// What the database finds wrong: rows that refer to nothing, versions that do not count events, and what is left of
    /// players who were erased. Nodes may write meanwhile.
    ///
    /// # Errors
    ///
    /// As every read.
    pub async fn examine(&self) -> Result<Vec<Defect>, StoreError> {
        examine::examine(&self.pool).await
    }

    /// Whether this is the URL of a PostgreSQL database. Nothing is connected.
    #[must_use]
    pub fn is_url(url: &str) -> bool {
        let known = url.starts_with("postgres://") || url.starts_with("postgresql://");
        known && PgConnectOptions::from_str(url).is_ok()
    }

    /// Opens one connection and closes it again; nothing is changed. The error says more than that of
    /// [`Postgres::connect`], whose pool only reports that it waited in vain.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] and the like if it cannot be reached.
    pub async fn ping(url: &str) -> Result<(), StoreError> {
        let mut connection = PgConnectOptions::from_str(url)?.disable_statement_logging().connect().await?;
        connection.ping().await?;
        Ok(connection.close().await?)
    }

    /// Waits for a result with a timeout: a server that hangs never closes the connection. Getting a connection and
    /// running a statement have timeouts of their own, so this is more than both; while the circuit breaker is open
    /// nobody waits at all.
    fn guard<'a, T: Send + 'a>(
        &'a self,
        work: impl Future<Output = Result<T, StoreError>> + Send + 'a,
    ) -> StoreFuture<'a, T> {
        Box::pin(self.breaker.guard(self.timeout.saturating_mul(3), work))
    }
}

fn options(url: &str, settings: PostgresSettings) -> Result<PgConnectOptions, StoreError> {
    // PostgreSQL takes 31 bits, and 0 as no timeout.
    let timeout = settings.timeout.as_millis().clamp(1, i32::MAX as u128).to_string();
    let options = PgConnectOptions::from_str(url)?.disable_statement_logging().application_name("dicee");
    Ok(options.options([
        // An acknowledged write survives a power cut, whatever the server's configuration.
        ("synchronous_commit", "on"),
        // The guard of the append relies on it.
        ("default_transaction_isolation", "read committed"),
        ("statement_timeout", &timeout),
    ]))
}

impl Store for Postgres {
    fn append(&self, append: Append) -> StoreFuture<'_, Receipt> {
        self.guard(events::append(&self.pool, append))
    }

    fn game<'a>(&'a self, game: &'a GameId) -> StoreFuture<'a, Option<StoredGame>> {
        self.guard(events::game(&self.pool, game))
    }

    fn read<'a>(&'a self, game: &'a GameId, since: u64) -> StoreFuture<'a, Vec<StoredEvent>> {
        self.guard(events::read(&self.pool, game, since))
    }

    fn games<'a>(&'a self, after: Option<&'a GameId>, limit: u32) -> StoreFuture<'a, Vec<StoredGame>> {
        self.guard(events::games(&self.pool, after, limit))
    }

    fn follow(&self, after: Cursor, limit: u32) -> StoreFuture<'_, Page> {
        self.guard(events::follow(&self.pool, after, limit, ""))
    }

    fn follow_only<'a>(&'a self, after: Cursor, limit: u32, text: &'a str) -> StoreFuture<'a, Page> {
        self.guard(events::follow(&self.pool, after, limit, text))
    }

    fn note(&self, notes: Vec<Note>) -> StoreFuture<'_, ()> {
        self.guard(events::note(&self.pool, notes))
    }

    fn notes_after<'a>(
        &'a self,
        game: &'a GameId,
        stream: Stream,
        after: u64,
        limit: u32,
    ) -> StoreFuture<'a, Vec<(u64, Note)>> {
        self.guard(events::notes_after(&self.pool, game, stream, after, limit))
    }

    fn count_notes<'a>(&'a self, game: &'a GameId, stream: Stream) -> StoreFuture<'a, u64> {
        self.guard(events::count_notes(&self.pool, game, stream))
    }

    fn prune(&self, now: u64) -> StoreFuture<'_, Pruned> {
        // No timeout for the whole: there may be many notes, and each statement has its own.
        Box::pin(events::prune(&self.pool, now))
    }

    fn checkpoint<'a>(&'a self, projection: &'a str) -> StoreFuture<'a, Option<Checkpoint>> {
        self.guard(events::checkpoint(&self.pool, projection))
    }

    fn save_checkpoint(&self, checkpoint: Checkpoint) -> StoreFuture<'_, ()> {
        self.guard(events::save_checkpoint(&self.pool, checkpoint))
    }

    fn ready(&self) -> StoreFuture<'_, ()> {
        // Write a row again: a server that only reads cannot take moves.
        self.guard(events::save_checkpoint(&self.pool, Checkpoint::probe()))
    }

    fn close(&self) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            self.pool.close().await;
            Ok(())
        })
    }
}

impl Directory for Postgres {
    fn key<'a>(&'a self, name: &'a str) -> StoreFuture<'a, [u8; 32]> {
        self.guard(directory::key(&self.pool, name))
    }

    fn keep_game_secret<'a>(&'a self, game: &'a GameId, secret: [u8; 32]) -> StoreFuture<'a, [u8; 32]> {
        self.guard(async move { directory::keep_key(&self.pool, &secret_name(game), secret).await })
    }

    fn game_secret<'a>(&'a self, game: &'a GameId) -> StoreFuture<'a, Option<[u8; 32]>> {
        self.guard(async move { directory::known_key(&self.pool, &secret_name(game)).await })
    }

    fn register(&self, player: PlayerRecord) -> StoreFuture<'_, ()> {
        self.guard(directory::register(&self.pool, player))
    }

    fn player(&self, id: PlayerId) -> StoreFuture<'_, Option<PlayerRecord>> {
        self.guard(directory::player(&self.pool, id))
    }

    fn rename<'a>(&'a self, id: PlayerId, display_name: &'a str) -> StoreFuture<'a, bool> {
        self.guard(directory::rename(&self.pool, id, display_name))
    }

    fn hide_results(&self, id: PlayerId, hidden: bool) -> StoreFuture<'_, bool> {
        self.guard(directory::hide_results(&self.pool, id, hidden))
    }

    fn rotate_secret<'a>(
        &'a self,
        id: PlayerId,
        old: &'a [u8; 32],
        new: &'a [u8; 32],
    ) -> StoreFuture<'a, bool> {
        self.guard(directory::rotate_secret(&self.pool, id, old, new))
    }

    fn erase(&self, id: PlayerId, now: u64) -> StoreFuture<'_, bool> {
        self.guard(directory::erase(&self.pool, id, now))
    }

    fn open_table(&self, table: TableEntry) -> StoreFuture<'_, ()> {
        self.guard(directory::open_table(&self.pool, table))
    }

    fn table<'a>(&'a self, game: &'a GameId) -> StoreFuture<'a, Option<TableEntry>> {
        self.guard(directory::table(&self.pool, game))
    }

    fn table_by_code<'a>(&'a self, code: &'a Code) -> StoreFuture<'a, Option<TableEntry>> {
        self.guard(directory::table_by_code(&self.pool, code))
    }

    fn update_table<'a>(&'a self, game: &'a GameId, update: TableUpdate) -> StoreFuture<'a, bool> {
        self.guard(directory::update_table(&self.pool, game, update))
    }

    fn open_tables<'a>(&'a self, filter: &'a TableFilter) -> StoreFuture<'a, Vec<TableEntry>> {
        self.guard(directory::open_tables(&self.pool, filter))
    }

    fn record_seat<'a>(&'a self, player: PlayerId, game: &'a GameId, at: u64) -> StoreFuture<'a, bool> {
        self.guard(directory::record_seat(&self.pool, player, game, at))
    }

    fn has_sat<'a>(&'a self, player: PlayerId, game: &'a GameId) -> StoreFuture<'a, bool> {
        self.guard(directory::has_sat(&self.pool, player, game))
    }

    fn games_of(&self, player: PlayerId, limit: u32) -> StoreFuture<'_, Vec<PlayerGame>> {
        self.guard(directory::games_of(&self.pool, player, limit))
    }

    fn set_block(&self, block: Block, blocked: bool) -> StoreFuture<'_, ()> {
        self.guard(conduct::set_block(&self.pool, block, blocked))
    }

    fn blocks_of(&self, player: PlayerId) -> StoreFuture<'_, Vec<PlayerId>> {
        self.guard(conduct::blocks_of(&self.pool, player))
    }

    fn blocked_by(&self, player: PlayerId) -> StoreFuture<'_, Vec<PlayerId>> {
        self.guard(conduct::blocked_by(&self.pool, player))
    }

    fn report(&self, complaint: Complaint, most: u32) -> StoreFuture<'_, bool> {
        self.guard(conduct::report(&self.pool, complaint, most))
    }

    fn complaints(&self, limit: u32) -> StoreFuture<'_, Vec<Complaint>> {
        self.guard(conduct::complaints(&self.pool, limit))
    }

    fn set_sanction(&self, sanction: Sanction, at: Option<u64>) -> StoreFuture<'_, bool> {
        self.guard(conduct::set_sanction(&self.pool, sanction, at))
    }

    fn is_sanctioned(&self, sanction: Sanction) -> StoreFuture<'_, bool> {
        self.guard(conduct::is_sanctioned(&self.pool, sanction))
    }

    fn sanctions(&self, limit: u32) -> StoreFuture<'_, Vec<(Sanction, u64)>> {
        self.guard(conduct::sanctions(&self.pool, limit))
    }
}

impl Learning for Postgres {
    fn record_played(&self, games: Vec<PlayedEntry>) -> StoreFuture<'_, u64> {
        self.guard(learning::record_played(&self.pool, games))
    }

    fn played<'a>(
        &'a self,
        player: PlayerId,
        after: Option<&'a PlayedPlace>,
        until: u64,
        limit: u32,
    ) -> StoreFuture<'a, Vec<PlayedEntry>> {
        self.guard(learning::played(&self.pool, player, after, until, limit))
    }

    fn count_uploaded(&self, player: PlayerId) -> StoreFuture<'_, u64> {
        self.guard(learning::count_uploaded(&self.pool, player))
    }

    fn snapshot(
        &self,
        player: PlayerId,
        revision: u32,
        until: u64,
    ) -> StoreFuture<'_, Option<ProfileSnapshot>> {
        self.guard(learning::snapshot(&self.pool, player, revision, until))
    }

    fn snapshots_after<'a>(
        &'a self,
        revision: u32,
        after: Option<(PlayerId, &'a PlayedPlace)>,
        limit: u32,
    ) -> StoreFuture<'a, Vec<ProfileSnapshot>> {
        self.guard(learning::snapshots_after(&self.pool, revision, after, limit))
    }

    fn save_snapshot(&self, snapshot: ProfileSnapshot) -> StoreFuture<'_, bool> {
        self.guard(learning::save_snapshot(&self.pool, snapshot))
    }

    fn clear_snapshots(&self) -> StoreFuture<'_, ()> {
        self.guard(learning::clear_snapshots(&self.pool))
    }

    fn record_judged(&self, games: Vec<JudgedEntry>) -> StoreFuture<'_, u64> {
        self.guard(learning::record_judged(&self.pool, games))
    }

    fn judged<'a>(
        &'a self,
        player: PlayerId,
        revision: u32,
        after: Option<&'a PlayedPlace>,
        until: u64,
        limit: u32,
    ) -> StoreFuture<'a, Vec<JudgedEntry>> {
        self.guard(learning::judged(&self.pool, player, revision, after, until, limit))
    }

    fn has_judged<'a>(&'a self, player: PlayerId, game: &'a GameId, revision: u32) -> StoreFuture<'a, bool> {
        self.guard(learning::has_judged(&self.pool, player, game, revision))
    }

    fn practice(&self, player: PlayerId) -> StoreFuture<'_, Option<PracticeRecord>> {
        self.guard(learning::practice(&self.pool, player))
    }

    fn save_practice(&self, player: PlayerId, expected: u64, body: String) -> StoreFuture<'_, bool> {
        self.guard(async move { learning::save_practice(&self.pool, player, expected, &body).await })
    }
}
