//! Release archives: one program with the web app inside, and what an operator, a packager and a lawyer look for.
//!
//! An archive unpacks over `/usr/local`. It is static on Linux, so that it runs on any distribution and in a container that
//! holds nothing else. Its bytes depend on the sources and the toolchain alone.
//!
//! * `inventory.rs` finds the packages inside, `sbom.rs` lists them for programs, `notices.rs` has their licences.
//! * `archive.rs` packs; `container.rs` builds the tree of the container and starts it.

mod archive;
mod container;
mod inventory;
mod notices;
mod sbom;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};

use self::archive::{Files, sha256};
use self::container::{Image, interpreter};
use self::inventory::Inventory;
use crate::browser::{self, Server};
use crate::project::Project;
use crate::{command, setup};

/// Files of the repository in an archive, and where they are there.
const COPIED: [(&str, &str); 6] = [
    ("CHANGELOG.md", "share/doc/dicee/CHANGELOG.md"),
    ("LICENSE-APACHE", "share/doc/dicee/LICENSE-APACHE"),
    ("LICENSE-MIT", "share/doc/dicee/LICENSE-MIT"),
    ("deploy/dicee.service", "lib/systemd/system/dicee.service"),
    ("deploy/grafana/dicee.json", "share/dicee/grafana/dicee.json"),
    ("deploy/prometheus/dicee.rules.yml", "share/dicee/prometheus/dicee.rules.yml"),
];

/// Shells, and where they look for the completions of a program.
const COMPLETIONS: [(&str, &str); 3] = [
    ("bash", "share/bash-completion/completions/dicee"),
    ("fish", "share/fish/vendor_completions.d/dicee.fish"),
    ("zsh", "share/zsh/site-functions/_dicee"),
];

const CONTAINERFILE: &str = "deploy/Containerfile";

/// Builds the program for `target`, or for a static one of this machine, and writes its release.
pub(crate) fn run(project: &Project, target: Option<&str>) -> Result<()> {
    let target = target.map_or_else(|| static_target(project), |target| Ok(target.to_owned()))?;
    let binary = build(project, &target)?;
    let release = Release::make(project, &binary, &target)?;
    let folder = project.dist();
    for (name, size, hash) in release.write(project, &folder)? {
        println!("{hash}  {:>10}  {}", format!("{size} B"), project.show(&folder.join(name)));
    }
    Ok(())
}

/// The release of the binary that the other checks use has all its parts and starts in its container. At full length it has
/// the same bytes when it is made again, and the same holds for that of the static binary.
pub(crate) fn check(project: &Project) -> Result<()> {
    check_release(project, &project.tested_binary(), &host(project)?)?;
    if project.is_full() {
        let target = static_target(project)?;
        check_release(project, &build(project, &target)?, &target)?;
    }
    Ok(())
}

fn check_release(project: &Project, binary: &Path, target: &str) -> Result<()> {
    let release = Release::make(project, binary, target)?;
    if project.is_full() && release.archive != Release::make(project, binary, target)?.archive {
        bail!("the archive of {} differs when it is made again", release.name);
    }
    let folder = project.scratch().join("dist").join(target);
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| format!("cannot empty {}", project.show(&folder)))?;
    }
    release.write(project, &folder)?;
    start_container(project, &release, &folder)
}

/// What is published for one target.
#[derive(Debug)]
struct Release {
    /// Of the archive, and of the folder in it.
    name: String,
    archive: Vec<u8>,
    /// The software bill of materials, which is also in the archive.
    bill: String,
}

