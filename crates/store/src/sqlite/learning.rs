//! What games teach, in a SQLite file.

use ledger::PlayerId;
use protocol::GameId;
use sqlx::{Row as _, SqliteConnection, SqlitePool};

use crate::decode::{count, parameter};
use crate::error::StoreError;
use crate::learning::{JudgedEntry, PlayedEntry, PlayedPlace, PracticeRecord, ProfileSnapshot};
use crate::stored_row::{judged_entry, named_snapshot, played_entry, profile_snapshot};

/// Within the transaction of the writer; how many games were new.
pub(super) async fn record_played(
    connection: &mut SqliteConnection,
    games: &[PlayedEntry],
) -> Result<u64, StoreError> {
    let mut new = 0;
    for entry in games {
        let sql = "INSERT INTO played (player, game, finished_at, uploaded, body)
            SELECT ?1, ?2, ?3, ?4, ?5 WHERE EXISTS (SELECT 1 FROM people WHERE id = ?1 AND erased_at IS NULL)
            ON CONFLICT DO NOTHING";
        let query = sqlx::query(sql)
            .bind(entry.player.to_string())
            .bind(entry.place.game.as_str())
            .bind(parameter(entry.place.finished_at))
            .bind(entry.uploaded)
            .bind(&entry.body);
        if query.execute(&mut *connection).await?.rows_affected() == 0 {
            continue;
        }
        new += 1;
        let sql = "DELETE FROM profiles WHERE player = ? AND (finished_at, game) >= (?, ?)";
        let query = sqlx::query(sql)
            .bind(entry.player.to_string())
            .bind(parameter(entry.place.finished_at))
            .bind(entry.place.game.as_str());
        query.execute(&mut *connection).await?;
    }
    Ok(new)
}

/// Within the transaction of the writer; how many rows changed.
pub(super) async fn save_snapshot(
    connection: &mut SqliteConnection,
    snapshot: &ProfileSnapshot,
) -> Result<u64, StoreError> {
    let sql = "INSERT OR REPLACE INTO profiles (player, finished_at, game, revision, folded, body)
        SELECT ?1, ?2, ?3, ?4, ?5, ?6 WHERE ?5 =
            (SELECT count(*) FROM played WHERE player = ?1 AND (finished_at, game) <= (?2, ?3))";
    let query = sqlx::query(sql)
        .bind(snapshot.player.to_string())
        .bind(parameter(snapshot.place.finished_at))
        .bind(snapshot.place.game.as_str())
        .bind(snapshot.revision)
        .bind(parameter(snapshot.folded))
        .bind(&snapshot.body);
    Ok(query.execute(connection).await?.rows_affected())
}

/// Within the transaction of the writer; how many were new, or newer.
pub(super) async fn record_judged(
    connection: &mut SqliteConnection,
    games: &[JudgedEntry],
) -> Result<u64, StoreError> {
    let mut new = 0;
    for entry in games {
        let sql = "INSERT INTO judged (player, game, finished_at, revision, body)
            SELECT ?1, ?2, ?3, ?4, ?5 WHERE EXISTS (SELECT 1 FROM people WHERE id = ?1 AND erased_at IS NULL)
            ON CONFLICT (player, game) DO UPDATE SET finished_at = excluded.finished_at,
                revision = excluded.revision, body = excluded.body WHERE revision < excluded.revision";
        let query = sqlx::query(sql)
            .bind(entry.player.to_string())
            .bind(entry.place.game.as_str())
            .bind(parameter(entry.place.finished_at))
            .bind(entry.revision)
            .bind(&entry.body);
        new += query.execute(&mut *connection).await?.rows_affected();
    }
    Ok(new)
}

/// Within the transaction of the writer; how many rows changed.
pub(super) async fn save_practice(
    connection: &mut SqliteConnection,
    player: PlayerId,
    expected: u64,
    body: &str,
) -> Result<u64, StoreError> {
    let sql = if expected == 0 {
        "INSERT INTO practice (player, version, body)
            SELECT ?1, ?2 + 1, ?3 WHERE EXISTS (SELECT 1 FROM people WHERE id = ?1 AND erased_at IS NULL)
            ON CONFLICT DO NOTHING"
    } else {
        "UPDATE practice SET version = version + 1, body = ?3 WHERE player = ?1 AND version = ?2"
    };
    let query = sqlx::query(sql).bind(player.to_string()).bind(parameter(expected)).bind(body);
    Ok(query.execute(connection).await?.rows_affected())
}

