//! Whether the process is alive, and whether it can take requests (RFC-001 appendix C).

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CACHE_CONTROL;
use axum::response::{IntoResponse as _, Response};
use dicee::Rules;
use protocol::{
    Dependencies, EngineHealth, EngineState, LinkState, LiveResponse, Readiness, ReadyResponse, RedisHealth,
    StoreHealth, StoreState,
};
use tokio::sync::Mutex;

use crate::api::Api;
use crate::drain::Drain;
use store::Store;

/// How long a probe of the store is cached, so that health checks cannot keep it busy.
const FRESH: Duration = Duration::from_secs(1);

/// The timeout of a probe of the store.
const PATIENCE: Duration = Duration::from_secs(2);

/// The state of the dependencies.
#[derive(Debug)]
pub(crate) struct Health {
    store: Arc<dyn Store>,
    kind: &'static str,
    drain: Drain,
    started: Instant,
    /// When the store was last probed, and whether it answered.
    last: Mutex<Option<(Instant, bool)>>,
}

impl Health {
    pub(crate) fn new(store: Arc<dyn Store>, kind: &'static str, drain: Drain) -> Self {
        Self { store, kind, drain, started: Instant::now(), last: Mutex::new(None) }
    }

    pub(crate) fn uptime(&self) -> Duration {
        self.started.elapsed()
    }

    pub(crate) fn is_draining(&self) -> bool {
        self.drain.has_begun()
    }

    /// Whether the store answers. Concurrent callers share one probe.
    async fn store_answers(&self) -> bool {
        let mut last = self.last.lock().await;
        if let Some((at, answered)) = *last
            && at.elapsed() < FRESH
        {
            return answered;
        }
        let asked = tokio::time::timeout(PATIENCE, self.store.ready()).await;
        let problem = match asked {
            Ok(Ok(())) => None,
            Ok(Err(error)) => Some(error.to_string()),
            Err(_) => Some(format!("no answer within {} s", PATIENCE.as_secs())),
        };
        let before = last.is_none_or(|(_, answered)| answered);
        match &problem {
            Some(problem) if before => {
                tracing::error!(problem, "the store is gone: nothing is acknowledged until it is back")
            }
            None if !before => tracing::info!("the store is back"),
            Some(_) | None => {}
        }
        *last = Some((Instant::now(), problem.is_none()));
        problem.is_none()
    }
}

/// `GET /health/live`: the process runs and answers.
pub(crate) async fn live(State(api): State<Arc<Api>>) -> Response {
    let uptime = api.health.uptime().as_secs();
    let body = LiveResponse { status: "ok".into(), version: env!("CARGO_PKG_VERSION").into(), uptime };
    ([(CACHE_CONTROL, "no-store")], Json(body)).into_response()
}

/// `GET /health/ready`: the process can serve. Without its store it cannot; without the other nodes, or while games are
/// being solved, it can, and the body says so.
pub(crate) async fn ready(State(api): State<Arc<Api>>) -> Response {
    let store = api.health.store_answers().await;
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
            kind: api.health.kind.into(),
        },
        redis: RedisHealth { state: link },
        engine: EngineHealth { state: if solved { EngineState::Loaded } else { EngineState::Loading } },
    };
    let body = ReadyResponse { status, version: env!("CARGO_PKG_VERSION").into(), dependencies };
    (code, [(CACHE_CONTROL, "no-store")], Json(body)).into_response()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::StoreChoice;
    use crate::archive::{self, Opened};
    use crate::testing::{Reply, fresh, fresh_over, get, send, send_to};

    #[tokio::test]
    async fn live_says_its_version_and_for_how_long() {
        let reply = get("/health/live", &[]).await;
        assert_eq!(reply.status, 200);
        assert_eq!(reply.json(), json!({"status": "ok", "version": env!("CARGO_PKG_VERSION"), "uptime": 0}));
        assert_eq!(reply.header("content-type"), Some("application/json"));
        assert_eq!(reply.header("cache-control"), Some("no-store"));
    }

    #[tokio::test]
    async fn ready_names_every_dependency() {
        let api = fresh();
        let expected = |engine: &str| {
            json!({
                "status": "ready",
                "version": env!("CARGO_PKG_VERSION"),
                "dependencies": {
                    "store": {"state": "connected", "kind": "memory"},
                    "redis": {"state": "off"},
                    "engine": {"state": engine},
                },
            })
        };
        assert_eq!(ask(&api).await.json(), expected("loading"));
        api.solved.solve(Rules::default());
        assert_eq!(ask(&api).await.json(), expected("loaded"));
    }

    #[tokio::test]
    async fn health_answers_head() {
        let reply = send("HEAD", "/health/ready", &[]).await;
        assert_eq!((reply.status, reply.body.as_str()), (200, ""));
    }

    #[tokio::test]
    async fn a_server_that_drains_is_not_ready() {
        let drain = Drain::default();
        let api = fresh_over(&Opened::in_memory(), drain.clone());
        assert_eq!(ask(&api).await.status, 200);
        drain.begin();
        let reply = ask(&api).await;
        assert_eq!((reply.status, &reply.json()["status"]), (503, &json!("draining")));
        assert_eq!(send_to(&api, "GET", "/health/live", &[], axum::body::Body::empty()).await.status, 200);
    }

    #[tokio::test]
    async fn without_its_store_the_server_is_unavailable_and_probes_do_not_hammer_it() {
        let folder = tempfile::tempdir().unwrap();
        let opened = archive::open(&StoreChoice::Sqlite(folder.path().join("dicee.db"))).await.unwrap();
        let api = fresh_over(&opened, Drain::default());
        assert_eq!(
            ask(&api).await.json()["dependencies"]["store"],
            json!({"state": "connected", "kind": "sqlite"})
        );

        // A store that was closed answers nobody.
        opened.archive.close().await.unwrap();
        assert_eq!(ask(&api).await.status, 200, "what was said a moment ago still holds");
        forget(&api).await;
        let reply = ask(&api).await;
        assert_eq!((reply.status, &reply.json()["status"]), (503, &json!("unavailable")));
        assert_eq!(reply.json()["dependencies"]["store"]["state"], "unreachable");
    }

    /// As if the store had been asked long ago.
    async fn forget(api: &Arc<Api>) {
        *api.health.last.lock().await = None;
    }

    async fn ask(api: &Arc<Api>) -> Reply {
        send_to(api, "GET", "/health/ready", &[], axum::body::Body::empty()).await
    }
}
