//! Blocks, complaints and sanctions in a SQLite file.

use ledger::PlayerId;
use sqlx::{SqliteConnection, SqlitePool};

use crate::conduct::{Block, Complaint};
use crate::decode::{name, parameter};
use crate::error::StoreError;
use crate::sanction::Sanction;
use crate::stored_row::{StoredRow as _, complaint, sanction as sanction_of};

/// Within the transaction of the writer; how many rows changed.
pub(super) async fn set_block(
    connection: &mut SqliteConnection,
    block: Block,
    blocked: bool,
) -> Result<u64, StoreError> {
    let sql = if blocked {
        "INSERT INTO blocks (player, other) SELECT ?1, ?2
            WHERE NOT EXISTS (SELECT 1 FROM people WHERE id IN (?1, ?2) AND erased_at IS NOT NULL)
            ON CONFLICT DO NOTHING"
    } else {
        "DELETE FROM blocks WHERE player = ?1 AND other = ?2"
    };
    let query = sqlx::query(sql).bind(block.player.to_string()).bind(block.other.to_string());
    Ok(query.execute(connection).await?.rows_affected())
}

/// Within the transaction of the writer; how many rows changed.
pub(super) async fn report(
    connection: &mut SqliteConnection,
    complaint: &Complaint,
    most: u32,
) -> Result<u64, StoreError> {
    let sql = "INSERT INTO complaints (reporter, player, game, reason, text, at)
        SELECT ?1, ?2, ?3, ?4, ?5, ?6 WHERE (SELECT count(*) FROM complaints WHERE reporter = ?1) < ?7
        AND NOT EXISTS (SELECT 1 FROM people WHERE id IN (?1, ?2) AND erased_at IS NOT NULL)
        ON CONFLICT DO NOTHING";
    let query = sqlx::query(sql)
        .bind(complaint.reporter.to_string())
        .bind(complaint.player.to_string())
        .bind(complaint.game.as_str())
        .bind(complaint.reason.as_str())
        .bind(&complaint.text)
        .bind(parameter(complaint.at))
        .bind(most);
    Ok(query.execute(connection).await?.rows_affected())
}

/// Removes everything that names a player, within the transaction of the writer.
pub(super) async fn forget(connection: &mut SqliteConnection, id: PlayerId) -> Result<(), StoreError> {
    for sql in [
        "DELETE FROM blocks WHERE player = ?1 OR other = ?1",
        "DELETE FROM complaints WHERE reporter = ?1 OR player = ?1",
        "DELETE FROM sanctions WHERE kind = 'banned' AND subject = ?1",
    ] {
        sqlx::query(sql).bind(id.to_string()).execute(&mut *connection).await?;
    }
    Ok(())
}

pub(super) async fn blocks_of(pool: &SqlitePool, player: PlayerId) -> Result<Vec<PlayerId>, StoreError> {
    players(pool, "SELECT other AS id FROM blocks WHERE player = ? ORDER BY other", player).await
}

pub(super) async fn blocked_by(pool: &SqlitePool, player: PlayerId) -> Result<Vec<PlayerId>, StoreError> {
    players(pool, "SELECT player AS id FROM blocks WHERE other = ? ORDER BY player", player).await
}

async fn players(
    pool: &SqlitePool,
    sql: &'static str,
    player: PlayerId,
) -> Result<Vec<PlayerId>, StoreError> {
    let rows = sqlx::query(sql).bind(player.to_string()).fetch_all(pool).await?;
    rows.iter().map(|row| name(row.text("id")?)).collect()
}

pub(super) async fn complaints(pool: &SqlitePool, limit: u32) -> Result<Vec<Complaint>, StoreError> {
    let sql = "SELECT reporter, player, game, reason, text, at FROM complaints
        ORDER BY at DESC, reporter DESC LIMIT ?";
    sqlx::query(sql).bind(limit).fetch_all(pool).await?.iter().map(complaint).collect()
}

/// Within the transaction of the writer; how many rows changed.
pub(super) async fn set_sanction(
    connection: &mut SqliteConnection,
    sanction: &Sanction,
    at: Option<u64>,
) -> Result<u64, StoreError> {
    let query = match at {
        Some(at) => {
            let sql = "INSERT INTO sanctions (kind, subject, at) SELECT ?1, ?2, ?3
                WHERE NOT EXISTS (SELECT 1 FROM people WHERE id = ?2 AND erased_at IS NOT NULL)
                ON CONFLICT DO NOTHING";
            sqlx::query(sql).bind(sanction.kind()).bind(sanction.subject()).bind(parameter(at))
        }
        None => {
            let sql = "DELETE FROM sanctions WHERE kind = ? AND subject = ?";
            sqlx::query(sql).bind(sanction.kind()).bind(sanction.subject())
        }
    };
    Ok(query.execute(connection).await?.rows_affected())
}

pub(super) async fn is_sanctioned(pool: &SqlitePool, sanction: &Sanction) -> Result<bool, StoreError> {
    let sql = "SELECT EXISTS (SELECT 1 FROM sanctions WHERE kind = ? AND subject = ?)";
    let query = sqlx::query_scalar(sql).bind(sanction.kind()).bind(sanction.subject());
    Ok(query.fetch_one(pool).await?)
}

pub(super) async fn sanctions(pool: &SqlitePool, limit: u32) -> Result<Vec<(Sanction, u64)>, StoreError> {
    let sql = "SELECT kind, subject, at FROM sanctions ORDER BY at DESC, kind, subject LIMIT ?";
    sqlx::query(sql).bind(limit).fetch_all(pool).await?.iter().map(sanction_of).collect()
}
