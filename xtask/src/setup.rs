//! What the build needs beyond Rust and Node.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};

use crate::command;
use crate::project::Project;
use crate::stamp::{Stamp, hash_bytes};

/// The oldest Node that the build of the web app runs on.
const NODE: &str = "20.19";

/// The target of the modules that run in browsers.
pub(crate) const WASM_TARGET: &str = "wasm32-unknown-unknown";

/// Names under which Chromium and its relatives are installed.
const BROWSERS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// Places outside of PATH where they are installed.
const BROWSER_PLACES: [&str; 2] =
    ["/usr/bin/chromium", "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"];

/// Debian's Firefox.
const FIREFOX: &str = "/usr/bin/firefox-esr";

/// What drives Debian's WebKit, which has no mode without a screen, and the packages they are in.
const WEBKIT: [(&str, &str); 2] =
    [("/usr/bin/WebKitWebDriver", "webkit2gtk-driver"), ("/usr/bin/Xvfb", "xvfb")];

/// Installs what is missing; does nothing when all is there.
pub(crate) fn run(project: &Project, browser: bool) -> Result<()> {
    rust_target(project, WASM_TARGET)?;
    npm_packages(project, &project.web())?;
    if browser {
        install_browser(project)?;
        if project.is_full() {
            install_firefox(project)?;
            install_webkit(project);
        }
    }
    Ok(())
}

/// The standard library for a target.
fn rust_target(project: &Project, target: &str) -> Result<()> {
    let sysroot = command::output(command::new("rustc", project.root()).args(["--print", "sysroot"]))?;
    if Path::new(sysroot.trim()).join("lib/rustlib").join(target).join("lib").is_dir() {
        return Ok(());
    }
    command::run(command::new("rustup", project.root()).args(["target", "add", target]))
        .with_context(|| format!("the Rust target {target} is missing; install it with your Rust"))
}

/// What a build for `target` needs; for a static one also a C compiler, because SQLite and the TLS library are C.
pub(crate) fn release_target(project: &Project, target: &str) -> Result<()> {
    rust_target(project, target)?;
    let mut compiler = command::new("musl-gcc", project.root());
    if target.ends_with("musl") && !command::works(compiler.arg("--version")) {
        let advice = "there is no C compiler for musl; install it (Debian: sudo apt-get install musl-tools)";
        apt_install(project, "musl-tools", advice)?;
    }
    Ok(())
}

/// `npm ci` in a folder, unless the installed packages are those of its lock file.
pub(crate) fn npm_packages(project: &Project, folder: &Path) -> Result<()> {
    let lock_file = folder.join("package-lock.json");
    let lock = fs::read(&lock_file).with_context(|| format!("cannot read {}", project.show(&lock_file)))?;
    let installed = folder.join("node_modules");
    let inputs = hash_bytes(&[&lock]);
    let stamp = Stamp::at(installed.join(".dicee-stamp"));
    if stamp.is_fresh(inputs, 0) {
        return Ok(());
    }
    if !command::works(command::new("npm", project.root()).arg("--version")) {
        bail!("npm is missing; install Node {NODE} or newer, which brings it");
    }
    let node = command::output(command::new("node", project.root()).arg("--version"))?;
    if !is_new_enough(&node) {
        bail!("Node is {}; the web app is built with {NODE} or newer", node.trim());
    }
    command::run(command::new("npm", folder).args(["ci", "--no-audit", "--no-fund"]))?;
    stamp.write(inputs, 0)
}

/// Whether `v20.19.2` or the like is at least [`NODE`].
fn is_new_enough(version: &str) -> bool {
    let numbers = |text: &str| -> Option<(u32, u32)> {
        let mut parts = text.trim().trim_start_matches('v').split('.');
        Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
    };
    numbers(version) >= numbers(NODE)
}

fn install_browser(project: &Project) -> Result<()> {
    if find_browser()?.is_some() {
        return Ok(());
    }
    apt_install(
        project,
        "chromium",
        "there is no Chromium for the browser tests; install it (Debian: sudo apt-get install chromium) or set \
         CHROME_PATH to a Chromium or Chrome",
    )?;
    find_browser()?.map(drop).context("Chromium was installed, yet no program of that name is on PATH")
}

