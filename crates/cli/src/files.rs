//! Files, written whole or not at all.

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

use anyhow::Context as _;

/// Writes a file so that readers see the old one or the new one, never half of it.
pub(crate) fn replace(file: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
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
