//! Many games at once against a server: how fast moves arrive, and whether anything is lost.

mod address;
mod choice;
mod http;
mod moves;
mod plan;
mod play;
mod process;
mod report;
mod run;
mod samples;
mod socket;
mod table;
mod tally;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, anyhow};
use chance::InputError;
use dicee::Rules;
use protocol::{EngineState, ReadyResponse};
use tokio::time::{Instant, sleep};

use self::address::Address;
use self::http::{Http, LoadError};
use self::plan::{Kinds, Plan};
use self::play::{Ended, play};
use self::process::{ServerProcess, Terms, Usage, open_files_limit};
use self::report::{Memory, Report, ServerUse};
use self::run::{Run, metric};
use self::samples::Samples;
use crate::failure::Failure;
use crate::output;
use crate::signals::Signals;

/// Load-test a server by playing many games at once
#[derive(Debug, clap::Args)]
#[command(after_help = "Each game registers a player, opens a table with bots, connects by WebSocket and
plays to the end by a simple rule, following state changes as the web app does.
It measures the time from sending a move until every socket of the game has the
new state. In the end it reads the log of every game, which must hold every
acknowledged move.

Exit code 1: a game was not played to its end, an acknowledged event is missing,
a version was skipped, or there was an error. Ctrl-C stops early and prints the
table so far.

The server must not limit clients: `dicee serve --no-limits`. Both processes
need a file descriptor for every socket; see `ulimit -n`.

Examples:
  dicee load --games 100 --serve                 against a server of its own
  dicee load --games 1000 --serve --think 2000   about as fast as people play
  dicee load --games 500 --kind fortytwo --url http://127.0.0.1:8080
  dicee load --games 300 --url http://node-a:8080,http://node-b:8080
  dicee load --games 1000 --serve --idle         memory of a game nobody moves in
  dicee load --games 500 --serve --soak --seconds 3600 --samples soak.csv")]
pub(crate) struct Args {
    /// Games to play at once; with --soak, at any time
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    games: u32,
    /// Server to play against; several nodes are separated by commas: each gets its share of the games, and watchers connect
    /// to the next one
    #[arg(
        long,
        value_name = "URL",
        value_delimiter = ',',
        default_value = "http://127.0.0.1:8080",
        conflicts_with = "serve"
    )]
    url: Vec<String>,
    /// Start a server with a temporary SQLite file, and stop it afterwards
    #[arg(long)]
    serve: bool,
    /// Which games
    #[arg(long, value_enum, default_value_t = Kinds::Dicee)]
    kind: Kinds,
    /// Bots in each game of dice; 0 plays alone
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = 1, value_parser = clap::value_parser!(u8).range(0..=7))]
    bots: u8,
    /// Sockets in each game that only watch
    #[arg(long, value_name = "W", allow_negative_numbers = true, default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=1_000))]
    watchers: u16,
    /// Average thinking time of a player, in milliseconds
    #[arg(long, value_name = "MS", allow_negative_numbers = true, default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(0..=600_000))]
    think: u64,
    /// Games started per second
    #[arg(long, value_name = "R", allow_negative_numbers = true, default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    connections_rate: u32,
    /// Stop after this many seconds, finished or not
    #[arg(long, value_name = "S", allow_negative_numbers = true, default_value_t = 600, value_parser = clap::value_parser!(u64).range(1..=LONGEST_SOAK_S))]
    seconds: u64,
    /// Seed of the players' thinking times
    #[arg(long, default_value_t = 2026)]
    seed: u64,
    /// Request whole states instead of changes
    #[arg(long)]
    whole_states: bool,
    /// Make a few moves in each game and stay connected: measures the memory of idle games, loaded and unloaded
    #[arg(long, requires = "serve")]
    idle: bool,
    /// Start a new game after each finished one until the time is up, and check each log as soon as its game is over
    #[arg(long, conflicts_with = "idle")]
    soak: bool,
    /// Write a line of CSV to this file every ten seconds: moves, latency, and the resources of a started server
    #[arg(long, value_name = "FILE")]
    samples: Option<PathBuf>,
    /// Thinking time of the bots of the started server, in milliseconds [default: that of `dicee serve`]
    #[arg(long, value_name = "MS", allow_negative_numbers = true, requires = "serve", value_parser = clap::value_parser!(u64).range(0..=60_000))]
    bot_delay: Option<u64>,
}

