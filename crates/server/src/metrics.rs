//! Counts and times for Prometheus, by the names of RFC-001 appendix E. Rates are for Prometheus to take.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use axum::http::StatusCode;

use crate::api::OPERATIONS;
use crate::health::Link;
use crate::operation::Operation;

/// Everything that is counted. No label holds anything that a client can choose.
#[derive(Debug)]
pub(crate) struct Metrics {
    /// In the order of [`OPERATIONS`].
    responses: Vec<Responses>,
    work: [Histogram; Work::ALL.len()],
    gauges: [AtomicU64; Gauge::ALL.len()],
    counters: [AtomicU64; Counter::ALL.len()],
}

/// Kinds of computation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Work {
    Probabilities,
    Decision,
    Simulation,
    /// Making the events of a command durable.
    Append,
    /// From a command to the last socket that was told.
    Broadcast,
}

/// What goes up and down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gauge {
    /// Games in memory that are not over.
    ActiveGames,
    WebsocketConnections,
}

/// What only goes up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Counter {
    GamesCompleted,
    /// Commands whose events are stored.
    CommandsAcknowledged,
    /// Commands that came too late for the version they expected.
    CommandConflicts,
    /// Sockets that were cut because they were too slow or said too much.
    SocketsCut,
}

/// What is read from elsewhere at the moment of asking.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Readings {
    pub(crate) solved_tables: usize,
    pub(crate) link: Link,
    /// Notes that found no room, and hints to other nodes that were given up.
    pub(crate) notes_dropped: u64,
    pub(crate) hints_dropped: u64,
    pub(crate) draining: bool,
    pub(crate) uptime: Duration,
}

#[derive(Debug, Default)]
struct Responses {
    /// By the first digit of the status: 2, 4, 5.
    classes: [AtomicU64; 3],
    times: Histogram,
}

const CLASSES: [&str; 3] = ["2xx", "4xx", "5xx"];

/// Upper bounds in milliseconds; what is above the last falls into `+Inf`.
const BOUNDS: [f64; 14] =
    [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 20.0, 100.0, 500.0, 2_000.0, 10_000.0];

#[derive(Debug, Default)]
struct Histogram {
    counts: [AtomicU64; BOUNDS.len() + 1],
    nanoseconds: AtomicU64,
}

impl Work {
    const ALL: [Self; 5] =
        [Self::Probabilities, Self::Decision, Self::Simulation, Self::Append, Self::Broadcast];

    const fn metric(self) -> &'static str {
        match self {
            Self::Probabilities => "probability_calculation_latency_ms",
            Self::Decision => "decision_analysis_latency_ms",
            Self::Simulation => "monte_carlo_duration_ms",
            Self::Append => "store_append_ms",
            Self::Broadcast => "move_to_broadcast_ms",
        }
    }

    const fn help(self) -> &'static str {
        match self {
            Self::Probabilities | Self::Decision | Self::Simulation => "Computing alone.",
            Self::Append => "Until the events of a command are durable.",
            Self::Broadcast => "From a command to the last socket that was told.",
        }
    }
}

impl Gauge {
    const ALL: [Self; 2] = [Self::ActiveGames, Self::WebsocketConnections];

    const fn metric(self) -> (&'static str, &'static str) {
        match self {
            Self::ActiveGames => ("active_games", "Games in memory that are not over."),
            Self::WebsocketConnections => ("websocket_connections", "Sockets that are open."),
        }
    }
}

impl Counter {
    const ALL: [Self; 4] =
        [Self::GamesCompleted, Self::CommandsAcknowledged, Self::CommandConflicts, Self::SocketsCut];

    const fn metric(self) -> (&'static str, &'static str) {
        match self {
            Self::GamesCompleted => ("games_completed_total", "Games that were played to their end."),
            Self::CommandsAcknowledged => ("commands_total", "Commands whose events are stored."),
            Self::CommandConflicts => ("command_conflicts_total", "Commands that expected another version."),
            Self::SocketsCut => ("sockets_cut_total", "Sockets cut for being too slow or too loud."),
        }
    }
}

