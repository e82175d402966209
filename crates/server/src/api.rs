//! What the handlers share.

use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::extract::{FromRef, Request};
use axum::routing::MethodRouter;
use ledger::PlayerId;
use live::{Bus, BusState, GameRegistry, LiveMetrics, LiveSettings, NAMELESS, Rooms, SolvedGames};
use protocol::LinkState;

use crate::archive::Opened;
use crate::clock::now;
use crate::cors::Origins;
use crate::drain::Drain;
use crate::error::ApiError;
use crate::hands::Hands;
use crate::health::Health;
use crate::identity::{Identity, OperatorToken, bearer};
use crate::judge::Judge;
use crate::learner::Learner;
use crate::limit::{LimitKey, Limiter, PLAY, PLAYING, Quota, Whose};
use crate::listen::ClientCounts;
use crate::metrics::Metrics;
use crate::operation::Operation;
use crate::simulator::Simulator;
use crate::targets::Targets;
use crate::workers::Workers;
use crate::{Config, StoreChoice};
use store::{Archive, PlayerRecord, StoreError};

/// What the handlers share.
#[derive(Debug)]
pub(crate) struct Api {
    pub(crate) solved: Arc<SolvedGames>,
    pub(crate) rooms: Arc<Rooms>,
    pub(crate) bus: Bus,
    pub(crate) simulator: Simulator,
    /// The learning profiles of players.
    pub(crate) learner: Learner,
    /// The judgements of hands of Forty-Two.
    pub(crate) hands: Hands,
    /// Finds players who may be bots.
    pub(crate) judge: Arc<Judge>,
    pub(crate) metrics: Metrics,
    pub(crate) drain: Drain,
    pub(crate) archive: Arc<dyn Archive>,
    pub(crate) identity: Identity,
    operator_token: OperatorToken,
    /// Workers for long work that is not a simulation: profiles, exports, large pools.
    pub(crate) workers: Workers,
    /// The cached chances to reach targets.
    pub(crate) targets: Arc<Targets>,
    pub(crate) health: Health,
    /// Absent where clients are not limited.
    limiter: Option<Limiter>,
    pub(crate) origins: Origins,
    /// The WebSockets of each client, and the extra ones of full addresses, which have to authenticate soon.
    pub(crate) sockets: Arc<ClientCounts>,
    pub(crate) lent_sockets: Arc<ClientCounts>,
    /// Whether this machine has a GPU.
    pub(crate) gpu_available: bool,
    /// How long a request may take.
    pub(crate) request_timeout: Duration,
    /// `/openapi.json`, after its first request.
    pub(crate) openapi: OnceLock<Bytes>,
    started: Instant,
}

