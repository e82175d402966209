//! The schema of a database, and how older databases are migrated.

use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{PgConnection, PgPool, SqlSafeStr as _};

use crate::error::StoreError;
use crate::schema_version::{NEWEST, SchemaVersion};

/// The advisory lock that is held while the schema is migrated; any number will do as long as it stays the same.
const LOCK: i64 = 0x4469_6365;

/// The migrations. One that was released never changes, and each enters its `schema_version`, so that an older program
/// knows whether it can use the database.
fn migrator() -> Migrator {
    let migration = |version, name: &'static str, sql: &'static str| {
        Migration::new(version, name.into(), MigrationType::Simple, sql.into_sql_str(), false)
    };
    let mut migrator = Migrator::with_migrations(vec![
        migration(1, "events", include_str!("../../migrations/postgres/0001_events.sql")),
        migration(2, "directory", include_str!("../../migrations/postgres/0002_directory.sql")),
        migration(3, "conduct", include_str!("../../migrations/postgres/0003_conduct.sql")),
        migration(4, "learning", include_str!("../../migrations/postgres/0004_learning.sql")),
        migration(5, "table versions", include_str!("../../migrations/postgres/0005_table_versions.sql")),
        migration(6, "sanctions", include_str!("../../migrations/postgres/0006_sanctions.sql")),
        migration(7, "packs", include_str!("../../migrations/postgres/0007_packs.sql")),
        migration(8, "judged", include_str!("../../migrations/postgres/0008_judged.sql")),
    ]);
    // Its lock belongs to the session; ours belongs to the transaction and cannot be left behind.
    migrator.set_locking(false);
    migrator
}

/// Applies the pending migrations, all or none; of nodes that start at once, one does and the others wait.
pub(super) async fn migrate(pool: &PgPool) -> Result<(), StoreError> {
    let mut transaction = pool.begin().await?;
    // Migrating a large table, or waiting for the node that does, may take longer than the timeout of a request.
    sqlx::query("SET LOCAL statement_timeout = 0").execute(&mut *transaction).await?;
    sqlx::query("SELECT pg_advisory_xact_lock($1)").bind(LOCK).execute(&mut *transaction).await?;
    let found = version(&mut transaction).await?.check()?;
    let (migrator, has_history) = (migrator(), exists(&mut transaction, "_sqlx_migrations").await?);
    // Databases of before the migrator say in `schema_version` what they have.
    if !has_history {
        migrator.skip(&mut *transaction, Some(found.newest)).await?;
    }
    // A newer node has made migrations that this program does not know; they only added something.
    if !(has_history && found.is_migrated()) {
        migrator.run(&mut *transaction).await?;
    }
    adopt_restored_events(&mut transaction).await?;
    transaction.commit().await?;
    Ok(())
}

/// Refuses a schema that this program cannot use, or would have to migrate; changes nothing.
pub(super) async fn require_newest(pool: &PgPool) -> Result<(), StoreError> {
    let mut connection = pool.acquire().await?;
    let found = version(&mut connection).await?.check()?;
    if !found.is_migrated() {
        let expected = format!("{NEWEST}; the server migrates it when it starts");
        return Err(StoreError::malformed("schema", expected, found.newest));
    }
    Ok(())
}

async fn version(connection: &mut PgConnection) -> Result<SchemaVersion, StoreError> {
    let mut newest = 0;
    if exists(connection, "schema_version").await? {
        let sql = "SELECT coalesce(max(version), 0) FROM schema_version";
        newest = sqlx::query_scalar(sql).fetch_one(&mut *connection).await?;
    }
    let mut oldest = newest;
    // Older schemas have no such column, and need none.
    if newest > NEWEST {
        let sql = "SELECT coalesce(max(oldest), max(version)) FROM schema_version WHERE version = $1";
        oldest = sqlx::query_scalar(sql).bind(newest).fetch_one(connection).await?;
    }
    Ok(SchemaVersion { newest, oldest })
}

async fn exists(connection: &mut PgConnection, table: &str) -> Result<bool, StoreError> {
    let sql = "SELECT to_regclass($1) IS NOT NULL";
    Ok(sqlx::query_scalar(sql).bind(table).fetch_one(connection).await?)
}

/// Makes events visible to followers that were restored from another server, whose transaction ids were different.
///
/// Ids below those of this server sort before all new ones; ids from its future would be hidden until it got there. The
/// latter become 0: all of these events are committed, so the position is order enough. Projections are rebuilt, because
/// their cursors are gone.
async fn adopt_restored_events(connection: &mut PgConnection) -> Result<(), StoreError> {
    let sql =
        "SELECT EXISTS (SELECT FROM events WHERE transaction >= pg_snapshot_xmax(pg_current_snapshot()))";
    if sqlx::query_scalar(sql).fetch_one(&mut *connection).await? {
        sqlx::query("UPDATE events SET transaction = '0'").execute(&mut *connection).await?;
        sqlx::query("DELETE FROM checkpoints").execute(&mut *connection).await?;
    }
    Ok(())
}
