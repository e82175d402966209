use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context as _, anyhow};
use serde::Serialize;
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt as _, BufReader, Lines};
use tokio::process::{Child, ChildStdout, Command};
use tokio::time::{Instant, timeout};

/// How long a server may take to start.
const START: Duration = Duration::from_secs(60);

/// A server of its own process, with its games in a file that goes away with it.
#[derive(Debug)]
pub(super) struct ServerProcess {
    child: Child,
    probe: Probe,
    started: Instant,
    url: String,
    /// Kept open: a program that cannot write its output may end.
    _output: Lines<BufReader<ChildStdout>>,
    folder: TempDir,
}

/// Looks at a running server from outside.
#[derive(Clone, Debug)]
pub(super) struct Probe {
    id: u32,
    folder: PathBuf,
}

/// How the server is started beyond its defaults.
#[derive(Clone, Copy, Debug)]
pub(super) struct Terms {
    pub(super) bot_delay_ms: Option<u64>,
    pub(super) idle_unload_s: Option<u64>,
    /// How many sockets will be open.
    pub(super) sockets: u64,
}

impl ServerProcess {
    pub(super) async fn start(terms: Terms) -> anyhow::Result<Self> {
        let program = std::env::current_exe().context("finding this program")?;
        let folder = TempDir::with_prefix("dicee-load-").context("making a folder for the server")?;
        let log = folder.path().join("server.log");
        let log_file = std::fs::File::create(&log).context("making a file for the server's log")?;
        let mut command = Command::new(program);
        command.args(["serve", "--addr", "127.0.0.1:0", "--no-limits", "--log-level", "warn"]);
        command.arg("--data-dir").arg(folder.path());
        if let Some(delay) = terms.bot_delay_ms {
            command.args(["--bot-delay-ms", &delay.to_string()]);
        }
        if let Some(idle) = terms.idle_unload_s {
            command.args(["--idle-unload-s", &idle.to_string()]);
        }
        // Room for the sockets and for what is asked beside them.
        let room = terms.sockets + 1_000;
        if room > 10_000 {
            command.args(["--max-connections", &room.to_string()]);
        }
        // The settings of somebody else's server are not for this one.
        for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("DICEE_"))
        {
            command.env_remove(name);
        }
        // A group of its own, so that Ctrl-C ends the games before the server.
        #[cfg(unix)]
        command.process_group(0);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(log_file).kill_on_drop(true);
        let started = Instant::now();
        let mut child = command.spawn().context("starting a server")?;
        let id = child.id().context("the server ended at once")?;
        let output = child.stdout.take().context("the server has no output")?;
        let mut output = BufReader::new(output).lines();
        let said = timeout(START, output.next_line()).await;
        let line = said.ok().and_then(Result::ok).flatten().unwrap_or_default();
        let url = line.split_whitespace().find(|word| word.starts_with("http://"));
        let Some(url) = url.map(str::to_owned) else {
            let logged = std::fs::read_to_string(&log).unwrap_or_default();
            return Err(anyhow!("the server did not start: {}", format!("{line} {logged}").trim()));
        };
        let probe = Probe { id, folder: folder.path().to_owned() };
        Ok(Self { child, probe, started, url, _output: output, folder })
    }

    pub(super) fn url(&self) -> &str {
        &self.url
    }

    /// How old the process was then.
    pub(super) fn age_at(&self, moment: Instant) -> Duration {
        moment.saturating_duration_since(self.started)
    }

    pub(super) fn usage(&self) -> Option<Usage> {
        self.probe.usage()
    }

    /// The size of its files in bytes.
    pub(super) fn stored(&self) -> u64 {
        ["dicee.db", WAL, "dicee.db-shm"].into_iter().map(|file| self.probe.size(file)).sum()
    }

    pub(super) fn probe(&self) -> Probe {
        self.probe.clone()
    }

    /// Ends it, and says what was wrong with it, if something was.
    pub(super) async fn stop(mut self) -> Option<String> {
        let log = std::fs::read_to_string(self.folder.path().join("server.log")).unwrap_or_default();
        let ended = self.child.try_wait().ok().flatten();
        // Its file goes with it, so there is nothing that it has to bring to an end.
        let _ = self.child.kill().await;
        let last: Vec<&str> = log.lines().rev().take(5).collect();
        let last = last.into_iter().rev().collect::<Vec<_>>().join("\n  ");
        match ended {
            Some(status) => Some(format!("the server ended by itself ({status})\n  {last}")),
            None if !last.is_empty() => Some(format!("the server logged:\n  {last}")),
            None => None,
        }
    }
}

/// The write-ahead log.
const WAL: &str = "dicee.db-wal";

impl Probe {
    pub(super) fn usage(&self) -> Option<Usage> {
        Usage::of(&self.id.to_string())
    }

    /// How many files and sockets it has open, where the system tells.
    pub(super) fn open_files(&self) -> Option<usize> {
        std::fs::read_dir(format!("/proc/{}/fd", self.id)).ok().map(Iterator::count)
    }

    /// The sizes of its write-ahead log and of its database, in bytes.
    pub(super) fn stored(&self) -> [u64; 2] {
        [WAL, "dicee.db"].map(|file| self.size(file))
    }

    fn size(&self, file: &str) -> u64 {
        std::fs::metadata(self.folder.join(file)).map_or(0, |metadata| metadata.len())
    }
}

/// What a process has taken so far, where the system tells.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Usage {
    /// Of memory, in KiB.
    pub(super) resident_kib: u64,
    /// Of all cores together.
    pub(super) cpu_seconds: f64,
}

impl Usage {
    /// Of this process.
    pub(super) fn own() -> Option<Self> {
        Self::of("self")
    }

    fn of(process: &str) -> Option<Self> {
        let read = |file: &str| std::fs::read_to_string(format!("/proc/{process}/{file}")).ok();
        let status = read("status")?;
        let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        let resident_kib = resident.trim().trim_end_matches(" kB").parse().ok()?;
        // The name of the program, in parentheses, may hold anything; user and system time are the 12th and 13th
        // behind it, in hundredths of a second.
        let stat = read("stat")?;
        let (_, numbers) = stat.rsplit_once(')')?;
        let mut numbers = numbers.split_whitespace().skip(11).map(|number| number.parse::<f64>().ok());
        let ticks = numbers.next()?? + numbers.next()??;
        Some(Self { resident_kib, cpu_seconds: ticks / 100.0 })
    }
}

/// How many files and sockets this process may open, where the system tells.
pub(super) fn open_files_limit() -> Option<u64> {
    let limits = std::fs::read_to_string("/proc/self/limits").ok()?;
    let line = limits.lines().find_map(|line| line.strip_prefix("Max open files"))?;
    line.split_whitespace().next()?.parse().ok()
}
