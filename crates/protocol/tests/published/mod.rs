//! Files that are generated from the Rust types and published; the packages of the browser share this module.

use std::fs;
use std::path::Path;

/// What every browser module throws when its input is invalid.
#[allow(dead_code, reason = "the package of the types throws nothing")]
pub(crate) const INPUT_ERROR: &str = include_str!("input_error.d.ts");

/// What the tables of a browser throw besides.
#[allow(dead_code, reason = "most modules hold no table")]
pub(crate) const TABLE_ERRORS: &str = include_str!("table_errors.d.ts");

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
