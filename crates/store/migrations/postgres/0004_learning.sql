-- What the games of each player teach: finished games, snapshots of profiles, practice; and whether results are hidden.
ALTER TABLE people ADD COLUMN results_hidden BOOLEAN NOT NULL DEFAULT FALSE;
CREATE TABLE played (
    player TEXT COLLATE "C" NOT NULL,
    game TEXT COLLATE "C" NOT NULL,
    finished_at BIGINT NOT NULL,
    uploaded BOOLEAN NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (player, game)
);
CREATE INDEX played_in_order ON played (player, finished_at, game);
CREATE TABLE profiles (
    player TEXT COLLATE "C" NOT NULL,
    finished_at BIGINT NOT NULL,
    game TEXT COLLATE "C" NOT NULL,
    revision BIGINT NOT NULL,
    folded BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (player, finished_at, game)
);
CREATE TABLE practice (
    player TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    version BIGINT NOT NULL,
    body TEXT NOT NULL
);
INSERT INTO schema_version (version) VALUES (4);
