//! Events, notes and checkpoints in a PostgreSQL database.

use ledger::{Receipt, Stream};
use sqlx::{PgPool, Row as _};

use crate::append::Append;
use crate::checkpoint::Checkpoint;
use crate::cursor::{Cursor, Page, StoredEvent, StoredGame};
use crate::decode::{count, json, parameter};
use crate::error::StoreError;
use crate::note::{Note, Pruned, expired, stream_name};
use crate::stored_row::{note as note_of, recorded, stored_game};
use protocol::GameId;

/// How often an append is retried after a conflict with a concurrent one; each time another has succeeded.
const ATTEMPTS: u32 = 16;

/// How many notes are removed in one transaction, so that followers do not wait long for it.
const PRUNED_AT_ONCE: u32 = 1000;

/// The guarded append: the game moves from `$4` to `$5` and the rest follows, or nothing happens. Of two concurrent
/// appends the second waits for the first at the row of the game, and then finds another version.
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

pub(super) async fn append(pool: &PgPool, append: Append) -> Result<Receipt, StoreError> {
    let envelopes = append.envelopes()?;
    for _ in 0..ATTEMPTS {
        let tried = sqlx::query_scalar::<_, i64>(APPEND)
            .bind(append.game().as_str())
            .bind(append.command().to_string())
            .bind(append.kind().as_str())
            .bind(parameter(append.expected()))
            .bind(parameter(append.version()))
            .bind(&envelopes)
            .fetch_one(pool)
            .await;
        match tried {
            Ok(1) => return append.receipt(),
            // The guard held: find out why.
            Ok(_) => {
                if let Some(result) = refusal(pool, &append).await? {
                    return result;
                }
            }
            Err(error) if is_conflict(&error) => {}
            Err(error) => return Err(error.into()),
        }
    }
    let reason = format!("{ATTEMPTS} attempts to append to game {} met concurrent ones", append.game());
    Err(StoreError::Unavailable { reason })
}

/// Why an append was not allowed; `None` if it would be allowed by now.
async fn refusal(pool: &PgPool, append: &Append) -> Result<Option<Result<Receipt, StoreError>>, StoreError> {
    let sql = "SELECT kind, games.version AS actual, commands.first, commands.version FROM games
        LEFT JOIN commands ON commands.game = games.id AND commands.command = $2 WHERE games.id = $1";
    let query = sqlx::query(sql).bind(append.game().as_str()).bind(append.command().to_string());
    let Some(row) = query.fetch_optional(pool).await? else {
        return Ok(append.decide(None, None));
    };
    let game = (row.try_get("kind")?, count(row.try_get("actual")?)?);
    let command = match row.try_get::<Option<i64>, _>("first")? {
        Some(first) => Some((count(first)?, count(row.try_get("version")?)?)),
        None => None,
    };
    Ok(append.decide(Some(game), command))
}

/// Whether a concurrent transaction was the reason, so that a retry is right: a unique violation, a serialization
/// failure, a deadlock.
fn is_conflict(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(|error| error.code());
    matches!(code.as_deref(), Some("23505" | "40001" | "40P01"))
}

pub(super) async fn game(pool: &PgPool, game: &GameId) -> Result<Option<StoredGame>, StoreError> {
    let sql = "SELECT id, kind, version FROM games WHERE id = $1";
    let row = sqlx::query(sql).bind(game.as_str()).fetch_optional(pool).await?;
    row.as_ref().map(stored_game).transpose()
}

pub(super) async fn games(
    pool: &PgPool,
    after: Option<&GameId>,
    limit: u32,
) -> Result<Vec<StoredGame>, StoreError> {
    let sql = "SELECT id, kind, version FROM games WHERE id > $1 ORDER BY id LIMIT $2";
    let query = sqlx::query(sql).bind(after.map_or("", GameId::as_str)).bind(i64::from(limit));
    query.fetch_all(pool).await?.iter().map(stored_game).collect()
}

pub(super) async fn read(pool: &PgPool, game: &GameId, since: u64) -> Result<Vec<StoredEvent>, StoreError> {
    let sql = "SELECT envelope FROM events WHERE game = $1 AND version >= $2 ORDER BY version";
    let rows = sqlx::query(sql).bind(game.as_str()).bind(parameter(since)).fetch_all(pool).await?;
    rows.iter().map(|row| json(row.try_get("envelope")?)).collect()
}

