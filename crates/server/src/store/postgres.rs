//! One database, any number of nodes.

mod outage;
mod schema;

use std::str::FromStr as _;
use std::time::Duration;

use ledger::{Receipt, Stream};
use sqlx::postgres::{PgConnectOptions, PgPoolOptions, PgRow};
use sqlx::{ConnectOptions as _, PgPool, Row as _};

use self::outage::Outage;
use super::append::Append;
use super::cursor::{Cursor, Page, Recorded};
use super::decode::{ask, count, json, name};
use super::error::StoreError;
use super::name::GameId;
use super::note::{Note, Pruned, due, stream_name};
use super::projection::Checkpoint;
use super::{Answer, Store, StoredEvent, StoredGame};

/// How often an append is tried when others are in its way; each time one of them has got on.
const ATTEMPTS: u32 = 16;

/// How many notes are removed at once, so that no transaction holds up the readers for long.
const PRUNED_AT_ONCE: u32 = 1000;

/// The guarded append: the game moves from `$4` to `$5` and the rest follows, or nothing happens. Of two that run at
/// once the second waits for the first at the row of the game, and then finds another version.
const APPEND: &str = "
    WITH known AS (
        SELECT FROM commands WHERE game = $1 AND command = $2
    ), created AS (
        INSERT INTO games (id, kind, version)
        SELECT $1, $3, $5 WHERE $4 = 0 AND NOT EXISTS (SELECT FROM known)
        ON CONFLICT (id) DO NOTHING RETURNING id
    ), moved AS (
        UPDATE games SET version = $5
        WHERE id = $1 AND kind = $3 AND version = $4 AND NOT EXISTS (SELECT FROM known) RETURNING id
    ), allowed AS (
        SELECT id FROM created UNION ALL SELECT id FROM moved
    ), remembered AS (
        INSERT INTO commands (game, command, first, version) SELECT id, $2, $4, $5 FROM allowed
    ), stored AS (
        INSERT INTO events (game, version, envelope)
        SELECT id, $4 + place - 1, envelope
        FROM allowed, unnest($6::text[]) WITH ORDINALITY AS event (envelope, place) ORDER BY place
    )
    SELECT count(*) FROM allowed";

/// How a database is used; the defaults suit a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PostgresSettings {
    /// At most this many connections; at least 1.
    pub connections: u32,
    /// How long to wait for a connection, and for an answer.
    pub patience: Duration,
}

impl Default for PostgresSettings {
    fn default() -> Self {
        Self { connections: 16, patience: Duration::from_secs(5) }
    }
}

/// A store in a PostgreSQL database (13 or newer), which several nodes share.
#[derive(Debug)]
pub struct Postgres {
    pub(crate) pool: PgPool,
    patience: Duration,
    outage: Outage,
}

impl Postgres {
    /// Connects to a database such as `postgres://user:password@host:5432/dicee`, and brings its schema up to date;
    /// several nodes may do so at once. Connections are not encrypted.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if it cannot be reached, [`StoreError::NewerSchema`] if a newer version of this
    /// program has been there.
    pub async fn connect(url: &str, settings: PostgresSettings) -> Result<Self, StoreError> {
        // PostgreSQL takes 31 bits, and 0 as for ever.
        let patience = settings.patience.as_millis().clamp(1, i32::MAX as u128).to_string();
        let options =
            PgConnectOptions::from_str(url)?.disable_statement_logging().application_name("dicee").options([
                // What was answered survives a power cut, whatever the server is set to.
                ("synchronous_commit", "on"),
                // The guard of the append counts on it.
                ("default_transaction_isolation", "read committed"),
                ("statement_timeout", &patience),
            ]);
        let pool = PgPoolOptions::new()
            .max_connections(settings.connections.max(1))
            .acquire_timeout(settings.patience)
            .connect_with(options.clone())
            .await?;
        schema::migrate(&pool).await?;
        Ok(Self { pool, patience: settings.patience, outage: Outage::new(options) })
    }

