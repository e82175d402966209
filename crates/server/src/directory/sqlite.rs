use dicee::PlayerId;
use sqlx::sqlite::SqliteRow;
use sqlx::{Row as _, SqliteConnection};

use super::{Code, Directory, Person, SatDown, TableEntry, TableStatus, random};
use crate::store::decode::{ask, count, name};
use crate::store::{Answer, GameId, Kind, Sqlite, StoreError, Work};

/// Something to write; the writer of the file does it.
#[derive(Debug)]
pub(crate) enum Change {
    Key { name: String, secret: Secret },
    Register(Person),
    Rename { id: PlayerId, display_name: String },
    Erase { id: PlayerId, now: u64 },
    OpenTable(TableEntry),
    UpdateTable { game: GameId, status: TableStatus, free_seats: u8, updated_at: u64 },
    TakeSeat { player: PlayerId, game: GameId, at: u64 },
}

/// Bytes that `Debug` does not show.
pub(crate) struct Secret([u8; 32]);

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret")
    }
}

const TABLE: &str =
    "SELECT game, kind, code, host, public, status, free_seats, created_at, updated_at FROM tables";

/// Makes one change within the transaction of the writer, and says how many rows it changed. What is refused is
/// refused before anything is written.
pub(crate) async fn perform(connection: &mut SqliteConnection, change: &Change) -> Result<u64, StoreError> {
    let query = match change {
        Change::Key { name, secret } => {
            let sql = "INSERT INTO keys (name, secret) VALUES (?, ?) ON CONFLICT DO NOTHING";
            sqlx::query(sql).bind(name).bind(&secret.0[..])
        }
        Change::Register(person) => {
            if let Some(known) = read_person(&mut *connection, person.id).await? {
                let same = known.secret_hash == person.secret_hash;
                let taken = StoreError::Taken { field: "playerId", value: person.id.to_string() };
                return if same { Ok(0) } else { Err(taken) };
            }
            let sql = "INSERT INTO people (id, display_name, secret_hash, created_at, erased_at)
                VALUES (?, ?, ?, ?, ?)";
            sqlx::query(sql)
                .bind(person.id.to_string())
                .bind(&person.display_name)
                .bind(person.secret_hash.as_ref().map(|hash| &hash[..]))
                .bind(ask(person.created_at))
                .bind(person.erased_at.map(ask))
        }
        Change::Rename { id, display_name } => {
            let sql = "UPDATE people SET display_name = ? WHERE id = ? AND erased_at IS NULL";
            sqlx::query(sql).bind(display_name).bind(id.to_string())
        }
        Change::Erase { id, now } => {
            let sql = "UPDATE people SET display_name = '', secret_hash = NULL, erased_at = ?
                WHERE id = ? AND erased_at IS NULL";
            sqlx::query(sql).bind(ask(*now)).bind(id.to_string())
        }
        Change::OpenTable(table) => {
            let sql =
                sqlx::AssertSqlSafe(format!("{TABLE} WHERE game = ?1 OR code = ?2 ORDER BY game = ?1 DESC"));
            let known = sqlx::query(sql).bind(table.game.as_str()).bind(table.code.as_str());
            if let Some(known) = known.fetch_optional(&mut *connection).await? {
                return table.against(&table_of(&known)?).map(|()| 0);
            }
            let sql = "INSERT INTO tables
                (game, kind, code, host, public, status, free_seats, created_at, updated_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)";
            sqlx::query(sql)
                .bind(table.game.as_str())
                .bind(table.kind.as_str())
                .bind(table.code.as_str())
                .bind(table.host.to_string())
                .bind(table.public)
                .bind(table.status.rank())
                .bind(table.free_seats)
                .bind(ask(table.created_at))
                .bind(ask(table.updated_at))
        }
        Change::UpdateTable { game, status, free_seats, updated_at } => {
            let sql = "UPDATE tables SET status = ?2, free_seats = ?3, updated_at = ?4
                WHERE game = ?1 AND (status < ?2 OR (status = ?2 AND updated_at <= ?4))";
            sqlx::query(sql).bind(game.as_str()).bind(status.rank()).bind(free_seats).bind(ask(*updated_at))
        }
        Change::TakeSeat { player, game, at } => {
            let sql = "INSERT INTO seats (player, game, taken_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING";
            sqlx::query(sql).bind(player.to_string()).bind(game.as_str()).bind(ask(*at))
        }
    };
    Ok(query.execute(connection).await?.rows_affected())
}

impl Sqlite {
    async fn change(&self, change: Change) -> Result<u64, StoreError> {
        Ok(self.write(Work::Directory(change)).await?.rows())
    }

    async fn known_key(&self, name: &str) -> Result<Option<[u8; 32]>, StoreError> {
        let query = sqlx::query("SELECT secret FROM keys WHERE name = ?").bind(name);
        let row = query.fetch_optional(&self.readers).await?;
        row.map(|row| secret(row.try_get("secret")?)).transpose()
    }
}

async fn read_person(
    executor: impl sqlx::SqliteExecutor<'_>,
    id: PlayerId,
) -> Result<Option<Person>, StoreError> {
    let sql = "SELECT display_name, secret_hash, created_at, erased_at FROM people WHERE id = ?";
    let Some(row) = sqlx::query(sql).bind(id.to_string()).fetch_optional(executor).await? else {
        return Ok(None);
    };
    Ok(Some(Person {
        id,
        display_name: row.try_get("display_name")?,
        secret_hash: row.try_get::<Option<&[u8]>, _>("secret_hash")?.map(secret).transpose()?,
        created_at: count(row.try_get("created_at")?)?,
        erased_at: row.try_get::<Option<i64>, _>("erased_at")?.map(count).transpose()?,
    }))
}

