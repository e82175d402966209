-- What the operator decided about players and tables.
CREATE TABLE sanctions (
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (kind, subject)
) STRICT, WITHOUT ROWID;
CREATE INDEX sanctions_by_age ON sanctions (at DESC);
PRAGMA user_version = 6;
