//! The configuration of a server, and the origin of every value.
//!
//! A [`Config`] is all that [`bind`](crate::bind) needs. A program may build one, starting from [`Config::at`]; the
//! `dicee` command merges a file, the environment and its flags with [`Sources::load`], which records the [`Origin`] of
//! every value. Each of them is a [`Setting`], and [`SETTINGS`] is the only list there is: the keys of
//! the file, the variables, the flags, their help and the table in `docs/operations.md` all come from it.

mod check;
mod layers;
mod raw;
mod setting;
mod url;

use std::fmt;
use std::net::SocketAddr;
use std::path::PathBuf;

use live::LiveSettings;

use crate::proxies::Network;

pub use check::{Check, Finding};
pub(crate) use check::{check_postgres, in_time};
pub use layers::{Chosen, ConfigError, Effective, Origin, Sources};
pub use setting::{SETTINGS, Setting};
pub(crate) use url::without_password;

/// How to serve. [`Config::at`] has the defaults.
#[derive(Clone, PartialEq, Eq)]
pub struct Config {
    /// The address to listen on; port 0 takes any free port.
    pub addr: SocketAddr,
    /// Where games are kept.
    pub store: StoreChoice,
    /// Redis for hints between nodes: `redis://host:6379`. `None` for a single node.
    pub redis: Option<String>,
    /// A file of CA certificates (PEM) to trust for Redis (`rediss://`), instead of the system's.
    pub redis_ca: Option<PathBuf>,
    /// The prefix of Redis channels and keys.
    pub redis_prefix: String,
    /// Whether clients are rate limited; the limits are in `docs/api.md`. A client is a player where there is a token, else
    /// an address; sockets are paced whatever this says.
    pub limit_clients: bool,
    /// Proxies whose `Forwarded` and `X-Forwarded-For` are believed, so that clients behind them are told apart.
    pub trusted_proxies: Vec<Network>,
    /// Web pages of these origins may use the API besides our own, such as `https://dicee.example`.
    pub allowed_origins: Vec<String>,
    /// The bearer token of operators. `None` closes their addresses.
    pub operator_token: Option<String>,
    /// Whether people may chat at tables.
    pub chat: bool,
    /// Allow tables to be listed publicly; otherwise people meet by code only.
    pub public_tables: bool,
    /// The delay before a bot moves.
    pub bot_delay_ms: u64,
    /// A game without requests for this long is unloaded from memory; the next request loads it again.
    pub idle_unload_s: u64,
    /// How long open requests and sockets may take to end during shutdown.
    pub drain_s: u64,
    /// Open connections at once; further ones wait to be accepted.
    pub max_connections: usize,
    /// Connections that one client may hold open at once, where clients are limited; further ones are closed.
    pub max_connections_per_client: usize,
    /// WebSockets that one player, or one address without a token, may hold open at once, where clients are limited.
    pub max_sockets_per_client: usize,
    /// How long a client may take to send the head of a request, or keep a connection idle.
    pub header_timeout_s: u64,
    /// How long a client may read nothing of what it is sent.
    pub write_timeout_s: u64,
    /// How long a request may take, its body included. WebSockets have no such limit.
    pub request_timeout_s: u64,
    /// Commands that may be queued at one game; further ones are refused with a retry time.
    pub mailbox: usize,
    /// Messages in the send queue of one socket; a slower reader is disconnected and must resync.
    pub send_queue: usize,
    /// Whether this machine has a GPU that the program can use; `/health/ready` says so.
    pub gpu_available: bool,
    /// How the log is written.
    pub log_format: LogFormat,
    /// The log level, or levels for modules, such as `info,server=debug`.
    pub log_level: String,
}

/// Where games are kept.
#[derive(Clone, PartialEq, Eq)]
pub enum StoreChoice {
    /// In memory; lost when the process ends.
    Memory,
    /// In this SQLite file; it and its folder are created if missing.
    Sqlite(PathBuf),
    /// In this database, `postgres://user:password@host:5432/dicee`, which several nodes may share.
    Postgres(String),
}

/// How the log is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LogFormat {
    /// Lines for people.
    #[default]
    Text,
    /// One JSON object on each line.
    Json,
}

