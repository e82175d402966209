//! The tables of a PostgreSQL database as rows of plain cells, and how a whole store is copied into an empty one.

use std::collections::BTreeMap;

use sqlx::postgres::PgRow;
use sqlx::{AssertSqlSafe, PgConnection, Row as _};

use super::Postgres;
use crate::error::StoreError;
use crate::rows::{Cell, Column, Holds, Inventory, PAGE, Row, RowSource, Shape, Tally, inventory};
use crate::stored_row::cells;

/// The type of every column, by table and column.
type Types = BTreeMap<(String, String), String>;

/// Which transaction wrote an event, and up to which a projection has seen them. Everything that is copied was committed
/// before any transaction of this server, so that 0 and the position are order enough.
const TRANSACTION: &str = "transaction";

/// Reads rows within one transaction.
struct PostgresRows<'a> {
    connection: &'a mut PgConnection,
    types: &'a Types,
}

impl Postgres {
    /// Copies everything that a source holds into this database, which must be empty: all of it or nothing. Before it is
    /// committed, everything is read back and compared.
    pub(crate) async fn import(
        &self,
        source: &mut impl RowSource,
        shapes: &[Shape],
    ) -> Result<Inventory, StoreError> {
        let mut transaction = self.pool.begin().await?;
        // A large store takes longer than a request may.
        sqlx::query("SET LOCAL statement_timeout = 0").execute(&mut *transaction).await?;
        let types = types(&mut transaction).await?;
        check_empty(&mut transaction, shapes, &types).await?;
        let mut copied = Vec::with_capacity(shapes.len());
        for shape in shapes {
            let (mut tally, mut last) = (Tally::default(), None);
            loop {
                let mut page = source.page(shape, last.as_ref()).await?;
                if page.is_empty() {
                    break;
                }
                page.iter().for_each(|row| tally.add(row));
                insert(&mut transaction, shape, &types, &page).await?;
                last = page.pop();
            }
            copied.push(tally.finish(&shape.table));
        }
        continue_identities(&mut transaction).await?;
        let copied = Inventory { tables: copied };
        let mut target = PostgresRows { connection: &mut transaction, types: &types };
        let found = inventory(&mut target, shapes).await?;
        if let Some(difference) = copied.first_difference(&found) {
            return Err(StoreError::corrupt(format!("the copy is not what was copied: {difference}")));
        }
        transaction.commit().await?;
        Ok(found)
    }
}

async fn types(connection: &mut PgConnection) -> Result<Types, StoreError> {
    let sql = "SELECT table_name::text AS name, column_name::text AS part, data_type::text AS type
        FROM information_schema.columns WHERE table_schema = current_schema()";
    let rows = sqlx::query(sql).fetch_all(connection).await?;
    let named = |row: &PgRow| Ok(((row.try_get("name")?, row.try_get("part")?), row.try_get("type")?));
    rows.iter().map(named).collect()
}

/// Every table must be there with every column, and without rows.
async fn check_empty(
    connection: &mut PgConnection,
    shapes: &[Shape],
    types: &Types,
) -> Result<(), StoreError> {
    for Shape { table, columns, .. } in shapes {
        for Column { name, .. } in columns {
            if !types.contains_key(&(table.clone(), name.clone())) {
                let expected = format!("a column {name} in the table {table}, as the file has");
                return Err(StoreError::malformed("database", expected, "none"));
            }
        }
        let sql = AssertSqlSafe(format!("SELECT count(*) FROM \"{table}\""));
        let rows: i64 = sqlx::query_scalar(sql).fetch_one(&mut *connection).await?;
        if rows > 0 {
            let actual = format!("{rows} rows in its table {table}");
            return Err(StoreError::malformed("database", "an empty database", actual));
        }
    }
    Ok(())
}

