//! Counts and times for Prometheus; docs/operations.md lists them. Rates are for Prometheus to take.

mod learned;

use std::sync::atomic::AtomicU64;
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use live::{LiveMetrics, TIME_BOUNDS_MS};
use prometheus_client::encoding::text::{encode_eof, encode_registry};
use prometheus_client::metrics::counter::{ConstCounter, Counter};
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::{ConstGauge, Gauge};
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::Registry;
use protocol::LinkState;

pub(crate) use self::learned::LearnedMetrics;
use crate::operation::Operation;

/// The handles of everything that is counted, and the registry that prints them. Each node has its own. No label holds
/// anything that a client can choose.
#[derive(Debug)]
pub(crate) struct Metrics {
    registry: Registry,
    responses: Vec<Responses>,
    pub(crate) probabilities_ms: Histogram,
    pub(crate) decision_ms: Histogram,
    pub(crate) simulation_ms: Histogram,
    pub(crate) websocket_connections: Gauge,
    /// Sockets that were disconnected because they read too slowly or sent too much.
    pub(crate) sockets_cut: Counter,
    pub(crate) learned: LearnedMetrics,
}

/// The handles of one operation.
#[derive(Debug)]
struct Responses {
    operation: &'static Operation,
    /// By the first digit of the status: 2, 4, 5.
    classes: [Counter; 3],
    times: Histogram,
}

const CLASSES: [&str; 3] = ["2xx", "4xx", "5xx"];

