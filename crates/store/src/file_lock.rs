use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;

use crate::error::StoreError;

/// The lock beside a SQLite file that says that one program alone uses it: a server, or one that replaces the file.
///
/// The system releases it when the process ends, however that happens. Programs that only read take none.
#[derive(Debug)]
pub struct FileLock {
    _file: File,
}

impl FileLock {
    /// Takes the lock of a file, whether or not that exists; `None` if another program holds it.
    ///
    /// # Errors
    ///
    /// If the lock, a file beside it, cannot be made.
    pub fn try_take(file: &Path) -> io::Result<Option<Self>> {
        let mut path = file.as_os_str().to_owned();
        path.push(".lock");
        let lock = File::options().create(true).truncate(false).write(true).open(&path)?;
        match lock.try_lock() {
            Ok(()) => Ok(Some(Self { _file: lock })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(source)) => Err(source),
        }
    }

    /// Takes the lock to replace or to move a file.
    pub(crate) fn take(file: &Path) -> Result<Self, StoreError> {
        let lock = Self::try_take(file).map_err(|error| StoreError::Unavailable {
            reason: format!("{}.lock: {error}", file.display()),
        })?;
        lock.ok_or_else(|| {
            let actual = format!("{}, which is in use: stop the server first", file.display());
            StoreError::malformed("file", "a file that no server uses", actual)
        })
    }
}
