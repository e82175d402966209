//! Every check of `cargo xtask test`, cheap ones first.
//!
//! Builds are shared: clippy and rustdoc use the same metadata, and tests, doctests and examples the same libraries,
//! because all of them ask for the whole workspace with all features. Asking for less would build it a second time.
//!
//! What is made for browsers is built and checked beside the rest of Rust: other profiles, so cargo locks neither. The
//! server takes in what `web` writes, so that is written while no step builds the server. The browser tests run alone:
//! they wait for what a page shows, and not for long.

use std::num::NonZero;
use std::thread;

use anyhow::Result;

use crate::project::Project;
use crate::step::{Lane, Step};
use crate::{
    browser, command, crates, dist, licences, modules, package, readme, setup, simulation, text, upgrade,
    wasm, web,
};

/// The steps in the order they run.
pub(crate) fn steps() -> Vec<Step> {
    let step = |name, about, remedy, run| Step { name, about, remedy, lane: Lane::Main, after: &[], run };
    vec![
        step(
            "setup",
            "the tools and packages are there, with a browser",
            "install what the message above names",
            |project| setup::run(project, true),
        ),
        step("fmt", "Rust is formatted", "cargo fmt --all", |project| {
            command::run(project.cargo().args(["fmt", "--all", "--check"]))
        }),
        step(
            "licences",
            "every dependency has an allowed licence",
            "replace the dependency, or allow its licence in deny.toml with a reason",
            licences::check,
        ),
        step(
            "modules",
            "the modules of a crate form no cycles",
            "move what both need into a third module; ARCHITECTURE.md says what counts",
            modules::check,
        ),
        step("text", "files are clean and name no machine", "correct the lines named above", text::check),
        step(
            "wasm",
            "the browser modules build and stay within their limits",
            "correct the error above; cargo xtask wasm runs this alone",
            wasm::build,
        )
        .beside(&["setup"]),
        step(
            "clippy",
            "Rust has no warnings",
            "correct the warnings above; cargo clippy --fix does some of it",
            |project| {
                let arguments = ["clippy", "--workspace", "--all-targets", "--all-features"];
                command::run(project.cargo().args(arguments).args(["--", "-D", "warnings"]))
            },
        ),
        step(
            "rustdoc",
            "the documentation has no warnings",
            "correct the doc comments named above",
            |project| {
                let arguments = ["doc", "--workspace", "--no-deps", "--all-features"];
                command::run(project.cargo().args(arguments).env("RUSTDOCFLAGS", "-D warnings"))
            },
        ),
        step(
            "web",
            "the web app builds",
            "correct the error above; cargo xtask web runs this alone",
            web::build,
        )
        .beside(&["clippy", "rustdoc"]),
        step(
            "tests",
            "the Rust tests pass",
            "correct the code, or the test where the rule has changed",
            rust_tests,
        )
        .after(&["web"]),
        step(
            "web-check",
            "TypeScript and Svelte have no warnings",
            "correct the files named above",
            |project| command::run(project.npm().args(["run", "check"])),
        )
        .beside(&[]),
        step(
            "web-unit",
            "the unit tests of the web app pass",
            "correct the code or the test above",
            |project| command::run(project.npm().args(["run", "test:unit"])),
        )
        .beside(&[]),
        step(
            "package",
            "the npm packages hold all their files, and work in Node and in browsers",
            "cargo xtask wasm, and name the files in the package.json of the crate",
            package::check,
        )
        .beside(&[]),
        step(
            "binary",
            "the binary builds with the web app inside, with --full in release mode",
            "correct the error above",
            build_tested,
        )
        .after(&["web"]),
        step(
            "openapi",
            "the server keeps what /openapi.json promises",
            "correct the server, or what operation.rs and the bodies say about it",
            browser::check_description,
        )
        .beside(&["binary"]),
        step(
            "doctests",
            "the examples in the documentation run",
            "correct the example, or the code it shows",
            |project| command::run(project.cargo().args(["test", "--workspace", "--all-features", "--doc"])),
        )
        .after(&["web"]),
        step(
            "crates",
            "the crates can be packed, and with --full the program installed",
            "correct the Cargo.toml named above; a published crate needs files of its own and versions",
            crates::check,
        ),
        step(
            "dist",
            "a release archive is complete, reproducible, and starts in its container",
            "correct xtask/src/dist.rs or deploy/Containerfile; cargo xtask dist makes a release",
            dist::check,
        ),
        step(
            "upgrade",
            "with --full: nodes of the previous release and of this one work on one database",
            "keep what the earlier release reads and writes; docs/operations.md says what may change",
            upgrade::check,
        ),
        step(
            "simulation",
            "with --full: every promise holds in a million simulated schedules",
            "run the seed that is named with --first SEED --schedules 1; docs/testing.md shows its steps",
            simulation::check,
        ),
        step(
            "readme",
            "the commands of README.md run",
            "correct the command in README.md, or the program",
            readme::check,
        ),
        step(
            "browser",
            "the web app works in a browser, served by the binary",
            "correct the failures above; cargo xtask run serves the same app",
            browser::check,
        )
        .after(&["openapi"]),
    ]
}

