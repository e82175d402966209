//! Which programs can use a database.
//!
//! While nodes are upgraded one after the other, older ones go on with a database that a newer one has migrated. So a
//! migration only adds: tables, indexes, and columns that may be left out. What is not needed any more goes in a later
//! release, when no program of before is left. Only a migration that breaks this rule names itself as the oldest schema
//! whose programs can use the database, and is then a new major version. A SQLite file has one server, and no older node beside
//! it: there a migration may do so at any time, as the one for packed logs does.

use crate::error::StoreError;

/// The schema that this program needs, in both databases.
pub(crate) const NEWEST: i64 = 8;

/// The schema of a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SchemaVersion {
    /// The last migration.
    pub(crate) newest: i64,
    /// The oldest schema whose programs can use the database.
    pub(crate) oldest: i64,
}

impl SchemaVersion {
    /// Refuses a database that this program cannot use. It may still have to be migrated.
    pub(crate) const fn check(self) -> Result<Self, StoreError> {
        if self.newest > NEWEST && self.oldest > NEWEST {
            return Err(StoreError::NewerSchema { found: self.newest, known: NEWEST });
        }
        Ok(self)
    }

    /// Whether there is nothing to migrate.
    pub(crate) const fn is_migrated(self) -> bool {
        self.newest >= NEWEST
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn a_newer_schema_is_used_if_it_only_adds() {
        let usable = |newest, oldest| SchemaVersion { newest, oldest }.check().is_ok();
        assert!(usable(NEWEST, NEWEST) && usable(NEWEST - 1, NEWEST - 1) && usable(0, 0));
        assert!(usable(NEWEST + 1, NEWEST) && usable(NEWEST + 9, 1));
        assert!(!usable(NEWEST + 1, NEWEST + 1) && !usable(NEWEST + 9, NEWEST + 1));
    }

    /// Whether an older program, which does not know of it, can go on after this statement.
    fn only_adds(statement: &str) -> bool {
        let words: Vec<&str> = statement.split_whitespace().collect();
        match *words.as_slice() {
            ["CREATE", "TABLE" | "INDEX", ..] => true,
            ["ALTER", "TABLE", _, "ADD", "COLUMN", "IF", "NOT", "EXISTS", ref column @ ..]
            | ["ALTER", "TABLE", _, "ADD", "COLUMN", ref column @ ..] => {
                let has = |word: &str| column.contains(&word);
                // An older program leaves the column out of what it inserts.
                !has("UNIQUE") && (!has("NOT") || has("DEFAULT"))
            }
            ["INSERT", "INTO", "schema_version", ..] | ["PRAGMA", "user_version", ..] => true,
            _ => false,
        }
    }

    #[test]
    fn migrations_since_the_rule_only_add() {
        for (statement, expected) in [
            ("CREATE TABLE a (b TEXT)", true),
            ("ALTER TABLE a ADD COLUMN b BIGINT", true),
            ("ALTER TABLE a ADD COLUMN b BIGINT NOT NULL DEFAULT 0", true),
            ("ALTER TABLE a ADD COLUMN b BIGINT NOT NULL", false),
            ("ALTER TABLE a DROP COLUMN b", false),
            ("DROP INDEX a", false),
            ("UPDATE a SET b = 1", false),
            ("CREATE UNIQUE INDEX a ON b (c)", false),
        ] {
            assert_eq!(only_adds(statement), expected, "{statement}");
        }
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations");
        for database in ["sqlite", "postgres"] {
            let mut numbers = Vec::new();
            for file in std::fs::read_dir(folder.join(database)).unwrap() {
                let path = file.unwrap().path();
                let name = path.file_name().unwrap().to_str().unwrap().to_owned();
                let number: i64 = name.split_once('_').unwrap().0.parse().unwrap();
                numbers.push(number);
                let sql = std::fs::read_to_string(&path).unwrap();
                let code: Vec<&str> = sql.lines().filter(|line| !line.starts_with("--")).collect();
                let code = code.join("\n");
                for statement in code.split(';').map(str::trim).filter(|text| !text.is_empty()) {
                    assert!(number < 6 || only_adds(statement), "{database}/{name}: {statement}");
                }
            }
            numbers.sort_unstable();
            assert_eq!(numbers, (1..=NEWEST).collect::<Vec<_>>(), "{database}");
        }
    }
}
