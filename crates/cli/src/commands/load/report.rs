use std::collections::BTreeMap;
use std::io::{self, Write};
use std::time::Duration;

use serde::Serialize;

use super::plan::{Kinds, Plan};
use super::process::Usage;
use super::tally::{Opened, Spread, Tally, Times, Traffic};
use crate::output::{BEST, ERROR, FAINT, Grid, PLAIN};

/// What is said in the end.
#[derive(Debug, Serialize)]
pub(super) struct Report {
    passed: bool,
    /// Why not.
    problems: Vec<String>,
    url: String,
    kind: Kinds,
    games: u32,
    started: u32,
    finished: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    idle: Option<u32>,
    soak: bool,
    most_at_once: u32,
    watchers: u16,
    think_ms: u128,
    seed: u64,
    whole_states: bool,
    seconds: f64,
    moves: usize,
    moves_per_second: f64,
    moves_in_busiest_second: u32,
    /// Those of the bots and of the table with them.
    events: u64,
    events_per_second: f64,
    latency_ms: Latency,
    traffic: Traffic,
    reconnects: u64,
    version_gaps: u64,
    missing_events: u64,
    errors: BTreeMap<String, u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    server: Option<ServerUse>,
    /// Processor time of the server for a move of a person, with the bots' moves that answer it, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    server_ms_per_move: Option<f64>,
    /// The same without what it took to open the games: from when all were open to the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    server_ms_per_move_once_open: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    memory: Option<Memory>,
}

#[derive(Debug, Serialize)]
struct Latency {
    /// From sending a command until the last socket of the game has the state after it.
    move_to_broadcast: Option<Spread>,
    command_to_ack: Option<Spread>,
    /// From registering the player until the sockets are open.
    opening: Option<Spread>,
}

/// What a server of our own took while the games were played.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct ServerUse {
    pub(super) server_cpu_seconds: f64,
    /// Of it what was spent once all games were open.
    pub(super) server_cpu_seconds_once_open: Option<f64>,
    pub(super) client_cpu_seconds: f64,
    pub(super) resident_kib: [u64; 2],
    pub(super) stored_bytes: u64,
    /// From the start of the process until it was ready.
    pub(super) ready_ms: Option<f64>,
}

impl ServerUse {
    pub(super) fn between(
        server: [Usage; 2],
        client: [Usage; 2],
        opened: Option<Opened>,
        stored_bytes: u64,
        ready: Option<Duration>,
    ) -> Self {
        Self {
            server_cpu_seconds: server[1].cpu_seconds - server[0].cpu_seconds,
            server_cpu_seconds_once_open: opened
                .map(|opened| server[1].cpu_seconds - opened.server_cpu_seconds),
            client_cpu_seconds: client[1].cpu_seconds - client[0].cpu_seconds,
            resident_kib: server.map(|usage| usage.resident_kib),
            stored_bytes,
            ready_ms: ready.map(|ready| ready.as_secs_f64() * 1e3),
        }
    }
}

/// The memory of a server with games in which nothing happens, in KiB.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Memory {
    /// Before the first game.
    pub(super) before_kib: u64,
    /// With all games, and their sockets.
    pub(super) connected_kib: u64,
    /// With all games, and nobody there.
    pub(super) alone_kib: u64,
    /// When the games have left the memory.
    pub(super) unloaded_kib: u64,
}

