//! Logs of finished games, packed: either all of a log is in `packs`, or all of it is in `events` and `commands`.

use sqlx::sqlite::SqliteRow;
use sqlx::{AssertSqlSafe, Row as _, SqliteConnection, SqlitePool};

use crate::append::Append;
use crate::cursor::{Cursor, Page, Recorded};
use crate::decode::{count, json, name, parameter};
use crate::error::StoreError;
use crate::pack::{CommandRow, EventRow, LogRows, Pack, unpack};
use crate::stored_row::recorded;
use crate::table::TableStatus;
use protocol::{GameId, GameKind};

/// Packed logs that are opened at once for a follower, beside those that it is in the middle of.
const OPENED: i64 = 32;
/// Rows that one statement inserts.
const ROWS: usize = 500;

/// A finished game, and when its table last changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Finished {
    at: i64,
    game: String,
}

impl Finished {
    pub(super) fn game(&self) -> Result<GameId, StoreError> {
        name(&self.game)
    }
}

/// At most `limit` games that are over, whose table did not change since `before`, and that are not packed: those after
/// `after`, in the order in which they ended.
pub(super) async fn finished(
    pool: &SqlitePool,
    after: &Finished,
    before: u64,
    limit: u32,
) -> Result<Vec<Finished>, StoreError> {
    // The condition of the index, word for word.
    let sql = format!(
        "SELECT updated_at, game FROM tables WHERE status = {} AND updated_at <= ?
         AND (updated_at, game) > (?, ?) AND EXISTS (SELECT 1 FROM events WHERE events.game = tables.game)
         ORDER BY updated_at, game LIMIT ?",
        TableStatus::Over.rank()
    );
    let query = sqlx::query(AssertSqlSafe(sql)).bind(parameter(before));
    let rows = query.bind(after.at).bind(&after.game).bind(limit).fetch_all(pool).await?;
    rows.iter()
        .map(|row| Ok(Finished { at: row.try_get("updated_at")?, game: row.try_get("game")? }))
        .collect()
}

/// The rows of a log that is not packed, at one moment.
pub(super) async fn rows(pool: &SqlitePool, game: &GameId) -> Result<LogRows, StoreError> {
    let mut moment = pool.begin().await?;
    let sql = "SELECT position, envelope FROM events WHERE game = ? ORDER BY version";
    let events = sqlx::query(sql).bind(game.as_str()).fetch_all(&mut *moment).await?;
    let sql = "SELECT command, first, version FROM commands WHERE game = ? ORDER BY command";
    let commands = sqlx::query(sql).bind(game.as_str()).fetch_all(&mut *moment).await?;
    moment.commit().await?;
    let event = |row: &_| Ok(EventRow { position: get(row, "position")?, envelope: get(row, "envelope")? });
    let command = |row: &_| {
        let (first, version) = (get(row, "first")?, get(row, "version")?);
        Ok(CommandRow { command: get(row, "command")?, first, version })
    };
    let events = events.iter().map(event).collect::<Result<_, StoreError>>()?;
    Ok(LogRows { events, commands: commands.iter().map(command).collect::<Result<_, StoreError>>()? })
}

fn get<'r, T>(row: &'r SqliteRow, column: &str) -> Result<T, StoreError>
where
    T: sqlx::Decode<'r, sqlx::Sqlite> + sqlx::Type<sqlx::Sqlite>,
{
    Ok(row.try_get(column)?)
}

/// Puts a pack in the place of its rows, within the transaction of the writer; 0 if the log changed since they were read.
pub(super) async fn replace_rows(
    connection: &mut SqliteConnection,
    game: &GameId,
    pack: &Pack,
) -> Result<u64, StoreError> {
    let sql = "INSERT INTO packs (game, first, last, events, body) SELECT ?1, ?2, ?3, ?4, ?5
        WHERE (SELECT count(*) FROM events WHERE game = ?1) = ?4
        AND (SELECT count(*) FROM commands WHERE game = ?1) = ?6";
    let query = sqlx::query(sql).bind(game.as_str()).bind(pack.first).bind(pack.last).bind(pack.events);
    let packed = query.bind(&pack.body).bind(pack.commands).execute(&mut *connection).await?.rows_affected();
    if packed > 0 {
        for sql in ["DELETE FROM events WHERE game = ?", "DELETE FROM commands WHERE game = ?"] {
            sqlx::query(sql).bind(game.as_str()).execute(&mut *connection).await?;
        }
    }
    Ok(packed)
}

/// Puts the rows of those of these games that are packed back in their place, so that they can be appended to.
pub(super) async fn restore_rows(
    connection: &mut SqliteConnection,
    appends: &[&Append],
) -> Result<(), StoreError> {
    let marks = vec!["?"; appends.len()].join(", ");
    let sql = format!("SELECT game FROM packs WHERE game IN ({marks})");
    let mut query = sqlx::query_scalar::<_, String>(AssertSqlSafe(sql)).persistent(appends.len() <= 1);
    for append in appends {
        query = query.bind(append.game().as_str());
    }
    for game in query.fetch_all(&mut *connection).await? {
        restore(connection, &name(&game)?).await?;
    }
    Ok(())
}

