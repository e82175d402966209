//! What games teach, in a PostgreSQL database.

use ledger::PlayerId;
use protocol::GameId;
use sqlx::{PgConnection, PgPool, Row as _};

use crate::decode::{count, parameter};
use crate::error::StoreError;
use crate::learning::{JudgedEntry, PlayedEntry, PlayedPlace, PracticeRecord, ProfileSnapshot};
use crate::stored_row::{judged_entry, named_snapshot, played_entry, profile_snapshot};

/// Until the end of the transaction nobody else changes what is learned about a player: a snapshot and a game that comes
/// before it must see each other, and so must an erasure and whatever else is written.
async fn lock(connection: &mut PgConnection, player: PlayerId) -> Result<(), StoreError> {
    let sql = "SELECT pg_advisory_xact_lock(hashtextextended('learning' || $1, 0))";
    sqlx::query(sql).bind(player.to_string()).execute(connection).await?;
    Ok(())
}

/// Locks are taken in one order, so that two writers never wait for each other.
async fn lock_all(connection: &mut PgConnection, mut players: Vec<PlayerId>) -> Result<(), StoreError> {
    players.sort_unstable_by_key(|player| player.0);
    players.dedup();
    for player in players {
        lock(&mut *connection, player).await?;
    }
    Ok(())
}

pub(super) async fn record_played(pool: &PgPool, games: Vec<PlayedEntry>) -> Result<u64, StoreError> {
    let mut transaction = pool.begin().await?;
    lock_all(&mut transaction, games.iter().map(|entry| entry.player).collect()).await?;
    let mut new = 0;
    for entry in games {
        let sql = "INSERT INTO played (player, game, finished_at, uploaded, body)
            SELECT $1, $2, $3, $4, $5 WHERE EXISTS (SELECT 1 FROM people WHERE id = $1 AND erased_at IS NULL)
            ON CONFLICT DO NOTHING";
        let query = sqlx::query(sql)
            .bind(entry.player.to_string())
            .bind(entry.place.game.as_str())
            .bind(parameter(entry.place.finished_at))
            .bind(entry.uploaded)
            .bind(&entry.body);
        if query.execute(&mut *transaction).await?.rows_affected() == 0 {
            continue;
        }
        new += 1;
        let sql = "DELETE FROM profiles WHERE player = $1 AND (finished_at, game) >= ($2, $3)";
        let query = sqlx::query(sql)
            .bind(entry.player.to_string())
            .bind(parameter(entry.place.finished_at))
            .bind(entry.place.game.as_str());
        query.execute(&mut *transaction).await?;
    }
    transaction.commit().await?;
    Ok(new)
}

pub(super) async fn save_snapshot(pool: &PgPool, snapshot: ProfileSnapshot) -> Result<bool, StoreError> {
    let mut transaction = pool.begin().await?;
    lock(&mut transaction, snapshot.player).await?;
    let sql = "INSERT INTO profiles (player, finished_at, game, revision, folded, body)
        SELECT $1, $2, $3, $4, $5, $6 WHERE $5 =
            (SELECT count(*) FROM played WHERE player = $1 AND (finished_at, game) <= ($2, $3))
        ON CONFLICT (player, finished_at, game)
            DO UPDATE SET revision = excluded.revision, folded = excluded.folded, body = excluded.body";
    let query = sqlx::query(sql)
        .bind(snapshot.player.to_string())
        .bind(parameter(snapshot.place.finished_at))
        .bind(snapshot.place.game.as_str())
        .bind(i64::from(snapshot.revision))
        .bind(parameter(snapshot.folded))
        .bind(&snapshot.body);
    let kept = query.execute(&mut *transaction).await?.rows_affected() > 0;
    transaction.commit().await?;
    Ok(kept)
}

pub(super) async fn clear_snapshots(pool: &PgPool) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM profiles").execute(pool).await?;
    Ok(())
}

pub(super) async fn record_judged(pool: &PgPool, games: Vec<JudgedEntry>) -> Result<u64, StoreError> {
    let mut transaction = pool.begin().await?;
    lock_all(&mut transaction, games.iter().map(|entry| entry.player).collect()).await?;
    let mut new = 0;
    for entry in games {
        let sql = "INSERT INTO judged (player, game, finished_at, revision, body)
            SELECT $1, $2, $3, $4, $5 WHERE EXISTS (SELECT 1 FROM people WHERE id = $1 AND erased_at IS NULL)
            ON CONFLICT (player, game) DO UPDATE SET finished_at = excluded.finished_at,
                revision = excluded.revision, body = excluded.body WHERE judged.revision < excluded.revision";
        let query = sqlx::query(sql)
            .bind(entry.player.to_string())
            .bind(entry.place.game.as_str())
            .bind(parameter(entry.place.finished_at))
            .bind(i64::from(entry.revision))
            .bind(&entry.body);
        new += query.execute(&mut *transaction).await?.rows_affected();
    }
    transaction.commit().await?;
    Ok(new)
}

pub(super) async fn save_practice(
    pool: &PgPool,
    player: PlayerId,
    expected: u64,
    body: &str,
) -> Result<bool, StoreError> {
    let mut transaction = pool.begin().await?;
    lock(&mut transaction, player).await?;
    let sql = if expected == 0 {
        "INSERT INTO practice (player, version, body)
            SELECT $1, $2 + 1, $3 WHERE EXISTS (SELECT 1 FROM people WHERE id = $1 AND erased_at IS NULL)
            ON CONFLICT DO NOTHING"
    } else {
        "UPDATE practice SET version = version + 1, body = $3 WHERE player = $1 AND version = $2"
    };
    let query = sqlx::query(sql).bind(player.to_string()).bind(parameter(expected)).bind(body);
    let saved = query.execute(&mut *transaction).await?.rows_affected() > 0;
    transaction.commit().await?;
    Ok(saved)
}

