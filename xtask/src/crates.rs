//! The crates as they are published, and the program as it is installed.
//!
//! In the repository crates have short names, most of which belong to others on crates.io. What is published is a copy of
//! the workspace in which they are called `dicee-...`; in code they keep their names, by `[lib] name` and `package`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use flate2::read::GzDecoder;

use crate::browser::{self, Server};
use crate::command;
use crate::project::Project;

/// The folders of the crates that are published, each after those it needs, and their names on crates.io.
const PUBLISHED: [(&str, &str); 12] = [
    ("chance", "dicee-chance"),
    ("ledger", "dicee-ledger"),
    ("dicee", "dicee-game"),
    ("fortytwo", "dicee-fortytwo"),
    ("pools", "dicee-pools"),
    ("coach", "dicee-coach"),
    ("protocol", "dicee-protocol"),
    ("store", "dicee-store"),
    ("live", "dicee-live"),
    ("server", "dicee-server"),
    ("gpu", "dicee-gpu"),
    ("cli", "dicee-cli"),
];

/// What a crate of this repository is called elsewhere.
pub(crate) fn published_name(krate: &str) -> String {
    let known = PUBLISHED.iter().find(|(folder, _)| *folder == krate);
    known.map_or_else(|| format!("dicee-{krate}"), |(_, name)| (*name).to_owned())
}

/// The folder of the program, on which nothing else depends.
const PROGRAM: &str = "cli";

/// Packs the crates and checks their contents. With `--full` every crate is also built from its package, and the
/// program is installed and started.
pub(crate) fn check(project: &Project) -> Result<()> {
    pack(project)?;
    if project.is_full() { install(project) } else { Ok(()) }
}

/// Writes the workspace as it is published into `target/crates`, and packs its crates.
pub(crate) fn pack(project: &Project) -> Result<()> {
    let folder = project.target().join("crates");
    write(project, &folder)?;
    let mut pack = project.cargo();
    pack.current_dir(&folder)
        .args(["package", "--offline", "--quiet"])
        .args(PUBLISHED.iter().flat_map(|(_, name)| ["-p", name]));
    if !project.is_full() {
        pack.arg("--no-verify");
    }
    // One target directory, so that what the crates share is built once.
    let target = folder.join("target");
    command::run(pack.env("CARGO_TARGET_DIR", &target))?;
    let version = version(project)?;
    for (krate, name) in PUBLISHED {
        let file = target.join("package").join(format!("{name}-{version}.crate"));
        let found = packed_files(&file).with_context(|| format!("cannot read {}", project.show(&file)))?;
        let missing: Vec<&str> = required(krate).filter(|file| !found.contains(*file)).collect();
        if !missing.is_empty() {
            bail!("the package of {name} lacks {}", missing.join(", "));
        }
        println!("{name} {version}: {} files, {} B", found.len(), fs::metadata(&file)?.len());
    }
    Ok(())
}

/// The copy of the workspace: tracked files, other names, the web app beside the server.
fn write(project: &Project, folder: &Path) -> Result<()> {
    let crates = folder.join("crates");
    if crates.exists() {
        fs::remove_dir_all(&crates).with_context(|| format!("cannot empty {}", project.show(&crates)))?;
    }
    let mut git = command::new("git", project.root());
    let listed = command::output(git.args([
        "ls-files",
        "-z",
        "--cached",
        "--others",
        "--exclude-standard",
        "crates",
        "Cargo.lock",
    ]))?;
    for name in listed.split('\0').filter(|name| !name.is_empty()) {
        copy(&project.root().join(name), &folder.join(name))
            .with_context(|| format!("cannot copy {name}"))?;
    }
    if !crates.join("server/dist/index.html").is_file() {
        bail!("the web app is not built; cargo xtask web makes it");
    }
    let workspace =
        fs::read_to_string(project.root().join("Cargo.toml")).context("cannot read Cargo.toml")?;
    fs::write(folder.join("Cargo.toml"), published_workspace(&workspace)?)?;
    for (krate, name) in PUBLISHED {
        let file = crates.join(krate).join("Cargo.toml");
        let has_library = crates.join(krate).join("src/lib.rs").is_file();
        let manifest =
            fs::read_to_string(&file).with_context(|| format!("cannot read {}", project.show(&file)))?;
        fs::write(&file, published_crate(&manifest, krate, name, has_library).context(krate)?)?;
    }
    // The others stay as they are, but for what they depend on.
    for entry in fs::read_dir(&crates)? {
        let file = entry?.path().join("Cargo.toml");
        let is_published = PUBLISHED.iter().any(|(krate, _)| file.parent() == Some(&crates.join(krate)));
        if file.is_file() && !is_published {
            let manifest =
                fs::read_to_string(&file).with_context(|| format!("cannot read {}", project.show(&file)))?;
            fs::write(&file, published_dependencies(&manifest))?;
        }
    }
    Ok(())
}

