//! The directory in a SQLite file.

use ledger::PlayerId;
use serde_json::Value;
use sqlx::{Row as _, SqliteConnection, SqlitePool};

use super::{conduct, learning};
use crate::conduct::{Block, Complaint};
use crate::decode::{self, parameter};
use crate::error::StoreError;
use crate::learning::{JudgedEntry, PlayedEntry, ProfileSnapshot};
use crate::player::PlayerRecord;
use crate::sanction::Sanction;
use crate::stored_row::{player_game, player_record, table_entry};
use crate::table::{PlayerGame, TableEntry, TableFilter, TableUpdate};
use protocol::Code;
use protocol::{GameId, GameKind as Kind};

/// A change of the directory, made by the writer.
#[derive(Debug)]
pub(super) enum Change {
    Key { name: String, secret: Secret },
    Register(PlayerRecord),
    Rename { id: PlayerId, display_name: String },
    HideResults { id: PlayerId, hidden: bool },
    RotateSecret { id: PlayerId, old: Secret, new: Secret },
    Erase { id: PlayerId, now: u64 },
    OpenTable(TableEntry),
    UpdateTable { game: GameId, update: TableUpdate },
    RecordSeat { player: PlayerId, game: GameId, at: u64 },
    Block { block: Block, blocked: bool },
    Report { complaint: Complaint, most: u32 },
    SetSanction { sanction: Sanction, at: Option<u64> },
    RecordPlayed(Vec<PlayedEntry>),
    RecordJudged(Vec<JudgedEntry>),
    SaveSnapshot(ProfileSnapshot),
    ClearSnapshots,
    SavePractice { player: PlayerId, expected: u64, body: String },
}

impl Change {
    /// Whether it is one statement of the database, which is a transaction by itself.
    pub(super) const fn is_one_statement(&self) -> bool {
        match self {
            Self::Key { .. }
            | Self::Rename { .. }
            | Self::HideResults { .. }
            | Self::RotateSecret { .. }
            | Self::UpdateTable { .. }
            | Self::RecordSeat { .. }
            | Self::ClearSnapshots => true,
            Self::Register(_)
            | Self::Erase { .. }
            | Self::OpenTable(_)
            | Self::Block { .. }
            | Self::Report { .. }
            | Self::SetSanction { .. }
            | Self::RecordPlayed(_)
            | Self::RecordJudged(_)
            | Self::SaveSnapshot(_)
            | Self::SavePractice { .. } => false,
        }
    }
}

/// Bytes that `Debug` does not show.
pub(super) struct Secret(pub(super) [u8; 32]);

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret")
    }
}

const TABLE: &str = "SELECT game, kind, code, host, public, coach, seats, options, status, free_seats, version, created_at, updated_at FROM tables";

