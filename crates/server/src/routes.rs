//! The routes of the API, and what every request goes through before it reaches a handler.

#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Instant;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::HeaderValue;
use axum::http::header::CACHE_CONTROL;
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;

use crate::api::Api;
use crate::error::Rejection;
use crate::operation::Operation;
use crate::{body, openapi, operations, probes};

/// All addresses of the API.
pub(crate) fn routes(api: Arc<Api>) -> Router {
    let mut router = Router::new();
    for (operation, answer) in operations::all() {
        let gate = from_fn_with_state((Arc::clone(&api), operation), gate);
        router = router.route(operation.path, answer.route_layer(gate));
    }
    router
        .layer(DefaultBodyLimit::max(body::LIMIT))
        .route("/health/live", get(probes::live))
        .route("/health/ready", get(probes::ready))
        .route("/openapi.json", get(openapi::document))
        .route("/asyncapi.json", get(openapi::socket_document))
        .route("/metrics", get(probes::metrics))
        .with_state(api)
}

/// Limits and measures.
async fn gate(
    State((api, operation)): State<(Arc<Api>, &'static Operation)>,
    mut request: Request,
    next: Next,
) -> Response {
    let started = Instant::now();
    let client = api.client_of(operation, &request);
    // For handlers that charge one request to several operations.
    request.extensions_mut().insert(client);
    let mut response = match api.admit(operation, client).await {
        Ok(()) => next.run(request).await,
        Err(refusal) => Rejection::from(refusal).into_response(),
    };
    api.metrics.answered(operation, response.status(), started.elapsed());
    // Answers hold names, tokens and moments of games: nothing for a cache on the way.
    response.headers_mut().entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}
