//! Whether the process is alive, and whether it can take requests.

use axum::Json;
use axum::http::header::CACHE_CONTROL;
use axum::response::IntoResponse;
use serde::Serialize;

#[derive(Debug, Serialize)]
struct Health {
    status: &'static str,
    version: &'static str,
}

/// The process runs and answers.
pub(crate) async fn live() -> impl IntoResponse {
    report("ok")
}

/// The process can serve. It needs nothing but itself, so it is ready as soon as it listens.
pub(crate) async fn ready() -> impl IntoResponse {
    report("ready")
}

fn report(status: &'static str) -> impl IntoResponse {
    ([(CACHE_CONTROL, "no-store")], Json(Health { status, version: env!("CARGO_PKG_VERSION") }))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::testing::{get, send};

    #[tokio::test]
    async fn health_says_its_status_and_version_and_is_never_stored() {
        for (path, status) in [("/health/live", "ok"), ("/health/ready", "ready")] {
            let reply = get(path, &[]).await;
            assert_eq!(reply.status, 200, "{path}");
            assert_eq!(reply.json(), json!({"status": status, "version": env!("CARGO_PKG_VERSION")}));
            assert_eq!(reply.header("content-type"), Some("application/json"));
            assert_eq!(reply.header("cache-control"), Some("no-store"));
        }
    }

    #[tokio::test]
    async fn health_answers_head() {
        let reply = send("HEAD", "/health/ready", &[]).await;
        assert_eq!((reply.status, reply.body.as_str()), (200, ""));
    }
}