fn sat_down(row: &SqliteRow) -> Result<SatDown, StoreError> {
    Ok(SatDown {
        game: name(row.try_get("game")?)?,
        kind: name(row.try_get("kind")?)?,
        at: count(row.try_get("taken_at")?)?,
    })
}

fn table_of(row: &SqliteRow) -> Result<TableEntry, StoreError> {
    Ok(TableEntry {
        game: name(row.try_get("game")?)?,
        kind: name(row.try_get("kind")?)?,
        code: name(row.try_get("code")?)?,
        host: row.try_get::<&str, _>("host")?.parse().map_err(StoreError::corrupt)?,
        public: row.try_get("public")?,
        status: TableStatus::from_rank(row.try_get("status")?)?,
        free_seats: row.try_get("free_seats")?,
        created_at: count(row.try_get("created_at")?)?,
        updated_at: count(row.try_get("updated_at")?)?,
    })
}

/// 32 bytes that were written by us.
pub(super) fn secret(bytes: &[u8]) -> Result<[u8; 32], StoreError> {
    bytes.try_into().map_err(|_| StoreError::corrupt(format!("a secret has {} bytes, not 32", bytes.len())))
}

impl Directory for Sqlite {
    fn key<'a>(&'a self, name: &'a str) -> Answer<'a, [u8; 32]> {
        Box::pin(async move {
            if let Some(secret) = self.known_key(name).await? {
                return Ok(secret);
            }
            // Whoever comes second writes nothing, and reads what the first one wrote.
            self.change(Change::Key { name: name.to_owned(), secret: Secret(random()?) }).await?;
            self.known_key(name).await?.ok_or_else(|| StoreError::corrupt("a key is gone"))
        })
    }

    fn register(&self, person: Person) -> Answer<'_, ()> {
        Box::pin(async move { self.change(Change::Register(person)).await.map(drop) })
    }

    fn person(&self, id: PlayerId) -> Answer<'_, Option<Person>> {
        Box::pin(read_person(&self.readers, id))
    }

    fn rename<'a>(&'a self, id: PlayerId, display_name: &'a str) -> Answer<'a, bool> {
        let display_name = display_name.to_owned();
        Box::pin(async move { Ok(self.change(Change::Rename { id, display_name }).await? > 0) })
    }

    fn erase(&self, id: PlayerId, now: u64) -> Answer<'_, bool> {
        Box::pin(async move { Ok(self.change(Change::Erase { id, now }).await? > 0) })
    }

    fn open_table(&self, table: TableEntry) -> Answer<'_, ()> {
        Box::pin(async move { self.change(Change::OpenTable(table)).await.map(drop) })
    }

    fn table<'a>(&'a self, game: &'a GameId) -> Answer<'a, Option<TableEntry>> {
        Box::pin(async move {
            let sql = sqlx::AssertSqlSafe(format!("{TABLE} WHERE game = ?"));
            let row = sqlx::query(sql).bind(game.as_str()).fetch_optional(&self.readers).await?;
            row.as_ref().map(table_of).transpose()
        })
    }

    fn table_by_code<'a>(&'a self, code: &'a Code) -> Answer<'a, Option<TableEntry>> {
        Box::pin(async move {
            let sql = sqlx::AssertSqlSafe(format!("{TABLE} WHERE code = ?"));
            let row = sqlx::query(sql).bind(code.as_str()).fetch_optional(&self.readers).await?;
            row.as_ref().map(table_of).transpose()
        })
    }

    fn update_table<'a>(
        &'a self,
        game: &'a GameId,
        status: TableStatus,
        free_seats: u8,
        updated_at: u64,
    ) -> Answer<'a, bool> {
        let change = Change::UpdateTable { game: game.clone(), status, free_seats, updated_at };
        Box::pin(async move { Ok(self.change(change).await? > 0) })
    }

    fn open_tables<'a>(&'a self, kind: Option<&'a Kind>, limit: u32) -> Answer<'a, Vec<TableEntry>> {
        Box::pin(async move {
            let sql = sqlx::AssertSqlSafe(format!(
                "{TABLE} WHERE public = 1 AND status = 0 AND free_seats > 0 AND (?1 IS NULL OR kind = ?1)
                 ORDER BY created_at DESC, game LIMIT ?2"
            ));
            let query = sqlx::query(sql).bind(kind.map(Kind::as_str)).bind(limit);
            query.fetch_all(&self.readers).await?.iter().map(table_of).collect()
        })
    }

    fn took_seat<'a>(&'a self, player: PlayerId, game: &'a GameId, at: u64) -> Answer<'a, ()> {
        let change = Change::TakeSeat { player, game: game.clone(), at };
        Box::pin(async move { self.change(change).await.map(drop) })
    }

    fn games_of(&self, player: PlayerId, limit: u32) -> Answer<'_, Vec<SatDown>> {
        Box::pin(async move {
            let sql = "SELECT game, kind, taken_at FROM seats JOIN games ON games.id = seats.game
                WHERE player = ? ORDER BY taken_at DESC, game LIMIT ?";
            let query = sqlx::query(sql).bind(player.to_string()).bind(limit);
            let rows = query.fetch_all(&self.readers).await?;
            rows.iter().map(sat_down).collect()
        })
    }
}
