//! The npm packages work in a browser, both through a bundler and without one.
//!
//! All packages are installed from their tarballs into one folder. One page uses each of them; it is built by Vite, and it
//! is also served as it is, with an import map. A browser opens both.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

use crate::project::Project;
use crate::{command, setup};

/// The page, what it runs, and the script that opens it in a browser.
const FILES: [(&str, &str); 3] = [
    ("index.html", include_str!("../npm/index.html")),
    ("main.js", include_str!("../npm/main.js")),
    ("open.mjs", include_str!("../npm/open.mjs")),
];

/// Installs the tarballs together, builds the page, and opens it in both forms.
pub(crate) fn check(project: &Project, tarballs: &[PathBuf]) -> Result<()> {
    let browser = setup::find_browser()?.context("there is no browser; cargo xtask setup --browser")?;
    let folder = project.scratch().join("package/browser");
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| format!("cannot empty {}", project.show(&folder)))?;
    }
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", project.show(&folder)))?;
    fs::write(folder.join("package.json"), r#"{"private": true, "type": "module"}"#)?;
    for (name, text) in FILES {
        fs::write(folder.join(name), text)?;
    }
    let install = ["install", "--offline", "--no-audit", "--no-fund"];
    command::run(command::new("npm", &folder).args(install).args(tarballs))?;
    build(project, &folder)?;
    for form in ["bundled", "."] {
        let mut open = command::new("node", &folder);
        open.arg("open.mjs").arg(folder.join(form)).arg(project.web().join("package.json"));
        command::run(open.env("CHROME_PATH", &browser))
            .with_context(|| format!("the packages do not work in a browser ({form})"))?;
    }
    Ok(())
}

/// Vite with its defaults, as a user of the packages has it. Import maps are for browsers without a bundler.
fn build(project: &Project, folder: &Path) -> Result<()> {
    let vite = project.web().join("node_modules/vite/bin/vite.js");
    let mut build = command::new("node", folder);
    build.arg(vite).args(["build", "--outDir", "bundled", "--logLevel", "warn"]);
    command::run(&mut build).context("Vite cannot bundle the packages")
}
