-- The version of the game that the status of a table is from: what an older version says is ignored.
ALTER TABLE tables ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
PRAGMA user_version = 5;
