//! The stateless API: what its addresses are, and what every request to one of them goes through.

#[cfg(test)]
mod tests;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Instant;

use axum::Router;
use axum::extract::{ConnectInfo, DefaultBodyLimit, Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};

use crate::bus::Bus;
use crate::error::{Refusal, Rejection};
use crate::limit::{Client, Limiter, Quota};
use crate::metrics::Metrics;
use crate::simulation::{self, Simulator};
use crate::tables::Tables;
use crate::{body, openapi, stats};

/// What the handlers share.
#[derive(Debug)]
pub(crate) struct Api {
    pub(crate) tables: Tables,
    pub(crate) simulator: Simulator,
    pub(crate) metrics: Metrics,
    /// Absent where clients are not limited.
    limiter: Option<Limiter>,
    started: Instant,
}

/// A kind of question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Endpoint {
    Probabilities,
    Recommendation,
    Evaluate,
    Verify,
    Simulate,
}

impl Endpoint {
    pub(crate) const ALL: [Self; 5] =
        [Self::Probabilities, Self::Recommendation, Self::Evaluate, Self::Verify, Self::Simulate];

    /// The last part of its path.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Probabilities => "probabilities",
            Self::Recommendation => "recommendation",
            Self::Evaluate => "evaluate",
            Self::Verify => "verify",
            Self::Simulate => "simulate",
        }
    }

    pub(crate) fn path(self) -> String {
        format!("/api/v1/stats/{}", self.name())
    }

    /// How often one client may ask it.
    pub(crate) const fn quota(self) -> Quota {
        let per_minute = match self {
            Self::Probabilities | Self::Evaluate | Self::Verify => 100,
            Self::Recommendation => 50,
            Self::Simulate => 10,
        };
        Quota { per_minute }
    }
}

impl Api {
    pub(crate) fn new(limited: bool) -> Self {
        Self {
            tables: Tables::default(),
            simulator: Simulator::default(),
            metrics: Metrics::default(),
            limiter: limited.then(|| Limiter::new(Bus::local())),
            started: Instant::now(),
        }
    }

    async fn admit(&self, endpoint: Endpoint, client: Client) -> Result<(), Refusal> {
        let Some(limiter) = &self.limiter else { return Ok(()) };
        let quota = endpoint.quota();
        let admitted = limiter.admit(client, endpoint.name(), quota, self.started.elapsed()).await;
        admitted.map_err(|wait| {
            let retry_after = wait.as_secs() + u64::from(wait.subsec_nanos() > 0);
            Refusal::TooOften { allowed: quota.to_string(), retry_after }
        })
    }
}

/// All addresses of the API.
pub(crate) fn routes(api: Arc<Api>) -> Router {
    let mut router = Router::new();
    for endpoint in Endpoint::ALL {
        let answer = match endpoint {
            Endpoint::Probabilities => post(stats::probabilities),
            Endpoint::Recommendation => post(stats::recommendation),
            Endpoint::Evaluate => post(stats::evaluate),
            Endpoint::Verify => post(stats::verify),
            Endpoint::Simulate => post(simulation::simulate),
        };
        let gate = from_fn_with_state((Arc::clone(&api), endpoint), gate);
        router = router.route(&endpoint.path(), answer.route_layer(gate));
    }
    router
        .layer(DefaultBodyLimit::max(body::LIMIT))
        .route("/openapi.json", get(openapi::document))
        .route("/metrics", get(metrics))
        .with_state(api)
}

/// Limits and measures.
async fn gate(State((api, endpoint)): State<(Arc<Api>, Endpoint)>, request: Request, next: Next) -> Response {
    let started = Instant::now();
    // Without an address (it is not a socket that brought the request) all share one bucket.
    let address = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let address = address.map_or_else(|| SocketAddr::from(([0, 0, 0, 0], 0)), |info| info.0);
    let response = match api.admit(endpoint, Client::at(address.ip())).await {
        Ok(()) => next.run(request).await,
        Err(refusal) => Rejection::from(refusal).into_response(),
    };
    api.metrics.answered(endpoint, response.status(), started.elapsed());
    response
}

async fn metrics(State(api): State<Arc<Api>>) -> Response {
    let text = api.metrics.text(api.tables.ready());
    let headers = [(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8"), (CACHE_CONTROL, "no-store")];
    (headers, text).into_response()
}
