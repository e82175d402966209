-- Games, their events and commands; notes and checkpoints beside them.
-- Names are compared byte by byte, whatever the locale of the database: all stores list games in one order.
CREATE TABLE games (
    id TEXT COLLATE "C" PRIMARY KEY,
    kind TEXT NOT NULL,
    version BIGINT NOT NULL
);
CREATE TABLE events (
    position BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    transaction XID8 NOT NULL DEFAULT pg_current_xact_id(),
    game TEXT COLLATE "C" NOT NULL,
    version BIGINT NOT NULL,
    envelope TEXT NOT NULL,
    UNIQUE (game, version)
);
CREATE INDEX events_in_order ON events (transaction, position);
CREATE TABLE commands (
    game TEXT COLLATE "C" NOT NULL,
    command TEXT COLLATE "C" NOT NULL,
    first BIGINT NOT NULL,
    version BIGINT NOT NULL,
    PRIMARY KEY (game, command)
);
CREATE TABLE notes (
    position BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    game TEXT COLLATE "C" NOT NULL,
    stream TEXT NOT NULL CHECK (stream IN ('analysis', 'telemetry')),
    timestamp BIGINT NOT NULL,
    body TEXT NOT NULL
);
CREATE INDEX notes_by_age ON notes (stream, timestamp);
CREATE INDEX notes_by_game ON notes (game, stream, position);
CREATE TABLE checkpoints (
    projection TEXT COLLATE "C" PRIMARY KEY,
    revision BIGINT NOT NULL,
    transaction XID8 NOT NULL,
    position BIGINT NOT NULL,
    state TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL);
INSERT INTO schema_version (version) VALUES (1);
