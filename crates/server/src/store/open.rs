use std::fs::DirBuilder;
use std::path::Path;
use std::sync::Arc;

use super::{Memory, Postgres, PostgresSettings, Sqlite, SqliteSettings, StoreError};
use crate::directory::Archive;
use crate::{Error, StoreChoice};

/// Opens the store that was chosen, and brings its schema up to date. The folder of a file is made where it is missing.
pub(crate) async fn open(choice: &StoreChoice) -> Result<Arc<dyn Archive>, Error> {
    let wrong = |source: StoreError| Error::Store { place: choice.to_string(), source };
    Ok(match choice {
        StoreChoice::Memory => Arc::new(Memory::default()),
        StoreChoice::Sqlite(file) => {
            make_folder_of(file)?;
            Arc::new(Sqlite::open(file, SqliteSettings::default()).await.map_err(wrong)?)
        }
        StoreChoice::Postgres(url) => {
            Arc::new(Postgres::connect(url, PostgresSettings::default()).await.map_err(wrong)?)
        }
    })
}

/// For its owner alone: it holds what players did and the keys that their tokens are signed with.
fn make_folder_of(file: &Path) -> Result<(), Error> {
    let Some(path) = file.parent().filter(|folder| !folder.as_os_str().is_empty()) else { return Ok(()) };
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path).map_err(|source| Error::DataDirectory { path: path.to_owned(), source })
}
