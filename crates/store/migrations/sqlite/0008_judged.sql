-- What was concluded about the choices of players in finished games that take long to judge: hands of Forty-Two. An older
-- program does without it.
CREATE TABLE judged (
    player TEXT NOT NULL,
    game TEXT NOT NULL,
    finished_at INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (player, game)
) STRICT;
CREATE INDEX judged_in_order ON judged (player, finished_at, game);
PRAGMA user_version = 7008;