/// As [`restore_rows`], of one game; 0 if it is not packed.
pub(super) async fn restore(connection: &mut SqliteConnection, game: &GameId) -> Result<u64, StoreError> {
    let sql = "DELETE FROM packs WHERE game = ? RETURNING body";
    let body = sqlx::query_scalar::<_, Vec<u8>>(sql).bind(game.as_str());
    let Some(body) = body.fetch_optional(&mut *connection).await? else { return Ok(0) };
    let rows = unpack(&body)?;
    let places: Vec<(usize, &EventRow)> = rows.events.iter().enumerate().collect();
    for part in places.chunks(ROWS) {
        let values = vec!["(?, ?, ?, ?)"; part.len()].join(", ");
        let sql = format!("INSERT INTO events (position, game, version, envelope) VALUES {values}");
        let mut query = sqlx::query(AssertSqlSafe(sql)).persistent(false);
        for (version, row) in part {
            query = query.bind(row.position).bind(game.as_str());
            query = query.bind(parameter(*version as u64)).bind(&row.envelope);
        }
        query.execute(&mut *connection).await?;
    }
    for part in rows.commands.chunks(ROWS) {
        let values = vec!["(?, ?, ?, ?)"; part.len()].join(", ");
        let sql = format!("INSERT INTO commands (game, command, first, version) VALUES {values}");
        let mut query = sqlx::query(AssertSqlSafe(sql)).persistent(false);
        for row in part {
            query = query.bind(game.as_str()).bind(&row.command).bind(row.first).bind(row.version);
        }
        query.execute(&mut *connection).await?;
    }
    Ok(1)
}

/// At most `limit` games that are packed.
pub(super) async fn packed(pool: &SqlitePool, limit: u32) -> Result<Vec<GameId>, StoreError> {
    let sql = "SELECT game FROM packs LIMIT ?";
    let games: Vec<String> = sqlx::query_scalar(sql).bind(limit).fetch_all(pool).await?;
    games.iter().map(|game| name(game)).collect()
}

/// What a follower looks at: an event whose text contains what it wants is there, another only by its position.
type Seen = (i64, Option<Recorded>);

/// At most `limit` events behind a position; those whose text does not contain `text` are counted but neither copied nor
/// read. Events of packed logs come in their places among the others.
///
/// A follower at the end of the history meets no pack. One that begins at the start opens a pack for each page that the
/// game goes on for.
pub(super) async fn follow(
    pool: &SqlitePool,
    after: Cursor,
    limit: u32,
    text: &str,
) -> Result<Page, StoreError> {
    let position = parameter(after.position);
    let mut moment = pool.begin().await?;
    let (packs, end) = packs_behind(&mut moment, position).await?;
    let sql = "WITH next AS (
            SELECT position, game, CASE WHEN instr(envelope, ?) > 0 THEN envelope END AS envelope
            FROM events WHERE position > ? AND position <= ? ORDER BY position LIMIT ?
        )
        SELECT position, game, kind, envelope FROM next JOIN games ON games.id = next.game
        WHERE envelope IS NOT NULL OR ? OR position = (SELECT max(position) FROM next) ORDER BY position";
    let query = sqlx::query(sql).bind(text).bind(position).bind(end).bind(limit);
    // Among events of packs the places of all are needed, to count to the limit.
    let rows = query.bind(!packs.is_empty()).fetch_all(&mut *moment).await?;
    moment.commit().await?;
    let mut seen: Vec<Seen> = Vec::with_capacity(rows.len());
    for row in rows {
        let is_wanted = get::<Option<&str>>(&row, "envelope")?.is_some();
        seen.push((get(&row, "position")?, is_wanted.then(|| recorded(&row)).transpose()?));
    }
    for pack in packs {
        let (game, kind): (GameId, GameKind) = (name(get(&pack, "game")?)?, name(get(&pack, "kind")?)?);
        for EventRow { position: at, envelope } in unpack(&get::<Vec<u8>>(&pack, "body")?)?.events {
            if at > position && at <= end {
                let event = envelope.contains(text).then(|| json(&envelope)).transpose()?;
                seen.push((
                    at,
                    event.map(|event| Recorded { game: game.clone(), kind: kind.clone(), event }),
                ));
            }
        }
    }
    seen.sort_by_key(|(position, _)| *position);
    seen.truncate(limit as usize);
    let last = seen.last().map(|(position, _)| count(*position)).transpose()?;
    let next = last.map_or(after, |position| Cursor { transaction: 0, position });
    Ok(Page { events: seen.into_iter().filter_map(|(_, recorded)| recorded).collect(), next })
}

/// Packs with events behind a position: those that it lies within, and some that follow; and up to where there are no others.
async fn packs_behind(
    moment: &mut SqliteConnection,
    position: i64,
) -> Result<(Vec<SqliteRow>, i64), StoreError> {
    // Without the sign of the second condition the other index would be taken, which holds all packs of before.
    let around = "SELECT packs.game, kind, first, body FROM packs JOIN games ON games.id = packs.game
        WHERE last > ?1 AND +first <= ?1";
    let mut packs = sqlx::query(around).bind(position).fetch_all(&mut *moment).await?;
    let next = "SELECT packs.game, kind, first, body FROM packs JOIN games ON games.id = packs.game
        WHERE first > ? ORDER BY first LIMIT ?";
    let next = sqlx::query(next).bind(position).bind(OPENED).fetch_all(&mut *moment).await?;
    let end = match next.last() {
        Some(row) if next.len() as i64 == OPENED => get(row, "first")?,
        Some(_) | None => i64::MAX,
    };
    packs.extend(next);
    Ok((packs, end))
}
