//! The directory in a PostgreSQL database.

use ledger::PlayerId;
use serde_json::Value;
use sqlx::{PgPool, Row as _};

use super::{conduct, learning};
use crate::decode::{self, parameter};
use crate::error::StoreError;
use crate::player::PlayerRecord;
use crate::random::random_bytes;
use crate::stored_row::{player_game, player_record, table_entry};
use crate::table::{PlayerGame, TableEntry, TableFilter, TableUpdate};
use protocol::Code;
use protocol::{GameId, GameKind as Kind};

const TABLE: &str = "SELECT game, kind, code, host, public, coach, seats, options, status, free_seats, version, created_at, updated_at FROM tables";

pub(super) async fn key(pool: &PgPool, name: &str) -> Result<[u8; 32], StoreError> {
    if let Some(secret) = known_key(pool, name).await? {
        return Ok(secret);
    }
    keep_key(pool, name, random_bytes()?).await
}

pub(super) async fn keep_key(pool: &PgPool, name: &str, secret: [u8; 32]) -> Result<[u8; 32], StoreError> {
    // Of concurrent callers only the first writes; the others wait for it, and all read what it wrote.
    let sql = "INSERT INTO keys (name, secret) VALUES ($1, $2) ON CONFLICT DO NOTHING";
    sqlx::query(sql).bind(name).bind(&secret[..]).execute(pool).await?;
    known_key(pool, name).await?.ok_or_else(|| StoreError::corrupt("a key is gone"))
}

pub(super) async fn known_key(pool: &PgPool, name: &str) -> Result<Option<[u8; 32]>, StoreError> {
    let query = sqlx::query("SELECT secret FROM keys WHERE name = $1").bind(name);
    let row = query.fetch_optional(pool).await?;
    row.map(|row| decode::key(row.try_get("secret")?)).transpose()
}

pub(super) async fn player(pool: &PgPool, id: PlayerId) -> Result<Option<PlayerRecord>, StoreError> {
    let sql =
        "SELECT display_name, secret_hash, created_at, results_hidden, erased_at FROM people WHERE id = $1";
    let query = sqlx::query(sql).bind(id.to_string());
    let Some(row) = query.fetch_optional(pool).await? else { return Ok(None) };
    player_record(id, &row).map(Some)
}

pub(super) async fn register(pool: &PgPool, new: PlayerRecord) -> Result<(), StoreError> {
    let sql = "INSERT INTO people (id, display_name, secret_hash, created_at, erased_at)
        VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING";
    let inserted = sqlx::query(sql)
        .bind(new.id.to_string())
        .bind(&new.display_name)
        .bind(new.secret_hash.as_ref().map(|hash| &hash[..]))
        .bind(parameter(new.created_at))
        .bind(new.erased_at.map(parameter))
        .execute(pool)
        .await?;
    if inserted.rows_affected() > 0 {
        return Ok(());
    }
    // Players are never removed, so the conflicting one is still there.
    let known = player(pool, new.id).await?;
    new.check_against(&known.ok_or_else(|| StoreError::corrupt("a player is gone"))?)
}

pub(super) async fn rename(pool: &PgPool, id: PlayerId, display_name: &str) -> Result<bool, StoreError> {
    let sql = "UPDATE people SET display_name = $2 WHERE id = $1 AND erased_at IS NULL";
    let query = sqlx::query(sql).bind(id.to_string()).bind(display_name);
    Ok(query.execute(pool).await?.rows_affected() > 0)
}

pub(super) async fn hide_results(pool: &PgPool, id: PlayerId, hidden: bool) -> Result<bool, StoreError> {
    let sql = "UPDATE people SET results_hidden = $2 WHERE id = $1 AND erased_at IS NULL";
    let query = sqlx::query(sql).bind(id.to_string()).bind(hidden);
    Ok(query.execute(pool).await?.rows_affected() > 0)
}

pub(super) async fn rotate_secret(
    pool: &PgPool,
    id: PlayerId,
    old: &[u8; 32],
    new: &[u8; 32],
) -> Result<bool, StoreError> {
    let sql = "UPDATE people SET secret_hash = $3 WHERE id = $1 AND secret_hash = $2 AND erased_at IS NULL";
    let query = sqlx::query(sql).bind(id.to_string()).bind(&old[..]).bind(&new[..]);
    Ok(query.execute(pool).await?.rows_affected() > 0)
}

pub(super) async fn erase(pool: &PgPool, id: PlayerId, now: u64) -> Result<bool, StoreError> {
    let mut transaction = pool.begin().await?;
    // First, because it locks the row: who writes about this player at the same time holds it until that is written, and is
    // waited for, or waits and then sees that the player is erased.
    let sql =
        "UPDATE people SET display_name = '', secret_hash = NULL, results_hidden = FALSE, erased_at = $2
        WHERE id = $1 AND erased_at IS NULL";
    let query = sqlx::query(sql).bind(id.to_string()).bind(parameter(now));
    let erased = query.execute(&mut *transaction).await?.rows_affected() > 0;
    let sql = "DELETE FROM notes WHERE game IN (SELECT game FROM seats WHERE player = $1)
        AND body::json ->> 'playerId' = $1";
    sqlx::query(sql).bind(id.to_string()).execute(&mut *transaction).await?;
    let sql = "DELETE FROM seats WHERE player = $1";
    sqlx::query(sql).bind(id.to_string()).execute(&mut *transaction).await?;
    conduct::forget(&mut transaction, id).await?;
    learning::forget(&mut transaction, id).await?;
    transaction.commit().await?;
    if erased {
        // The old row is overwritten when the table is vacuumed; that may wait for the server's own rounds.
        let _ = sqlx::raw_sql("VACUUM people").execute(pool).await;
    }
    Ok(erased)
}

