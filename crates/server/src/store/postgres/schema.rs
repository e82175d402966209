//! The tables of a database, and how older databases get them.

use sqlx::{PgConnection, PgPool};

use super::super::error::StoreError;

/// Held while the schema is changed; any number will do as long as it stays the same.
const LOCK: i64 = 0x4469_6365;

/// Step n brings a database from schema n to schema n + 1. Steps that were released never change.
///
/// Names are compared byte by byte, whatever language the database is set to: all stores list games in one order.
const STEPS: &[&str] = &[
    "
    CREATE TABLE games (
        id TEXT COLLATE \"C\" PRIMARY KEY,
        kind TEXT NOT NULL,
        version BIGINT NOT NULL
    );
    CREATE TABLE events (
        position BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        transaction XID8 NOT NULL DEFAULT pg_current_xact_id(),
        game TEXT COLLATE \"C\" NOT NULL,
        version BIGINT NOT NULL,
        envelope TEXT NOT NULL,
        UNIQUE (game, version)
    );
    CREATE INDEX events_in_order ON events (transaction, position);
    CREATE TABLE commands (
        game TEXT COLLATE \"C\" NOT NULL,
        command TEXT COLLATE \"C\" NOT NULL,
        first BIGINT NOT NULL,
        version BIGINT NOT NULL,
        PRIMARY KEY (game, command)
    );
    CREATE TABLE notes (
        position BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        game TEXT COLLATE \"C\" NOT NULL,
        stream TEXT NOT NULL CHECK (stream IN ('analysis', 'telemetry')),
        timestamp BIGINT NOT NULL,
        body TEXT NOT NULL
    );
    CREATE INDEX notes_by_age ON notes (stream, timestamp);
    CREATE INDEX notes_by_game ON notes (game, stream, position);
    CREATE TABLE checkpoints (
        projection TEXT COLLATE \"C\" PRIMARY KEY,
        revision BIGINT NOT NULL,
        transaction XID8 NOT NULL,
        position BIGINT NOT NULL,
        state TEXT NOT NULL
    );
",
    "
    CREATE TABLE keys (
        name TEXT COLLATE \"C\" PRIMARY KEY,
        secret BYTEA NOT NULL CHECK (octet_length(secret) = 32)
    );
    CREATE TABLE people (
        id TEXT COLLATE \"C\" PRIMARY KEY,
        display_name TEXT NOT NULL,
        secret_hash BYTEA CHECK (octet_length(secret_hash) = 32),
        created_at BIGINT NOT NULL,
        erased_at BIGINT,
        CHECK (erased_at IS NULL OR (display_name = '' AND secret_hash IS NULL))
    );
    CREATE TABLE tables (
        game TEXT COLLATE \"C\" PRIMARY KEY,
        kind TEXT COLLATE \"C\" NOT NULL,
        code TEXT COLLATE \"C\" NOT NULL UNIQUE,
        host TEXT NOT NULL,
        public BOOLEAN NOT NULL,
        status BIGINT NOT NULL,
        free_seats BIGINT NOT NULL,
        created_at BIGINT NOT NULL,
        updated_at BIGINT NOT NULL
    );
    CREATE INDEX tables_that_are_open ON tables (created_at DESC, game)
        WHERE public AND status = 0 AND free_seats > 0;
    CREATE TABLE seats (
        player TEXT COLLATE \"C\" NOT NULL,
        game TEXT COLLATE \"C\" NOT NULL,
        taken_at BIGINT NOT NULL,
        PRIMARY KEY (player, game)
    );
    CREATE INDEX seats_by_age ON seats (player, taken_at DESC, game);
",
];

/// Takes the steps that are missing, all or none; of nodes that start at once, one does and the others wait.
pub(super) async fn migrate(pool: &PgPool) -> Result<(), StoreError> {
    let mut transaction = pool.begin().await?;
    // A step on a large table, and waiting for the node that takes it, may be longer than anybody waits for a move.
    sqlx::query("SET LOCAL statement_timeout = 0").execute(&mut *transaction).await?;
    sqlx::query("SELECT pg_advisory_xact_lock($1)").bind(LOCK).execute(&mut *transaction).await?;
    let table = "CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)";
    sqlx::query(table).execute(&mut *transaction).await?;
    let sql = "SELECT coalesce(max(version), 0) FROM schema_version";
    let found: i64 = sqlx::query_scalar(sql).fetch_one(&mut *transaction).await?;
    let known = i64::try_from(STEPS.len()).unwrap_or(i64::MAX);
    if found > known {
        return Err(StoreError::NewerSchema { found, known });
    }
    for (step, version) in STEPS.iter().zip(1_i64..).skip(usize::try_from(found).unwrap_or(0)) {
        sqlx::raw_sql(*step).execute(&mut *transaction).await?;
        let sql = "INSERT INTO schema_version (version) VALUES ($1)";
        sqlx::query(sql).bind(version).execute(&mut *transaction).await?;
    }
    adopt(&mut transaction).await?;
    transaction.commit().await?;
    Ok(())
}

/// Makes events followable again that were restored from another server, whose transactions were numbered otherwise.
///
/// Numbers below those of this server are in order before whatever comes; numbers from its future would be hidden
/// until it got there. The latter become 0: all of it has happened, so the position is order enough. Projections are
/// built anew, because the places where they stood are gone.
async fn adopt(connection: &mut PgConnection) -> Result<(), StoreError> {
    let sql =
        "SELECT EXISTS (SELECT FROM events WHERE transaction >= pg_snapshot_xmax(pg_current_snapshot()))";
    if sqlx::query_scalar(sql).fetch_one(&mut *connection).await? {
        sqlx::query("UPDATE events SET transaction = '0'").execute(&mut *connection).await?;
        sqlx::query("DELETE FROM checkpoints").execute(&mut *connection).await?;
    }
    Ok(())
}
