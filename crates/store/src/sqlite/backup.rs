//! Copies a file while a server writes to it, and puts a copy back in its place.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _, SqliteConnection, SqlitePool};

use super::{Sqlite, SqliteSettings, create_private, examine, rows, schema};
use crate::error::StoreError;
use crate::file_lock::FileLock;
use crate::rows::{Inventory, inventory};

/// What came of a restore.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restored {
    /// What the store holds now.
    pub inventory: Inventory,
    /// Where the file that was there before is now.
    pub replaced: Option<PathBuf>,
}

impl Sqlite {
    /// Copies a file to `target`, where no file must be. Others may write to it meanwhile: the copy is the store at one
    /// moment after the call, so that everything that was acknowledged before is in it. Nothing that was erased is in it.
    ///
    /// The copy is checked and durable before it gets its name; only its owner can read it, because it holds the keys.
    ///
    /// # Errors
    ///
    /// [`StoreError::Malformed`] if there is a file at `target`; [`StoreError::Corrupt`] if the file is damaged;
    /// [`StoreError::Full`] if there is no room; as [`Sqlite::open`] otherwise.
    pub async fn back_up(file: &Path, target: &Path) -> Result<Inventory, StoreError> {
        if target.exists() {
            return Err(StoreError::malformed("target", "a path where no file is", target.display()));
        }
        let partial = beside(target, ".partial");
        let copied = copy_live(file, &partial).await;
        let kept = match copied {
            Ok(inventory) => {
                keep(&partial, target).map(|()| inventory).map_err(|error| failed(target, &error))
            }
            Err(error) => Err(error),
        };
        if kept.is_err() {
            // Best effort: it may never have been made.
            let _ = fs::remove_file(&partial);
        }
        kept
    }

    /// Puts a backup in the place of `target` and migrates its schema, while no server uses it. A file that is there is
    /// refused, or with `replace` renamed and kept.
    ///
    /// # Errors
    ///
    /// [`StoreError::Malformed`] if there is a file and `replace` is false, if a server uses it, or if the backup is no
    /// whole file; [`StoreError::Corrupt`] if it is damaged; as [`Sqlite::open`] otherwise. Then nothing was replaced.
    pub async fn restore(backup: &Path, target: &Path, replace: bool) -> Result<Restored, StoreError> {
        check_copy(backup).await.map_err(|error| error.at(backup.display()))?;
        let _lock = FileLock::take(target)?;
        if target.exists() && !replace {
            let expected =
                "a path where no file is, or --replace, which keeps the old one under another name";
            return Err(StoreError::malformed("target", expected, target.display()));
        }
        let partial = beside(target, ".partial");
        let put = || -> io::Result<Option<PathBuf>> {
            let _ = fs::remove_file(&partial);
            create_private(&partial);
            fs::copy(backup, &partial)?;
            make_private(&partial)?;
            File::open(&partial)?.sync_all()?;
            let replaced = set_aside(target)?;
            keep(&partial, target)?;
            Ok(replaced)
        };
        let replaced = put().map_err(|error| {
            let _ = fs::remove_file(&partial);
            failed(target, &error)
        })?;
        let store = Self::open(target, SqliteSettings::default()).await?;
        let inventory = store.inventory().await?;
        crate::archive::Store::close(&store).await?;
        Ok(Restored { inventory, replaced })
    }

    /// What the file holds. Nobody should write meanwhile.
    ///
    /// # Errors
    ///
    /// As every read.
    pub async fn inventory(&self) -> Result<Inventory, StoreError> {
        inventory(&mut rows::SqliteRows(&self.readers), &rows::shapes(&self.readers).await?).await
    }
}

async fn copy_live(file: &Path, partial: &Path) -> Result<Inventory, StoreError> {
    let options = SqliteConnectOptions::new().filename(file).read_only(true).disable_statement_logging();
    let mut source = SqliteConnection::connect_with(&options)
        .await
        .map_err(|error| StoreError::from(error).at(file.display()))?;
    schema::recognise(&mut source).await.map_err(|error| error.at(file.display()))?;
    let _ = fs::remove_file(partial);
    // SQLite writes into an empty file that is there, and so keeps who may read it.
    create_private(partial);
    let Some(path) = partial.to_str() else {
        return Err(StoreError::malformed("target", "a path in UTF-8", partial.display()));
    };
    let copied = sqlx::query("VACUUM INTO ?").bind(path).execute(&mut source).await;
    source.close().await?;
    copied.map_err(|error| StoreError::from(error).at(partial.display()))?;
    check_copy(partial).await.map_err(|error| error.at(partial.display()))
}

/// Checks a file that nobody uses, and counts what it holds; nothing is written, not even beside it.
async fn check_copy(copy: &Path) -> Result<Inventory, StoreError> {
    let log = beside(copy, "-wal");
    if fs::metadata(&log).is_ok_and(|log| log.len() > 0) {
        let expected = "a backup; a live file with its write-ahead log is copied by dicee backup";
        return Err(StoreError::malformed("backup", expected, copy.display()));
    }
    let options = SqliteConnectOptions::new()
        .filename(copy)
        .read_only(true)
        .immutable(true)
        .disable_statement_logging();
    let pool = SqlitePool::connect_with(options).await?;
    let found = async {
        let mut connection = pool.acquire().await?;
        schema::recognise(&mut connection).await?;
        if !schema::is_ours(&mut connection).await? {
            return Err(StoreError::malformed("backup", "a store of dicee", "an empty file"));
        }
        drop(connection);
        if let Some(defect) = examine::integrity(&pool).await?.into_iter().next() {
            return Err(StoreError::corrupt(defect.problem));
        }
        inventory(&mut rows::SqliteRows(&pool), &rows::shapes(&pool).await?).await
    };
    let found = found.await;
    pool.close().await;
    found
}

/// Gives a finished file its name, durably.
fn keep(partial: &Path, target: &Path) -> io::Result<()> {
    File::open(partial)?.sync_all()?;
    fs::rename(partial, target)?;
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // Where folders cannot be opened, as on Windows, the system keeps names by itself.
    File::open(folder).map_or(Ok(()), |folder| folder.sync_all())
}

/// Renames a file and what SQLite keeps beside it.
fn set_aside(file: &Path) -> io::Result<Option<PathBuf>> {
    if !file.exists() {
        return Ok(None);
    }
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_millis());
    let aside = beside(file, &format!(".replaced-{now}"));
    for part in ["-wal", "-shm"] {
        let beside_it = beside(file, part);
        if beside_it.exists() {
            fs::rename(&beside_it, beside(&aside, part))?;
        }
    }
    fs::rename(file, &aside)?;
    Ok(Some(aside))
}

fn beside(file: &Path, ending: &str) -> PathBuf {
    let mut path = file.as_os_str().to_owned();
    path.push(ending);
    path.into()
}

#[cfg(unix)]
fn make_private(file: &Path) -> io::Result<()> {
    fs::set_permissions(file, std::os::unix::fs::PermissionsExt::from_mode(0o600))
}

#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "it can fail elsewhere")]
fn make_private(_file: &Path) -> io::Result<()> {
    Ok(())
}

fn failed(target: &Path, error: &io::Error) -> StoreError {
    if error.kind() == io::ErrorKind::StorageFull {
        return StoreError::Full(std::sync::Arc::new(io::Error::from(error.kind())));
    }
    StoreError::Unavailable { reason: format!("{}: {error}", target.display()) }
}
