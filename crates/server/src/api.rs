//! What the handlers share, and what every request goes through before it reaches one.

#[cfg(test)]
mod tests;

use std::net::SocketAddr;
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::{ConnectInfo, DefaultBodyLimit, FromRef, Request, State};
use axum::http::HeaderValue;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use live::{Bus, BusState, GameRegistry, LiveMetrics, LiveSettings, Rooms, SolvedGames};
use protocol::LinkState;

use crate::archive::Opened;
use crate::cors::Origins;
use crate::drain::Drain;
use crate::error::{ApiError, Rejection};
use crate::health::Health;
use crate::identity::{Identity, OperatorToken};
use crate::limit::{Client, Limiter};
use crate::listen::Crowd;
use crate::metrics::{Metrics, Readings};
use crate::operation::{Operation, Route};
use crate::simulation::Simulator;
use crate::workers::Workers;
use crate::{Config, StoreChoice, behaviour, body, games, health, openapi, players, pools, stats};
use store::Archive;

/// What the handlers share.
#[derive(Debug)]
pub(crate) struct Api {
    pub(crate) solved: Arc<SolvedGames>,
    pub(crate) rooms: Arc<Rooms>,
    pub(crate) bus: Bus,
    pub(crate) simulator: Simulator,
    pub(crate) metrics: Metrics,
    pub(crate) drain: Drain,
    pub(crate) archive: Arc<dyn Archive>,
    pub(crate) identity: Identity,
    operator_token: OperatorToken,
    /// Workers for long work that is not a simulation: profiles, exports, large pools.
    pub(crate) workers: Workers,
    pub(crate) health: Health,
    /// Absent where clients are not limited.
    limiter: Option<Limiter>,
    pub(crate) origins: Origins,
    /// The WebSockets of each client.
    pub(crate) sockets: Arc<Crowd>,
    /// How long a request may take.
    pub(crate) patience: Duration,
    started: Instant,
}

/// What is opened before a server can answer.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) opened: Opened,
    pub(crate) identity: Identity,
    pub(crate) bus: Bus,
    /// What the dice of fair games are made from.
    pub(crate) dice_key: [u8; 32],
    pub(crate) drain: Drain,
    /// The games that can be played.
    pub(crate) registry: GameRegistry,
    pub(crate) solved: Arc<SolvedGames>,
}

impl FromRef<Arc<Api>> for Identity {
    fn from_ref(api: &Arc<Api>) -> Self {
        api.identity.clone()
    }
}

impl FromRef<Arc<Api>> for OperatorToken {
    fn from_ref(api: &Arc<Api>) -> Self {
        api.operator_token.clone()
    }
}

impl Api {
    pub(crate) fn new(config: &Config, shared: Shared) -> Self {
        let Shared { opened, identity, bus, dice_key, drain, registry, solved } = shared;
        let live = LiveMetrics::default();
        let metrics = Metrics::new(&OPERATIONS, &live);
        let archive = opened.archive;
        let settings = LiveSettings {
            bot_delay: Duration::from_millis(config.bot_delay_ms),
            idle: Duration::from_secs(config.idle_unload_s),
            mailbox: config.mailbox,
            send_queue: config.outbox,
            shared: matches!(config.store, StoreChoice::Postgres(_)),
            ..LiveSettings::new(dice_key)
        };
        let rooms = Rooms::new(registry, Arc::clone(&archive), bus.clone(), live, settings);
        Self {
            rooms: Arc::new(rooms),
            identity,
            operator_token: OperatorToken::new(config.operator_token.clone()),
            solved,
            workers: Workers::new(),
            simulator: Simulator::default(),
            metrics,
            health: Health::new(Arc::clone(&archive) as _, opened.kind, drain.clone()),
            limiter: config.limit_clients.then(|| Limiter::new(bus.clone())),
            origins: Origins::new(&config.allowed_origins),
            sockets: Arc::new(Crowd::new(config.limit_clients.then_some(config.max_sockets_per_client))),
            patience: Duration::from_secs(config.request_timeout_s),
            drain,
            archive,
            bus,
            started: Instant::now(),
        }
    }

    /// Whether clients are limited in how much they say.
    pub(crate) const fn limits_clients(&self) -> bool {
        self.limiter.is_some()
    }

    /// How the other nodes are heard.
    pub(crate) fn link(&self) -> LinkState {
        match self.bus.state() {
            BusState::Off => LinkState::Off,
            BusState::Connected => LinkState::Connected,
            BusState::Degraded => LinkState::Degraded,
        }
    }

    async fn admit(&self, operation: &'static Operation, client: Client) -> Result<(), ApiError> {
        let (Some(limiter), Some(quota)) = (&self.limiter, operation.quota) else { return Ok(()) };
        let admitted = limiter.admit(client, operation.name, quota, self.started.elapsed()).await;
        admitted.map_err(|wait| {
            let retry_after = wait.as_secs() + u64::from(wait.subsec_nanos() > 0);
            ApiError::TooOften { allowed: quota.to_string(), retry_after }
        })
    }
}

/// Everything that can be asked, and what answers it.
fn all() -> Vec<Route> {
    stats::routes()
        .into_iter()
        .chain(pools::routes())
        .chain(games::routes())
        .chain(players::routes())
        .chain(behaviour::routes())
        .collect()
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
        .route("/asyncapi.json", get(openapi::socket_document))
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
    // Without an address (it is not a socket that brought the request) all share one bucket.
    let address = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let address = address.map_or_else(|| SocketAddr::from(([0, 0, 0, 0], 0)), |info| info.0);
    let mut response = match api.admit(operation, Client::at(address.ip())).await {
        Ok(()) => next.run(request).await,
        Err(refusal) => Rejection::from(refusal).into_response(),
    };
    api.metrics.answered(operation, response.status(), started.elapsed());
    // Answers hold names, tokens and moments of games: nothing for a cache on the way.
    response.headers_mut().entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

async fn metrics(State(api): State<Arc<Api>>) -> Response {
    let readings = Readings {
        solved_tables: api.solved.ready(),
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