/// Values that are read from elsewhere when Prometheus asks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Readings {
    /// Hits and misses, by the name of the cache.
    pub(crate) caches: [(&'static str, (u64, u64)); 2],
    /// How far each solved game is from the published value, by the name of its rules; `None` while it is being solved.
    pub(crate) accuracy: [(&'static str, Option<f64>); 4],
    pub(crate) solved_games: usize,
    pub(crate) memory: Memory,
    pub(crate) link: LinkState,
    pub(crate) notes_dropped: u64,
    pub(crate) hints_dropped: u64,
    pub(crate) draining: bool,
    pub(crate) uptime: Duration,
}

/// The memory of the process, in bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Memory {
    /// All of it that is in memory now; `None` where the system does not tell.
    pub(crate) resident: Option<usize>,
    /// The tables that are computed once and kept, by name.
    pub(crate) tables: [(&'static str, usize); 3],
}

impl Memory {
    /// The bytes of each part. What no table holds is the rest: games, sockets, buffers, caches of the store and the
    /// program itself.
    fn parts(self) -> impl Iterator<Item = (&'static str, usize)> {
        let known = self.tables.iter().map(|(_, bytes)| bytes).sum();
        let rest = self.resident.map(|resident| ("rest", resident.saturating_sub(known)));
        self.tables.into_iter().chain(rest)
    }
}

/// The bytes of this process that are in memory.
pub(crate) fn resident_bytes() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    resident.trim().strip_suffix(" kB")?.parse::<usize>().ok()?.checked_mul(1024)
}

/// A metric with one label.
type Labelled<M> = Family<[(&'static str, &'static str); 1], M>;

fn histogram() -> Histogram {
    Histogram::new(TIME_BOUNDS_MS)
}

impl Metrics {
    /// Registers these operations and what rooms measure.
    pub(crate) fn new(operations: &[&'static Operation], live: &LiveMetrics) -> Self {
        let counts = Family::<[(&str, &str); 2], Counter>::default();
        let times = Family::<[(&str, &str); 1], Histogram>::new_with_constructor(histogram);
        // All of them now, so that one that was never asked shows 0.
        let responses = operations.iter().map(|operation| Responses {
            operation,
            classes: CLASSES
                .map(|class| counts.get_or_create_owned(&[("endpoint", operation.name), ("status", class)])),
            times: times.get_or_create_owned(&[("endpoint", operation.name)]),
        });
        let mut metrics = Self {
            responses: responses.collect(),
            registry: Registry::default(),
            probabilities_ms: histogram(),
            decision_ms: histogram(),
            simulation_ms: histogram(),
            websocket_connections: Gauge::default(),
            sockets_cut: Counter::default(),
            learned: LearnedMetrics::default(),
        };
        let computing = "Computing alone";
        let registry = &mut metrics.registry;
        registry.register("requests", "Requests answered", counts);
        registry.register("api_response_time_ms", "From the request's head to the response", times);
        registry.register("probability_calculation_latency_ms", computing, metrics.probabilities_ms.clone());
        registry.register("decision_analysis_latency_ms", computing, metrics.decision_ms.clone());
        registry.register("monte_carlo_duration_ms", computing, metrics.simulation_ms.clone());
        registry.register("websocket_connections", "Open sockets", metrics.websocket_connections.clone());
        registry.register(
            "sockets_cut",
            "Sockets disconnected for reading too slowly or sending too much",
            metrics.sockets_cut.clone(),
        );
        registry.register("active_games", "Games in memory", live.active_games.clone());
        registry.register("games_completed", "Games played to their end", live.games_completed.clone());
        registry.register("calculations", "Hints, analyses and grades", live.calculations.clone());
        registry.register(
            "invariant_checks",
            "States of live games checked against the invariants",
            live.invariant_checks.clone(),
        );
        registry.register(
            "invariant_violations",
            "What was wrong in them",
            live.invariant_violations.clone(),
        );
        registry.register(
            "ev_calculation_errors",
            "Grades of live games whose values contradict each other",
            live.ev_errors.clone(),
        );
        registry.register("store_errors", "Appends and reads that failed", live.store_errors.clone());
        registry.register("commands_refused", "Refused by rules or rights", live.commands_refused.clone());
        registry.register("commands", "Commands whose events are stored", live.commands.clone());
        registry.register(
            "command_conflicts",
            "Commands that expected another version, and retries after a conflict",
            live.command_conflicts.clone(),
        );
        registry.register(
            "store_append_ms",
            "Until the events of a command are durable",
            live.append_ms.clone(),
        );
        registry.register(
            "move_to_broadcast_ms",
            "From a command to the last send queue",
            live.broadcast_ms.clone(),
        );
        metrics.learned.register(registry);
        metrics
    }

    /// Counts a response.
    pub(crate) fn answered(&self, operation: &'static Operation, status: StatusCode, time: Duration) {
        let known = self.responses.iter().find(|known| std::ptr::eq(known.operation, operation));
        let Some(responses) = known else { return };
        let class = match status.as_u16() {
            500.. => 2,
            400.. => 1,
            _ => 0,
        };
        responses.classes[class].inc();
        responses.times.observe(milliseconds(time));
    }

    /// All of it, in the OpenMetrics text format.
    pub(crate) fn text(&self, readings: &Readings) -> String {
        let mut text = String::new();
        encode_registry(&mut text, &self.registry)
            .and_then(|()| encode_registry(&mut text, &readings.registry()))
            .and_then(|()| encode_eof(&mut text))
            .expect("writing to a String cannot fail");
        text
    }
}

impl Readings {
    fn registry(&self) -> Registry {
        let Self {
            caches,
            accuracy,
            solved_games,
            memory,
            link,
            notes_dropped,
            hints_dropped,
            draining,
            uptime,
        } = *self;
        let mut registry = Registry::default();
        let (hits, misses) = (Labelled::<Counter>::default(), Labelled::<Counter>::default());
        for (cache, (hit, missed)) in caches {
            hits.get_or_create(&[("cache", cache)]).inc_by(hit);
            misses.get_or_create(&[("cache", cache)]).inc_by(missed);
        }
        registry.register("cache_hits", "Look-ups that were answered from memory", hits);
        registry.register("cache_misses", "Look-ups that went to the store", misses);
        let deltas = Labelled::<Gauge<f64, AtomicU64>>::default();
        for (rules, delta) in accuracy {
            if let Some(delta) = delta {
                deltas.get_or_create(&[("rules", rules)]).set(delta);
            }
        }
        let off = "Points between the solved value of an empty card and the published one";
        registry.register("calculation_accuracy_delta", off, deltas);
        let parts = Labelled::<Gauge>::default();
        for (part, bytes) in memory.parts() {
            parts.get_or_create(&[("part", part)]).set(i64::try_from(bytes).unwrap_or(i64::MAX));
        }
        registry.register("memory_bytes", "What the process holds in memory", parts);
        let dropped = "Notes that did not fit into the queue";
        registry.register("notes_dropped", dropped, ConstCounter::new(notes_dropped));
        registry.register("hints_dropped", "Hints to other nodes dropped", ConstCounter::new(hints_dropped));
        let states = Labelled::<Gauge>::default();
        for (state, name) in
            [(LinkState::Off, "off"), (LinkState::Connected, "connected"), (LinkState::Degraded, "degraded")]
        {
            states.get_or_create(&[("state", name)]).set(i64::from(state == link));
        }
        registry.register("bus_state", "Connection to the other nodes: 1 at its state", states);
        let gauge = |value: u64| ConstGauge::new(i64::try_from(value).unwrap_or(i64::MAX));
        let solved = "Rule variants whose whole game is solved";
        registry.register("solved_games", solved, gauge(solved_games as u64));
        registry.register("draining", "Whether the server is shutting down", gauge(u64::from(draining)));
        registry.register("uptime_seconds", "Time since the start", gauge(uptime.as_secs()));
        registry.register("build", "The version", Info::new([("version", env!("CARGO_PKG_VERSION"))]));
        registry
    }
}

/// Observes the time since `started`, and returns it in milliseconds.
pub(crate) fn observe_since(times: &Histogram, started: Instant) -> f64 {
    let time = milliseconds(started.elapsed());
    times.observe(time);
    time
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

#[cfg(test)]
mod deployed;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::operations::OPERATIONS;

    #[test]
    fn buckets_count_all_that_is_not_above_them() {
        let live = LiveMetrics::default();
        let metrics = Metrics::new(&OPERATIONS, &live);
        for micros in [10, 11, 3_000, 60_000_000] {
            metrics.answered(&crate::stats::VERIFY, StatusCode::OK, Duration::from_micros(micros));
        }
        metrics.answered(&crate::stats::VERIFY, StatusCode::BAD_REQUEST, Duration::ZERO);
        live.active_games.inc();
        live.active_games.inc();
        live.active_games.dec();
        live.games_completed.inc();
        live.ev_errors.inc();
        observe_since(&live.append_ms, Instant::now());
        let text = metrics.text(&Readings {
            caches: [("players", (8, 1)), ("rooms", (9, 2))],
            accuracy: [
                ("standard", Some(0.25)),
                ("classic", None),
                ("joker_rules", None),
                ("forced_dicee", None),
            ],
            solved_games: 3,
            memory: Memory {
                resident: Some(100),
                tables: [("solved_games", 40), ("score_outlooks", 20), ("targets", 0)],
            },
            link: LinkState::Degraded,
            notes_dropped: 5,
            hints_dropped: 6,
            draining: true,
            uptime: Duration::from_millis(7_900),
        });
        for line in [
            "requests_total{endpoint=\"verify\",status=\"2xx\"} 4",
            "requests_total{endpoint=\"verify\",status=\"4xx\"} 1",
            "requests_total{endpoint=\"simulate\",status=\"2xx\"} 0",
            "api_response_time_ms_bucket{le=\"0.01\",endpoint=\"verify\"} 2",
            "api_response_time_ms_bucket{le=\"0.025\",endpoint=\"verify\"} 3",
            "api_response_time_ms_bucket{le=\"5.0\",endpoint=\"verify\"} 4",
            "api_response_time_ms_bucket{le=\"10000.0\",endpoint=\"verify\"} 4",
            "api_response_time_ms_bucket{le=\"+Inf\",endpoint=\"verify\"} 5",
            "api_response_time_ms_count{endpoint=\"verify\"} 5",
            "monte_carlo_duration_ms_count 0",
            "solved_games 3",
            "memory_bytes{part=\"solved_games\"} 40",
            "memory_bytes{part=\"targets\"} 0",
            "memory_bytes{part=\"rest\"} 40",
            "cache_hits_total{cache=\"rooms\"} 9",
            "cache_misses_total{cache=\"players\"} 1",
            "calculation_accuracy_delta{rules=\"standard\"} 0.25",
            "ev_calculation_errors_total 1",
            "active_games 1",
            "websocket_connections 0",
            "games_completed_total 1",
            "store_append_ms_count 1",
            "bus_state{state=\"connected\"} 0",
            "bus_state{state=\"degraded\"} 1",
            "notes_dropped_total 5",
            "hints_dropped_total 6",
            "draining 1",
            "uptime_seconds 7",
            concat!("build_info{version=\"", env!("CARGO_PKG_VERSION"), "\"} 1"),
        ] {
            assert!(text.lines().any(|found| found == line), "{line}\n{text}");
        }
        let sum =
            text.lines().find_map(|line| line.strip_prefix("api_response_time_ms_sum{endpoint=\"verify\"} "));
        let sum: f64 = sum.unwrap().parse().unwrap();
        assert!((sum - 60_003.021).abs() < 1e-6, "{sum}");
        assert!(text.ends_with("# EOF\n"));
    }

    /// The name of every sample that is printed.
    pub(super) fn printed_samples() -> std::collections::BTreeSet<String> {
        let readings = Readings {
            caches: [("players", (0, 0)), ("rooms", (0, 0))],
            accuracy: [
                ("standard", Some(0.0)),
                ("classic", None),
                ("joker_rules", None),
                ("forced_dicee", None),
            ],
            solved_games: 0,
            memory: Memory {
                resident: Some(0),
                tables: [("solved_games", 0), ("score_outlooks", 0), ("targets", 0)],
            },
            link: LinkState::Off,
            notes_dropped: 0,
            hints_dropped: 0,
            draining: false,
            uptime: Duration::ZERO,
        };
        let text = Metrics::new(&OPERATIONS, &LiveMetrics::default()).text(&readings);
        let samples = text.lines().filter(|line| !line.starts_with('#'));
        samples.map(|line| line.split(['{', ' ']).next().unwrap().to_owned()).collect()
    }

    /// `docs/operations.md` lists them for operators.
    #[test]
    fn every_metric_is_documented_and_every_documented_one_exists() {
        let document = include_str!("../../../docs/operations.md");
        let table = document.split("| metric | |").nth(1).unwrap().split("\n\n").next().unwrap();
        let rows = table.lines().filter_map(|row| row.split('|').nth(1));
        let documented: std::collections::BTreeSet<_> =
            rows.flat_map(|cell| cell.split('`').skip(1).step_by(2)).collect();
        let samples = printed_samples();
        let printed: std::collections::BTreeSet<_> = samples
            .iter()
            .map(|name| {
                let ending = ["_bucket", "_sum", "_count"].iter().find_map(|end| name.strip_suffix(end));
                ending.unwrap_or(name)
            })
            .collect();
        assert_eq!(printed, documented);
    }
}
