//! Pictures of the web app, for looking at: screens x sizes x themes.

use std::fs;

use anyhow::{Context as _, Result};

use crate::browser::Server;
use crate::project::Project;
use crate::{command, setup};

/// Takes them into `web/shots`, which git ignores. With `only`, those of the screens whose name contains it, or one of
/// several parts with commas between them.
pub(crate) fn take(project: &Project, only: Option<&str>) -> Result<()> {
    let browser = setup::find_browser()?.context("there is no browser; cargo xtask setup --browser")?;
    let folder = project.web().join("shots");
    if only.is_none() && folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| format!("cannot empty {}", project.show(&folder)))?;
    }
    let (_server, addr) = Server::start(project, &project.release_binary(), &[])?;
    command::run(
        project
            .npm()
            .args(["run", "shots"])
            .env("DICEE_URL", format!("http://{addr}"))
            .env("DICEE_SHOTS", &folder)
            .env("DICEE_SHOTS_ONLY", only.unwrap_or_default())
            .env("CHROME_PATH", browser),
    )?;
    println!("pictures are in {}", project.show(&folder));
    Ok(())
}
