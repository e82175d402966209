//! Sends requests through the real router, over a small table of assets.

use std::net::SocketAddr;
use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Request};
use chance::SeededChance;
use dicee::{Bot, DiceSource, DiceeCommand, DiceeGame, GameMode, PlayerId, Rules, Settings};
use ledger::{Chain, EventId, Log, Seat, Source, Stamp};
use tower::ServiceExt as _;
use uuid::Uuid;

use crate::api::{Api, Shared};
use crate::archive::Opened;
use crate::assets::Asset;
use crate::clock::now;
use crate::drain::Drain;
use crate::identity::Identity;
use crate::{Config, router};
use live::Bus;
use store::{Append, GameId, StoredEvent};

pub(crate) static ASSETS: &[Asset] = &[
    Asset {
        path: "/index.html",
        routes: &["/"],
        scripts: "",
        content_type: "text/html; charset=utf-8",
        hash: "1d",
        identity: b"<title>page</title>",
        gzip: None,
        brotli: None,
    },
    Asset {
        path: "/_app/immutable/entry/app.Ab3_x9Q.js",
        routes: &[],
        scripts: "",
        content_type: "text/javascript; charset=utf-8",
        hash: "2e",
        identity: b"script as identity",
        gzip: Some(b"script as gzip"),
        brotli: Some(b"script as br"),
    },
    Asset {
        path: "/plain.txt",
        routes: &[],
        scripts: "",
        content_type: "text/plain; charset=utf-8",
        hash: "3f",
        identity: b"plain",
        gzip: None,
        brotli: None,
    },
    Asset {
        path: "/dicee/analyse.html",
        routes: &["/dicee/analyse"],
        scripts: "'sha256-AbC+/=' 'sha256-dEf='",
        content_type: "text/html; charset=utf-8",
        hash: "9d",
        identity: b"<title>analyse</title>",
        gzip: None,
        brotli: None,
    },
    Asset {
        path: "/fallback.html",
        routes: &["/t/{code}"],
        scripts: "",
        content_type: "text/html; charset=utf-8",
        hash: "55",
        identity: b"<title>any table</title>",
        gzip: None,
        brotli: None,
    },
    Asset {
        path: "/not-found.html",
        routes: &[],
        scripts: "",
        content_type: "text/html; charset=utf-8",
        hash: "10",
        identity: b"<title>nothing</title><a href=\"/\">start</a>",
        gzip: None,
        brotli: None,
    },
];

/// A response with its body read.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) body: String,
    headers: HeaderMap,
}

impl Reply {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(|value| value.to_str().unwrap())
    }

    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.body).unwrap()
    }
}

pub(crate) async fn get(path: &str, headers: &[(&str, &str)]) -> Reply {
    send("GET", path, headers).await
}

pub(crate) async fn send(method: &str, path: &str, headers: &[(&str, &str)]) -> Reply {
    send_to(&fresh(), method, path, headers, Body::empty()).await
}

/// A server that solves nothing by itself and limits nobody.
pub(crate) fn fresh() -> Arc<Api> {
    with(false, None)
}

/// A server that keeps everything in memory.
pub(crate) fn with(limited: bool, operator_token: Option<&str>) -> Arc<Api> {
    let mut config = config();
    config.limit_clients = limited;
    config.operator_token = operator_token.map(str::to_owned);
    fresh_with(&config)
}

/// Any port, nothing kept, and bots that do not wait.
pub(crate) fn config() -> Config {
    let mut config = Config::at(SocketAddr::from(([127, 0, 0, 1], 0)));
    config.bot_delay_ms = 0;
    config
}

/// The same with settings of its own, kept in memory.
pub(crate) fn fresh_with(config: &Config) -> Arc<Api> {
    fresh_of(config, &Opened::in_memory(), Drain::default())
}

/// A server over a store of its own, which may be told to stop.
pub(crate) fn fresh_over(opened: &Opened, drain: Drain) -> Arc<Api> {
    fresh_of(&config(), opened, drain)
}

fn fresh_of(config: &Config, opened: &Opened, drain: Drain) -> Arc<Api> {
    let identity = Identity::with_key([7; 32], Arc::clone(&opened.archive) as _);
    let (opened, bus, node_key) = (opened.clone(), Bus::local(), [9; 32]);
    let solved = Arc::new(live::SolvedGames::default());
    let registry = live::games(Arc::clone(&solved));
    let operations = &crate::operations::OPERATIONS;
    let shared = Shared { opened, identity, bus, node_key, drain, registry, solved, operations };
    Arc::new(Api::new(config, shared))
}

