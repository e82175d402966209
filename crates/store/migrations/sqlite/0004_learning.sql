-- What the games of each player teach: finished games, snapshots of profiles, practice; and whether results are hidden.
ALTER TABLE people ADD COLUMN results_hidden INTEGER NOT NULL DEFAULT 0;
CREATE TABLE played (
    player TEXT NOT NULL,
    game TEXT NOT NULL,
    finished_at INTEGER NOT NULL,
    uploaded INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (player, game)
) STRICT;
CREATE INDEX played_in_order ON played (player, finished_at, game);
CREATE TABLE profiles (
    player TEXT NOT NULL,
    finished_at INTEGER NOT NULL,
    game TEXT NOT NULL,
    revision INTEGER NOT NULL,
    folded INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (player, finished_at, game)
) STRICT;
CREATE TABLE practice (
    player TEXT NOT NULL PRIMARY KEY,
    version INTEGER NOT NULL,
    body TEXT NOT NULL
) STRICT;
PRAGMA user_version = 4;