impl Release {
    fn make(project: &Project, binary: &Path, target: &str) -> Result<Self> {
        let inventory = Inventory::read(project, target)?;
        let name = format!("dicee-{}-{target}", inventory.program.version);
        let time = source_time(project)?;
        let bill = sbom::write(&inventory, time)?;
        let mut files = Files::default();
        let program = fs::read(binary).with_context(|| format!("cannot read {}", project.show(binary)))?;
        files.add_program("bin/dicee", program);
        for (from, to) in COPIED {
            files
                .add(to, fs::read(project.root().join(from)).with_context(|| format!("cannot read {from}"))?);
        }
        files.add("share/doc/dicee/THIRD-PARTY-LICENCES.txt", notices::write(&inventory)?);
        files.add("share/doc/dicee/sbom.cdx.json", bill.clone());
        add_manual(project, binary, &mut files)?;
        let pages = files.list().filter(|(path, _)| path.starts_with("share/man/")).count();
        println!("{name}: {} packages inside, {pages} man pages", inventory.components.len());
        Ok(Self { archive: files.pack(&name, time)?, name, bill })
    }

    /// Writes the archive, the bill of materials, the Containerfile and their hashes; returns names, sizes and hashes.
    fn write(&self, project: &Project, folder: &Path) -> Result<Vec<(String, usize, String)>> {
        fs::create_dir_all(folder).with_context(|| format!("cannot create {}", project.show(folder)))?;
        let containerfile = fs::read(project.root().join(CONTAINERFILE)).context(CONTAINERFILE)?;
        let mut written = Vec::new();
        for (name, content) in [
            (format!("{}.tar.gz", self.name), self.archive.as_slice()),
            (format!("{}.cdx.json", self.name), self.bill.as_bytes()),
            (String::from("Containerfile"), containerfile.as_slice()),
        ] {
            let file = folder.join(&name);
            fs::write(&file, content).with_context(|| format!("cannot write {}", project.show(&file)))?;
            written.push((name, content.len(), sha256(content)));
        }
        let sums: String = written.iter().map(|(name, _, hash)| format!("{hash}  {name}\n")).collect();
        fs::write(folder.join("SHA256SUMS"), sums).context("cannot write SHA256SUMS")?;
        Ok(written)
    }
}

/// The man pages and completions, which the program writes itself.
fn add_manual(project: &Project, binary: &Path, files: &mut Files) -> Result<()> {
    let ask = || command::new(binary, project.root());
    let folder = project.scratch().join("man");
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| format!("cannot empty {}", project.show(&folder)))?;
    }
    command::output(ask().arg("man").arg(&folder))
        .context("the program does not run on this machine, so it cannot write its manual")?;
    for entry in fs::read_dir(&folder)? {
        let entry = entry?;
        let name = entry.file_name().into_string().unwrap_or_default();
        files.add(format!("share/man/man1/{name}"), fs::read(entry.path())?);
    }
    for (shell, path) in COMPLETIONS {
        files.add(path, command::output(ask().args(["completions", shell]))?);
    }
    Ok(())
}

/// Builds the program so that its own code names no folder of this machine. The modules in the web app still name the folder
/// of cargo, in messages of panics.
fn build(project: &Project, target: &str) -> Result<PathBuf> {
    setup::release_target(project, target)?;
    let home = env::var_os("HOME").map(PathBuf::from).unwrap_or_default();
    let cargo_home = env::var_os("CARGO_HOME").map_or_else(|| home.join(".cargo"), PathBuf::from);
    let folders = [(project.root(), "/dicee"), (cargo_home.as_path(), "/cargo")];
    let flags = folders.map(|(from, to)| format!("--remap-path-prefix={}={to}", from.display()));
    let arguments = ["build", "--release", "--locked", "-p", "cli", "--target", target];
    command::run(
        project
            .cargo()
            .args(arguments)
            .env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}"))
            // Names of functions stay, for backtraces.
            .env("CARGO_PROFILE_RELEASE_STRIP", "debuginfo"),
    )?;
    let binary = project.binary_for(target);
    let content = fs::read(&binary).with_context(|| format!("cannot read {}", project.show(&binary)))?;
    if target.ends_with("musl") && interpreter(&content)?.is_some() {
        bail!("{} is not static", project.show(&binary));
    }
    Ok(binary)
}

