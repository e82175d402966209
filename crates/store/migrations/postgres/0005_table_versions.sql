-- The version of the game that the status of a table is from: what an older version says is ignored.
ALTER TABLE tables ADD COLUMN version BIGINT NOT NULL DEFAULT 0;
INSERT INTO schema_version (version) VALUES (5);
