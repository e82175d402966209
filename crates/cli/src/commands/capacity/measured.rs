//! What a run of `dicee load --json` measured.

use std::path::Path;

use anyhow::Context as _;
use serde::{Deserialize, Serialize};

use super::model::Costs;
use crate::failure::Failure;

/// A run, as far as the model needs it.
#[derive(Debug, Deserialize)]
pub(super) struct Run {
    games: f64,
    watchers: f64,
    seconds: f64,
    moves: f64,
    events: f64,
    traffic: Traffic,
    server: Option<ServerUse>,
    memory: Option<Memory>,
}

#[derive(Debug, Deserialize)]
struct Traffic {
    bytes_in: f64,
}

#[derive(Debug, Deserialize)]
struct ServerUse {
    server_cpu_seconds: f64,
    resident_kib: [f64; 2],
    stored_bytes: f64,
}

#[derive(Debug, Deserialize)]
struct Memory {
    before_kib: f64,
    connected_kib: f64,
}

/// What the model says about a run, and what the run took.
#[derive(Debug, Serialize)]
pub(super) struct Comparison {
    pub(super) what: &'static str,
    pub(super) model: f64,
    pub(super) measured: f64,
}

impl Run {
    pub(super) fn read(file: &Path) -> Result<Self, Failure> {
        let named = || format!("reading {}", file.display());
        let text = std::fs::read_to_string(file).with_context(named)?;
        let run: Self = serde_json::from_str(&text)
            .with_context(|| format!("{} is not what `dicee load --json` prints", file.display()))?;
        Ok(run)
    }

    /// The costs of this run; what it did not measure comes from `others`.
    pub(super) fn costs(&self, others: Costs) -> Costs {
        let Self { games, watchers, moves, events, traffic, server, memory, .. } = self;
        let mut costs = others;
        if *moves >= 1.0 && *events >= 1.0 {
            costs.events_per_move = events / moves;
            costs.sent_per_move = traffic.bytes_in / moves;
            if let Some(server) = server {
                costs.move_ms = server.server_cpu_seconds * 1e3 / moves;
                costs.stored_per_event = server.stored_bytes / events;
            }
        }
        if let Some(memory) = memory {
            let each = (memory.connected_kib - memory.before_kib) / games;
            costs.game_kib = each - watchers * others.socket_kib;
        }
        costs
    }

    /// The model beside this run.
    pub(super) fn compare(&self, costs: &Costs) -> Vec<Comparison> {
        let Self { games, watchers, seconds, moves, events, traffic, server, .. } = self;
        let mut compared = vec![
            Comparison {
                what: "events a second",
                model: moves * costs.events_per_move / seconds,
                measured: events / seconds,
            },
            Comparison {
                what: "sent, MB/s",
                model: moves * costs.sent_per_move / seconds / 1e6,
                measured: traffic.bytes_in / seconds / 1e6,
            },
        ];
        if let Some(server) = server {
            let [before, after] = server.resident_kib;
            compared.extend([
                Comparison {
                    what: "cores of the server",
                    model: moves * costs.move_ms / 1e3 / seconds,
                    measured: server.server_cpu_seconds / seconds,
                },
                Comparison {
                    what: "memory for games, MiB",
                    model: games * (costs.game_kib + watchers * costs.socket_kib) / 1024.0,
                    measured: (after - before) / 1024.0,
                },
                Comparison {
                    what: "stored, MB",
                    model: events * costs.stored_per_event / 1e6,
                    measured: server.stored_bytes / 1e6,
                },
            ]);
        }
        compared
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::capacity::MEASURED;

    #[test]
    fn a_model_with_the_costs_of_a_run_says_what_the_run_took() {
        let run: Run = serde_json::from_str(
            r#"{ "passed": true, "games": 100, "watchers": 1, "seconds": 20.0, "moves": 4000, "events": 9000,
                 "traffic": { "bytes_in": 36000000, "bytes_out": 5 },
                 "server": { "server_cpu_seconds": 2.0, "client_cpu_seconds": 1.0, "resident_kib": [40000, 47000],
                             "stored_bytes": 4500000 },
                 "memory": { "before_kib": 40000, "connected_kib": 47000, "alone_kib": 46000, "unloaded_kib": 45000 } }"#,
        )
        .unwrap();
        let costs = run.costs(MEASURED);
        assert!((costs.move_ms - 0.5).abs() < 1e-9 && (costs.events_per_move - 2.25).abs() < 1e-9);
        for Comparison { what, model, measured } in run.compare(&costs) {
            assert!((model / measured - 1.0).abs() < 1e-9, "{what}: {model} and {measured}");
        }
    }
}