impl Config {
    /// Serves at this address with a store in memory; everything else has the defaults of `dicee serve`.
    #[must_use]
    pub fn at(addr: SocketAddr) -> Self {
        Self {
            addr,
            store: StoreChoice::Memory,
            redis: None,
            redis_ca: None,
            redis_prefix: "dicee:".into(),
            limit_clients: true,
            trusted_proxies: Vec::new(),
            allowed_origins: Vec::new(),
            operator_token: None,
            chat: true,
            public_tables: true,
            bot_delay_ms: LiveSettings::BOT_DELAY_MS,
            idle_unload_s: LiveSettings::IDLE_S,
            drain_s: 10,
            max_connections: 10_000,
            max_connections_per_client: 400,
            max_sockets_per_client: 64,
            header_timeout_s: 20,
            write_timeout_s: 10,
            request_timeout_s: 60,
            mailbox: LiveSettings::MAILBOX,
            send_queue: LiveSettings::SEND_QUEUE,
            gpu_available: false,
            log_format: LogFormat::Text,
            log_level: "info".into(),
        }
    }
}

impl StoreChoice {
    /// Its name in health reports and logs.
    pub(crate) const fn kind(&self) -> &'static str {
        match self {
            Self::Memory => "memory",
            Self::Sqlite(_) => "sqlite",
            Self::Postgres(_) => "postgres",
        }
    }
}

/// The place, without passwords.
impl fmt::Display for StoreChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Memory => f.write_str("memory"),
            Self::Sqlite(file) => write!(f, "{}", file.display()),
            Self::Postgres(url) => f.write_str(&without_password(url)),
        }
    }
}

impl fmt::Debug for StoreChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}({self})", self.kind())
    }
}

/// Shows no secret, since it ends up in logs.
impl fmt::Debug for Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Destructured so that a new field is not forgotten.
        let Self {
            addr,
            store,
            redis,
            redis_ca,
            redis_prefix,
            limit_clients,
            trusted_proxies,
            allowed_origins,
            operator_token,
            chat,
            public_tables,
            bot_delay_ms,
            idle_unload_s,
            drain_s,
            max_connections,
            max_connections_per_client,
            max_sockets_per_client,
            header_timeout_s,
            write_timeout_s,
            request_timeout_s,
            mailbox,
            send_queue,
            gpu_available,
            log_format,
            log_level,
        } = self;
        f.debug_struct("Config")
            .field("addr", addr)
            .field("store", store)
            .field("redis", &redis.as_deref().map(without_password))
            .field("redis_ca", redis_ca)
            .field("redis_prefix", redis_prefix)
            .field("limit_clients", limit_clients)
            .field("trusted_proxies", trusted_proxies)
            .field("allowed_origins", allowed_origins)
            .field("operator_token", &operator_token.as_ref().map(|_| "hidden"))
            .field("chat", chat)
            .field("public_tables", public_tables)
            .field("bot_delay_ms", bot_delay_ms)
            .field("idle_unload_s", idle_unload_s)
            .field("drain_s", drain_s)
            .field("max_connections", max_connections)
            .field("max_connections_per_client", max_connections_per_client)
            .field("max_sockets_per_client", max_sockets_per_client)
            .field("header_timeout_s", header_timeout_s)
            .field("write_timeout_s", write_timeout_s)
            .field("request_timeout_s", request_timeout_s)
            .field("mailbox", mailbox)
            .field("send_queue", send_queue)
            .field("gpu_available", gpu_available)
            .field("log_format", log_format)
            .field("log_level", log_level)
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_never_printed() {
        let mut config = Config::at(SocketAddr::from(([127, 0, 0, 1], 0)));
        config.store = StoreChoice::Postgres("postgres://ann:tiger@db/dicee".into());
        config.redis = Some("redis://:panther@cache".into());
        config.operator_token = Some("leopard".into());
        let text = format!("{config:?} {config:#?} {}", config.store);
        for secret in ["tiger", "panther", "leopard"] {
            assert!(!text.contains(secret), "{text}");
        }
        assert!(text.contains("ann") && text.contains("cache"), "{text}");
    }
}