impl Default for Metrics {
    fn default() -> Self {
        let responses = OPERATIONS.iter().map(|_| Responses::default()).collect();
        let (work, gauges, counters) = Default::default();
        Self { responses, work, gauges, counters }
    }
}

impl Metrics {
    /// Counts a response.
    pub(crate) fn answered(&self, operation: &'static Operation, status: StatusCode, time: Duration) {
        let place = OPERATIONS.iter().position(|known| std::ptr::eq(*known, operation));
        let Some(responses) = place.and_then(|place| self.responses.get(place)) else { return };
        let class = match status.as_u16() {
            500.. => 2,
            400.. => 1,
            _ => 0,
        };
        responses.classes[class].fetch_add(1, Relaxed);
        responses.times.add(time);
    }

    /// Counts work that began at `started` and ends now; returns how many milliseconds it took.
    pub(crate) fn worked(&self, work: Work, started: Instant) -> f64 {
        let time = started.elapsed();
        self.work[work as usize].add(time);
        milliseconds(time)
    }

    /// One more; whoever says so says [`Metrics::fewer`] later.
    pub(crate) fn more(&self, gauge: Gauge) {
        self.gauges[gauge as usize].fetch_add(1, Relaxed);
    }

    /// One less.
    pub(crate) fn fewer(&self, gauge: Gauge) {
        self.gauges[gauge as usize].fetch_sub(1, Relaxed);
    }

    /// It happened once more.
    pub(crate) fn count(&self, counter: Counter) {
        self.counters[counter as usize].fetch_add(1, Relaxed);
    }

    /// All of it, in the text format of Prometheus.
    pub(crate) fn text(&self, readings: &Readings) -> String {
        let mut text = String::new();
        head(&mut text, "requests_total", "Requests answered.", "counter");
        for (operation, responses) in OPERATIONS.iter().zip(&self.responses) {
            for (class, count) in CLASSES.iter().zip(&responses.classes) {
                let (endpoint, count) = (operation.name, count.load(Relaxed));
                let _ =
                    writeln!(text, "requests_total{{endpoint=\"{endpoint}\",status=\"{class}\"}} {count}");
            }
        }
        head(&mut text, "api_response_time_ms", "From the request's head to the response.", "histogram");
        for (operation, responses) in OPERATIONS.iter().zip(&self.responses) {
            let label = format!("endpoint=\"{}\",", operation.name);
            responses.times.write(&mut text, "api_response_time_ms", &label);
        }
        for (work, times) in Work::ALL.iter().zip(&self.work) {
            head(&mut text, work.metric(), work.help(), "histogram");
            times.write(&mut text, work.metric(), "");
        }
        for (gauge, value) in Gauge::ALL.iter().zip(&self.gauges) {
            let (name, help) = gauge.metric();
            number(&mut text, name, help, "gauge", value.load(Relaxed));
        }
        for (counter, value) in Counter::ALL.iter().zip(&self.counters) {
            let (name, help) = counter.metric();
            number(&mut text, name, help, "counter", value.load(Relaxed));
        }
        readings.write(&mut text);
        text
    }
}

impl Readings {
    fn write(&self, text: &mut String) {
        let Self { solved_tables, link, notes_dropped, hints_dropped, draining, uptime } = *self;
        number(text, "notes_dropped_total", "Notes that found no room.", "counter", notes_dropped);
        number(
            text,
            "hints_dropped_total",
            "Hints to other nodes that were given up.",
            "counter",
            hints_dropped,
        );
        head(text, "bus_state", "How the other nodes are heard: 1 at the state it is in.", "gauge");
        for (state, name) in
            [(Link::Off, "off"), (Link::Connected, "connected"), (Link::Degraded, "degraded")]
        {
            let _ = writeln!(text, "bus_state{{state=\"{name}\"}} {}", u8::from(state == link));
        }
        let solved = solved_tables as u64;
        number(text, "solved_tables", "Rule variants whose whole game is solved.", "gauge", solved);
        number(text, "draining", "Whether the server was told to stop.", "gauge", u64::from(draining));
        number(text, "uptime_seconds", "For how long the server runs.", "gauge", uptime.as_secs());
        head(text, "build_info", "The version that runs.", "gauge");
        let _ = writeln!(text, "build_info{{version=\"{}\"}} 1", env!("CARGO_PKG_VERSION"));
    }
}