    /// Waits for an answer, but not for ever: a server that fell silent never says that it is gone. Getting a
    /// connection and running a statement may each take their time, so this is more than both; once the server is
    /// known to be away nobody waits at all.
    pub(crate) fn patiently<'a, T: Send + 'a>(
        &'a self,
        work: impl Future<Output = Result<T, StoreError>> + Send + 'a,
    ) -> Answer<'a, T> {
        Box::pin(self.outage.guard(self.patience.saturating_mul(3), work))
    }

    async fn append(&self, append: Append) -> Result<Receipt, StoreError> {
        let envelopes = append.envelopes()?;
        for _ in 0..ATTEMPTS {
            let tried = sqlx::query_scalar::<_, i64>(APPEND)
                .bind(append.game().as_str())
                .bind(append.command().as_str())
                .bind(append.kind().as_str())
                .bind(ask(append.expected()))
                .bind(ask(append.version()))
                .bind(&envelopes)
                .fetch_one(&self.pool)
                .await;
            match tried {
                Ok(1) => return append.receipt(),
                // The guard held: say why.
                Ok(_) => {
                    if let Some(answer) = self.look(&append).await? {
                        return answer;
                    }
                }
                Err(error) if is_in_the_way(&error) => {}
                Err(error) => return Err(error.into()),
            }
        }
        let reason = format!("{ATTEMPTS} attempts to append to game {} met others", append.game());
        Err(StoreError::Unavailable { reason, source: None })
    }

    /// Why an append was not allowed; `None` if it would be allowed by now.
    async fn look(&self, append: &Append) -> Result<Option<Result<Receipt, StoreError>>, StoreError> {
        let sql = "SELECT kind, games.version AS actual, commands.first, commands.version FROM games
            LEFT JOIN commands ON commands.game = games.id AND commands.command = $2 WHERE games.id = $1";
        let query = sqlx::query(sql).bind(append.game().as_str()).bind(append.command().as_str());
        let Some(row) = query.fetch_optional(&self.pool).await? else {
            return Ok(append.judge(None, None));
        };
        let game = (row.try_get("kind")?, count(row.try_get("actual")?)?);
        let command = match row.try_get::<Option<i64>, _>("first")? {
            Some(first) => Some((count(first)?, count(row.try_get("version")?)?)),
            None => None,
        };
        Ok(append.judge(Some(game), command))
    }

    /// Only what is older than every transaction that still runs: whatever commits later comes after it.
    async fn follow(&self, after: Cursor, limit: u32) -> Result<Page, StoreError> {
        let sql = "
            SELECT transaction::text::bigint AS transaction, position, game, kind, envelope
            FROM events JOIN games ON games.id = events.game
            WHERE (transaction, position) > ($1::text::xid8, $2)
              AND transaction < pg_snapshot_xmin(pg_current_snapshot())
            ORDER BY events.transaction, position LIMIT $3";
        let rows = sqlx::query(sql)
            .bind(after.transaction.to_string())
            .bind(ask(after.position))
            .bind(i64::from(limit))
            .fetch_all(&self.pool)
            .await?;
        let mut page = Page { events: Vec::with_capacity(rows.len()), next: after };
        for row in rows {
            page.next = Cursor {
                transaction: count(row.try_get("transaction")?)?,
                position: count(row.try_get("position")?)?,
            };
            page.events.push(Recorded {
                game: name(row.try_get("game")?)?,
                kind: name(row.try_get("kind")?)?,
                event: json(row.try_get("envelope")?)?,
            });
        }
        Ok(page)
    }

    async fn note(&self, notes: Vec<Note>) -> Result<(), StoreError> {
        let sql = "INSERT INTO notes (game, stream, timestamp, body)
            SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[])";
        let games: Vec<_> = notes.iter().map(|note| note.game().as_str()).collect();
        let streams: Vec<_> = notes.iter().map(|note| stream_name(note.stream())).collect();
        let times: Vec<_> = notes.iter().map(|note| ask(note.timestamp())).collect();
        let bodies: Vec<_> = notes.iter().map(|note| note.body().to_string()).collect();
        let query = sqlx::query(sql).bind(games).bind(streams).bind(times).bind(bodies);
        query.execute(&self.pool).await?;
        Ok(())
    }

    async fn prune(&self, now: u64) -> Result<Pruned, StoreError> {
        let sql = "DELETE FROM notes WHERE position IN
            (SELECT position FROM notes WHERE stream = $1 AND timestamp <= $2 LIMIT $3)";
        let mut pruned = Pruned::default();
        for (stream, last) in due(now) {
            loop {
                let query = sqlx::query(sql).bind(stream_name(stream)).bind(ask(last));
                let query = query.bind(i64::from(PRUNED_AT_ONCE)).execute(&self.pool);
                let removed = query.await?.rows_affected();
                pruned.count(stream, removed);
                if removed < u64::from(PRUNED_AT_ONCE) {
                    break;
                }
            }
        }
        Ok(pruned)
    }
}

/// Whether another transaction was in the way, so that trying again is right: a unique value that both wanted, a
/// serialization failure, a deadlock.
fn is_in_the_way(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(|error| error.code());
    matches!(code.as_deref(), Some("23505" | "40001" | "40P01"))
}

fn game_of(row: &PgRow) -> Result<StoredGame, StoreError> {
    Ok(StoredGame {
        id: name(row.try_get("id")?)?,
        kind: name(row.try_get("kind")?)?,
        version: count(row.try_get("version")?)?,
    })
}