/// Makes one change within the transaction of the writer, and returns how many rows it changed. A refusal comes before
/// anything is written.
pub(super) async fn perform(connection: &mut SqliteConnection, change: &Change) -> Result<u64, StoreError> {
    let query = match change {
        Change::Key { name, secret } => {
            let sql = "INSERT INTO keys (name, secret) VALUES (?, ?) ON CONFLICT DO NOTHING";
            sqlx::query(sql).bind(name).bind(&secret.0[..])
        }
        Change::Register(new) => return register(connection, new).await,
        Change::Rename { id, display_name } => {
            let sql = "UPDATE people SET display_name = ? WHERE id = ? AND erased_at IS NULL";
            sqlx::query(sql).bind(display_name).bind(id.to_string())
        }
        Change::HideResults { id, hidden } => {
            let sql = "UPDATE people SET results_hidden = ? WHERE id = ? AND erased_at IS NULL";
            sqlx::query(sql).bind(hidden).bind(id.to_string())
        }
        Change::RotateSecret { id, old, new } => {
            let sql =
                "UPDATE people SET secret_hash = ? WHERE id = ? AND secret_hash = ? AND erased_at IS NULL";
            sqlx::query(sql).bind(&new.0[..]).bind(id.to_string()).bind(&old.0[..])
        }
        Change::Erase { id, now } => return erase(connection, *id, *now).await,
        Change::OpenTable(table) => return open_table(connection, table).await,
        Change::UpdateTable { game, update } => {
            let sql = "UPDATE tables SET status = ?2, free_seats = ?3, version = ?4, updated_at = ?5
                WHERE game = ?1 AND (version < ?4 OR (version = ?4 AND updated_at <= ?5))";
            sqlx::query(sql)
                .bind(game.as_str())
                .bind(update.status.rank())
                .bind(update.free_seats)
                .bind(parameter(update.version))
                .bind(parameter(update.updated_at))
        }
        Change::RecordSeat { player, game, at } => {
            let sql = "INSERT INTO seats (player, game, taken_at) SELECT ?1, ?2, ?3
                WHERE NOT EXISTS (SELECT 1 FROM people WHERE id = ?1 AND erased_at IS NOT NULL)
                ON CONFLICT (player, game) DO UPDATE SET taken_at = taken_at";
            sqlx::query(sql).bind(player.to_string()).bind(game.as_str()).bind(parameter(*at))
        }
        Change::Block { block, blocked } => return conduct::set_block(connection, *block, *blocked).await,
        Change::Report { complaint, most } => return conduct::report(connection, complaint, *most).await,
        Change::SetSanction { sanction, at } => {
            return conduct::set_sanction(connection, sanction, *at).await;
        }
        Change::RecordPlayed(games) => return learning::record_played(connection, games).await,
        Change::RecordJudged(games) => return learning::record_judged(connection, games).await,
        Change::SaveSnapshot(snapshot) => return learning::save_snapshot(connection, snapshot).await,
        Change::ClearSnapshots => sqlx::query("DELETE FROM profiles"),
        Change::SavePractice { player, expected, body } => {
            return learning::save_practice(connection, *player, *expected, body).await;
        }
    };
    Ok(query.execute(connection).await?.rows_affected())
}

async fn register(connection: &mut SqliteConnection, new: &PlayerRecord) -> Result<u64, StoreError> {
    if let Some(known) = read_player(&mut *connection, new.id).await? {
        return new.check_against(&known).map(|()| 0);
    }
    let sql = "INSERT INTO people (id, display_name, secret_hash, created_at, erased_at)
        VALUES (?, ?, ?, ?, ?)";
    let query = sqlx::query(sql)
        .bind(new.id.to_string())
        .bind(&new.display_name)
        .bind(new.secret_hash.as_ref().map(|hash| &hash[..]))
        .bind(parameter(new.created_at))
        .bind(new.erased_at.map(parameter));
    Ok(query.execute(connection).await?.rows_affected())
}

/// Removes everything about a player but the blanked record, which keeps the id from being used again.
async fn erase(connection: &mut SqliteConnection, id: PlayerId, now: u64) -> Result<u64, StoreError> {
    let sql = "DELETE FROM notes WHERE game IN (SELECT game FROM seats WHERE player = ?1)
        AND json_extract(body, '$.playerId') = ?1";
    sqlx::query(sql).bind(id.to_string()).execute(&mut *connection).await?;
    let sql = "DELETE FROM seats WHERE player = ?";
    sqlx::query(sql).bind(id.to_string()).execute(&mut *connection).await?;
    conduct::forget(&mut *connection, id).await?;
    learning::forget(&mut *connection, id).await?;
    let sql = "UPDATE people SET display_name = '', secret_hash = NULL, results_hidden = 0, erased_at = ?
        WHERE id = ? AND erased_at IS NULL";
    let query = sqlx::query(sql).bind(parameter(now)).bind(id.to_string());
    Ok(query.execute(connection).await?.rows_affected())
}

