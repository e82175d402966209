-- Packed logs, which PostgreSQL does not have: the table is here so that both databases have the same ones.
CREATE TABLE packs (
    game TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    first BIGINT NOT NULL,
    last BIGINT NOT NULL,
    events BIGINT NOT NULL,
    body BYTEA NOT NULL
);
INSERT INTO schema_version (version, oldest) VALUES (7, 6);