/// Removes everything about a player, within the transaction that erases them.
pub(super) async fn forget(connection: &mut PgConnection, id: PlayerId) -> Result<(), StoreError> {
    lock(&mut *connection, id).await?;
    for sql in [
        "DELETE FROM played WHERE player = $1",
        "DELETE FROM profiles WHERE player = $1",
        "DELETE FROM practice WHERE player = $1",
        "DELETE FROM judged WHERE player = $1",
    ] {
        sqlx::query(sql).bind(id.to_string()).execute(&mut *connection).await?;
    }
    Ok(())
}

pub(super) async fn played(
    pool: &PgPool,
    player: PlayerId,
    after: Option<&PlayedPlace>,
    until: u64,
    limit: u32,
) -> Result<Vec<PlayedEntry>, StoreError> {
    let sql = "SELECT game, finished_at, uploaded, body FROM played
        WHERE player = $1 AND finished_at <= $2 AND (finished_at, game) > ($3, $4)
        ORDER BY finished_at, game LIMIT $5";
    let (time, game) = after.map_or((-1, ""), |after| (parameter(after.finished_at), after.game.as_str()));
    let query = sqlx::query(sql)
        .bind(player.to_string())
        .bind(parameter(until))
        .bind(time)
        .bind(game)
        .bind(i64::from(limit));
    query.fetch_all(pool).await?.iter().map(|row| played_entry(player, row)).collect()
}

pub(super) async fn judged(
    pool: &PgPool,
    player: PlayerId,
    revision: u32,
    after: Option<&PlayedPlace>,
    until: u64,
    limit: u32,
) -> Result<Vec<JudgedEntry>, StoreError> {
    let sql = "SELECT game, finished_at, body FROM judged
        WHERE player = $1 AND revision = $2 AND finished_at <= $3 AND (finished_at, game) > ($4, $5)
        ORDER BY finished_at, game LIMIT $6";
    let (time, game) = after.map_or((-1, ""), |after| (parameter(after.finished_at), after.game.as_str()));
    let query = sqlx::query(sql)
        .bind(player.to_string())
        .bind(i64::from(revision))
        .bind(parameter(until))
        .bind(time)
        .bind(game)
        .bind(i64::from(limit));
    query.fetch_all(pool).await?.iter().map(|row| judged_entry(player, revision, row)).collect()
}

pub(super) async fn has_judged(
    pool: &PgPool,
    player: PlayerId,
    game: &GameId,
    revision: u32,
) -> Result<bool, StoreError> {
    let sql = "SELECT count(*) FROM judged WHERE player = $1 AND game = $2 AND revision >= $3";
    let query = sqlx::query_scalar(sql).bind(player.to_string()).bind(game.as_str());
    Ok(count(query.bind(i64::from(revision)).fetch_one(pool).await?)? > 0)
}

pub(super) async fn count_uploaded(pool: &PgPool, player: PlayerId) -> Result<u64, StoreError> {
    let sql = "SELECT count(*) FROM played WHERE player = $1 AND uploaded";
    count(sqlx::query_scalar(sql).bind(player.to_string()).fetch_one(pool).await?)
}

pub(super) async fn snapshot(
    pool: &PgPool,
    player: PlayerId,
    revision: u32,
    until: u64,
) -> Result<Option<ProfileSnapshot>, StoreError> {
    let sql = "SELECT game, finished_at, folded, body FROM profiles
        WHERE player = $1 AND revision = $2 AND finished_at <= $3 ORDER BY finished_at DESC, game DESC LIMIT 1";
    let query = sqlx::query(sql).bind(player.to_string()).bind(i64::from(revision)).bind(parameter(until));
    query.fetch_optional(pool).await?.map(|row| profile_snapshot(player, revision, &row)).transpose()
}

pub(super) async fn snapshots_after(
    pool: &PgPool,
    revision: u32,
    after: Option<(PlayerId, &PlayedPlace)>,
    limit: u32,
) -> Result<Vec<ProfileSnapshot>, StoreError> {
    let sql = "SELECT player, game, finished_at, folded, body FROM profiles
        WHERE revision = $1 AND (player, finished_at, game) > ($2, $3, $4)
        ORDER BY player, finished_at, game LIMIT $5";
    let player = after.map_or_else(String::new, |(player, _)| player.to_string());
    let (time, game) =
        after.map_or((-1, ""), |(_, place)| (parameter(place.finished_at), place.game.as_str()));
    let query = sqlx::query(sql).bind(i64::from(revision)).bind(player).bind(time).bind(game);
    let rows = query.bind(i64::from(limit)).fetch_all(pool).await?;
    rows.iter().map(|row| named_snapshot(revision, row)).collect()
}

pub(super) async fn practice(pool: &PgPool, player: PlayerId) -> Result<Option<PracticeRecord>, StoreError> {
    let sql = "SELECT version, body FROM practice WHERE player = $1";
    let Some(row) = sqlx::query(sql).bind(player.to_string()).fetch_optional(pool).await? else {
        return Ok(None);
    };
    Ok(Some(PracticeRecord { version: count(row.try_get("version")?)?, body: row.try_get("body")? }))
}
