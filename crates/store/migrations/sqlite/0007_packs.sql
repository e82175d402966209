-- Logs of finished games, each in one row instead of its events and commands. A program that does not know of them would not
-- find those games, so this schema is for newer programs alone.
CREATE TABLE packs (
    game TEXT NOT NULL PRIMARY KEY REFERENCES games (id),
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    events INTEGER NOT NULL,
    body BLOB NOT NULL
) STRICT;
CREATE INDEX packs_by_first ON packs (first);
CREATE INDEX packs_by_last ON packs (last, first);
CREATE INDEX tables_that_are_over ON tables (updated_at, game) WHERE status = 2;
PRAGMA user_version = 7;