fn head(text: &mut String, name: &str, help: &str, kind: &str) {
    let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} {kind}");
}

fn number(text: &mut String, name: &str, help: &str, kind: &str, value: u64) {
    head(text, name, help, kind);
    let _ = writeln!(text, "{name} {value}");
}

impl Histogram {
    fn add(&self, time: Duration) {
        let value = milliseconds(time);
        let place = BOUNDS.iter().position(|&bound| value <= bound).unwrap_or(BOUNDS.len());
        self.counts[place].fetch_add(1, Relaxed);
        self.nanoseconds.fetch_add(u64::try_from(time.as_nanos()).unwrap_or(u64::MAX), Relaxed);
    }

    fn write(&self, text: &mut String, name: &str, label: &str) {
        let mut total = 0;
        let bounds = BOUNDS.iter().map(f64::to_string).chain(["+Inf".to_owned()]);
        for (count, bound) in self.counts.iter().zip(bounds) {
            total += count.load(Relaxed);
            let _ = writeln!(text, "{name}_bucket{{{label}le=\"{bound}\"}} {total}");
        }
        let sum = self.nanoseconds.load(Relaxed);
        let sum = format!("{}.{:06}", sum / 1_000_000, sum % 1_000_000);
        let labels = label.trim_end_matches(',');
        let labels = if labels.is_empty() { String::new() } else { format!("{{{labels}}}") };
        let _ = writeln!(text, "{name}_sum{labels} {sum}\n{name}_count{labels} {total}");
    }
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_count_all_that_is_not_above_them() {
        let metrics = Metrics::default();
        for micros in [10, 11, 3_000, 60_000_000] {
            metrics.answered(&crate::stats::VERIFY, StatusCode::OK, Duration::from_micros(micros));
        }
        metrics.answered(&crate::stats::VERIFY, StatusCode::BAD_REQUEST, Duration::ZERO);
        metrics.more(Gauge::ActiveGames);
        metrics.more(Gauge::ActiveGames);
        metrics.fewer(Gauge::ActiveGames);
        metrics.count(Counter::GamesCompleted);
        metrics.worked(Work::Append, Instant::now());
        let text = metrics.text(&Readings {
            solved_tables: 3,
            link: Link::Degraded,
            notes_dropped: 5,
            hints_dropped: 6,
            draining: true,
            uptime: Duration::from_millis(7_900),
        });
        for line in [
            "requests_total{endpoint=\"verify\",status=\"2xx\"} 4",
            "requests_total{endpoint=\"verify\",status=\"4xx\"} 1",
            "requests_total{endpoint=\"simulate\",status=\"2xx\"} 0",
            "api_response_time_ms_bucket{endpoint=\"verify\",le=\"0.01\"} 2",
            "api_response_time_ms_bucket{endpoint=\"verify\",le=\"0.025\"} 3",
            "api_response_time_ms_bucket{endpoint=\"verify\",le=\"5\"} 4",
            "api_response_time_ms_bucket{endpoint=\"verify\",le=\"10000\"} 4",
            "api_response_time_ms_bucket{endpoint=\"verify\",le=\"+Inf\"} 5",
            "api_response_time_ms_count{endpoint=\"verify\"} 5",
            "api_response_time_ms_sum{endpoint=\"verify\"} 60003.021000",
            "monte_carlo_duration_ms_count 0",
            "solved_tables 3",
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
        ] {
            assert!(text.lines().any(|found| found == line), "{line}\n{text}");
        }
    }
}