pub(super) async fn open_table(pool: &PgPool, table: TableEntry) -> Result<(), StoreError> {
    let sql = "INSERT INTO tables
        (game, kind, code, host, public, coach, seats, options, status, free_seats, version, created_at, updated_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) ON CONFLICT DO NOTHING";
    let inserted = sqlx::query(sql)
        .bind(table.game.as_str())
        .bind(table.kind.as_str())
        .bind(table.code.as_str())
        .bind(table.host.to_string())
        .bind(table.public)
        .bind(table.coach)
        .bind(i64::from(table.seats))
        .bind(Value::Object(table.options.clone()).to_string())
        .bind(table.status.rank())
        .bind(i64::from(table.free_seats))
        .bind(parameter(table.version))
        .bind(parameter(table.created_at))
        .bind(parameter(table.updated_at))
        .execute(pool)
        .await?;
    if inserted.rows_affected() > 0 {
        return Ok(());
    }
    // Tables are never removed, so the conflicting one is still there.
    let sql = sqlx::AssertSqlSafe(format!("{TABLE} WHERE game = $1 OR code = $2 ORDER BY game = $1 DESC"));
    let query = sqlx::query(sql).bind(table.game.as_str()).bind(table.code.as_str());
    table.check_against(&table_entry(&query.fetch_one(pool).await?)?)
}

pub(super) async fn table(pool: &PgPool, game: &GameId) -> Result<Option<TableEntry>, StoreError> {
    let sql = sqlx::AssertSqlSafe(format!("{TABLE} WHERE game = $1"));
    let row = sqlx::query(sql).bind(game.as_str()).fetch_optional(pool).await?;
    row.as_ref().map(table_entry).transpose()
}

pub(super) async fn table_by_code(pool: &PgPool, code: &Code) -> Result<Option<TableEntry>, StoreError> {
    let sql = sqlx::AssertSqlSafe(format!("{TABLE} WHERE code = $1"));
    let row = sqlx::query(sql).bind(code.as_str()).fetch_optional(pool).await?;
    row.as_ref().map(table_entry).transpose()
}

pub(super) async fn update_table(
    pool: &PgPool,
    game: &GameId,
    update: TableUpdate,
) -> Result<bool, StoreError> {
    let sql = "UPDATE tables SET status = $2, free_seats = $3, version = $4, updated_at = $5
        WHERE game = $1 AND (version < $4 OR (version = $4 AND updated_at <= $5))";
    let query = sqlx::query(sql).bind(game.as_str()).bind(update.status.rank());
    let query = query.bind(i64::from(update.free_seats)).bind(parameter(update.version));
    let query = query.bind(parameter(update.updated_at));
    Ok(query.execute(pool).await?.rows_affected() > 0)
}

pub(super) async fn open_tables(pool: &PgPool, filter: &TableFilter) -> Result<Vec<TableEntry>, StoreError> {
    let sql = sqlx::AssertSqlSafe(format!(
        "{TABLE} JOIN (
             SELECT game AS open, ROW_NUMBER() OVER (PARTITION BY host ORDER BY created_at, game) AS place FROM tables
             WHERE public AND status = 0 AND free_seats > 0 AND updated_at >= $1
         ) AS listed ON game = open WHERE place <= $5 AND ($2::text IS NULL OR kind = $2) AND ($3::text IS NULL OR host = $3)
         ORDER BY {order} LIMIT $4",
        order = filter.order.sql()
    ));
    let query = sqlx::query(sql)
        .bind(parameter(filter.since))
        .bind(filter.kind.as_ref().map(Kind::as_str))
        .bind(filter.host.map(|host| host.to_string()))
        .bind(i64::from(filter.limit))
        .bind(i64::from(filter.of_a_host));
    query.fetch_all(pool).await?.iter().map(table_entry).collect()
}

pub(super) async fn record_seat(
    pool: &PgPool,
    player: PlayerId,
    game: &GameId,
    at: u64,
) -> Result<bool, StoreError> {
    let sql = "WITH person AS (SELECT erased_at FROM people WHERE id = $1 FOR SHARE)
        INSERT INTO seats (player, game, taken_at) SELECT $1, $2, $3
        WHERE NOT EXISTS (SELECT FROM person WHERE erased_at IS NOT NULL)
        ON CONFLICT (player, game) DO UPDATE SET taken_at = seats.taken_at";
    let query = sqlx::query(sql).bind(player.to_string()).bind(game.as_str()).bind(parameter(at));
    Ok(query.execute(pool).await?.rows_affected() > 0)
}

pub(super) async fn has_sat(pool: &PgPool, player: PlayerId, game: &GameId) -> Result<bool, StoreError> {
    let sql = "SELECT EXISTS (SELECT FROM seats WHERE player = $1 AND game = $2)";
    Ok(sqlx::query_scalar(sql).bind(player.to_string()).bind(game.as_str()).fetch_one(pool).await?)
}

pub(super) async fn games_of(
    pool: &PgPool,
    player: PlayerId,
    limit: u32,
) -> Result<Vec<PlayerGame>, StoreError> {
    let sql = "SELECT game, kind, taken_at FROM seats JOIN games ON games.id = seats.game
        WHERE player = $1 ORDER BY taken_at DESC, game LIMIT $2";
    let query = sqlx::query(sql).bind(player.to_string()).bind(i64::from(limit));
    query.fetch_all(pool).await?.iter().map(player_game).collect()
}