async fn open_table(connection: &mut SqliteConnection, table: &TableEntry) -> Result<u64, StoreError> {
    let sql = sqlx::AssertSqlSafe(format!("{TABLE} WHERE game = ?1 OR code = ?2 ORDER BY game = ?1 DESC"));
    let known = sqlx::query(sql).bind(table.game.as_str()).bind(table.code.as_str());
    if let Some(known) = known.fetch_optional(&mut *connection).await? {
        return table.check_against(&table_entry(&known)?).map(|()| 0);
    }
    let sql = "INSERT INTO tables
        (game, kind, code, host, public, coach, seats, options, status, free_seats, version, created_at, updated_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    let query = sqlx::query(sql)
        .bind(table.game.as_str())
        .bind(table.kind.as_str())
        .bind(table.code.as_str())
        .bind(table.host.to_string())
        .bind(table.public)
        .bind(table.coach)
        .bind(table.seats)
        .bind(Value::Object(table.options.clone()).to_string())
        .bind(table.status.rank())
        .bind(table.free_seats)
        .bind(parameter(table.version))
        .bind(parameter(table.created_at))
        .bind(parameter(table.updated_at));
    Ok(query.execute(connection).await?.rows_affected())
}

pub(super) async fn read_player(
    executor: impl sqlx::SqliteExecutor<'_>,
    id: PlayerId,
) -> Result<Option<PlayerRecord>, StoreError> {
    let sql =
        "SELECT display_name, secret_hash, created_at, results_hidden, erased_at FROM people WHERE id = ?";
    let Some(row) = sqlx::query(sql).bind(id.to_string()).fetch_optional(executor).await? else {
        return Ok(None);
    };
    player_record(id, &row).map(Some)
}

pub(super) async fn key(pool: &SqlitePool, name: &str) -> Result<Option<[u8; 32]>, StoreError> {
    let query = sqlx::query("SELECT secret FROM keys WHERE name = ?").bind(name);
    let row = query.fetch_optional(pool).await?;
    row.map(|row| decode::key(row.try_get("secret")?)).transpose()
}

pub(super) async fn table(pool: &SqlitePool, game: &GameId) -> Result<Option<TableEntry>, StoreError> {
    let sql = sqlx::AssertSqlSafe(format!("{TABLE} WHERE game = ?"));
    let row = sqlx::query(sql).bind(game.as_str()).fetch_optional(pool).await?;
    row.as_ref().map(table_entry).transpose()
}

pub(super) async fn table_by_code(pool: &SqlitePool, code: &Code) -> Result<Option<TableEntry>, StoreError> {
    let sql = sqlx::AssertSqlSafe(format!("{TABLE} WHERE code = ?"));
    let row = sqlx::query(sql).bind(code.as_str()).fetch_optional(pool).await?;
    row.as_ref().map(table_entry).transpose()
}

pub(super) async fn open_tables(
    pool: &SqlitePool,
    filter: &TableFilter,
) -> Result<Vec<TableEntry>, StoreError> {
    let sql = sqlx::AssertSqlSafe(format!(
        "{TABLE} JOIN (
             SELECT game AS open, ROW_NUMBER() OVER (PARTITION BY host ORDER BY created_at, game) AS place FROM tables
             WHERE public = 1 AND status = 0 AND free_seats > 0 AND updated_at >= ?1
         ) ON game = open WHERE place <= ?5 AND (?2 IS NULL OR kind = ?2) AND (?3 IS NULL OR host = ?3)
         ORDER BY {order} LIMIT ?4",
        order = filter.order.sql()
    ));
    let query = sqlx::query(sql)
        .bind(parameter(filter.since))
        .bind(filter.kind.as_ref().map(Kind::as_str))
        .bind(filter.host.map(|host| host.to_string()))
        .bind(filter.limit)
        .bind(filter.of_a_host);
    query.fetch_all(pool).await?.iter().map(table_entry).collect()
}

pub(super) async fn has_sat(pool: &SqlitePool, player: PlayerId, game: &GameId) -> Result<bool, StoreError> {
    let sql = "SELECT EXISTS (SELECT 1 FROM seats WHERE player = ? AND game = ?)";
    Ok(sqlx::query_scalar(sql).bind(player.to_string()).bind(game.as_str()).fetch_one(pool).await?)
}

pub(super) async fn games_of(
    pool: &SqlitePool,
    player: PlayerId,
    limit: u32,
) -> Result<Vec<PlayerGame>, StoreError> {
    let sql = "SELECT game, kind, taken_at FROM seats JOIN games ON games.id = seats.game
        WHERE player = ? ORDER BY taken_at DESC, game LIMIT ?";
    let rows = sqlx::query(sql).bind(player.to_string()).bind(limit).fetch_all(pool).await?;
    rows.iter().map(player_game).collect()
}
