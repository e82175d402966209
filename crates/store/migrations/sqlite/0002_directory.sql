-- Keys, players (people), tables of the lobby and seats.
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
PRAGMA user_version = 2;