/// Only events older than every running transaction: whatever commits later comes after them.
/// Only events whose text contains `text` are sent here; all where it is empty.
pub(super) async fn follow(pool: &PgPool, after: Cursor, limit: u32, text: &str) -> Result<Page, StoreError> {
    let sql = "
        SELECT transaction::text::bigint AS transaction, position, game, kind,
            CASE WHEN strpos(envelope, $4) > 0 THEN envelope END AS envelope
        FROM events JOIN games ON games.id = events.game
        WHERE (transaction, position) > ($1::text::xid8, $2)
          AND transaction < pg_snapshot_xmin(pg_current_snapshot())
        ORDER BY events.transaction, position LIMIT $3";
    let rows = sqlx::query(sql)
        .bind(after.transaction.to_string())
        .bind(parameter(after.position))
        .bind(i64::from(limit))
        .bind(text)
        .fetch_all(pool)
        .await?;
    let mut page = Page { events: Vec::new(), next: after };
    for row in rows {
        page.next = Cursor {
            transaction: count(row.try_get("transaction")?)?,
            position: count(row.try_get("position")?)?,
        };
        if row.try_get::<Option<&str>, _>("envelope")?.is_some() {
            page.events.push(recorded(&row)?);
        }
    }
    Ok(page)
}

pub(super) async fn note(pool: &PgPool, notes: Vec<Note>) -> Result<(), StoreError> {
    let sql = "WITH person AS (SELECT id, erased_at FROM people WHERE id = ANY ($5::text[]) FOR SHARE)
        INSERT INTO notes (game, stream, timestamp, body)
        SELECT game, stream, timestamp, body
        FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::text[])
            WITH ORDINALITY AS note (game, stream, timestamp, body, player, place)
        WHERE NOT EXISTS (SELECT FROM person WHERE id = player AND erased_at IS NOT NULL)
        ORDER BY place";
    let games: Vec<_> = notes.iter().map(|note| note.game().as_str()).collect();
    let streams: Vec<_> = notes.iter().map(|note| stream_name(note.stream())).collect();
    let times: Vec<_> = notes.iter().map(|note| parameter(note.timestamp())).collect();
    let bodies: Vec<_> = notes.iter().map(|note| note.body().to_string()).collect();
    let players: Vec<_> = notes.iter().map(|note| note.player().map(|player| player.to_string())).collect();
    let query = sqlx::query(sql).bind(games).bind(streams).bind(times).bind(bodies).bind(players);
    query.execute(pool).await?;
    Ok(())
}

pub(super) async fn notes_after(
    pool: &PgPool,
    game: &GameId,
    stream: Stream,
    after: u64,
    limit: u32,
) -> Result<Vec<(u64, Note)>, StoreError> {
    let sql = "SELECT position, timestamp, body FROM notes WHERE game = $1 AND stream = $2 AND position > $3
        ORDER BY position LIMIT $4";
    let query = sqlx::query(sql).bind(game.as_str()).bind(stream_name(stream));
    let query = query.bind(parameter(after)).bind(i64::from(limit));
    query.fetch_all(pool).await?.iter().map(|row| note_of(game, stream, row)).collect()
}

pub(super) async fn count_notes(pool: &PgPool, game: &GameId, stream: Stream) -> Result<u64, StoreError> {
    let sql = "SELECT count(*) FROM notes WHERE game = $1 AND stream = $2";
    let query = sqlx::query_scalar(sql).bind(game.as_str()).bind(stream_name(stream));
    count(query.fetch_one(pool).await?)
}

pub(super) async fn prune(pool: &PgPool, now: u64) -> Result<Pruned, StoreError> {
    let sql = "DELETE FROM notes WHERE position IN
        (SELECT position FROM notes WHERE stream = $1 AND timestamp <= $2 LIMIT $3)";
    let mut pruned = Pruned::default();
    for (stream, last) in expired(now) {
        loop {
            let query = sqlx::query(sql).bind(stream_name(stream)).bind(parameter(last));
            let query = query.bind(i64::from(PRUNED_AT_ONCE)).execute(pool);
            let removed = query.await?.rows_affected();
            pruned.count(stream, removed);
            if removed < u64::from(PRUNED_AT_ONCE) {
                break;
            }
        }
    }
    Ok(pruned)
}

pub(super) async fn checkpoint(pool: &PgPool, projection: &str) -> Result<Option<Checkpoint>, StoreError> {
    let sql = "SELECT revision, transaction::text::bigint AS transaction, position, state
        FROM checkpoints WHERE projection = $1";
    let Some(row) = sqlx::query(sql).bind(projection).fetch_optional(pool).await? else { return Ok(None) };
    let revision = row.try_get::<i64, _>("revision")?;
    Ok(Some(Checkpoint {
        projection: projection.to_owned(),
        revision: u32::try_from(revision).map_err(StoreError::corrupt)?,
        cursor: Cursor {
            transaction: count(row.try_get("transaction")?)?,
            position: count(row.try_get("position")?)?,
        },
        state: json(row.try_get("state")?)?,
    }))
}

pub(super) async fn save_checkpoint(pool: &PgPool, checkpoint: Checkpoint) -> Result<(), StoreError> {
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
        .bind(parameter(checkpoint.cursor.position))
        .bind(checkpoint.state.to_string())
        .execute(pool)
        .await?;
    Ok(())
}