/// Builds the tree of the container from the release in `folder`, starts it under `chroot`, asks for a page, and stops it.
fn start_container(project: &Project, release: &Release, folder: &Path) -> Result<()> {
    if command::output(command::new("id", project.root()).arg("-u"))?.trim() != "0" {
        println!("the container is not started: chroot is for root alone");
        return Ok(());
    }
    let containerfile = fs::read_to_string(project.root().join(CONTAINERFILE)).context(CONTAINERFILE)?;
    let image =
        Image::build(&containerfile, &release.name, folder, &folder.join("tree")).context(CONTAINERFILE)?;
    let program = image.program()?;
    if interpreter(&fs::read(&program)?)?.is_some() {
        println!("the program is not static: its libraries come with it");
        add_libraries(project, &image, &program)?;
    }
    let addr = browser::free_address()?;
    let mut start = image.start();
    start.env("DICEE_ADDR", addr.to_string());
    let server = Server::start_as(start, addr)?;
    let page = browser::get(addr, "/")?;
    if !page.starts_with("HTTP/1.1 200 ") || !page.contains("/_app/") {
        bail!("the container serves no web app: {}", page.lines().next().unwrap_or("nothing"));
    }
    server.stop()?;
    let database = image.inside("/data/dicee.db");
    if !database.is_file() {
        bail!("the container wrote no {}", project.show(&database));
    }
    println!("the container started, served the web app and stopped");
    Ok(())
}

/// Copies the libraries of a program to where it looks for them.
fn add_libraries(project: &Project, image: &Image, program: &Path) -> Result<()> {
    let listed = command::output(command::new("ldd", project.root()).arg(program))?;
    for library in libraries(&listed) {
        let to = image.inside(library);
        fs::create_dir_all(to.parent().context("a library is in a folder")?)?;
        fs::copy(library, &to).with_context(|| format!("cannot copy {library}"))?;
    }
    Ok(())
}

/// The paths in what `ldd` prints: `libc.so.6 => /lib/libc.so.6 (0x7f)`, or the path alone.
fn libraries(listed: &str) -> Vec<&str> {
    listed.split_whitespace().filter(|word| word.starts_with('/')).collect()
}

/// The target of this machine.
fn host(project: &Project) -> Result<String> {
    let version = command::output(command::new("rustc", project.root()).arg("-vV"))?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("rustc names no host")?.to_owned())
}

/// The target of this machine whose programs need no libraries; elsewhere than on Linux there is none, and its own will do.
fn static_target(project: &Project) -> Result<String> {
    let host = host(project)?;
    Ok(host.strip_suffix("-linux-gnu").map_or(host.clone(), |machine| format!("{machine}-linux-musl")))
}

/// When the sources were changed last, in seconds since 1970: `SOURCE_DATE_EPOCH`, or the time of the commit.
fn source_time(project: &Project) -> Result<u64> {
    let set = env::var("SOURCE_DATE_EPOCH").ok();
    let asked = || command::output(command::new("git", project.root()).args(["log", "-1", "--format=%ct"]));
    let time = set.map_or_else(asked, Ok)?;
    time.trim().parse().with_context(|| format!("`{}` is no time in seconds since 1970", time.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_libraries_of_a_program_are_the_paths_that_ldd_prints() {
        let listed =
            "\tlinux-vdso.so.1 (0x7ffd)\n\tlibc.so.6 => /lib/x/libc.so.6 (0x7f0)\n\t/lib64/ld.so.2 (0x7f1)\n";
        assert_eq!(libraries(listed), ["/lib/x/libc.so.6", "/lib64/ld.so.2"]);
        assert!(libraries("\tstatically linked\n").is_empty());
    }

    #[test]
    fn everything_that_an_archive_copies_is_in_the_repository() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        for file in COPIED.iter().map(|(from, _)| *from).chain([CONTAINERFILE]) {
            assert!(root.join(file).is_file(), "{file}");
        }
    }
}