/// Removes everything about a player, within the transaction of the writer.
pub(super) async fn forget(connection: &mut SqliteConnection, id: PlayerId) -> Result<(), StoreError> {
    for sql in [
        "DELETE FROM played WHERE player = ?",
        "DELETE FROM profiles WHERE player = ?",
        "DELETE FROM practice WHERE player = ?",
        "DELETE FROM judged WHERE player = ?",
    ] {
        sqlx::query(sql).bind(id.to_string()).execute(&mut *connection).await?;
    }
    Ok(())
}

pub(super) async fn played(
    pool: &SqlitePool,
    player: PlayerId,
    after: Option<&PlayedPlace>,
    until: u64,
    limit: u32,
) -> Result<Vec<PlayedEntry>, StoreError> {
    let sql = "SELECT game, finished_at, uploaded, body FROM played
        WHERE player = ? AND finished_at <= ? AND (finished_at, game) > (?, ?)
        ORDER BY finished_at, game LIMIT ?";
    let (time, game) = after.map_or((-1, ""), |after| (parameter(after.finished_at), after.game.as_str()));
    let query =
        sqlx::query(sql).bind(player.to_string()).bind(parameter(until)).bind(time).bind(game).bind(limit);
    query.fetch_all(pool).await?.iter().map(|row| played_entry(player, row)).collect()
}

pub(super) async fn judged(
    pool: &SqlitePool,
    player: PlayerId,
    revision: u32,
    after: Option<&PlayedPlace>,
    until: u64,
    limit: u32,
) -> Result<Vec<JudgedEntry>, StoreError> {
    let sql = "SELECT game, finished_at, body FROM judged
        WHERE player = ? AND revision = ? AND finished_at <= ? AND (finished_at, game) > (?, ?)
        ORDER BY finished_at, game LIMIT ?";
    let (time, game) = after.map_or((-1, ""), |after| (parameter(after.finished_at), after.game.as_str()));
    let query = sqlx::query(sql).bind(player.to_string()).bind(revision).bind(parameter(until));
    let rows = query.bind(time).bind(game).bind(limit).fetch_all(pool).await?;
    rows.iter().map(|row| judged_entry(player, revision, row)).collect()
}

pub(super) async fn has_judged(
    pool: &SqlitePool,
    player: PlayerId,
    game: &GameId,
    revision: u32,
) -> Result<bool, StoreError> {
    let sql = "SELECT count(*) FROM judged WHERE player = ? AND game = ? AND revision >= ?";
    let query = sqlx::query_scalar(sql).bind(player.to_string()).bind(game.as_str()).bind(revision);
    Ok(count(query.fetch_one(pool).await?)? > 0)
}

pub(super) async fn count_uploaded(pool: &SqlitePool, player: PlayerId) -> Result<u64, StoreError> {
    let sql = "SELECT count(*) FROM played WHERE player = ? AND uploaded";
    count(sqlx::query_scalar(sql).bind(player.to_string()).fetch_one(pool).await?)
}

pub(super) async fn snapshot(
    pool: &SqlitePool,
    player: PlayerId,
    revision: u32,
    until: u64,
) -> Result<Option<ProfileSnapshot>, StoreError> {
    let sql = "SELECT game, finished_at, folded, body FROM profiles
        WHERE player = ? AND revision = ? AND finished_at <= ? ORDER BY finished_at DESC, game DESC LIMIT 1";
    let query = sqlx::query(sql).bind(player.to_string()).bind(revision).bind(parameter(until));
    query.fetch_optional(pool).await?.map(|row| profile_snapshot(player, revision, &row)).transpose()
}

pub(super) async fn snapshots_after(
    pool: &SqlitePool,
    revision: u32,
    after: Option<(PlayerId, &PlayedPlace)>,
    limit: u32,
) -> Result<Vec<ProfileSnapshot>, StoreError> {
    let sql = "SELECT player, game, finished_at, folded, body FROM profiles
        WHERE revision = ? AND (player, finished_at, game) > (?, ?, ?)
        ORDER BY player, finished_at, game LIMIT ?";
    let player = after.map_or_else(String::new, |(player, _)| player.to_string());
    let (time, game) =
        after.map_or((-1, ""), |(_, place)| (parameter(place.finished_at), place.game.as_str()));
    let query = sqlx::query(sql).bind(revision).bind(player).bind(time).bind(game).bind(limit);
    let rows = query.fetch_all(pool).await?;
    rows.iter().map(|row| named_snapshot(revision, row)).collect()
}

pub(super) async fn practice(
    pool: &SqlitePool,
    player: PlayerId,
) -> Result<Option<PracticeRecord>, StoreError> {
    let sql = "SELECT version, body FROM practice WHERE player = ?";
    let Some(row) = sqlx::query(sql).bind(player.to_string()).fetch_optional(pool).await? else {
        return Ok(None);
    };
    Ok(Some(PracticeRecord { version: count(row.try_get("version")?)?, body: row.try_get("body")? }))
}