impl Memory {
    fn rows(&self) -> [(&'static str, u64); 4] {
        [
            ("before the first game", self.before_kib),
            ("all games, with their sockets", self.connected_kib),
            ("all games, nobody there", self.alone_kib),
            ("all games unloaded", self.unloaded_kib),
        ]
    }
}

impl Report {
    /// `problems` are those that the counts do not tell.
    pub(super) fn new(
        url: String,
        plan: &Plan,
        tally: &Tally,
        seconds: f64,
        server: Option<ServerUse>,
        memory: Option<Memory>,
        mut problems: Vec<String>,
    ) -> Self {
        let done = if plan.idle { tally.idle } else { tally.finished };
        let mut found = |count: u64, what: &str| {
            if count > 0 {
                problems.push(format!("{count} {what}"));
            }
        };
        // Of a soak some games go on in the end; those that were given up are among the errors.
        let owed = if plan.soak { u32::from(done == 0) } else { plan.games.saturating_sub(done) };
        found(u64::from(owed), "games were not played to their end");
        found(tally.missing, "acknowledged events are missing");
        found(tally.gaps, "updates did not follow on the version before");
        found(tally.errors.values().sum(), "errors came that nobody expected");
        let moves = tally.acknowledged.len();
        let spread = Times::spread;
        Self {
            passed: problems.is_empty(),
            problems,
            url,
            kind: plan.kinds,
            games: plan.games,
            started: tally.started,
            finished: tally.finished,
            idle: plan.idle.then_some(tally.idle),
            soak: plan.soak,
            most_at_once: tally.most_at_once,
            watchers: plan.watchers,
            think_ms: plan.think.as_millis(),
            seed: plan.seed,
            whole_states: !plan.changes,
            seconds,
            moves,
            moves_per_second: moves as f64 / seconds,
            moves_in_busiest_second: tally.moves_in_busiest_second(),
            events: tally.events,
            events_per_second: tally.events as f64 / seconds,
            latency_ms: Latency {
                move_to_broadcast: spread(&tally.broadcast),
                command_to_ack: spread(&tally.acknowledged),
                opening: spread(&tally.setup),
            },
            traffic: tally.traffic,
            reconnects: tally.reconnects,
            version_gaps: tally.gaps,
            missing_events: tally.missing,
            errors: tally.errors.clone(),
            server_ms_per_move: server
                .filter(|_| moves > 0)
                .map(|used| used.server_cpu_seconds * 1e3 / moves as f64),
            server_ms_per_move_once_open: server.and_then(|used| {
                let moves = moves.checked_sub(tally.opened?.moves).filter(|moves| *moves > 0)?;
                Some(used.server_cpu_seconds_once_open? * 1e3 / moves as f64)
            }),
            server,
            memory,
        }
    }

    pub(super) const fn passed(&self) -> bool {
        self.passed
    }

    pub(super) fn print(&self, out: &mut impl Write) -> io::Result<()> {
        self.print_counts(out)?;
        if let Some(used) = &self.server {
            self.print_server(out, used)?;
        }
        self.print_latencies(out)?;
        if let Some(memory) = &self.memory {
            self.print_memory(out, memory)?;
        }
        self.print_verdict(out)
    }

    /// What was played, and what went over the sockets.
    fn print_counts(&self, out: &mut impl Write) -> io::Result<()> {
        let Self { games, finished, most_at_once, seconds, moves, events, traffic, .. } = self;
        let done = match self.idle {
            Some(idle) => format!("{idle} of {games} games opened and left idle"),
            None if self.soak => format!("{finished} games played to their end, {games} at a time,"),
            None => format!("{finished} of {games} games played to their end"),
        };
        writeln!(out, "{BEST}{done}{BEST:#} in {seconds:.1} s at {}", self.url)?;
        writeln!(out, "  at once      {most_at_once} games, {} sockets each", 1 + self.watchers)?;
        writeln!(
            out,
            "  moves        {moves}: {:.0} a second, {} in the busiest, thinking {} ms",
            self.moves_per_second, self.moves_in_busiest_second, self.think_ms
        )?;
        writeln!(
            out,
            "  events       {events}: {:.0} a second, with those of the bots",
            self.events_per_second
        )?;
        writeln!(
            out,
            "  received     {} messages, {:.1} MB ({:.0} a second, {:.2} MB/s)",
            traffic.messages_in,
            megabytes(traffic.bytes_in),
            traffic.messages_in as f64 / seconds,
            megabytes(traffic.bytes_in) / seconds,
        )?;
        writeln!(
            out,
            "  sent         {} messages, {:.1} MB",
            traffic.messages_out,
            megabytes(traffic.bytes_out)
        )?;
        writeln!(out, "  reconnects   {}", self.reconnects)
    }

