use dicee::PlayerId;
use sqlx::Row as _;
use sqlx::postgres::PgRow;

use super::sqlite::secret;
use super::{Code, Directory, Person, SatDown, TableEntry, TableStatus, random};
use crate::store::decode::{ask, count, name};
use crate::store::{Answer, GameId, Kind, Postgres, StoreError};

const TABLE: &str =
    "SELECT game, kind, code, host, public, status, free_seats, created_at, updated_at FROM tables";

impl Postgres {
    async fn known_key(&self, name: &str) -> Result<Option<[u8; 32]>, StoreError> {
        let query = sqlx::query("SELECT secret FROM keys WHERE name = $1").bind(name);
        let row = query.fetch_optional(&self.pool).await?;
        row.map(|row| secret(row.try_get("secret")?)).transpose()
    }

    async fn known_person(&self, id: PlayerId) -> Result<Option<Person>, StoreError> {
        let sql = "SELECT display_name, secret_hash, created_at, erased_at FROM people WHERE id = $1";
        let query = sqlx::query(sql).bind(id.to_string());
        let Some(row) = query.fetch_optional(&self.pool).await? else { return Ok(None) };
        Ok(Some(Person {
            id,
            display_name: row.try_get("display_name")?,
            secret_hash: row.try_get::<Option<&[u8]>, _>("secret_hash")?.map(secret).transpose()?,
            created_at: count(row.try_get("created_at")?)?,
            erased_at: row.try_get::<Option<i64>, _>("erased_at")?.map(count).transpose()?,
        }))
    }

    async fn enter_person(&self, person: Person) -> Result<(), StoreError> {
        let sql = "INSERT INTO people (id, display_name, secret_hash, created_at, erased_at)
            VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING";
        let entered = sqlx::query(sql)
            .bind(person.id.to_string())
            .bind(&person.display_name)
            .bind(person.secret_hash.as_ref().map(|hash| &hash[..]))
            .bind(ask(person.created_at))
            .bind(person.erased_at.map(ask))
            .execute(&self.pool)
            .await?;
        if entered.rows_affected() > 0 {
            return Ok(());
        }
        // Nobody is ever removed, so whoever was in the way is still there.
        match self.known_person(person.id).await? {
            Some(known) if known.secret_hash == person.secret_hash => Ok(()),
            Some(_) | None => Err(StoreError::Taken { field: "playerId", value: person.id.to_string() }),
        }
    }

    async fn enter_table(&self, table: TableEntry) -> Result<(), StoreError> {
        let sql = "INSERT INTO tables
            (game, kind, code, host, public, status, free_seats, created_at, updated_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING";
        let entered = sqlx::query(sql)
            .bind(table.game.as_str())
            .bind(table.kind.as_str())
            .bind(table.code.as_str())
            .bind(table.host.to_string())
            .bind(table.public)
            .bind(table.status.rank())
            .bind(i64::from(table.free_seats))
            .bind(ask(table.created_at))
            .bind(ask(table.updated_at))
            .execute(&self.pool)
            .await?;
        if entered.rows_affected() > 0 {
            return Ok(());
        }
        // No table is ever removed, so the one that was in the way is still there.
        let sql =
            sqlx::AssertSqlSafe(format!("{TABLE} WHERE game = $1 OR code = $2 ORDER BY game = $1 DESC"));
        let query = sqlx::query(sql).bind(table.game.as_str()).bind(table.code.as_str());
        table.against(&table_of(&query.fetch_one(&self.pool).await?)?)
    }
}

fn sat_down(row: &PgRow) -> Result<SatDown, StoreError> {
    Ok(SatDown {
        game: name(row.try_get("game")?)?,
        kind: name(row.try_get("kind")?)?,
        at: count(row.try_get("taken_at")?)?,
    })
}

fn table_of(row: &PgRow) -> Result<TableEntry, StoreError> {
    let free_seats = row.try_get::<i64, _>("free_seats")?;
    Ok(TableEntry {
        game: name(row.try_get("game")?)?,
        kind: name(row.try_get("kind")?)?,
        code: name(row.try_get("code")?)?,
        host: row.try_get::<&str, _>("host")?.parse().map_err(StoreError::corrupt)?,
        public: row.try_get("public")?,
        status: TableStatus::from_rank(row.try_get("status")?)?,
        free_seats: u8::try_from(free_seats).map_err(StoreError::corrupt)?,
        created_at: count(row.try_get("created_at")?)?,
        updated_at: count(row.try_get("updated_at")?)?,
    })
}

impl Directory for Postgres {
    fn key<'a>(&'a self, name: &'a str) -> Answer<'a, [u8; 32]> {
        self.patiently(async move {
            if let Some(secret) = self.known_key(name).await? {
                return Ok(secret);
            }
            // Whoever comes second waits for the first, writes nothing, and reads what was written.
            let sql = "INSERT INTO keys (name, secret) VALUES ($1, $2) ON CONFLICT DO NOTHING";
            sqlx::query(sql).bind(name).bind(&random()?[..]).execute(&self.pool).await?;
            self.known_key(name).await?.ok_or_else(|| StoreError::corrupt("a key is gone"))
        })
    }

