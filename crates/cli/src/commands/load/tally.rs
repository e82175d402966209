use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use serde::Serialize;

/// What all games together have come to so far.
#[derive(Debug)]
pub(super) struct Tally {
    began: Instant,
    pub(super) started: u32,
    pub(super) finished: u32,
    /// Games that made their moves and now stay.
    pub(super) idle: u32,
    /// Games that are going on, and the most there were.
    playing: u32,
    pub(super) most_at_once: u32,
    pub(super) setup: Times,
    /// What had been spent and done when all games were open.
    pub(super) opened: Option<Opened>,
    pub(super) acknowledged: Times,
    pub(super) broadcast: Times,
    /// Moves acknowledged in each second.
    by_second: Vec<u32>,
    /// Events that were delivered to players.
    pub(super) events: u64,
    pub(super) traffic: Traffic,
    pub(super) reconnects: u64,
    /// Updates that did not follow on what was known.
    pub(super) gaps: u64,
    /// Events that were acknowledged and are not there.
    pub(super) missing: u64,
    pub(super) errors: BTreeMap<String, u64>,
}

/// Where a run stood when all of its games were open: from then on the server does nothing but serve moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Opened {
    /// Processor time of the server since its process began.
    pub(super) server_cpu_seconds: f64,
    /// Moves that were acknowledged.
    pub(super) moves: usize,
}

/// What went over the sockets, without the frames around it.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(super) struct Traffic {
    pub(super) messages_in: u64,
    pub(super) bytes_in: u64,
    pub(super) messages_out: u64,
    pub(super) bytes_out: u64,
}

impl Tally {
    pub(super) fn new() -> Self {
        Self {
            began: Instant::now(),
            started: 0,
            finished: 0,
            idle: 0,
            playing: 0,
            most_at_once: 0,
            setup: Times::default(),
            opened: None,
            acknowledged: Times::default(),
            broadcast: Times::default(),
            by_second: Vec::new(),
            events: 0,
            traffic: Traffic::default(),
            reconnects: 0,
            gaps: 0,
            missing: 0,
            errors: BTreeMap::new(),
        }
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    pub(super) const fn playing(&self) -> u32 {
        self.playing
    }

    pub(super) fn sat_down(&mut self, took: Duration) {
        self.setup.add(took);
        self.playing += 1;
        self.most_at_once = self.most_at_once.max(self.playing);
    }

    pub(super) fn stood_up(&mut self) {
        self.playing = self.playing.saturating_sub(1);
    }

    pub(super) fn moved(&mut self, took: Duration) {
        self.acknowledged.add(took);
        let second = usize::try_from(self.began.elapsed().as_secs()).unwrap_or(usize::MAX);
        if self.by_second.len() <= second {
            self.by_second.resize(second + 1, 0);
        }
        self.by_second[second] += 1;
    }

    pub(super) fn error(&mut self, name: impl Into<String>) {
        *self.errors.entry(name.into()).or_default() += 1;
    }

    pub(super) fn moves_in_busiest_second(&self) -> u32 {
        self.by_second.iter().copied().max().unwrap_or(0)
    }
}

/// How long something took, each time.
#[derive(Clone, Debug, Default)]
pub(super) struct Times {
    microseconds: Vec<u32>,
}

/// The same in milliseconds.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Spread {
    pub(super) count: usize,
    pub(super) mean: f64,
    pub(super) p50: f64,
    pub(super) p90: f64,
    pub(super) p99: f64,
    pub(super) max: f64,
}

impl Times {
    pub(super) fn add(&mut self, took: Duration) {
        self.microseconds.push(u32::try_from(took.as_micros()).unwrap_or(u32::MAX));
    }

    /// Those that came after the first `count`.
    pub(super) fn after(&self, count: usize) -> Self {
        Self { microseconds: self.microseconds.get(count..).unwrap_or_default().to_vec() }
    }

    pub(super) fn len(&self) -> usize {
        self.microseconds.len()
    }

    /// `None` if it never happened.
    pub(super) fn spread(&self) -> Option<Spread> {
        let mut sorted = self.microseconds.clone();
        sorted.sort_unstable();
        let count = sorted.len();
        // The smallest time that so many percent do not exceed.
        let percentile = |percent: usize| {
            let place = (count * percent).div_ceil(100).max(1) - 1;
            sorted.get(place).map(|&time| f64::from(time) / 1e3)
        };
        let sum: f64 = sorted.iter().map(|&time| f64::from(time)).sum();
        Some(Spread {
            count,
            mean: sum / 1e3 / count as f64,
            p50: percentile(50)?,
            p90: percentile(90)?,
            p99: percentile(99)?,
            max: percentile(100)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_times_that_were_measured() {
        let mut times = Times::default();
        assert!(times.spread().is_none());
        (1..=1000).rev().for_each(|ms| times.add(Duration::from_millis(ms)));
        let spread = times.spread().unwrap();
        let expected = [1000.0, 500.5, 500.0, 900.0, 990.0, 1000.0];
        let found = [spread.count as f64, spread.mean, spread.p50, spread.p90, spread.p99, spread.max];
        assert!(
            found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 1e-9),
            "{spread:?}"
        );
    }

    #[test]
    fn the_most_games_at_once_are_remembered() {
        let mut tally = Tally::new();
        tally.sat_down(Duration::ZERO);
        tally.sat_down(Duration::ZERO);
        tally.stood_up();
        tally.sat_down(Duration::ZERO);
        assert_eq!((tally.playing(), tally.most_at_once), (2, 2));
    }
}