/// An operation and its handler.
pub(crate) type Route = (&'static Operation, MethodRouter<Arc<Api>>);

/// The resources that are opened before a server can answer.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) opened: Opened,
    pub(crate) identity: Identity,
    pub(crate) bus: Bus,
    /// The source of values that all nodes of this store derive alike, such as the luck of bots and the ids of rematches.
    pub(crate) node_key: [u8; 32],
    pub(crate) drain: Drain,
    /// The games that can be played.
    pub(crate) registry: GameRegistry,
    pub(crate) solved: Arc<SolvedGames>,
    /// The operations, to be counted.
    pub(crate) operations: &'static [&'static Operation],
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
        let Shared { opened, identity, bus, node_key, drain, registry, solved, operations } = shared;
        let live = LiveMetrics::default();
        let metrics = Metrics::new(operations, &live);
        let archive = opened.archive;
        let settings = LiveSettings {
            bot_delay: Duration::from_millis(config.bot_delay_ms),
            idle: Duration::from_secs(config.idle_unload_s),
            mailbox: config.mailbox,
            send_queue: config.send_queue,
            shared: matches!(config.store, StoreChoice::Postgres(_)),
            chat: config.chat,
            public_tables: config.public_tables,
            ..LiveSettings::new(node_key)
        };
        let most_sockets = config.limit_clients.then_some(config.max_sockets_per_client);
        let rooms = Rooms::new(registry, Arc::clone(&archive), bus.clone(), live, settings);
        Self {
            rooms: Arc::new(rooms),
            identity,
            operator_token: OperatorToken::new(config.operator_token.clone()),
            learner: Learner::new(Arc::clone(&archive), Arc::clone(&solved), metrics.learned.clone()),
            // Where there is no randomness, several nodes begin at the same game.
            hands: Hands::new(Arc::clone(&archive), getrandom::u32().unwrap_or_default() as usize),
            judge: Arc::new(Judge::new(Arc::clone(&archive), Arc::clone(&solved))),
            solved,
            workers: Workers::new(),
            targets: Arc::default(),
            simulator: Simulator::default(),
            metrics,
            health: Health::new(Arc::clone(&archive) as _, opened.kind, drain.clone()),
            limiter: config.limit_clients.then(|| Limiter::new(bus.clone())),
            origins: Origins::new(&config.allowed_origins),
            sockets: Arc::new(ClientCounts::new(most_sockets)),
            lent_sockets: Arc::new(ClientCounts::new(most_sockets)),
            request_timeout: Duration::from_secs(config.request_timeout_s),
            gpu_available: config.gpu_available,
            drain,
            archive,
            bus,
            openapi: OnceLock::new(),
            started: Instant::now(),
        }
    }

    /// The name of a player.
    pub(crate) async fn name_of(&self, player: PlayerId) -> Result<String, StoreError> {
        let person = self.archive.player(player).await?;
        Ok(person.as_ref().map_or(NAMELESS, PlayerRecord::name).to_owned())
    }

    /// Takes a command of a player on a socket out of the same budget as one over HTTP.
    pub(crate) async fn admit_command(&self, player: PlayerId) -> Result<(), ApiError> {
        let Some(limiter) = &self.limiter else { return Ok(()) };
        let (client, now) = (LimitKey::Player(player), self.started.elapsed());
        limiter.admit(client, PLAY, PLAYING, now).await.map_err(|wait| too_often(PLAYING, wait))
    }

    /// The client of a request: the player of a valid token, even if the request is invalid otherwise, or an address.
    pub(crate) fn client_of(&self, operation: &Operation, request: &Request) -> LimitKey {
        if operation.quota.is_some_and(|quota| quota.whose() != Whose::Client) {
            return LimitKey::of_address(request.extensions());
        }
        let token = bearer(request.headers()).ok().flatten();
        let player = token.and_then(|token| self.identity.verify(token, now()).ok());
        player.map_or_else(|| LimitKey::of_address(request.extensions()), LimitKey::Player)
    }

    /// Whether the other nodes are reachable.
    pub(crate) fn link(&self) -> LinkState {
        match self.bus.state() {
            BusState::Off => LinkState::Off,
            BusState::Connected => LinkState::Connected,
            BusState::Degraded => LinkState::Degraded,
        }
    }

    /// Takes one request of a client out of its budget for this operation. Requests with a secret are first counted for the address,
    /// on this node only, and put back if the secret is right.
    pub(crate) async fn admit(
        &self,
        operation: &'static Operation,
        client: LimitKey,
    ) -> Result<(), ApiError> {
        let (Some(limiter), Some(quota)) = (&self.limiter, operation.quota) else { return Ok(()) };
        let (quota, now) = (quota.of_client(client), self.started.elapsed());
        let admitted = match (quota.whose(), client) {
            (Whose::SecretHolder, LimitKey::Address(_)) => limiter.take(client, operation.name, quota, now),
            _ => limiter.admit(client, operation.name, quota, now).await,
        };
        admitted.map_err(|wait| too_often(quota, wait))
    }

    /// Puts back the request that [`admit`](Self::admit) took from an address, because its secret was not wrong.
    pub(crate) fn put_back(&self, operation: &'static Operation, address: LimitKey) {
        let (Some(limiter), Some(quota)) = (&self.limiter, operation.quota) else { return };
        limiter.put_back(address, operation.name, quota.of_client(address));
    }
}

fn too_often(quota: Quota, wait: Duration) -> ApiError {
    let retry_after = wait.as_secs() + u64::from(wait.subsec_nanos() > 0);
    ApiError::TooOften { allowed: quota.to_string(), retry_after }
}
