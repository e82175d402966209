//! The list of all settings.

use std::net::{SocketAddr, ToSocketAddrs as _};
use std::path::PathBuf;
use std::str::FromStr as _;

use serde_json::Value;
use tracing_subscriber::filter::Targets;

use super::raw::Raw;
use super::url::{is_origin, without_password};
use super::{Config, LogFormat, StoreChoice};
use crate::proxies::Network;

/// One thing that can be set.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// Its name in the file. The variable is `DICEE_` and the same in capitals, the flag has dashes.
    pub key: &'static str,
    /// What it does, in one sentence.
    pub help: &'static str,
    /// What it takes, as an error says it.
    pub expected: &'static str,
    /// How the value is called in the help of the flag.
    pub value_name: &'static str,
    /// Whether it is on or off, so that the flag alone means on.
    pub is_switch: bool,
    /// Whether there is a flag. A command line can be read by every user of the machine.
    pub has_flag: bool,
    /// Whether its value is shown to nobody.
    pub is_secret: bool,
    /// Takes what was written; `None` if it is not what is expected.
    pub(super) set: fn(&mut Draft, &Raw) -> Option<()>,
    /// The value as it can be shown; null where there is none.
    pub(super) get: fn(&Draft) -> Value,
}

/// A configuration that is being put together.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    pub(super) config: Config,
    pub(super) data_dir: PathBuf,
    pub(super) memory: bool,
    pub(super) database: Option<String>,
}

impl Draft {
    pub(super) fn new(data_dir: PathBuf) -> Self {
        let config = Config::at(SocketAddr::from(([127, 0, 0, 1], 8080)));
        Self { config, data_dir, memory: false, database: None }
    }

    /// The whole; the file of the games lies in the data directory.
    pub(super) fn finish(self) -> Config {
        let store = match self.database {
            _ if self.memory => StoreChoice::Memory,
            Some(url) => StoreChoice::Postgres(url),
            None => StoreChoice::Sqlite(self.data_dir.join("dicee.db")),
        };
        Config { store, ..self.config }
    }
}

impl Setting {
    /// Its environment variable.
    #[must_use]
    pub fn variable(&self) -> String {
        format!("DICEE_{}", self.key.to_ascii_uppercase())
    }

    /// Its flag, without the dashes in front.
    #[must_use]
    pub fn flag(&self) -> String {
        self.key.replace('_', "-")
    }

    /// What it is when nobody says otherwise; null where that is nothing, or depends on the machine.
    #[must_use]
    pub fn default(&self) -> Value {
        (self.get)(&Draft::new(PathBuf::new()))
    }

    /// An open setting with a flag; what is special about one is changed after this.
    const fn new(
        key: &'static str,
        value_name: &'static str,
        expected: &'static str,
        help: &'static str,
        set: fn(&mut Draft, &Raw) -> Option<()>,
        get: fn(&Draft) -> Value,
    ) -> Self {
        Self { key, help, expected, value_name, is_switch: false, has_flag: true, is_secret: false, set, get }
    }
}

