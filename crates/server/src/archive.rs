//! Opens the store that the configuration names.

use std::fs::DirBuilder;
use std::path::Path;
use std::sync::Arc;

use store::{Archive, FileLock, Memory, Postgres, PostgresSettings, Sqlite, SqliteSettings, StoreError};

use crate::config::{Finding, StoreChoice, check_postgres, in_time};
use crate::start_error::Error;

/// An archive, and its name.
#[derive(Clone, Debug)]
pub(crate) struct Opened {
    pub(crate) archive: Arc<dyn Archive>,
    /// Its name in health reports and logs.
    pub(crate) kind: &'static str,
    /// Held as long as the games' file is used: one server alone may, because it remembers what it wrote.
    _lock: Option<Arc<FileLock>>,
}

#[cfg(test)]
impl Opened {
    pub(crate) fn in_memory() -> Self {
        opened(Memory::default(), "memory")
    }
}

/// Opens the chosen store and migrates its schema. A missing folder is created.
pub(crate) async fn open(choice: &StoreChoice) -> Result<Opened, Error> {
    let wrong = |source: StoreError| Error::Store { place: choice.to_string(), source };
    let kind = choice.kind();
    Ok(match choice {
        StoreChoice::Memory => opened(Memory::default(), kind),
        StoreChoice::Sqlite(file) => {
            create_folder_of(file)?;
            let lock = lock(file)?;
            let sqlite = Sqlite::open(file, SqliteSettings::default()).await.map_err(wrong)?;
            Opened { _lock: Some(Arc::new(lock)), ..opened(sqlite, kind) }
        }
        StoreChoice::Postgres(url) => match Postgres::connect(url, PostgresSettings::default()).await {
            Ok(postgres) => opened(postgres, kind),
            Err(error) => return Err(wrong(explain(url, error).await)),
        },
    })
}

pub(crate) fn opened(archive: impl Archive + 'static, kind: &'static str) -> Opened {
    Opened { archive: Arc::new(archive), kind, _lock: None }
}

/// Takes the lock beside a games' file. The system gives it back when the process ends, however that happens.
fn lock(file: &Path) -> Result<FileLock, Error> {
    let unusable = |source| Error::DataDirectory { path: file.to_owned(), source };
    FileLock::try_take(file).map_err(unusable)?.ok_or_else(|| Error::FileInUse { path: file.to_owned() })
}

/// A pool only reports that it timed out; one more connection finds out why.
async fn explain(url: &str, error: StoreError) -> StoreError {
    if let StoreError::Unavailable { .. } = error
        && let Finding::Wrong(reason) = in_time(check_postgres(url)).await
    {
        return StoreError::Unavailable { reason };
    }
    error
}

/// Readable by its owner alone: the file holds what players did and the keys that sign their tokens.
fn create_folder_of(file: &Path) -> Result<(), Error> {
    let Some(path) = file.parent().filter(|folder| !folder.as_os_str().is_empty()) else { return Ok(()) };
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path).map_err(|source| Error::DataDirectory { path: path.to_owned(), source })
}