/// Firefox for the game that is played in it with `--full`; if it cannot be installed, that game is skipped.
fn install_firefox(project: &Project) -> Result<()> {
    let installed = env::var_os("FIREFOX_PATH").map_or_else(|| PathBuf::from(FIREFOX), PathBuf::from);
    if installed.is_file() {
        return Ok(());
    }
    let advice =
        "there is no Firefox; install it (Debian: sudo apt-get install firefox-esr) or set FIREFOX_PATH";
    if let Err(error) = apt_install(project, "firefox-esr", advice) {
        println!("{error:#}: the game in Firefox is left out");
    }
    Ok(())
}

/// WebKit with its driver and a screen in memory, for another game; where they cannot be installed, that game is left out.
fn install_webkit(project: &Project) {
    for (program, package) in WEBKIT {
        if Path::new(program).is_file() {
            continue;
        }
        let advice = format!("there is no {program}; install it (Debian: sudo apt-get install {package})");
        if let Err(error) = apt_install(project, package, &advice) {
            println!("{error:#}: the game in WebKit is left out");
            return;
        }
    }
}

/// Python with what it takes to make a virtual environment, for the tool that asks the server by its description.
pub(crate) fn python(project: &Project) -> Result<()> {
    let mut asked = command::new("python3", project.root());
    if command::works(asked.args(["-c", "import ensurepip, venv"])) {
        return Ok(());
    }
    let advice = "there is no Python with venv; install it (Debian: sudo apt-get install python3-venv)";
    apt_install(project, "python3-venv", advice)
}

/// Installs a package of Debian where we may; otherwise says what to do.
fn apt_install(project: &Project, package: &str, advice: &str) -> Result<()> {
    let apt = ["-o", "DPkg::Lock::Timeout=300", "-y"];
    let has_apt = command::works(command::new("apt-get", project.root()).arg("--version"));
    let user = command::output(command::new("id", project.root()).arg("-u")).unwrap_or_default();
    if !has_apt || user.trim() != "0" {
        bail!("{advice}");
    }
    command::run(command::new("apt-get", project.root()).args(apt).arg("update"))?;
    let install = ["install", "--no-install-recommends", package];
    command::run(command::new("apt-get", project.root()).args(apt).args(install))
}

/// The browser for the tests: `CHROME_PATH`, or the first that is installed.
pub(crate) fn find_browser() -> Result<Option<PathBuf>> {
    if let Some(chosen) = env::var_os("CHROME_PATH").map(PathBuf::from) {
        if chosen.is_file() {
            return Ok(Some(chosen));
        }
        bail!("CHROME_PATH names {}, which is no file", chosen.display());
    }
    let path = env::var_os("PATH").unwrap_or_default();
    let folders: Vec<_> = env::split_paths(&path).collect();
    Ok(first_browser(&folders, |file| file.is_file()))
}

fn first_browser(folders: &[PathBuf], exists: impl Fn(&Path) -> bool) -> Option<PathBuf> {
    let on_path = BROWSERS.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    BROWSER_PLACES.iter().map(PathBuf::from).chain(on_path).find(|file| exists(file))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_old_node_is_noticed() {
        assert!(is_new_enough("v20.19.0\n") && is_new_enough("v22.1.0") && is_new_enough("v20.20.2"));
        assert!(!is_new_enough("v20.18.3") && !is_new_enough("v18.20.0") && !is_new_enough("none"));
    }

    fn found(existing: &[&str]) -> Option<PathBuf> {
        let folders = ["/opt/bin", "/usr/bin"].map(PathBuf::from);
        first_browser(&folders, |file| existing.iter().any(|name| Path::new(name) == file))
    }

    #[test]
    fn chromium_is_preferred_and_chrome_will_do() {
        assert_eq!(found(&[]), None);
        let chrome = "/opt/bin/google-chrome";
        assert_eq!(found(&[chrome]), Some(PathBuf::from(chrome)));
        assert_eq!(found(&[chrome, "/opt/bin/chromium"]), Some(PathBuf::from("/opt/bin/chromium")));
    }
}
