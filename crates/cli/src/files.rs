//! Files: where a system keeps them, and how they are replaced.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use anyhow::Context as _;

/// The folder that a file lies in.
pub(crate) fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Why a file cannot be read, without the number that the system has for it.
pub(crate) fn why_unreadable(error: &io::Error) -> String {
    let known = [
        (io::ErrorKind::NotFound, "there is no such file"),
        (io::ErrorKind::PermissionDenied, "you may not read it"),
        (io::ErrorKind::IsADirectory, "it is a folder"),
    ];
    let words = known.into_iter().find(|(kind, _)| *kind == error.kind());
    words.map_or_else(|| error.to_string(), |(_, words)| words.to_owned())
}

/// Makes a folder that only its owner can read, with those above it.
pub(crate) fn create_private_folder(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Writes a file that must not exist yet.
pub(crate) fn create(file: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let folder = folder_of(file);
    fs::create_dir_all(folder).with_context(|| format!("making the folder {}", folder.display()))?;
    let write = || fs::File::create_new(file)?.write_all(bytes);
    write().with_context(|| format!("writing {}", file.display()))
}

/// Writes a file so that readers see the old one or the new one, never half of it.
pub(crate) fn replace(file: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let folder = folder_of(file);
    fs::create_dir_all(folder).with_context(|| format!("making the folder {}", folder.display()))?;
    let name = file.file_name().with_context(|| format!("{} is no file name", file.display()))?;
    let temporary = folder.join(format!(".{}.{}", name.to_string_lossy(), std::process::id()));
    let write = || -> io::Result<()> {
        let mut open = fs::File::create(&temporary)?;
        open.write_all(bytes)?;
        open.sync_all()?;
        fs::rename(&temporary, file)
    };
    write().with_context(|| format!("writing {}", file.display())).inspect_err(|_| {
        // Best effort: the file may never have been made.
        let _ = fs::remove_file(&temporary);
    })
}

/// Where this system keeps what can be made again; `None` for a user without a home.
pub(crate) fn cache_folder() -> Option<PathBuf> {
    folder("LOCALAPPDATA", "Library/Caches", "XDG_CACHE_HOME", ".cache")
}

/// Where this system keeps what cannot; `None` for a user without a home.
pub(crate) fn data_folder() -> Option<PathBuf> {
    folder("APPDATA", "Library/Application Support", "XDG_DATA_HOME", ".local/share")
}

fn folder(windows: &str, mac: &str, xdg: &str, below_home: &str) -> Option<PathBuf> {
    let variable = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    if cfg!(windows) {
        return variable(windows);
    }
    let home = |below| Some(variable("HOME")?.join(below));
    if cfg!(target_os = "macos") {
        return home(mac);
    }
    // The XDG base directory specification: a relative path is to be ignored.
    variable(xdg).filter(|folder| folder.is_absolute()).or_else(|| home(below_home))
}