/// Builds the binary that the next steps run. An optimised build of everything would take minutes more, and nothing that
/// these steps check depends on it.
fn build_tested(project: &Project) -> Result<()> {
    if project.is_full() {
        return build_release(project);
    }
    // As the tests are built: a build of the program alone would choose other features, and so build everything again.
    command::run(project.cargo().arg("test").args(TESTED).args(["--no-run", "--quiet"]))
}

/// Builds the binary as it is released, with whatever web app `web/dist` holds.
pub(crate) fn build_release(project: &Project) -> Result<()> {
    command::run(project.cargo().args(["build", "--release", "-p", "cli"]))
}

/// What the tests are built from. Examples are not: Clippy reads them.
const TESTED: [&str; 5] = ["--workspace", "--all-features", "--lib", "--bins", "--tests"];

/// Ignored tests that print how fast something is. They are run by hand on an idle machine: docs/benchmarks.md has the commands.
const MEASUREMENTS: [&str; 2] = ["appends_per_second", "three_nodes_under_load"];

fn rust_tests(project: &Project) -> Result<()> {
    let mut tests = project.cargo();
    // Tests that take minutes are marked as ignored, and run only with `--full`.
    if command::works(project.cargo().args(["nextest", "--version"])) {
        tests.args(["nextest", "run"]).args(TESTED);
        // One more than there are cores: a third of the tests wait for a database or for other processes.
        let cores = thread::available_parallelism().map_or(2, NonZero::get);
        tests.args(["--test-threads", &(cores + 1).to_string()]);
        if project.is_full() {
            // A long run tells of all that failed.
            tests.args(["--run-ignored", "all", "--no-fail-fast"]);
            let measurements = MEASUREMENTS.map(|name| format!("test({name})")).join(" | ");
            tests.args(["--filterset", &format!("not ({measurements})")]);
        }
    } else {
        tests.arg("test").args(TESTED);
        if project.is_full() {
            tests.args(["--", "--include-ignored"]);
            tests.args(MEASUREMENTS.iter().flat_map(|name| ["--skip", name]));
        }
    }
    command::run(&mut tests)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::steps;

    #[test]
    fn every_step_has_its_own_name_and_says_what_to_do() {
        let steps = steps();
        let names: HashSet<_> = steps.iter().map(|step| step.name).collect();
        assert_eq!(names.len(), steps.len());
        for step in steps {
            assert!(!step.about.is_empty() && !step.remedy.contains('\n'), "{}", step.name);
        }
    }

    /// The first column of the table under "Checks".
    #[test]
    fn the_list_in_contributing_is_the_list_of_steps() {
        let text = include_str!("../../CONTRIBUTING.md");
        let checks = text.split("## Checks").nth(1).and_then(|rest| rest.split("\n## ").next()).unwrap();
        let rows = checks.lines().filter(|line| line.starts_with("| `"));
        let listed: Vec<&str> = rows
            .filter_map(|row| row.split('|').nth(1))
            .flat_map(|cell| cell.split('`').skip(1).step_by(2))
            .collect();
        let steps: Vec<&str> = steps().iter().map(|step| step.name).collect();
        assert_eq!(listed, steps);
    }
}
