//! The headers that every response carries.

use std::sync::LazyLock;

use axum::Router;
use axum::http::HeaderValue;
use axum::http::header::{CONTENT_SECURITY_POLICY, HeaderName, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS};
use tower::ServiceBuilder;
use tower_http::set_header::SetResponseHeaderLayer;

const SECURITY: [(HeaderName, &str); 4] = [
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (
        HeaderName::from_static("permissions-policy"),
        "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    ),
];

/// The policy of a response that has no page of the app in it.
static STRICTEST: LazyLock<HeaderValue> =
    LazyLock::new(|| HeaderValue::from_str(&policy("")).expect("the policy is ASCII"));

/// The app loads its own files and nothing else; `wasm-unsafe-eval` lets the engine be compiled. Of inline scripts
/// only those of the page itself run, named by their hashes; no inline style does.
pub(crate) fn policy(scripts: &str) -> String {
    let gap = if scripts.is_empty() { "" } else { " " };
    format!(
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'{gap}{scripts}; style-src 'self'; \
         worker-src 'self'; connect-src 'self'; img-src 'self' data:; font-src 'self'; \
         manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
}

/// Adds the security headers to every response; a page brings its own policy.
pub(crate) fn secure(router: Router) -> Router {
    let [sniffing, referrer, opener, permissions] = SECURITY
        .map(|(name, value)| SetResponseHeaderLayer::overriding(name, HeaderValue::from_static(value)));
    let policy = SetResponseHeaderLayer::if_not_present(CONTENT_SECURITY_POLICY, STRICTEST.clone());
    let layers = ServiceBuilder::new().layer(sniffing).layer(referrer).layer(opener).layer(permissions);
    router.layer(layers.layer(policy))
}

#[cfg(test)]
mod tests {
    use crate::testing::send;

    #[tokio::test]
    async fn every_response_carries_the_security_headers() {
        let requests = [
            ("GET", "/", 200),
            ("HEAD", "/", 200),
            ("GET", "/_app/immutable/entry/app.Ab3_x9Q.js", 200),
            ("GET", "/health/live", 200),
            ("GET", "/nowhere", 404),
            ("GET", "/api/v1/nowhere", 404),
            ("POST", "/", 405),
            ("POST", "/health/live", 405),
        ];
        let expected = [
            (
                "content-security-policy",
                "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; worker-src 'self'; connect-src 'self'; img-src 'self' data:; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
            ),
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
            ("cross-origin-opener-policy", "same-origin"),
            ("permissions-policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
        ];
        for (method, path, status) in requests {
            let reply = send(method, path, &[]).await;
            assert_eq!(reply.status, status, "{method} {path}");
            for (name, value) in expected {
                assert_eq!(reply.header(name), Some(value), "{method} {path}");
            }
        }
    }

    #[tokio::test]
    async fn a_304_carries_the_security_headers_too() {
        let reply = send("GET", "/", &[("if-none-match", "*")]).await;
        assert_eq!(reply.status, 304);
        assert!(reply.header("content-security-policy").is_some());
    }
}
