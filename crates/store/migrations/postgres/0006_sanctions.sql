-- What the operator decided about players and tables.
CREATE TABLE sanctions (
    kind TEXT COLLATE "C" NOT NULL,
    subject TEXT COLLATE "C" NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (kind, subject)
);
CREATE INDEX sanctions_by_age ON sanctions (at DESC);
-- The oldest schema whose programs can use this one as well; the same where it is left out.
ALTER TABLE schema_version ADD COLUMN IF NOT EXISTS oldest BIGINT;
INSERT INTO schema_version (version) VALUES (6);
