use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;

/// Upper bounds of histograms of times, in milliseconds.
pub(crate) const BOUNDS_MS: [f64; 14] =
    [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 20.0, 100.0, 500.0, 2_000.0, 10_000.0];

/// What rooms measure; clones share the numbers.
#[derive(Clone, Debug)]
pub(crate) struct LiveMetrics {
    /// Games in memory that are not over.
    pub(crate) active_games: Gauge,
    pub(crate) games_completed: Counter,
    /// Commands whose events are stored.
    pub(crate) commands: Counter,
    /// Commands that expected another version.
    pub(crate) command_conflicts: Counter,
    /// Until the events of a command are durable.
    pub(crate) append_ms: Histogram,
    /// From a command to the last send queue that has it.
    pub(crate) broadcast_ms: Histogram,
}

impl Default for LiveMetrics {
    fn default() -> Self {
        let histogram = || Histogram::new(BOUNDS_MS);
        Self {
            active_games: Gauge::default(),
            games_completed: Counter::default(),
            commands: Counter::default(),
            command_conflicts: Counter::default(),
            append_ms: histogram(),
            broadcast_ms: histogram(),
        }
    }
}
