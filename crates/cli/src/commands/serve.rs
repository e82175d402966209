mod flags;
mod report;

use std::io::Write as _;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context as _;
use chance::InputError;
use server::{ConfigError, Effective, Sources};

use self::flags::Flags;
use crate::device::gpu_available;
use crate::failure::{self, Failure};
use crate::output::{self, BEST};
use crate::signals::Signals;

/// Serve the web app, the games and the HTTP API from this binary
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  dicee serve                            games are kept in the user's data folder
  dicee serve --addr 0.0.0.0:8080        for other machines on the network
  dicee serve --addr 127.0.0.1:0         on any free port
  dicee serve --memory --no-limits       for trying things out
  dicee serve --config /etc/dicee.toml --check-config

Every setting can also come from a file in TOML, as `drain_s = 10`, or from the
environment, as `DICEE_DRAIN_S=10`: flags win over variables, variables over the
file. `operator_token` has no flag, since others can read a command line.

The API is at /api/v1/, described at /docs and /openapi.json; /metrics counts
its requests. Ctrl-C or SIGTERM shuts the server down gracefully, a second one at once.")]
pub(crate) struct Args {
    /// Settings file [default: dicee.toml in the data folder, if it exists]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Show every setting and its origin, check whether the server could start, and exit
    #[arg(long)]
    check_config: bool,
    #[command(flatten)]
    flags: Flags,
}

pub(crate) fn run(args: &Args, json: bool) -> Result<(), Failure> {
    let runtime = tokio::runtime::Runtime::new().context("starting the runtime")?;
    let sources =
        Sources { flags: args.flags.given().to_vec(), file: args.config.clone(), ..Sources::of_process() };
    let loaded = sources.load();
    if args.check_config {
        return runtime.block_on(check(loaded, json));
    }
    let effective = loaded.map_err(|error| refused(&error))?;
    let served = runtime.block_on(serve(effective.config)).map_err(Failure::Machinery);
    // A computation that goes on, such as a report, must not hold up the end of the process.
    runtime.shutdown_timeout(Duration::from_secs(1));
    served
}

fn refused(error: &ConfigError) -> InputError {
    InputError::new(error.key(), error.expected(), error.actual()).saying(error)
}

/// Whatever is wrong, the answer is no.
async fn check(loaded: Result<Effective, ConfigError>, json: bool) -> Result<(), Failure> {
    let effective = match loaded {
        Ok(effective) => effective,
        Err(error) => {
            // The same words as without --check-config, but as an answer.
            failure::print(&refused(&error), json);
            return Err(Failure::No);
        }
    };
    let checks = effective.config.check().await;
    if json {
        output::print_json(&report::Report::new(&effective, &checks))?;
    } else {
        report::print(&mut output::out(), &effective, &checks)?;
    }
    if report::is_fine(&checks) { Ok(()) } else { Err(Failure::No) }
}

async fn serve(mut config: server::Config) -> anyhow::Result<()> {
    config.gpu_available = gpu_available();
    server::start_log(&config);
    let mut signals = Signals::listen();
    let server = server::bind(config).await?;
    writeln!(output::out(), "Dicee is at {BEST}http://{}{BEST:#} (Ctrl-C stops it)", server.local_addr())?;
    let (stopping, stop) = tokio::sync::oneshot::channel();
    tokio::spawn(async move {
        signals.next().await;
        // Nobody listens any more when the server has already ended.
        let _ = stopping.send(());
        signals.next().await;
        // Somebody does not want to wait: what was acknowledged is stored, the rest is lost.
        std::process::exit(130);
    });
    let stopped = async {
        if stop.await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    server.run(stopped).await?;
    Ok(())
}
