//! Counts and times for Prometheus, by the names of RFC-001 appendix E. Rates are for Prometheus to take.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use axum::http::StatusCode;

use crate::api::OPERATIONS;
use crate::operation::Operation;

/// Everything that is counted. No label holds anything that a client can choose.
#[derive(Debug)]
pub(crate) struct Metrics {
    /// In the order of [`OPERATIONS`].
    responses: Vec<Responses>,
    work: [Histogram; Work::ALL.len()],
}

/// Kinds of computation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Work {
    Probabilities,
    Decision,
    Simulation,
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
    const ALL: [Self; 3] = [Self::Probabilities, Self::Decision, Self::Simulation];

    const fn metric(self) -> &'static str {
        match self {
            Self::Probabilities => "probability_calculation_latency_ms",
            Self::Decision => "decision_analysis_latency_ms",
            Self::Simulation => "monte_carlo_duration_ms",
        }
    }
}

impl Default for Metrics {
    fn default() -> Self {
        let responses = OPERATIONS.iter().map(|_| Responses::default()).collect();
        Self { responses, work: Default::default() }
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

    /// All of it, in the text format of Prometheus.
    pub(crate) fn text(&self, solved_tables: usize) -> String {
        let mut text =
            String::from("# HELP requests_total Requests answered.\n# TYPE requests_total counter\n");
        for (operation, responses) in OPERATIONS.iter().zip(&self.responses) {
            for (class, count) in CLASSES.iter().zip(&responses.classes) {
                let (endpoint, count) = (operation.name, count.load(Relaxed));
                let _ =
                    writeln!(text, "requests_total{{endpoint=\"{endpoint}\",status=\"{class}\"}} {count}");
            }
        }
        head(&mut text, "api_response_time_ms", "From the request's head to the response.");
        for (operation, responses) in OPERATIONS.iter().zip(&self.responses) {
            let label = format!("endpoint=\"{}\",", operation.name);
            responses.times.write(&mut text, "api_response_time_ms", &label);
        }
        for (work, times) in Work::ALL.iter().zip(&self.work) {
            head(&mut text, work.metric(), "Computing alone.");
            times.write(&mut text, work.metric(), "");
        }
        let _ = writeln!(
            text,
            "# HELP solved_tables Rule variants whose whole game is solved.\n\
             # TYPE solved_tables gauge\nsolved_tables {solved_tables}"
        );
        text
    }
}

fn head(text: &mut String, name: &str, help: &str) {
    let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} histogram");
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
        let text = metrics.text(3);
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
        ] {
            assert!(text.lines().any(|found| found == line), "{line}\n{text}");
        }
    }
}