/// All of them, in the order in which people want to read them.
pub const SETTINGS: &[Setting] = &[
    Setting::new(
        "addr",
        "ADDRESS",
        "an address and a port, such as 127.0.0.1:8080",
        "Address and port to listen on; `localhost:8080` or a port alone also works",
        |draft, raw| put(&mut draft.config.addr, address(raw)),
        |draft| draft.config.addr.to_string().into(),
    ),
    Setting::new(
        "data_dir",
        "FOLDER",
        "a folder",
        "Folder for the game database, dicee.db, and for dicee.toml",
        |draft, raw| put(&mut draft.data_dir, folder(raw)),
        |draft| Some(draft.data_dir.display().to_string()).filter(|path| !path.is_empty()).into(),
    ),
    Setting {
        is_switch: true,
        ..Setting::new(
            "memory",
            "true|false",
            "true or false",
            "Keep games in memory only; they are lost when the server stops",
            |draft, raw| put(&mut draft.memory, raw.switch()),
            |draft| draft.memory.into(),
        )
    },
    Setting::new(
        "database",
        "URL",
        "an address such as postgres://user:password@host:5432/dicee",
        "PostgreSQL database for the games, instead of the file",
        |draft, raw| put(&mut draft.database, database(raw).map(Some)),
        |draft| draft.database.as_deref().map(without_password).into(),
    ),
    Setting::new(
        "redis",
        "URL",
        "an address such as redis://host:6379 or rediss://host:6379",
        "Redis that carries hints and shared limits between nodes",
        |draft, raw| put(&mut draft.config.redis, redis(raw).map(Some)),
        |draft| draft.config.redis.as_deref().map(without_password).into(),
    ),
    Setting::new(
        "redis_ca",
        "FILE",
        "a file",
        "CA certificates (PEM) to trust for Redis, instead of the system's",
        |draft, raw| put(&mut draft.config.redis_ca, folder(raw).map(Some)),
        |draft| draft.config.redis_ca.as_ref().map(|file| file.display().to_string()).into(),
    ),
    Setting::new(
        "redis_prefix",
        "TEXT",
        "1 to 40 letters, digits, or any of : . _ -",
        "Prefix of our keys and channel in Redis; the same on all nodes",
        |draft, raw| put(&mut draft.config.redis_prefix, prefix(raw)),
        |draft| draft.config.redis_prefix.as_str().into(),
    ),
    Setting {
        is_switch: true,
        ..Setting::new(
            "limit_clients",
            "true|false",
            "true or false",
            "Enforce rate and socket limits per client; sockets are paced in any case",
            |draft, raw| put(&mut draft.config.limit_clients, raw.switch()),
            |draft| draft.config.limit_clients.into(),
        )
    },
    Setting::new(
        "trusted_proxies",
        "NETWORKS",
        "addresses or networks such as 10.0.0.0/8",
        "Proxies trusted to name the client in `Forwarded` or `X-Forwarded-For`, separated by commas",
        |draft, raw| put(&mut draft.config.trusted_proxies, networks(raw)),
        |draft| {
            let named: Vec<String> = draft.config.trusted_proxies.iter().map(ToString::to_string).collect();
            named.into()
        },
    ),
    Setting::new(
        "allowed_origins",
        "ORIGINS",
        "origins such as https://dicee.example, without a path and not *",
        "Other web sites whose pages may use this server, separated by commas",
        |draft, raw| put(&mut draft.config.allowed_origins, origins(raw)),
        |draft| draft.config.allowed_origins.clone().into(),
    ),
    Setting {
        has_flag: false,
        is_secret: true,
        ..Setting::new(
            "operator_token",
            "TOKEN",
            "16 to 200 visible ASCII characters",
            "Token for the operator endpoints; without one they are disabled",
            |draft, raw| put(&mut draft.config.operator_token, token(raw).map(Some)),
            |draft| draft.config.operator_token.as_ref().map(|_| "***").into(),
        )
    },
    Setting {
        is_switch: true,
        ..Setting::new(
            "chat",
            "true|false",
            "true or false",
            "Allow chat at tables",
            |draft, raw| put(&mut draft.config.chat, raw.switch()),
            |draft| draft.config.chat.into(),
        )
    },
    Setting {
        is_switch: true,
        ..Setting::new(
            "public_tables",
            "true|false",
            "true or false",
            "Allow tables to be listed publicly; otherwise people meet by code only",
            |draft, raw| put(&mut draft.config.public_tables, raw.switch()),
            |draft| draft.config.public_tables.into(),
        )
    },
    Setting::new(
        "bot_delay_ms",
        "MS",
        "a number from 0 to 60000",
        "How long a bot seems to think, in milliseconds",
        |draft, raw| put(&mut draft.config.bot_delay_ms, raw.number(0..=60_000)),
        |draft| draft.config.bot_delay_ms.into(),
    ),
    Setting::new(
        "idle_unload_s",
        "SECONDS",
        "a number from 1 to 86400",
        "Unload a game after this long without activity; a finished one after 20 seconds at most",
        |draft, raw| put(&mut draft.config.idle_unload_s, raw.number(1..=86_400)),
        |draft| draft.config.idle_unload_s.into(),
    ),
    Setting::new(
        "drain_s",
        "SECONDS",
        "a number from 0 to 3600",
        "How long requests and sockets may take to finish at shutdown",
        |draft, raw| put(&mut draft.config.drain_s, raw.number(0..=3600)),
        |draft| draft.config.drain_s.into(),
    ),
    Setting::new(
        "max_connections",
        "N",
        "a number from 1 to 1000000",
        "Maximum open connections; further ones wait to be accepted",
        |draft, raw| put(&mut draft.config.max_connections, raw.size(1..=1_000_000)),
        |draft| draft.config.max_connections.into(),
    ),
    Setting::new(
        "max_connections_per_client",
        "N",
        "a number from 1 to 1000000",
        "Maximum open connections per client; further ones are closed",
        |draft, raw| put(&mut draft.config.max_connections_per_client, raw.size(1..=1_000_000)),
        |draft| draft.config.max_connections_per_client.into(),
    ),
    Setting::new(
        "max_sockets_per_client",
        "N",
        "a number from 1 to 100000",
        "Maximum open WebSockets per player, or per address without a token",
        |draft, raw| put(&mut draft.config.max_sockets_per_client, raw.size(1..=100_000)),
        |draft| draft.config.max_sockets_per_client.into(),
    ),
    Setting::new(
        "header_timeout_s",
        "SECONDS",
        "a number from 1 to 3600",
        "How long a client may take to send the head of a request, or stay idle",
        |draft, raw| put(&mut draft.config.header_timeout_s, raw.number(1..=3600)),
        |draft| draft.config.header_timeout_s.into(),
    ),
    Setting::new(
        "write_timeout_s",
        "SECONDS",
        "a number from 1 to 3600",
        "Disconnect a client that reads nothing it is sent for this long",
        |draft, raw| put(&mut draft.config.write_timeout_s, raw.number(1..=3600)),
        |draft| draft.config.write_timeout_s.into(),
    ),
    Setting::new(
        "request_timeout_s",
        "SECONDS",
        "a number from 1 to 3600",
        "How long a request may take; WebSockets are exempt",
        |draft, raw| put(&mut draft.config.request_timeout_s, raw.number(1..=3600)),
        |draft| draft.config.request_timeout_s.into(),
    ),
    Setting::new(
        "mailbox",
        "N",
        "a number from 1 to 100000",
        "Requests that may wait at one game",
        |draft, raw| put(&mut draft.config.mailbox, raw.size(1..=100_000)),
        |draft| draft.config.mailbox.into(),
    ),
    Setting::new(
        "send_queue",
        "N",
        "a number from 1 to 100000",
        "Messages that may wait for a slow socket before it is disconnected",
        |draft, raw| put(&mut draft.config.send_queue, raw.size(1..=100_000)),
        |draft| draft.config.send_queue.into(),
    ),
    Setting::new(
        "log",
        "text|json",
        "text or json",
        "Log format: lines for people, or JSON",
        |draft, raw| put(&mut draft.config.log_format, log_format(raw)),
        |draft| {
            let name = match draft.config.log_format {
                LogFormat::Text => "text",
                LogFormat::Json => "json",
            };
            name.into()
        },
    ),
    Setting::new(
        "log_level",
        "LEVEL",
        "off, error, warn, info, debug or trace, or levels by module: info,server=debug",
        "Log level; at debug, one line for each request",
        |draft, raw| put(&mut draft.config.log_level, log_level(raw)),
        |draft| draft.config.log_level.as_str().into(),
    ),
];

