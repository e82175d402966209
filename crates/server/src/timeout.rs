//! How long a request may take.

use std::time::Duration;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

use crate::error::{ApiError, Rejection};

/// Answers a request that takes too long with an error. A command may still be carried out; it is idempotent, so the client
/// retries it with the same id. A WebSocket is answered once it is open, and has no timeout.
pub(crate) async fn limit(State(limit): State<Duration>, request: Request, next: Next) -> Response {
    let uri = request.uri().clone();
    let answer = tokio::time::timeout(limit, next.run(request)).await;
    answer.unwrap_or_else(|_| Rejection::new(ApiError::Timeout, &uri).into_response())
}

#[cfg(test)]
mod tests {
    use axum::Router;
    use axum::body::Body;
    use axum::http::Request;
    use axum::middleware::{from_fn, from_fn_with_state};
    use axum::routing::get;

    use super::*;
    use crate::testing::answer;
    use crate::trace;

    #[tokio::test(start_paused = true)]
    async fn an_answer_that_does_not_come_is_given_up() {
        let never = get(async || std::future::pending::<()>().await);
        let router = Router::new()
            .route("/api/never", never)
            .layer(from_fn_with_state(Duration::from_secs(60), limit))
            .layer(from_fn(trace::follow));
        let request = Request::get("/api/never").body(Body::empty()).unwrap();
        let reply = answer(router, request).await;
        assert_eq!((reply.status, &reply.json()["error"]["code"]), (504, &"ERR_TIMEOUT".into()));
    }
}
