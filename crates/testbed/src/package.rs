//! Programs of other projects.

use std::path::PathBuf;
use std::process::Command;
use std::sync::{Mutex, PoisonError};

/// The folder that `find` finds; if there is none, the Debian package is installed, which only root can do.
pub(crate) fn folder_of(package: &str, find: impl Fn() -> Option<PathBuf>) -> PathBuf {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _one = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    find().unwrap_or_else(|| {
        let apt = ["-o", "DPkg::Lock::Timeout=300", "-y"];
        let install = ["install", "--no-install-recommends", package];
        let advice = format!("{package} is missing; install it (Debian: sudo apt-get install {package})");
        for arguments in [&["update"][..], &install] {
            let mut command = Command::new("apt-get");
            let status = command.args(apt).args(arguments).env("DEBIAN_FRONTEND", "noninteractive").status();
            assert!(status.is_ok_and(|status| status.success()), "{advice}");
        }
        find().expect(&advice)
    })
}

/// The program by which Prometheus checks rules and tries them; installed if it is missing, as the servers are.
#[must_use]
pub fn promtool() -> PathBuf {
    let has = |folder: &PathBuf| folder.join("promtool").is_file();
    folder_of("prometheus", || path().into_iter().find(has)).join("promtool")
}

/// The folders of PATH.
pub(crate) fn path() -> Vec<PathBuf> {
    std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()).collect()
}
