//! Files that are generated from the Rust types and published; the packages of the browser share this module.

use std::fs;
use std::path::Path;

/// The file of this crate, if it holds this text; `DICEE_WRITE_TYPES` writes it first.
#[track_caller]
pub(crate) fn check(krate: &str, file: &str, text: &str) {
    let path = Path::new(krate).join(file);
    if std::env::var_os("DICEE_WRITE_TYPES").is_some() {
        fs::write(&path, text).unwrap();
    }
    let published = fs::read_to_string(&path).unwrap_or_default();
    assert!(published == text, "{file} is stale: run cargo xtask types");
}
