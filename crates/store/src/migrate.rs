use std::path::Path;

use crate::archive::Store as _;
use crate::error::StoreError;
use crate::file_lock::FileLock;
use crate::postgres::{Postgres, PostgresSettings};
use crate::rows::Inventory;
use crate::sqlite::{Sqlite, SqliteSettings};

/// Copies a SQLite file into an empty PostgreSQL database, all of it or nothing, and compares every row before it is
/// committed. Keys and secrets are copied, so that players stay signed in; projections go on where they were. No server may
/// use the file meanwhile: what is played after the copy would be lost. The file holds the same afterwards, with the newest
/// schema and every log unpacked.
///
/// # Errors
///
/// [`StoreError::Malformed`] if a server uses the file, there is no file, or the database is not empty; otherwise as
/// [`Sqlite::open`] and [`Postgres::connect`]. Then the database holds nothing but empty tables.
pub async fn migrate(file: &Path, url: &str) -> Result<Inventory, StoreError> {
    if !file.exists() {
        return Err(StoreError::malformed("file", "a store of dicee", format!("no file {}", file.display())));
    }
    let _lock = FileLock::take(file)?;
    let source = Sqlite::open(file, SqliteSettings::default()).await?;
    let target = Postgres::connect(url, PostgresSettings::default()).await?;
    let copied = {
        // PostgreSQL has no packed logs.
        source.unpack_all().await?;
        let (mut rows, shapes) = source.rows().await?;
        target.import(&mut rows, &shapes).await
    };
    target.close().await?;
    source.close().await?;
    copied
}