/// The token of a player is good for an hour, and is needed until the end.
const LONGEST_S: u64 = 3_000;
/// Where players come and go, none of them is there for an hour.
const LONGEST_SOAK_S: u64 = 24 * 3_600;
/// Files that this process needs besides its sockets.
const OTHER_FILES: u64 = 50;
/// After how many seconds the server of `--idle` unloads a game.
const UNLOAD_S: u64 = 5;
/// How long memory may take to settle.
const SETTLE: Duration = Duration::from_secs(2);
/// How long a server may take to have its games solved, or to have unloaded them.
const READY: Duration = Duration::from_secs(60);

pub(crate) fn run(args: &Args, json: bool) -> Result<(), Failure> {
    let plan = Plan {
        games: args.games,
        kinds: args.kind,
        bots: args.bots,
        watchers: args.watchers,
        think: Duration::from_millis(args.think),
        rate: args.connections_rate,
        limit: Duration::from_secs(args.seconds),
        seed: args.seed,
        changes: !args.whole_states,
        idle: args.idle,
        soak: args.soak,
    };
    if args.seconds > LONGEST_S && !args.soak {
        let expected = format!("at most {LONGEST_S} without --soak, because a token is good for an hour");
        return Err(InputError::new("seconds", expected, args.seconds.to_string()).into());
    }
    check_files(&plan)?;
    let runtime = tokio::runtime::Runtime::new().context("starting the runtime")?;
    let report = runtime.block_on(load(args, plan))?;
    if json {
        output::print_json(&report)?;
    } else {
        report.print(&mut output::out())?;
    }
    if report.passed() { Ok(()) } else { Err(Failure::No) }
}

fn check_files(plan: &Plan) -> Result<(), InputError> {
    let (needed, limit) = (plan.sockets() + OTHER_FILES, open_files_limit().unwrap_or(u64::MAX));
    if needed <= limit {
        return Ok(());
    }
    let most = limit.saturating_sub(OTHER_FILES) / (1 + u64::from(plan.watchers));
    let message = format!(
        "games: {} sockets do not fit into the limit of {limit} open files; `ulimit -n {needed}` raises it, \
         where it may, and {most} games fit into it",
        plan.sockets()
    );
    Err(InputError::new("games", format!("at most {most}"), plan.games.to_string()).saying(message))
}

async fn load(args: &Args, plan: Plan) -> Result<Report, Failure> {
    let mut signals = Signals::listen();
    let server = if args.serve {
        let terms = Terms {
            bot_delay_ms: args.bot_delay,
            idle_unload_s: args.idle.then_some(UNLOAD_S),
            sockets: plan.sockets(),
        };
        Some(ServerProcess::start(terms).await?)
    } else {
        None
    };
    let own = server.as_ref().map(|server| vec![server.url().to_owned()]);
    let mut addresses = Vec::new();
    let mut ready = None;
    for url in own.as_ref().unwrap_or(&args.url) {
        let address = Address::find(url).await?;
        let answered = until_ready(&address).await?;
        if let Some(server) = &server {
            ready = Some(server.age_at(answered));
            // The other variants are solved after the default one; that is not what is to be measured.
            let all = Rules::ALL.len() as u64;
            until_metric(&address, "solved_games", |solved| solved >= all).await?;
        }
        addresses.push(address);
    }
    let usage = || Some((server.as_ref()?.usage()?, Usage::own()?));
    let before = usage();

    let bar = output::progress_bar("games begin");
    let run = Arc::new(Run::new(addresses, plan, bar));
    let sampling = args.samples.as_deref().map(|file| {
        let probe = server.as_ref().map(ServerProcess::probe);
        Samples::begin(file, Arc::clone(&run), probe)
    });
    let sampling = sampling.transpose()?;
    let probe = server.as_ref().map(ServerProcess::probe);
    let (ended, mut tables) = play(&run, &mut signals, probe.as_ref()).await;
    if let Some(sampling) = sampling {
        sampling.end().await?;
    }
    let seconds = run.tally().elapsed().as_secs_f64();
    let mut problems = Vec::new();
    match &ended {
        Ended::Done => {}
        Ended::TimeUp if args.soak => {}
        Ended::TimeUp => problems.push(format!("the time was up after {} s", args.seconds)),
        Ended::Interrupted => problems.push("interrupted".into()),
        Ended::Limited(error) => return Err(limited(&run, error).into()),
    }
    let after = usage();
    let memory = match (&ended, before, after, &server) {
        (Ended::Done, Some(before), Some(_), Some(server)) if args.idle => {
            measure_idle(&run, server, before.0, &mut tables).await?
        }
        _ => None,
    };
    tables.shutdown().await;
    if matches!(ended, Ended::Done) || args.soak {
        run.check().await;
    }
    let used = before.zip(after).map(|(before, after)| {
        let stored = server.as_ref().map_or(0, ServerProcess::stored);
        let opened = run.tally().opened;
        ServerUse::between([before.0, after.0], [before.1, after.1], opened, stored, ready)
    });
    if let Some(server) = server {
        problems.extend(server.stop().await);
    }
    let tally = run.tally();
    Ok(Report::new(run.urls(), run.plan(), &tally, seconds, used, memory, problems))
}