impl Store for Postgres {
    fn append(&self, append: Append) -> Answer<'_, Receipt> {
        self.patiently(self.append(append))
    }

    fn game<'a>(&'a self, game: &'a GameId) -> Answer<'a, Option<StoredGame>> {
        self.patiently(async move {
            let sql = "SELECT id, kind, version FROM games WHERE id = $1";
            let row = sqlx::query(sql).bind(game.as_str()).fetch_optional(&self.pool).await?;
            row.as_ref().map(game_of).transpose()
        })
    }

    fn read<'a>(&'a self, game: &'a GameId, since: u64) -> Answer<'a, Vec<StoredEvent>> {
        self.patiently(async move {
            let sql = "SELECT envelope FROM events WHERE game = $1 AND version >= $2 ORDER BY version";
            let query = sqlx::query(sql).bind(game.as_str()).bind(ask(since));
            let rows = query.fetch_all(&self.pool).await?;
            rows.iter().map(|row| json(row.try_get("envelope")?)).collect()
        })
    }

    fn games<'a>(&'a self, after: Option<&'a GameId>, limit: u32) -> Answer<'a, Vec<StoredGame>> {
        self.patiently(async move {
            let sql = "SELECT id, kind, version FROM games WHERE id > $1 ORDER BY id LIMIT $2";
            let query = sqlx::query(sql).bind(after.map_or("", GameId::as_str)).bind(i64::from(limit));
            query.fetch_all(&self.pool).await?.iter().map(game_of).collect()
        })
    }

    fn follow(&self, after: Cursor, limit: u32) -> Answer<'_, Page> {
        self.patiently(self.follow(after, limit))
    }

    fn note(&self, notes: Vec<Note>) -> Answer<'_, ()> {
        self.patiently(self.note(notes))
    }

    fn notes<'a>(&'a self, game: &'a GameId, stream: Stream) -> Answer<'a, Vec<Note>> {
        self.patiently(async move {
            let sql = "SELECT timestamp, body FROM notes WHERE game = $1 AND stream = $2 ORDER BY position";
            let query = sqlx::query(sql).bind(game.as_str()).bind(stream_name(stream));
            let note = |row: &PgRow| {
                Note::new(
                    game.clone(),
                    stream,
                    count(row.try_get("timestamp")?)?,
                    json(row.try_get("body")?)?,
                )
            };
            query.fetch_all(&self.pool).await?.iter().map(note).collect()
        })
    }

    fn prune(&self, now: u64) -> Answer<'_, Pruned> {
        Box::pin(self.prune(now))
    }

    fn checkpoint<'a>(&'a self, projection: &'a str) -> Answer<'a, Option<Checkpoint>> {
        self.patiently(async move {
            let sql = "SELECT revision, transaction::text::bigint AS transaction, position, state
                FROM checkpoints WHERE projection = $1";
            let row = sqlx::query(sql).bind(projection).fetch_optional(&self.pool).await?;
            row.map(|row| {
                let revision = row.try_get::<i64, _>("revision")?;
                Ok(Checkpoint {
                    projection: projection.to_owned(),
                    revision: u32::try_from(revision).map_err(StoreError::corrupt)?,
                    cursor: Cursor {
                        transaction: count(row.try_get("transaction")?)?,
                        position: count(row.try_get("position")?)?,
                    },
                    state: json(row.try_get("state")?)?,
                })
            })
            .transpose()
        })
    }

    fn save_checkpoint(&self, checkpoint: Checkpoint) -> Answer<'_, ()> {
        self.patiently(async move {
            let sql = "
                INSERT INTO checkpoints (projection, revision, transaction, position, state)
                VALUES ($1, $2, $3::text::xid8, $4, $5)
                ON CONFLICT (projection) DO UPDATE
                SET revision = excluded.revision, transaction = excluded.transaction,
                    position = excluded.position, state = excluded.state";
            sqlx::query(sql)
                .bind(&checkpoint.projection)
                .bind(i64::from(checkpoint.revision))
                .bind(checkpoint.cursor.transaction.to_string())
                .bind(ask(checkpoint.cursor.position))
                .bind(checkpoint.state.to_string())
                .execute(&self.pool)
                .await?;
            Ok(())
        })
    }

    fn ready(&self) -> Answer<'_, ()> {
        self.patiently(async move {
            sqlx::query("SELECT 1").execute(&self.pool).await?;
            Ok(())
        })
    }

    fn close(&self) -> Answer<'_, ()> {
        Box::pin(async move {
            self.pool.close().await;
            Ok(())
        })
    }
}
