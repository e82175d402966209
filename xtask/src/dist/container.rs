//! The tree of the container, built by what `deploy/Containerfile` says and started under `chroot`.
//!
//! No engine for containers is needed: the file uses a few instructions of the format, which are read here. Any other is an
//! error, so that the file cannot say more than what is tested.

use std::collections::HashMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use flate2::read::GzDecoder;

use crate::command;

/// A file system and how a program is started in it.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Image {
    pub(crate) root: PathBuf,
    user: String,
    variables: Vec<(String, String)>,
    entry_point: Vec<String>,
    arguments: Vec<String>,
}

impl Image {
    /// Builds the last stage of a Containerfile below `folder`; files that it adds are in `context`.
    pub(crate) fn build(containerfile: &str, name: &str, context: &Path, folder: &Path) -> Result<Self> {
        let mut stages: HashMap<String, PathBuf> = HashMap::new();
        let mut image = Self::default();
        for (count, line) in instructions(containerfile).enumerate() {
            let line = line.replace("${NAME}", name);
            let (instruction, rest) =
                line.split_once(' ').with_context(|| format!("`{line}` says nothing"))?;
            let words: Vec<&str> = rest.split_whitespace().collect();
            match (instruction, words.as_slice()) {
                ("FROM", ["scratch", alias @ ..]) => {
                    image = Self { root: folder.join(format!("stage-{count}")), ..Self::default() };
                    fs::create_dir_all(&image.root)?;
                    if let ["AS", alias] = alias {
                        stages.insert((*alias).to_owned(), image.root.clone());
                    }
                }
                ("ARG", ["NAME"]) | ("VOLUME" | "EXPOSE", [_]) | ("STOPSIGNAL", ["SIGTERM"]) => {}
                ("ADD", [archive, "/"]) if archive.ends_with(".tar.gz") => {
                    let file = fs::File::open(context.join(archive))
                        .with_context(|| format!("cannot open {archive}"))?;
                    tar::Archive::new(GzDecoder::new(file)).unpack(&image.root)?;
                }
                ("WORKDIR", [path]) => fs::create_dir_all(image.inside(path))?,
                ("COPY", [options @ .., from, to]) => {
                    image.copy(options, from, to, &stages).context(line.clone())?
                }
                ("USER", [user]) => (*user).clone_into(&mut image.user),
                ("ENV", pairs) => {
                    for pair in pairs {
                        let (key, value) =
                            pair.split_once('=').with_context(|| format!("`{pair}` sets nothing"))?;
                        image.variables.push((key.to_owned(), value.to_owned()));
                    }
                }
                ("ENTRYPOINT", _) => image.entry_point = serde_json::from_str(rest).context(line.clone())?,
                ("CMD", _) => image.arguments = serde_json::from_str(rest).context(line.clone())?,
                _ => bail!("`{line}` is not understood"),
            }
        }
        Ok(image)
    }

    /// A path of the image on this machine.
    pub(crate) fn inside(&self, path: &str) -> PathBuf {
        self.root.join(path.trim_start_matches('/'))
    }

    fn copy(&self, options: &[&str], from: &str, to: &str, stages: &HashMap<String, PathBuf>) -> Result<()> {
        let option = |name: &str| options.iter().find_map(|option| option.strip_prefix(name));
        let stage =
            option("--from=").and_then(|stage| stages.get(stage)).context("there is no such stage")?;
        let owner = option("--chown=").map(parse_owner).transpose()?;
        copy_tree(&stage.join(from.trim_start_matches('/')), &self.inside(to), owner)
    }

    /// The command that starts the container under `chroot`, without the variables of this process.
    pub(crate) fn start(&self) -> Command {
        let mut chroot = command::new("chroot", &self.root);
        chroot.arg(format!("--userspec={}", self.user)).arg(&self.root);
        chroot.args(&self.entry_point).args(&self.arguments).env_clear();
        // Without it `chroot` itself would not be found; engines set it in containers, too.
        chroot.env("PATH", env::var_os("PATH").unwrap_or_default());
        chroot.envs(self.variables.iter().map(|(key, value)| (key, value)));
        chroot
    }

    /// The program that is started, on this machine.
    pub(crate) fn program(&self) -> Result<PathBuf> {
        Ok(self.inside(self.entry_point.first().context("the image has no ENTRYPOINT")?))
    }
}

/// Lines that are no comments, joined where they go on after a backslash.
fn instructions(containerfile: &str) -> impl Iterator<Item = String> {
    let lines = containerfile.lines().filter(|line| !line.trim_start().starts_with('#'));
    let text = lines.collect::<Vec<_>>().join("\n").replace("\\\n", " ");
    let lines: Vec<String> = text.lines().map(|line| line.trim().to_owned()).collect();
    lines.into_iter().filter(|line| !line.is_empty())
}

fn parse_owner(owner: &str) -> Result<(u32, u32)> {
    let (user, group) = owner.split_once(':').context("an owner is USER:GROUP")?;
    Ok((user.parse()?, group.parse()?))
}

