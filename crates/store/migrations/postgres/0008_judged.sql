-- What was concluded about the choices of players in finished games that take long to judge: hands of Forty-Two. An older
-- program does without it.
CREATE TABLE judged (
    player TEXT COLLATE "C" NOT NULL,
    game TEXT COLLATE "C" NOT NULL,
    finished_at BIGINT NOT NULL,
    revision BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (player, game)
);
CREATE INDEX judged_in_order ON judged (player, finished_at, game);
INSERT INTO schema_version (version, oldest) VALUES (8, 6);
