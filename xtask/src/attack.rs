//! Attacks on a running server and on what it hides, in full. The test command runs the same ones in a small form.

use anyhow::Result;

use crate::command;
use crate::project::{FULL, Project};

/// One attack: what it tries, and the tests that try it.
struct Attack {
    name: &'static str,
    about: &'static str,
    package: &'static str,
    /// The test binary.
    binary: &'static str,
    /// Part of the names of its tests.
    tests: &'static str,
    /// Whether it only makes sense with optimisation.
    release: bool,
}

const ATTACKS: &[Attack] = &[
    Attack {
        name: "seeds",
        about: "try all 2^32 seeds against seven tiles of a live deal",
        package: "fortytwo",
        binary: "all",
        tests: "search_through",
        release: true,
    },
    Attack {
        name: "unread",
        about: "ask and never read; send heads for ever",
        package: "server",
        binary: "all",
        tests: "listening",
        release: false,
    },
    Attack {
        name: "notes",
        about: "flood a game with hints and looks, then export it all",
        package: "server",
        binary: "live",
        tests: "flood",
        release: false,
    },
    Attack {
        name: "events",
        about: "send commands until a game could not be read any more",
        package: "live",
        binary: "all",
        tests: "so_long_that_it_cannot_be_read",
        release: false,
    },
    Attack {
        name: "lobby",
        about: "open empty tables until nobody finds anybody",
        package: "live",
        binary: "all",
        tests: "capture",
        release: false,
    },
    Attack {
        name: "clocks",
        about: "restart with an earlier clock, join with one that is ahead, set one back",
        package: "live",
        binary: "all",
        tests: "clock",
        release: false,
    },
    Attack {
        name: "end",
        about: "stop a node whose database is frozen and whose mailboxes are full",
        package: "server",
        binary: "nodes",
        tests: "ends_in_time",
        release: false,
    },
    Attack {
        name: "file",
        about: "start a second server on one file; erase a player and search the files",
        package: "server",
        binary: "live",
        tests: "privacy",
        release: false,
    },
];

/// Runs the attacks of these names, or all.
pub(crate) fn run(project: &Project, only: &[String]) -> Result<()> {
    if let Some(unknown) = only.iter().find(|name| !ATTACKS.iter().any(|attack| attack.name == name.as_str()))
    {
        let names: Vec<_> = ATTACKS.iter().map(|attack| attack.name).collect();
        anyhow::bail!("there is no attack `{unknown}`; the attacks are {}", names.join(", "));
    }
    for attack in
        ATTACKS.iter().filter(|attack| only.is_empty() || only.iter().any(|name| name == attack.name))
    {
        println!("\n== {}: {}", attack.name, attack.about);
        let mut cargo = project.cargo();
        cargo.args(["test", "-p", attack.package, "--all-features", "--test", attack.binary]);
        if attack.release {
            cargo.arg("--release");
        }
        // Ignored ones take minutes, and are what a full attack is for.
        cargo.args(["--", attack.tests, "--include-ignored", "--nocapture"]).env(FULL, "1");
        command::run(&mut cargo)?;
    }
    Ok(())
}
