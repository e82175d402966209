//! The state of the dependencies of the server.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::Mutex;

use crate::drain::Drain;
use store::Store;

/// How long a probe of the store is cached, so that health checks cannot keep it busy.
const FRESH: Duration = Duration::from_secs(1);

/// The timeout of a probe of the store.
const PROBE_TIMEOUT: Duration = Duration::from_secs(2);

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

    /// Which store it is: `memory`, `sqlite` or `postgres`.
    pub(crate) const fn store_kind(&self) -> &'static str {
        self.kind
    }

    pub(crate) fn is_draining(&self) -> bool {
        self.drain.has_begun()
    }

    /// Whether the store answers. Concurrent callers share one probe.
    pub(crate) async fn store_answers(&self) -> bool {
        let mut last = self.last.lock().await;
        if let Some((at, answered)) = *last
            && at.elapsed() < FRESH
        {
            return answered;
        }
        let asked = tokio::time::timeout(PROBE_TIMEOUT, self.store.ready()).await;
        let problem = match asked {
            Ok(Ok(())) => None,
            Ok(Err(error)) => Some(error.to_string()),
            Err(_) => Some(format!("no answer within {} s", PROBE_TIMEOUT.as_secs())),
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

#[cfg(test)]
mod tests {
    use dicee::Rules;
    use serde_json::json;

    use super::*;
    use crate::StoreChoice;
    use crate::api::Api;
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
                    "engine": {"state": engine, "gpu_available": false},
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

    #[tokio::test]
    async fn while_moves_cannot_be_stored_the_server_is_not_ready() {
        let folder = tempfile::tempdir().unwrap();
        let settings = store::SqliteSettings { max_bytes: Some(400_000), ..store::SqliteSettings::default() };
        let file = folder.path().join("dicee.db");
        let full = archive::opened(store::Sqlite::open(&file, settings).await.unwrap(), "sqlite");
        let api = fresh_over(&full, Drain::default());
        assert_eq!(ask(&api).await.status, 200);
        let host = dicee::PlayerId(uuid::Uuid::from_u128(1));
        let mut stored = 0;
        // Tables are opened until there is no room for another one: for its secret, its entry or its first event.
        let refused = loop {
            let opening = api.rooms.registry().options_for_strangers(&protocol::GameKind::DICEE).unwrap();
            match api.rooms.create_game(host, opening, live::TableTerms::default()).await {
                Ok(_) => stored += 1,
                Err(error) => break error,
            }
        };
        assert!(stored > 0, "{refused}");
        let reply = ask(&api).await;
        assert_eq!((reply.status, &reply.json()["status"]), (503, &json!("unavailable")), "{refused}");
        let metrics = send_to(&api, "GET", "/metrics", &[], axum::body::Body::empty()).await.body;
        let errors = metrics.lines().find_map(|line| line.strip_prefix("store_errors_total "));
        assert!(errors.unwrap().parse::<u64>().unwrap() > 0, "it is counted");
        api.rooms.close().await;
    }
}