fn put<T>(place: &mut T, value: Option<T>) -> Option<()> {
    *place = value?;
    Some(())
}

/// An address as people write it.
fn address(raw: &Raw) -> Option<SocketAddr> {
    if let Raw::Number(port) = raw {
        return Some(SocketAddr::from(([127, 0, 0, 1], u16::try_from(*port).ok()?)));
    }
    let text = raw.text()?;
    if let Ok(port) = text.parse::<u16>() {
        return Some(SocketAddr::from(([127, 0, 0, 1], port)));
    }
    text.parse().ok().or_else(|| text.to_socket_addrs().ok()?.next())
}

fn folder(raw: &Raw) -> Option<PathBuf> {
    raw.text().filter(|path| !path.is_empty() && !path.contains('\0')).map(PathBuf::from)
}

fn database(raw: &Raw) -> Option<String> {
    let url = raw.text()?;
    store::Postgres::is_url(url).then(|| url.to_owned())
}

fn redis(raw: &Raw) -> Option<String> {
    let url = raw.text()?;
    let place = url.strip_prefix("redis://").or_else(|| url.strip_prefix("rediss://"))?;
    let host = place.rsplit_once('@').map_or(place, |(_, host)| host);
    let host = host.split(['/', '?']).next()?;
    // The port, where there is one, stands behind the last colon that is not inside an IPv6 address.
    let port = host.rsplit_once(':').filter(|(_, port)| !port.ends_with(']'));
    let named = port.map_or(host, |(name, _)| name);
    (!named.is_empty() && port.is_none_or(|(_, port)| port.parse::<u16>().is_ok())).then(|| url.to_owned())
}

fn prefix(raw: &Raw) -> Option<String> {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || b":._-".contains(&byte);
    let text = raw.text()?;
    ((1..=40).contains(&text.len()) && text.bytes().all(fits)).then(|| text.to_owned())
}

fn origins(raw: &Raw) -> Option<Vec<String>> {
    raw.list().filter(|origins| origins.iter().all(|origin| is_origin(origin)))
}

fn networks(raw: &Raw) -> Option<Vec<Network>> {
    raw.list()?.iter().map(|network| network.parse().ok()).collect()
}

fn token(raw: &Raw) -> Option<String> {
    let text = raw.text()?;
    ((16..=200).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic()))
        .then(|| text.to_owned())
}

fn log_format(raw: &Raw) -> Option<LogFormat> {
    match raw.text()? {
        "text" => Some(LogFormat::Text),
        "json" => Some(LogFormat::Json),
        _ => None,
    }
}

fn log_level(raw: &Raw) -> Option<String> {
    let text = raw.text().filter(|text| !text.is_empty())?;
    // A bare word that is no level would be read as the name of a part, and silence everything else.
    let known =
        |word: &str| word.contains('=') || word.parse::<tracing_subscriber::filter::LevelFilter>().is_ok();
    (text.split(',').all(known) && Targets::from_str(text).is_ok()).then(|| text.to_owned())
}
