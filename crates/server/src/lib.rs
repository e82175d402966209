//! Serves the Dicee web app, questions about dice, and live games, from inside the binary.
//!
//! [`bind`] takes a [`Config`] and opens the listening socket, so that an address in use is reported before
//! anything else happens; the [`Server`] it returns has the address and serves until it is told to
//! stop. The files of the web app are compiled in by `build.rs`, already compressed; nothing is read from
//! disk while serving.
//!
//! * `assets.rs` serves the files: encoding, revalidation and caching.
//! * `operation.rs` defines an operation, `operations.rs` lists all of them with their handlers, `routes.rs` makes
//!   the router and limits and measures every request; `openapi.rs` describes them, with the bodies of `example.rs`, and
//!   `metrics.rs` counts them. `api.rs` is the state that the handlers share, `parameters.rs` reads paths and queries.
//! * `probes.rs` answers `/health/live`, `/health/ready` and `/metrics`; `health.rs` tracks the state of the store.
//! * `stats.rs` answers about one roll, `simulation.rs` plays many games on the threads of `simulator.rs`,
//!   `solved_games.rs` solves whole games in the background; `outlook.rs` and `targets.rs` answer about distributions and
//!   targets, `pools.rs` about dice pools.
//! * `games.rs` and `socket.rs` are the two ways to a live game, with the operations and limits of `game_operations.rs`; the game
//!   itself is in the crate `live`.
//! * `body.rs` reads a body and names the invalid field; `limit.rs` limits the rate of each client, and
//!   `proxies.rs` identifies clients behind a proxy; `trace.rs` and `request_ids.rs` give every request its ids.
//! * `config.rs` combines the settings from a file, the environment and flags, with the origin of each.
//! * `listen.rs` accepts connections, `drain.rs` ends them, `timeout.rs` aborts slow requests, `logs.rs` logs requests.
//! * `headers.rs` puts the security headers on every response, `cors.rs` decides which other origins may use the API.
//! * `archive.rs` opens the store (crate `store`) that keeps games, players and tables; `doctor.rs` examines one;
//!   `stored_dicee.rs` reads the dice games in it.
//! * `identity.rs` issues and verifies tokens. `players.rs` answers about players, and `learning.rs` about their learning
//!   profiles, which `learner.rs` and `hands.rs` maintain. `behaviour.rs` shows an operator the players who may be bots, as found by
//!   `judge.rs`. `conduct.rs` lets players block and report each other; `operator.rs` lets the operator ban, erase and close.
//! * `workers.rs` runs long computations on a few separate threads, `background.rs` runs periodic background tasks.
//! * `error.rs` has the errors of requests, and is the only place that turns them into a status and a body;
//!   `start_error.rs` has the errors that keep the server from starting. `clock.rs` reads the time.
//!
//! ```
//! # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
//! let config = server::Config::at("127.0.0.1:0".parse().unwrap());
//! let server = server::bind(config).await?;
//! println!("listening on http://{}", server.local_addr());
//! let stop_at_once = async {};
//! server.run(stop_at_once).await?;
//! # Ok::<(), server::Error>(()) }).unwrap();
//! ```

mod api;
mod archive;
mod assets;
mod background;
mod behaviour;
mod body;
mod clock;
mod conduct;
mod config;
mod cors;
mod doctor;
mod drain;
mod error;
mod example;
mod game_operations;
mod games;
mod hands;
mod headers;
mod health;
mod identity;
mod judge;
mod learner;
mod learning;
mod limit;
mod listen;
mod logs;
mod metrics;
mod openapi;
mod operation;
mod operations;
mod operator;
mod outlook;
mod parameters;
mod players;
mod pools;
mod probes;
mod proxies;
mod request_ids;
mod routes;
mod simulation;
mod simulator;
mod socket;
mod solved_games;
mod start_error;
mod stats;
mod stored_dicee;
mod targets;
#[cfg(test)]
mod testing;
mod timeout;
mod trace;
mod workers;

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::http::{HeaderMap, Method, Uri};
use axum::middleware::{from_fn, from_fn_with_state};
use live::{Bus, GameRegistry, LiveGame, RedisSettings, SolvedGames};
use store::StoreError;
use tokio::net::TcpListener;
use tower::util::option_layer;

