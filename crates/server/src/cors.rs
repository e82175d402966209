//! Which web pages may use the server: our own, and those of configured origins.

use std::sync::Arc;
use std::time::Duration;

use axum::http::header::{AUTHORIZATION, CONTENT_TYPE, HOST, HeaderName, ORIGIN, RETRY_AFTER};
use axum::http::{HeaderMap, HeaderValue, Method};
use tower_http::cors::{AllowOrigin, CorsLayer};

use crate::error::is_for_program;

/// The configured origins; clones share them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Origins(Arc<[String]>);

impl Origins {
    pub(crate) fn new(allowed: &[String]) -> Self {
        Self(allowed.into())
    }

    /// Answers preflights and lets pages of these origins read the answers to programs; `None` without origins. Other
    /// origins are not named in the answer, so that browsers refuse it. Credentials are never allowed: there are no
    /// cookies.
    pub(crate) fn layer(&self) -> Option<CorsLayer> {
        if self.0.is_empty() {
            return None;
        }
        let origins = self.clone();
        let trace = HeaderName::from_static("x-trace-id");
        let layer = CorsLayer::new()
            .allow_origin(AllowOrigin::predicate(move |origin, request| {
                is_for_program(&request.uri) && origins.names(origin)
            }))
            .allow_methods([Method::GET, Method::POST, Method::PATCH, Method::DELETE])
            .allow_headers([
                AUTHORIZATION,
                CONTENT_TYPE,
                HeaderName::from_static("traceparent"),
                trace.clone(),
            ])
            .expose_headers([RETRY_AFTER, trace])
            .max_age(Duration::from_secs(600))
            .vary([ORIGIN]);
        Some(layer)
    }

    /// Whether a WebSocket may be opened. Browsers let every page open one to anywhere and only say where it came from,
    /// so the server has to check. A client that is no browser sends no origin, and could send any.
    pub(crate) fn may_open_socket(&self, headers: &HeaderMap) -> bool {
        let Some(origin) = headers.get(ORIGIN) else { return true };
        self.names(origin) || is_own(origin, headers)
    }

    fn names(&self, origin: &HeaderValue) -> bool {
        self.0.iter().any(|allowed| allowed.as_bytes() == origin.as_bytes())
    }
}

/// Whether the page is from this server: the same host and port. The scheme is unknown behind a proxy.
fn is_own(origin: &HeaderValue, headers: &HeaderMap) -> bool {
    let (Ok(origin), Some(Ok(host))) = (origin.to_str(), headers.get(HOST).map(HeaderValue::to_str)) else {
        return false;
    };
    origin.split_once("://").is_some_and(|(_, place)| place.eq_ignore_ascii_case(host))
}

#[cfg(test)]
mod tests {
    use std::net::SocketAddr;
    use std::sync::Arc;

    use axum::body::Body;

    use super::*;
    use crate::Config;
    use crate::testing::{Reply, fresh, fresh_with, send_to};

    const FRIEND: &str = "https://friend.example";
    const PREFLIGHT: (&str, &str) = ("access-control-request-method", "POST");

    async fn ask(allowed: &[&str], method: &str, path: &str, headers: &[(&str, &str)]) -> Reply {
        let mut config = Config::at(SocketAddr::from(([127, 0, 0, 1], 0)));
        config.limit_clients = false;
        config.allowed_origins = allowed.iter().map(|&origin| origin.into()).collect();
        let api = if allowed.is_empty() { fresh() } else { fresh_with(&config) };
        send_to(&Arc::clone(&api), method, path, headers, Body::empty()).await
    }

    #[tokio::test]
    async fn it_is_closed_unless_origins_are_named() {
        for (method, status) in [("GET", 200), ("OPTIONS", 405)] {
            let reply = ask(&[], method, "/health/live", &[("origin", FRIEND), PREFLIGHT]).await;
            assert_eq!(reply.status, status, "{method}");
            assert_eq!(reply.header("access-control-allow-origin"), None);
            assert_eq!(reply.header("vary"), None);
        }
    }

    #[tokio::test]
    async fn a_named_origin_is_answered_and_no_other() {
        let path = "/api/v1/stats/verify";
        let reply = ask(&[FRIEND], "OPTIONS", path, &[("origin", FRIEND), PREFLIGHT]).await;
        assert_eq!((reply.status, reply.header("access-control-allow-origin")), (200, Some(FRIEND)));
        assert!(reply.header("access-control-allow-headers").unwrap().contains("authorization"));
        assert_eq!(reply.header("access-control-allow-credentials"), None);

        let reply = ask(&[FRIEND], "GET", "/openapi.json", &[("origin", FRIEND)]).await;
        assert_eq!((reply.status, reply.header("access-control-allow-origin")), (200, Some(FRIEND)));
        assert_eq!(reply.header("vary"), Some("origin"));
        let reply = ask(&[FRIEND], "GET", "/api/nowhere", &[("origin", FRIEND)]).await;
        assert_eq!((reply.status, reply.header("access-control-allow-origin")), (404, Some(FRIEND)));

        for other in
            ["https://friend.example.evil", "http://friend.example", "null", "https://FRIEND.example"]
        {
            let reply = ask(&[FRIEND], "OPTIONS", path, &[("origin", other), PREFLIGHT]).await;
            assert_eq!(reply.header("access-control-allow-origin"), None, "{other}");
            assert_eq!(reply.header("vary"), Some("origin"), "{other}");
        }
    }

    #[test]
    fn sockets_are_opened_by_our_own_pages_by_named_ones_and_by_programs() {
        let origins = Origins::new(&[FRIEND.into()]);
        let may = |origin: Option<&'static str>, host: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(HOST, HeaderValue::from_static(host));
            if let Some(origin) = origin {
                headers.insert(ORIGIN, HeaderValue::from_static(origin));
            }
            origins.may_open_socket(&headers)
        };
        assert!(may(None, "dicee.example"));
        assert!(may(Some("https://dicee.example"), "dicee.example"));
        assert!(may(Some("http://localhost:8080"), "localhost:8080"));
        assert!(may(Some(FRIEND), "dicee.example"));
        assert!(!may(Some("https://evil.example"), "dicee.example"));
        assert!(!may(Some("http://localhost:8081"), "localhost:8080"));
        assert!(!may(Some("null"), "dicee.example"));
        assert!(!may(Some("https://dicee.example.evil"), "dicee.example"));
    }
}
