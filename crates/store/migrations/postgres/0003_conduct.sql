-- What the lobby shows of a table, and what players think of each other.
ALTER TABLE tables ADD COLUMN coach BOOLEAN NOT NULL DEFAULT TRUE;
ALTER TABLE tables ADD COLUMN seats BIGINT NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN options TEXT NOT NULL DEFAULT '{}';
DROP INDEX tables_that_are_open;
CREATE INDEX tables_that_are_open ON tables (updated_at)
    WHERE public AND status = 0 AND free_seats > 0;
CREATE TABLE blocks (
    player TEXT COLLATE "C" NOT NULL,
    other TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (player, other)
);
CREATE INDEX blocks_of_others ON blocks (other);
CREATE TABLE complaints (
    reporter TEXT COLLATE "C" NOT NULL,
    player TEXT COLLATE "C" NOT NULL,
    game TEXT COLLATE "C" NOT NULL,
    reason TEXT NOT NULL,
    text TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (reporter, player, game)
);
CREATE INDEX complaints_about ON complaints (player);
CREATE INDEX complaints_by_age ON complaints (at DESC);
INSERT INTO schema_version (version) VALUES (3);