/// Asks with JSON, given as a value or, where it is to be broken, as it stands.
pub(crate) async fn post(api: &Arc<Api>, path: &str, body: impl Into<Body>) -> Reply {
    send_to(api, "POST", path, &[("content-type", "application/json")], body.into()).await
}

pub(crate) async fn send_to(
    api: &Arc<Api>,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: Body,
) -> Reply {
    let mut request = Request::builder().method(method).uri(path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let reply = answer(router(ASSETS, Arc::clone(api)), request.body(body).unwrap()).await;
    if reply.header("content-type") == Some("application/json") && !reply.body.is_empty() {
        testbed::check_body(method, path, reply.status, &reply.json());
    }
    reply
}

pub(crate) async fn answer(router: Router, request: Request<Body>) -> Reply {
    let response = router.oneshot(request).await.unwrap();
    let (parts, body) = response.into_parts();
    let body = to_bytes(body, 1 << 23).await.unwrap();
    Reply {
        status: parts.status.as_u16(),
        headers: parts.headers,
        body: String::from_utf8(body.to_vec()).unwrap(),
    }
}

/// When the games of tests begin, in milliseconds since 1970: the same time for all of them, a week ago.
pub(crate) static BEGIN: LazyLock<u64> = LazyLock::new(|| now() - 7 * 24 * 60 * 60 * 1000);

/// A finished dice game of these players, each of whom plays as a bot would; `bots` of them are known to be bots, the
/// last ones. Between two events pass as many milliseconds as `pace` says.
pub(crate) async fn play(
    api: &Api,
    game: u128,
    players: &[(PlayerId, Bot)],
    bots: usize,
    mut pace: impl FnMut(u64) -> u64,
) {
    let rules = Rules::Standard;
    api.solved.solve(rules);
    let solved = api.solved.get(rules).unwrap();
    let mut log = Log::<DiceeGame>::default();
    let luck = SeededChance::from_seed(u64::try_from(game).unwrap());
    let (mut dice, mut mind) = (luck.stream(0), luck.stream(1));
    let mut timestamp = *BEGIN;
    let mut submit = |log: &mut Log<DiceeGame>, seat: Seat, command: DiceeCommand| {
        timestamp += pace(log.version());
        let (id, stamp) = (log.version().to_string(), Stamp { timestamp, source: Source::Client });
        log.submit(seat, &id, None, &command, &mut dice, stamp).unwrap();
    };
    let people = &players[..players.len() - bots];
    let create = DiceeCommand::Create {
        game_id: dicee::GameId(Uuid::from_u128(game)),
        game_mode: if players.len() > 1 { GameMode::Multiplayer } else { GameMode::Solo },
        player_ids: people.iter().map(|(player, _)| *player).collect(),
        settings: Settings::default(),
        dice: DiceSource::default(),
    };
    submit(&mut log, Seat(0), create);
    for &(player_id, bot) in &players[people.len()..] {
        submit(&mut log, Seat(0), DiceeCommand::AddBot { player_id, bot });
    }
    submit(&mut log, Seat(0), DiceeCommand::Start {});
    while let Some(seat) = log.state().table().unwrap().current_seat() {
        let bot = players[usize::from(seat.0)].1;
        let command = bot.command(solved, log.state(), &mut mind).unwrap();
        submit(&mut log, seat, command);
    }
    let name: GameId = Uuid::from_u128(game).to_string().parse().unwrap();
    let stored: Vec<StoredEvent> = serde_json::from_str(&log.to_json().unwrap()).unwrap();
    keep(api, &name, "dicee", &stored).await;
    for (player, _) in people {
        api.archive.record_seat(*player, &name, timestamp).await.unwrap();
    }
}

/// Stores a history, command by command.
pub(crate) async fn keep(api: &Api, game: &GameId, kind: &str, events: &[StoredEvent]) {
    for command in events.chunk_by(|one, next| one.correlation_id == next.correlation_id) {
        let id = command[0].correlation_id.to_string().parse().unwrap();
        let (kind, expected) = (kind.parse().unwrap(), command[0].position);
        let append = Append::new(game.clone(), kind, expected, id, command.to_vec()).unwrap();
        api.archive.append(append).await.unwrap();
    }
}

/// A history as a program of the next minor schema writes it: every event has a field that this program does not know.
pub(crate) fn in_newer_minor_schema(mut events: Vec<StoredEvent>) -> Vec<StoredEvent> {
    let (mut chain, mut last) = (Chain::default(), None);
    for event in &mut events {
        event.schema_version.minor += 1;
        event.payload["addedLater"] = serde_json::json!({ "weather": "rain" });
        event.id = EventId::of(&event.payload, event.position).unwrap();
        chain = chain.next(&event.id, event.schema_version);
        event.chain = chain.clone();
        event.causation_id = last.replace(event.id.clone());
    }
    events
}
