//! Builds, runs, tests and packages Dicee. `cargo xtask --help` lists the commands; a machine needs Rust
//! and Node, the rest is fetched by `cargo xtask setup`, which every other command calls when it has to.
//!
//! * `project.rs` knows where things are; `command.rs` runs programs and shows what it runs.
//! * `step.rs` runs named steps in two lanes and times them; `checks.rs` is the list for `test`.
//! * `setup.rs`, `wasm.rs` and `web.rs` build; `stamp.rs` lets them skip what has not changed.
//! * `coverage.rs` counts the lines that tests run.
//! * `attack.rs` runs the attack tests in full, `fuzz.rs` fuzzes the decoders, `torture.rs` breaks nodes for hours,
//!   `upgrade.rs` beside those of an earlier release, which `releases.rs` finds; `simulation.rs` runs many schedules of
//!   nodes in one process.
//! * `shots.rs` takes pictures of the web app, `lighthouse.rs` measures its first load.
//! * `dist.rs` makes releases; `crates.rs` and `package.rs` check what goes to crates.io and npm, `npm_browser.rs` in a browser.
//! * `licences.rs`, `text.rs`, `readme.rs` and `browser.rs` are the checks with logic of their own.

#![allow(clippy::print_stdout, reason = "reporting on stdout is what this program is for")]

mod attack;
mod browser;
mod checks;
mod command;
mod coverage;
mod crates;
mod dist;
mod fuzz;
mod licences;
mod lighthouse;
mod modules;
mod npm_browser;
mod package;
mod project;
mod readme;
mod releases;
mod setup;
mod shots;
mod simulation;
mod stamp;
mod step;
mod text;
mod torture;
mod upgrade;
#[cfg(test)]
mod walk;
mod wasm;
mod web;

use std::net::SocketAddr;
use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::{Parser, Subcommand};

use crate::project::Project;

/// Build, run, test and package Dicee.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", after_help = FIRST_STEPS)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const FIRST_STEPS: &str = "Two commands are enough:\n  \
    cargo xtask run     build everything and serve it at http://127.0.0.1:8080\n  \
    cargo xtask test    run every check but the long ones\n\n\
    CARGO_TARGET_DIR is honoured, and CHROME_PATH names the browser of the browser tests.";

#[derive(Debug, Subcommand)]
enum Command {
    /// Install what the build needs and this machine lacks: the wasm32 target and the npm packages
    Setup {
        /// Also install Chromium for the browser tests, if there is none
        #[arg(long)]
        browser: bool,
    },
    /// Build the browser modules into the npm/dist of their crates
    Wasm {
        /// Only this one, such as pools, with what is installed; may be given several times
        #[arg(long, value_name = "MODULE")]
        only: Vec<String>,
    },
    /// Build the web app, with its engine, into web/dist
    Web,
    /// Regenerate the TypeScript types and JSON schemas of the npm packages
    Types,
    /// Build the release binary `dicee` with the web app inside
    Build,
    /// Build a release: an archive with the static binary, man pages, completions, licences and a bill of materials
    Dist {
        /// Target to build for, instead of a static one of this machine
        #[arg(long, value_name = "TRIPLE")]
        target: Option<String>,
    },
    /// Write the crates as they are published, named dicee-..., into target/crates, and pack them
    Crates,
    /// Build, then start `dicee serve`; Ctrl-C stops it
    Run {
        /// Address to serve on
        #[arg(long, default_value = "127.0.0.1:8080")]
        addr: SocketAddr,
        /// Further arguments for `dicee serve`
        #[arg(last = true)]
        args: Vec<String>,
    },
    /// Run every check but the long ones, cheap ones first, and stop at the first that fails
    Test {
        /// Run only this step; may be given several times
        #[arg(long, value_name = "STEP")]
        only: Vec<String>,
        /// List the steps and run none
        #[arg(long)]
        list: bool,
        /// Run the remaining steps after a failure, too
        #[arg(long)]
        keep_going: bool,
        /// Run the long steps and the long tests as well, which takes about an hour
        #[arg(long)]
        full: bool,
    },
    /// Attack a server and what it hides, in full: all seeds of a deal, clients that never read, floods, wrong clocks
    Attack {
        /// Only this attack; may be given several times
        #[arg(long, value_name = "NAME")]
        only: Vec<String>,
    },
    /// Break three nodes, their database and their Redis again and again while all three games are played, and check that
    /// nothing acknowledged is lost; goes on where an earlier call was interrupted
    Torture {
        /// How often something breaks
        #[arg(long, default_value_t = 100)]
        rounds: u32,
    },
    /// Build an earlier revision, and break one node of it beside two of this program on one database, as in a rolling upgrade
    Upgrade {
        /// The revision; the newest release before this one, a tag v* or a line of deploy/releases, when left out
        #[arg(long, value_name = "REVISION")]
        from: Option<String>,
    },
    /// Run several nodes in one process on a virtual clock, with faults that follow from a seed; a failure names its seed
    Simulate {
        /// The seed of the first schedule
        #[arg(long, default_value_t = 0)]
        first: u64,
        /// How many schedules are run
        #[arg(long, default_value_t = 10_000)]
        schedules: u64,
    },
    /// Measure which lines of the rules, the games and the coach their own tests run
    Coverage {
        /// Only this crate; may be given several times
        #[arg(long, value_name = "CRATE")]
        only: Vec<String>,
        /// Also list the lines that do not run
        #[arg(long)]
        missing: bool,
    },
    /// Run every decoder on changed inputs, and check that none panics, hangs, or reads back something else than it wrote
    Fuzz {
        /// Only targets whose names contain this
        #[arg(long, value_name = "NAME")]
        target: Option<String>,
        /// How many inputs each target gets; those of an interrupted run count
        #[arg(long, default_value_t = 1_000_000)]
        executions: u64,
        /// Then go on with the fast targets until all together have had so many
        #[arg(long, default_value_t = 0)]
        total: u64,
        /// Write short inputs with new answers into the corpus
        #[arg(long)]
        keep: bool,
    },
    /// Build, then take pictures of every screen, size and theme of the web app into web/shots
    Shots {
        /// Only screens whose name contains this
        #[arg(long, value_name = "NAME")]
        only: Option<String>,
    },
    /// Build, then measure the first load of the web app with Lighthouse, as on a phone with slow 4G
    Lighthouse {
        /// How often each page is loaded; the median run counts
        #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=20))]
        runs: u32,
    },
    /// Run the benchmarks: our own, then the comparison with other engines
    Bench,
    /// Check the licence of every Rust and npm dependency against deny.toml
    Licences,
}

