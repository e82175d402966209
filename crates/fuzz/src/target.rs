use std::path::{Path, PathBuf};
use std::{fs, io};

use crate::run::{Run, Settings};

/// A decoder, and examples of what it reads.
#[derive(Clone, Debug)]
pub struct Target {
    name: &'static str,
    run: fn(&[u8]) -> String,
    examples: Vec<Vec<u8>>,
    words: Vec<String>,
}

impl Target {
    /// A decoder under a name that is a folder of the corpus. It answers with what it made of the input, or why it
    /// refused; answers that differ in more than numbers and quoted text are different paths. It panics where something
    /// is wrong, also with what it decoded, such as a value that does not survive being written and read again.
    #[must_use]
    pub const fn new(name: &'static str, run: fn(&[u8]) -> String) -> Self {
        Self { name, run, examples: Vec::new(), words: Vec::new() }
    }

    /// Adds an input that it reads.
    #[must_use]
    pub fn example(mut self, input: impl Into<Vec<u8>>) -> Self {
        self.examples.push(input.into());
        self
    }

    /// Adds inputs.
    #[must_use]
    pub fn examples<I: Into<Vec<u8>>>(mut self, inputs: impl IntoIterator<Item = I>) -> Self {
        self.examples.extend(inputs.into_iter().map(Into::into));
        self
    }

    /// Adds words that mean something to it.
    #[must_use]
    pub fn words(mut self, words: &[&str]) -> Self {
        self.words.extend(words.iter().map(|&word| word.to_owned()));
        self
    }

    /// Replays the corpus of this target, which lies in this folder, and changed inputs after it.
    ///
    /// # Panics
    ///
    /// If the decoder panics, or takes longer than any input may take; the input is in the corpus then.
    pub fn check(&self, corpus: impl AsRef<Path>) {
        let folder = corpus.as_ref().join(self.name);
        let mut inputs = read_all(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        inputs.extend(self.examples.iter().cloned());
        Run::new(self.name, self.run, inputs).keeping_in(folder).go(&self.words, &Settings::of_process());
    }

    /// As [`Self::check`], for a decoder without a corpus: failures are reported and not kept.
    ///
    /// # Panics
    ///
    /// As [`Self::check`].
    pub fn check_without_corpus(&self) {
        Run::new(self.name, self.run, self.examples.clone()).go(&self.words, &Settings::of_process());
    }
}

/// The inputs of a folder, in the order of their names; none if there is no such folder.
fn read_all(folder: &Path) -> io::Result<Vec<Vec<u8>>> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut paths: Vec<PathBuf> = entries.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    paths.sort();
    paths.into_iter().map(fs::read).collect()
}