    /// What the games took of the server.
    fn print_server(&self, out: &mut impl Write, used: &ServerUse) -> io::Result<()> {
        writeln!(
            out,
            "  processor    server {:.1} s ({:.2} cores), client {:.1} s ({:.2} cores)",
            used.server_cpu_seconds,
            used.server_cpu_seconds / self.seconds,
            used.client_cpu_seconds,
            used.client_cpu_seconds / self.seconds
        )?;
        if let Some(cost) = self.server_ms_per_move {
            write!(out, "  a move       {cost:.3} ms of the server's processor time")?;
            if let Some(cost) = self.server_ms_per_move_once_open {
                write!(out, ", {cost:.3} ms once all games were open")?;
            }
            writeln!(out)?;
        }
        let [before, after] = used.resident_kib.map(|kib| kib as f64 / 1024.0);
        writeln!(out, "  memory       server {before:.1} MiB before, {after:.1} MiB after")?;
        let each = used.stored_bytes as f64 / 1e3 / f64::from(self.started.max(1));
        writeln!(out, "  stored       {:.1} MB, {each:.1} KB a game", megabytes(used.stored_bytes))?;
        if let Some(ready) = used.ready_ms {
            writeln!(out, "  start        ready {ready:.0} ms after its process began")?;
        }
        Ok(())
    }

    fn print_latencies(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out)?;
        let mut table = Grid::new(["Milliseconds", "p50", "p90", "p99", "max", "count"]);
        for (name, spread) in [
            ("move to broadcast", self.latency_ms.move_to_broadcast),
            ("command to ack", self.latency_ms.command_to_ack),
            ("opening a game", self.latency_ms.opening),
        ] {
            let shown = |time: fn(&Spread) -> f64| {
                spread.map_or("-".into(), |spread| format!("{:.2}", time(&spread)))
            };
            let count = spread.map_or(0, |spread| spread.count).to_string();
            let (p50, p90) = (shown(|spread| spread.p50), shown(|spread| spread.p90));
            let (p99, max) = (shown(|spread| spread.p99), shown(|spread| spread.max));
            table.row(PLAIN, [name.to_owned(), p50, p90, p99, max, count]);
        }
        table.print(out)
    }

    /// The errors that came, and whether the run passed.
    fn print_verdict(&self, out: &mut impl Write) -> io::Result<()> {
        if !self.errors.is_empty() {
            writeln!(out)?;
            let mut errors = Grid::new(["Error", "count"]);
            self.errors.iter().for_each(|(name, count)| errors.row(PLAIN, [name.clone(), count.to_string()]));
            errors.print(out)?;
        }
        writeln!(out)?;
        if self.passed {
            return writeln!(
                out,
                "{BEST}Every acknowledged event is there, every version followed on the last.{BEST:#}"
            );
        }
        self.problems.iter().try_for_each(|problem| writeln!(out, "{ERROR}failed{ERROR:#}: {problem}"))
    }

    fn print_memory(&self, out: &mut impl Write, memory: &Memory) -> io::Result<()> {
        writeln!(out)?;
        let mut table = Grid::new(["Memory of the server", "MiB", "KiB a game"]);
        for (name, kib) in memory.rows() {
            let each = (kib as f64 - memory.before_kib as f64) / f64::from(self.games);
            let each = if kib == memory.before_kib { "-".into() } else { format!("{each:.1}") };
            table.row(PLAIN, [name.to_owned(), format!("{:.1}", kib as f64 / 1024.0), each]);
        }
        table.print(out)?;
        writeln!(
            out,
            "{FAINT}Resident memory: what unloaded games give back may stay with the process.{FAINT:#}"
        )
    }
}

fn megabytes(bytes: u64) -> f64 {
    bytes as f64 / 1e6
}
