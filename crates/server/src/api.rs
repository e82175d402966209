//! What the handlers share, and what every request goes through before it reaches one.

#[cfg(test)]
mod tests;

use std::net::SocketAddr;
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::{ConnectInfo, DefaultBodyLimit, Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;

use crate::cors::Origins;
use crate::drain::Drain;
use crate::error::{Refusal, Rejection};
use crate::health::{Health, Link};
use crate::limit::{Client, Limiter};
use crate::metrics::{Metrics, Readings};
use crate::operation::{Operation, Route};
use crate::simulation::Simulator;
use crate::store::Opened;
use crate::tables::Tables;
use crate::{Config, body, health, openapi, stats};

/// What the handlers share.
#[derive(Debug)]
pub(crate) struct Api {
    pub(crate) tables: Tables,
    pub(crate) simulator: Simulator,
    pub(crate) metrics: Metrics,
    pub(crate) health: Health,
    /// Absent where clients are not limited.
    limiter: Option<Limiter>,
    pub(crate) origins: Origins,
    /// How long a request may take.
    pub(crate) patience: Duration,
    started: Instant,
}

impl Api {
    pub(crate) fn new(config: &Config, opened: &Opened, drain: Drain) -> Self {
        Self {
            tables: Tables::default(),
            simulator: Simulator::default(),
            metrics: Metrics::default(),
            health: Health::new(Arc::clone(&opened.store), opened.kind, drain),
            limiter: config.limit_clients.then(Limiter::default),
            origins: Origins::new(&config.allowed_origins),
            patience: Duration::from_secs(config.request_timeout_s),
            started: Instant::now(),
        }
    }

    /// How the other nodes are heard.
    pub(crate) fn link(&self) -> Link {
        Link::Off
    }

    fn admit(&self, operation: &'static Operation, request: &Request) -> Result<(), Refusal> {
        let (Some(limiter), Some(quota)) = (&self.limiter, operation.quota) else { return Ok(()) };
        // Without an address (it is not a socket that brought the request) all share one bucket.
        let address = request.extensions().get::<ConnectInfo<SocketAddr>>();
        let address = address.map_or_else(|| SocketAddr::from(([0, 0, 0, 0], 0)), |info| info.0);
        let client = Client::at(address.ip());
        limiter.take(client, operation.name, quota, self.started.elapsed()).map_err(|wait| {
            let retry_after = wait.as_secs() + u64::from(wait.subsec_nanos() > 0);
            Refusal::TooOften { allowed: quota.to_string(), retry_after }
        })
    }
}

/// Everything that can be asked, and what answers it.
fn all() -> Vec<Route> {
    stats::routes().into_iter().collect()
}

/// Everything that can be asked.
pub(crate) static OPERATIONS: LazyLock<Vec<&'static Operation>> =
    LazyLock::new(|| all().into_iter().map(|(operation, _)| operation).collect());

/// All addresses of the API.
pub(crate) fn routes(api: Arc<Api>) -> Router {
    let mut router = Router::new();
    for (operation, answer) in all() {
        let gate = from_fn_with_state((Arc::clone(&api), operation), gate);
        router = router.route(operation.path, answer.route_layer(gate));
    }
    router
        .layer(DefaultBodyLimit::max(body::LIMIT))
        .route("/health/live", get(health::live))
        .route("/health/ready", get(health::ready))
        .route("/openapi.json", get(openapi::document))
        .route("/metrics", get(metrics))
        .with_state(api)
}

/// Limits and measures.
async fn gate(
    State((api, operation)): State<(Arc<Api>, &'static Operation)>,
    request: Request,
    next: Next,
) -> Response {
    let started = Instant::now();
    let response = match api.admit(operation, &request) {
        Ok(()) => next.run(request).await,
        Err(refusal) => Rejection::from(refusal).into_response(),
    };
    api.metrics.answered(operation, response.status(), started.elapsed());
    response
}

async fn metrics(State(api): State<Arc<Api>>) -> Response {
    let readings = Readings {
        solved_tables: api.tables.ready(),
        link: api.link(),
        notes_dropped: 0,
        hints_dropped: 0,
        draining: api.health.is_draining(),
        uptime: api.health.uptime(),
    };
    let text = api.metrics.text(&readings);
    let headers = [(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8"), (CACHE_CONTROL, "no-store")];
    (headers, text).into_response()
}
