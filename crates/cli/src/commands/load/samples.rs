//! What a long run looks like from outside: a line of CSV every ten seconds.

use std::fs::File;
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use tokio::task::JoinHandle;
use tokio::time::Instant;

use super::process::Probe;
use super::run::Run;

/// How often a line is written.
const EVERY: Duration = Duration::from_secs(10);

/// The first line. What the system does not tell stays empty.
const HEAD: &str = "seconds,playing,finished,moves_per_second,p50_ms,p99_ms,max_ms,errors,\
    server_cores,resident_kib,open_files,wal_bytes,database_bytes";

/// A file that grows while a run goes on.
#[derive(Debug)]
pub(super) struct Samples {
    task: JoinHandle<io::Result<()>>,
    done: tokio::sync::oneshot::Sender<()>,
}

impl Samples {
    /// Begins to write; without a server of our own about the games alone.
    pub(super) fn begin(path: &Path, run: Arc<Run>, server: Option<Probe>) -> anyhow::Result<Self> {
        let mut file = File::create(path).with_context(|| format!("writing {}", path.display()))?;
        writeln!(file, "{HEAD}").context("writing samples")?;
        let (done, mut ended) = tokio::sync::oneshot::channel();
        let task = tokio::spawn(async move {
            let mut sampler = Sampler { run, server, file, moves: 0, at: Instant::now(), cpu_seconds: 0.0 };
            sampler.cpu_seconds = sampler.cpu_seconds();
            let mut ticks = tokio::time::interval_at(Instant::now() + EVERY, EVERY);
            loop {
                tokio::select! {
                    _ = ticks.tick() => sampler.write()?,
                    _ = &mut ended => return sampler.write(),
                }
            }
        });
        Ok(Self { task, done })
    }

    /// Writes a last line; whether all was written.
    pub(super) async fn end(self) -> anyhow::Result<()> {
        let _ = self.done.send(());
        self.task.await.context("writing samples")?.context("writing samples")
    }
}

struct Sampler {
    run: Arc<Run>,
    server: Option<Probe>,
    file: File,
    /// As of the last line: how many moves had reached everybody, when that was, and what the server had taken.
    moves: usize,
    at: Instant,
    cpu_seconds: f64,
}

impl Sampler {
    fn cpu_seconds(&self) -> f64 {
        self.server.as_ref().and_then(Probe::usage).map_or(0.0, |usage| usage.cpu_seconds)
    }

    fn write(&mut self) -> io::Result<()> {
        let passed = self.at.elapsed().as_secs_f64();
        self.at = Instant::now();
        let (seconds, playing, finished, fresh, errors) = {
            let tally = self.run.tally();
            let fresh = tally.broadcast.after(self.moves);
            let errors: u64 = tally.errors.values().sum();
            (tally.elapsed().as_secs_f64(), tally.playing(), tally.finished, fresh, errors)
        };
        self.moves += fresh.len();
        let pace = fresh.len() as f64 / passed;
        write!(self.file, "{seconds:.1},{playing},{finished},{pace:.1},")?;
        match fresh.spread() {
            Some(spread) => write!(self.file, "{:.2},{:.2},{:.2}", spread.p50, spread.p99, spread.max)?,
            None => write!(self.file, ",,")?,
        }
        write!(self.file, ",{errors}")?;
        let used = self.server.as_ref().and_then(|server| Some((server, server.usage()?)));
        let Some((server, usage)) = used else { return writeln!(self.file, ",,,,,") };
        let cores = (usage.cpu_seconds - self.cpu_seconds) / passed;
        self.cpu_seconds = usage.cpu_seconds;
        let files = server.open_files().map_or(String::new(), |files| files.to_string());
        let [log, database] = server.stored();
        writeln!(self.file, ",{cores:.3},{},{files},{log},{database}", usage.resident_kib)
    }
}