/// Inserts a page: one array for each column.
async fn insert(
    connection: &mut PgConnection,
    shape: &Shape,
    types: &Types,
    page: &[Row],
) -> Result<(), StoreError> {
    let type_of =
        |column: &Column| types.get(&(shape.table.clone(), column.name.clone())).map(String::as_str);
    let mut names: Vec<String> = shape.columns.iter().map(|column| format!("\"{}\"", column.name)).collect();
    let mut values: Vec<String> = Vec::with_capacity(names.len() + 1);
    let mut arrays: Vec<String> = Vec::with_capacity(names.len());
    for (column, number) in shape.columns.iter().zip(1..) {
        arrays.push(match column.holds {
            Holds::Text => format!("${number}::text[]"),
            Holds::Number => format!("${number}::bigint[]"),
            Holds::Bytes => format!("${number}::bytea[]"),
        });
        let is_flag = type_of(column) == Some("boolean");
        values.push(if is_flag { format!("c{number}::int::boolean") } else { format!("c{number}") });
    }
    let listed: Vec<String> = (1..=shape.columns.len()).map(|number| format!("c{number}")).collect();
    if types.contains_key(&(shape.table.clone(), TRANSACTION.to_owned())) {
        names.push(TRANSACTION.to_owned());
        values.push("'0'::xid8".to_owned());
    }
    let sql = format!(
        "INSERT INTO \"{}\" ({}) OVERRIDING SYSTEM VALUE SELECT {} FROM unnest({}) AS row ({})",
        shape.table,
        names.join(", "),
        values.join(", "),
        arrays.join(", "),
        listed.join(", ")
    );
    let mut query = sqlx::query(AssertSqlSafe(sql));
    for (place, column) in shape.columns.iter().enumerate() {
        let cells = page.iter().map(|row| &row[place]);
        query = match column.holds {
            Holds::Text => query.bind(cells.map(text).collect::<Vec<Option<String>>>()),
            Holds::Number => query.bind(cells.map(number).collect::<Vec<Option<i64>>>()),
            Holds::Bytes => query.bind(cells.map(bytes).collect::<Vec<Option<Vec<u8>>>>()),
        };
    }
    query.execute(connection).await?;
    Ok(())
}

fn text(cell: &Cell) -> Option<String> {
    if let Cell::Text(text) = cell { Some(text.clone()) } else { None }
}

fn number(cell: &Cell) -> Option<i64> {
    if let Cell::Number(number) = cell { Some(*number) } else { None }
}

fn bytes(cell: &Cell) -> Option<Vec<u8>> {
    if let Cell::Bytes(bytes) = cell { Some(bytes.clone()) } else { None }
}

/// Lets every column that numbers its rows go on after those that were copied.
async fn continue_identities(connection: &mut PgConnection) -> Result<(), StoreError> {
    let sql = "SELECT table_name::text AS name, column_name::text AS part FROM information_schema.columns
        WHERE table_schema = current_schema() AND is_identity = 'YES'";
    for row in sqlx::query(sql).fetch_all(&mut *connection).await? {
        let (table, column): (String, String) = (row.try_get("name")?, row.try_get("part")?);
        let sql = AssertSqlSafe(format!(
            "SELECT setval(pg_get_serial_sequence('\"{table}\"', '{column}'), max(\"{column}\"))
             FROM \"{table}\" HAVING count(*) > 0"
        ));
        sqlx::query(sql).fetch_optional(&mut *connection).await?;
    }
    Ok(())
}

impl RowSource for PostgresRows<'_> {
    async fn page(&mut self, shape: &Shape, after: Option<&Row>) -> Result<Vec<Row>, StoreError> {
        let type_of =
            |column: &Column| self.types.get(&(shape.table.clone(), column.name.clone())).map(String::as_str);
        let read = |column: &Column| {
            let name = &column.name;
            match (column.holds, type_of(column)) {
                (Holds::Number, Some("boolean")) => format!("\"{name}\"::int::bigint"),
                (Holds::Number, _) => format!("\"{name}\"::bigint"),
                (Holds::Text | Holds::Bytes, _) => format!("\"{name}\""),
            }
        };
        // Byte by byte, as in SQLite, whatever the database says.
        let compared = |column: &Column| match column.holds {
            Holds::Text => format!("\"{}\" COLLATE \"C\"", column.name),
            Holds::Number | Holds::Bytes => format!("\"{}\"", column.name),
        };
        let columns: Vec<String> = shape.columns.iter().map(read).collect();
        let key = shape.key().iter().map(compared).collect::<Vec<_>>().join(", ");
        let marks = (1..=shape.key).map(|number| format!("${number}")).collect::<Vec<_>>().join(", ");
        let beyond = after.map_or_else(String::new, |_| format!("WHERE ({key}) > ({marks})"));
        let sql = format!(
            "SELECT {} FROM \"{}\" {beyond} ORDER BY {key} LIMIT {PAGE}",
            columns.join(", "),
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
        let rows = query.fetch_all(&mut *self.connection).await?;
        rows.iter().map(|row| cells(shape, row)).collect()
    }
}
