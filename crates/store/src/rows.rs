//! Every table of a database as rows of plain cells: what moves a store to another kind of database, and proves that both
//! hold the same. The tables and their columns are read from the database, so that a migration is never forgotten here.

use serde::Serialize;
use sha2::{Digest as _, Sha256};

use crate::error::StoreError;

/// How many rows are read at once.
pub(crate) const PAGE: usize = 500;

/// What a column holds, as SQLite names it; PostgreSQL's booleans are numbers here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Holds {
    Text,
    Number,
    Bytes,
}

/// A column of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Column {
    pub(crate) name: String,
    pub(crate) holds: Holds,
}

/// A table: its columns, those of the primary key first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    pub(crate) table: String,
    pub(crate) columns: Vec<Column>,
    /// How many of the columns are the primary key, by which rows are ordered.
    pub(crate) key: usize,
}

impl Shape {
    pub(crate) fn key(&self) -> &[Column] {
        &self.columns[..self.key]
    }
}

/// One value of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Cell {
    Absent,
    Text(String),
    Number(i64),
    Bytes(Vec<u8>),
}

/// A row, in the order of the columns.
pub(crate) type Row = Vec<Cell>;

/// How many rows every table of a store has, and the hash of their content.
///
/// Two stores with equal inventories hold the same, whatever kind of database they are: rows are hashed in the order of
/// their primary keys.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Inventory {
    /// By the name of the table of the database.
    pub tables: Vec<RowDigest>,
}

/// How many rows a table of the database has, and the hash of their content.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RowDigest {
    /// The table.
    pub table: String,
    /// Its rows.
    pub rows: u64,
    /// SHA-256 over all of them, in hexadecimal.
    pub sha256: String,
}

impl Inventory {
    /// How many rows a table has; 0 if there is no such table.
    #[must_use]
    pub fn rows_of(&self, table: &str) -> u64 {
        self.tables.iter().find(|known| known.table == table).map_or(0, |known| known.rows)
    }

    /// How many rows there are in all.
    #[must_use]
    pub fn rows(&self) -> u64 {
        self.tables.iter().map(|table| table.rows).sum()
    }

    /// The first table in which the other differs; `None` if they are equal.
    #[must_use]
    pub fn first_difference(&self, other: &Self) -> Option<String> {
        let differs = |(ours, theirs): &(&RowDigest, &RowDigest)| ours != theirs;
        if self.tables.len() != other.tables.len() {
            return Some(format!("{} tables here, {} there", self.tables.len(), other.tables.len()));
        }
        self.tables.iter().zip(&other.tables).find(differs).map(|(ours, theirs)| {
            if ours.rows == theirs.rows {
                return format!("{}: the content differs", ours.table);
            }
            format!("{}: {} rows here, {} there", ours.table, ours.rows, theirs.rows)
        })
    }
}

/// Counts and hashes the rows of one table.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    rows: u64,
    hash: Sha256,
}

impl Tally {
    pub(crate) fn add(&mut self, row: &[Cell]) {
        self.rows += 1;
        for cell in row {
            // Tag and length first, so that no two different rows are hashed as the same bytes.
            let (tag, bytes): (u8, &[u8]) = match cell {
                Cell::Absent => (0, &[]),
                Cell::Text(text) => (1, text.as_bytes()),
                Cell::Number(number) => (2, &number.to_be_bytes()),
                Cell::Bytes(bytes) => (3, bytes),
            };
            self.hash.update([tag]);
            self.hash.update((bytes.len() as u64).to_be_bytes());
            self.hash.update(bytes);
        }
    }

    pub(crate) fn finish(self, table: &str) -> RowDigest {
        let hash = self.hash.finalize();
        let sha256 = hash.iter().map(|byte| format!("{byte:02x}")).collect();
        RowDigest { table: table.to_owned(), rows: self.rows, sha256 }
    }
}

/// Where rows are read from.
pub(crate) trait RowSource {
    /// At most [`PAGE`] rows of a table in the order of its key, after the row `after`.
    async fn page(&mut self, shape: &Shape, after: Option<&Row>) -> Result<Vec<Row>, StoreError>;
}

/// Counts and hashes everything that a source holds.
pub(crate) async fn inventory(
    source: &mut impl RowSource,
    shapes: &[Shape],
) -> Result<Inventory, StoreError> {
    let mut tables = Vec::with_capacity(shapes.len());
    for shape in shapes {
        let (mut tally, mut last) = (Tally::default(), None);
        loop {
            let mut page = source.page(shape, last.as_ref()).await?;
            page.iter().for_each(|row| tally.add(row));
            let Some(row) = page.pop() else { break };
            last = Some(row);
        }
        tables.push(tally.finish(&shape.table));
    }
    Ok(Inventory { tables })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(rows: &[Row]) -> RowDigest {
        let mut tally = Tally::default();
        rows.iter().for_each(|row| tally.add(row));
        tally.finish("games")
    }

    #[test]
    fn different_rows_have_different_hashes() {
        let text = |text: &str| Cell::Text(text.into());
        let rows = [
            vec![text("ab"), text("c")],
            vec![text("a"), text("bc")],
            vec![text("abc"), Cell::Absent],
            vec![Cell::Bytes(b"ab".into()), text("c")],
            vec![text("ab"), text("")],
        ];
        for (place, row) in rows.iter().enumerate() {
            for other in &rows[..place] {
                assert_ne!(tally(std::slice::from_ref(row)), tally(std::slice::from_ref(other)));
            }
        }
    }

    #[test]
    fn inventories_name_the_first_table_that_differs() {
        let one = Inventory { tables: vec![tally(&[vec![Cell::Number(1)]])] };
        let two = Inventory { tables: vec![tally(&[vec![Cell::Number(2)]])] };
        let none = Inventory { tables: vec![tally(&[])] };
        assert_eq!(one.first_difference(&one), None);
        assert_eq!(one.first_difference(&two).unwrap(), "games: the content differs");
        assert_eq!(one.first_difference(&none).unwrap(), "games: 1 rows here, 0 there");
    }
}