fn main() -> ExitCode {
    match run(Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(cli: Cli) -> Result<()> {
    let project = Project::find()?;
    match cli.command {
        Command::Setup { browser } => setup::run(&project, browser),
        Command::Wasm { only } if only.is_empty() => wasm_with_setup(&project),
        Command::Wasm { only } => wasm::build_only(&project, &only),
        Command::Web => build_web(&project),
        Command::Types => {
            // The whole workspace with all features, as the tests: what they built is not built again.
            let arguments = ["test", "--workspace", "--all-features", "--test", "types", "the_published"];
            command::run(project.cargo().args(arguments).env("DICEE_WRITE_TYPES", "1"))
        }
        Command::Build => build(&project),
        Command::Crates => {
            build_web(&project)?;
            crates::pack(&project)
        }
        Command::Dist { target } => {
            build_web(&project)?;
            dist::run(&project, target.as_deref())
        }
        Command::Run { addr, args } => {
            build(&project)?;
            println!("starting Dicee at http://{addr}");
            let mut serve = command::new(project.release_binary(), project.root());
            serve.args(["serve", "--addr", &addr.to_string()]).args(args);
            command::replace(serve)
        }
        Command::Test { only, list, keep_going, full } => {
            test(&project.at_full_length(full), &only, list, keep_going)
        }
        Command::Attack { only } => attack::run(&project, &only),
        Command::Torture { rounds } => torture::run(&project, rounds),
        Command::Upgrade { from } => upgrade::from(&project, from),
        Command::Simulate { first, schedules } => simulation::run(&project, first, schedules),
        Command::Coverage { only, missing } => coverage::run(&project, &only, missing),
        Command::Fuzz { target, executions, total, keep } => {
            fuzz::run(&project, target.as_deref(), executions, total, keep)
        }
        Command::Shots { only } => {
            setup::run(&project, true)?;
            build(&project)?;
            shots::take(&project, only.as_deref())
        }
        Command::Lighthouse { runs } => {
            setup::run(&project, true)?;
            build(&project)?;
            lighthouse::measure(&project, runs)
        }
        Command::Bench => bench(&project),
        Command::Licences => licences::check(&project),
    }
}

fn wasm_with_setup(project: &Project) -> Result<()> {
    setup::run(project, false)?;
    wasm::build(project)
}

fn build_web(project: &Project) -> Result<()> {
    wasm_with_setup(project)?;
    web::build(project)
}

fn build(project: &Project) -> Result<()> {
    build_web(project)?;
    checks::build_release(project)?;
    println!("built {}", project.show(&project.release_binary()));
    Ok(())
}

fn test(project: &Project, only: &[String], list: bool, keep_going: bool) -> Result<()> {
    let mut steps = checks::steps();
    if let Some(unknown) = only.iter().find(|name| !steps.iter().any(|step| step.name == name.as_str())) {
        let names: Vec<_> = steps.iter().map(|step| step.name).collect();
        bail!("there is no step `{unknown}`; the steps are {}", names.join(", "));
    }
    if list {
        for step in &steps {
            println!("{:<12} {}", step.name, step.about);
        }
        return Ok(());
    }
    let named = |step: &step::Step| only.iter().any(|name| name == step.name);
    steps.retain(|step| only.is_empty() || named(step));
    step::run_all(project, &steps, keep_going)
}

fn bench(project: &Project) -> Result<()> {
    command::run(project.cargo().args([
        "bench",
        "-p",
        "dicee",
        "--features",
        "parallel",
        "--bench",
        "engine",
    ]))?;
    let peers = project.root().join("benches/peers");
    if !peers.join("Cargo.toml").is_file() {
        bail!("{} is missing, so there are no peers to compare with", project.show(&peers));
    }
    command::run(project.cargo().current_dir(peers).args(["run", "--release"]))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn arguments_after_the_dashes_go_to_the_server() {
        let cli = Cli::parse_from(["xtask", "run", "--addr", "127.0.0.1:9", "--", "--open"]);
        let Command::Run { addr, args } = cli.command else { panic!("not `run`") };
        assert_eq!((addr.port(), args), (9, vec![String::from("--open")]));
    }
}