    fn register(&self, person: Person) -> Answer<'_, ()> {
        self.patiently(self.enter_person(person))
    }

    fn person(&self, id: PlayerId) -> Answer<'_, Option<Person>> {
        self.patiently(self.known_person(id))
    }

    fn rename<'a>(&'a self, id: PlayerId, display_name: &'a str) -> Answer<'a, bool> {
        self.patiently(async move {
            let sql = "UPDATE people SET display_name = $2 WHERE id = $1 AND erased_at IS NULL";
            let query = sqlx::query(sql).bind(id.to_string()).bind(display_name);
            Ok(query.execute(&self.pool).await?.rows_affected() > 0)
        })
    }

    fn erase(&self, id: PlayerId, now: u64) -> Answer<'_, bool> {
        self.patiently(async move {
            let sql = "UPDATE people SET display_name = '', secret_hash = NULL, erased_at = $2
                WHERE id = $1 AND erased_at IS NULL";
            let query = sqlx::query(sql).bind(id.to_string()).bind(ask(now));
            Ok(query.execute(&self.pool).await?.rows_affected() > 0)
        })
    }

    fn open_table(&self, table: TableEntry) -> Answer<'_, ()> {
        self.patiently(self.enter_table(table))
    }

    fn table<'a>(&'a self, game: &'a GameId) -> Answer<'a, Option<TableEntry>> {
        self.patiently(async move {
            let sql = sqlx::AssertSqlSafe(format!("{TABLE} WHERE game = $1"));
            let row = sqlx::query(sql).bind(game.as_str()).fetch_optional(&self.pool).await?;
            row.as_ref().map(table_of).transpose()
        })
    }

    fn table_by_code<'a>(&'a self, code: &'a Code) -> Answer<'a, Option<TableEntry>> {
        self.patiently(async move {
            let sql = sqlx::AssertSqlSafe(format!("{TABLE} WHERE code = $1"));
            let row = sqlx::query(sql).bind(code.as_str()).fetch_optional(&self.pool).await?;
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
        self.patiently(async move {
            let sql = "UPDATE tables SET status = $2, free_seats = $3, updated_at = $4
                WHERE game = $1 AND (status < $2 OR (status = $2 AND updated_at <= $4))";
            let query = sqlx::query(sql).bind(game.as_str()).bind(status.rank());
            let query = query.bind(i64::from(free_seats)).bind(ask(updated_at));
            Ok(query.execute(&self.pool).await?.rows_affected() > 0)
        })
    }

    fn open_tables<'a>(&'a self, kind: Option<&'a Kind>, limit: u32) -> Answer<'a, Vec<TableEntry>> {
        self.patiently(async move {
            let sql = sqlx::AssertSqlSafe(format!(
                "{TABLE} WHERE public AND status = 0 AND free_seats > 0 AND ($1::text IS NULL OR kind = $1)
                 ORDER BY created_at DESC, game LIMIT $2"
            ));
            let query = sqlx::query(sql).bind(kind.map(Kind::as_str)).bind(i64::from(limit));
            query.fetch_all(&self.pool).await?.iter().map(table_of).collect()
        })
    }

    fn took_seat<'a>(&'a self, player: PlayerId, game: &'a GameId, at: u64) -> Answer<'a, ()> {
        self.patiently(async move {
            let sql = "INSERT INTO seats (player, game, taken_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
            let query = sqlx::query(sql).bind(player.to_string()).bind(game.as_str()).bind(ask(at));
            query.execute(&self.pool).await?;
            Ok(())
        })
    }

    fn games_of(&self, player: PlayerId, limit: u32) -> Answer<'_, Vec<SatDown>> {
        self.patiently(async move {
            let sql = "SELECT game, kind, taken_at FROM seats JOIN games ON games.id = seats.game
                WHERE player = $1 ORDER BY taken_at DESC, game LIMIT $2";
            let query = sqlx::query(sql).bind(player.to_string()).bind(i64::from(limit));
            let rows = query.fetch_all(&self.pool).await?;
            rows.iter().map(sat_down).collect()
        })
    }
}
