//! Archives whose bytes depend on their content alone: sorted entries, one time, no owner.

use std::collections::BTreeMap;
use std::io::Write as _;

use anyhow::{Context as _, Result};
use flate2::{Compression, GzBuilder};
use sha2::{Digest as _, Sha256};
use tar::{EntryType, Header};

/// The files of an archive by their paths in it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Files(BTreeMap<String, File>);

#[derive(Clone, Debug)]
struct File {
    content: Vec<u8>,
    mode: u32,
}

impl Files {
    pub(crate) fn add(&mut self, path: impl Into<String>, content: impl Into<Vec<u8>>) {
        self.0.insert(path.into(), File { content: content.into(), mode: 0o644 });
    }

    pub(crate) fn add_program(&mut self, path: impl Into<String>, content: impl Into<Vec<u8>>) {
        self.0.insert(path.into(), File { content: content.into(), mode: 0o755 });
    }

    /// The paths in order, with sizes.
    pub(crate) fn list(&self) -> impl Iterator<Item = (&str, usize)> {
        self.0.iter().map(|(path, file)| (path.as_str(), file.content.len()))
    }

    /// A `tar.gz` of all files below the folder `top`, changed last at `time` in seconds since 1970. There are no entries
    /// for folders, so that unpacking over `/usr/local` leaves the folders there as they are.
    pub(crate) fn pack(&self, top: &str, time: u64) -> Result<Vec<u8>> {
        // gzip notes a time of its own; none is the same on every day.
        let gzip = GzBuilder::new().mtime(0).write(Vec::new(), Compression::best());
        let mut tar = tar::Builder::new(gzip);
        for (path, file) in &self.0 {
            let mut header = Header::new_ustar();
            header.set_entry_type(EntryType::Regular);
            header.set_mode(file.mode);
            header.set_mtime(time);
            header.set_uid(0);
            header.set_gid(0);
            header.set_size(file.content.len() as u64);
            let path = format!("{top}/{path}");
            tar.append_data(&mut header, &path, file.content.as_slice())
                .with_context(|| format!("cannot pack {path}"))?;
        }
        let mut gzip = tar.into_inner()?;
        gzip.flush()?;
        Ok(gzip.finish()?)
    }
}

/// The SHA-256 of bytes in hexadecimal.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use flate2::read::GzDecoder;

    use super::*;

    fn files(reversed: bool) -> Files {
        let mut files = Files::default();
        let add: [fn(&mut Files); 2] =
            [|files| files.add_program("bin/a", *b"program"), |files| files.add("share/b", *b"text")];
        if reversed {
            add.iter().rev().for_each(|add| add(&mut files));
        } else {
            add.iter().for_each(|add| add(&mut files));
        }
        files
    }

    #[test]
    fn the_bytes_of_an_archive_depend_on_content_and_time_alone() {
        let packed = files(false).pack("x-1", 1_000).unwrap();
        assert_eq!(packed, files(true).pack("x-1", 1_000).unwrap());
        assert_ne!(packed, files(false).pack("x-1", 1_001).unwrap());
        let mut other = files(false);
        other.add("share/b", *b"Text");
        assert_ne!(packed, other.pack("x-1", 1_000).unwrap());
    }

    #[test]
    fn entries_are_sorted_and_belong_to_nobody() {
        let packed = files(true).pack("x-1", 1_000).unwrap();
        let mut archive = tar::Archive::new(GzDecoder::new(packed.as_slice()));
        let mut found = Vec::new();
        for entry in archive.entries().unwrap() {
            let mut entry = entry.unwrap();
            let mut content = String::new();
            entry.read_to_string(&mut content).unwrap();
            let header = entry.header();
            assert_eq!(
                (header.mtime().unwrap(), header.uid().unwrap(), header.gid().unwrap()),
                (1_000, 0, 0)
            );
            found.push((entry.path().unwrap().display().to_string(), header.mode().unwrap(), content));
        }
        let expected = [("x-1/bin/a", 0o755, "program"), ("x-1/share/b", 0o644, "text")];
        assert_eq!(found, expected.map(|(path, mode, content)| (path.to_owned(), mode, content.to_owned())));
    }

    #[test]
    fn a_hash_is_written_in_hexadecimal() {
        assert_eq!(sha256(b""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    }
}
