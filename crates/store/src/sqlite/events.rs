//! Events, notes and checkpoints in a SQLite file.

use ledger::Stream;
use sqlx::{Row as _, SqliteConnection, SqlitePool};

use crate::checkpoint::Checkpoint;
use crate::cursor::{Cursor, StoredEvent, StoredGame};
use crate::decode::{count, json, parameter};
use crate::error::StoreError;
use crate::note::{Note, stream_name};
use crate::pack::unpack;
use crate::stored_row::{note as note_of, stored_game};
use protocol::GameId;

pub(super) async fn insert_notes(
    connection: &mut SqliteConnection,
    notes: &[Note],
) -> Result<u64, StoreError> {
    for note in notes {
        let sql = "INSERT INTO notes (game, stream, timestamp, body) SELECT ?1, ?2, ?3, ?4
            WHERE NOT EXISTS (SELECT 1 FROM people WHERE id = ?5 AND erased_at IS NOT NULL)";
        sqlx::query(sql)
            .bind(note.game().as_str())
            .bind(stream_name(note.stream()))
            .bind(parameter(note.timestamp()))
            .bind(note.body().to_string())
            .bind(note.player().map(|player| player.to_string()))
            .execute(&mut *connection)
            .await?;
    }
    Ok(notes.len() as u64)
}

/// Removes at most `limit` notes of a stream that are not younger than `last`.
pub(super) async fn prune(
    connection: &mut SqliteConnection,
    stream: Stream,
    last: u64,
    limit: u32,
) -> Result<u64, StoreError> {
    let sql = "DELETE FROM notes WHERE position IN
        (SELECT position FROM notes WHERE stream = ? AND timestamp <= ? LIMIT ?)";
    let query = sqlx::query(sql).bind(stream_name(stream)).bind(parameter(last)).bind(limit);
    Ok(query.execute(connection).await?.rows_affected())
}

pub(super) async fn save_checkpoint(
    connection: &mut SqliteConnection,
    checkpoint: &Checkpoint,
) -> Result<u64, StoreError> {
    let sql = "INSERT INTO checkpoints (projection, revision, position, state) VALUES (?, ?, ?, ?)
        ON CONFLICT (projection) DO UPDATE
        SET revision = excluded.revision, position = excluded.position, state = excluded.state";
    let query = sqlx::query(sql)
        .bind(&checkpoint.projection)
        .bind(checkpoint.revision)
        .bind(parameter(checkpoint.cursor.position))
        .bind(checkpoint.state.to_string());
    Ok(query.execute(connection).await?.rows_affected())
}

pub(super) async fn game(pool: &SqlitePool, game: &GameId) -> Result<Option<StoredGame>, StoreError> {
    let sql = "SELECT id, kind, version FROM games WHERE id = ?";
    let row = sqlx::query(sql).bind(game.as_str()).fetch_optional(pool).await?;
    row.as_ref().map(stored_game).transpose()
}

pub(super) async fn games(
    pool: &SqlitePool,
    after: Option<&GameId>,
    limit: u32,
) -> Result<Vec<StoredGame>, StoreError> {
    let sql = "SELECT id, kind, version FROM games WHERE id > ? ORDER BY id LIMIT ?";
    let query = sqlx::query(sql).bind(after.map_or("", GameId::as_str)).bind(limit);
    query.fetch_all(pool).await?.iter().map(stored_game).collect()
}

pub(super) async fn read(
    pool: &SqlitePool,
    game: &GameId,
    since: u64,
) -> Result<Vec<StoredEvent>, StoreError> {
    // One statement, so that the log is not packed or unpacked between two.
    let sql = "SELECT version, envelope, NULL AS body FROM events WHERE game = ?1 AND version >= ?2
        UNION ALL SELECT 0, '', body FROM packs WHERE game = ?1 ORDER BY 1";
    let rows = sqlx::query(sql).bind(game.as_str()).bind(parameter(since)).fetch_all(pool).await?;
    match rows.first().map(|row| row.try_get::<Option<&[u8]>, _>("body")).transpose()?.flatten() {
        Some(body) => {
            let from = usize::try_from(since).unwrap_or(usize::MAX);
            unpack(body)?.events.iter().skip(from).map(|row| json(&row.envelope)).collect()
        }
        None => rows.iter().map(|row| json(row.try_get("envelope")?)).collect(),
    }
}

pub(super) async fn notes_after(
    pool: &SqlitePool,
    game: &GameId,
    stream: Stream,
    after: u64,
    limit: u32,
) -> Result<Vec<(u64, Note)>, StoreError> {
    let sql = "SELECT position, timestamp, body FROM notes WHERE game = ? AND stream = ? AND position > ?
        ORDER BY position LIMIT ?";
    let query = sqlx::query(sql).bind(game.as_str()).bind(stream_name(stream));
    let query = query.bind(parameter(after)).bind(limit);
    query.fetch_all(pool).await?.iter().map(|row| note_of(game, stream, row)).collect()
}

pub(super) async fn count_notes(pool: &SqlitePool, game: &GameId, stream: Stream) -> Result<u64, StoreError> {
    let sql = "SELECT count(*) FROM notes WHERE game = ? AND stream = ?";
    let query = sqlx::query_scalar(sql).bind(game.as_str()).bind(stream_name(stream));
    count(query.fetch_one(pool).await?)
}

pub(super) async fn checkpoint(
    pool: &SqlitePool,
    projection: &str,
) -> Result<Option<Checkpoint>, StoreError> {
    let sql = "SELECT revision, position, state FROM checkpoints WHERE projection = ?";
    let Some(row) = sqlx::query(sql).bind(projection).fetch_optional(pool).await? else { return Ok(None) };
    Ok(Some(Checkpoint {
        projection: projection.to_owned(),
        revision: row.try_get("revision")?,
        cursor: Cursor { transaction: 0, position: count(row.try_get("position")?)? },
        state: json(row.try_get("state")?)?,
    }))
}
