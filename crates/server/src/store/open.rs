use std::fs::{DirBuilder, OpenOptions};
use std::path::Path;
use std::sync::Arc;

use super::{Memory, Postgres, PostgresSettings, Sqlite, SqliteSettings, StoreError};
use crate::directory::Archive;
use crate::{Error, StoreChoice};

/// A store with its directory.
#[derive(Clone, Debug)]
pub(crate) struct Opened {
    pub(crate) archive: Arc<dyn Archive>,
    /// Its name in health reports and logs.
    pub(crate) kind: &'static str,
}

#[cfg(test)]
impl Opened {
    pub(crate) fn in_memory() -> Self {
        opened(Memory::default(), "memory")
    }
}

/// Opens the store that was chosen, and brings its schema up to date. The folder of a file is made where it is missing.
pub(crate) async fn open(choice: &StoreChoice) -> Result<Opened, Error> {
    let wrong = |source: StoreError| Error::Store { place: choice.to_string(), source };
    let kind = choice.kind();
    Ok(match choice {
        StoreChoice::Memory => opened(Memory::default(), kind),
        StoreChoice::Sqlite(file) => {
            make_folder_of(file)?;
            make_private(file);
            opened(Sqlite::open(file, SqliteSettings::default()).await.map_err(wrong)?, kind)
        }
        StoreChoice::Postgres(url) => {
            opened(Postgres::connect(url, PostgresSettings::default()).await.map_err(wrong)?, kind)
        }
    })
}

fn opened(archive: impl Archive + 'static, kind: &'static str) -> Opened {
    Opened { archive: Arc::new(archive), kind }
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

/// A new file is for its owner alone as well, in case the folder is not: SQLite gives its other files the same mode. An
/// empty file is an empty database.
fn make_private(file: &Path) {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    // It is mostly there already; what else is wrong with it, opening it will tell.
    let _ = options.open(file);
}
