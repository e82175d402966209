//! What the server tells about itself while it runs.
//!
//! Lines go to standard error. Those about a request carry its trace id, in the span around it. None carries a token, a
//! secret or what follows the question mark of an address; the address of a client shows at `debug` alone.

use std::io::{self, IsTerminal as _};
use std::str::FromStr as _;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use tracing::level_filters::LevelFilter;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::{Layer as _, Registry, fmt};

use crate::{Config, LogFormat};

/// Starts the log as the configuration has it, for the whole process; says whether there was none yet.
pub fn start_log(config: &Config) -> bool {
    // The configuration has been checked; a program that wrote its own gets the default for nonsense.
    let levels = Targets::from_str(&config.log_level)
        .unwrap_or_else(|_| Targets::new().with_default(LevelFilter::INFO));
    let lines = fmt::layer().with_writer(io::stderr);
    let started = match config.log_format {
        LogFormat::Text => {
            let lines = lines.with_target(false).with_ansi(io::stderr().is_terminal());
            tracing::subscriber::set_global_default(Registry::default().with(lines.with_filter(levels)))
        }
        LogFormat::Json => {
            let lines = lines.json().flatten_event(true).with_span_list(false);
            tracing::subscriber::set_global_default(Registry::default().with(lines.with_filter(levels)))
        }
    };
    started.is_ok()
}

/// A request that was answered.
#[derive(Debug)]
pub(crate) struct Answered<'a> {
    pub(crate) method: &'a str,
    /// The pattern that matched, which holds nothing of the request.
    pub(crate) route: &'a str,
    pub(crate) path: &'a str,
    pub(crate) client: Option<std::net::IpAddr>,
    pub(crate) status: StatusCode,
    /// What was wrong, for programs.
    pub(crate) code: Option<&'static str>,
    pub(crate) time: Duration,
}

impl Answered<'_> {
    /// One line at `debug`; and a warning if the server failed, or a client was turned away for what it may do rather
    /// than for what it asked.
    pub(crate) fn tell(&self) {
        let Answered { method, route, path, client, status, code, time } = self;
        let (status, ms) = (status.as_u16(), time.as_secs_f64() * 1e3);
        let code = code.unwrap_or_default();
        let client = client.map(tracing::field::display);
        tracing::debug!(method, path, client, status, code, ms, "request");
        if status >= 500 || matches!(status, 401 | 403 | 408 | 429) {
            static WARNINGS: Throttle = Throttle::new();
            let Some(unsaid) = WARNINGS.admit() else { return };
            let verb = if status >= 500 { "request failed" } else { "request refused" };
            if unsaid > 0 {
                tracing::warn!(unsaid, "more requests failed or were refused than are told");
            }
            tracing::warn!(method, route, status, code, ms, "{verb}");
        }
    }
}

/// Lets some lines through in every second, so that nobody can fill a disk by asking.
#[derive(Debug)]
struct Throttle {
    /// The second, in the upper bits, and how many lines it has had, in the lower 32.
    state: AtomicU64,
    unsaid: AtomicU64,
}

const LINES_A_SECOND: u64 = 20;

impl Throttle {
    const fn new() -> Self {
        Self { state: AtomicU64::new(0), unsaid: AtomicU64::new(0) }
    }

    /// How many lines were left out before this one; `None` if this one is to be left out.
    fn admit(&self) -> Option<u64> {
        use std::sync::LazyLock;
        static START: LazyLock<Instant> = LazyLock::new(Instant::now);
        self.admit_at(START.elapsed().as_secs())
    }

    fn admit_at(&self, second: u64) -> Option<u64> {
        let next = |state: u64| {
            let (then, lines) = (state >> 32, state & 0xffff_ffff);
            if then != second {
                return Some(second << 32 | 1);
            }
            (lines < LINES_A_SECOND).then_some(state + 1)
        };
        if self.state.fetch_update(Relaxed, Relaxed, next).is_ok() {
            Some(self.unsaid.swap(0, Relaxed))
        } else {
            self.unsaid.fetch_add(1, Relaxed);
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_of_warnings_is_cut_and_counted() {
        let throttle = Throttle::new();
        let said = |second| (0..100).filter_map(|_| throttle.admit_at(second)).collect::<Vec<_>>();
        assert_eq!(said(1), [0; 20]);
        let mut next = said(2);
        assert_eq!((next.len(), next.remove(0)), (20, 80));
        assert!(next.iter().all(|&unsaid| unsaid == 0));
    }
}
