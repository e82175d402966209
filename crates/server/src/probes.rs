//! For those who run the server: whether it is alive, whether it can take requests, and its metrics.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse as _, Response};
use dicee::Rules;
use protocol::{
    Dependencies, EngineHealth, EngineState, LinkState, LiveResponse, Readiness, ReadyResponse, RedisHealth,
    StoreHealth, StoreState,
};

use crate::api::Api;
use crate::metrics::{Memory, Readings, resident_bytes};

/// `GET /health/live`: the process runs and answers.
pub(crate) async fn live(State(api): State<Arc<Api>>) -> Response {
    let uptime = api.health.uptime().as_secs();
    let body = LiveResponse { status: "ok".into(), version: env!("CARGO_PKG_VERSION").into(), uptime };
    ([(CACHE_CONTROL, "no-store")], Json(body)).into_response()
}

/// `GET /health/ready`: the process can serve. Without its store, or while moves cannot be stored, it cannot; without the
/// other nodes, or while games are being solved, it can, and the body says so.
pub(crate) async fn ready(State(api): State<Arc<Api>>) -> Response {
    let store = api.health.store_answers().await && !api.rooms.writes_fail();
    let link = api.link();
    let (status, code) = if api.health.is_draining() {
        (Readiness::Draining, StatusCode::SERVICE_UNAVAILABLE)
    } else if !store {
        (Readiness::Unavailable, StatusCode::SERVICE_UNAVAILABLE)
    } else if link == LinkState::Degraded {
        (Readiness::Degraded, StatusCode::OK)
    } else {
        (Readiness::Ready, StatusCode::OK)
    };
    let solved = api.solved.get(Rules::default()).is_some();
    let dependencies = Dependencies {
        store: StoreHealth {
            state: if store { StoreState::Connected } else { StoreState::Unreachable },
            kind: api.health.store_kind().into(),
        },
        redis: RedisHealth { state: link },
        engine: EngineHealth {
            state: if solved { EngineState::Loaded } else { EngineState::Loading },
            gpu_available: api.gpu_available,
        },
    };
    let body = ReadyResponse { status, version: env!("CARGO_PKG_VERSION").into(), dependencies };
    (code, [(CACHE_CONTROL, "no-store")], Json(body)).into_response()
}

/// `GET /metrics`: counts and times in the OpenMetrics format.
pub(crate) async fn metrics(State(api): State<Arc<Api>>) -> Response {
    let rooms = api.rooms.lookups();
    let readings = Readings {
        caches: [("players", api.identity.lookups()), ("rooms", rooms)],
        accuracy: Rules::ALL.map(|rules| (rules.name(), api.solved.accuracy_delta(rules))),
        solved_games: api.solved.ready(),
        memory: Memory {
            resident: resident_bytes(),
            tables: [
                ("solved_games", api.solved.solved_bytes()),
                ("score_outlooks", api.solved.outlook_bytes()),
                ("targets", api.targets.bytes()),
            ],
        },
        link: api.link(),
        notes_dropped: api.rooms.notes_dropped(),
        hints_dropped: api.bus.counts().dropped,
        draining: api.health.is_draining(),
        uptime: api.health.uptime(),
    };
    let text = api.metrics.text(&readings);
    let headers = [
        (CONTENT_TYPE, "application/openmetrics-text; version=1.0.0; charset=utf-8"),
        (CACHE_CONTROL, "no-store"),
    ];
    (headers, text).into_response()
}