use crate::api::{Api, Shared};
use crate::archive::Opened;
use crate::assets::Asset;
pub use crate::config::{
    Check, Chosen, Config, ConfigError, Effective, Finding, LogFormat, Origin, SETTINGS, Setting, Sources,
    StoreChoice,
};
pub use crate::doctor::{Diagnosis, Examined, Verdict, diagnose};
use crate::drain::Drain;
use crate::error::{ApiError, Rejection};
use crate::identity::Identity;
pub use crate::logs::start_log;
pub use crate::proxies::Network;
pub use crate::start_error::Error;

/// How long the store may take to close.
const CLOSING: Duration = Duration::from_secs(3);

/// A server that holds its address and waits to be [run](Self::run).
#[derive(Debug)]
pub struct Server {
    config: Config,
    opened: Opened,
    bus: Bus,
    listener: TcpListener,
    local_addr: SocketAddr,
    registry: GameRegistry,
    solved: Arc<SolvedGames>,
}

/// A server before it is bound: its settings, and the games that can be played.
///
/// ```
/// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
/// let config = server::Config::at("127.0.0.1:0".parse().unwrap());
/// let builder = server::Server::builder(config);
/// assert!(builder.games().kinds().any(|kind| kind.as_str() == "fortytwo"));
/// let server = builder.bind().await?;
/// # Ok::<(), server::Error>(()) }).unwrap();
/// ```
#[derive(Debug)]
pub struct ServerBuilder {
    config: Config,
    registry: GameRegistry,
    solved: Arc<SolvedGames>,
}

/// Opens a server with the games of this repository; see [`ServerBuilder::bind`].
///
/// # Errors
///
/// As [`ServerBuilder::bind`].
pub async fn bind(config: Config) -> Result<Server, Error> {
    Server::builder(config).bind().await
}

impl ServerBuilder {
    /// Adds a game to those of this repository: one row of the registry. `services` is what its rooms share.
    #[must_use]
    pub fn game<G: LiveGame>(mut self, services: G::Services) -> Self {
        self.registry = self.registry.with::<G>(Arc::new(services));
        self
    }

    /// The games that can be played.
    #[must_use]
    pub const fn games(&self) -> &GameRegistry {
        &self.registry
    }

    /// Opens the store, whose schema is brought up to date, and then the listening socket.
    ///
    /// # Errors
    ///
    /// When the store cannot be opened; when the address is in use, not allowed or not one of this machine. The message says
    /// what it is about and what to do.
    pub async fn bind(self) -> Result<Server, Error> {
        let Self { config, registry, solved } = self;
        let opened = archive::open(&config.store).await?;
        let bus = match &config.redis {
            None => Bus::local(),
            Some(url) => {
                let mut settings = RedisSettings::at(url);
                settings.prefix.clone_from(&config.redis_prefix);
                settings.authorities = authorities(config.redis_ca.as_deref())?;
                Bus::redis(settings).map_err(Error::Redis)?
            }
        };
        let open = async {
            let listener = TcpListener::bind(config.addr).await?;
            let local_addr = listener.local_addr()?;
            Ok((listener, local_addr))
        };
        let (listener, local_addr) =
            open.await.map_err(|source: io::Error| Error::from_bind(config.addr, source))?;
        Ok(Server { config, opened, bus, listener, local_addr, registry, solved })
    }
}

impl Server {
    /// A server with these settings and the games of this repository.
    #[must_use]
    pub fn builder(config: Config) -> ServerBuilder {
        let solved = Arc::new(SolvedGames::default());
        let registry = live::games(Arc::clone(&solved));
        ServerBuilder { config, registry, solved }
    }

