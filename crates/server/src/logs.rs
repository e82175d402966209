//! The log of the server.
//!
//! Lines go to standard error. Lines about a request carry its trace id, in the span around it. No line holds a token, a
//! secret or a query string; the address of a client appears only at `debug`.

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

/// Installs the configured log for the whole process; `false` if there is one already.
pub fn start_log(config: &Config) -> bool {
    // A loaded configuration is valid; for one written by hand an invalid level means the default.
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
    /// The pattern of the route, without any value of the request.
    pub(crate) route: &'a str,
    pub(crate) path: &'a str,
    pub(crate) client: Option<std::net::IpAddr>,
    pub(crate) status: StatusCode,
    /// The error code.
    pub(crate) code: Option<&'static str>,
    pub(crate) time: Duration,
}

impl Answered<'_> {
    /// One line at `debug`; a warning if the server failed, or if the client was refused for its rights or limits.
    pub(crate) fn tell(&self) {
        let Answered { method, route, path, client, status, code, time } = self;
        let (status, ms) = (status.as_u16(), time.as_secs_f64() * 1e3);
        let code = code.unwrap_or_default();
        let client = client.map(tracing::field::display);
        tracing::debug!(method, path, client, status, code, ms, "request");
        if status >= 500 || matches!(status, 401 | 403 | 408 | 429) {
            static WARNINGS: Throttle = Throttle::new();
            let Some(suppressed) = WARNINGS.admit() else { return };
            let verb = if status >= 500 { "request failed" } else { "request refused" };
            if suppressed > 0 {
                tracing::warn!(suppressed, "more requests failed or were refused than are logged");
            }
            tracing::warn!(method, route, status, code, ms, "{verb}");
        }
    }
}

/// A rate limit on log lines, so that no client can fill the disk.
#[derive(Debug)]
struct Throttle {
    /// The second, in the upper bits, and how many lines it has had, in the lower 32.
    state: AtomicU64,
    suppressed: AtomicU64,
}

const LINES_A_SECOND: u64 = 20;

impl Throttle {
    const fn new() -> Self {
        Self { state: AtomicU64::new(0), suppressed: AtomicU64::new(0) }
    }

    /// How many lines were dropped before this one; `None` if this one is dropped too.
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
            Some(self.suppressed.swap(0, Relaxed))
        } else {
            self.suppressed.fetch_add(1, Relaxed);
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
        assert!(next.iter().all(|&suppressed| suppressed == 0));
    }
}
