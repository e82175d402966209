//! The tables of a file, and how older files get them.

use sqlx::SqliteConnection;

use super::super::error::StoreError;

/// Marks a file as ours: "Dice" in ASCII.
const APPLICATION: i64 = 0x4469_6365;

/// Step n brings a file from schema n to schema n + 1. Steps that were released never change.
const STEPS: &[&str] = &[
    "
    CREATE TABLE games (
        id TEXT NOT NULL PRIMARY KEY,
        kind TEXT NOT NULL,
        version INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE events (
        position INTEGER PRIMARY KEY AUTOINCREMENT,
        game TEXT NOT NULL REFERENCES games (id),
        version INTEGER NOT NULL,
        envelope TEXT NOT NULL,
        UNIQUE (game, version)
    ) STRICT;
    CREATE TABLE commands (
        game TEXT NOT NULL REFERENCES games (id),
        command TEXT NOT NULL,
        first INTEGER NOT NULL,
        version INTEGER NOT NULL,
        PRIMARY KEY (game, command)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE notes (
        position INTEGER PRIMARY KEY AUTOINCREMENT,
        game TEXT NOT NULL,
        stream TEXT NOT NULL CHECK (stream IN ('analysis', 'telemetry')),
        timestamp INTEGER NOT NULL,
        body TEXT NOT NULL
    ) STRICT;
    CREATE INDEX notes_by_age ON notes (stream, timestamp);
    CREATE INDEX notes_by_game ON notes (game, stream, position);
    CREATE TABLE checkpoints (
        projection TEXT NOT NULL PRIMARY KEY,
        revision INTEGER NOT NULL,
        position INTEGER NOT NULL,
        state TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
",
    "
    CREATE TABLE keys (
        name TEXT NOT NULL PRIMARY KEY,
        secret BLOB NOT NULL CHECK (length(secret) = 32)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE people (
        id TEXT NOT NULL PRIMARY KEY,
        display_name TEXT NOT NULL,
        secret_hash BLOB CHECK (length(secret_hash) = 32),
        created_at INTEGER NOT NULL,
        erased_at INTEGER,
        CHECK (erased_at IS NULL OR (display_name = '' AND secret_hash IS NULL))
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE tables (
        game TEXT NOT NULL PRIMARY KEY,
        kind TEXT NOT NULL,
        code TEXT NOT NULL UNIQUE,
        host TEXT NOT NULL,
        public INTEGER NOT NULL,
        status INTEGER NOT NULL,
        free_seats INTEGER NOT NULL,
        created_at INTEGER NOT NULL,
        updated_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX tables_that_are_open ON tables (created_at DESC, game)
        WHERE public = 1 AND status = 0 AND free_seats > 0;
    CREATE TABLE seats (
        player TEXT NOT NULL,
        game TEXT NOT NULL,
        taken_at INTEGER NOT NULL,
        PRIMARY KEY (player, game)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX seats_by_age ON seats (player, taken_at DESC, game);
",
];

/// The newest schema, which is the number of steps.
fn newest() -> i64 {
    STEPS.len().try_into().unwrap_or(i64::MAX)
}

async fn number(connection: &mut SqliteConnection, sql: &'static str) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar(sql).fetch_one(connection).await
}

/// Refuses files of other programs and of newer versions of this one; changes nothing.
pub(super) async fn recognise(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let application = number(connection, "PRAGMA application_id").await?;
    let found = number(connection, "PRAGMA user_version").await?;
    let tables = number(connection, "SELECT count(*) FROM sqlite_schema").await?;
    if application != APPLICATION && (application != 0 || tables != 0) {
        return Err(StoreError::Foreign(String::from("the file")));
    }
    if found > newest() {
        return Err(StoreError::NewerSchema { found, known: newest() });
    }
    Ok(())
}

/// Takes the steps that are missing, all or none.
pub(super) async fn migrate(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    if number(connection, "PRAGMA user_version").await? == newest() {
        return Ok(());
    }
    sqlx::query("BEGIN IMMEDIATE").execute(&mut *connection).await?;
    // Read again inside of the transaction: another process may have just done it.
    let found = number(connection, "PRAGMA user_version").await?;
    if found > newest() {
        return Err(StoreError::NewerSchema { found, known: newest() });
    }
    for step in STEPS.iter().skip(usize::try_from(found).unwrap_or(0)) {
        sqlx::raw_sql(*step).execute(&mut *connection).await?;
    }
    pragma(connection, "application_id", APPLICATION).await?;
    pragma(connection, "user_version", newest()).await?;
    sqlx::query("COMMIT").execute(&mut *connection).await?;
    Ok(())
}

/// Lets the file grow to so many bytes and no further.
pub(super) async fn limit(connection: &mut SqliteConnection, bytes: u64) -> Result<(), StoreError> {
    let page = number(connection, "PRAGMA page_size").await?.max(1);
    let pages = i64::try_from(bytes).unwrap_or(i64::MAX) / page;
    Ok(pragma(connection, "max_page_count", pages.clamp(1, i64::from(u32::MAX) - 1)).await?)
}

/// Pragmas take no parameters; a name from here and a number are safe to write out.
async fn pragma(
    connection: &mut SqliteConnection,
    name: &'static str,
    value: i64,
) -> Result<(), sqlx::Error> {
    let sql = format!("PRAGMA {name} = {value}");
    sqlx::raw_sql(sqlx::AssertSqlSafe(sql)).execute(connection).await.map(drop)
}
