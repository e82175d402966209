//! Whether a database holds what only this program writes.

use sqlx::{AssertSqlSafe, PgPool};

use crate::defect::{DEFECTS, Defect, examples};
use crate::error::StoreError;

pub(super) async fn examine(pool: &PgPool) -> Result<Vec<Defect>, StoreError> {
    let mut transaction = pool.begin().await?;
    // A large database takes longer than a request may.
    sqlx::query("SET LOCAL statement_timeout = 0").execute(&mut *transaction).await?;
    let mut defects = Vec::new();
    for (problem, sql) in DEFECTS {
        let sql = AssertSqlSafe(examples(sql));
        let subjects: Vec<String> = sqlx::query_scalar(sql).fetch_all(&mut *transaction).await?;
        defects.extend(subjects.into_iter().map(|subject| Defect { problem: problem.into(), subject }));
    }
    Ok(defects)
}
