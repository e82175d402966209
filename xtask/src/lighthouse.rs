//! Lighthouse over the web app, served by the release binary.

use anyhow::{Context as _, Result};

use crate::browser::Server;
use crate::project::Project;
use crate::{command, setup};

/// Measures the first pages a visitor may see, each `runs` times, and prints the median run of each. Lighthouse is a
/// package of its own, so that its many dependencies never enter the lock file of the app.
pub(crate) fn measure(project: &Project, runs: u32) -> Result<()> {
    let browser = setup::find_browser()?.context("there is no browser; cargo xtask setup --browser")?;
    let folder = project.root().join("benches/lighthouse");
    setup::npm_packages(project, &folder)?;
    let (_server, addr) = Server::start(project, &project.release_binary(), &[])?;
    command::run(
        command::new("node", &folder)
            .args(["measure.mjs", &format!("http://{addr}"), &runs.to_string()])
            .env("CHROME_PATH", browser),
    )
}