    /// The address that is listened on, with the real port where port 0 was asked for.
    #[must_use]
    pub fn local_addr(&self) -> SocketAddr {
        self.local_addr
    }

    /// Serves until `shutdown` completes. Then nothing new is accepted, sockets are closed, and what is under way may end
    /// within [`Config::drain_s`]; what is left then is cut, and the store closed.
    ///
    /// # Errors
    ///
    /// When the store does not close properly. What was acknowledged is kept all the same.
    pub async fn run(self, shutdown: impl Future<Output = ()>) -> Result<(), Error> {
        let Self { config, opened, bus, listener, local_addr, registry, solved } = self;
        let drain = Drain::default();
        let _cut = drain.cut_on_drop();
        let archive = Arc::clone(&opened.archive);
        // Its lock says until the end that this server alone uses the file.
        let _in_use = opened.clone();
        let store_error = |source| Error::Store { place: config.store.to_string(), source };
        let identity = Identity::open(Arc::clone(&archive) as _).await.map_err(store_error)?;
        let node_key = archive.key("dice").await.map_err(store_error)?;
        let kind = opened.kind;
        let shared = Shared {
            opened,
            identity,
            bus,
            node_key,
            drain: drain.clone(),
            registry,
            solved,
            operations: &operations::OPERATIONS,
        };
        let api = Arc::new(Api::new(&config, shared));
        api.rooms.start();
        api.identity.follow(&api.bus);
        solved_games::solve_in_background(&Arc::downgrade(&api));
        learning::learn_in_background(&Arc::downgrade(&api), drain.clone());
        learning::judge_hands_in_background(&Arc::downgrade(&api), drain.clone());
        behaviour::fold_in_background(&Arc::downgrade(&api), drain.clone());
        tracing::info!(addr = %local_addr, store = kind, version = env!("CARGO_PKG_VERSION"), "serving");
        let rooms = Arc::clone(&api.rooms);
        let listening = listen::listen(listener, router(assets::EMBEDDED, api), &config, &drain);
        tokio::select! {
            () = listening => {}
            () = shutdown => {}
        }
        tracing::info!(under_way = drain.under_way(), seconds = config.drain_s, "draining");
        let cut = drain.finish(Duration::from_secs(config.drain_s)).await;
        // Bounded, whatever the store does.
        rooms.close().await;
        // Flush pending hints before shutdown.
        rooms.bus().flush(Duration::from_secs(1)).await;
        let closed = tokio::time::timeout(CLOSING, archive.close()).await;
        tracing::info!(cut, "stopped");
        match closed {
            Ok(closed) => closed.map_err(Error::Close),
            Err(_) => Err(Error::Close(StoreError::Unavailable {
                reason: format!("it did not close within {} s", CLOSING.as_secs()),
            })),
        }
    }
}

/// The certificates that a file holds.
pub(crate) fn authorities(file: Option<&Path>) -> Result<Option<Vec<u8>>, Error> {
    let read = |path: &Path| {
        std::fs::read(path).map_err(|source| Error::Certificates { path: path.to_owned(), source })
    };
    file.map(read).transpose()
}

/// Every route of the server; all that is not a route is refused in one place.
fn router(assets: &'static [Asset], api: Arc<Api>) -> Router {
    let (origins, timeout) = (api.origins.clone(), api.request_timeout);
    let router = assets::add_routes(routes::routes(api), assets)
        .fallback(move |uri: Uri, headers: HeaderMap| async move {
            assets::respond_missing(assets, &uri, &headers)
        })
        .method_not_allowed_fallback(|method: Method, uri: Uri| async move {
            Rejection::new(ApiError::MethodNotAllowed { method }, &uri)
        })
        .layer(from_fn_with_state(timeout, timeout::limit))
        .layer(from_fn(trace::follow))
        .layer(option_layer(origins.layer()));
    headers::secure(router)
}
