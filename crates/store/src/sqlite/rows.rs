//! The tables of a SQLite file as rows of plain cells.

use sqlx::{AssertSqlSafe, Row as _, SqlitePool};

use crate::error::StoreError;
use crate::rows::{Cell, Column, Holds, PAGE, Row, RowSource, Shape};
use crate::stored_row::cells;

/// Reads rows through a pool. Nobody should write meanwhile.
#[derive(Debug)]
pub(crate) struct SqliteRows<'a>(pub(crate) &'a SqlitePool);

/// Every table of ours, by name.
pub(crate) async fn shapes(pool: &SqlitePool) -> Result<Vec<Shape>, StoreError> {
    let sql = "SELECT name FROM sqlite_schema WHERE type = 'table'
        AND name NOT LIKE 'sqlite!_%' ESCAPE '!' AND name <> '_sqlx_migrations' ORDER BY name";
    let tables: Vec<String> = sqlx::query_scalar(sql).fetch_all(pool).await?;
    let mut shapes = Vec::with_capacity(tables.len());
    for table in tables {
        // The primary key in its order, then the others in theirs.
        let sql = "SELECT name, type, pk FROM pragma_table_info(?) ORDER BY pk = 0, pk, cid";
        let rows = sqlx::query(sql).bind(&table).fetch_all(pool).await?;
        let mut shape = Shape { table, columns: Vec::with_capacity(rows.len()), key: 0 };
        for row in rows {
            let holds = match row.try_get::<&str, _>("type")? {
                "TEXT" => Holds::Text,
                "INTEGER" => Holds::Number,
                "BLOB" => Holds::Bytes,
                other => return Err(StoreError::corrupt(format!("{}: a column of {other}", shape.table))),
            };
            shape.key += usize::from(row.try_get::<i64, _>("pk")? > 0);
            shape.columns.push(Column { name: row.try_get("name")?, holds });
        }
        if shape.key == 0 {
            return Err(StoreError::corrupt(format!("{} has no primary key", shape.table)));
        }
        shapes.push(shape);
    }
    Ok(shapes)
}

impl RowSource for SqliteRows<'_> {
    async fn page(&mut self, shape: &Shape, after: Option<&Row>) -> Result<Vec<Row>, StoreError> {
        let quoted = |columns: &[Column]| {
            columns.iter().map(|column| format!("\"{}\"", column.name)).collect::<Vec<_>>().join(", ")
        };
        let (key, marks) = (quoted(shape.key()), vec!["?"; shape.key].join(", "));
        let beyond = after.map_or_else(String::new, |_| format!("WHERE ({key}) > ({marks})"));
        let sql = format!(
            "SELECT {} FROM \"{}\" {beyond} ORDER BY {key} LIMIT {PAGE}",
            quoted(&shape.columns),
            shape.table
        );
        let mut query = sqlx::query(AssertSqlSafe(sql));
        for cell in after.into_iter().flat_map(|row| &row[..shape.key]) {
            query = match cell {
                Cell::Absent => query.bind(None::<i64>),
                Cell::Text(text) => query.bind(text),
                Cell::Number(number) => query.bind(number),
                Cell::Bytes(bytes) => query.bind(bytes),
            };
        }
        query.fetch_all(self.0).await?.iter().map(|row| cells(shape, row)).collect()
    }
}
