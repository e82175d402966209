//! Checks a file for damage, as far as the database can tell.

use sqlx::{AssertSqlSafe, Row as _, SqlitePool};

use crate::defect::{DEFECTS, Defect, EXAMPLES, examples};
use crate::error::StoreError;

pub(super) async fn examine(pool: &SqlitePool) -> Result<Vec<Defect>, StoreError> {
    let mut defects = integrity(pool).await?;
    // Of a file whose pages are damaged nothing else can be said.
    if defects.is_empty() {
        defects = references(pool).await?;
    }
    if defects.is_empty() {
        for (problem, sql) in DEFECTS {
            let sql = AssertSqlSafe(examples(sql));
            let subjects: Vec<String> = sqlx::query_scalar(sql).fetch_all(pool).await?;
            defects.extend(subjects.into_iter().map(|subject| Defect { problem: problem.into(), subject }));
        }
    }
    Ok(defects)
}

/// Pages, indexes and constraints.
pub(super) async fn integrity(executor: impl sqlx::SqliteExecutor<'_>) -> Result<Vec<Defect>, StoreError> {
    let sql = AssertSqlSafe(format!("PRAGMA integrity_check({EXAMPLES})"));
    let found: Vec<String> = match sqlx::query_scalar(sql).fetch_all(executor).await.map_err(StoreError::from)
    {
        Err(StoreError::Corrupt(reason)) => vec![reason],
        other => other?,
    };
    let defect = |problem| Defect { problem, subject: String::from("the file") };
    Ok(found.into_iter().filter(|line| line != "ok").map(defect).collect())
}

async fn references(pool: &SqlitePool) -> Result<Vec<Defect>, StoreError> {
    let mut defects = Vec::new();
    for row in sqlx::query("PRAGMA foreign_key_check").fetch_all(pool).await?.iter().take(EXAMPLES) {
        let (table, parent): (String, String) = (row.try_get("table")?, row.try_get("parent")?);
        defects.push(Defect { problem: format!("a row refers to nothing in {parent}"), subject: table });
    }
    Ok(defects)
}
