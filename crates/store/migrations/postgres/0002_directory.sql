-- Keys, players (people), tables of the lobby and seats.
CREATE TABLE keys (
    name TEXT COLLATE "C" PRIMARY KEY,
    secret BYTEA NOT NULL CHECK (octet_length(secret) = 32)
);
CREATE TABLE people (
    id TEXT COLLATE "C" PRIMARY KEY,
    display_name TEXT NOT NULL,
    secret_hash BYTEA CHECK (octet_length(secret_hash) = 32),
    created_at BIGINT NOT NULL,
    erased_at BIGINT,
    CHECK (erased_at IS NULL OR (display_name = '' AND secret_hash IS NULL))
);
CREATE TABLE tables (
    game TEXT COLLATE "C" PRIMARY KEY,
    kind TEXT COLLATE "C" NOT NULL,
    code TEXT COLLATE "C" NOT NULL UNIQUE,
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
    player TEXT COLLATE "C" NOT NULL,
    game TEXT COLLATE "C" NOT NULL,
    taken_at BIGINT NOT NULL,
    PRIMARY KEY (player, game)
);
CREATE INDEX seats_by_age ON seats (player, taken_at DESC, game);
INSERT INTO schema_version (version) VALUES (2);
