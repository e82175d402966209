//! Remembers from what inputs a result was made, so that unchanged work is skipped.
//!
//! A result counts as fresh only if its inputs and the result itself hash to what was noted when it was
//! made; a file that was edited or removed on either side makes it stale.

use std::fs;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

/// A note on disk about one result.
#[derive(Debug)]
pub(crate) struct Stamp {
    file: PathBuf,
}

impl Stamp {
    pub(crate) fn at(file: PathBuf) -> Self {
        Self { file }
    }

    /// Whether the result was made from these inputs and has not changed since.
    pub(crate) fn is_fresh(&self, inputs: u64, result: u64) -> bool {
        fs::read_to_string(&self.file).is_ok_and(|noted| noted == note(inputs, result))
    }

    pub(crate) fn write(&self, inputs: u64, result: u64) -> Result<()> {
        if let Some(folder) = self.file.parent() {
            fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
        }
        fs::write(&self.file, note(inputs, result))
            .with_context(|| format!("cannot write {}", self.file.display()))
    }
}

fn note(inputs: u64, result: u64) -> String {
    format!("{inputs:016x} {result:016x}\n")
}

/// Hash of bytes, or of anything made of them.
pub(crate) fn hash_bytes(parts: &[&[u8]]) -> u64 {
    let mut hasher = DefaultHasher::new();
    parts.hash(&mut hasher);
    hasher.finish()
}

/// Hash of names and contents of everything below the paths. Entries called like one of `skipped` are
/// left out; a path that does not exist hashes to something, too.
pub(crate) fn hash_tree(paths: &[PathBuf], skipped: &[&str]) -> Result<u64> {
    let mut hasher = DefaultHasher::new();
    for path in paths {
        add_to_hash(path, skipped, &mut hasher).with_context(|| format!("cannot read {}", path.display()))?;
    }
    Ok(hasher.finish())
}

fn add_to_hash(path: &Path, skipped: &[&str], hasher: &mut DefaultHasher) -> io::Result<()> {
    path.hash(hasher);
    if path.is_dir() {
        let mut entries = fs::read_dir(path)?.collect::<io::Result<Vec<_>>>()?;
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            if !skipped.iter().any(|name| entry.file_name() == **name) {
                add_to_hash(&entry.path(), skipped, hasher)?;
            }
        }
    } else if path.is_file() {
        fs::read(path)?.hash(hasher);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::env;

    use super::*;

    /// A folder of its own for each test.
    fn folder(name: &str) -> PathBuf {
        let folder = env::temp_dir().join(format!("dicee-stamp-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn a_result_is_fresh_only_with_the_same_inputs_and_unchanged() {
        let folder = folder("fresh");
        let stamp = Stamp::at(folder.join("note"));
        assert!(!stamp.is_fresh(1, 2));
        stamp.write(1, 2).unwrap();
        assert!(stamp.is_fresh(1, 2));
        assert!(!stamp.is_fresh(3, 2));
        assert!(!stamp.is_fresh(1, 3));
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_tree_hashes_names_and_contents_but_not_what_is_skipped() {
        let folder = folder("tree");
        let hash = || hash_tree(std::slice::from_ref(&folder), &["node_modules"]).unwrap();
        let empty = hash();
        fs::write(folder.join("a"), "1").unwrap();
        let one = hash();
        fs::write(folder.join("a"), "2").unwrap();
        let changed = hash();
        fs::rename(folder.join("a"), folder.join("b")).unwrap();
        let renamed = hash();
        assert!(empty != one && one != changed && changed != renamed);
        fs::create_dir(folder.join("node_modules")).unwrap();
        fs::write(folder.join("node_modules/c"), "3").unwrap();
        assert_eq!(hash(), renamed);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn the_boundary_between_parts_counts() {
        assert_ne!(hash_bytes(&[b"ab", b"c"]), hash_bytes(&[b"a", b"bc"]));
    }
}
