//! Blocks, complaints and sanctions in a PostgreSQL database.

use ledger::PlayerId;
use sqlx::{PgConnection, PgPool};

use crate::conduct::{Block, Complaint};
use crate::decode::{name, parameter};
use crate::error::StoreError;
use crate::sanction::Sanction;
use crate::stored_row::{StoredRow as _, complaint, sanction as sanction_of};

pub(super) async fn set_block(pool: &PgPool, block: Block, blocked: bool) -> Result<(), StoreError> {
    let sql = if blocked {
        "WITH person AS (SELECT erased_at FROM people WHERE id IN ($1, $2) FOR SHARE)
            INSERT INTO blocks (player, other) SELECT $1, $2
            WHERE NOT EXISTS (SELECT FROM person WHERE erased_at IS NOT NULL) ON CONFLICT DO NOTHING"
    } else {
        "DELETE FROM blocks WHERE player = $1 AND other = $2"
    };
    let query = sqlx::query(sql).bind(block.player.to_string()).bind(block.other.to_string());
    query.execute(pool).await?;
    Ok(())
}

pub(super) async fn report(pool: &PgPool, complaint: Complaint, most: u32) -> Result<bool, StoreError> {
    let sql = "WITH person AS (SELECT erased_at FROM people WHERE id IN ($1, $2) FOR SHARE)
        INSERT INTO complaints (reporter, player, game, reason, text, at)
        SELECT $1, $2, $3, $4, $5, $6 WHERE (SELECT count(*) FROM complaints WHERE reporter = $1) < $7
        AND NOT EXISTS (SELECT FROM person WHERE erased_at IS NOT NULL)
        ON CONFLICT DO NOTHING";
    let query = sqlx::query(sql)
        .bind(complaint.reporter.to_string())
        .bind(complaint.player.to_string())
        .bind(complaint.game.as_str())
        .bind(complaint.reason.as_str())
        .bind(&complaint.text)
        .bind(parameter(complaint.at))
        .bind(i64::from(most));
    Ok(query.execute(pool).await?.rows_affected() > 0)
}

/// Removes everything that names a player.
pub(super) async fn forget(connection: &mut PgConnection, id: PlayerId) -> Result<(), StoreError> {
    for sql in [
        "DELETE FROM blocks WHERE player = $1 OR other = $1",
        "DELETE FROM complaints WHERE reporter = $1 OR player = $1",
        "DELETE FROM sanctions WHERE kind = 'banned' AND subject = $1",
    ] {
        sqlx::query(sql).bind(id.to_string()).execute(&mut *connection).await?;
    }
    Ok(())
}

pub(super) async fn blocks_of(pool: &PgPool, player: PlayerId) -> Result<Vec<PlayerId>, StoreError> {
    players(pool, "SELECT other AS id FROM blocks WHERE player = $1 ORDER BY other", player).await
}

pub(super) async fn blocked_by(pool: &PgPool, player: PlayerId) -> Result<Vec<PlayerId>, StoreError> {
    players(pool, "SELECT player AS id FROM blocks WHERE other = $1 ORDER BY player", player).await
}

async fn players(pool: &PgPool, sql: &'static str, player: PlayerId) -> Result<Vec<PlayerId>, StoreError> {
    let rows = sqlx::query(sql).bind(player.to_string()).fetch_all(pool).await?;
    rows.iter().map(|row| name(row.text("id")?)).collect()
}

pub(super) async fn complaints(pool: &PgPool, limit: u32) -> Result<Vec<Complaint>, StoreError> {
    let sql = "SELECT reporter, player, game, reason, text, at FROM complaints
        ORDER BY at DESC, reporter DESC LIMIT $1";
    sqlx::query(sql).bind(i64::from(limit)).fetch_all(pool).await?.iter().map(complaint).collect()
}

pub(super) async fn set_sanction(
    pool: &PgPool,
    sanction: Sanction,
    at: Option<u64>,
) -> Result<bool, StoreError> {
    let query = match at {
        Some(at) => {
            let sql = "WITH person AS (SELECT erased_at FROM people WHERE id = $2 FOR SHARE)
                INSERT INTO sanctions (kind, subject, at) SELECT $1, $2, $3
                WHERE NOT EXISTS (SELECT FROM person WHERE erased_at IS NOT NULL) ON CONFLICT DO NOTHING";
            sqlx::query(sql).bind(sanction.kind()).bind(sanction.subject()).bind(parameter(at))
        }
        None => {
            let sql = "DELETE FROM sanctions WHERE kind = $1 AND subject = $2";
            sqlx::query(sql).bind(sanction.kind()).bind(sanction.subject())
        }
    };
    Ok(query.execute(pool).await?.rows_affected() > 0)
}

pub(super) async fn is_sanctioned(pool: &PgPool, sanction: Sanction) -> Result<bool, StoreError> {
    let sql = "SELECT EXISTS (SELECT FROM sanctions WHERE kind = $1 AND subject = $2)";
    let query = sqlx::query_scalar(sql).bind(sanction.kind()).bind(sanction.subject());
    Ok(query.fetch_one(pool).await?)
}

pub(super) async fn sanctions(pool: &PgPool, limit: u32) -> Result<Vec<(Sanction, u64)>, StoreError> {
    let sql = "SELECT kind, subject, at FROM sanctions ORDER BY at DESC, kind, subject LIMIT $1";
    sqlx::query(sql).bind(i64::from(limit)).fetch_all(pool).await?.iter().map(sanction_of).collect()
}
