-- Games, their events and commands; notes and checkpoints beside them.
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
-- Marks the file as ours: "Dice" in ASCII.
PRAGMA application_id = 1147757413;
PRAGMA user_version = 1;
