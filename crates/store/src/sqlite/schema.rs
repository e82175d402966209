//! The schema of a file, and how older files are migrated.

use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{Connection as _, SqlSafeStr as _, SqliteConnection};

use crate::error::StoreError;
use crate::schema_version::{NEWEST, SchemaVersion};

/// Marks a file as ours: "Dice" in ASCII.
const APPLICATION: i64 = 0x4469_6365;

/// A `user_version` from here on also says which programs can use the file: the oldest schema of theirs, times this, and the
/// schema of the file. A migration that only adds sets such a one.
const OLDEST: i64 = 1000;

/// The migrations. One that was released never changes, and each ends with its `user_version`, so that an older program
/// knows whether it can use the file.
fn migrator() -> Migrator {
    let migration = |version, name: &'static str, sql: &'static str| {
        Migration::new(version, name.into(), MigrationType::Simple, sql.into_sql_str(), false)
    };
    Migrator::with_migrations(vec![
        migration(1, "events", include_str!("../../migrations/sqlite/0001_events.sql")),
        migration(2, "directory", include_str!("../../migrations/sqlite/0002_directory.sql")),
        migration(3, "conduct", include_str!("../../migrations/sqlite/0003_conduct.sql")),
        migration(4, "learning", include_str!("../../migrations/sqlite/0004_learning.sql")),
        migration(5, "table versions", include_str!("../../migrations/sqlite/0005_table_versions.sql")),
        migration(6, "sanctions", include_str!("../../migrations/sqlite/0006_sanctions.sql")),
        migration(7, "packs", include_str!("../../migrations/sqlite/0007_packs.sql")),
        migration(8, "judged", include_str!("../../migrations/sqlite/0008_judged.sql")),
    ])
}

async fn number(connection: &mut SqliteConnection, sql: &'static str) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar(sql).fetch_one(connection).await
}

/// The schema of a file.
async fn version(connection: &mut SqliteConnection) -> Result<SchemaVersion, sqlx::Error> {
    let number = number(connection, "PRAGMA user_version").await?;
    let (newest, oldest) =
        if number < OLDEST { (number, number) } else { (number % OLDEST, number / OLDEST) };
    Ok(SchemaVersion { newest, oldest })
}

/// Refuses files of other programs, and of newer versions of this one that it cannot use; changes nothing.
pub(super) async fn recognise(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let application = number(connection, "PRAGMA application_id").await?;
    let tables = number(connection, "SELECT count(*) FROM sqlite_schema").await?;
    if application != APPLICATION && (application != 0 || tables != 0) {
        return Err(StoreError::Foreign(String::from("the file")));
    }
    version(connection).await?.check().map(drop)
}

/// Whether this program made the file, and something was written to it.
pub(super) async fn is_ours(connection: &mut SqliteConnection) -> Result<bool, StoreError> {
    Ok(number(connection, "PRAGMA application_id").await? == APPLICATION)
}

/// Refuses a schema that would have to be migrated; changes nothing.
pub(super) async fn require_newest(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let found = version(connection).await?.check()?;
    if found.is_migrated() {
        return Ok(());
    }
    let expected =
        format!("{NEWEST}; the server migrates it when it starts, dicee restore does so with a copy");
    Err(StoreError::malformed("schema", expected, found.newest))
}

/// Applies the pending migrations, all or none. The migrator takes no lock in SQLite; this transaction is the lock.
pub(super) async fn migrate(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    if has_history(connection).await? && version(connection).await?.check()?.is_migrated() {
        return Ok(());
    }
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    // Another process may have migrated the file since it was recognised.
    recognise(&mut transaction).await?;
    let migrator = migrator();
    // Files of before the migrator say in `user_version` what they have.
    if !has_history(&mut transaction).await? {
        let baseline = version(&mut transaction).await?.newest;
        migrator.skip(&mut *transaction, Some(baseline)).await?;
    }
    migrator.run(&mut *transaction).await?;
    transaction.commit().await?;
    Ok(())
}

async fn has_history(connection: &mut SqliteConnection) -> Result<bool, sqlx::Error> {
    let sql = "SELECT count(*) FROM sqlite_schema WHERE name = '_sqlx_migrations'";
    Ok(number(connection, sql).await? > 0)
}

/// Limits the size of the file.
pub(super) async fn limit(connection: &mut SqliteConnection, bytes: u64) -> Result<(), StoreError> {
    let page = number(connection, "PRAGMA page_size").await?.max(1);
    let pages = (i64::try_from(bytes).unwrap_or(i64::MAX) / page).clamp(1, i64::from(u32::MAX) - 1);
    // Pragmas take no parameters; a number is safe to write out.
    let sql = sqlx::AssertSqlSafe(format!("PRAGMA max_page_count = {pages}"));
    sqlx::raw_sql(sql).execute(connection).await?;
    Ok(())
}