/// Copies what a link leads to, and nothing for a file that was deleted.
fn copy(from: &Path, to: &Path) -> Result<()> {
    if from.is_dir() {
        for entry in fs::read_dir(from)? {
            let entry = entry?;
            copy(&entry.path(), &to.join(entry.file_name()))?;
        }
    } else if from.is_file() {
        fs::create_dir_all(to.parent().unwrap_or(to))?;
        fs::copy(from, to)?;
    }
    Ok(())
}

/// The manifest of the workspace with the published names. Profiles are for the programs of this repository.
fn published_workspace(manifest: &str) -> Result<String> {
    let manifest = manifest.split("\n[profile").next().unwrap_or_default();
    let mut written = replaced(manifest, ", \"xtask\"]", "]")?;
    for (krate, name) in PUBLISHED.into_iter().filter(|(krate, _)| *krate != PROGRAM) {
        written = replaced(
            &written,
            &format!("\n{krate} = {{ version"),
            &format!("\n{krate} = {{ package = \"{name}\", version"),
        )?;
    }
    Ok(written + "\n")
}

/// The manifest of a crate with the published name, under which its library keeps its own.
fn published_crate(manifest: &str, krate: &str, name: &str, has_library: bool) -> Result<String> {
    let mut written = replaced(manifest, &format!("name = \"{krate}\"\n"), &format!("name = \"{name}\"\n"))?;
    written = replaced(&written, "publish.workspace = true\n", "publish = true\n")?;
    // A crate that tests itself with other features.
    written = written.replace(
        &format!("{krate} = {{ path = \".\""),
        &format!("{krate} = {{ package = \"{name}\", path = \".\""),
    );
    // A dependency with other features than the workspace's.
    for (other, name) in PUBLISHED {
        let (from, to) =
            (format!("\n{other} = {{ version"), format!("\n{other} = {{ package = \"{name}\", version"));
        written = written.replace(&from, &to);
    }
    if has_library {
        // Before the section that follows `[package]`, with which the manifest begins.
        let next =
            written.find("\n[").filter(|_| written.starts_with("[package]") && !written.contains("\n[lib]"));
        let next = next.context("there is no place for the name of the library")?;
        written.insert_str(next + 1, &format!("[lib]\nname = \"{krate}\"\n\n"));
    }
    Ok(written)
}

/// A manifest whose dependencies with other features than the workspace's have the published names.
fn published_dependencies(manifest: &str) -> String {
    let rename = |manifest: String, (krate, name): (&str, &str)| {
        let path = format!("path = \"../{krate}\"");
        let lines = manifest.lines().map(|line| match line.strip_prefix(&format!("{krate} = {{ ")) {
            Some(rest) if rest.contains(&path) => format!("{krate} = {{ package = \"{name}\", {rest}\n"),
            _ => format!("{line}\n"),
        });
        lines.collect()
    };
    PUBLISHED.into_iter().fold(manifest.to_owned(), rename)
}

/// The text with its first `from` replaced, which must be there.
fn replaced(text: &str, from: &str, to: &str) -> Result<String> {
    if !text.contains(from) {
        bail!("the manifest does not contain `{}`", from.trim());
    }
    Ok(text.replacen(from, to, 1))
}

/// The version of the workspace.
fn version(project: &Project) -> Result<String> {
    let text = fs::read_to_string(project.root().join("Cargo.toml")).context("cannot read Cargo.toml")?;
    let manifest: toml::Table = text.parse().context("Cargo.toml")?;
    let version = manifest["workspace"]["package"]["version"].as_str();
    Ok(version.context("the workspace has no version")?.to_owned())
}

