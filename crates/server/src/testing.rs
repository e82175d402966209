//! Sends requests through the real router, over a small table of assets.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Request};
use tower::ServiceExt as _;

use crate::api::{Api, Shared};
use crate::assets::Asset;
use crate::bus::Bus;
use crate::directory::Archive;
use crate::drain::Drain;
use crate::identity::Identity;
use crate::live::HouseSettings;
use crate::store::Memory;
use crate::{Config, router};

pub(crate) static ASSETS: &[Asset] = &[
    Asset {
        path: "/index.html",
        content_type: "text/html; charset=utf-8",
        hash: "1d",
        identity: b"<title>page</title>",
        gzip: None,
        brotli: None,
    },
    Asset {
        path: "/assets/app-Ab3_-x9Q.js",
        content_type: "text/javascript; charset=utf-8",
        hash: "2e",
        identity: b"script as identity",
        gzip: Some(b"script as gzip"),
        brotli: Some(b"script as br"),
    },
    Asset {
        path: "/assets/plain.txt",
        content_type: "text/plain; charset=utf-8",
        hash: "3f",
        identity: b"plain",
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
    let mut config = quiet();
    config.limit_clients = limited;
    config.operator_token = operator_token.map(str::to_owned);
    over(Arc::new(Memory::default()), config, Drain::default())
}

/// Settings of a server that limits nobody and keeps nothing.
pub(crate) fn quiet() -> Config {
    let mut config = Config::at(SocketAddr::from(([127, 0, 0, 1], 0)));
    config.limit_clients = false;
    config
}

/// A server over a store of its own, with settings of its own, which may be told to stop.
pub(crate) fn over(archive: Arc<dyn Archive>, config: Config, drain: Drain) -> Arc<Api> {
    let identity = Identity::with_key([7; 32], Arc::clone(&archive) as _);
    let house = HouseSettings {
        bot_delay: Duration::ZERO,
        idle: Duration::from_secs(300),
        mailbox: 64,
        outbox: 64,
        shared: false,
    };
    let (bus, dice_key) = (Bus::local(), [9; 32]);
    Arc::new(Api::new(Shared { archive, identity, bus, house, dice_key, config, drain }))
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
    answer(router(ASSETS, Arc::clone(api)), request.body(body).unwrap()).await
}

pub(crate) async fn answer(router: Router, request: Request<Body>) -> Reply {
    let response = router.oneshot(request).await.unwrap();
    let (parts, body) = response.into_parts();
    let body = to_bytes(body, 1 << 20).await.unwrap();
    Reply {
        status: parts.status.as_u16(),
        headers: parts.headers,
        body: String::from_utf8(body.to_vec()).unwrap(),
    }
}