/// Waits until the server can play and has its games solved, or says what is there instead. Returns when it could play: it
/// solves games behind that.
async fn until_ready(address: &Address) -> anyhow::Result<Instant> {
    let url = address.url();
    let deadline = Instant::now() + READY;
    let mut answered = None;
    loop {
        let error = match ask_ready(address).await {
            Ok(ready) => {
                let answered = *answered.get_or_insert_with(Instant::now);
                if ready.dependencies.engine.state == EngineState::Loaded {
                    return Ok(answered);
                }
                "it is still solving its games".into()
            }
            Err(LoadError::Connection(error)) => {
                return Err(anyhow!(
                    "no server at {url}: {error}\nstart one with `dicee serve --no-limits`, or add --serve"
                ));
            }
            Err(busy @ LoadError::Refused { status: 503, .. }) => busy.to_string(),
            Err(limit) if limit.is_limit() => return Err(too_many(&url, &limit)),
            Err(error) => return Err(anyhow!("no Dicee server at {url}: {error}")),
        };
        if Instant::now() >= deadline {
            return Err(anyhow!("the server at {url} is not ready: {error}"));
        }
        sleep(Duration::from_millis(50)).await;
    }
}

async fn ask_ready(address: &Address) -> Result<ReadyResponse, LoadError> {
    Http::connect(address).await?.get("/health/ready", None).await
}

fn limited(run: &Run, error: &LoadError) -> anyhow::Error {
    too_many(&run.urls(), error)
}

fn too_many(url: &str, error: &LoadError) -> anyhow::Error {
    anyhow!("the server at {url} limits its clients ({error}): start it with `dicee serve --no-limits`")
}

/// Measures the server with all games idle, first with their sockets, then without, and then unloaded.
async fn measure_idle(
    run: &Run,
    server: &ServerProcess,
    before: Usage,
    tables: &mut tokio::task::JoinSet<Result<(), table::GivenUp>>,
) -> anyhow::Result<Option<Memory>> {
    let resident = || server.usage().map(|usage| usage.resident_kib).context("the server is gone");
    sleep(SETTLE).await;
    let connected_kib = resident()?;
    tables.shutdown().await;
    sleep(SETTLE).await;
    let alone_kib = resident()?;
    until_metric(run.address_of(0), "active_games", |games| games == 0).await?;
    let unloaded_kib = resident()?;
    Ok(Some(Memory { before_kib: before.resident_kib, connected_kib, alone_kib, unloaded_kib }))
}

/// Waits until one of the server's numbers is as it should be.
async fn until_metric(address: &Address, name: &str, fits: impl Fn(u64) -> bool) -> anyhow::Result<()> {
    let deadline = Instant::now() + READY;
    loop {
        let value = metric(address, name).await.map_err(|error| anyhow!("asking for {name}: {error}"))?;
        if fits(value) {
            return Ok(());
        }
        if Instant::now() >= deadline {
            return Err(anyhow!("the server stays at {name} {value} for {} s", READY.as_secs()));
        }
        sleep(Duration::from_millis(100)).await;
    }
}