fn copy_tree(from: &Path, to: &Path, owner: Option<(u32, u32)>) -> Result<()> {
    if from.is_dir() {
        fs::create_dir_all(to)?;
        for entry in fs::read_dir(from)? {
            let entry = entry?;
            copy_tree(&entry.path(), &to.join(entry.file_name()), owner)?;
        }
    } else {
        fs::create_dir_all(to.parent().unwrap_or(to))?;
        fs::copy(from, to).with_context(|| format!("cannot copy {}", from.display()))?;
    }
    if let Some((user, group)) = owner {
        own(to, user, group).with_context(|| format!("cannot give {} away", to.display()))?;
    }
    Ok(())
}

#[cfg(unix)]
fn own(path: &Path, user: u32, group: u32) -> Result<()> {
    Ok(std::os::unix::fs::chown(path, Some(user), Some(group))?)
}

#[cfg(not(unix))]
fn own(_: &Path, _: u32, _: u32) -> Result<()> {
    bail!("files have no such owner on this system")
}

/// The program that must load a binary first: none for a static one. Reads the headers of 64-bit little-endian ELF files.
pub(crate) fn interpreter(binary: &[u8]) -> Result<Option<String>> {
    const INTERPRETER: u64 = 3;
    let number = |offset: usize, bytes: usize| -> Result<u64> {
        let field =
            binary.get(offset..offset.saturating_add(bytes)).context("the binary ends in its headers")?;
        Ok(field.iter().rev().fold(0, |number, byte| (number << 8) | u64::from(*byte)))
    };
    if !binary.starts_with(b"\x7fELF\x02\x01") {
        bail!("this is no 64-bit program of Linux");
    }
    let (table, size, count) = (number(0x20, 8)?, number(0x36, 2)?, number(0x38, 2)?);
    for index in 0..count {
        let header = usize::try_from(table + index * size)?;
        if number(header, 4)? == INTERPRETER {
            let (start, length) =
                (usize::try_from(number(header + 8, 8)?)?, usize::try_from(number(header + 32, 8)?)?);
            let path = binary
                .get(start..start.saturating_add(length))
                .context("the interpreter is not in the binary")?;
            return Ok(Some(String::from_utf8_lossy(path).trim_end_matches('\0').to_owned()));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dist::archive::Files;

    fn folder(name: &str) -> PathBuf {
        let folder = env::temp_dir().join(format!("dicee-container-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn the_tree_holds_what_the_containerfile_copies_and_nothing_else() {
        let folder = folder("tree");
        let mut files = Files::default();
        files.add_program("bin/dicee", *b"program");
        files.add("share/doc/dicee/LICENSE-MIT", *b"text");
        files.add("share/man/man1/dicee.1", *b"page");
        fs::write(folder.join("x-1.tar.gz"), files.pack("x-1", 0).unwrap()).unwrap();
        // Giving files away takes rights that a test may not have.
        let containerfile = include_str!("../../../deploy/Containerfile").replace(" --chown=10001:10001", "");
        let image = Image::build(&containerfile, "x-1", &folder, &folder.join("tree")).unwrap();
        let mut found: Vec<_> =
            fs::read_dir(&image.root).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        found.sort();
        assert_eq!(found, ["bin", "data", "share"]);
        assert_eq!(fs::read(image.program().unwrap()).unwrap(), b"program");
        assert!(
            image.inside("/share/doc/dicee/LICENSE-MIT").is_file() && !image.inside("/share/man").exists()
        );
        let shown = command::show(&image.start());
        assert!(shown.contains("chroot --userspec=10001:10001 "), "{shown}");
        assert!(shown.ends_with(" /bin/dicee serve") && shown.contains("DICEE_DATA_DIR='/data'"), "{shown}");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn an_instruction_that_is_not_tested_is_refused() {
        let folder = folder("refused");
        for line in ["RUN true", "FROM debian", "COPY --from=other /a /b", "HEALTHCHECK NONE"] {
            let error = Image::build(&format!("FROM scratch\n{line}\n"), "x", &folder, &folder).unwrap_err();
            assert!(format!("{error:#}").contains(line), "{error:#}");
        }
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn lines_go_on_after_a_backslash_and_comments_are_left_out() {
        let found: Vec<_> = instructions("# a\nENV A=1 \\\n    B=2\n\nUSER x\n").collect();
        assert_eq!(found, ["ENV A=1      B=2", "USER x"]);
    }

    #[test]
    fn a_program_that_needs_another_to_load_it_is_not_static() {
        let this = fs::read(env::current_exe().unwrap()).unwrap();
        if cfg!(all(target_os = "linux", target_env = "gnu", target_pointer_width = "64")) {
            assert!(interpreter(&this).unwrap().unwrap().contains("ld"));
        }
        assert!(interpreter(b"#!/bin/sh\n").is_err());
        assert!(interpreter(b"\x7fELF\x02\x01").is_err());
    }
}
