-- What the lobby shows of a table, and what players think of each other.
ALTER TABLE tables ADD COLUMN coach INTEGER NOT NULL DEFAULT 1;
ALTER TABLE tables ADD COLUMN seats INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN options TEXT NOT NULL DEFAULT '{}';
DROP INDEX tables_that_are_open;
CREATE INDEX tables_that_are_open ON tables (updated_at)
    WHERE public = 1 AND status = 0 AND free_seats > 0;
CREATE TABLE blocks (
    player TEXT NOT NULL,
    other TEXT NOT NULL,
    PRIMARY KEY (player, other)
) STRICT, WITHOUT ROWID;
CREATE INDEX blocks_of_others ON blocks (other);
CREATE TABLE complaints (
    reporter TEXT NOT NULL,
    player TEXT NOT NULL,
    game TEXT NOT NULL,
    reason TEXT NOT NULL,
    text TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (reporter, player, game)
) STRICT, WITHOUT ROWID;
CREATE INDEX complaints_about ON complaints (player);
CREATE INDEX complaints_by_age ON complaints (at DESC);
PRAGMA user_version = 3;