/// What a package must hold; the server also holds the web app, without which it would serve a placeholder.
fn required(krate: &str) -> impl Iterator<Item = &'static str> {
    let app: &[&str] =
        if krate == "server" { &["build.rs", "placeholder.html", "dist/index.html"] } else { &[] };
    ["Cargo.toml", "LICENSE-APACHE", "LICENSE-MIT"].into_iter().chain(app.iter().copied())
}

/// The paths in a package, below its folder.
fn packed_files(file: &Path) -> Result<BTreeSet<String>> {
    let mut archive = tar::Archive::new(GzDecoder::new(fs::File::open(file)?));
    let mut found = BTreeSet::new();
    for entry in archive.entries()? {
        let path = entry?.path()?.into_owned();
        found.insert(path.components().skip(1).collect::<PathBuf>().display().to_string());
    }
    Ok(found)
}

/// `cargo install` of the checkout, into a folder of its own, from what the release build left.
fn install(project: &Project) -> Result<()> {
    let folder = project.scratch().join("install");
    let arguments =
        ["install", "--path", "crates/cli", "--locked", "--force", "--quiet", "--no-track", "--root"];
    command::run(project.cargo().args(arguments).arg(&folder))?;
    let program = folder.join("bin").join(format!("dicee{}", std::env::consts::EXE_SUFFIX));
    command::run(command::new(&program, &folder).arg("--version"))?;
    let addr = browser::free_address()?;
    let mut serve = command::new(&program, &folder);
    serve.args(["serve", "--memory", "--addr", &addr.to_string()]);
    let server = Server::start_as(serve, addr)?;
    if !browser::get(addr, "/")?.contains("/_app/") {
        bail!("the installed program serves no web app");
    }
    server.stop()
}

#[cfg(test)]
mod tests {
    use std::env;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    #[test]
    fn the_manifests_of_this_repository_can_be_published() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let workspace = published_workspace(&fs::read_to_string(root.join("Cargo.toml")).unwrap()).unwrap();
        let workspace: toml::Table = workspace.parse().unwrap();
        for (krate, name) in PUBLISHED {
            assert!(name.starts_with("dicee-"), "{name}");
            let dependency = workspace["workspace"]["dependencies"].get(krate);
            let package = dependency.and_then(|dependency| dependency.get("package")?.as_str());
            assert_eq!(package, Some(name).filter(|_| krate != PROGRAM));
            let folder = root.join("crates").join(krate);
            let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
            let has_library = folder.join("src/lib.rs").is_file();
            let manifest: toml::Table =
                published_crate(&manifest, krate, name, has_library).unwrap().parse().unwrap();
            assert_eq!(manifest["package"]["name"].as_str(), Some(name));
            assert_eq!(manifest["package"]["publish"].as_bool(), Some(true));
            let library = manifest.get("lib").and_then(|library| library.get("name")?.as_str());
            assert_eq!(library, has_library.then_some(krate));
        }
    }

    #[test]
    fn a_manifest_that_would_be_published_under_its_old_name_is_refused() {
        assert!(
            published_crate("[package]\nname = \"other\"\npublish.workspace = true\n", "x", "dicee-x", false)
                .is_err()
        );
        assert!(published_workspace("[workspace]\nmembers = [\"crates/*\", \"xtask\"]\n").is_err());
    }

    #[test]
    fn the_files_of_a_package_are_those_below_its_folder() {
        let file = env::temp_dir().join(format!("dicee-crates-{}.crate", std::process::id()));
        let mut tar =
            tar::Builder::new(GzEncoder::new(fs::File::create(&file).unwrap(), Compression::fast()));
        for path in ["x-1.0.0/Cargo.toml", "x-1.0.0/src/lib.rs"] {
            let mut header = tar::Header::new_gnu();
            header.set_size(1);
            tar.append_data(&mut header, path, &b"x"[..]).unwrap();
        }
        tar.into_inner().unwrap().finish().unwrap();
        assert_eq!(
            packed_files(&file).unwrap().into_iter().collect::<Vec<_>>(),
            ["Cargo.toml", "src/lib.rs"]
        );
        fs::remove_file(file).unwrap();
    }

    #[test]
    fn only_the_server_holds_the_web_app() {
        assert!(required("server").any(|file| file == "dist/index.html"));
        assert!(!required("store").any(|file| file == "dist/index.html"));
    }
}
